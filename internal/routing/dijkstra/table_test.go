package dijkstra_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
)

// Each cell of a table costs what the oracle says, and comes to what a route between the same places
// comes to, unless several paths cost the same.
func TestTableAgainstOracle(t *testing.T) {
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	for _, n := range g.Networks() {
		for name, o := range optionSets(n.Mode) {
			t.Run(string(n.Mode)+" "+name, func(t *testing.T) {
				r := rand.New(rand.NewPCG(31, uint64(len(name))))
				m := newMetric(t, n, o)
				x := newOracle(n, o)
				var from, to [][]graph.Spot
				var reached [][]arrival
				for i := range 2 {
					a := randomSpot(r, m)
					from = append(from, []graph.Spot{a})
					at, order := x.run(a)
					reached = append(reached, at)
					for range 8 + 8*i {
						to = append(to, []graph.Spot{target(r, m, a, order)})
					}
				}
				to = append(to, from[0], []graph.Spot{randomSpot(r, m), randomSpot(r, m)})
				rows, err := dijkstra.Table(context.Background(), m, from, to)
				if err != nil {
					t.Fatal(err)
				}
				found, ties := 0, 0
				for i, a := range from {
					for j, b := range to {
						want := uint64(dijkstra.Unreachable)
						for _, spot := range b {
							if cost, ok := x.cost(reached[i], a[0], spot); ok {
								want = min(want, cost)
							}
						}
						got := rows[i][j]
						if got.Cost != want {
							t.Fatalf("from %+v to %+v costs %d, want %d", a, b, got.Cost, want)
						}
						path, err := dijkstra.Route(context.Background(), m, a, b)
						if errors.Is(err, dijkstra.ErrNoPath) && want == dijkstra.Unreachable {
							continue
						}
						if err != nil {
							t.Fatal(err)
						}
						found++
						if path.Measure(m) != got {
							ties++
						}
					}
				}
				if found == 0 || ties > found/20+1 {
					t.Errorf("%d of %d cells differ from their routes", ties, found)
				}
			})
		}
	}
}

// On maps whose streets are of odd lengths no two paths cost the same, so that cells and routes agree
// to the millimetre.
func TestTableEqualsRoutes(t *testing.T) {
	forTowns(t, func(t *testing.T, seed uint64, mode routing.Mode) {
		town := graphtest.RandomTown(seed).Restrict(seed, 10, "no_left_turn", "no_straight_on", "only_right_turn")
		m := newMetric(t, graphtest.Graph(t, town.Map(), mode).Network(mode), routing.Options{})
		var places [][]graph.Spot
		for _, p := range town.Corners {
			if spots := spotsAt(m, p); len(spots) > 0 {
				places = append(places, spots)
			}
		}
		rows, err := dijkstra.Table(context.Background(), m, places, places)
		if err != nil {
			t.Fatal(err)
		}
		found, ties := 0, 0
		for i := range places {
			for j := range places {
				path, err := dijkstra.Route(context.Background(), m, places[i], places[j])
				if errors.Is(err, dijkstra.ErrNoPath) {
					if rows[i][j].Cost != dijkstra.Unreachable {
						t.Errorf("from %d to %d: %+v without a route", i, j, rows[i][j])
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				found++
				if rows[i][j].Cost != path.Cost {
					t.Errorf("from %d to %d costs %d, a route %d", i, j, rows[i][j].Cost, path.Cost)
				}
				if path.Measure(m) != rows[i][j] {
					ties++
				}
			}
		}
		if found < 3*len(places) || ties > found/20 {
			t.Errorf("%d of %d cells differ from their routes", ties, found)
		}
	})
}

func TestTableIsCancelled(t *testing.T) {
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	m := newMetric(t, g.Network(routing.Auto), routing.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := rand.New(rand.NewPCG(1, 1))
	var places [][]graph.Spot
	for range 20 {
		places = append(places, []graph.Spot{randomSpot(r, m)})
	}
	if _, err := dijkstra.Table(ctx, m, places, places); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled table says %v", err)
	}
}

func BenchmarkTable(b *testing.B) {
	g := graphtest.FromFile(b, graphtest.Delaware(b))
	m, err := graph.NewMetric(g.Network(routing.Auto), routing.Options{})
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	var places [][]graph.Spot
	for range 50 {
		places = append(places, []graph.Spot{randomSpot(r, m)})
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := dijkstra.Table(context.Background(), m, places, places); err != nil {
			b.Fatal(err)
		}
	}
}
