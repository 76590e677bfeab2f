package graph

import (
	"github.com/footstepd/footstepd/internal/routing/profile"
)

// groups is a union-find over edges.
type groups []uint32

func newGroups(n int) groups {
	g := make(groups, n)
	for i := range g {
		g[i] = uint32(i)
	}
	return g
}

func (g groups) find(x uint32) uint32 {
	for g[x] != x {
		g[x] = g[g[x]]
		x = g[x]
	}
	return x
}

// join makes one group of two; the smaller number stays its name.
func (g groups) join(a, b uint32) {
	a, b = g.find(a), g.find(b)
	if a < b {
		g[b] = a
	} else {
		g[a] = b
	}
}

// joinTurns joins the edges of a network between which there is a turn in any direction.
func (n *Network) joinTurns(g groups, joins func(node uint32) bool, takes func(arc uint32) bool) {
	for v := range n.Nodes {
		if !joins(uint32(v)) {
			continue
		}
		out := n.Leaving(uint32(v))
		table := n.tableAt(uint32(v))
		for i, back := range out {
			if !takes(back ^ 1) {
				continue
			}
			for j, to := range out {
				if table[i*len(out)+j] != noTurn && takes(to) {
					g.join(back>>1, to>>1)
				}
			}
		}
	}
}

// findIslands numbers the parts of the network that are connected if directions are ignored.
func (b *networkBuilder) findIslands() {
	n := b.n
	g := newGroups(len(n.Edges))
	n.joinTurns(g, func(uint32) bool { return true }, n.Usable)
	n.islandOf = make([]uint32, len(n.Edges))
	for e := range n.Edges {
		edge := uint32(e)
		if !n.Usable(2*edge) && !n.Usable(2*edge+1) {
			n.islandOf[e] = None
			continue
		}
		root := g.find(edge)
		if root == edge {
			n.islandOf[e] = uint32(len(n.Islands))
			n.Islands = append(n.Islands, Island{})
		} else {
			n.islandOf[e] = n.islandOf[root] // the root is the smallest number
		}
		island := &n.Islands[n.islandOf[e]]
		for _, arc := range [2]uint32{2 * edge, 2*edge + 1} {
			if n.Usable(arc) {
				island.Arcs++
			}
		}
	}
}

// cutOff returns the open arcs that are joined to the rest of their island through restricted roads
// and nodes alone: all but those of the largest group of roads that open ones join.
func (n *Network) cutOff(isOpen func(arc uint32) bool, joins func(node uint32) bool) (arcs []uint32) {
	g := newGroups(len(n.Edges))
	n.joinTurns(g, joins, isOpen)

	length := make([]uint64, len(n.Edges)) // of each group, at its root
	for e := range n.Edges {
		if edge := uint32(e); isOpen(2*edge) || isOpen(2*edge+1) {
			length[g.find(edge)] += 1 + uint64(n.Edges[e].Length)
		}
	}
	largest := make([]uint32, len(n.Islands)) // root of the largest open group of each island
	for i := range largest {
		largest[i] = None
	}
	for e, l := range length {
		if l == 0 {
			continue
		}
		if best := &largest[n.islandOf[e]]; *best == None || l > length[*best] {
			*best = uint32(e)
		}
	}
	for arc := range uint32(len(n.Arcs)) {
		if edge := arc / 2; isOpen(arc) && g.find(edge) != largest[n.islandOf[edge]] {
			arcs = append(arcs, arc)
		}
	}
	return arcs
}

// enclose makes restricted what lies behind restricted roads and gates: open roads that are
// joined to the rest of their island through those alone, such as the streets of a gated estate.
// Without this a trip from there would be open, restricted, then open again, which no trip may be.
// Then it closes the gates that lead from open roads to open roads.
func (b *networkBuilder) enclose() error {
	n := b.n
	isOpen := func(arc uint32) bool { return n.ClassOf(arc).Access == profile.Open }
	for _, arc := range n.cutOff(isOpen, func(v uint32) bool { return b.barrier(v).Access == profile.Open }) {
		if err := b.restrictArc(arc); err != nil {
			return err
		}
	}
	for v := range n.Nodes {
		if b.barrier(uint32(v)).Access == profile.Restricted {
			b.closeGate(uint32(v))
		}
	}
	return nil
}

// closeGate forbids the way through a restricted gate between open roads. One can turn round there.
func (b *networkBuilder) closeGate(v uint32) {
	n := b.n
	out := n.Leaving(v)
	table := n.tableAt(v)
	for i, back := range out {
		if n.ClassOf(back^1).Access != profile.Open {
			continue
		}
		onward := false
		for j, to := range out {
			if i != j && n.ClassOf(to).Access == profile.Open {
				table[i*len(out)+j] = noTurn
			}
			onward = onward || table[i*len(out)+j] != noTurn
		}
		if !onward && n.Usable(back) {
			table[i*len(out)+i] = b.turnTenths(v, back^1, back, len(out) > 2, b.t.stops[v], 0, b.bearings())
		}
	}
}
