package cch

// A Sweep computes the distances from one set of vertices to all others, or to it, by a climb and one
// scan of the hierarchy downwards (PHAST, Delling et al. 2011). It holds scratch space for one
// hierarchy, for one goroutine at a time; it does not allocate once warm.
type Sweep struct {
	h     *Hierarchy
	dist  []Weight
	climb climb
}

// NewSweep returns a sweep object for the hierarchy.
func (h *Hierarchy) NewSweep() *Sweep {
	s := &Sweep{h: h, dist: make([]Weight, h.Vertices())}
	s.climb.init(h)
	return s
}

// Reset forgets the starts.
func (s *Sweep) Reset() { s.climb.reset() }

// AddStart adds a vertex to start from, at a cost.
func (s *Sweep) AddStart(vertex uint32, cost Weight) { s.climb.start(vertex, cost) }

// Distances returns the costs to (or from) all vertices after a run, valid until the next one.
func (s *Sweep) Distances() []Weight { return s.dist }

// From computes the distances from the starts to all vertices within limit; farther ones get some cost
// beyond it.
func (s *Sweep) From(m *Metric, limit Weight) {
	h := s.h
	s.rise(h.UpFirst, h.UpHead, m.Up, limit)
	s.fall(h.DownFirst, h.DownTail, m.Down)
}

// To computes the distances from all vertices to the starts within limit.
func (s *Sweep) To(m *Metric, limit Weight) {
	h := s.h
	s.rise(h.DownFirst, h.DownTail, m.Down, limit)
	s.fall(h.UpFirst, h.UpHead, m.Up)
}

func (s *Sweep) rise(first, head []uint32, weight []Weight, limit Weight) {
	bound := min(limit, Infinity-1) + 1
	for v := s.climb.next(); v != none; v = s.climb.after(v, s.h.Parent) {
		s.climb.relax(v, bound, first, head, weight)
	}
	for i := range s.dist {
		s.dist[i] = Infinity
	}
	for _, v := range s.climb.walk {
		s.dist[v] = s.climb.at[v].dist
	}
}

func (s *Sweep) fall(first, head []uint32, weight []Weight) {
	dist := s.dist
	for r := len(dist) - 1; r >= 0; r-- {
		d := dist[r]
		lo, hi := first[r], first[r+1]
		list, w := head[lo:hi], weight[lo:hi]
		w = w[:len(list)]
		for i, from := range list {
			d = min(d, dist[from]+w[i])
		}
		dist[r] = d
	}
}
