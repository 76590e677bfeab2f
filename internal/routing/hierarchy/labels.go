package hierarchy

import (
	"cmp"
	"slices"

	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

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

// expanded is the graph of labels and turns of the networks of one family. The networks share what they
// have in common: a label that is an arc in a layer is the same for all of them, and a turn that one
// mode can make is there for all, closed for the others. Labels from which all goes on alike can be
// one vertex; see merge.
type expanded struct {
	networks []*graph.Network
	members  []member // sorted by vertex
	groups   []uint32 // where the members of each vertex begin, and where the last one's end

	// The vertices of the labels that are arcs in a layer, 2·arc+layer, and of those that are copies of
	// arcs, by network; graph.None for labels that no trip comes to.
	vertexOf []uint32
	copyOf   []map[uint32]uint32

	first  []uint32 // turns from each vertex
	to     []uint32 // vertex behind each turn
	arcs   []uint32 // of the road graph, behind each turn
	tenths [][]uint16
}

// member is a label of a vertex: of all networks, or, if it is a copy of an arc, of one.
type member struct {
	network int    // -1 for all
	code    uint32 // 2·arc+layer; the network's label if it is a copy
	class   uint32 // code of the first member of its vertex
	rank    uint32 // of the vertex
}

func (a member) compare(b member) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.network, b.network), cmp.Compare(a.class, b.class), cmp.Compare(a.code, b.code))
}

// expand finds the labels that trips can come to.
func expand(networks []*graph.Network) *expanded {
	x := &expanded{networks: networks, vertexOf: make([]uint32, 2*len(networks[0].Arcs))}
	for i := range x.vertexOf {
		x.vertexOf[i] = graph.None
	}
	for k, n := range networks {
		x.copyOf = append(x.copyOf, map[uint32]uint32{})
		x.reach(k, n)
	}
	return x
}

// reach lists the labels that trips over a network can come to.
func (x *expanded) reach(network int, n *graph.Network) {
	states := uint32(n.States())
	seen := make([]bool, 2*states)
	var stack []uint32
	visit := func(label, _ uint32, _ uint16) {
		if seen[label] {
			return
		}
		seen[label] = true
		stack = append(stack, label)
		arc := n.Arc(label % states)
		if label%states != arc {
			x.members = append(x.members, member{network: network, code: label, class: label})
			return
		}
		if code := 2*arc + label/states; x.vertexOf[code] == graph.None {
			x.vertexOf[code] = 0
			x.members = append(x.members, member{network: -1, code: code, class: code})
		}
	}
	for arc := range uint32(len(n.Arcs)) {
		if n.Usable(arc) {
			visit(arc, 0, 0) // every trip begins on an arc, in the first layer
		}
	}
	for len(stack) > 0 {
		label := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		follow(n, label, visit)
	}
}

// arcOf returns the arc that a member stands for.
func (x *expanded) arcOf(m member) uint32 {
	if m.network < 0 {
		return m.code / 2
	}
	n := x.networks[m.network]
	return n.Arc(m.code % uint32(n.States()))
}

// rank gives each vertex the rank of its arc and sorts the vertices by it.
func (x *expanded) rank(rankOfArc []uint32) {
	for i := range x.members {
		m := &x.members[i]
		first := *m
		first.code = m.class
		m.rank = rankOfArc[x.arcOf(first)]
	}
	slices.SortFunc(x.members, member.compare)
	x.group()
	x.number()
}

// group finds the members of each vertex.
func (x *expanded) group() {
	x.groups = x.groups[:0]
	for i, m := range x.members {
		if i == 0 || m.network != x.members[i-1].network || m.class != x.members[i-1].class {
			x.groups = append(x.groups, uint32(i))
		}
	}
	x.groups = append(x.groups, uint32(len(x.members)))
}

// vertices returns how many vertices there are.
func (x *expanded) vertices() int { return len(x.groups) - 1 }

func (x *expanded) membersOf(v int) []member { return x.members[x.groups[v]:x.groups[v+1]] }

// number numbers the vertices as they are listed and finds their turns.
func (x *expanded) number() {
	for v := range x.vertices() {
		for _, m := range x.membersOf(v) {
			if m.network < 0 {
				x.vertexOf[m.code] = uint32(v)
			} else {
				x.copyOf[m.network][m.code] = uint32(v)
			}
		}
	}
	x.first, x.to, x.arcs = append(x.first[:0], 0), x.to[:0], x.arcs[:0]
	x.tenths = make([][]uint16, len(x.networks))
	for v := range x.vertices() {
		for _, m := range x.membersOf(v) {
			for k, n := range x.networks {
				label, ok := x.labelOf(k, m)
				if !ok {
					continue
				}
				follow(n, label, func(next, arc uint32, tenths uint16) {
					// Going round a loop again is no way to anywhere.
					if to := x.vertex(k, next); to != uint32(v) && to != graph.None {
						x.tenths[k][x.turn(uint32(v), to, arc)] = tenths
					}
				})
			}
		}
		x.first = append(x.first, uint32(len(x.to)))
	}
}

// labelOf returns the label that a member is in a network, false where it is none.
func (x *expanded) labelOf(network int, m member) (label uint32, ok bool) {
	if m.network >= 0 {
		return m.code, m.network == network
	}
	arc, layer := m.code/2, m.code%2
	n := x.networks[network]
	return arc + layer*uint32(n.States()), n.Usable(arc)
}

// vertex returns the vertex of a network's label, graph.None where no trip comes to it.
func (x *expanded) vertex(network int, label uint32) uint32 {
	n := x.networks[network]
	states := uint32(n.States())
	if state, layer := label%states, label/states; int(state) < len(n.Arcs) {
		return x.vertexOf[2*state+layer]
	}
	if v, ok := x.copyOf[network][label]; ok {
		return v
	}
	return graph.None
}

// turn returns the turn from the last vertex to another one by an arc, a new one where needed.
func (x *expanded) turn(from, to, arc uint32) int {
	for i := int(x.first[from]); i < len(x.to); i++ {
		if x.to[i] == to && x.arcs[i] == arc {
			return i
		}
	}
	x.to, x.arcs = append(x.to, to), append(x.arcs, arc)
	for k := range x.tenths {
		x.tenths[k] = append(x.tenths[k], graph.NoTurn)
	}
	return len(x.to) - 1
}

// graph returns the vertices and turns alone.
func (x *expanded) graph() cch.Graph { return cch.Graph{FirstOut: x.first, Head: x.to} }

// reorder lists the vertices anew.
func (x *expanded) reorder(order []uint32) {
	members := make([]member, 0, len(x.members))
	for _, v := range order {
		members = append(members, x.membersOf(int(v))...)
	}
	x.members = members
	x.group()
	x.number()
}
