package dijkstra_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/paulmach/orb"
)

var pairs = flag.Int("pairs", 150, "pairs for each mode and set of options that searches are compared over")

// spotOn returns a spot on an edge.
func spotOn(g *graph.Graph, edge uint32, share float64) graph.Spot {
	return graph.Spot{Edge: edge, Offset: uint32(share * float64(g.Edges[edge].Length))}
}

// randomSpot returns a spot on a road that the metric allows, every tenth one at the end of its edge.
func randomSpot(r *rand.Rand, m *graph.Metric) graph.Spot {
	for {
		if e := uint32(r.IntN(len(m.Network.Edges))); m.Landable(e) {
			return randomSpotOn(r, m, e)
		}
	}
}

func randomSpotOn(r *rand.Rand, m *graph.Metric, edge uint32) graph.Spot {
	share := r.Float64()
	if r.IntN(10) == 0 {
		share = math.Round(share)
	}
	return spotOn(m.Network.Graph, edge, share)
}

func use(v float64) *float64 { return &v }

func count(n int) *int { return &n }

// optionSets are the options that each mode is tested with.
func optionSets(mode routing.Mode) map[string]routing.Options {
	sets := map[string]routing.Options{
		"default":  {},
		"shortest": {Shortest: true},
		"exclude":  {Exclude: routing.Ferry | routing.Unpaved | routing.Steps | routing.Tunnel},
	}
	switch mode {
	case routing.Auto:
		sets["no highways"] = routing.Options{Exclude: routing.Highway | routing.Toll}
		sets["avoid"] = routing.Options{UseHighways: use(0), UseTolls: use(0.5), UseFerries: use(0)}
		sets["high"] = routing.Options{Height: use(3.2), Weight: use(2.9)}
	case routing.Truck:
		sets["light"] = routing.Options{Height: use(3), Width: use(2.1), Length: use(6), Weight: use(3.4), AxleLoad: use(2), AxleCount: count(2)}
		sets["heavy"] = routing.Options{Height: use(4.5), Weight: use(40), AxleLoad: use(11.5), AxleCount: count(6), Hazmat: true, UseTolls: use(0)}
		sets["long"] = routing.Options{Length: use(30)}
	case routing.Bus:
		sets["double-decker"] = routing.Options{Height: use(4.4), UseHighways: use(0.3)}
	case routing.Bicycle:
		sets["fast"] = routing.Options{CyclingSpeed: 25, UseFerries: use(0.2)}
		sets["road bicycle"] = routing.Options{Bicycle: routing.RoadBicycle, AvoidBadSurfaces: use(0.7)}
		sets["mountain bicycle"] = routing.Options{Bicycle: routing.MountainBicycle, UseRoads: use(0)}
		sets["at night"] = routing.Options{UseLit: use(1), UseRoads: use(0.5), UseHills: use(0)}
	case routing.Pedestrian:
		sets["slow"] = routing.Options{WalkingSpeed: 3, Exclude: routing.Steps}
		sets["at night"] = routing.Options{UseLit: use(0.8), MaxHiking: count(1)}
	}
	return sets
}

func newMetric(tb testing.TB, n *graph.Network, o routing.Options) *graph.Metric {
	tb.Helper()
	m, err := graph.NewMetric(n, o)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// heavy returns the graph of Delaware for trucks and buses.
func heavy(t *testing.T) *graph.Graph {
	path, _ := graphtest.Import(t, t.TempDir(), osmtest.Delaware(t), routing.Truck, routing.Bus)
	return graphtest.FromFile(t, graphtest.Open(t, path))
}

// closeSome closes the roads within two triangles, one of them across the middle of the state.
func closeSome(t *testing.T, m *graph.Metric, x *oracle) {
	area := orb.MultiPolygon{
		{{{-75.75, 39.3}, {-75.5, 39.33}, {-75.6, 39.42}, {-75.75, 39.3}}},
		{{{-75.57, 39.72}, {-75.53, 39.72}, {-75.55, 39.76}, {-75.57, 39.72}}},
	}
	edges, err := m.Network.Touching(context.Background(), area)
	if err != nil || len(edges) < 1000 {
		t.Fatalf("%d edges within the area, %v", len(edges), err)
	}
	m.Close(edges)
	x.closed = map[uint32]bool{}
	for _, e := range edges {
		x.closed[e] = true
	}
}

// target picks a destination: half of them anywhere, half near the origin, where searches meet
// early and most of what can go wrong goes wrong.
func target(r *rand.Rand, m *graph.Metric, from graph.Spot, order []uint32) graph.Spot {
	switch r.IntN(4) {
	case 0:
		return randomSpot(r, m)
	case 1:
		if r.IntN(5) == 0 {
			return randomSpotOn(r, m, from.Edge)
		}
	}
	if len(order) == 0 {
		return randomSpotOn(r, m, from.Edge)
	}
	rank := int(math.Pow(float64(len(order)), r.Float64()))
	if e := order[min(rank, len(order)-1)] >> 1; m.Landable(e) {
		return randomSpotOn(r, m, e)
	}
	return randomSpot(r, m)
}

func TestRouteAgainstOracle(t *testing.T) {
	ctx := context.Background()
	for _, n := range slices.Concat(graphtest.FromFile(t, graphtest.Delaware(t)).Networks(), heavy(t).Networks()) {
		for name, options := range optionSets(n.Mode) {
			t.Run(fmt.Sprintf("%s, %s", n.Mode, name), func(t *testing.T) {
				m, x := newMetric(t, n, options), newOracle(n, options)
				if name == "default" || name == "avoid" {
					closeSome(t, m, x)
				}
				r := rand.New(rand.NewPCG(7, uint64(len(name))))
				count := *pairs
				if testing.Short() {
					count /= 5
				}
				const targets = 40
				found := 0
				for range max(1, count/targets) {
					from := randomSpot(r, m)
					at, order := x.run(from)
					for range targets {
						to := target(r, m, from, order)
						want, ok := x.cost(at, from, to)
						path, err := dijkstra.Route(ctx, m, []graph.Spot{from}, []graph.Spot{to})
						if errors.Is(err, dijkstra.ErrNoPath) && !ok {
							continue
						}
						if err != nil || !ok || path.Cost != want {
							t.Fatalf("Route(%+v, %+v) costs %d, %v; want %d, %v", from, to, path.Cost, err, want, ok)
						}
						checkPath(t, x, path, from, to)
						found++
					}
				}
				if found == 0 {
					t.Error("no pair is connected: the test shows nothing")
				}
			})
		}
	}
}

// checkPath walks along a path: it must be one that may be travelled, and cost what it says.
func checkPath(t *testing.T, x *oracle, path dijkstra.Path, from, to graph.Spot) {
	t.Helper()
	n := x.n
	arcs := make([]uint32, len(path.States))
	for i, s := range path.States {
		arcs[i] = n.Arc(s)
	}
	last := len(arcs) - 1
	if arcs[0]>>1 != from.Edge || arcs[last]>>1 != to.Edge || path.From != from.At(arcs[0], n.Graph) || path.To != to.At(arcs[last], n.Graph) {
		t.Fatalf("path from arc %d at %d to arc %d at %d does not join %+v and %+v", arcs[0], path.From, arcs[last], path.To, from, to)
	}
	cost, phase := uint64(0), 0
	for i, arc := range arcs {
		begin, end := uint32(0), n.Edges[arc/2].Length
		if i == 0 {
			begin = path.From
		}
		if i == last {
			end = path.To
		}
		if begin > end {
			t.Fatalf("path goes back on arc %d", arc)
		}
		cost += x.price(x.choose, arc, end-begin)
		var ok bool
		if phase, ok = phaseOn(phase, n.Classes[n.Arcs[arc]].Access); !ok || x.shut(arc) {
			t.Fatalf("path uses arc %d, which it may not", arc)
		}
		if i == 0 {
			continue
		}
		ms, ok := n.Turn(arcs[i-1], arc)
		if !ok || n.Head(arcs[i-1]) != n.Tail(arc) || n.Next(path.States[i-1], arc) != path.States[i] {
			t.Fatalf("path turns from arc %d to %d, which it may not", arcs[i-1], arc)
		}
		if x.turns {
			cost += uint64(ms)
		}
	}
	if cost != path.Cost {
		t.Fatalf("path costs %d and says %d", cost, path.Cost)
	}
}

func TestRouteIsCancelled(t *testing.T) {
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	m := newMetric(t, g.Network(routing.Auto), routing.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 { // some pairs are too near for the search to look up
		_, err := dijkstra.Route(ctx, m, []graph.Spot{randomSpot(r, m)}, []graph.Spot{randomSpot(r, m)})
		if errors.Is(err, context.Canceled) {
			return
		}
	}
	t.Error("a cancelled context stops no search")
}
