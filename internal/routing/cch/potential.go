package cch

// A Potential tells distances from vertices to one set of targets, each when it is first asked for:
// the lower bounds that a search by another metric is guided by (Strasser and Zeitz, "A Fast and
// Tight Heuristic for A* in Road Networks", 2021). It holds scratch space for one hierarchy, for
// one goroutine at a time.
type Potential struct {
	h       *Hierarchy
	m       *Metric
	climb   climb
	dist    []Weight
	known   []uint64 // bit per vertex
	path    []uint32
	touched []uint32
	large   bool
}

// NewPotential returns a potential object for the hierarchy.
func (h *Hierarchy) NewPotential() *Potential {
	p := &Potential{h: h, dist: make([]Weight, h.Vertices()), known: make([]uint64, (h.Vertices()+63)/64)}
	p.climb.init(h)
	return p
}

// Reset forgets the targets and all distances.
func (p *Potential) Reset() {
	p.climb.reset()
	for _, v := range p.touched {
		p.known[v>>6] = 0
	}
	p.touched, p.large, p.m = p.touched[:0], false, nil
}

// AddTarget adds a vertex to which distances are told, at a cost.
func (p *Potential) AddTarget(vertex uint32, cost Weight) { p.climb.start(vertex, cost) }

// Run readies the potential for a metric.
func (p *Potential) Run(m *Metric) {
	p.m = m
	p.large = m.large()
	for v := p.climb.next(); v != none; v = p.climb.after(v, p.h.Parent) {
		p.climb.relax(v, Infinity, p.h.DownFirst, p.h.DownTail, m.Down)
	}
	p.large = p.large || p.climb.overflows(p.h.DownFirst, m.Down)
}

// Of returns the distance from a vertex to the nearest target, Infinity when there is none or when it
// is as large; see Large.
func (p *Potential) Of(v uint32) Weight {
	// All arcs lead up to ancestors: find the lowest one that is known and come back down.
	p.path = p.path[:0]
	for x := v; x != none && p.known[x>>6]>>(x&63)&1 == 0; x = p.h.Parent[x] {
		p.path = append(p.path, x)
	}
	for i := len(p.path) - 1; i >= 0; i-- {
		x := p.path[i]
		best := p.climb.at[x].dist
		lo, hi := p.h.UpFirst[x], p.h.UpFirst[x+1]
		weight := p.m.Up[lo:hi]
		for j, to := range p.h.UpHead[lo:hi] {
			w, d := weight[j], p.dist[to]
			if w+d < best {
				best = w + d
			} else if w+d >= Infinity && w < Infinity && d < Infinity {
				p.large = true
			}
		}
		p.dist[x] = best
		p.known[x>>6] |= 1 << (x & 63)
		p.touched = append(p.touched, x)
	}
	return p.dist[v]
}

// Large tells whether any distance may have been told as Infinity because it is as large, and not
// because there is no path.
func (p *Potential) Large() bool { return p.large }
