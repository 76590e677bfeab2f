package hierarchy

import (
	"errors"
	"slices"

	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// search is the scratch space of one query, and the query's ends.
type search struct {
	h       *Hierarchy
	query   *cch.Query
	sources []end
	targets []end
	labels  []uint32
	states  []uint32
	// large tells that the cost of an end, or of a path, was too much for a weight.
	large bool
	onArc dijkstra.Stretch
}

// end is a vertex at which a query begins or ends.
type end struct {
	label  uint32
	vertex uint32
	cost   cch.Weight
	state  uint32 // of the arc that holds the spot
	mm     uint32 // what is travelled of that arc
	tenths uint16 // of the turn onto it, in tenths of a second
}

const infinite = ^uint64(0)

func (h *Hierarchy) search() *search {
	if s, ok := h.queries.Get().(*search); ok {
		s.h = h
		return s
	}
	return &search{h: h, query: h.cch.NewQuery()}
}

// release gives a search back.
func (s *search) release() { s.h.queries.Put(s) }

// run finds the cost of the best path. The error is dijkstra.ErrNoPath or ErrUndecided.
func (s *search) run(w *Weights, m *graph.Metric, origins, destinations []graph.Spot) (uint64, error) {
	s.reset()
	s.start(m, origins)
	s.finish(m, destinations)
	s.onArc = dijkstra.OnArc(m, origins, destinations)
	for _, e := range s.sources {
		s.query.AddSource(e.vertex, e.cost)
	}
	for _, e := range s.targets {
		s.query.AddTarget(e.vertex, e.cost)
	}
	best := s.query.Run(w.metric)
	switch {
	case best < cch.Infinity:
		return min(s.onArc.Cost, uint64(best)), nil
	case s.onArc.Cost < uint64(cch.Infinity):
		return s.onArc.Cost, nil
	case s.large || w.clipped || s.query.Overflowed(w.metric):
		return 0, ErrUndecided
	case s.onArc.Cost == dijkstra.Unreachable:
		return 0, dijkstra.ErrNoPath
	}
	return s.onArc.Cost, nil
}

func (s *search) reset() {
	s.query.Reset()
	s.clear()
}

// clear forgets the ends.
func (s *search) clear() {
	s.sources, s.targets = s.sources[:0], s.targets[:0]
	s.large, s.onArc.Cost = false, dijkstra.Unreachable
}

// start adds the arcs of the origins.
func (s *search) start(m *graph.Metric, origins []graph.Spot) {
	n := s.h.n
	for _, o := range origins {
		for _, arc := range dijkstra.ArcsOf(o) {
			p := m.OfArc(arc)
			if p.Choose == 0 || !o.Takes(arc) {
				continue
			}
			left := n.Edges[o.Edge].Length - o.At(arc, n.Graph)
			s.sources = s.add(s.sources, arc, p.Choose.Over(left), end{state: arc, mm: left})
		}
	}
}

// add appends an end, unless no trip comes to its label or the cost is too large.
func (s *search) add(ends []end, label uint32, cost uint64, e end) []end {
	v := s.h.vertex(label)
	switch {
	case v == graph.None:
		return ends
	case cost >= uint64(cch.Infinity):
		s.large = true
		return ends
	}
	e.label, e.vertex, e.cost = label, v, cch.Weight(cost)
	return append(ends, e)
}

// finish adds the labels from which one can turn onto the arcs of the destinations.
func (s *search) finish(m *graph.Metric, destinations []graph.Spot) {
	n := s.h.n
	for _, d := range destinations {
		for _, arc := range dijkstra.ArcsOf(d) {
			p := m.OfArc(arc)
			if p.Choose == 0 || !d.Takes(arc) {
				continue
			}
			mm := d.At(arc, n.Graph)
			rest := p.Choose.Over(mm)
			s.h.eachBefore(m, arc, func(label, next uint32, tenths uint16) {
				s.targets = s.add(s.targets, label, rest+m.TurnCost(tenths), end{state: next % uint32(n.States()), mm: mm, tenths: tenths})
			})
		}
	}
}

// eachBefore calls visit with all labels from which a turn leads onto an arc, and the label of the arc
// that follows.
func (h *Hierarchy) eachBefore(m *graph.Metric, arc uint32, visit func(label, next uint32, tenths uint16)) {
	n := h.n
	states := uint32(n.States())
	access := m.OfArc(arc).Access
	out, column := n.TurnsIn(arc)
	for i, back := range out {
		tenths := column[i*len(out)]
		from := back ^ 1
		p := m.OfArc(from)
		if tenths == graph.NoTurn || p.Choose == 0 {
			continue
		}
		before := func(state uint32) {
			next := n.Next(state, arc)
			if next == graph.None || m.Bans(state, arc) {
				return
			}
			for layer := range uint32(2) {
				if nextLayer, ok := graph.Layer(p.Access, layer, access); ok {
					visit(state+layer*states, next+nextLayer*states, tenths)
				}
			}
		}
		before(from)
		first, last := n.CopiesOf(from)
		for state := first; state < last; state++ {
			before(state)
		}
	}
}

// path returns the path that run has found at a cost. The error is ErrUndecided.
func (s *search) path(w *Weights, m *graph.Metric, cost uint64, origins, destinations []graph.Spot) (dijkstra.Path, error) {
	if cost == s.onArc.Cost {
		return s.onArc.Path(), nil
	}
	if !s.statesOf(m, s.query.Path(w.metric)) {
		return dijkstra.Path{}, ErrUndecided
	}
	p := s.pathAlong(s.states, cost, origins, destinations)
	if s.h.merged && costOf(m, &p) != cost {
		return dijkstra.Path{}, ErrUndecided
	}
	return p, nil
}

// statesOf finds the states of the path along vertices and onto the arc of a destination.
func (s *search) statesOf(m *graph.Metric, vertices []uint32) bool {
	if s.h.merged {
		return s.statesAlong(m, vertices)
	}
	s.states = s.states[:0]
	for _, v := range vertices {
		s.states = append(s.states, s.h.label(v)%uint32(s.h.n.States()))
	}
	s.states = append(s.states, endAt(s.targets, vertices[len(vertices)-1]).state)
	return true
}

// pathAlong returns the path along states.
func (s *search) pathAlong(states []uint32, cost uint64, origins, destinations []graph.Spot) dijkstra.Path {
	p := dijkstra.Path{Cost: cost, States: slices.Clone(states)}
	p.Join(s.h.n, origins, destinations)
	return p
}

// endAt returns the cheapest of the ends at a vertex.
func endAt(ends []end, vertex uint32) (best end) {
	found := false
	for _, e := range ends {
		if e.vertex == vertex && (!found || e.cost < best.cost) {
			best, found = e, true
		}
	}
	return best
}

// ErrUndecided is returned where only a plain search can find the best path: where costs are too large
// for weights.
var ErrUndecided = errors.New("hierarchy: costs are too large to be told")

// Cost returns what the best path costs, without looking for the path. The error is
// dijkstra.ErrNoPath or ErrUndecided.
func (h *Hierarchy) Cost(w *Weights, m *graph.Metric, origins, destinations []graph.Spot) (uint64, error) {
	s := h.search()
	defer s.release()
	return s.run(w, m, origins, destinations)
}

// Route finds the best path as dijkstra.Route does. The weights must be those of the metric. The error
// is dijkstra.ErrNoPath or ErrUndecided.
func (h *Hierarchy) Route(w *Weights, m *graph.Metric, origins, destinations []graph.Spot) (dijkstra.Path, error) {
	s := h.search()
	defer s.release()
	cost, err := s.run(w, m, origins, destinations)
	if err != nil {
		return dijkstra.Path{}, err
	}
	return s.path(w, m, cost, origins, destinations)
}
