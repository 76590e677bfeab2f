package cch

import "fmt"

// Graph is a directed graph as adjacency arrays: the arcs out of vertex v are FirstOut[v] up to
// FirstOut[v+1], and arc a leads to Head[a].
type Graph struct {
	FirstOut []uint32 // one more than there are vertices
	Head     []uint32
}

// Vertices returns the number of vertices.
func (g Graph) Vertices() int { return max(0, len(g.FirstOut)-1) }

func (g Graph) check() error {
	n := g.Vertices()
	if n == 0 {
		if len(g.Head) != 0 {
			return fmt.Errorf("cch: %d arcs without a vertex", len(g.Head))
		}
		return nil
	}
	if g.FirstOut[0] != 0 || int(g.FirstOut[n]) != len(g.Head) {
		return fmt.Errorf("cch: adjacency covers arcs %d to %d of %d", g.FirstOut[0], g.FirstOut[n], len(g.Head))
	}
	for v := range n {
		if g.FirstOut[v] > g.FirstOut[v+1] {
			return fmt.Errorf("cch: adjacency of vertex %d runs backwards", v)
		}
	}
	for a, h := range g.Head {
		if int(h) >= n {
			return fmt.Errorf("cch: arc %d leads to vertex %d of %d", a, h, n)
		}
	}
	return nil
}

// symmetric returns the undirected simple graph below g: every edge both ways, sorted, without
// loops and duplicates.
func (g Graph) symmetric() Graph {
	n := g.Vertices()
	deg := make([]uint32, n+1)
	for v := range n {
		for _, w := range g.Head[g.FirstOut[v]:g.FirstOut[v+1]] {
			if int(w) != v {
				deg[v+1]++
				deg[w+1]++
			}
		}
	}
	for v := range n {
		deg[v+1] += deg[v]
	}
	// A two-pass radix sort: scatter by head, then by tail, leaves every list sorted.
	tails := make([]uint32, deg[n])
	heads := make([]uint32, deg[n])
	next := append([]uint32(nil), deg[:n]...)
	put := func(at, other uint32) {
		tails[next[at]], heads[next[at]] = other, at
		next[at]++
	}
	for v := range n {
		for _, w := range g.Head[g.FirstOut[v]:g.FirstOut[v+1]] {
			if int(w) != v {
				put(w, uint32(v))
				put(uint32(v), w)
			}
		}
	}
	copy(next, deg[:n])
	out := make([]uint32, deg[n])
	for i, t := range tails {
		out[next[t]] = heads[i]
		next[t]++
	}
	s := Graph{FirstOut: make([]uint32, n+1)}
	at := 0
	for v := range n {
		list := out[deg[v]:deg[v+1]]
		for i, w := range list {
			if i == 0 || list[i-1] != w {
				out[at] = w
				at++
			}
		}
		s.FirstOut[v+1] = uint32(at)
	}
	s.Head = out[:at:at]
	return s
}

// tails returns the vertex that each arc leaves.
func (g Graph) tails() []uint32 {
	tails := make([]uint32, len(g.Head))
	for v := range g.Vertices() {
		for a := g.FirstOut[v]; a < g.FirstOut[v+1]; a++ {
			tails[a] = uint32(v)
		}
	}
	return tails
}

// Relabel returns g with its vertices named by their place in order, which lists all of them, and
// for each arc of the answer the arc of g that it is.
func (g Graph) Relabel(order []uint32) (ranked Graph, arcs []uint32, err error) {
	if err := g.check(); err != nil {
		return Graph{}, nil, err
	}
	n := g.Vertices()
	if len(order) != n {
		return Graph{}, nil, fmt.Errorf("cch: order of %d vertices for a graph of %d", len(order), n)
	}
	rank := make([]uint32, n)
	for i := range rank {
		rank[i] = none
	}
	for r, v := range order {
		if int(v) >= n || rank[v] != none {
			return Graph{}, nil, fmt.Errorf("cch: order is no permutation at rank %d", r)
		}
		rank[v] = uint32(r)
	}
	ranked = Graph{FirstOut: make([]uint32, n+1), Head: make([]uint32, 0, len(g.Head))}
	arcs = make([]uint32, 0, len(g.Head))
	for r, v := range order {
		for a := g.FirstOut[v]; a < g.FirstOut[v+1]; a++ {
			ranked.Head = append(ranked.Head, rank[g.Head[a]])
			arcs = append(arcs, a)
		}
		ranked.FirstOut[r+1] = uint32(len(ranked.Head))
	}
	return ranked, arcs, nil
}
