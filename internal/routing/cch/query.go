package cch

import "slices"

// A Query finds shortest paths between sets of vertices. It holds scratch space for one
// hierarchy and can be used again and again, with any metric of it, by one goroutine at a time;
// it does not allocate once warm.
type Query struct {
	h        *Hierarchy
	up, down side
	best     Weight
	meet     uint32
	path     []uint32
	stack    []hop
}

// side is one direction's half of a query.
type side struct {
	dist   []Weight
	pred   []uint32 // arc of the own list by which the distance came, none at a start
	from   []uint32 // vertex below that arc
	starts []uint32
	mark   []bool
	walk   []uint32 // union of the starts' paths to the root, ascending
}

// NewQuery returns a query object for the hierarchy.
func (h *Hierarchy) NewQuery() *Query {
	q := &Query{h: h}
	for _, s := range []*side{&q.up, &q.down} {
		n := h.Vertices()
		*s = side{dist: make([]Weight, n), pred: make([]uint32, n), from: make([]uint32, n), mark: make([]bool, n)}
		for i := range s.dist {
			s.dist[i] = Infinity
		}
	}
	return q
}

// AddSource adds a vertex of the graph to start from, at a cost.
func (q *Query) AddSource(vertex uint32, cost Weight) { q.up.add(q.h.Rank[vertex], cost) }

// AddTarget adds a vertex of the graph to end at, at a cost.
func (q *Query) AddTarget(vertex uint32, cost Weight) { q.down.add(q.h.Rank[vertex], cost) }

func (s *side) add(r uint32, cost Weight) {
	if cost < s.dist[r] {
		s.dist[r] = cost
		s.pred[r] = none
	}
	s.starts = append(s.starts, r)
}

// Run returns the least cost from a source to a target, Infinity when there is no path. The sources
// and targets are forgotten at the next Reset.
func (q *Query) Run(m *Metric) Weight {
	h := q.h
	q.up.climb(h)
	q.down.climb(h)
	q.best, q.meet = Infinity, none
	// Both walks are ascending, so they can go on together; a vertex is final when its turn comes.
	i, j := 0, 0
	up, down := q.up.walk, q.down.walk
	for i < len(up) || j < len(down) {
		switch {
		case j == len(down) || i < len(up) && up[i] < down[j]:
			q.up.relax(up[i], q.best, h.UpFirst, h.UpHead, m.Up)
			i++
		case i == len(up) || down[j] < up[i]:
			q.down.relax(down[j], q.best, h.DownFirst, h.DownTail, m.Down)
			j++
		default:
			r := up[i]
			if sum := q.up.dist[r] + q.down.dist[r]; sum < q.best {
				q.best, q.meet = sum, r
			}
			q.up.relax(r, q.best, h.UpFirst, h.UpHead, m.Up)
			q.down.relax(r, q.best, h.DownFirst, h.DownTail, m.Down)
			i++
			j++
		}
	}
	return q.best
}

// climb collects the union of the elimination-tree paths from the starts.
func (s *side) climb(h *Hierarchy) {
	s.walk = s.walk[:0]
	for _, r := range s.starts {
		for ; r != none && !s.mark[r]; r = h.Parent[r] {
			s.mark[r] = true
			s.walk = append(s.walk, r)
		}
	}
	if len(s.starts) > 1 {
		slices.Sort(s.walk)
	}
}

// relax carries r's distance up its arcs, unless no better path can come of it.
func (s *side) relax(r uint32, best Weight, first, head []uint32, weight []Weight) {
	d := s.dist[r]
	if d >= best {
		return
	}
	lo, hi := first[r], first[r+1]
	list, w := head[lo:hi], weight[lo:hi]
	w = w[:len(list)]
	for i, to := range list {
		if sum := d + w[i]; sum < s.dist[to] {
			s.dist[to], s.pred[to], s.from[to] = sum, lo+uint32(i), r
		}
	}
}

// Reset forgets sources, targets and the answer.
func (q *Query) Reset() {
	for _, s := range []*side{&q.up, &q.down} {
		for _, r := range s.walk {
			s.dist[r] = Infinity
			s.mark[r] = false
		}
		for _, r := range s.starts {
			s.dist[r] = Infinity
		}
		s.walk, s.starts = s.walk[:0], s.starts[:0]
	}
	q.best, q.meet = Infinity, none
}

// Path returns the vertices of the graph along the path that Run found with m, from a source to a
// target, nil when there is none. It is valid until the next call.
func (q *Query) Path(m *Metric) []uint32 {
	if q.meet == none {
		return nil
	}
	// Hops lie on the stack with the first one on top: the way down from the last to the first, then
	// the way up backwards as it is stored.
	q.stack = q.stack[:0]
	for r := q.meet; q.down.pred[r] != none; r = q.down.from[r] {
		q.stack = append(q.stack, hop{r, q.down.from[r], q.down.pred[r], false})
	}
	slices.Reverse(q.stack)
	source := q.meet
	for ; q.up.pred[source] != none; source = q.up.from[source] {
		q.stack = append(q.stack, hop{q.up.from[source], source, q.up.pred[source], true})
	}
	q.path = append(q.path[:0], q.h.Order[source])
	for len(q.stack) > 0 {
		top := q.stack[len(q.stack)-1]
		q.stack = q.stack[:len(q.stack)-1]
		if first, second, ok := q.h.lowerTriangle(m, top); ok {
			q.stack = append(q.stack, second, first)
			continue
		}
		q.path = append(q.path, q.h.Order[top.to])
	}
	return q.path
}

// hop is one arc of the hierarchy on a path: arc of the forward list of its lower end when up is
// set, else of the backward list.
type hop struct {
	from, to, arc uint32
	up            bool
}

// lowerTriangle finds two arcs through a lower vertex that a hop's weight comes from; ok is false for
// arcs of the graph itself.
func (h *Hierarchy) lowerTriangle(m *Metric, p hop) (first, second hop, ok bool) {
	w := Infinity
	if p.up {
		w = m.Up[p.arc]
	} else {
		w = m.Down[p.arc]
	}
	// Lower vertices v with an arc from p.from down to v, and those with an arc up to p.to.
	in := h.BelowOut[h.BelowOutFirst[p.from]:h.BelowOutFirst[p.from+1]]
	out := h.BelowIn[h.BelowInFirst[p.to]:h.BelowInFirst[p.to+1]]
	for len(in) > 0 && len(out) > 0 {
		a, b := in[0], out[0]
		switch {
		case a.Vertex < b.Vertex:
			in = in[1:]
		case b.Vertex < a.Vertex:
			out = out[1:]
		default:
			if m.Down[a.Arc]+m.Up[b.Arc] == w {
				return hop{p.from, a.Vertex, a.Arc, false}, hop{a.Vertex, p.to, b.Arc, true}, true
			}
			in, out = in[1:], out[1:]
		}
	}
	return hop{}, hop{}, false
}
