package cch

// A Sweep computes the distances from one set of vertices to all others, or to it, by a query
// upwards and one scan of the hierarchy downwards (PHAST, Delling et al. 2011). It holds scratch
// space for one hierarchy, for one goroutine at a time; it does not allocate once warm.
type Sweep struct {
	h    *Hierarchy
	dist []Weight // by rank
}

// NewSweep returns a sweep object for the hierarchy.
func (h *Hierarchy) NewSweep() *Sweep {
	s := &Sweep{h: h, dist: make([]Weight, h.Vertices())}
	s.Reset()
	return s
}

// Reset forgets the starts and the answer.
func (s *Sweep) Reset() {
	for i := range s.dist {
		s.dist[i] = Infinity
	}
}

// AddStart adds a vertex of the graph to start from, at a cost.
func (s *Sweep) AddStart(vertex uint32, cost Weight) {
	r := s.h.Rank[vertex]
	s.dist[r] = min(s.dist[r], cost)
}

// Distance returns the cost to (or from) a vertex of the graph after a run.
func (s *Sweep) Distance(vertex uint32) Weight { return s.dist[s.h.Rank[vertex]] }

// From computes the distances from the starts to all vertices within limit; farther ones keep
// some cost beyond it.
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
	dist := s.dist
	for r, d := range dist {
		if d > limit {
			continue
		}
		lo, hi := first[r], first[r+1]
		list, w := head[lo:hi], weight[lo:hi]
		w = w[:len(list)]
		for i, to := range list {
			if sum := d + w[i]; sum < dist[to] {
				dist[to] = sum
			}
		}
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
			if sum := dist[from] + w[i]; sum < d {
				d = sum
			}
		}
		dist[r] = d
	}
}
