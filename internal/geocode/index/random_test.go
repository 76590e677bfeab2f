package index_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/index/indextest"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/osm"
	"pgregory.net/rapid"
)

// oddTags are tags that make docs of objects, alone and in odd company.
var oddTags = []string{
	"name=Main Street", "name=Oldham", "name=A;B;C", "name= ", "name=🏠", "name=københavn, DE", "name:en=Oldham", "alt_name=Old", "ref=A 1;A 2", "name_1=Second",
	"highway=residential", "highway=pedestrian", "highway=motorway", "highway=crossing", "area=yes", "place=town", "place=hamlet", "place=suburb", "place=square", "place=county",
	"boundary=administrative", "boundary=postal_code", "boundary=census", "boundary=political", "admin_level=2", "admin_level=4", "admin_level=8", "admin_level=10", "admin_level=x",
	"postal_code=12345", "addr:housenumber=12", "addr:housenumber=12d", "addr:housenumber=3", "addr:interpolation=all", "addr:interpolation=odd", "addr:interpolation=alphabetic", "addr:housenumber=1-7;9", "addr:housenumber=x", "addr:street=Main Street", "addr:street=Nowhere", "addr:place=Oldham",
	"addr:city=Oldham", "addr:city=Elsewhere, DE", "addr:postcode=12 345", "addr:country=DE", "ISO3166-1=DE", "ISO3166-2=US-DE", "is_in=Oldham,USA",
	"amenity=cafe", "leisure=park", "waterway=river", "railway=rail", "building=yes", "natural=water", "wikipedia=en:X", "population=1,000", "landuse=yes",
}

func randomMap(t *rapid.T) *osmtest.Map {
	m := new(osmtest.Map)
	tags := func() []string {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(oddTags), 0, 7, rapid.ID[string]).Draw(t, "tags")
	}
	nodes := rapid.IntRange(3, 25).Draw(t, "nodes")
	for i := range nodes {
		m.Node(int64(i+1), 10+0.001*float64(rapid.IntRange(0, 12).Draw(t, "x")), 50+0.001*float64(rapid.IntRange(0, 12).Draw(t, "y")), tags()...)
	}
	node := rapid.Int64Range(1, int64(nodes)+2) // some that are not there
	ways := rapid.IntRange(0, 14).Draw(t, "ways")
	for i := range ways {
		list := rapid.SliceOfN(node, 0, 7).Draw(t, "way")
		if len(list) > 2 && rapid.Bool().Draw(t, "closed") {
			list = append(list, list[0])
		}
		m.Way(int64(i+1), list, tags()...)
	}
	for i := range rapid.IntRange(0, 6).Draw(t, "relations") {
		var members []osm.Member
		for range rapid.IntRange(0, 5).Draw(t, "members") {
			switch rapid.IntRange(0, 2).Draw(t, "member") {
			case 0:
				members = append(members, osmtest.NodeMember(node.Draw(t, "node"), rapid.SampledFrom([]string{"label", "admin_centre", "house", ""}).Draw(t, "role")))
			case 1:
				members = append(members, osmtest.WayMember(rapid.Int64Range(1, int64(ways)+2).Draw(t, "way"), rapid.SampledFrom([]string{"outer", "inner", "house", "street", ""}).Draw(t, "role")))
			case 2:
				members = append(members, osmtest.RelationMember(1, ""))
			}
		}
		m.Relation(int64(i+1), members, append(tags(), rapid.SampledFrom([]string{"type=boundary", "type=multipolygon", "type=associatedStreet", "type=site", "type=route"}).Draw(t, "type"))...)
	}
	return m
}

// Whatever the tags are, an import ends, its index passes every check, every doc has an id that
// leads back to it, and whatever lies on the map is found on the map.
func TestRandomMaps(t *testing.T) {
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		m := randomMap(rt)
		n++
		path := filepath.Join(t.TempDir(), fmt.Sprint(n, ".region"))
		if _, err := indextest.Build(context.Background(), path, m.PBF(t)); err != nil {
			rt.Fatal(err)
		}
		f, err := region.Open(path)
		if err != nil {
			rt.Fatal(err)
		}
		defer f.Close()
		if err := index.Check(context.Background(), f); err != nil {
			rt.Fatal(err)
		}
		x, err := index.Open(f)
		if err != nil {
			rt.Fatal(err)
		}
		world := geo.Box{MinLon: 99_000_000, MinLat: 499_000_000, MaxLon: 101_500_000, MaxLat: 501_500_000}
		for i := range x.Len() {
			doc := index.Doc(i)
			k, ok := index.ParseKey(x.Key(doc).String())
			if got, found := x.Find(k); !ok || !found || got != doc {
				rt.Fatalf("doc %d, %s, leads to %d", doc, x.Key(doc), got)
			}
			d := x.Details(doc)
			if !d.Box.Contains(x.Record(doc).At) || !world.Intersects(d.Box) {
				rt.Fatalf("doc %d, %s, lies at %v with box %v", doc, x.Key(doc), x.Record(doc).At, d.Box)
			}
			if x.Text(x.Record(doc).Name) == "" {
				rt.Fatalf("doc %d, %s, has no name", doc, x.Key(doc))
			}
		}
	})
}
