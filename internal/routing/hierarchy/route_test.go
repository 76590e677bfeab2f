package hierarchy_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
)

var pairs = flag.Int("pairs", 500, "pairs for each mode and set of options that searches are compared over")

func metricOf(tb testing.TB, n *graph.Network, o routing.Options) *graph.Metric {
	tb.Helper()
	m, err := graph.NewMetric(n, o)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

func weightsOf(tb testing.TB, h *hierarchy.Hierarchy, m *graph.Metric) *hierarchy.Weights {
	tb.Helper()
	w, err := h.Customize(context.Background(), m, 2)
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

// finder is one way to find a path.
type finder struct {
	name string
	find func(from, to graph.Spot) (dijkstra.Path, error)
}

// Every lane finds paths that may be travelled and cost what the oracle says.
func TestLanesAgainstOracle(t *testing.T) {
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
				spots := func(from, to graph.Spot) ([]graph.Spot, []graph.Spot) { return []graph.Spot{from}, []graph.Spot{to} }
				lanes := []finder{
					{"hierarchy", func(from, to graph.Spot) (dijkstra.Path, error) {
						o, d := spots(from, to)
						return h.Route(w, m, o, d)
					}},
					{"router", func(from, to graph.Spot) (dijkstra.Path, error) {
						o, d := spots(from, to)
						return router.Route(ctx, m, o, d)
					}},
				}
				if dearer(h.Network(), set.o) {
					lanes = append(lanes, finder{"guided", func(from, to graph.Spot) (dijkstra.Path, error) {
						o, d := spots(from, to)
						p, _, err := h.Guided(ctx, h.Default(), m, o, d)
						if err != nil {
							return p, err
						}
						// Better bounds lead to the very same path.
						same, settled, err := h.Guided(ctx, w, m, o, d)
						if err != nil || !slices.Equal(p.States, same.States) {
							t.Fatalf("guided by the default metric from %+v to %+v goes by %v, by its own by %v, %v", from, to, p.States, same.States, err)
						}
						if len(p.States) > 1 && settled < len(p.States)-1 {
							t.Fatalf("a path of %d arcs was found by %d labels", len(p.States), settled)
						}
						// Nor does it matter what the router was asked before.
						routed, err := router.Route(ctx, m, o, d)
						if usual := set.name == "default"; err != nil || !usual && !slices.Equal(p.States, routed.States) {
							t.Fatalf("guided from %+v to %+v goes by %v, the router by %v, %v", from, to, p.States, routed.States, err)
						}
						return same, nil
					}})
				}
				againstOracle(t, m, lanes)
			})
		}
	}
}

// dearer tells whether options only make roads dearer or forbid them.
func dearer(n *graph.Network, o routing.Options) bool {
	m, err := graph.NewMetric(n, o)
	usual, err2 := graph.NewMetric(n, routing.Options{})
	if err != nil || err2 != nil || !m.Turns {
		return false
	}
	for i := range m.Classes {
		if c, u := m.Classes[i].Choose, usual.Classes[i].Choose; c > 0 && (u == 0 || c < u) {
			return false
		}
	}
	return true
}

func againstOracle(t *testing.T, m *graph.Metric, lanes []finder) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, uint64(len(t.Name()))))
	count := *pairs
	if testing.Short() {
		count /= 5
	}
	const targets = 250
	found := 0
	for range max(1, count/targets) {
		from := randomSpot(r, m)
		x := runOracle(m, from)
		for range targets {
			to := x.near(r)
			want := x.to(to)
			for _, lane := range lanes {
				path, err := lane.find(from, to)
				if errors.Is(err, dijkstra.ErrNoPath) && want == math.MaxUint64 {
					continue
				}
				if err != nil || path.Cost != want {
					t.Fatalf("%s: from %+v to %+v costs %d, %v; want %d", lane.name, from, to, path.Cost, err, want)
				}
				checkPath(t, m, path, from, to)
				found++
			}
		}
	}
	if found < count/4 {
		t.Errorf("only %d of %d pairs are connected: the test shows too little", found, count)
	}
}

// checkPath walks along a path: it must be one that may be travelled, and cost what it says.
func checkPath(t *testing.T, m *graph.Metric, path dijkstra.Path, from, to graph.Spot) {
	t.Helper()
	n := m.Network
	last := len(path.States) - 1
	first, final := n.Arc(path.States[0]), n.Arc(path.States[last])
	if first>>1 != from.Edge || final>>1 != to.Edge || path.From != from.At(first, n.Graph) || path.To != to.At(final, n.Graph) {
		t.Fatalf("path from arc %d at %d to arc %d at %d does not join %+v and %+v", first, path.From, final, path.To, from, to)
	}
	cost, phase := uint64(0), uint32(0)
	for i, state := range path.States {
		arc := n.Arc(state)
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
		cost += m.OfArc(arc).Choose.Over(end - begin)
		var ok bool
		if phase, ok = phaseOn(phase, n.ClassOf(arc).Access); !ok || m.OfArc(arc).Choose == 0 {
			t.Fatalf("path uses arc %d, which it may not", arc)
		}
		if i == 0 {
			continue
		}
		before := path.States[i-1]
		ms, ok := n.Turn(n.Arc(before), arc)
		if !ok || n.Head(n.Arc(before)) != n.Tail(arc) || n.Next(before, arc) != state {
			t.Fatalf("path turns from state %d to %d, which it may not", before, state)
		}
		if m.Turns {
			cost += uint64(ms)
		}
	}
	if cost != path.Cost {
		t.Fatalf("path costs %d and says %d", cost, path.Cost)
	}
}

// What the hierarchies of a small state look like. Their sizes bound the work of every search.
func TestShape(t *testing.T) {
	for _, tc := range []struct {
		mode                           routing.Mode
		vertices, arcs, depth, largest int
	}{
		{routing.Auto, 250_000, 1_500_000, 350, 60},
		{routing.Bicycle, 300_000, 2_000_000, 450, 60},
		{routing.Pedestrian, 130_000, 700_000, 200, 30},
	} {
		h := delaware(t, tc.mode)
		separators := h.Separators(4)
		if len(separators) != 4 || slices.Max(separators) > tc.largest || h.Vertices() > tc.vertices || h.Arcs() > tc.arcs || h.Depth() > tc.depth {
			t.Errorf("%s: %d vertices, %d arcs, depth %d, separators %v; want at most %+v", tc.mode, h.Vertices(), h.Arcs(), h.Depth(), separators, tc)
		}
		t.Logf("%s: %d vertices, %d arcs, depth %d, separators %v", h.Family(), h.Vertices(), h.Arcs(), h.Depth(), separators)
	}
	if delaware(t, routing.Auto).Arcs() != delaware(t, routing.Truck).Arcs() || delaware(t, routing.Truck).Family() != "motor" {
		t.Error("cars and trucks do not share their topology")
	}
}
