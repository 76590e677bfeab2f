package hierarchy

import (
	"cmp"
	"slices"

	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// labels is the turn-expanded graph of a network: its vertices are labels, its arcs turns.
type labels struct {
	n        *graph.Network
	list     []uint32 // label of each vertex
	vertexOf []uint32 // vertex of each label, graph.None for labels that no trip comes to
	first    []uint32 // turns from each vertex
	turns    []turn
}

// turn is an arc of the turn-expanded graph.
type turn struct {
	to     uint32 // vertex
	arc    uint32 // of the road graph, behind the turn
	tenths uint16 // what it costs, in tenths of a second
}

// labelCount is how many labels a network has, used or not.
func labelCount(n *graph.Network) int { return 2 * n.States() }

// expand finds the labels that trips can come to and makes vertices of them, numbered in the order
// of their arcs' ranks.
func expand(n *graph.Network, rankOfArc []uint32) *labels {
	x := &labels{n: n, vertexOf: make([]uint32, labelCount(n))}
	for l := range x.vertexOf {
		x.vertexOf[l] = graph.None
	}
	reach := func(label uint32) {
		if x.vertexOf[label] == graph.None {
			x.vertexOf[label] = 0
			x.list = append(x.list, label)
		}
	}
	for arc := range uint32(len(n.Arcs)) {
		if n.Usable(arc) {
			reach(arc) // every trip begins on an arc, in the first layer
		}
	}
	for at := 0; at < len(x.list); at++ {
		follow(n, x.list[at], func(next, _ uint32, _ uint16) { reach(next) })
	}
	states := uint32(n.States())
	rank := func(label uint32) uint32 { return rankOfArc[n.Arc(label%states)] }
	slices.SortFunc(x.list, func(a, b uint32) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b)) })
	x.number()
	return x
}

// number numbers the vertices as they are listed and finds their turns.
func (x *labels) number() {
	for v, label := range x.list {
		x.vertexOf[label] = uint32(v)
	}
	x.first = make([]uint32, 1, len(x.list)+1)
	x.turns = x.turns[:0]
	for v, label := range x.list {
		follow(x.n, label, func(next, arc uint32, tenths uint16) {
			if to := x.vertexOf[next]; to != uint32(v) { // going round a loop again is no way to anywhere
				x.turns = append(x.turns, turn{to, arc, tenths})
			}
		})
		x.first = append(x.first, uint32(len(x.turns)))
	}
}

// follow calls visit with all labels that follow a label over a turn.
func follow(n *graph.Network, label uint32, visit func(next, arc uint32, tenths uint16)) {
	states := uint32(n.States())
	state, layer := label%states, label/states
	from := n.Arc(state)
	access := n.ClassOf(from).Access
	out, turns := n.TurnsOut(from)
	for i, arc := range out {
		if turns[i] == graph.NoTurn || !n.Usable(arc) {
			continue
		}
		nextLayer, ok := graph.Layer(access, layer, n.ClassOf(arc).Access)
		if !ok {
			continue
		}
		if next := n.Next(state, arc); next != graph.None {
			visit(next+nextLayer*states, arc, turns[i])
		}
	}
}

// graph returns the vertices and turns alone.
func (x *labels) graph() cch.Graph {
	g := cch.Graph{FirstOut: x.first, Head: make([]uint32, len(x.turns))}
	for i, t := range x.turns {
		g.Head[i] = t.to
	}
	return g
}

// reorder lists the vertices anew.
func (x *labels) reorder(order []uint32) {
	list := make([]uint32, len(order))
	for i, v := range order {
		list[i] = x.list[v]
	}
	x.list = list
	x.number()
}
