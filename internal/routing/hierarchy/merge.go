package hierarchy

import (
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/profile"
)

// merge makes one vertex of the labels that arrive at a node and from which all goes on alike: where
// turns cost nothing, or what the road behind them asks for, it does not matter by which road one has
// come. Almost all nodes are such for walkers, and their hierarchy becomes one of nodes. It does
// nothing and returns false where that is not so.
//
// There is one difference between the roads that arrive at a node: one cannot turn round onto the same
// road. A merged vertex allows it. That makes no path cheaper as long as coming back to the node
// before over the same road opens no turn there that is not open at no more cost without it: such
// roads are harmless. A path that turns round all the same, since it costs nothing, is rid of that
// when it is told; see search.statesAlong.
func (x *expanded) merge() bool {
	if len(x.networks) > 1 {
		return false // what is alike for one mode is not for another
	}
	m := newMerger(x.networks[0])
	type class struct {
		node   uint32
		access profile.Access
		layer  uint32
	}
	first := map[class]uint32{} // code of its first member
	classOf := func(a *member) (class, bool) {
		arc := a.code / 2
		if a.network >= 0 || !m.joins(arc) {
			return class{}, false
		}
		return class{m.n.Head(arc), m.n.ClassOf(arc).Access, a.code % 2}, true
	}
	for i := range x.members {
		a := &x.members[i]
		if c, ok := classOf(a); ok {
			if code, ok := first[c]; !ok || a.code < code {
				first[c] = a.code
			}
		}
	}
	joined := 0
	for i := range x.members {
		if c, ok := classOf(&x.members[i]); ok && first[c] != x.members[i].code {
			joined++
		}
	}
	if 3*joined < len(x.members) {
		return false
	}
	for i := range x.members {
		a := &x.members[i]
		if c, ok := classOf(a); ok {
			a.class = first[c]
		}
	}
	return true
}

// A merger finds out which arcs can share a vertex with others that arrive at the same node.
type merger struct {
	n        *graph.Network
	alike    []bool // of each node: all roads go on alike, but for turning round
	back     []bool // of each arc: sharing would let one turn round onto it where one may not
	harmless []bool // of each arc: and it would do no harm
}

func newMerger(n *graph.Network) *merger {
	m := &merger{n: n, alike: make([]bool, len(n.Nodes)), back: make([]bool, len(n.Arcs)), harmless: make([]bool, len(n.Arcs))}
	for v := range m.alike {
		m.alike[v] = m.isAlike(uint32(v))
	}
	for arc := range m.harmless {
		m.harmless[arc] = n.Usable(uint32(arc)) && n.Usable(uint32(arc)^1)
	}
	for changed := true; changed; {
		changed = false
		for arc := range m.harmless {
			if m.harmless[arc] && !m.isHarmless(uint32(arc)) {
				m.harmless[arc], changed = false, true
			}
		}
	}
	return m
}

// joins tells whether an arc can share its vertex.
func (m *merger) joins(arc uint32) bool {
	return m.alike[m.n.Head(arc)] && (!m.back[arc] || m.harmless[arc])
}

// special tells whether turns from an arc depend on how it was reached.
func (m *merger) special(arc uint32) bool {
	if first, end := m.n.CopiesOf(arc); first != end {
		return true
	}
	for _, to := range m.n.Leaving(m.n.Head(arc)) {
		if m.n.Next(arc, to) != to {
			return true
		}
	}
	return false
}

// isAlike tells whether each turn at a node costs the same from all roads, and notes where sharing a
// vertex would let one turn round.
func (m *merger) isAlike(v uint32) bool {
	n := m.n
	out := n.Leaving(v)
	for _, to := range out {
		if !n.Usable(to) {
			continue
		}
		known, cost := false, uint16(graph.NoTurn)
		for _, back := range out {
			from := back ^ 1
			if from == to^1 || !n.Usable(from) {
				continue
			}
			c := m.turn(from, to)
			if m.special(from) || known && c != cost {
				return false
			}
			known, cost = true, c
		}
		if from := to ^ 1; known && n.Usable(from) {
			switch m.turn(from, to) {
			case cost:
			case graph.NoTurn:
				m.back[from] = true
			default:
				return false
			}
		}
	}
	return true
}

// turn returns what a turn costs in tenths of a second, graph.NoTurn where it is not allowed.
func (m *merger) turn(from, to uint32) uint16 {
	out, turns := m.n.TurnsOut(from)
	for i, arc := range out {
		if arc == to {
			return turns[i]
		}
	}
	return graph.NoTurn
}

// isHarmless tells whether going along an arc and straight back is never cheaper than not to, as far as
// the turns at its tail tell.
func (m *merger) isHarmless(arc uint32) bool {
	n := m.n
	back := arc ^ 1
	if m.special(back) {
		return false
	}
	around := n.Leaving(n.Tail(arc))
	_, onward := n.TurnsOut(back)
	for _, x := range around {
		from := x ^ 1
		if from == back || !n.Usable(from) {
			continue
		}
		_, direct := n.TurnsOut(from)
		in := m.turn(from, arc)
		if in == graph.NoTurn {
			continue
		}
		if m.special(from) {
			return false
		}
		for i, to := range around {
			if to == arc || !n.Usable(to) || onward[i] == graph.NoTurn {
				continue
			}
			if direct[i] != graph.NoTurn && uint32(direct[i]) <= uint32(in)+uint32(onward[i]) {
				continue
			}
			if to == from^1 && m.harmless[from] {
				continue // that is going along the road before and straight back
			}
			return false
		}
	}
	return true
}
