package hierarchy_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
)

var pairs = flag.Int("pairs", 2000, "pairs for each mode and set of options that searches are compared over")

var built struct {
	sync.Mutex
	of map[routing.Mode]*hierarchy.Hierarchy
}

// delaware returns the hierarchy of a mode over Delaware's roads, built once for all tests.
func delaware(tb testing.TB, mode routing.Mode) *hierarchy.Hierarchy {
	tb.Helper()
	built.Lock()
	defer built.Unlock()
	if built.of[mode] == nil {
		g := graphtest.FromFile(tb, graphtest.Delaware(tb))
		h, err := hierarchy.New(context.Background(), g.Network(mode))
		if err != nil {
			tb.Fatal(err)
		}
		if built.of == nil {
			built.of = map[routing.Mode]*hierarchy.Hierarchy{}
		}
		built.of[mode] = h
	}
	return built.of[mode]
}

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

func TestRouteCostsWhatTheOracleSays(t *testing.T) {
	for _, mode := range graphtest.Modes {
		for _, set := range optionSets {
			if set.mode != "" && set.mode != mode {
				continue
			}
			t.Run(fmt.Sprintf("%s, %s", mode, set.name), func(t *testing.T) {
				h := delaware(t, mode)
				m := metricOf(t, h.Network(), set.o)
				w := weightsOf(t, h, m)
				r := rand.New(rand.NewPCG(3, uint64(len(set.name))))
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
						path, err := h.Route(w, m, []graph.Spot{from}, []graph.Spot{to})
						if errors.Is(err, dijkstra.ErrNoPath) && want == math.MaxUint64 {
							continue
						}
						if err != nil || path.Cost != want {
							t.Fatalf("Route(%+v, %+v) costs %d, %v; want %d", from, to, path.Cost, err, want)
						}
						checkPath(t, m, path, from, to)
						found++
					}
				}
				if found < count/4 {
					t.Errorf("only %d of %d pairs are connected: the test shows too little", found, count)
				}
			})
		}
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
