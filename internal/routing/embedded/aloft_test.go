package embedded_test

import (
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// A leg tells where it lies on bridges, in tunnels and on ferries, whatever way it goes and wherever it
// begins; pieces that meet are one.
func TestAloft(t *testing.T) {
	const step = 0.01 // some 1.1 km
	m := new(osmtest.Map)
	for i := range int64(9) {
		m.Node(1+i, 10+step*float64(i), 0)
	}
	m.Way(1, []int64{1, 2}, "highway=tertiary").
		Way(2, []int64{2, 3}, "highway=tertiary", "bridge=yes").
		Way(3, []int64{3, 4}, "highway=tertiary", "tunnel=yes").
		Way(4, []int64{4, 5}, "highway=tertiary", "bridge=no", "tunnel=no").
		Way(5, []int64{5, 6}, "highway=tertiary", "bridge=viaduct").
		Way(6, []int64{6, 7}, "highway=tertiary").
		Way(7, []int64{7, 8}, "route=ferry", "motor_vehicle=yes").
		Way(8, []int64{8, 9}, "highway=tertiary")
	e := engine(t, m)
	want := [][2]float64{{1, 3}, {4, 5}, {6, 7}} // in steps
	for _, ends := range [][2]float64{{0.2, 7.8}, {7.8, 0.2}, {1.5, 7.8}, {2.5, 4.5}, {3.2, 3.8}} {
		from, to := ends[0], ends[1]
		r, err := route(e, routing.Auto, orb.Point{10 + step*from, 0}, orb.Point{10 + step*to, 0})
		if err != nil {
			t.Fatal(err)
		}
		leg := r.Legs[0]
		var expected [][2]float64
		for _, w := range want {
			a, b := max(w[0], min(from, to)), min(w[1], max(from, to))
			switch {
			case a >= b:
			case from > to:
				expected = append([][2]float64{{b, a}}, expected...)
			default:
				expected = append(expected, [2]float64{a, b})
			}
		}
		if len(leg.Aloft) != len(expected) {
			t.Errorf("%v: %v of %v, want %v", ends, leg.Aloft, leg.Shape, expected)
			continue
		}
		for i, span := range leg.Aloft {
			for k, at := range span {
				if d := geo.Distance(leg.Shape[at], orb.Point{10 + step*expected[i][k], 0}); math.Abs(d) > 1 {
					t.Errorf("%v: stretch %d at %v, want %v", ends, i, leg.Shape[at], expected[i])
				}
			}
		}
	}
}
