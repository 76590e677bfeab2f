package hierarchy

import (
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
	vertexOf []uint32 // vertex of each label, graph.None for labels that no trip comes to
	// For each arc of cch.Place, the road behind the turn and what the turn costs.
	arcs  []uint32
	turns []uint16

	basic *Weights // of the default options

	queries sync.Pool // of *search
	sweeps  sync.Pool // of *cch.Sweep
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
