package dijkstra_test

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
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
)

// Every alternative is a path that may be travelled, costs little more than the best one, has little
// enough in common with the others, goes nowhere twice and is made of best paths.
func TestAlternatives(t *testing.T) {
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	for _, n := range g.Networks() {
		for name, options := range map[string]routing.Options{"usual": {}, "shortest": {Shortest: true}} {
			t.Run(fmt.Sprintf("%s, %s", n.Mode, name), func(t *testing.T) {
				m, x := newMetric(t, n, options), newOracle(n, options)
				r := rand.New(rand.NewPCG(41, 43))
				trips, found := 0, 0
				count := 60
				if testing.Short() {
					count = 15
				}
				for trips < count {
					from, to := randomSpot(r, m), randomSpot(r, m)
					best, err := dijkstra.Route(context.Background(), m, []graph.Spot{from}, []graph.Spot{to})
					if errors.Is(err, dijkstra.ErrNoPath) {
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					trips++
					got := alternatives(t, m, from, to, best, 3)
					if len(got) > 3 {
						t.Fatalf("%d alternatives, want at most 3", len(got))
					}
					found += len(got)
					for i, p := range got {
						checkPath(t, x, p, from, to)
						checkAlternative(t, m, p, append([]dijkstra.Path{best}, got[:i]...))
					}
				}
				if found < trips/2 {
					t.Errorf("%d alternatives to %d paths, want one for every second", found, trips)
				}
				t.Logf("%d alternatives to %d paths", found, trips)
			})
		}
	}
}

func alternatives(t *testing.T, m *graph.Metric, from, to graph.Spot, best dijkstra.Path, most int) []dijkstra.Path {
	t.Helper()
	got, err := dijkstra.Alternatives(context.Background(), m, []graph.Spot{from}, []graph.Spot{to}, best, most)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// checkAlternative holds a path against the best one, which comes first, and those accepted before it.
func checkAlternative(t *testing.T, m *graph.Metric, p dijkstra.Path, before []dijkstra.Path) {
	t.Helper()
	n := m.Network
	best := before[0]
	if p.Cost < best.Cost || float64(p.Cost) > dijkstra.MaxStretch*float64(best.Cost) {
		t.Fatalf("costs %d, the best path %d", p.Cost, best.Cost)
	}
	for i, q := range before {
		var cost uint64
		used := map[uint32]bool{}
		for _, s := range q.States {
			used[n.Arc(s)] = true
		}
		for k, s := range p.States {
			if arc := n.Arc(s); used[arc] {
				begin, end := span(n, p, k)
				cost += m.OfArc(arc).Choose.Over(end - begin)
			}
		}
		if float64(cost) > dijkstra.MaxShare*float64(best.Cost) {
			t.Fatalf("has %d of %d in common with path %d", cost, best.Cost, i)
		}
	}
	checkRevisits(t, n, p, best)
	checkLocal(t, m, p, best.Cost)
}

// span returns which part of its arc a path travels.
func span(n *graph.Network, p dijkstra.Path, k int) (begin, end uint32) {
	end = n.Edges[n.Arc(p.States[k])>>1].Length
	if k == 0 {
		begin = p.From
	}
	if k == len(p.States)-1 {
		end = p.To
	}
	return begin, end
}

func checkRevisits(t *testing.T, n *graph.Network, p, best dijkstra.Path) {
	t.Helper()
	twice := func(p dijkstra.Path) map[uint32]bool {
		seen, twice := map[uint32]bool{}, map[uint32]bool{}
		for _, s := range p.States[1:] {
			v := n.Tail(n.Arc(s))
			twice[v] = twice[v] || seen[v]
			seen[v] = true
		}
		return twice
	}
	known := twice(best)
	for v, again := range twice(p) {
		if again && !known[v] {
			t.Fatalf("comes to node %d twice", v)
		}
	}
	for i := 1; i < len(p.States); i++ {
		a, b := n.Arc(p.States[i-1]), n.Arc(p.States[i])
		if a^1 != b {
			continue
		}
		ok := false
		for k := 1; k < len(best.States); k++ {
			ok = ok || n.Arc(best.States[k-1]) == a && n.Arc(best.States[k]) == b
		}
		if !ok {
			t.Fatalf("turns back on edge %d", a>>1)
		}
	}
}

// checkLocal routes between places along a path, as far apart as the longest stretches that have to be
// best paths. Restrictions that begin before a place may forbid what a route from it may do, and so may
// access: only a path without either is held to it.
func checkLocal(t *testing.T, m *graph.Metric, p dijkstra.Path, bestCost uint64) {
	t.Helper()
	n := m.Network
	at := make([]uint64, len(p.States)) // cost up to the head of each arc
	for k, s := range p.States {
		if int(s) >= 2*len(n.Edges) || m.OfArc(n.Arc(s)).Access != m.OfArc(n.Arc(p.States[0])).Access {
			return
		}
		begin, end := span(n, p, k)
		at[k] = m.OfArc(n.Arc(s)).Choose.Over(end - begin)
		if k > 0 {
			turn := uint64(0)
			if ms, _ := n.Turn(n.Arc(p.States[k-1]), n.Arc(s)); m.Turns {
				turn = uint64(ms)
			}
			at[k] += at[k-1] + turn
		}
	}
	window := uint64(dijkstra.LocalShare * float64(bestCost))
	every := max(1, len(p.States)/12)
	for i := 0; i < len(p.States)-1; i += every {
		j := i
		for j+1 < len(at)-1 && at[j+1]-at[i] <= window {
			j++
		}
		if j == i {
			continue
		}
		// From the middle of the arc behind the first, so that it can only be left the same way.
		from, to := spotOnArc(n, n.Arc(p.States[i+1])), spotOnArc(n, n.Arc(p.States[j]))
		if i+1 >= j {
			continue
		}
		got, err := dijkstra.Route(context.Background(), m, []graph.Spot{from}, []graph.Spot{to})
		if err != nil {
			t.Fatal(err)
		}
		first, last := n.Arc(got.States[0]), n.Arc(got.States[len(got.States)-1])
		if first != n.Arc(p.States[i+1]) || last != n.Arc(p.States[j]) {
			continue // leaves or arrives the other way round, which the path could not
		}
		want := m.OfArc(last).Choose.Over(got.To)
		want += m.OfArc(first).Choose.Over(n.Edges[first>>1].Length - got.From)
		want += at[j] - at[i+1] - m.OfArc(last).Choose.Over(n.Edges[last>>1].Length)
		if got.Cost < want {
			t.Fatalf("a stretch costs %d and could cost %d (window %d)", want, got.Cost, window)
		}
	}
}

func spotOnArc(n *graph.Network, arc uint32) graph.Spot { return spotOn(n.Graph, arc>>1, 0.5) }

func TestAlternativesAreTheSameEachTime(t *testing.T) {
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	m := newMetric(t, g.Network(routing.Auto), routing.Options{})
	r := rand.New(rand.NewPCG(3, 4))
	for range 10 {
		from, to := randomSpot(r, m), randomSpot(r, m)
		best, err := dijkstra.Route(context.Background(), m, []graph.Spot{from}, []graph.Spot{to})
		if err != nil {
			continue
		}
		three := alternatives(t, m, from, to, best, 3)
		one := alternatives(t, m, from, to, best, 1)
		if len(one) != min(1, len(three)) {
			t.Fatalf("%d of at most one, %d of at most three", len(one), len(three))
		}
		if len(one) == 1 && !slices.Equal(one[0].States, three[0].States) {
			t.Fatal("the first alternative depends on how many are asked for")
		}
		if none := alternatives(t, m, from, to, best, 0); len(none) != 0 {
			t.Fatalf("%d of none", len(none))
		}
	}
}

func TestAlternativesAreCancelled(t *testing.T) {
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	m := newMetric(t, g.Network(routing.Auto), routing.Options{})
	r := rand.New(rand.NewPCG(3, 4))
	for {
		from, to := randomSpot(r, m), randomSpot(r, m)
		best, err := dijkstra.Route(context.Background(), m, []graph.Spot{from}, []graph.Spot{to})
		if err != nil || best.Cost < 1800_000 {
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := dijkstra.Alternatives(ctx, m, []graph.Spot{from}, []graph.Spot{to}, best, 3); !errors.Is(err, context.Canceled) {
			t.Fatalf("error %v, want %v", err, context.Canceled)
		}
		return
	}
}

func BenchmarkAlternatives(b *testing.B) {
	g := graphtest.FromFile(b, graphtest.Delaware(b))
	m := newMetric(b, g.Network(routing.Auto), routing.Options{})
	r := rand.New(rand.NewPCG(3, 4))
	type trip struct {
		from, to graph.Spot
		best     dijkstra.Path
	}
	var trips []trip
	for len(trips) < 32 {
		from, to := randomSpot(r, m), randomSpot(r, m)
		if best, err := dijkstra.Route(context.Background(), m, []graph.Spot{from}, []graph.Spot{to}); err == nil {
			trips = append(trips, trip{from, to, best})
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		x := &trips[i%len(trips)]
		if _, err := dijkstra.Alternatives(context.Background(), m, []graph.Spot{x.from}, []graph.Spot{x.to}, x.best, 3); err != nil {
			b.Fatal(err)
		}
	}
}
