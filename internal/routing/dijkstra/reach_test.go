package dijkstra_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
)

// Where the metric is the measure itself, the arcs within a limit are exactly the oracle's.
func TestFromAgainstOracle(t *testing.T) {
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	for _, n := range g.Networks() {
		t.Run(string(n.Mode), func(t *testing.T) {
			options := routing.Options{Shortest: true}
			m, x := newMetric(t, n, options), newOracle(n, options)
			r := rand.New(rand.NewPCG(3, 4))
			for range 3 {
				from := randomSpot(r, m)
				limit := uint32(r.IntN(20_000_000)) // up to 20 km
				visits, err := dijkstra.From(context.Background(), m, []graph.Spot{from}, dijkstra.Millimetres, limit)
				if err != nil {
					t.Fatal(err)
				}
				got := map[uint32]uint32{}
				for _, v := range visits {
					got[v.Arc] = v.Entry
				}
				at, _ := x.run(from)
				want := 0
				for arc, a := range at {
					entry, ok := got[uint32(arc)]
					if within := a.cost <= uint64(limit); within != ok || ok && uint64(entry) != a.cost {
						t.Fatalf("from %+v within %d mm: arc %d is entered at %d, %v; want %d", from, limit, arc, entry, ok, a.cost)
					} else if within {
						want++
					}
				}
				if len(visits) != want {
					t.Fatalf("%d visits, want %d", len(visits), want)
				}
			}
		})
	}
}

// The times of a bounded search are those along the best paths, even where a quicker path costs more.
func TestFromTakesTheTimeOfTheBestPath(t *testing.T) {
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	for _, n := range g.Networks() {
		t.Run(string(n.Mode), func(t *testing.T) {
			options := routing.Options{UseFerries: use(0.5)}
			m, x := newMetric(t, n, options), newOracle(n, options)
			r := rand.New(rand.NewPCG(5, 6))
			for range 3 {
				from := randomSpot(r, m)
				const limit = 15 * 60 * 1000
				visits, err := dijkstra.From(context.Background(), m, []graph.Spot{from}, dijkstra.Milliseconds, limit)
				if err != nil {
					t.Fatal(err)
				}
				got := map[uint32]uint32{}
				for _, v := range visits {
					got[v.Arc] = v.Entry
				}
				at, _ := x.run(from)
				for arc, a := range at {
					if a.cost == math.MaxUint64 {
						continue
					}
					entry, ok := got[uint32(arc)]
					if within := a.time <= limit; within != ok || ok && uint64(entry) != a.time {
						t.Fatalf("from %+v: arc %d is entered after %d ms, %v; want %d", from, arc, entry, ok, a.time)
					}
				}
			}
		})
	}
}

// A spot on an arc that was come upon is as far from the place as a route says, in both directions.
func TestReachAgreesWithRoutes(t *testing.T) {
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	ctx := context.Background()
	const limit = 4_000_000
	for _, n := range g.Networks() {
		m := newMetric(t, n, routing.Options{Shortest: true})
		for _, towards := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, towards: %v", n.Mode, towards), func(t *testing.T) {
				r := rand.New(rand.NewPCG(9, 10))
				for range 5 {
					place := randomSpot(r, m)
					search, route := dijkstra.From, func(s graph.Spot) (dijkstra.Path, error) {
						return dijkstra.Route(ctx, m, []graph.Spot{place}, []graph.Spot{s})
					}
					if towards {
						search, route = dijkstra.To, func(s graph.Spot) (dijkstra.Path, error) {
							return dijkstra.Route(ctx, m, []graph.Spot{s}, []graph.Spot{place})
						}
					}
					visits, err := search(ctx, m, []graph.Spot{place}, dijkstra.Millimetres, limit)
					if err != nil {
						t.Fatal(err)
					}
					entry := map[uint32]uint64{}
					for _, v := range visits {
						entry[v.Arc] = uint64(v.Entry)
					}
					for range 40 {
						s := randomSpotOn(r, m, uint32(r.IntN(len(n.Edges))))
						if len(visits) > 0 && r.IntN(4) > 0 {
							s = randomSpotOn(r, m, visits[r.IntN(len(visits))].Arc>>1)
						}
						if s.Edge == place.Edge || !m.Landable(s.Edge) {
							continue
						}
						want := uint64(math.MaxUint64)
						for arc := 2 * s.Edge; arc <= 2*s.Edge+1; arc++ {
							rest := s.At(arc, n.Graph)
							if towards {
								rest = n.Edges[s.Edge].Length - rest
							}
							if e, ok := entry[arc]; ok {
								want = min(want, e+uint64(rest))
							}
						}
						path, err := route(s)
						if err != nil && !errors.Is(err, dijkstra.ErrNoPath) {
							t.Fatal(err)
						}
						if err == nil && path.Cost <= limit && path.Cost != want || err != nil && want != math.MaxUint64 {
							t.Errorf("%+v and %+v: the route has %d mm (%v), the search says %d", place, s, path.Cost, err, want)
						}
					}
				}
			})
		}
	}
}

func TestReachIsCancelled(t *testing.T) {
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	m := newMetric(t, g.Network(routing.Auto), routing.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 { // some places lie on small islands
		if _, err := dijkstra.From(ctx, m, []graph.Spot{randomSpot(r, m)}, dijkstra.Milliseconds, dijkstra.MaxLimit); errors.Is(err, context.Canceled) {
			return
		}
	}
	t.Error("a cancelled context stops no search")
}
