package places

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
	posm "github.com/paulmach/osm"
)

// importRegion builds a region that holds the places of an extract.
func importRegion(tb testing.TB, paths ...string) (*region.File, *region.Report) {
	tb.Helper()
	ctx := context.Background()
	src, err := osm.Open(paths...)
	if err != nil {
		tb.Fatal(err)
	}
	b := NewBuilder()
	loc, err := osm.Read(ctx, src, nil, b)
	if err != nil {
		tb.Fatal(err)
	}
	path := filepath.Join(tb.TempDir(), "test.region")
	w, err := region.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer w.Abort()
	report := &region.Report{}
	last := 0.0
	progress := func(p float64) {
		if p < last || p > 1 {
			tb.Errorf("progress goes from %g to %g", last, p)
		}
		last = p
	}
	if err := b.Finish(ctx, loc, w, report, progress); err != nil {
		tb.Fatal(err)
	}
	if last != 1 {
		tb.Errorf("progress ends at %g", last)
	}
	if err := w.Commit(region.Meta{Name: "test"}); err != nil {
		tb.Fatal(err)
	}
	return openRegion(tb, path), report
}

func openRegion(tb testing.TB, path string) *region.File {
	tb.Helper()
	file, err := region.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(file.Close)
	return file
}

// importMap builds a region of a map drawn by hand and returns its features by kind.
func importMap(tb testing.TB, m *osmtest.Map) (*Store, map[string][]Feature, *region.Report) {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "map.osm.pbf")
	osmtest.WritePBF(tb, path, m.Objects()...)
	file, report := importRegion(tb, path)
	if err := Check(context.Background(), file); err != nil {
		tb.Fatal(err)
	}
	s, err := Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	out := map[string][]Feature{}
	for _, f := range collect(s, world) {
		out[f.Kind] = append(out[f.Kind], f)
	}
	return s, out, report
}

var world = geo.Box{MinLon: -180 * geo.Scale, MinLat: -90 * geo.Scale, MaxLon: 180 * geo.Scale, MaxLat: 90 * geo.Scale}

// collect copies the features that a search finds.
func collect(s Source, box geo.Box) []Feature {
	var out []Feature
	s.Search(box, func(f *Feature) bool {
		c := *f
		c.Line = slices.Clone(f.Line)
		c.Polygon = nil
		for _, ring := range f.Polygon {
			c.Polygon = append(c.Polygon, slices.Clone(ring))
		}
		if f.Point != nil {
			p := *f.Point
			c.Point = &p
		}
		out = append(out, c)
		return true
	})
	return out
}

func TestBuilder(t *testing.T) {
	m := (&osmtest.Map{}).Grid(1, 11, 11, 10, 50, 0.001) // node (c, r) is 1 + 11r + c
	at := func(c, r int64) int64 { return 1 + 11*r + c }
	box := func(c, r, w, h int64) []int64 {
		return []int64{at(c, r), at(c+w, r), at(c+w, r+h), at(c, r+h), at(c, r)}
	}
	m.Node(500, 10.0100, 50.0100).Node(501, 10.0101, 50.0100).Node(502, 10.0101, 50.0101).Node(503, 10.0100, 50.0101)
	m.Way(1, box(0, 0, 4, 4), "natural=wood")
	m.Way(2, []int64{at(0, 0), at(5, 5)}, "highway=residential")
	m.Way(3, []int64{at(0, 5), at(5, 5)}, "highway=path")
	m.Way(4, box(6, 6, 2, 2), "highway=pedestrian", "area=yes")
	m.Way(5, []int64{500, 501, 502, 503, 500}, "building=house") // 7 m by 11 m
	m.Way(6, box(8, 8, 2, 2), "building=warehouse")              // 142 m by 222 m
	m.Way(7, []int64{at(0, 9), at(5, 9)}, "waterway=stream")
	m.Way(8, []int64{at(0, 8), at(5, 8)}, "waterway=stream", "tunnel=culvert") // out of sight
	m.Way(9, []int64{at(0, 7), at(5, 7)}, "natural=wood")                      // open: bounds nothing
	m.Way(10, []int64{at(0, 6), at(5, 6)}, "boundary=administrative")
	m.Way(11, []int64{500, 501, 502, 503, 500}, "landuse=grass")                     // too small to matter
	m.Way(12, []int64{at(6, 0), at(8, 0), 9999, at(8, 2), at(8, 3)}, "railway=rail") // a node is missing
	m.Way(20, []int64{at(5, 0), at(10, 0), at(10, 5)})
	m.Way(21, []int64{at(10, 5), at(5, 5), at(5, 0)})
	m.Way(22, box(7, 2, 1, 1))
	m.Relation(1, []posm.Member{osmtest.WayMember(20, "outer"), osmtest.WayMember(21, "outer"), osmtest.WayMember(22, "inner")}, "type=multipolygon", "natural=water")
	m.Relation(2, []posm.Member{osmtest.WayMember(20, "outer"), osmtest.WayMember(777, "outer")}, "type=multipolygon", "landuse=forest")
	_, got, report := importMap(t, m)

	want := map[string]int{
		"natural=wood": 1, "highway=residential": 1, "highway=path": 1, "highway=pedestrian": 1,
		"building=yes": 2, "waterway=stream": 1, "railway=rail": 2, "natural=water": 1,
		DeadEnd: 2, // both ways end at (5, 5), and each at its other end
	}
	for _, kind := range slices.Sorted(maps.Keys(got)) {
		if len(got[kind]) != want[kind] {
			t.Errorf("%d features of kind %s, want %d", len(got[kind]), kind, want[kind])
		}
		delete(want, kind)
	}
	if len(want) > 0 {
		t.Errorf("missing %v", want)
	}
	for _, f := range got["building=yes"] {
		switch {
		case f.Point != nil && (math.Abs(f.Area-80) > 5 || geo.Distance(*f.Point, orb.Point{10.01005, 50.01005}) > 1):
			t.Errorf("house at %v with %g m²", *f.Point, f.Area)
		case f.Point == nil && (f.Polygon == nil || f.Area != 0):
			t.Errorf("warehouse %+v", f)
		}
	}
	water := got["natural=water"][0]
	if water.Class != Water || len(water.Polygon) != 2 || water.Polygon[0].Orientation() != orb.CCW || water.Polygon[1].Orientation() != orb.CW {
		t.Errorf("water %+v", water)
	}
	if p := got["highway=pedestrian"][0]; p.Polygon == nil || p.Class != Linear {
		t.Errorf("pedestrian area %+v", p)
	}
	if w := got["natural=wood"][0].Polygon[0]; w[0] != w[len(w)-1] {
		t.Errorf("ring %v is not closed", w)
	}
	if report.Skipped["land cover areas with missing members"] != 1 || report.Skipped["land cover under 100 m²"] != 1 || report.Counts["features"] != 12 {
		t.Errorf("report %+v", report)
	}
}

func TestClassify(t *testing.T) {
	for name, test := range map[string]struct {
		tags []string
		tag  string // "" for nothing
	}{
		"building":         {[]string{"building", "yes", "landuse", "retail"}, "building=yes"},
		"no building":      {[]string{"building", "no"}, ""},
		"road before park": {[]string{"leisure", "park", "highway", "track"}, "highway=track"},
		"tunnel":           {[]string{"highway", "primary", "tunnel", "yes"}, ""},
		"passage":          {[]string{"highway", "service", "tunnel", "building_passage"}, "highway=service"},
		"underground":      {[]string{"power", "line", "location", "underground"}, ""},
		"proposed road":    {[]string{"highway", "proposed"}, ""},
		"lake":             {[]string{"natural", "water", "water", "lake"}, "natural=water"},
		"marsh":            {[]string{"natural", "wetland"}, "natural=wetland"},
		"nothing":          {[]string{"name", "x"}, ""},
	} {
		var tags posm.Tags
		for i := 0; i < len(test.tags); i += 2 {
			tags = append(tags, posm.Tag{Key: test.tags[i], Value: test.tags[i+1]})
		}
		k, ok := classify(tags)
		if ok != (test.tag != "") || k.tag != test.tag {
			t.Errorf("%s: %+v, %v, want %q", name, k, ok, test.tag)
		}
	}
}

func TestDelaware(t *testing.T) {
	file, report := importRegion(t, osmtest.Delaware(t))
	if err := Check(context.Background(), file); err != nil {
		t.Fatal(err)
	}
	var size uint64
	for _, s := range file.Sections() {
		size += s.Length
	}
	if size > 3<<20 {
		t.Errorf("the sections take %d bytes", size)
	}
	s, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	all := collect(s, world)
	if len(all) != report.Counts["features"] || len(all) < 60_000 {
		t.Errorf("%d features, reported %d", len(all), report.Counts["features"])
	}
	classes := map[Class]int{}
	for _, f := range all {
		classes[f.Class]++
	}
	for c := Structure; c <= Urban; c++ {
		if classes[c] < 50 {
			t.Errorf("%d features of class %s", classes[c], c)
		}
	}
	// A search finds just the features whose boxes meet.
	box := geo.BoxOf(geo.ToFixed(orb.Point{-75.56, 39.73}), geo.ToFixed(orb.Point{-75.54, 39.75}))
	want := 0
	for _, f := range all {
		if bounds(&f).Intersects(box) {
			want++
		}
	}
	if got := collect(s, box); len(got) != want || want < 500 {
		t.Errorf("search found %d features, want %d", len(got), want)
	}
	n := 0
	s.Search(world, func(*Feature) bool { n++; return n < 5 })
	if n != 5 {
		t.Errorf("search went on to %d features after being stopped at 5", n)
	}
}

func bounds(f *Feature) geo.Box {
	points := f.Line
	switch {
	case f.Point != nil:
		points = orb.LineString{*f.Point}
	case f.Polygon != nil:
		points = orb.LineString(slices.Concat(f.Polygon...))
	}
	b := geo.BoxOf(geo.ToFixed(points[0]))
	for _, p := range points {
		b = b.Extend(geo.ToFixed(p))
	}
	return b
}

// TestDeterministic checks that the same extract gives the same bytes.
func TestDeterministic(t *testing.T) {
	read := func() []byte {
		file, _ := importRegion(t, osmtest.Delaware(t))
		b, err := os.ReadFile(file.Path())
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	if !bytes.Equal(read(), read()) {
		t.Error("two imports differ")
	}
}

// TestAtSea asks at places of Delaware where everyone knows the answer.
func TestAtSea(t *testing.T) {
	file, _ := importRegion(t, osmtest.Delaware(t))
	s, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		at  orb.Point
		sea bool
	}{
		"Rodney Square":      {orb.Point{-75.5466, 39.7459}, false},
		"Dover":              {orb.Point{-75.5244, 39.1582}, false},
		"Rehoboth boardwalk": {orb.Point{-75.0770, 38.7165}, false},
		"off Rehoboth":       {orb.Point{-75.0600, 38.7165}, true},
		"Delaware Bay":       {orb.Point{-75.2500, 39.0500}, true},
		"Atlantic":           {orb.Point{-74.5000, 38.6000}, true},
		"Cape Henlopen":      {orb.Point{-75.0900, 38.7900}, false},
		"Pea Patch Island":   {orb.Point{-75.5700, 39.5900}, false},
		"beside the island":  {orb.Point{-75.5840, 39.5960}, true},
		"Georgetown":         {orb.Point{-75.3855, 38.6901}, false},
	} {
		if got := s.AtSea(test.at); got != test.sea {
			t.Errorf("%s: at sea %v, want %v", name, got, test.sea)
		}
	}
}

// TestCoastCorners checks sides at the corners of coastlines of several ways, open and closed.
func TestCoastCorners(t *testing.T) {
	m := &osmtest.Map{}
	// A spit pointing east, made of three ways, and an island beside it; land to the left.
	for i, p := range [][2]float64{{0, 0}, {0.01, 0}, {0.02, 0.001}, {0.01, 0.002}, {0, 0.002}, {0.03, 0}, {0.04, 0}, {0.04, 0.01}, {0.03, 0.01}} {
		m.Node(int64(i+1), p[0], p[1])
	}
	m.Way(3, []int64{1, 2}, "natural=coastline")
	m.Way(1, []int64{2, 3, 4}, "natural=coastline")
	m.Way(2, []int64{4, 5}, "natural=coastline")
	m.Way(4, []int64{6, 7, 8, 9, 6}, "natural=coastline")
	s, got, _ := importMap(t, m)
	if len(got["natural=coastline"]) != 4 {
		t.Errorf("%d coastline features, want the 4 ways", len(got["natural=coastline"]))
	}
	for at, sea := range map[orb.Point]bool{
		{0.005, 0.001}: false, {0.015, 0.001}: false, {0.0205, 0.001}: true, {0.0202, 0.0012}: true, {0.0202, 0.0008}: true,
		{0.01, -0.0005}: true, {0.01, 0.0025}: true, {0.0199, 0.001}: false,
		{0.035, 0.005}: false, {0.0299, -0.0001}: true, {0.0301, 0.0001}: false, {0.0401, 0.0101}: true, {0.0399, 0.0099}: false, {0.025, 0.005}: true,
	} {
		if got := s.AtSea(at); got != sea {
			t.Errorf("%v: at sea %v, want %v", at, got, sea)
		}
	}
}

func TestEmptyRegion(t *testing.T) {
	s, got, _ := importMap(t, (&osmtest.Map{}).Node(1, 0, 0))
	if len(got) != 0 || s.AtSea(orb.Point{0, 0}) {
		t.Errorf("features %v", got)
	}
}

func TestCancelled(t *testing.T) {
	src, err := osm.Open(osmtest.Delaware(t))
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder()
	loc, err := osm.Read(context.Background(), src, nil, b)
	if err != nil {
		t.Fatal(err)
	}
	w, err := region.Create(filepath.Join(t.TempDir(), "x"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := b.Finish(ctx, loc, w, &region.Report{}, func(float64) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func BenchmarkSearch(b *testing.B) {
	file, _ := importRegion(b, osmtest.Delaware(b))
	s, err := Open(file)
	if err != nil {
		b.Fatal(err)
	}
	at := geo.NewRuler(orb.Point{-75.5466, 39.7459})
	box := geo.BoxOf(geo.ToFixed(at.Point(-2000, -2000)), geo.ToFixed(at.Point(2000, 2000)))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n = 0
		s.Search(box, func(*Feature) bool { n++; return true })
	}
	b.ReportMetric(float64(n), "features")
}
