package cch

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// A Hierarchy is the contracted graph without weights. Its vertices are ranks: vertex r is the r-th
// to be contracted. Arrays may lie in a mapped file; nothing writes to them after New.
//
// Arcs are stored at their lower end, in two lists: arc i of the upward list leads from a vertex up to
// UpHead[i], arc i of the downward list leads from DownTail[i] down to a vertex. Only arcs that some
// metric can make finite are there.
type Hierarchy struct {
	Parent []uint32 // elimination tree: lowest higher neighbour, ^0 for roots

	UpFirst   []uint32 // upward list of vertex r: UpFirst[r] up to UpFirst[r+1], heads ascending
	UpHead    []uint32
	DownFirst []uint32 // downward list likewise, tails ascending
	DownTail  []uint32

	// The same arcs from their upper ends, by the vertices at their lower ends, ascending: Out holds
	// for each vertex those that it has an arc down to, In those that have an arc up to it.
	OutFirst []uint32
	Out      []uint32
	InFirst  []uint32
	In       []uint32

	// Place maps the arcs of the graph, in the order that New tells, to those of the hierarchy: indexes
	// into the upward list, or, from len(UpHead) on, into the downward list; ^0 for loops. It ascends.
	Place []uint32

	lazy lazy
}

// lazy holds what is found of a hierarchy when it is first needed.
type lazy struct {
	cell  sync.Once
	cells *cells

	divide   sync.Once
	division *division

	relaxers sync.Pool // of *relaxer
}

// New contracts the vertices of g, which are their ranks, from 0 upwards. It also returns the arcs of g in
// the order in which weights of theirs are expected: by the arcs of the hierarchy that take them, so that
// both are run through in step. The error is the context's or tells what is wrong with g.
func New(ctx context.Context, g Graph) (h *Hierarchy, arcs []uint32, err error) {
	if err := g.check(); err != nil {
		return nil, nil, err
	}
	h = &Hierarchy{}
	first, head := h.chordal(g.symmetric())
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	uses := finite(g, first, head)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	h.UpFirst, h.UpHead = pick(first, head, uses, upward)
	h.DownFirst, h.DownTail = pick(first, head, uses, downward)
	h.OutFirst, h.Out = transpose(h.DownFirst, h.DownTail)
	h.InFirst, h.In = transpose(h.UpFirst, h.UpHead)
	arcs = h.place(g)
	return h, arcs, ctx.Err()
}

// place finds the arcs of the hierarchy that those of g become, and returns the latter in their order.
func (h *Hierarchy) place(g Graph) (arcs []uint32) {
	place := make([]uint32, 0, len(g.Head))
	for v := range uint32(g.Vertices()) {
		for _, w := range g.Head[g.FirstOut[v]:g.FirstOut[v+1]] {
			switch {
			case v < w:
				place = append(place, find(h.UpFirst, h.UpHead, v, w))
			case w < v:
				place = append(place, uint32(len(h.UpHead))+find(h.DownFirst, h.DownTail, w, v))
			default:
				place = append(place, none)
			}
			arcs = append(arcs, uint32(len(arcs)))
		}
	}
	slices.SortFunc(arcs, func(a, b uint32) int { return cmp.Or(cmp.Compare(place[a], place[b]), cmp.Compare(a, b)) })
	h.Place = make([]uint32, len(arcs))
	for i, a := range arcs {
		h.Place[i] = place[a]
	}
	return arcs
}

// Vertices returns the number of vertices.
func (h *Hierarchy) Vertices() int { return len(h.Parent) }

// Arcs returns the number of directed arcs.
func (h *Hierarchy) Arcs() int { return len(h.UpHead) + len(h.DownTail) }

// chordal returns the undirected upward graph after contraction: the higher neighbours of each
// vertex, ascending. The higher neighbours of a vertex become neighbours of each other; it is
// enough to hand the list to the lowest of them, its parent.
func (h *Hierarchy) chordal(s Graph) (first, head []uint32) {
	n := s.Vertices()
	h.Parent = make([]uint32, n)
	first = make([]uint32, n+1)
	head = make([]uint32, 0, 2*len(s.Head))
	child, sibling := make([]uint32, n), make([]uint32, n)
	seen := make([]uint32, n) // the last vertex whose list holds it
	for v := range n {
		child[v], seen[v] = none, none
	}
	for v := range uint32(n) {
		add := func(list []uint32) {
			for _, w := range list {
				if w > v && seen[w] != v {
					seen[w] = v
					head = append(head, w)
				}
			}
		}
		add(s.Head[s.FirstOut[v]:s.FirstOut[v+1]])
		for c := child[v]; c != none; c = sibling[c] {
			add(head[first[c]:first[c+1]])
		}
		list := head[first[v]:]
		slices.Sort(list)
		first[v+1] = uint32(len(head))
		h.Parent[v] = none
		if len(list) > 0 {
			p := list[0]
			h.Parent[v], sibling[v], child[p] = p, child[p], v
		}
	}
	return first, head
}

// The uses of an undirected arc.
const (
	upward   = 1
	downward = 2
)

// finite tells for each undirected upward arc whether paths can use it upwards and downwards: a
// customisation in which weights are true and false.
func finite(g Graph, first, head []uint32) (uses []uint8) {
	uses = make([]uint8, len(head))
	for v := range uint32(g.Vertices()) {
		for _, w := range g.Head[g.FirstOut[v]:g.FirstOut[v+1]] {
			switch {
			case v < w:
				uses[find(first, head, v, w)] |= upward
			case w < v:
				uses[find(first, head, w, v)] |= downward
			}
		}
	}
	belowFirst, below := transpose(first, head)
	at := make([]uint8, len(first)-1) // uses of the arc to a vertex from the present one
	for u := range uint32(len(at)) {
		own := head[first[u]:first[u+1]]
		ownUses := uses[first[u]:first[u+1]]
		for i, v := range own {
			at[v] = ownUses[i]
		}
		for _, r := range below[belowFirst[u]:belowFirst[u+1]] {
			// The triangles r below u below v: u to v through r, and v to u.
			list, use := head[first[r]:first[r+1]], uses[first[r]:first[r+1]]
			i := search(list, u)
			through := use[i]>>1 | use[i]<<1&downward
			list, use = list[i+1:], use[i+1:]
			for j, v := range list {
				at[v] |= through & use[j]
			}
		}
		for i, v := range own {
			ownUses[i] = at[v]
		}
	}
	return uses
}

// pick keeps the arcs of one use.
func pick(first, head []uint32, uses []uint8, use uint8) (pickedFirst, picked []uint32) {
	count := 0
	for _, u := range uses {
		if u&use != 0 {
			count++
		}
	}
	pickedFirst, picked = make([]uint32, len(first)), make([]uint32, 0, count)
	for v := range len(first) - 1 {
		for i := first[v]; i < first[v+1]; i++ {
			if uses[i]&use != 0 {
				picked = append(picked, head[i])
			}
		}
		pickedFirst[v+1] = uint32(len(picked))
	}
	return pickedFirst, picked
}

// find returns the index of the arc between low and high, none when there is none.
func find(first, head []uint32, low, high uint32) uint32 {
	list := head[first[low]:first[low+1]]
	if i := search(list, high); i < len(list) && list[i] == high {
		return first[low] + uint32(i)
	}
	return none
}

// search returns the index of the first entry of an ascending list that is v or more. Most lists have
// a handful of entries.
func search(list []uint32, v uint32) int {
	if len(list) > 16 {
		i, _ := slices.BinarySearch(list, v)
		return i
	}
	for i, w := range list {
		if w >= v {
			return i
		}
	}
	return len(list)
}

// transpose lists arcs by their upper ends: the vertices at their lower ends, ascending.
func transpose(first, head []uint32) (upperFirst, lower []uint32) {
	n := len(first) - 1
	upperFirst = make([]uint32, n+1)
	for _, w := range head {
		upperFirst[w+1]++
	}
	for v := range n {
		upperFirst[v+1] += upperFirst[v]
	}
	lower = make([]uint32, len(head))
	next := slices.Clone(upperFirst[:n])
	for v := range n {
		for _, w := range head[first[v]:first[v+1]] {
			lower[next[w]] = uint32(v)
			next[w]++
		}
	}
	return upperFirst, lower
}
