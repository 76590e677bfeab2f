package cch

import (
	"container/heap"
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// grid returns a random road-like graph: a grid with missing arcs, one-way streets and weights.
func grid(rng *rand.Rand, w, h int, keep float64) (Graph, []Weight, []float32, []float32) {
	n := w * h
	x, y := make([]float32, n), make([]float32, n)
	g := Graph{FirstOut: make([]uint32, n+1)}
	var weights []Weight
	for v := range n {
		x[v], y[v] = float32(v%w)+rng.Float32()/2, float32(v/w)+rng.Float32()/2
		add := func(to int) {
			if rng.Float64() < keep {
				g.Head = append(g.Head, uint32(to))
				weights = append(weights, Weight(rng.IntN(1000)))
			}
		}
		if v%w > 0 {
			add(v - 1)
		}
		if v%w < w-1 {
			add(v + 1)
		}
		if v >= w {
			add(v - w)
		}
		if v+w < n {
			add(v + w)
		}
		if rng.IntN(50) == 0 {
			add(rng.IntN(n))
		}
		g.FirstOut[v+1] = uint32(len(g.Head))
	}
	return g, weights, x, y
}

// dijkstra is the oracle: plain, with a binary heap.
func dijkstra(g Graph, weights []Weight, source uint32) []Weight {
	dist := make([]Weight, g.Vertices())
	for i := range dist {
		dist[i] = Infinity
	}
	dist[source] = 0
	q := &oracleQueue{{source, 0}}
	for q.Len() > 0 {
		e := heap.Pop(q).(oracleEntry)
		if e.d > dist[e.v] {
			continue
		}
		for a := g.FirstOut[e.v]; a < g.FirstOut[e.v+1]; a++ {
			if d := e.d + weights[a]; d < dist[g.Head[a]] {
				dist[g.Head[a]] = d
				heap.Push(q, oracleEntry{g.Head[a], d})
			}
		}
	}
	return dist
}

type oracleEntry struct {
	v uint32
	d Weight
}
type oracleQueue []oracleEntry

func (q oracleQueue) Len() int           { return len(q) }
func (q oracleQueue) Less(i, j int) bool { return q[i].d < q[j].d }
func (q oracleQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *oracleQueue) Push(e any)        { *q = append(*q, e.(oracleEntry)) }
func (q *oracleQueue) Pop() any {
	old := *q
	e := old[len(old)-1]
	*q = old[:len(old)-1]
	return e
}

// ranked names the vertices of a graph by their ranks.
func ranked(tb testing.TB, g Graph, weights []Weight, order []uint32) (Graph, []Weight) {
	tb.Helper()
	r, arcs, err := g.Relabel(order)
	if err != nil {
		tb.Fatal(err)
	}
	w := make([]Weight, len(arcs))
	for i, a := range arcs {
		w[i] = weights[a]
	}
	return r, w
}

// contracted builds the hierarchy of a graph and puts weights in its order.
func contracted(tb testing.TB, g Graph, weights []Weight) (*Hierarchy, []Weight) {
	tb.Helper()
	h, arcs, err := New(context.Background(), g)
	if err != nil {
		tb.Fatal(err)
	}
	sorted := make([]Weight, len(arcs))
	for i, a := range arcs {
		sorted[i] = weights[a]
	}
	return h, sorted
}

// weigher returns what tells weights.
func weigher(weights []Weight) Weigher {
	return func(first int, into []Weight) { copy(into, weights[first:]) }
}

func TestDistancesEqualDijkstra(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 1))
		w, h := 1+rng.IntN(60), 1+rng.IntN(60)
		if seed == 11 {
			w, h = 130, 100 // large enough for the parallel customisation
		}
		g, weights, x, y := grid(rng, w, h, 0.5+rng.Float64()/2)
		order, err := Order(context.Background(), g, x, y, 2)
		if err != nil {
			t.Fatal(err)
		}
		if order, err = Postorder(g, order); err != nil {
			t.Fatal(err)
		}
		g, weights = ranked(t, g, weights, order)
		hier, sorted := contracted(t, g, weights)
		m, err := hier.Customize(context.Background(), weigher(sorted), 2)
		if err != nil {
			t.Fatal(err)
		}
		one, err := hier.Customize(context.Background(), weigher(sorted), 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.Up {
			if m.Up[i] != one.Up[i] {
				t.Fatalf("seed %d: two workers got %d at upward arc %d, one worker %d", seed, m.Up[i], i, one.Up[i])
			}
		}
		if !slices.Equal(m.Down, one.Down) {
			t.Fatalf("seed %d: two workers got other weights of downward arcs than one", seed)
		}
		sums, err := hier.Sum(context.Background(), m, sorted, func(a int) Sum { return Sum{sorted[a], 1} })
		if err != nil {
			t.Fatal(err)
		}
		q, s := hier.NewQuery(), hier.NewSweep()
		for range 5 {
			source := uint32(rng.IntN(g.Vertices()))
			want := dijkstra(g, weights, source)
			s.From(m, sums, []End{{Vertex: source}}, Infinity)
			for range 60 {
				target := uint32(rng.IntN(g.Vertices()))
				q.Reset()
				q.AddSource(source, 0)
				q.AddTarget(target, 0)
				got := q.Run(m)
				if got != want[target] {
					t.Fatalf("seed %d: distance %d to %d = %d, want %d", seed, source, target, got, want[target])
				}
				if got := min(s.Cost(target), Infinity); got != want[target] {
					t.Fatalf("seed %d: sweep %d to %d = %d, want %d", seed, source, target, got, want[target])
				}
				if got == Infinity {
					continue
				}
				if s.Sums()[target][0] != got {
					t.Fatalf("seed %d: sweep %d to %d sums up to %d, want %d", seed, source, target, s.Sums()[target][0], got)
				}
				path := q.Path(m)
				if path[0] != source || path[len(path)-1] != target {
					t.Fatalf("seed %d: path from %d to %d, want %d to %d", seed, path[0], path[len(path)-1], source, target)
				}
				var sum Weight
				for i := 1; i < len(path); i++ {
					best := Infinity
					for a := g.FirstOut[path[i-1]]; a < g.FirstOut[path[i-1]+1]; a++ {
						if g.Head[a] == path[i] {
							best = min(best, weights[a])
						}
					}
					sum += best
				}
				if sum != got {
					t.Fatalf("seed %d: path %d to %d costs %d, want %d", seed, source, target, sum, got)
				}
			}
		}
	}
}
