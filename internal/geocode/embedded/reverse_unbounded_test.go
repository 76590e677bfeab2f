package embedded

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/query"
	"github.com/paulmach/orb"
)

// TestReverseWithoutOutlines finds what has no outline to lie in.
func TestReverseWithoutOutlines(t *testing.T) {
	m := village()
	m.Node(40, 10.004, 50.002, "place=neighbourhood", "name=Millbank")
	g := openMap(t, m)
	for _, tc := range []struct {
		name   string
		at     orb.Point
		kind   geocode.PlaceType
		radius float64
		want   string
		metres float64
	}{
		{"a crossing", orb.Point{10.0048, 50.0052}, geocode.Intersection, 0, "Mill Street & High Street", 26.5},
		{"no crossing within", orb.Point{10.0009, 50.0090}, geocode.Intersection, 200, "", 0},
		{"a bridge is none", orb.Point{10.0050, 50.0080}, geocode.Intersection, 100, "", 0},
		{"a postcode of houses", orb.Point{10.0032, 50.0051}, geocode.Postcode, 0, "12345", 71.7},
		{"no postcode within", orb.Point{10.0100, 50.0100}, geocode.Postcode, 200, "", 0},
		{"a neighbourhood that is a point", orb.Point{10.0050, 50.0020}, geocode.Neighbourhood, 0, "Millbank", 71.7},
		{"no neighbourhood within", orb.Point{10.0050, 50.0020}, geocode.Neighbourhood, 50, "", 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rows := lookAround(t, g, geocode.ReverseQuery{Point: tc.at, Types: []geocode.PlaceType{tc.kind}, Radius: tc.radius, Size: 1})
			if tc.want == "" {
				if len(rows) > 0 {
					t.Errorf("got %s", rows[0].Label)
				}
				return
			}
			if len(rows) != 1 {
				t.Fatalf("got %d rows", len(rows))
			}
			r := rows[0]
			if r.Name != tc.want || r.Type != tc.kind || math.Abs(*r.Distance-tc.metres) > 1.5 || r.Bearing == nil {
				t.Errorf("got %s %s at %.1f m, want %s at %.1f", r.Type, r.Name, *r.Distance, tc.want, tc.metres)
			}
			if p, err := g.Place(context.Background(), r.ID, ""); err != nil || p == nil || p.Name != r.Name {
				t.Errorf("its id %s means %v, %v", r.ID, p, err)
			}
		})
	}
}

// TestReverseCrossingsAgainstBruteForce compares the nearest crossings with those of all pairs of
// streets around.
func TestReverseCrossingsAgainstBruteForce(t *testing.T) {
	g := open(t)
	rng := rand.New(rand.NewPCG(5, 6))
	for range 12 {
		p := g.x.Record(index.Doc(rng.IntN(g.x.Len()))).At.Point()
		const radius = 300
		ruler := geo.NewRuler(p)
		var streets []index.Doc
		g.x.SearchStreets(geo.Around(geo.ToFixed(p), radius), nil, func(street index.Doc, _ []geo.Fixed) bool {
			if !slices.Contains(streets, street) {
				streets = append(streets, street)
			}
			return true
		})
		var want []float64
		for i, a := range streets {
			for _, b := range streets[i+1:] {
				for _, c := range query.Crossings(g.x, a, b) {
					if d := ruler.Distance(p, c.At.Point()); d <= radius && g.x.Record(a).Name != g.x.Record(b).Name {
						want = append(want, d)
					}
				}
			}
		}
		slices.Sort(want)
		for _, size := range []int{1, 5, 40} {
			rows := lookAround(t, g, geocode.ReverseQuery{Point: p, Types: []geocode.PlaceType{geocode.Intersection}, Radius: radius, Size: size})
			if len(rows) != min(size, len(want)) {
				t.Fatalf("near %v: got %d crossings, want %d of %d", p, len(rows), size, len(want))
			}
			for k, r := range rows {
				if math.Abs(*r.Distance-want[k]) > 1e-6 {
					t.Errorf("near %v: number %d is %.2f m off, want %.2f", p, k, *r.Distance, want[k])
				}
			}
		}
	}
}

// TestReverseNearestFirst checks the order of the rows, with and without types.
func TestReverseNearestFirst(t *testing.T) {
	g := open(t)
	rng := rand.New(rand.NewPCG(7, 8))
	mixed := []geocode.PlaceType{geocode.Venue, geocode.Address, geocode.Street, geocode.Intersection, geocode.Postcode, geocode.Locality, geocode.Neighbourhood, geocode.County}
	for i := range 200 {
		p := g.x.Record(index.Doc(rng.IntN(g.x.Len()))).At.Point()
		q := geocode.ReverseQuery{Point: p, Size: 10}
		if i%2 == 1 {
			q.Types = mixed
		}
		last := 0.0
		for k, r := range lookAround(t, g, q) {
			if *r.Distance < last {
				t.Errorf("near %v: row %d, %s, is %.1f m off, the one before %.1f", p, k, r.Label, *r.Distance, last)
			}
			last = *r.Distance
		}
	}
}
