package dijkstra

import (
	"context"
	"errors"
	"slices"

	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/profile"
	"github.com/footstepd/footstepd/internal/routing/queue"
)

// ErrNoPath is returned when no path leads from the origin to the destination.
var ErrNoPath = errors.New("dijkstra: no path")

// A Path is the best path between two places.
type Path struct {
	Cost   uint64   // what the search minimised
	States []uint32 // of the network, at least one; the first and last are travelled in part
	// From and To are where the path begins on the first and ends on the last arc, in millimetres
	// from the arc's tail.
	From, To uint32
	// Origin and Destination are the indexes of the spots that the path connects.
	Origin, Destination int
}

// checkEvery is how many labels are settled between two looks at the context.
const checkEvery = 1 << 10

// Route finds the cheapest path from any of the origins to any of the destinations: spots of one
// place on different edges, commonly. The error is ErrNoPath or the context's.
func Route(ctx context.Context, m *graph.Metric, origins, destinations []graph.Spot) (Path, error) {
	w := pool.Get().(*workspace)
	defer pool.Put(w)
	s := search{n: m.Network, m: m, w: w, states: uint32(m.Network.States())}
	w.forward.reset(labelCount(m.Network))
	w.backward.reset(labelCount(m.Network))
	s.start(origins)
	s.finish(destinations)
	s.onArc = OnArc(m, origins, destinations)
	s.best = s.onArc.Cost
	if err := s.run(ctx); err != nil {
		return Path{}, err
	}
	if s.best == infinity {
		return Path{}, ErrNoPath
	}
	return s.path(origins, destinations), nil
}

// search is a search from both ends. A forward label holds the cost of getting to the head of its
// arc, a backward label that of getting from the tail of its arc to the destination; so a path is a
// forward label, a turn, and a backward label, and partly travelled arcs at the ends need no care.
type search struct {
	n      *graph.Network
	m      *graph.Metric
	w      *workspace
	states uint32

	best     uint64
	from, to uint32 // the labels between which the best path turns
	onArc    Stretch
}

// usable tells whether the metric lets a path use an arc.
func (s *search) usable(arc uint32) bool { return s.m.OfArc(arc).Choose > 0 }

func (s *search) start(origins []graph.Spot) {
	for _, o := range origins {
		for _, arc := range ArcsOf(o) {
			if s.usable(arc) && o.Takes(arc) {
				left := s.n.Edges[o.Edge].Length - o.At(arc, s.n.Graph)
				s.w.forward.improve(arc, s.m.OfArc(arc).Choose.Over(left), graph.None)
			}
		}
	}
}

func (s *search) finish(destinations []graph.Spot) {
	for _, d := range destinations {
		for _, arc := range ArcsOf(d) {
			if !s.usable(arc) || !d.Takes(arc) {
				continue
			}
			p := s.m.OfArc(arc)
			cost := p.Choose.Over(d.At(arc, s.n.Graph))
			end := func(state uint32) {
				s.w.backward.improve(state, cost, graph.None)
				if p.Access == profile.Restricted {
					s.w.backward.improve(state+s.states, cost, graph.None)
				}
			}
			end(arc)
			from, to := s.n.CopiesOf(arc)
			for copy := from; copy < to; copy++ {
				end(copy)
			}
		}
	}
}

// run settles labels from both ends until no path can be better than the best one found.
func (s *search) run(ctx context.Context) error {
	for settled := 1; ; settled++ {
		f, b := s.w.forward.top(), s.w.backward.top()
		// Where one side has run out, every path that it could be part of has been seen: a path's
		// last settled label has looked at the other side's label behind the turn.
		if f == infinity || b == infinity || f+b >= s.best {
			return nil
		}
		if settled%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if f <= b {
			s.forward(s.w.forward.queue.Pop())
		} else {
			s.backward(s.w.backward.queue.Pop())
		}
	}
}

// forward settles a label and looks at the turns from its head.
func (s *search) forward(e queue.Entry) {
	state, layer := e.Label, uint32(0)
	if state >= s.states {
		state, layer = state-s.states, 1
	}
	n, m := s.n, s.m
	arc := n.Arc(state)
	access := m.OfArc(arc).Access
	out, turns := n.TurnsOut(arc)
	for i, to := range out {
		if turns[i] == graph.NoTurn || m.Bans(state, to) {
			continue
		}
		p := m.OfArc(to)
		if p.Choose == 0 {
			continue
		}
		nextLayer, ok := graph.Layer(access, layer, p.Access)
		if !ok {
			continue
		}
		next := n.Next(state, to)
		if next == graph.None {
			continue
		}
		label := next + nextLayer*s.states
		atTail := e.Key + m.TurnCost(turns[i])
		s.meet(e.Label, label, atTail, s.w.backward.cost(label))
		s.w.forward.improve(label, atTail+p.Choose.Over(n.Edges[to>>1].Length), e.Label)
	}
}

// backward settles a label and looks at the turns to its tail.
func (s *search) backward(e queue.Entry) {
	state, layer := e.Label, uint32(0)
	if state >= s.states {
		state, layer = state-s.states, 1
	}
	n, m := s.n, s.m
	arc := n.Arc(state)
	access := m.OfArc(arc).Access
	out, column := n.TurnsIn(arc)
	for i, back := range out {
		turn := column[i*len(out)]
		from := back ^ 1
		if turn == graph.NoTurn {
			continue
		}
		p := m.OfArc(from)
		if p.Choose == 0 {
			continue
		}
		if n.Next(from, arc) == state && !m.Bans(from, arc) {
			s.before(e, from, access, layer, turn)
		}
		first, end := n.CopiesOf(from)
		for copy := first; copy < end; copy++ {
			if n.Next(copy, arc) == state && !m.Bans(copy, arc) {
				s.before(e, copy, access, layer, turn)
			}
		}
	}
}

// before reaches the labels of a state from which the settled label follows over a turn.
func (s *search) before(e queue.Entry, state uint32, access profile.Access, layer uint32, turn uint16) {
	arc := s.n.Arc(state)
	p := s.m.OfArc(arc)
	atHead := e.Key + s.m.TurnCost(turn)
	cost := atHead + p.Choose.Over(s.n.Edges[arc>>1].Length)
	for l := uint32(0); l < 2; l++ {
		if l == 1 && p.Access == profile.Open {
			break
		}
		if next, ok := graph.Layer(p.Access, l, access); !ok || next != layer {
			continue
		}
		label := state + l*s.states
		s.meet(label, e.Label, s.w.forward.cost(label), atHead)
		s.w.backward.improve(label, cost, e.Label)
	}
}

// meet takes note of a path: a forward label, a turn and a backward label. One of the two costs
// includes the turn.
func (s *search) meet(from, to uint32, f, b uint64) {
	if f == infinity || b == infinity || f+b >= s.best {
		return
	}
	s.best, s.from, s.to = f+b, from, to
}

// path reads the best path off the labels.
func (s *search) path(origins, destinations []graph.Spot) Path {
	if s.best == s.onArc.Cost {
		return s.onArc.Path()
	}
	p := Path{Cost: s.best}
	for l := s.from; l != graph.None; l = s.w.forward.at[l].parent {
		p.States = append(p.States, l%s.states)
	}
	slices.Reverse(p.States)
	for l := s.to; l != graph.None; l = s.w.backward.at[l].parent {
		p.States = append(p.States, l%s.states)
	}
	p.Join(s.n, origins, destinations)
	return p
}
