package index_test

import (
	"bytes"
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
	"github.com/footstepd/footstepd/internal/geocode/index/indextest"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/osm"
)

func open(t testing.TB, m *osmtest.Map) *index.Index {
	t.Helper()
	f := indextest.Map(t, m)
	if err := index.Check(context.Background(), f); err != nil {
		t.Fatalf("check: %v", err)
	}
	x, err := index.Open(f)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// find returns the doc with an id.
func find(t testing.TB, x *index.Index, id string) index.Doc {
	t.Helper()
	k, ok := index.ParseKey(id)
	if !ok {
		t.Fatalf("%q is no id", id)
	}
	doc, ok := x.Find(k)
	if !ok {
		t.Fatalf("no doc %s", id)
	}
	return doc
}

// describe writes a doc: its kind, its name, its areas.
func describe(x *index.Index, doc index.Doc) string {
	r := x.Record(doc)
	links, country := x.Chain(nil, r.Chain())
	s := fmt.Sprintf("%s %q", r.Kind().Type(), x.Text(r.Name))
	for _, l := range links {
		s += " < " + x.Text(x.Record(l.Area).Name)
	}
	return s + " " + country.Alpha2()
}

// town is a map of two towns side by side in a county of a state, with streets and houses.
//
//	nodes 1000+ form a grid of 0.001 degrees, 30 columns and 20 rows, from 10.0 E, 50.0 N
func town() *osmtest.Map {
	at := func(c, r int64) int64 { return 1000 + r*30 + c }
	rect := func(c0, r0, c1, r1 int64) []int64 {
		return []int64{at(c0, r0), at(c1, r0), at(c1, r1), at(c0, r1), at(c0, r0)}
	}
	m := new(osmtest.Map).Grid(1000, 30, 20, 10, 50, 0.001)
	m.Way(1, rect(0, 0, 15, 19)).Way(2, rect(15, 0, 29, 19)).Way(3, rect(0, 0, 29, 19)).Way(4, rect(2, 2, 8, 8))
	area := func(id, way int64, tags ...string) {
		m.Relation(id, []osm.Member{osmtest.WayMember(way, "outer")}, append(tags, "type=boundary")...)
	}
	area(1, 1, "boundary=administrative", "admin_level=8", "name=Westham", "ISO3166-2=DE-XX")
	area(2, 2, "boundary=administrative", "admin_level=8", "name=Eastham, Midshire")
	area(3, 3, "boundary=administrative", "admin_level=6", "name=Midshire")
	area(4, 4, "boundary=administrative", "admin_level=10", "name=Old Town")
	area(5, 1, "boundary=postal_code", "postal_code=12345")
	m.Node(1, 10.005, 50.010, "place=town", "name=Westham", "name:fi=Länsilä", "population=5000")
	m.Node(2, 10.0045, 50.0045, "place=hamlet", "name=Nook")
	// Main Street runs through both towns in three ways; there is one more far away.
	m.Way(10, []int64{at(1, 5), at(3, 5), at(6, 5)}, "highway=residential", "name=Main Street")
	m.Way(11, []int64{at(6, 5), at(10, 5), at(14, 5)}, "highway=primary", "name=Main Street", "ref=B 7", "old_name=High Road")
	m.Way(12, []int64{at(16, 5), at(20, 5)}, "highway=residential", "name=Main Street")
	m.Way(13, []int64{at(6, 2), at(6, 5), at(6, 9)}, "highway=residential", "name=Mill Rd")
	m.Way(14, []int64{at(1, 15), at(5, 15)}, "highway=residential", "name=Main Street")
	m.Way(15, []int64{at(10, 2), at(10, 9)}, "highway=motorway", "ref=A 99")
	m.Way(16, []int64{at(10, 12), at(10, 13)}, "highway=proposed", "name=Future Way")
	// Houses, one of them a shop, one of a street that is spelt otherwise, one of none.
	m.Node(20, 10.0012, 50.0051, "addr:housenumber=1", "addr:street=Main Street", "addr:city=Westham", "addr:postcode=12345")
	m.Node(21, 10.0032, 50.0051, "addr:housenumber=3-5", "addr:street=Main Street", "addr:city=Westham")
	m.Node(22, 10.0052, 50.0051, "addr:housenumber=7 B", "addr:street=Main Street", "shop=bakery", "name=Crumbs")
	m.Node(23, 10.0061, 50.0031, "addr:housenumber=4", "addr:street=Mill Road")
	m.Node(24, 10.0061, 50.0081, "addr:housenumber=9")
	m.Node(25, 10.0250, 50.0150, "addr:housenumber=2", "addr:street=Lost Lane", "addr:city=Farley", "addr:postcode=99 999")
	m.Node(26, 10.0045, 50.0046, "addr:housenumber=12", "addr:place=Nook")
	m.Node(27, 10.0250, 50.0150001, "addr:housenumber=2", "addr:street=Lost Lane", "name=Lost Inn", "tourism=hotel")
	// Venues.
	m.Way(30, rect(11, 11, 13, 13), "leisure=park", "name=Green Park")
	m.Node(31, 10.0015, 50.0015, "name=Odd Thing")
	m.Node(32, 10.002, 50.003, "highway=crossing", "name=No Place")
	m.Way(33, []int64{at(0, 1), at(4, 1)}, "waterway=river", "name=Long River")
	m.Way(34, []int64{at(4, 1), at(9, 1)}, "waterway=river", "name=Long River")
	return m
}

func TestDocs(t *testing.T) {
	x := open(t, town())
	for id, want := range map[string]string{
		"osm:relation/1":        `locality "Westham" < Midshire DE`,
		"osm:node/1":            `locality "Westham" < Midshire DE`, // part of the area
		"osm:relation/2":        `locality "Eastham" < Midshire DE`,
		"osm:relation/3":        `county "Midshire" DE`,
		"osm:relation/4":        `neighbourhood "Old Town" < Westham < Midshire DE`,
		"osm:relation/5":        `postcode "12345" < Westham < Midshire DE`,
		"osm:node/2":            `locality "Nook" < 12345 < Westham < Midshire DE`,
		"osm:way/10":            `street "Main Street" < 12345 < Westham < Midshire DE`,
		"osm:way/12":            `street "Main Street" < Eastham < Midshire DE`,
		"osm:way/14":            `street "Main Street" < 12345 < Westham < Midshire DE`,
		"osm:way/15":            `street "A 99" < 12345 < Westham < Midshire DE`,
		"osm:way/30":            `venue "Green Park" < 12345 < Westham < Midshire DE`,
		"osm:node/22":           `venue "Crumbs" < Old Town < 12345 < Westham < Midshire DE`,
		"osm:node/31":           `venue "Odd Thing" < 12345 < Westham < Midshire DE`,
		"addr:street/node/25":   `street "Lost Lane" < Eastham < Midshire DE`,
		"addr:city/node/25":     `locality "Farley" < Eastham < Midshire DE`,
		"addr:postcode/node/25": `postcode "99 999" < Eastham < Midshire DE`,
	} {
		if got := describe(x, find(t, x, id)); got != want {
			t.Errorf("%s: got  %s\n\t\twant %s", id, got, want)
		}
	}
	for _, id := range []string{"osm:way/16", "osm:node/32", "osm:node/20", "osm:way/1"} {
		k, _ := index.ParseKey(id)
		if doc, ok := x.Find(k); ok {
			t.Errorf("%s became %s", id, describe(x, doc))
		}
	}
	if a, b := find(t, x, "osm:way/10"), find(t, x, "osm:way/11"); a != b {
		t.Error("two ways of one street are two docs")
	}
	if a, b := find(t, x, "osm:way/33"), find(t, x, "osm:way/34"); a != b {
		t.Error("two ways of one river are two docs")
	}
	if a, b := find(t, x, "osm:way/10"), find(t, x, "osm:way/14"); a == b {
		t.Error("two streets a kilometre apart are one doc")
	}
}

func TestStreetDetails(t *testing.T) {
	x := open(t, town())
	d := x.Details(find(t, x, "osm:way/10"))
	var names []string
	for _, v := range d.Variants {
		names = append(names, v.Kind+"="+x.Text(v.Name))
	}
	if want := []string{"old_name=High Road", "ref=B 7"}; !slices.Equal(names, want) {
		t.Errorf("further names: got %v, want %v", names, want)
	}
	for _, p := range []geo.Fixed{{Lon: 100_010_000, Lat: 500_050_000}, {Lon: 100_140_000, Lat: 500_050_000}} {
		if !d.Box.Contains(p) {
			t.Errorf("box %v lacks the end %v", d.Box, p)
		}
	}
}

// houses lists the house numbers of a doc as "number key at city postcode written".
func houses(x *index.Index, doc index.Doc) (out []string) {
	d := x.Details(doc)
	for b := d.FirstBlock; b < d.FirstBlock+d.Blocks; b++ {
		x.Addresses(b, nil, func(a *index.Address) bool {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s", a.Number(), x.HouseKey(a.ID), x.Text(a.City), x.Text(a.Postcode), x.Text(a.Written))))
			return true
		})
	}
	return out
}

func TestAddresses(t *testing.T) {
	x := open(t, town())
	for id, want := range map[string][]string{
		"osm:way/10":          {"1 osm:node/20 Westham 12345", "3-5 osm:node/21 Westham", "7 B addr:node/22"},
		"osm:way/13":          {"4 osm:node/23   Mill Road", "9 osm:node/24"},
		"addr:street/node/25": {"2 osm:node/25 Farley 99 999"},
		"osm:node/2":          {"12 osm:node/26"},
	} {
		if got := houses(x, find(t, x, id)); !slices.Equal(got, want) {
			t.Errorf("houses of %s: got %q, want %q", id, got, want)
		}
	}
	for _, id := range []string{"osm:node/20", "osm:node/21", "addr:node/22", "osm:node/23", "osm:node/24", "osm:node/25", "osm:node/26"} {
		k, _ := index.ParseKey(id)
		block, house, ok := x.AddressOf(k)
		found := false
		x.Addresses(block, nil, func(a *index.Address) bool { found = found || a.ID == house; return true })
		if !ok || !found || x.HouseKey(house) != k {
			t.Errorf("house %s cannot be found", id)
		}
	}
	d := x.Details(find(t, x, "osm:node/27"))
	if x.Text(d.Street) != "Lost Lane" || d.Number != "2" || d.Category != "hotel" {
		t.Errorf("the inn: got %q %q, %q", x.Text(d.Street), d.Number, d.Category)
	}
}

// A relation that lacks a member still gives what closes, or its label; one with neither vanishes.
func TestBrokenAreas(t *testing.T) {
	m := new(osmtest.Map).Grid(100, 4, 4, 10, 50, 0.01)
	m.Way(1, []int64{100, 103, 115, 112, 100}).Way(2, []int64{105, 106})
	m.Node(1, 10.02, 50.02, "name=Labelled", "place=town")
	m.Relation(1, []osm.Member{osmtest.WayMember(1, "outer"), osmtest.WayMember(99, "outer")}, "type=boundary", "boundary=administrative", "admin_level=8", "name=Partly")
	m.Relation(2, []osm.Member{osmtest.WayMember(2, "outer"), osmtest.NodeMember(1, "label")}, "type=boundary", "boundary=administrative", "admin_level=6", "name=Labelled")
	m.Relation(3, []osm.Member{osmtest.WayMember(98, "outer")}, "type=boundary", "boundary=administrative", "admin_level=6", "name=Gone")
	m.Relation(4, []osm.Member{osmtest.WayMember(2, "outer"), osmtest.WayMember(98, "outer")}, "type=boundary", "boundary=administrative", "admin_level=8", "name=Stretched")
	m.Relation(5, []osm.Member{osmtest.WayMember(2, "outer"), osmtest.WayMember(98, "outer")}, "type=boundary", "boundary=administrative", "admin_level=4", "name=Far State")
	x := open(t, m)
	in := 0
	x.Containing(geo.Fixed{Lon: 100_150_000, Lat: 500_150_000}, func(area index.Doc) bool { in++; return x.Text(x.Record(area).Name) == "Partly" })
	if in != 1 {
		t.Errorf("the point lies in %d areas, want 1", in)
	}
	if at := x.Record(find(t, x, "osm:relation/2")).At; at != (geo.Fixed{Lon: 100_200_000, Lat: 500_200_000}) {
		t.Errorf("the labelled area lies at %v, want at its label", at)
	}
	if at := x.Record(find(t, x, "osm:relation/4")).At; at != (geo.Fixed{Lon: 100_150_000, Lat: 500_100_000}) {
		t.Errorf("the area of which a stretch of the border is mapped lies at %v, want in the middle of it", at)
	}
	for _, id := range []string{"osm:relation/3", "osm:relation/5"} {
		if k, _ := index.ParseKey(id); true {
			if _, ok := x.Find(k); ok {
				t.Errorf("%s: an area that lies nowhere, or a state at its border, was kept", id)
			}
		}
	}
}

func TestEmptyExtract(t *testing.T) {
	x := open(t, new(osmtest.Map).Node(1, 0, 0))
	if x.Len() != 0 || x.Names() != 0 || x.Terms() != 0 {
		t.Errorf("got %d docs, %d names, %d terms, want none", x.Len(), x.Names(), x.Terms())
	}
}

// The same extract gives the same bytes.
func TestDeterministic(t *testing.T) {
	path := osmtest.Delaware(t)
	if testing.Short() {
		path = town().PBF(t)
	}
	var files [][]byte
	for i := range 2 {
		out := filepath.Join(t.TempDir(), fmt.Sprint(i, ".region"))
		if _, err := indextest.Build(context.Background(), out, path); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, b)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("two imports of one extract differ")
	}
}

func TestFinishCancelled(t *testing.T) {
	src, err := source.Open(town().PBF(t))
	if err != nil {
		t.Fatal(err)
	}
	b := index.NewBuilder()
	loc, err := source.Read(context.Background(), src, nil, b)
	if err != nil {
		t.Fatal(err)
	}
	w, err := region.Create(filepath.Join(t.TempDir(), "x.region"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := b.Finish(ctx, loc, w, &region.Report{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestDelaware(t *testing.T) {
	f := indextest.Delaware(t)
	if err := index.Check(context.Background(), f); err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(f)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(osmtest.Delaware(t))
	if err != nil {
		t.Fatal(err)
	}
	var size uint64
	for _, s := range f.Sections() {
		size += s.Length
	}
	if share := float64(size) / float64(info.Size()); share > 0.35 {
		t.Errorf("the index takes %.3f of the extract's size, want at most 0.35", share)
	}
	if x.Len() < 25_000 {
		t.Errorf("got %d docs, want over 25,000", x.Len())
	}
	// Borders give chains: everything in Wilmington knows its county, state and country.
	king := find(t, x, "osm:way/17221560")
	if got, want := describe(x, king), "New Castle County < Delaware US"; !strings.HasSuffix(got, want) || !strings.Contains(got, "< Wilmington <") {
		t.Errorf("North King Street: got %s, want it in Wilmington, %s", got, want)
	}
}
