package hierarchy

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

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
	families := familiesOf(b.roads.Graph().Networks())
	for i, networks := range families {
		list, err := New(ctx, networks...)
		if err != nil {
			return err
		}
		if err := Write(w, list...); err != nil {
			return err
		}
		report.Count("shortcuts for "+list[0].family, list[0].Arcs())
		if progress != nil {
			progress(float64(i+1) / float64(len(families)))
		}
	}
	return nil
}

// familyOf names the modes that share a topology: those for which mostly the same roads and turns are
// open.
func familyOf(mode routing.Mode) string {
	switch mode {
	case routing.Auto, routing.Truck, routing.Bus:
		return "motor"
	}
	return string(mode)
}

// familiesOf puts the networks of each family together.
func familiesOf(networks []*graph.Network) (families [][]*graph.Network) {
	index := map[string]int{}
	for _, n := range networks {
		name := familyOf(n.Mode)
		i, ok := index[name]
		if !ok {
			i = len(families)
			index[name] = i
			families = append(families, nil)
		}
		families[i] = append(families[i], n)
	}
	return families
}

// New builds the hierarchies of the networks of one family and their weights for the default options,
// with as many workers as there are processors. The error is the context's.
func New(ctx context.Context, networks ...*graph.Network) ([]*Hierarchy, error) {
	x := expand(networks)
	merged := x.merge()
	ranks, err := rankArcs(ctx, networks, merged)
	if err != nil {
		return nil, err
	}
	x.rank(ranks)
	order := make([]uint32, x.vertices())
	for v := range order {
		order[v] = uint32(v)
	}
	if order, err = cch.Postorder(x.graph(), order); err != nil {
		return nil, fmt.Errorf("hierarchy: %w", err)
	}
	x.reorder(order)
	t := newTopology(x)
	var turnOrder []uint32
	if t.cch, turnOrder, err = cch.New(ctx, x.graph()); err != nil {
		return nil, fmt.Errorf("hierarchy: %w", err)
	}
	turns := t.takeTurns(x, turnOrder)
	list := make([]*Hierarchy, len(networks))
	for k, n := range networks {
		h := &Hierarchy{topology: t, n: n, turns: turns[k]}
		for label, v := range x.copyOf[k] {
			h.copies = append(h.copies, copied{label, v})
		}
		slices.SortFunc(h.copies, func(a, b copied) int { return cmp.Compare(a.Label, b.Label) })
		h.index()
		usual, err := graph.NewMetric(n, routing.Options{})
		if err != nil {
			return nil, fmt.Errorf("hierarchy: %w", err)
		}
		if h.basic, err = h.Customize(ctx, usual, runtime.GOMAXPROCS(0)); err != nil {
			return nil, err
		}
		list[k] = h
	}
	return list, nil
}

// newTopology takes over the vertices of a graph of labels.
func newTopology(x *expanded) *topology {
	n := x.networks[0]
	t := &topology{
		family: familyOf(n.Mode), graph: n.Graph,
		codes: make([]uint32, x.vertices()), vertexOf: make([]uint32, len(n.Arcs)),
		merged: len(x.members) > x.vertices(),
	}
	for v := range t.codes {
		t.codes[v] = graph.None
		if m := x.membersOf(v)[0]; m.network < 0 {
			t.codes[v] = m.code
		}
	}
	for code, v := range x.vertexOf {
		switch {
		case code&1 == 0:
			t.vertexOf[code>>1] = v
		case v != graph.None:
			t.late = append(t.late, late{uint32(code >> 1), v})
		}
	}
	return t
}

// takeTurns takes over the turns in an order, and returns their costs for each network.
func (t *topology) takeTurns(x *expanded, order []uint32) [][]uint16 {
	t.arcs = make([]uint32, len(order))
	turns := make([][]uint16, len(x.networks))
	for k := range turns {
		turns[k] = make([]uint16, len(order))
	}
	for i, from := range order {
		t.arcs[i] = x.arcs[from]
		for k := range turns {
			turns[k][i] = x.tenths[k][from]
		}
	}
	return turns
}

// index makes what is not stored.
func (h *Hierarchy) index() {
	h.copyAt = make(map[uint32]uint32, len(h.copies))
	for _, c := range h.copies {
		h.copyAt[c.Vertex] = c.Label
	}
	h.floor = sync.OnceValue(func() prices { return smallest(h.n) })
}

// rankArcs ranks the arcs that any of the networks can use for contraction: by the cuts of the road
// graph between nodes, or, where vertices are nodes rather than arcs, by the ranks of the nodes that
// they lead to. Other arcs have no rank.
func rankArcs(ctx context.Context, networks []*graph.Network, byNode bool) ([]uint32, error) {
	n := networks[0]
	g := cch.Graph{FirstOut: make([]uint32, 1, len(n.Nodes)+1)}
	var arcs []uint32
	for v := range uint32(len(n.Nodes)) {
		for _, arc := range n.Leaving(v) {
			if slices.ContainsFunc(networks, func(n *graph.Network) bool { return n.Usable(arc) }) {
				g.Head = append(g.Head, n.Head(arc))
				arcs = append(arcs, arc)
			}
		}
		g.FirstOut = append(g.FirstOut, uint32(len(g.Head)))
	}
	x, y := plane(n.Graph)
	find := cch.OrderArcs
	if byNode {
		find = cch.Order
	}
	order, err := find(ctx, g, x, y, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, fmt.Errorf("hierarchy: %w", err)
	}
	rank := make([]uint32, len(n.Arcs))
	for i := range rank {
		rank[i] = graph.None
	}
	if !byNode {
		for r, i := range order {
			rank[arcs[i]] = uint32(r)
		}
		return rank, nil
	}
	nodes := make([]uint32, len(n.Nodes))
	for r, v := range order {
		nodes[v] = uint32(r)
	}
	for _, arc := range arcs {
		rank[arc] = nodes[n.Head(arc)]
	}
	return rank, nil
}

// plane returns the positions of the nodes on a plane, with degrees of longitude as long as they are
// in the middle of the region.
func plane(g *graph.Graph) (x, y []float32) {
	south, north := math.Inf(1), math.Inf(-1)
	for _, p := range g.Nodes {
		lat := p.Point()[1]
		south, north = math.Min(south, lat), math.Max(north, lat)
	}
	scale := math.Max(0.01, math.Cos((south+north)/2*math.Pi/180))
	x, y = make([]float32, len(g.Nodes)), make([]float32, len(g.Nodes))
	for v := range g.Nodes {
		p := g.Nodes[v].Point()
		x[v], y[v] = float32(p[0]*scale), float32(p[1])
	}
	return x, y
}
