package cch

import (
	"fmt"
	"slices"
)

// none marks the absence of a vertex or an arc.
const none = ^uint32(0)

// A Hierarchy is the contracted graph without weights. All vertices in it are ranks: vertex r is
// the r-th to be contracted. Arrays may lie in a mapped file; nothing writes to them after New.
//
// Upward arcs come in two lists. Arc i of the forward list leads from a vertex up to UpHead[i];
// arc i of the backward list leads from DownTail[i] down to a vertex. A path can be walked in both
// directions of the hierarchy by these two alone.
type Hierarchy struct {
	Order  []uint32 // rank to vertex of the graph
	Rank   []uint32 // vertex of the graph to rank
	Parent []uint32 // elimination tree: lowest higher neighbour, none for roots

	UpFirst   []uint32 // forward list of rank r: UpFirst[r] up to UpFirst[r+1], heads ascending
	UpHead    []uint32
	DownFirst []uint32 // backward list likewise, tails ascending
	DownTail  []uint32

	// BelowOut lists for each rank the lower vertices that it has an arc down to, BelowIn those that
	// have an arc up to it, ascending: the same arcs from their other end, for unpacking paths.
	BelowOutFirst []uint32
	BelowOut      []Below
	BelowInFirst  []uint32
	BelowIn       []Below

	// ArcOf maps each arc of the graph to its place: an index into the forward list, or, from
	// len(UpHead) on, into the backward list; none for loops.
	ArcOf []uint32
}

// Below is an arc seen from its higher end: the lower vertex and the arc's place in its list.
type Below struct {
	Vertex, Arc uint32
}

// New contracts g in the given order. Arcs of the hierarchy that no arc of g can ever make finite
// are left out.
func New(g Graph, order []uint32) (*Hierarchy, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	n := g.Vertices()
	h := &Hierarchy{Order: order, Rank: make([]uint32, n), Parent: make([]uint32, n)}
	if len(order) != n {
		return nil, fmt.Errorf("cch: order of %d vertices for a graph of %d", len(order), n)
	}
	for i := range h.Rank {
		h.Rank[i] = none
	}
	for r, v := range order {
		if int(v) >= n || h.Rank[v] != none {
			return nil, fmt.Errorf("cch: order is no permutation at rank %d", r)
		}
		h.Rank[v] = uint32(r)
	}
	first, head := h.chordal(g)
	up, down := finite(g, h.Rank, first, head)
	h.compact(first, head, up, down)
	h.BelowInFirst, h.BelowIn = transpose(h.UpFirst, h.UpHead)
	h.BelowOutFirst, h.BelowOut = transpose(h.DownFirst, h.DownTail)
	h.mapArcs(g)
	return h, nil
}

// Vertices returns the number of vertices.
func (h *Hierarchy) Vertices() int { return len(h.Order) }

// Arcs returns the number of stored directed arcs.
func (h *Hierarchy) Arcs() int { return len(h.UpHead) + len(h.DownTail) }

// chordal returns the undirected upward graph after contraction: the higher neighbours of each
// rank, ascending. The higher neighbours of a vertex become neighbours of each other; it is
// enough to hand the list to the lowest of them, its parent.
func (h *Hierarchy) chordal(g Graph) (first, head []uint32) {
	n := g.Vertices()
	s := g.symmetric()
	lists := make([][]uint32, n)
	first = make([]uint32, n+1)
	var pending [][]uint32
	handed := make([][][]uint32, n) // lists that await their parent's turn
	for r := range n {
		v := h.Order[r]
		own := make([]uint32, 0, 8)
		for _, w := range s.Head[s.FirstOut[v]:s.FirstOut[v+1]] {
			if h.Rank[w] > uint32(r) {
				own = append(own, h.Rank[w])
			}
		}
		slices.Sort(own)
		pending = append(pending[:0], own)
		pending = append(pending, handed[r]...)
		handed[r] = nil
		list := mergeSorted(pending)
		lists[r] = list
		h.Parent[r] = none
		if len(list) > 0 {
			h.Parent[r] = list[0]
			if len(list) > 1 {
				handed[list[0]] = append(handed[list[0]], list[1:])
			}
		}
		first[r+1] = first[r] + uint32(len(list))
	}
	head = make([]uint32, first[n])
	for r := range n {
		copy(head[first[r]:], lists[r])
	}
	return first, head
}

// mergeSorted returns the union of ascending lists.
func mergeSorted(lists [][]uint32) []uint32 {
	for len(lists) > 1 {
		half := (len(lists) + 1) / 2
		for i := 0; i+half < len(lists); i++ {
			lists[i] = union(lists[i], lists[i+half])
		}
		lists = lists[:half]
	}
	return lists[0]
}

func union(a, b []uint32) []uint32 {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := make([]uint32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case b[0] < a[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	out = append(out, a...)
	return append(out, b...)
}

// finite tells for each undirected upward arc whether it can carry a path upwards and downwards:
// it runs a customisation in which weights are true and false.
func finite(g Graph, rank, first, head []uint32) (up, down []bool) {
	up, down = make([]bool, len(head)), make([]bool, len(head))
	for v := range g.Vertices() {
		for _, w := range g.Head[g.FirstOut[v]:g.FirstOut[v+1]] {
			a, b := rank[v], rank[w]
			switch {
			case a < b:
				up[find(first, head, a, b)] = true
			case b < a:
				down[find(first, head, b, a)] = true
			}
		}
	}
	for r := range len(first) - 1 {
		lo, hi := first[r], first[r+1]
		for i := lo; i < hi; i++ {
			u := head[i]
			if !up[i] && !down[i] {
				continue
			}
			at, end := first[u], first[u+1]
			for j := i + 1; j < hi; j++ {
				w := head[j]
				for at < end && head[at] < w {
					at++
				}
				// The triangle r below u below w: u to w through r.
				if down[i] && up[j] {
					up[at] = true
				}
				if down[j] && up[i] {
					down[at] = true
				}
			}
		}
	}
	return up, down
}

// compact keeps the finite arcs, directions apart.
func (h *Hierarchy) compact(first, head []uint32, up, down []bool) {
	n := len(first) - 1
	pick := func(keep []bool) (f, to []uint32) {
		f = make([]uint32, n+1)
		count := 0
		for _, k := range keep {
			if k {
				count++
			}
		}
		to = make([]uint32, 0, count)
		for r := range n {
			for i := first[r]; i < first[r+1]; i++ {
				if keep[i] {
					to = append(to, head[i])
				}
			}
			f[r+1] = uint32(len(to))
		}
		return f, to
	}
	h.UpFirst, h.UpHead = pick(up)
	h.DownFirst, h.DownTail = pick(down)
}

func (h *Hierarchy) mapArcs(g Graph) {
	h.ArcOf = make([]uint32, len(g.Head))
	for v := range g.Vertices() {
		for a := g.FirstOut[v]; a < g.FirstOut[v+1]; a++ {
			r, s := h.Rank[v], h.Rank[g.Head[a]]
			switch {
			case r < s:
				h.ArcOf[a] = find(h.UpFirst, h.UpHead, r, s)
			case s < r:
				h.ArcOf[a] = uint32(len(h.UpHead)) + find(h.DownFirst, h.DownTail, s, r)
			default:
				h.ArcOf[a] = none
			}
		}
	}
}

// find returns the index of the arc between low and high, none when there is none.
func find(first, head []uint32, low, high uint32) uint32 {
	list := head[first[low]:first[low+1]]
	if i, ok := slices.BinarySearch(list, high); ok {
		return first[low] + uint32(i)
	}
	return none
}

// transpose lists arcs by their higher end.
func transpose(first, head []uint32) (tFirst []uint32, t []Below) {
	n := len(first) - 1
	tFirst = make([]uint32, n+1)
	for _, w := range head {
		tFirst[w+1]++
	}
	for r := range n {
		tFirst[r+1] += tFirst[r]
	}
	t = make([]Below, len(head))
	next := append([]uint32(nil), tFirst[:n]...)
	for r := range n {
		for i := first[r]; i < first[r+1]; i++ {
			w := head[i]
			t[next[w]] = Below{uint32(r), i}
			next[w]++
		}
	}
	return tFirst, t
}
