package dijkstra

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/profile"
	"github.com/footstepd/footstepd/internal/routing/queue"
)

// A Visit is an arc that a bounded search came upon.
type Visit struct {
	Arc uint32
	// Entry is the time or distance from the origin to the arc's tail, the turn onto the arc
	// included; in a search towards the origin, from the arc's head to the origin, the turn off the
	// arc included. It is at most the limit.
	Entry uint32
}

// Measure tells what a bounded search counts.
type Measure int

// The measures.
const (
	Milliseconds Measure = iota
	Millimetres
)

// MaxLimit is the largest limit of a bounded search.
const MaxLimit = math.MaxInt32

// From finds all arcs whose tail can be reached from an origin within a limit, along the best
// paths of the metric, in the order of their numbers. So what lies within half an hour is what the
// recommended routes reach in half an hour. The origin's own arcs are among them only where a path
// comes back to them. The origin's spots are those of one place. The error is the context's.
func From(ctx context.Context, m *graph.Metric, origin []graph.Spot, measure Measure, limit uint32) ([]Visit, error) {
	return reach(ctx, m, origin, measure, limit, false)
}

// To is From in the other direction: all arcs from whose head the destination can be reached.
func To(ctx context.Context, m *graph.Metric, destination []graph.Spot, measure Measure, limit uint32) ([]Visit, error) {
	return reach(ctx, m, destination, measure, limit, true)
}

// bounded is a search from one place that goes by the metric and stops by the measure. It runs on
// beyond the limit for as long as anything within it is left: a path that is quick but not the
// recommended one must not win because the recommended one was cut short.
type bounded struct {
	search
	measure Measure
	limit   uint64
	labels  *labels
	end     []uint64 // of each label: the measure where the path goes on from it
	active  int      // labels in the queue that lie within the limit
	home    []homeArc
}

// homeArc is an arc of the place where the search begins. Its label stands for the part of it that
// is travelled first; coming back to it over its other end is worth a note, not a label.
type homeArc struct {
	arc   uint32
	cost  uint64 // of coming back
	entry uint64
}

func reach(ctx context.Context, m *graph.Metric, spots []graph.Spot, measure Measure, limit uint32, backwards bool) ([]Visit, error) {
	w := pool.Get().(*workspace)
	defer pool.Put(w)
	count := labelCount(m.Network)
	if len(w.end) < count {
		w.end = make([]uint64, count)
	}
	w.touched = w.touched[:0]
	s := bounded{
		search:  search{n: m.Network, m: m, w: w, states: uint32(m.Network.States())},
		measure: measure, limit: uint64(min(limit, MaxLimit)), end: w.end, labels: &w.forward,
	}
	if backwards {
		s.labels = &w.backward
	}
	s.labels.reset(count)
	if backwards {
		s.finish(spots)
	} else {
		s.start(spots)
	}
	s.begin(spots, backwards)
	for settled := 1; s.active > 0; settled++ {
		if settled%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		s.labels.top() // drops what is out of date
		e := s.labels.queue.Pop()
		if s.end[e.Label] <= s.limit {
			s.active--
		}
		if backwards {
			s.backwardFrom(e)
		} else {
			s.forwardFrom(e)
		}
	}
	return s.visits(), nil
}

// begin measures the labels that the search starts with.
func (s *bounded) begin(spots []graph.Spot, backwards bool) {
	for _, e := range s.labels.queue {
		s.active++
		s.w.touched = append(s.w.touched, e.Label)
		arc := s.n.Arc(e.Label % s.states)
		for _, spot := range spots {
			if spot.Edge != arc>>1 {
				continue
			}
			mm := spot.At(arc, s.n.Graph)
			if !backwards {
				mm = s.n.Edges[spot.Edge].Length - mm
			}
			if s.end[e.Label] = s.over(arc, mm); s.end[e.Label] > s.limit {
				s.active--
			}
		}
		if !slices.ContainsFunc(s.home, func(h homeArc) bool { return h.arc == arc }) {
			s.home = append(s.home, homeArc{arc, infinity, infinity})
		}
	}
}

// over measures a stretch of an arc.
func (s *bounded) over(arc, mm uint32) uint64 {
	if s.measure == Millimetres {
		return uint64(mm)
	}
	return s.m.OfArc(arc).Time.Over(mm)
}

// turn measures a turn.
func (s *bounded) turn(tenths uint16) uint64 {
	if s.measure == Millimetres {
		return 0
	}
	return uint64(tenths) * graph.TurnUnit
}

// forwardFrom settles a label and looks at the turns from its head.
func (s *bounded) forwardFrom(e queue.Entry) {
	state, layer := e.Label%s.states, e.Label/s.states
	arc := s.n.Arc(state)
	access := s.m.OfArc(arc).Access
	out, turns := s.n.TurnsOut(arc)
	for i, to := range out {
		if turns[i] == graph.NoTurn || !s.usable(to) || s.m.Bans(state, to) {
			continue
		}
		nextLayer, ok := graph.Layer(access, layer, s.m.OfArc(to).Access)
		if !ok {
			continue
		}
		if next := s.n.Next(state, to); next != graph.None {
			s.enter(next+nextLayer*s.states, to, e, turns[i])
		}
	}
}

// backwardFrom settles a label and looks at the turns to its tail.
func (s *bounded) backwardFrom(e queue.Entry) {
	state, layer := e.Label%s.states, e.Label/s.states
	arc := s.n.Arc(state)
	access := s.m.OfArc(arc).Access
	out, column := s.n.TurnsIn(arc)
	for i, back := range out {
		from := back ^ 1
		if turn := column[i*len(out)]; turn != graph.NoTurn && s.usable(from) {
			first, end := s.n.CopiesOf(from)
			s.leave(from, from, arc, state, access, layer, e, turn)
			for copy := first; copy < end; copy++ {
				s.leave(copy, from, arc, state, access, layer, e, turn)
			}
		}
	}
}

// leave reaches the labels of a state if the settled one follows it.
func (s *bounded) leave(before, from, arc, state uint32, access profile.Access, layer uint32, e queue.Entry, turn uint16) {
	if s.n.Next(before, arc) != state || s.m.Bans(before, arc) {
		return
	}
	for l := range uint32(2) {
		if l == 1 && s.m.OfArc(from).Access == profile.Open {
			return
		}
		if next, ok := graph.Layer(s.m.OfArc(from).Access, l, access); ok && next == layer {
			s.enter(before+l*s.states, from, e, turn)
		}
	}
}

// enter reaches a label over a turn.
func (s *bounded) enter(label, arc uint32, e queue.Entry, turn uint16) {
	cost := e.Key + s.m.TurnCost(turn)
	measured := s.end[e.Label] + s.turn(turn)
	for i := range s.home {
		if h := &s.home[i]; h.arc == arc && cost < h.cost {
			h.cost, h.entry = cost, measured
		}
	}
	length := s.n.Edges[arc>>1].Length
	before := s.labels.cost(label)
	if !s.labels.improve(label, cost+s.m.OfArc(arc).Choose.Over(length), e.Label) {
		return
	}
	if before == infinity {
		s.w.touched = append(s.w.touched, label)
	} else if s.end[label] <= s.limit {
		s.active--
	}
	if s.end[label] = measured + s.over(arc, length); s.end[label] <= s.limit {
		s.active++
	}
}

// visits lists the arcs that were come upon within the limit. An arc can be reached in several
// states, after a turn restriction has begun or not; the least entry counts.
func (s *bounded) visits() []Visit {
	// A bit for each arc sorts them.
	arcs := len(s.n.Arcs)
	if len(s.w.entry) < arcs {
		s.w.entry = make([]uint32, arcs)
	}
	if words := (arcs + 63) / 64; len(s.w.found) < words {
		s.w.found = make([]uint64, words)
	}
	count := 0
	add := func(arc uint32, entry uint64) {
		if entry > s.limit {
			return
		}
		switch word, bit := &s.w.found[arc/64], uint64(1)<<(arc%64); {
		case *word&bit == 0:
			*word |= bit
			s.w.entry[arc] = uint32(entry)
			count++
		default:
			s.w.entry[arc] = min(s.w.entry[arc], uint32(entry))
		}
	}
	for _, label := range s.w.touched {
		arc := s.n.Arc(label % s.states)
		if !slices.ContainsFunc(s.home, func(h homeArc) bool { return h.arc == arc }) {
			add(arc, s.end[label]-s.over(arc, s.n.Edges[arc>>1].Length))
		}
	}
	for _, h := range s.home {
		add(h.arc, h.entry)
	}
	all := make([]Visit, 0, count)
	for i, word := range s.w.found {
		for ; word != 0; word &= word - 1 {
			arc := uint32(64*i + bits.TrailingZeros64(word))
			all = append(all, Visit{arc, s.w.entry[arc]})
		}
		s.w.found[i] = 0
	}
	return all
}
