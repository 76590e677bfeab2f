package hierarchy_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// The best of the trips that set out and arrive in one direction each is the best of all, and every lane
// finds it.
func TestTripsInOneDirection(t *testing.T) {
	ctx := context.Background()
	router := delawareRouter(t)
	r := rand.New(rand.NewPCG(15, 8))
	ferries := 0.4
	for _, mode := range []routing.Mode{routing.Auto, routing.Bicycle} {
		h := router.Hierarchy(mode)
		n := h.Network()
		for _, o := range []routing.Options{{}, {UseFerries: &ferries}} {
			m := metricOf(t, n, o)
			cost := func(from, to graph.Spot) uint64 {
				path, err := router.Route(ctx, m, []graph.Spot{from}, []graph.Spot{to})
				if err != nil && !errors.Is(err, dijkstra.ErrNoPath) {
					t.Fatal(err)
				}
				if err != nil {
					return math.MaxUint64
				}
				if first, last := n.Arc(path.States[0]), n.Arc(path.States[len(path.States)-1]); !from.Takes(first) || !to.Takes(last) {
					t.Errorf("sets out or arrives in a direction that is shut")
				}
				return path.Cost
			}
			spot := func() graph.Spot {
				for {
					if e := r.Uint32N(uint32(len(n.Edges))); m.Landable(e) {
						return graph.Spot{Edge: e, Offset: r.Uint32N(1 + n.Edges[e].Length)}
					}
				}
			}
			for i := range 30 {
				from, to := spot(), spot()
				if i%5 == 0 {
					to = graph.Spot{Edge: from.Edge, Offset: r.Uint32N(1 + n.Edges[from.Edge].Length)}
				}
				best := uint64(math.MaxUint64)
				for _, a := range []graph.Shut{graph.ShutForward, graph.ShutBackward} {
					for _, b := range []graph.Shut{graph.ShutForward, graph.ShutBackward} {
						from.Shut, to.Shut = a, b
						got := cost(from, to)
						best = min(best, got)
						if i%10 != 0 {
							continue
						}
						plain, err := dijkstra.Route(ctx, m, []graph.Spot{from}, []graph.Spot{to})
						if err != nil {
							plain.Cost = math.MaxUint64
						}
						rows, err := dijkstra.Table(ctx, m, [][]graph.Spot{{from}}, [][]graph.Spot{{to}})
						if err != nil {
							t.Fatal(err)
						}
						if cell := rows[0][0]; got != plain.Cost || got != math.MaxUint64 && cell.Cost != got {
							t.Errorf("%s, %v to %v: %d, by a plain search %d, by a table %d", mode, from, to, got, plain.Cost, cell.Cost)
						}
					}
				}
				from.Shut, to.Shut = 0, 0
				if all := cost(from, to); all != best {
					t.Errorf("%s, %v to %v: %d, and %d of the directions", mode, from, to, all, best)
				}
				from.Shut = graph.ShutForward | graph.ShutBackward
				if cost(from, to) != math.MaxUint64 {
					t.Errorf("%s: a trip sets out in no direction", mode)
				}
			}
		}
	}
}
