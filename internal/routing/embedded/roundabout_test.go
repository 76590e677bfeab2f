package embedded_test

import (
	"math"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// Where both carriageways of a road meet a roundabout at one point, who comes in and wants to go back has
// to go all the way round: the way out lies before the way in. Where it lies behind it, one can turn off at once.
func TestAllTheWayRound(t *testing.T) {
	for _, tc := range []struct {
		name     string
		x0, y0   float64 // of the map's middle, in degrees
		mirrored bool    // the way in lies left of the way out
		left     bool    // traffic keeps left
		want     []string
	}{
		{"keeping right", 10, 0, false, false, []string{"In", "Round", "Out"}},
		{"keeping right, crossed over", 10, 0, true, false, []string{"In", "Out"}},
		{"keeping left", 144.9, -37.8, true, true, []string{"In", "Round", "Out"}},
		{"keeping left, crossed over", 144.9, -37.8, false, true, []string{"In", "Out"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := new(osmtest.Map)
			scale := 1 / (111_200 * math.Cos(tc.y0*math.Pi/180))
			place := func(x, y float64) orb.Point { return orb.Point{tc.x0 + x*scale, tc.y0 + y/111_200} }
			put := func(id int64, x, y float64) { p := place(x, y); m.Node(id, p[0], p[1]) }
			in, out := 40.0, -40.0
			if tc.mirrored {
				in, out = out, in
			}
			put(1, in, -90)
			put(2, 0, -20) // south of the roundabout
			put(3, out, -90)
			put(4, 20, 0)
			put(5, 0, 20)
			put(6, -20, 0)
			round := []int64{2, 4, 5, 6, 2}
			if tc.left {
				slices.Reverse(round)
			}
			m.Way(1, []int64{1, 2}, "highway=primary", "oneway=yes", "name=In").
				Way(2, []int64{2, 3}, "highway=primary", "oneway=yes", "name=Out").
				Way(3, round, "highway=primary", "junction=roundabout", "name=Round")
			r, err := route(engine(t, m), routing.Auto, place(in, -90), place(out, -90))
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, leg := range r.Legs {
				for _, s := range leg.Steps {
					names = append(names, s.Streets...)
				}
			}
			length := 2 * math.Hypot(40, 70)
			if len(tc.want) == 3 {
				length += 4 * math.Hypot(20, 20)
			}
			if math.Abs(r.Distance-length) > 1 {
				t.Errorf("%.0f m over %v, want %.0f over %v", r.Distance, names, length, tc.want)
			}
		})
	}
}
