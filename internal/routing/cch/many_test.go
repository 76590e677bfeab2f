package cch

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// network is a random hierarchy with a metric for tests.
type network struct {
	g       Graph
	weights []Weight
	h       *Hierarchy
	m       *Metric
	sums    *Sums
}

// randomNetwork builds a hierarchy of up to w×h vertices; scale multiplies all weights.
func randomNetwork(tb testing.TB, rng *rand.Rand, w, h int, scale Weight) *network {
	tb.Helper()
	ctx := context.Background()
	g, weights, x, y := grid(rng, w, h, 0.5+rng.Float64()/2)
	for i := range weights {
		weights[i] = 1 + weights[i]*scale
	}
	order, err := Order(ctx, g, x, y, 2)
	if err != nil {
		tb.Fatal(err)
	}
	if order, err = Postorder(g, order); err != nil {
		tb.Fatal(err)
	}
	g, weights = ranked(tb, g, weights, order)
	n := &network{g: g, weights: weights}
	n.h, weights = contracted(tb, g, weights)
	if n.m, err = n.h.Customize(ctx, weigher(weights), 1); err != nil {
		tb.Fatal(err)
	}
	if n.sums, err = n.h.Sum(ctx, n.m, weights, func(a int) Sum { return Sum{weights[a], 1} }); err != nil {
		tb.Fatal(err)
	}
	return n
}

// reversed returns the graph with its arcs turned round, and their weights.
func (n *network) reversed() (Graph, []Weight) {
	count := n.g.Vertices()
	r := Graph{FirstOut: make([]uint32, count+1), Head: make([]uint32, len(n.g.Head))}
	for _, h := range n.g.Head {
		r.FirstOut[h+1]++
	}
	for v := range count {
		r.FirstOut[v+1] += r.FirstOut[v]
	}
	next := append([]uint32(nil), r.FirstOut...)
	weights := make([]Weight, len(n.weights))
	for a, tail := range n.g.tails() {
		h := n.g.Head[a]
		r.Head[next[h]], weights[next[h]] = tail, n.weights[a]
		next[h]++
	}
	return r, weights
}

func TestSweepWithinLimit(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 7))
		n := randomNetwork(t, rng, 20+rng.IntN(100), 20+rng.IntN(100), 1)
		back, backWeights := n.reversed()
		s := n.h.NewSweep()
		for range 8 {
			source := uint32(rng.IntN(n.g.Vertices()))
			limit := Weight(rng.IntN(30_000))
			for _, towards := range []bool{false, true} {
				want := dijkstra(n.g, n.weights, source)
				if towards {
					want = dijkstra(back, backWeights, source)
					s.To(n.m, n.sums, []End{{Vertex: source}}, limit)
				} else {
					s.From(n.m, n.sums, []End{{Vertex: source}}, limit)
				}
				alone := slices.Clone(s.Costs())
				passed := slices.Clone(s.Scanned())
				if towards {
					s.To(n.m, nil, []End{{Vertex: source}}, limit)
				} else {
					s.From(n.m, nil, []End{{Vertex: source}}, limit)
				}
				if !slices.Equal(passed, s.Scanned()) || !slices.Equal(alone, s.Costs()) {
					t.Fatalf("seed %d, towards %v: a sweep without sums from %d finds other costs", seed, towards, source)
				}
				for v, d := range want {
					got := s.Cost(uint32(v))
					if d <= limit && (got != d || s.Sums()[v][0] != d) || d > limit && got <= limit {
						t.Fatalf("seed %d, towards %v: vertex %d is %d from %d, in sums %d; want %d, limit %d", seed, towards, v, got, source, s.Sums()[v][0], d, limit)
					}
				}
			}
		}
	}
}

func TestTableEqualsQueries(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 9))
		n := randomNetwork(t, rng, 1+rng.IntN(60), 1+rng.IntN(60), 1)
		ends := func() (list [][]End) {
			for range 1 + rng.IntN(12) {
				var end []End
				for range 1 + rng.IntN(3) {
					end = append(end, End{Vertex: uint32(rng.IntN(n.g.Vertices())), Cost: Weight(rng.IntN(500))})
				}
				for i := range end {
					end[i].Sum = Sum{end[i].Cost, 0}
				}
				list = append(list, end)
			}
			return list
		}
		table, q := n.h.NewTable(), n.h.NewQuery()
		for range 4 {
			sources, targets := ends(), ends()
			if err := table.SetTargets(ctx, n.m, n.sums, targets); err != nil {
				t.Fatal(err)
			}
			row := make([]Cell, len(targets))
			for i, source := range sources {
				table.Row(n.m, n.sums, source, row)
				for j, target := range targets {
					q.Reset()
					for _, e := range source {
						q.AddSource(e.Vertex, e.Cost)
					}
					for _, e := range target {
						q.AddTarget(e.Vertex, e.Cost)
					}
					want := q.Run(n.m)
					if row[j].Cost != want || want < Infinity && row[j].Sum[0] != want {
						t.Fatalf("seed %d: cell %d, %d is %+v, want %d", seed, i, j, row[j], want)
					}
					if want < Infinity && int(row[j].Sum[1]) != len(q.Path(n.m))-1 {
						t.Fatalf("seed %d: cell %d, %d has %d arcs, its path has %d", seed, i, j, row[j].Sum[1], len(q.Path(n.m))-1)
					}
				}
			}
			if table.Large() {
				t.Errorf("seed %d: the table calls small weights large", seed)
			}
		}
	}
}

func TestPotentialIsTheDistance(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 11))
		n := randomNetwork(t, rng, 1+rng.IntN(60), 1+rng.IntN(60), 1)
		p := n.h.NewPotential()
		back, backWeights := n.reversed()
		for range 5 {
			target := uint32(rng.IntN(n.g.Vertices()))
			want := dijkstra(back, backWeights, target)
			p.Reset()
			p.AddTarget(target, 7)
			p.Run(n.m)
			for range 50 {
				v := uint32(rng.IntN(n.g.Vertices()))
				if got := p.Of(v); got != min(want[v]+7, Infinity) && want[v] != Infinity || want[v] == Infinity && got != Infinity {
					t.Fatalf("seed %d: potential of %d to %d is %d, want %d", seed, v, target, got, want[v]+7)
				}
			}
			if p.Large() {
				t.Errorf("seed %d: the potential calls small weights large", seed)
			}
		}
	}
}

// Whatever the weights, an answer is either exact or Infinity, and Infinity without a warning means
// that there is no path.
func TestLargeWeightsAreNeverWrong(t *testing.T) {
	ctx := context.Background()
	warned, silent := 0, 0
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 13))
		n := randomNetwork(t, rng, 2+rng.IntN(30), 2+rng.IntN(30), 1+Weight(rng.IntN(300_000)))
		q, table, p := n.h.NewQuery(), n.h.NewTable(), n.h.NewPotential()
		row := make([]Cell, 1)
		for range 100 {
			source, target := uint32(rng.IntN(n.g.Vertices())), uint32(rng.IntN(n.g.Vertices()))
			want := wideDijkstra(n.g, n.weights, source, target)
			q.Reset()
			q.AddSource(source, 0)
			q.AddTarget(target, 0)
			p.Reset()
			p.AddTarget(target, 0)
			p.Run(n.m)
			if err := table.SetTargets(ctx, n.m, n.sums, [][]End{{{Vertex: target}}}); err != nil {
				t.Fatal(err)
			}
			table.Row(n.m, n.sums, []End{{Vertex: source}}, row)
			for _, x := range []struct {
				name   string
				got    Weight
				warned func() bool
			}{
				{"query", q.Run(n.m), func() bool { return q.Overflowed(n.m) }},
				{"table", row[0].Cost, table.Large},
				{"potential", p.Of(source), p.Large},
			} {
				switch {
				case x.got < Infinity && uint64(x.got) != want:
					t.Fatalf("seed %d: %s from %d to %d is %d, want %d", seed, x.name, source, target, x.got, want)
				case x.got >= Infinity && want < uint64(Infinity):
					t.Fatalf("seed %d: %s from %d to %d finds no path, want %d", seed, x.name, source, target, want)
				case x.got >= Infinity && want != wideInfinity:
					if !x.warned() {
						t.Fatalf("seed %d: %s from %d to %d finds no path of %d and does not warn", seed, x.name, source, target, want)
					}
					warned++
				case x.got >= Infinity && !x.warned():
					silent++
				}
			}
		}
	}
	if warned == 0 || silent == 0 {
		t.Errorf("%d answers with a warning, %d without a path: the test shows too little", warned, silent)
	}
}

const wideInfinity = ^uint64(0)

// wideDijkstra is Bellman and Ford's algorithm in 64 bits.
func wideDijkstra(g Graph, weights []Weight, source, target uint32) uint64 {
	dist := make([]uint64, g.Vertices())
	for i := range dist {
		dist[i] = wideInfinity
	}
	dist[source] = 0
	for changed := true; changed; {
		changed = false
		for v := range dist {
			if dist[v] == wideInfinity {
				continue
			}
			for a := g.FirstOut[v]; a < g.FirstOut[v+1]; a++ {
				if d := dist[v] + uint64(weights[a]); d < dist[g.Head[a]] {
					dist[g.Head[a]], changed = d, true
				}
			}
		}
	}
	return dist[target]
}

// Queries, sweeps and potentials that are warm take no memory.
func TestNothingIsAllocated(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	n := randomNetwork(t, rng, 90, 90, 1)
	vertex := func() uint32 { return rng.Uint32N(uint32(n.g.Vertices())) }
	q, s, p := n.h.NewQuery(), n.h.NewSweep(), n.h.NewPotential()
	starts := make([]End, 1)
	for name, do := range map[string]func(){
		"query": func() {
			q.Reset()
			q.AddSource(vertex(), 0)
			q.AddTarget(vertex(), 0)
			q.Run(n.m)
		},
		"path": func() {
			q.Reset()
			q.AddSource(vertex(), 0)
			q.AddTarget(vertex(), 0)
			q.Run(n.m)
			q.Path(n.m)
		},
		"sweep": func() {
			starts[0].Vertex = vertex()
			s.From(n.m, nil, starts, Infinity)
		},
		"sweep with sums": func() {
			starts[0].Vertex = vertex()
			s.To(n.m, n.sums, starts, Infinity)
		},
		"potential": func() {
			p.Reset()
			p.AddTarget(vertex(), 0)
			p.Run(n.m)
			p.Of(vertex())
		},
	} {
		for range 200 {
			do() // lists grow to what they need
		}
		if got := testing.AllocsPerRun(100, do); got != 0 {
			t.Errorf("%s: %v allocations, want none", name, got)
		}
	}
}
