package hierarchy_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
)

// Alternatives are paths that may be travelled, cost little more than the best one, have little enough
// in common with it and each other, and are best paths on all stretches that are not too long. There are
// about as many as a plain search finds.
func TestAlternatives(t *testing.T) {
	ctx := context.Background()
	router := delawareRouter(t)
	for _, mode := range modes {
		for _, set := range optionSets[:2] { // the default and the shortest
			t.Run(fmt.Sprintf("%s, %s", mode, set.name), func(t *testing.T) {
				h := router.Hierarchy(mode)
				m := metricOf(t, h.Network(), set.o)
				w := weightsOf(t, h, m)
				count := 30
				if testing.Short() {
					count = 8
				}
				found, plain, equal := 0, 0, 0
				for _, trip := range trips(m, count) {
					best, err := h.Route(w, m, trip[0], trip[1])
					if errors.Is(err, dijkstra.ErrNoPath) {
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					got, err := router.Alternatives(ctx, m, trip[0], trip[1], best, 3)
					if err != nil {
						t.Fatal(err)
					}
					if len(got) > 3 {
						t.Fatalf("%d alternatives, want at most 3", len(got))
					}
					for i := range got {
						checkPath(t, m, got[i], trip[0][0], trip[1][0])
						checkAlternative(t, h, w, m, got[i], append([]dijkstra.Path{best}, got[:i]...), trip[1])
					}
					want, err := dijkstra.Alternatives(ctx, m, trip[0], trip[1], best, 3)
					if err != nil {
						t.Fatal(err)
					}
					found, plain = found+len(got), plain+len(want)
					for _, p := range got {
						if slices.ContainsFunc(want, func(q dijkstra.Path) bool { return q.Cost == p.Cost }) {
							equal++
						}
					}
				}
				if found < count/2 || 10*found < 8*plain || 10*equal < 8*found {
					t.Errorf("%d alternatives, a plain search finds %d, %d of them the same", found, plain, equal)
				}
			})
		}
	}
}

func checkAlternative(t *testing.T, h *hierarchy.Hierarchy, w *hierarchy.Weights, m *graph.Metric, p dijkstra.Path, before []dijkstra.Path, destination []graph.Spot) {
	t.Helper()
	n := m.Network
	best := &before[0]
	if p.Cost < best.Cost || float64(p.Cost) > dijkstra.MaxStretch*float64(best.Cost) {
		t.Fatalf("costs %d, the best path %d", p.Cost, best.Cost)
	}
	part := func(i int) uint64 {
		arc := n.Arc(p.States[i])
		begin, end := uint32(0), n.Edges[arc/2].Length
		if i == 0 {
			begin = p.From
		}
		if i == len(p.States)-1 {
			end = p.To
		}
		return m.OfArc(arc).Choose.Over(end - begin)
	}
	for i := range before {
		used := map[uint32]bool{}
		for _, s := range before[i].States {
			used[n.Arc(s)] = true
		}
		shared := uint64(0)
		for k, s := range p.States {
			if used[n.Arc(s)] {
				shared += part(k)
			}
		}
		if float64(shared) > dijkstra.MaxShare*float64(best.Cost) {
			t.Fatalf("has %d of %d in common with path %d", shared, best.Cost, i)
		}
	}
	// Stretches that begin at a spot in the middle of an arc of the path: what can be reached from there
	// is what can be reached from the path, unless it turns round at once or restrictions have begun.
	window := uint64(dijkstra.LocalShare * float64(best.Cost))
	for from := 1; from < len(p.States)-2; from += 1 + len(p.States)/10 {
		arc := n.Arc(p.States[from])
		length := n.Edges[arc/2].Length
		at := graph.Spot{Edge: arc / 2, Offset: length / 2}
		known := m.OfArc(arc).Choose.Over(length - at.At(arc, n.Graph))
		for to := from + 1; to < len(p.States)-1; to++ {
			last := n.Arc(p.States[to])
			half := n.Edges[last/2].Length / 2
			ms, _ := n.Turn(n.Arc(p.States[to-1]), last)
			turn := m.TurnCost(uint16(ms / graph.TurnUnit))
			end := graph.Spot{Edge: last / 2, Offset: half}
			if total := known + turn + m.OfArc(last).Choose.Over(end.At(last, n.Graph)); total <= window && (to-from)%8 == 0 && plainStretch(n, &p, from, to) {
				got, err := h.Route(w, m, []graph.Spot{at}, []graph.Spot{end})
				if err != nil {
					t.Fatal(err)
				}
				if got.Cost < total && n.Arc(got.States[0]) == arc && n.Arc(got.States[len(got.States)-1]) == last {
					t.Fatalf("a stretch costs %d and could cost %d (window %d)", total, got.Cost, window)
				}
			}
			known += turn + m.OfArc(last).Choose.Over(n.Edges[last/2].Length)
		}
	}
}

// plainStretch tells whether nothing before a stretch of a path bears on what may follow.
func plainStretch(n *graph.Network, p *dijkstra.Path, from, to int) bool {
	for _, s := range p.States[from : to+1] {
		if int(s) >= len(n.Arcs) || n.ClassOf(n.Arc(s)).Access != n.ClassOf(n.Arc(p.States[0])).Access {
			return false
		}
	}
	return true
}

func TestAlternativesAreCancelled(t *testing.T) {
	router := delawareRouter(t)
	m := metricOf(t, router.Hierarchy(routing.Auto).Network(), routing.Options{})
	trip := trips(m, 1)[0]
	best, err := router.Route(context.Background(), m, trip[0], trip[1])
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := router.Alternatives(ctx, m, trip[0], trip[1], best, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("Alternatives with a cancelled context: %v", err)
	}
}

func BenchmarkAlternatives(b *testing.B) {
	ctx := context.Background()
	for _, mode := range []routing.Mode{routing.Auto, routing.Bicycle, routing.Pedestrian} {
		h := delaware(b, mode)
		m := metricOf(b, h.Network(), routing.Options{})
		w := weightsOf(b, h, m)
		list := trips(m, 50)
		var paths []dijkstra.Path
		for _, trip := range list {
			p, _ := h.Route(w, m, trip[0], trip[1])
			paths = append(paths, p)
		}
		r := rand.New(rand.NewPCG(1, 1))
		b.Run(string(mode), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				i := r.IntN(len(list))
				if _, err := h.Alternatives(ctx, w, m, list[i][0], list[i][1], paths[i], 3); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
