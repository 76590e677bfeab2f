package cch

import (
	"context"
	"slices"
)

// Order ranks the vertices of g for contraction by nested dissection; see dissector and cutter. x and
// y are positions of the vertices on a plane. The answer lists the vertices from the lowest rank to
// the highest; it depends on the input alone, not on the number of workers.
func Order(ctx context.Context, g Graph, x, y []float32, workers int) ([]uint32, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	r := reduce(g)
	order := make([]uint32, 0, g.Vertices())
	for _, e := range r.strips {
		order = append(order, r.tails[e])
	}
	order = append(order, r.alone...)
	for _, chain := range r.chains {
		for _, i := range halving(len(chain) - 1) {
			order = append(order, r.s.Head[chain[i]])
		}
	}
	edges, _, _, rest := r.coreEdges()
	for _, i := range rest {
		if v := r.tails[r.chains[i][0]]; !r.inCore(v) {
			order = append(order, v) // where a cycle was cut open
		}
	}
	top, err := dissect(ctx, newPart(x, y, r.core, edges), false, workers)
	if err != nil {
		return nil, err
	}
	return append(order, top...), nil
}

// OrderArcs ranks the arcs of g for the contraction of its turn-expanded graph, whose vertices are
// the arcs and whose arcs are the turns. The arcs across a cut of g separate what is left of the
// expanded graph, so few edges in the cut are what counts here, not few vertices at it: one finds
// smaller separators than by any order of the vertices of g, and the hierarchy has a third of the
// triangles. The answer lists the arcs from the lowest rank to the highest.
func OrderArcs(ctx context.Context, g Graph, x, y []float32, workers int) ([]uint32, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	r := reduce(g)
	order := make([]uint32, 0, len(g.Head))
	for v := range g.Vertices() {
		for a := g.FirstOut[v]; a < g.FirstOut[v+1]; a++ {
			if int(g.Head[a]) == v {
				order = append(order, a)
			}
		}
	}
	of := r.arcs(g)
	both := func(e uint32) {
		order = append(order, of(e)...)
		order = append(order, of(r.twin(e))...)
	}
	for _, e := range r.strips {
		both(e)
	}
	edges, chains, cuts, rest := r.coreEdges()
	for i, chain := range chains {
		path := r.chains[chain]
		// What is left and right of the cut hangs between it and the ends.
		for _, half := range [2][]uint32{path[:cuts[i]], path[cuts[i]+1:]} {
			for _, at := range halving(len(half)) {
				both(half[at])
			}
		}
	}
	for _, i := range rest {
		for _, at := range halving(len(r.chains[i])) {
			both(r.chains[i][at])
		}
	}
	top, err := dissect(ctx, newPart(x, y, r.core, edges), true, workers)
	if err != nil {
		return nil, err
	}
	for _, e := range top {
		entry := r.chains[chains[e/2]][cuts[e/2]]
		if e%2 == 1 {
			entry = r.twin(entry)
		}
		order = append(order, of(entry)...)
	}
	return order, nil
}

// inCore tells whether a vertex was left when trees and chains were gone.
func (r *reduced) inCore(v uint32) bool {
	_, ok := slices.BinarySearch(r.core, v)
	return ok
}

// arcs returns a function that lists the arcs of g along an entry, ascending.
func (r *reduced) arcs(g Graph) func(entry uint32) []uint32 {
	first := make([]uint32, len(r.s.Head)+1)
	each := func(visit func(entry, arc uint32)) {
		for v := range g.Vertices() {
			for a := g.FirstOut[v]; a < g.FirstOut[v+1]; a++ {
				if w := g.Head[a]; int(w) != v {
					visit(r.entry(uint32(v), w), a)
				}
			}
		}
	}
	each(func(entry, _ uint32) { first[entry+1]++ })
	for e := range r.s.Head {
		first[e+1] += first[e]
	}
	list := make([]uint32, first[len(r.s.Head)])
	next := append([]uint32(nil), first...)
	each(func(entry, arc uint32) {
		list[next[entry]] = arc
		next[entry]++
	})
	return func(entry uint32) []uint32 { return list[first[entry]:first[entry+1]] }
}
