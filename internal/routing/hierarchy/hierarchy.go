package hierarchy

import (
	"sort"
	"sync"

	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// A Hierarchy is the contraction hierarchy of one network, filled with the metric of its default
// options. It may lie in a mapped file, and is safe for concurrent use.
type Hierarchy struct {
	*topology
	n *graph.Network

	turns  []uint16          // what each turn costs, tenths of a second; graph.NoTurn for those of other modes
	copies []copied          // vertices of copies of arcs, ascending by label
	copyAt map[uint32]uint32 // labels of those vertices

	basic *Weights      // of the default options
	floor func() prices // see smallest
}

// topology is what the hierarchies of a family share: all but turn costs and weights.
type topology struct {
	family string
	graph  *graph.Graph
	cch    *cch.Hierarchy
	// The first label of each vertex, 2·arc+layer; graph.None for copies of arcs, which are of one mode.
	codes    []uint32
	vertexOf []uint32 // vertex of each arc in the first layer, graph.None where no trip comes to it
	late     []late   // those of the second layer, ascending by arc
	arcs     []uint32 // road behind each turn, in the order of cch.Place
	// merged tells that some vertices stand for several labels.
	merged bool

	queries, guides, reaches, tables, others sync.Pool // of *search, *guided, *reach, *cch.Table, *alternatives
}

// late is an arc in the second layer, which is that of restricted roads after open ones.
type late struct{ Arc, Vertex uint32 }

// copied is a label that is a copy of an arc.
type copied struct{ Label, Vertex uint32 }

// vertex returns the vertex of a label, graph.None where no trip comes to it.
func (h *Hierarchy) vertex(label uint32) uint32 {
	states, arcs := uint32(h.n.States()), uint32(len(h.n.Arcs))
	state, layer := label, uint32(0)
	if state >= states {
		state, layer = state-states, 1
	}
	switch {
	case state >= arcs:
		i := sort.Search(len(h.copies), func(i int) bool { return h.copies[i].Label >= label })
		if i < len(h.copies) && h.copies[i].Label == label {
			return h.copies[i].Vertex
		}
	case layer == 0:
		return h.vertexOf[state]
	default:
		i := sort.Search(len(h.late), func(i int) bool { return h.late[i].Arc >= state })
		if i < len(h.late) && h.late[i].Arc == state {
			return h.late[i].Vertex
		}
	}
	return graph.None
}

// label returns the first label of a vertex, graph.None where it is one of another mode.
func (h *Hierarchy) label(v uint32) uint32 {
	code := h.codes[v]
	if code != graph.None {
		return code>>1 + code&1*uint32(h.n.States())
	}
	if label, ok := h.copyAt[v]; ok {
		return label
	}
	return graph.None
}

// followVertex calls visit with all labels that follow a vertex over a turn.
func (h *Hierarchy) followVertex(v uint32, visit func(next, arc uint32, tenths uint16)) {
	n := h.n
	first := h.label(v)
	follow(n, first, visit)
	if !h.merged {
		return
	}
	// What the first label must not do, turn round, others of the vertex may.
	states := uint32(n.States())
	state, layer := first%states, first/states
	own := n.Arc(state)
	for _, back := range n.Leaving(n.Head(own)) {
		from := back ^ 1
		if label := from + layer*states; from != own && h.vertex(label) == v {
			follow(n, label, func(next, arc uint32, tenths uint16) {
				if arc == own^1 {
					visit(next, arc, tenths)
				}
			})
			return
		}
	}
}

// Default returns the weights of the default options.
func (h *Hierarchy) Default() *Weights { return h.basic }

// Network returns the network that the hierarchy is of.
func (h *Hierarchy) Network() *graph.Network { return h.n }

// Family returns the name of what the hierarchy shares with those of other modes.
func (h *Hierarchy) Family() string { return h.family }

// Vertices returns the number of vertices.
func (h *Hierarchy) Vertices() int { return h.cch.Vertices() }

// Arcs returns the number of arcs.
func (h *Hierarchy) Arcs() int { return h.cch.Arcs() }

// Depth returns the number of vertices on the longest way up the elimination tree: a bound of the
// work of a query.
func (h *Hierarchy) Depth() int { return h.cch.Depth() }

// Separators returns the size of the largest separator on each of the first levels of the dissection
// that the hierarchy was made by.
func (h *Hierarchy) Separators(levels int) []int { return h.cch.Separators(levels) }
