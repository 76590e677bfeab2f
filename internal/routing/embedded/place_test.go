package embedded

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/paulmach/orb"
)

// The places of a stop are those that a look at every road finds: the nearest that its hint allows, then
// nearer and nearer to the road network, none of them outdone by another.
func TestPlacesAgainstEveryRoad(t *testing.T) {
	e, err := New(graphtest.Delaware(t))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(5, 8))
	for _, mode := range []routing.Mode{routing.Auto, routing.Bicycle} {
		m, err := e.metric(mode, routing.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range 12 {
			p := orb.Point{-75.7 + r.Float64()*0.2, 38.7 + r.Float64()}
			heading := 360 * r.Float64()
			hint := &routing.Hint{Heading: &heading, Tolerance: 20 + 100*r.Float64()}
			if r.IntN(2) == 0 {
				hint.Side = routing.SameSide
			}
			got, err := e.placesWhere(context.Background(), m, p, func(s graph.Spot) graph.Shut { return e.shut(m, p, s, hint) })
			if err != nil {
				t.Fatal(err)
			}
			// All roads, one by one.
			nearest, onNetwork := math.Inf(1), math.Inf(1)
			enough := min(mainStates, e.largest[mode])
			e.graph.Nearest(p, math.Inf(1), m.Landable, func(s graph.Spot) bool {
				if s.Metres > routing.MaxSnapMetres {
					return false
				}
				s.Shut = e.shut(m, p, s, hint)
				var x place
				usable := false
				for arc := 2 * s.Edge; arc <= 2*s.Edge+1; arc++ {
					usable = usable || m.OfArc(arc).Choose > 0 && s.Takes(arc) && fits(e, s, arc, hint)
				}
				if !usable {
					return true
				}
				x.metres = s.Metres
				x.add(m, s)
				nearest = min(nearest, s.Metres)
				if x.core >= enough {
					onNetwork = min(onNetwork, x.rank)
				}
				return true
			})
			first, last := math.Inf(1), math.Inf(1)
			for i, x := range got {
				first = min(first, x.metres)
				if x.core >= enough {
					last = min(last, x.rank)
				}
				if i > 0 && (x.core <= got[i-1].core || x.rank < got[i-1].rank) {
					t.Errorf("place %d is outdone", i)
				}
				for _, s := range x.spots {
					if !s.Takes(2*s.Edge) && !s.Takes(2*s.Edge+1) {
						t.Errorf("place %d takes no direction", i)
					}
				}
			}
			if math.Abs(first-nearest) > 1e-6 && !math.IsInf(nearest, 1) && first > nearest*highwayRank || math.Abs(last-onNetwork) > 1e-6 {
				t.Errorf("%s at %v: nearest %v m and on the network %v m, want %v and %v", mode, p, first, last, nearest, onNetwork)
			}
		}
	}
}

// fits tells in words of its own whether the direction of an arc at a spot is within the tolerance of a
// hint's heading, seen over a road as short as its rounding allows.
func fits(e *Engine, s graph.Spot, arc uint32, hint *routing.Hint) bool {
	line := e.graph.AppendPart(nil, 2*s.Edge, uint32(max(0, int64(s.Offset)-directionMillimetres)), min(e.graph.Edges[s.Edge].Length, s.Offset+directionMillimetres))
	bearing := geo.Bearing(line[0], line[len(line)-1])
	if arc&1 == 1 {
		bearing += 180
	}
	_, frac := math.Modf((bearing-*hint.Heading)/360 + 3)
	return 360*min(frac, 1-frac) <= hint.Tolerance+1e-9
}
