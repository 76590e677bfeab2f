package poi_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/poi"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
	"pgregory.net/rapid"
)

// build makes a region file of the sections alone and returns its path.
func build(tb testing.TB, extract string) string {
	tb.Helper()
	src, err := source.Open(extract)
	if err != nil {
		tb.Fatal(err)
	}
	b := poi.NewBuilder()
	loc, err := source.Read(context.Background(), src, nil, b)
	if err != nil {
		tb.Fatal(err)
	}
	path := filepath.Join(tb.TempDir(), "x.region")
	w, err := region.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer w.Abort()
	if err := b.Finish(context.Background(), loc, w, &region.Report{}, nil); err != nil {
		tb.Fatal(err)
	}
	if err := w.Commit(region.Meta{Name: "test"}); err != nil {
		tb.Fatal(err)
	}
	return path
}

func open(tb testing.TB, path string) *poi.Store {
	tb.Helper()
	f, err := region.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(f.Close)
	s, err := poi.Open(f)
	if err != nil {
		tb.Fatal(err)
	}
	if err := poi.Check(context.Background(), f); err != nil {
		tb.Fatal(err)
	}
	return s
}

func town() *osmtest.Map {
	m := &osmtest.Map{}
	m.Node(1, 10, 50, "amenity=cafe", "name=Mitte", "opening_hours=24/7", "source=me")
	m.Node(2, 10.001, 50, "amenity=bench")
	m.Node(3, 10.002, 50, "amenity=atm", "operator=Bank of Ours")
	m.Node(4, 10.003, 50, "amenity=bank", "name=Bank of Ours", "brand=bank  of OURS")
	m.Node(5, 10.004, 50, "shop=no", "barrier=gate")
	m.Node(6, 10.01, 50).Node(7, 10.012, 50).Node(8, 10.012, 50.002).Node(9, 10.01, 50.002)
	m.Way(20, []int64{6, 7, 8, 9, 6}, "leisure=park")
	m.Relation(30, []osm.Member{{Type: osm.TypeWay, Ref: 20, Role: "outer"}}, "type=multipolygon", "tourism=zoo", "name=Zoo")
	m.Node(10, 10.02, 50, "office=company", "name=Firm", "website=https://firm.example")
	m.Node(11, 10.03, 50, "office=company", "name=Silent")
	return m
}

func TestStore(t *testing.T) {
	s := open(t, build(t, town().PBF(t)))
	if s.Len() != 7 {
		t.Errorf("%d objects, want 7", s.Len())
	}
	find := func(typ osm.Type, id int64) poi.Object {
		t.Helper()
		o, ok := s.Find(index.NewKey(index.Object, typ, id))
		if !ok {
			t.Fatalf("%s %d is not there", typ, id)
		}
		return o
	}
	if got := fmt.Sprint(s.Tags(find(osm.TypeNode, 1))); got != "[{name Mitte} {opening_hours 24/7}]" {
		t.Errorf("tags %s", got)
	}
	for _, typ := range []struct {
		t  osm.Type
		id int64
	}{{osm.TypeWay, 20}, {osm.TypeRelation, 30}} {
		if at := s.At(find(typ.t, typ.id)).Point(); geo.Distance(at, orb.Point{10.011, 50.001}) > 1 {
			t.Errorf("%s lies at %v", typ.t, at)
		}
	}
	if _, ok := s.Find(index.NewKey(index.Object, osm.TypeNode, 11)); ok {
		t.Error("an object without a category and with nothing to tell is kept")
	}
	var chain []string
	s.OfChain("BANK OF OURS", func(o poi.Object, key string) bool {
		chain = append(chain, fmt.Sprint(s.Key(o), " ", key))
		return true
	})
	slices.Sort(chain)
	if got := strings.Join(chain, ", "); got != "osm:node/3 operator, osm:node/4 name" {
		t.Errorf("chain %s", got)
	}
	s.OfChain("", func(poi.Object, string) bool { t.Error("nothing is a chain"); return false })
}

// TestEmpty opens the sections of an extract without any object.
func TestEmpty(t *testing.T) {
	s := open(t, build(t, (&osmtest.Map{}).Node(1, 1, 1).PBF(t)))
	s.Search(geo.Box{MinLon: -1 << 31, MinLat: -1 << 31, MaxLon: 1<<31 - 1, MaxLat: 1<<31 - 1}, func(poi.Object) bool { t.Error("an object"); return false })
}

// census is a consumer that notes every tagged object, for comparison.
type census struct {
	nodes []*osm.Node
	ways  []*osm.Way
}

func (c *census) Relation(*osm.Relation) error { return nil }

func (c *census) Way(w *osm.Way, need source.Need) error {
	if len(w.Tags) > 0 && len(w.Nodes) > 0 {
		c.ways = append(c.ways, w)
		need.Way(w)
	}
	return nil
}

func (c *census) Node(n *osm.Node) error {
	if len(n.Tags) > 0 {
		c.nodes = append(c.nodes, n)
	}
	return nil
}

// TestBruteForce compares searches of every category over the Delaware extract with a plain look at
// all objects of the extract.
func TestBruteForce(t *testing.T) {
	extract := osmtest.Delaware(t)
	s := open(t, build(t, extract))
	src, err := source.Open(extract)
	if err != nil {
		t.Fatal(err)
	}
	c := &census{}
	loc, err := source.Read(context.Background(), src, nil, c)
	if err != nil {
		t.Fatal(err)
	}
	type seen struct {
		key  string
		near []orb.Point // all of its points
	}
	byCategory := map[poi.Category][]seen{}
	total := 0
	for _, n := range c.nodes {
		for _, k := range poi.Of(nil, n.Tags) {
			byCategory[k] = append(byCategory[k], seen{fmt.Sprintf("osm:node/%d", n.ID), []orb.Point{{n.Lon, n.Lat}}})
			total++
		}
	}
	for _, w := range c.ways {
		for _, k := range poi.Of(nil, w.Tags) {
			o := seen{key: fmt.Sprintf("osm:way/%d", w.ID)}
			for _, n := range w.Nodes {
				if p, ok := loc.Get(n.ID); ok {
					o.near = append(o.near, p.Point())
				}
			}
			if len(o.near) > 0 {
				byCategory[k] = append(byCategory[k], o)
				total++
			}
		}
	}
	if total < 3000 {
		t.Fatalf("the extract has %d objects of a category", total)
	}
	rapid.Check(t, func(t *rapid.T) {
		category := poi.Category(rapid.IntRange(0, poi.Count()-1).Draw(t, "category"))
		west, south := rapid.Float64Range(-75.8, -75.1).Draw(t, "west"), rapid.Float64Range(38.45, 39.8).Draw(t, "south")
		width, height := rapid.Float64Range(0, 0.7).Draw(t, "width"), rapid.Float64Range(0, 0.7).Draw(t, "height")
		box := geo.BoxOf(geo.ToFixed(orb.Point{west, south}), geo.ToFixed(orb.Point{west + width, south + height}))
		got := map[string]bool{}
		s.OfCategory(box, category, func(o poi.Object) bool {
			if got[s.Key(o).String()] {
				t.Errorf("%s comes twice", s.Key(o))
			}
			got[s.Key(o).String()] = true
			return true
		})
		for _, o := range byCategory[category] {
			all, none := true, true
			extent := geo.BoxOf(geo.ToFixed(o.near[0]))
			for _, p := range o.near {
				extent = extent.Extend(geo.ToFixed(p))
				in := box.Contains(geo.ToFixed(p))
				all, none = all && in, none && !in
			}
			switch {
			case all && !got[o.key]:
				t.Errorf("%s of category %s lies in the box and is not found", o.key, category.ID())
			case none && got[o.key] && !extent.Intersects(box):
				t.Errorf("%s of category %s lies outside and is found", o.key, category.ID())
			}
			delete(got, o.key)
		}
		for key := range got {
			if !strings.HasPrefix(key, "osm:relation/") {
				t.Errorf("%s is found and is not of category %s", key, category.ID())
			}
		}
	})
}

// TestDeterministic builds twice and compares the bytes.
func TestDeterministic(t *testing.T) {
	extract := town().PBF(t)
	var files [2][]byte
	for i := range files {
		data, err := os.ReadFile(build(t, extract))
		if err != nil {
			t.Fatal(err)
		}
		files[i] = data
	}
	if !slices.Equal(files[0][4096:], files[1][4096:]) {
		t.Error("two builds of one extract differ")
	}
}

// TestCancel ends the writing before it begins.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := poi.NewBuilder().Finish(ctx, nil, nil, &region.Report{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
