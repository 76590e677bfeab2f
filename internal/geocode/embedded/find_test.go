package embedded

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/poi"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
)

// complete builds both parts of the geocoder's sections over an extract.
func complete(tb testing.TB, extract string) *Geocoder {
	tb.Helper()
	ctx := context.Background()
	src, err := source.Open(extract)
	if err != nil {
		tb.Fatal(err)
	}
	places, names := poi.NewBuilder(), index.NewBuilder()
	loc, err := source.Read(ctx, src, nil, places, names)
	if err != nil {
		tb.Fatal(err)
	}
	path := filepath.Join(tb.TempDir(), "x.region")
	w, err := region.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer w.Abort()
	if err := errors.Join(names.Finish(ctx, loc, w, &region.Report{}, func(float64) {}), places.Finish(ctx, loc, w, &region.Report{}, nil)); err != nil {
		tb.Fatal(err)
	}
	if err := w.Commit(region.Meta{Name: "test"}); err != nil {
		tb.Fatal(err)
	}
	f, err := region.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(f.Close)
	g, err := New(f)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

func hamlet() *osmtest.Map {
	m := &osmtest.Map{}
	m.Node(1, 10, 50, "amenity=cafe", "name=Nah", "opening_hours=Mo-Fr 08:00-18:00")
	m.Node(2, 10.001, 50, "amenity=cafe", "name=Fern", "opening_hours=24/7", "website=https://fern.example", "name:fr=Loin")
	m.Node(3, 10.002, 50, "amenity=cafe", "name=Ratlos", "opening_hours=sunrise-sunset")
	m.Node(4, 10.003, 50, "amenity=bench")
	m.Node(5, 10.1, 50, "amenity=cafe", "name=Weit Weg")
	m.Node(6, 10.0005, 50, "shop=supermarket", "name=Kette").Node(7, 10.004, 50, "shop=supermarket", "name=Kette")
	m.Node(14, 10.0006, 50, "amenity=restaurant", "name=Da Noi", "cuisine=italian;pizza").Node(15, 10.0007, 50, "amenity=restaurant", "name=Krug", "diet:vegan=yes")
	m.Node(8, 179.999, 0, "amenity=cafe", "name=Westlich").Node(9, -179.999, 0, "amenity=cafe", "name=Ostlich")
	m.Node(10, 10.01, 50.01).Node(11, 10.02, 50.01).Node(12, 10.02, 50.02).Node(13, 10.01, 50.02)
	m.Way(20, []int64{10, 11, 12, 13, 10}, "leisure=park", "name=Stadtpark")
	m.Way(21, []int64{10, 11, 12}, "highway=residential", "name=Ringweg")
	return m
}

func names(f *geocode.Found) string {
	var out []string
	for _, p := range f.Places {
		s := p.Name
		if s == "" {
			s = "(" + p.Label + ")"
		}
		if p.Open != "" {
			s += " " + p.Open
		}
		out = append(out, s)
	}
	return fmt.Sprintf("%s/%d: %s", f.Category, f.Total, strings.Join(out, ", "))
}

func TestFind(t *testing.T) {
	g := complete(t, hamlet().PBF(t))
	near, pacific := &orb.Point{9.9999, 50}, &orb.Point{179.9995, 0}
	monday, sunday := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name string
		q    geocode.FindQuery
		want string
	}{
		{"category", geocode.FindQuery{Text: "Kaffeehaus", Near: near, Radius: 1000, Size: 10}, "cafe/3: Nah, Fern, Ratlos"},
		{"cut", geocode.FindQuery{Text: "cafe", Near: near, Radius: 1000, Size: 1}, "cafe/3: Nah"},
		{"plural", geocode.FindQuery{Text: "cafes", Near: near, Radius: 1000, Size: 10}, "cafe/3: Nah, Fern, Ratlos"},
		{"open", geocode.FindQuery{Text: "cafe", Near: near, Radius: 1000, Size: 10, OpenAt: &monday}, "cafe/3: Nah open, Fern open, Ratlos unknown"},
		{"closed", geocode.FindQuery{Text: "cafe", Near: near, Radius: 1000, Size: 10, OpenAt: &sunday}, "cafe/2: Fern open, Ratlos unknown"},
		{"without a name", geocode.FindQuery{Text: "benches", Near: near, Radius: 1000, Size: 10}, "bench/1: (Bench)"},
		{"kind", geocode.FindQuery{Text: "Italian restaurants", Near: near, Radius: 1000, Size: 10}, "restaurant/1: Da Noi"},
		{"kind behind", geocode.FindQuery{Text: "restaurant vegan", Near: near, Radius: 1000, Size: 10}, "restaurant/1: Krug"},
		{"kind that is not there", geocode.FindQuery{Text: "thai restaurant", Near: near, Radius: 1000, Size: 10}, "/0: "},
		{"chain", geocode.FindQuery{Text: "kette", Near: near, Radius: 1000, Size: 10}, "/2: Kette, Kette"},
		{"name", geocode.FindQuery{Text: "Weit Weg", Size: 10}, "/1: Weit Weg"},
		{"name too far", geocode.FindQuery{Text: "Weit Weg", Near: near, Radius: 1000, Size: 10}, "/0: "},
		{"box", geocode.FindQuery{Text: "cafe", Bound: &orb.Bound{Min: orb.Point{10.0005, 49}, Max: orb.Point{10.0015, 51}}, Size: 10}, "cafe/1: Fern"},
		{"box over the antimeridian", geocode.FindQuery{Text: "cafe", Bound: &orb.Bound{Min: orb.Point{179, -1}, Max: orb.Point{-179, 1}}, Size: 10}, "cafe/2: Westlich, Ostlich"},
		{"circle over the antimeridian", geocode.FindQuery{Text: "cafe", Near: pacific, Radius: 1000, Size: 10}, "cafe/2: Westlich, Ostlich"},
		{"nothing", geocode.FindQuery{Text: "zzqxkj", Near: near, Size: 10}, "/0: "},
	} {
		f, err := g.Find(context.Background(), tt.q)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if got := names(f); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, text := range []string{"cafe", "kette"} {
		if _, err := g.Find(ctx, geocode.FindQuery{Text: text, Size: 1}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: %v", text, err)
		}
	}
}

func TestRecord(t *testing.T) {
	g := complete(t, hamlet().PBF(t))
	record := func(id string) *geocode.Record {
		t.Helper()
		r, err := g.Record(context.Background(), id, "")
		if err != nil || r == nil {
			t.Fatalf("%s: %v, %v", id, r, err)
		}
		return r
	}
	r := record("osm:node/2")
	if fmt.Sprint(r.Categories, r.Tags, r.OtherNames) != "[cafe] [{opening_hours 24/7} {website https://fern.example}] [{name:fr Loin}]" {
		t.Errorf("%v %v %v", r.Categories, r.Tags, r.OtherNames)
	}
	if p, ok := r.Geometry.(orb.Point); !ok || p != r.Point {
		t.Errorf("geometry %v", r.Geometry)
	}
	if p, ok := record("osm:way/20").Geometry.(orb.Polygon); !ok || len(p) != 1 || len(p[0]) != 5 || math.Abs(geo.Distance(p[0][0], p[0][2])-1321) > 30 {
		t.Errorf("park %v", record("osm:way/20").Geometry)
	}
	if l, ok := record("osm:way/21").Geometry.(orb.LineString); !ok || len(l) != 3 {
		t.Errorf("street %v", record("osm:way/21").Geometry)
	}
	if r := record("osm:node/4"); r.Name != "" || r.Category != "bench" {
		t.Errorf("bench %+v", r.Place)
	}
	if r, err := g.Record(context.Background(), "osm:node/999", ""); r != nil || err != nil {
		t.Errorf("unknown id: %v, %v", r, err)
	}
}

// TestFindIsWhole compares the answers for every category around points of Delaware with all of its
// objects.
func TestFindIsWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the index of a whole state")
	}
	g := complete(t, osmtest.Delaware(t))
	for _, word := range []string{"restaurant", "bench", "church", "fuel", "parking", "school"} {
		c, _ := poi.ByWord(word)
		for _, p := range []orb.Point{{-75.547, 39.746}, {-75.75, 39.68}, {-75.52, 39.16}} {
			for _, radius := range []float64{500, 5000, 50_000} {
				var want []string
				for o := range g.pois.Len() {
					if slices.Contains(g.pois.Categories(poi.Object(o)), c) && geo.Distance(p, g.pois.At(poi.Object(o)).Point()) <= radius {
						want = append(want, g.pois.Key(poi.Object(o)).String())
					}
				}
				f, err := g.Find(context.Background(), geocode.FindQuery{Text: word, Near: &p, Radius: radius, Size: 1 << 20})
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				last := 0.0
				for _, p := range f.Places {
					got = append(got, p.ID)
					if *p.Distance < last-0.01 {
						t.Errorf("%s: %s lies nearer than the one before", word, p.ID)
					}
					last = *p.Distance
				}
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) || f.Total != len(want) {
					t.Errorf("%s within %g m of %v: %d rows of %d, want %d", word, radius, p, len(got), f.Total, len(want))
				}
			}
		}
	}
}

func BenchmarkFindCategory(b *testing.B) {
	g := complete(b, osmtest.Delaware(b))
	p := orb.Point{-75.547, 39.746}
	b.ReportAllocs()
	for b.Loop() {
		if f, err := g.Find(context.Background(), geocode.FindQuery{Text: "restaurant", Near: &p, Radius: 2000, Size: 10}); err != nil || f.Total == 0 {
			b.Fatal(f, err)
		}
	}
}
