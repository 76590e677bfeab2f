package hierarchy

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	fosm "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/paulmach/osm"
)

// A Builder builds the hierarchies of all networks during an import. It is a build.Builder, to come
// after the one of the road graph.
type Builder struct {
	roads interface{ Graph() *graph.Graph }
}

// NewBuilder returns a builder that takes the road graph from another one when that has finished.
func NewBuilder(roads interface{ Graph() *graph.Graph }) *Builder { return &Builder{roads} }

// Way ignores a way: all that is of interest is in the road graph.
func (*Builder) Way(*osm.Way, fosm.Need) error { return nil }

// Node ignores a node.
func (*Builder) Node(*osm.Node) error { return nil }

// Relation ignores a relation.
func (*Builder) Relation(*osm.Relation) error { return nil }

// Finish builds and writes the hierarchies.
func (b *Builder) Finish(ctx context.Context, _ *fosm.Locations, w *region.Writer, report *region.Report, progress func(float64)) error {
	networks := b.roads.Graph().Networks()
	for i, n := range networks {
		h, err := New(ctx, n)
		if err != nil {
			return err
		}
		if err := h.Write(w); err != nil {
			return fmt.Errorf("hierarchy: %w", err)
		}
		report.Count("shortcuts for "+string(n.Mode), h.Arcs())
		if progress != nil {
			progress(float64(i+1) / float64(len(networks)))
		}
	}
	return nil
}

// New builds the hierarchy of a network and its weights for the default options, with as many workers
// as there are processors. The error is the context's.
func New(ctx context.Context, n *graph.Network) (*Hierarchy, error) {
	rankOfArc, err := rankArcs(ctx, n)
	if err != nil {
		return nil, err
	}
	x := expand(n, rankOfArc)
	order := make([]uint32, len(x.list))
	for v := range order {
		order[v] = uint32(v)
	}
	if order, err = cch.Postorder(x.graph(), order); err != nil {
		return nil, fmt.Errorf("hierarchy: %w", err)
	}
	x.reorder(order)
	states := n.States()
	h := &Hierarchy{n: n, list: x.list, vertexOf: x.vertexOf[:states]}
	for state, v := range x.vertexOf[states:] {
		if v != graph.None {
			h.late = append(h.late, late{uint32(state), v})
		}
	}
	if h.cch, err = cch.New(ctx, x.graph()); err != nil {
		return nil, fmt.Errorf("hierarchy: %w", err)
	}
	h.sortTurns(x)
	if h.usual, err = graph.NewMetric(n, routing.Options{}); err != nil {
		return nil, fmt.Errorf("hierarchy: %w", err)
	}
	if h.basic, err = h.Customize(ctx, h.usual, runtime.GOMAXPROCS(0)); err != nil {
		return nil, err
	}
	return h, nil
}

// sortTurns sorts the turns by their places in the hierarchy, so that customisation runs through
// both in step.
func (h *Hierarchy) sortTurns(x *labels) {
	place := h.cch.Place
	order := make([]uint32, len(place))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(place[a], place[b]), cmp.Compare(a, b)) })
	sorted := make([]uint32, len(order))
	h.arcs, h.turns = make([]uint32, len(order)), make([]uint16, len(order))
	for i, t := range order {
		sorted[i], h.arcs[i], h.turns[i] = place[t], x.turns[t].arc, x.turns[t].tenths
	}
	h.cch.Place = sorted
}

// rankArcs ranks the arcs of a network for contraction. Arcs that the mode cannot use have no rank.
func rankArcs(ctx context.Context, n *graph.Network) ([]uint32, error) {
	g := cch.Graph{FirstOut: make([]uint32, 1, len(n.Nodes)+1)}
	var arcs []uint32
	x, y := make([]float32, len(n.Nodes)), make([]float32, len(n.Nodes))
	scale := lonScale(n.Graph)
	for v := range uint32(len(n.Nodes)) {
		for _, arc := range n.Leaving(v) {
			if n.Usable(arc) {
				g.Head = append(g.Head, n.Head(arc))
				arcs = append(arcs, arc)
			}
		}
		g.FirstOut = append(g.FirstOut, uint32(len(g.Head)))
		p := n.Nodes[v].Point()
		x[v], y[v] = float32(p[0]*scale), float32(p[1])
	}
	order, err := cch.OrderArcs(ctx, g, x, y, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, fmt.Errorf("hierarchy: %w", err)
	}
	rank := make([]uint32, len(n.Arcs))
	for i := range rank {
		rank[i] = graph.None
	}
	for r, i := range order {
		rank[arcs[i]] = uint32(r)
	}
	return rank, nil
}

// lonScale returns by how much a degree of longitude is shorter than one of latitude in the middle of
// the region.
func lonScale(g *graph.Graph) float64 {
	if len(g.Nodes) == 0 {
		return 1
	}
	south, north := math.Inf(1), math.Inf(-1)
	for _, p := range g.Nodes {
		lat := p.Point()[1]
		south, north = math.Min(south, lat), math.Max(north, lat)
	}
	return math.Max(0.01, math.Cos((south+north)/2*math.Pi/180))
}
