package hierarchy

import (
	"sort"
	"sync"

	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// A Hierarchy is the contraction hierarchy of one network. It may lie in a mapped file, and is safe
// for concurrent use.
type Hierarchy struct {
	n        *graph.Network
	cch      *cch.Hierarchy
	list     []uint32 // label of each vertex
	vertexOf []uint32 // vertex of each state in the first layer, graph.None where no trip comes to it
	late     []late   // those of the second layer, ascending by state
	// For each arc of cch.Place, the road behind the turn and what the turn costs.
	arcs  []uint32
	turns []uint16

	basic *Weights      // of the default options
	usual *graph.Metric // what they were made of

	queries sync.Pool // of *search
	guides  sync.Pool // of *guided
	reaches sync.Pool // of *reach
	tables  sync.Pool // of *table
}

// late is a label of the second layer, which is that of restricted roads after open ones.
type late struct{ State, Vertex uint32 }

// vertex returns the vertex of a label, graph.None where no trip comes to it.
func (h *Hierarchy) vertex(label uint32) uint32 {
	if int(label) < len(h.vertexOf) {
		return h.vertexOf[label]
	}
	state := label - uint32(len(h.vertexOf))
	i := sort.Search(len(h.late), func(i int) bool { return h.late[i].State >= state })
	if i < len(h.late) && h.late[i].State == state {
		return h.late[i].Vertex
	}
	return graph.None
}

// Network returns the network that the hierarchy is of.
func (h *Hierarchy) Network() *graph.Network { return h.n }

// Vertices returns the number of vertices.
func (h *Hierarchy) Vertices() int { return h.cch.Vertices() }

// Arcs returns the number of arcs.
func (h *Hierarchy) Arcs() int { return h.cch.Arcs() }

// Depth returns the number of vertices on the longest way up the elimination tree: a bound of the
// work of a query.
func (h *Hierarchy) Depth() int { return h.cch.Depth() }
