package cch

import "slices"

// A Query finds shortest paths between sets of vertices. It holds scratch space for one hierarchy and
// can be used again and again, with any metric of it, by one goroutine at a time; it does not
// allocate once warm.
type Query struct {
	h        *Hierarchy
	up, down climb
	best     Weight
	meet     uint32
	path     []uint32
	stack    []hop
}

// NewQuery returns a query object for the hierarchy.
func (h *Hierarchy) NewQuery() *Query {
	q := &Query{h: h, best: Infinity, meet: none}
	q.up.init(h)
	q.down.init(h)
	return q
}

// AddSource adds a vertex to start from, at a cost.
func (q *Query) AddSource(vertex uint32, cost Weight) { q.up.start(vertex, cost) }

// AddTarget adds a vertex to end at, at a cost.
func (q *Query) AddTarget(vertex uint32, cost Weight) { q.down.start(vertex, cost) }

// Run returns the least cost from a source to a target, both ends' costs included; Infinity when there
// is no path, or none that costs less.
func (q *Query) Run(m *Metric) Weight {
	h := q.h
	q.best, q.meet = Infinity, none
	// A vertex is final when its turn comes, so both climbs can go on together, the lower one first.
	u, d := q.up.next(), q.down.next()
	for u != none || d != none {
		switch {
		case u < d:
			q.up.relax(u, q.best, h.UpFirst, h.UpHead, m.Up)
			u = q.up.after(u, h.Parent)
		case d < u:
			q.down.relax(d, q.best, h.DownFirst, h.DownTail, m.Down)
			d = q.down.after(d, h.Parent)
		default:
			if sum := q.up.at[u].dist + q.down.at[u].dist; sum < q.best {
				q.best, q.meet = sum, u
			}
			q.up.relax(u, q.best, h.UpFirst, h.UpHead, m.Up)
			q.down.relax(u, q.best, h.DownFirst, h.DownTail, m.Down)
			d = q.down.after(u, h.Parent)
			u = q.up.after(u, h.Parent)
		}
	}
	return q.best
}

// Overflowed tells, when Run has returned Infinity, whether there may be a path all the same that
// costs Infinity or more.
func (q *Query) Overflowed(m *Metric) bool {
	if m.large() || q.up.overflows(q.h.UpFirst, m.Up) || q.down.overflows(q.h.DownFirst, m.Down) {
		return true
	}
	for _, r := range q.up.walk {
		if q.up.at[r].dist < Infinity && q.down.at[r].dist < Infinity && q.up.at[r].dist+q.down.at[r].dist >= Infinity {
			return true
		}
	}
	return false
}

// Reset forgets sources, targets and the answer.
func (q *Query) Reset() {
	q.up.reset()
	q.down.reset()
	q.best, q.meet = Infinity, none
}

// Path returns the vertices along the path that Run found with m, from a source to a target, nil when
// there is none. It is valid until the next call.
func (q *Query) Path(m *Metric) []uint32 {
	if q.meet == none {
		return nil
	}
	// Hops lie on the stack with the first one on top: the way down from the last to the first, then
	// the way up backwards as it is stored.
	q.stack = q.stack[:0]
	for r := q.meet; q.down.at[r].arc != none; {
		arc := q.down.at[r].arc
		from := q.down.owner(arc, q.h.DownFirst)
		q.stack = append(q.stack, hop{r, from, arc, false})
		r = from
	}
	slices.Reverse(q.stack)
	source := q.meet
	for q.up.at[source].arc != none {
		arc := q.up.at[source].arc
		from := q.up.owner(arc, q.h.UpFirst)
		q.stack = append(q.stack, hop{from, source, arc, true})
		source = from
	}
	q.path = append(q.path[:0], source)
	for len(q.stack) > 0 {
		top := q.stack[len(q.stack)-1]
		q.stack = q.stack[:len(q.stack)-1]
		if first, second, ok := q.h.lowerTriangle(m, top); ok {
			q.stack = append(q.stack, second, first)
			continue
		}
		q.path = append(q.path, top.to)
	}
	return q.path
}

// hop is one arc of the hierarchy on a path: arc of the upward list of its lower end when up is set,
// else of the downward list.
type hop struct {
	from, to, arc uint32
	up            bool
}

// lowerTriangle finds two arcs through a lower vertex that a hop's weight comes from; ok is false for
// arcs of the graph itself.
func (h *Hierarchy) lowerTriangle(m *Metric, p hop) (first, second hop, ok bool) {
	w := m.Down
	if p.up {
		w = m.Up
	}
	weight := w[p.arc]
	// Vertices with an arc from p.from down to them and one from them up to p.to.
	out := h.Out[h.OutFirst[p.from]:h.OutFirst[p.from+1]]
	in := h.In[h.InFirst[p.to]:h.InFirst[p.to+1]]
	for len(out) > 0 && len(in) > 0 {
		a, b := out[0], in[0]
		switch {
		case a < b:
			out = advance(out, b)
		case b < a:
			in = advance(in, a)
		default:
			down, up := find(h.DownFirst, h.DownTail, a, p.from), find(h.UpFirst, h.UpHead, a, p.to)
			if down != none && up != none && m.Down[down]+m.Up[up] == weight {
				return hop{p.from, a, down, false}, hop{a, p.to, up, true}, true
			}
			out, in = out[1:], in[1:]
		}
	}
	return hop{}, hop{}, false
}

// advance drops what is less than v from an ascending list that begins with less than v.
func advance(list []uint32, v uint32) []uint32 {
	step := 1
	for step < len(list) && list[step] < v {
		list = list[step:]
		step *= 2
	}
	low, high := 0, min(step, len(list)) // list[low] is less, list[high] is not
	for high-low > 1 {
		if mid := int(uint(low+high) >> 1); list[mid] < v {
			low = mid
		} else {
			high = mid
		}
	}
	return list[high:]
}
