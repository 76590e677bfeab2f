package graph_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// The edges that touch an area, against points along each edge: whoever has a point well within the area
// touches it, and whoever touches it has a point near it.
func TestTouchingAgainstPoints(t *testing.T) {
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	r := rand.New(rand.NewPCG(61, 62))
	for range 6 {
		at := orb.Point{-75.7 + r.Float64()*0.4, 38.6 + r.Float64()*1.1}
		corner := func(x, y float64) orb.Point {
			return orb.Point{at[0] + x*(0.01+r.Float64()*0.03), at[1] + y*(0.01+r.Float64()*0.03)}
		}
		ring := orb.Ring{corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)}
		hole := orb.Ring{{at[0] - .004, at[1] - .004}, {at[0] - .004, at[1] + .004}, {at[0] + .004, at[1] + .004}, {at[0] + .004, at[1] - .004}}
		polygon := orb.Polygon{append(ring, ring[0]), append(hole, hole[0])}
		got, err := g.Touching(context.Background(), orb.MultiPolygon{polygon, polygon})
		if err != nil || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("%v, or edges out of order", err)
		}
		for edge := range uint32(len(g.Edges)) {
			_, touches := slices.BinarySearch(got, edge)
			if !touches && !polygon.Bound().Intersects(g.AppendShape(nil, 2*edge).Bound()) {
				continue // far away
			}
			inside, outside := false, true
			for i := 1; i < g.Points(edge); i++ {
				a, b := g.Point(edge, i-1), g.Point(edge, i)
				for k := range 101 {
					s := float64(k) / 100
					p := orb.Point{a[0] + s*(b[0]-a[0]), a[1] + s*(b[1]-a[1])}
					in := planar.PolygonContains(polygon, p)
					inside = inside || in
					if in || planar.DistanceFrom(polygon, p) < max(1e-7, planar.Distance(a, b)/90) {
						outside = false
					}
				}
			}
			if inside && !touches || outside && touches {
				t.Fatalf("edge %d: inside %v, outside %v, touches %v", edge, inside, outside, touches)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := g.Touching(ctx, orb.MultiPolygon{{{{-76, 38}, {-75, 38}, {-75, 40}, {-76, 38}}}}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
