package hierarchy

import (
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// statesAlong finds the states of a path along vertices that stand for several labels each. It is false
// where there is no such path, which is possible only among roads that cost nothing.
func (s *search) statesAlong(m *graph.Metric, vertices []uint32) bool {
	n := s.h.n
	states := uint32(n.States())
	s.labels = append(s.labels[:0], endAt(s.sources, vertices[0]).label)
	for _, v := range vertices[1:] {
		at := s.labels[len(s.labels)-1]
		next, least := uint32(graph.None), infinite
		follow(n, at, func(label, arc uint32, tenths uint16) {
			if p := m.OfArc(arc); p.Choose > 0 && s.h.vertex(label) == v {
				if cost := m.TurnCost(tenths) + p.Choose.Over(n.Edges[arc>>1].Length); cost < least {
					next, least = label, cost
				}
			}
		})
		if next != graph.None {
			s.labels = append(s.labels, next)
			continue
		}
		// The path turns round onto the road that it came by, which the vertex allows and the road does
		// not. Without that stretch it costs as much.
		if len(s.labels) == 1 || n.Head(n.Arc(s.h.label(v)%states)) != n.Tail(n.Arc(at%states)) {
			return false
		}
		s.labels = s.labels[:len(s.labels)-1]
	}
	s.states = s.states[:0]
	for _, label := range s.labels {
		s.states = append(s.states, label%states)
	}
	s.states = append(s.states, endAt(s.targets, vertices[len(vertices)-1]).state)
	return true
}

// stretch returns the arc of the i-th state of a path and how many millimetres of it the path takes.
func stretch(n *graph.Network, p *dijkstra.Path, i int) (arc, mm uint32) {
	arc = n.Arc(p.States[i])
	from, to := uint32(0), n.Edges[arc>>1].Length
	if i == 0 {
		from = p.From
	}
	if i == len(p.States)-1 {
		to = p.To
	}
	return arc, to - from
}

// costOf adds up what a path costs, infinite where it is none: it makes a turn that is not allowed.
func costOf(m *graph.Metric, p *dijkstra.Path) uint64 {
	n := m.Network
	cost, layer := uint64(0), uint32(0)
	for i, state := range p.States {
		arc, mm := stretch(n, p, i)
		price := m.OfArc(arc)
		cost += price.Choose.Over(mm)
		if price.Choose == 0 {
			return infinite
		}
		if i == 0 {
			continue
		}
		before := p.States[i-1]
		from := n.Arc(before)
		if n.Head(from) != n.Tail(arc) || n.Next(before, arc) != state {
			return infinite
		}
		out, turns := n.TurnsOut(from)
		tenths := graph.NoTurn
		for j, to := range out {
			if to == arc {
				tenths = turns[j]
			}
		}
		var ok bool
		if layer, ok = graph.Layer(m.OfArc(from).Access, layer, price.Access); !ok || tenths == graph.NoTurn {
			return infinite
		}
		cost += m.TurnCost(tenths)
	}
	return cost
}
