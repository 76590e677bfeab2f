package hierarchy_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
)

// places returns random places, some of them where roads meet, some close together.
func places(r *rand.Rand, m *graph.Metric, count int) (list [][]graph.Spot) {
	for len(list) < count {
		switch r.IntN(4) {
		case 0:
			list = append(list, atNode(r, m))
		case 1:
			s := randomSpot(r, m)
			list = append(list, []graph.Spot{s}, []graph.Spot{spotOn(r, m, s.Edge)})
		default:
			list = append(list, []graph.Spot{randomSpot(r, m)})
		}
	}
	return list[:count]
}

// A cell of a table is the route between its places.
func TestTableHoldsRoutes(t *testing.T) {
	ctx := context.Background()
	router := delawareRouter(t)
	for _, mode := range modes {
		for _, set := range optionSets {
			if !set.holds(mode) {
				continue
			}
			t.Run(fmt.Sprintf("%s, %s", mode, set.name), func(t *testing.T) {
				h := router.Hierarchy(mode)
				m := metricOf(t, h.Network(), set.o)
				w := weightsOf(t, h, m)
				r := rand.New(rand.NewPCG(8, uint64(len(set.name))))
				origins, destinations := places(r, m, 40), places(r, m, 30)
				destinations = append(destinations, origins[:5]...)
				rows, err := router.Table(ctx, m, origins, destinations)
				if err != nil {
					t.Fatal(err)
				}
				found, other := 0, 0
				for i, row := range rows {
					for j, got := range row {
						p, err := h.Route(w, m, origins[i], destinations[j])
						if errors.Is(err, dijkstra.ErrNoPath) {
							if got.Cost != dijkstra.Unreachable {
								t.Fatalf("cell %d, %d is %+v, there is no route", i, j, got)
							}
							continue
						}
						if err != nil {
							t.Fatal(err)
						}
						want := p.Measure(m)
						if got.Cost != want.Cost {
							t.Fatalf("cell %d, %d is %+v, the route has %+v", i, j, got, want)
						}
						if got != want { // another path at the same cost
							other++
						}
						found++
					}
				}
				if found < 200 || other*50 > found {
					t.Errorf("of %d routes, %d cells tell of other ones", found, other)
				}
			})
		}
	}
}

// Without room for metrics, and without a hierarchy, tables are filled all the same.
func TestTableWithoutHierarchy(t *testing.T) {
	ctx := context.Background()
	delawareRouter(t)
	for name, router := range map[string]*hierarchy.Router{
		"no room":      newRouter(t, state.file, 0),
		"no hierarchy": newRouter(t, state.roads, hierarchy.DefaultCacheBytes),
	} {
		t.Run(name, func(t *testing.T) {
			n := graphtest.FromFile(t, state.roads).Network(routing.Pedestrian)
			m := metricOf(t, n, routing.Options{Exclude: routing.Steps})
			r := rand.New(rand.NewPCG(5, 5))
			origins, destinations := places(r, m, 2), places(r, m, 3)
			rows, err := router.Table(ctx, m, origins, destinations)
			if err != nil {
				t.Fatal(err)
			}
			for i, row := range rows {
				for j, got := range row {
					p, err := dijkstra.Route(ctx, m, origins[i], destinations[j])
					if err != nil && !errors.Is(err, dijkstra.ErrNoPath) {
						t.Fatal(err)
					}
					if (got.Cost != dijkstra.Unreachable) != (err == nil) || err == nil && got.Cost != p.Cost {
						t.Errorf("cell %d, %d is %+v, the route costs %d, %v", i, j, got, p.Cost, err)
					}
				}
			}
		})
	}
}
