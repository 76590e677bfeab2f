package cch

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// tangle returns a random graph with everything that a road network can have: trees, chains, rings,
// islands, loops, parallel arcs, vertices without any arc.
func tangle(rng *rand.Rand, n int) (g Graph, x, y []float32) {
	g.FirstOut = []uint32{0}
	for v := range n {
		for range rng.IntN(3) {
			near := v - 2 + rng.IntN(5)
			if rng.IntN(10) == 0 {
				near = rng.IntN(n)
			}
			g.Head = append(g.Head, uint32(min(max(0, near), n-1)))
		}
		g.FirstOut = append(g.FirstOut, uint32(len(g.Head)))
		x, y = append(x, float32(v%17)+rng.Float32()), append(y, float32(v/17)+rng.Float32())
	}
	return g, x, y
}

func TestOrdersArePermutations(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		g, x, y := tangle(rng, rng.IntN(400))
		if seed%3 == 0 {
			g, _, x, y = grid(rng, 1+rng.IntN(60), 1+rng.IntN(60), 0.9)
		}
		for name, order := range map[string]struct {
			find func(context.Context, Graph, []float32, []float32, int) ([]uint32, error)
			size int
		}{"vertices": {Order, g.Vertices()}, "arcs": {OrderArcs, len(g.Head)}} {
			one, err := order.find(ctx, g, x, y, 1)
			if err != nil {
				t.Fatal(err)
			}
			sorted := slices.Sorted(slices.Values(one))
			if len(one) != order.size {
				t.Fatalf("seed %d: %d %s in order, want %d", seed, len(one), name, order.size)
			}
			for i, v := range sorted {
				if int(v) != i {
					t.Fatalf("seed %d: order of %s is no permutation", seed, name)
				}
			}
			many, err := order.find(ctx, g, x, y, 4)
			if err != nil || !slices.Equal(one, many) {
				t.Fatalf("seed %d: four workers order %s otherwise, %v", seed, name, err)
			}
		}
	}
}

// lineGraph is the graph of turns of g: its arcs as vertices, all turns but those straight back.
func lineGraph(g Graph) (l Graph) {
	tails := g.tails()
	l.FirstOut = []uint32{0}
	for a, v := range g.Head {
		for b := g.FirstOut[v]; b < g.FirstOut[v+1]; b++ {
			if g.Head[b] != tails[a] {
				l.Head = append(l.Head, b)
			}
		}
		l.FirstOut = append(l.FirstOut, uint32(len(l.Head)))
	}
	return l
}

// Orders of arcs make hierarchies of turns that are exact, and far smaller than those of any old order.
func TestOrderOfArcs(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 5))
		g, _, x, y := grid(rng, 30, 30, 0.9)
		l := lineGraph(g)
		weights := make([]Weight, len(l.Head))
		for i := range weights {
			weights[i] = 1 + Weight(rng.IntN(1000))
		}
		build := func(order []uint32, err error) (*Hierarchy, *Metric, Graph, []Weight) {
			if err != nil {
				t.Fatal(err)
			}
			if order, err = Postorder(l, order); err != nil {
				t.Fatal(err)
			}
			r, w := ranked(t, l, weights, order)
			h, sorted := contracted(t, r, w)
			m, err := h.Customize(ctx, weigher(sorted), 2)
			if err != nil {
				t.Fatal(err)
			}
			return h, m, r, w
		}
		h, m, r, w := build(OrderArcs(ctx, g, x, y, 2))
		other := make([]uint32, l.Vertices())
		for i := range other {
			other[i] = uint32(i)
		}
		rng.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
		if shuffled, _, _, _ := build(other, nil); 3*h.Arcs() > shuffled.Arcs() {
			t.Errorf("seed %d: %d arcs, %d in random order", seed, h.Arcs(), shuffled.Arcs())
		}
		q := h.NewQuery()
		for range 4 {
			source := uint32(rng.IntN(r.Vertices()))
			want := dijkstra(r, w, source)
			for target := range want {
				q.Reset()
				q.AddSource(source, 0)
				q.AddTarget(uint32(target), 0)
				if got := q.Run(m); got != want[target] {
					t.Fatalf("seed %d: distance %d to %d = %d, want %d", seed, source, target, got, want[target])
				}
			}
		}
	}
}

// In postorder every subtree of the elimination tree is contiguous.
func TestPostorder(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 21))
		g, x, y := tangle(rng, 1+rng.IntN(500))
		order, err := Order(ctx, g, x, y, 1)
		if err != nil {
			t.Fatal(err)
		}
		before, _, err := g.Relabel(order)
		if err != nil {
			t.Fatal(err)
		}
		post, err := Postorder(g, order)
		if err != nil {
			t.Fatal(err)
		}
		after, _, err := g.Relabel(post)
		if err != nil {
			t.Fatal(err)
		}
		a, _, err := New(ctx, before)
		if err != nil {
			t.Fatal(err)
		}
		b, _, err := New(ctx, after)
		if err != nil {
			t.Fatal(err)
		}
		if a.Arcs() != b.Arcs() || a.Depth() != b.Depth() {
			t.Errorf("seed %d: %d arcs to depth %d, in postorder %d to depth %d", seed, a.Arcs(), a.Depth(), b.Arcs(), b.Depth())
		}
		trees, top := b.subtrees(uint32(b.Vertices()))
		if len(top) != 0 {
			t.Errorf("seed %d: vertices %v lie above trees of any size", seed, top)
		}
		next := uint32(0)
		for _, tree := range trees {
			if tree.from != next {
				t.Errorf("seed %d: a tree begins at %d, want %d", seed, tree.from, next)
			}
			next = tree.to
		}
		if err := b.Fit(); err != nil {
			t.Error(err)
		}
		if err := b.Check(); err != nil {
			t.Error(err)
		}
	}
}

// A grid is cut across its shorter side, then its halves likewise.
func TestSeparators(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(1, 1))
	g, _, x, y := grid(rng, 64, 20, 1)
	for v := range g.Head { // without far links
		if d := int(g.Head[v]) - int(g.tails()[v]); d != 1 && d != -1 && d != 64 && d != -64 {
			g.Head[v] = g.tails()[v]
		}
	}
	order, err := Order(ctx, g, x, y, 1)
	if err != nil {
		t.Fatal(err)
	}
	if order, err = Postorder(g, order); err != nil {
		t.Fatal(err)
	}
	r, _, err := g.Relabel(order)
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := New(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	sizes := h.Separators(3)
	if len(sizes) != 3 || sizes[0] < 18 || sizes[0] > 24 || sizes[1] > 24 || sizes[2] > 20 {
		t.Errorf("separators of a grid of 64 by 20 have %v vertices", sizes)
	}
}

func TestBadInputIsRefused(t *testing.T) {
	ctx := context.Background()
	for name, g := range map[string]Graph{
		"arcs without a vertex": {Head: []uint32{0}},
		"head out of range":     {FirstOut: []uint32{0, 1}, Head: []uint32{1}},
		"adjacency too short":   {FirstOut: []uint32{0, 1}, Head: []uint32{0, 0}},
		"adjacency backwards":   {FirstOut: []uint32{0, 2, 1, 2}, Head: []uint32{0, 1}},
		"adjacency from one":    {FirstOut: []uint32{1, 1}, Head: []uint32{0}},
	} {
		if _, err := Order(ctx, g, make([]float32, 3), make([]float32, 3), 1); err == nil {
			t.Errorf("%s: Order takes it", name)
		}
		if _, err := OrderArcs(ctx, g, make([]float32, 3), make([]float32, 3), 1); err == nil {
			t.Errorf("%s: OrderArcs takes it", name)
		}
		if _, _, err := New(ctx, g); err == nil {
			t.Errorf("%s: New takes it", name)
		}
	}
	two := Graph{FirstOut: []uint32{0, 1, 1}, Head: []uint32{1}}
	for name, order := range map[string][]uint32{"too short": {0}, "twice the same": {0, 0}, "out of range": {0, 2}} {
		if _, _, err := two.Relabel(order); err == nil {
			t.Errorf("Relabel takes an order that is %s", name)
		}
		if _, err := Postorder(two, order); err == nil {
			t.Errorf("Postorder takes an order that is %s", name)
		}
	}
	h, _, err := New(ctx, two)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Sum(ctx, h.NewMetric(), nil, nil); err == nil {
		t.Error("Sum takes too few weights")
	}
}

func TestCancellation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	g, weights, x, y := grid(rng, 150, 150, 0.9)
	ctx, cancel := context.WithCancel(context.Background())
	order, err := Order(ctx, g, x, y, 2)
	if err != nil {
		t.Fatal(err)
	}
	if order, err = Postorder(g, order); err != nil {
		t.Fatal(err)
	}
	r, w := ranked(t, g, weights, order)
	h, w := contracted(t, r, w)
	m, err := h.Customize(ctx, weigher(w), 2)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	for name, do := range map[string]func() error{
		"Order":       func() error { _, err := Order(ctx, g, x, y, 2); return err },
		"OrderArcs":   func() error { _, err := OrderArcs(ctx, g, x, y, 2); return err },
		"New":         func() error { _, _, err := New(ctx, r); return err },
		"Customize 1": func() error { _, err := h.Customize(ctx, weigher(w), 1); return err },
		"Customize 2": func() error { _, err := h.Customize(ctx, weigher(w), 2); return err },
		"Sum":         func() error { _, err := h.Sum(ctx, m, w, func(int) Sum { return Sum{} }); return err },
		"SetTargets": func() error {
			return h.NewTable().SetTargets(ctx, m, &Sums{}, [][]End{{{Vertex: 0}}})
		},
	} {
		if err := do(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s with a cancelled context: %v", name, err)
		}
	}
}
