package cch

import "slices"

// A Sweep computes the distances from one set of vertices to all others, or to it, by a climb and one
// scan of the hierarchy downwards (PHAST, Delling et al. 2011). It holds scratch space for one
// hierarchy, for one goroutine at a time; it does not allocate once warm.
type Sweep struct {
	h       *Hierarchy
	climb   sumClimb
	cost    []Weight
	sum     []Sum
	own     []uint64 // bit per cell: it holds a start
	passed  []uint64 // bit per cell: it was scanned
	scanned []Span
	left    []uint32 // what the scan has still to come by of the climb's walk
}

// A Span is a range of vertices: From up to, not including, To.
type Span struct{ From, To uint32 }

// NewSweep returns a sweep object for the hierarchy.
func (h *Hierarchy) NewSweep() *Sweep {
	words := (len(h.cells().list) + 63) / 64
	s := &Sweep{h: h, cost: make([]Weight, h.Vertices()), own: make([]uint64, words), passed: make([]uint64, words)}
	s.climb.init(h)
	return s
}

// Scanned returns, after a run, spans that hold all vertices within its limit, descending. They are
// valid until the next run.
func (s *Sweep) Scanned() []Span { return s.scanned }

// Costs returns the costs from the starts to all vertices (or from them to the starts) after a run, valid
// until the next one: exact up to its limit, more than the limit beyond it. They mean nothing for
// vertices outside the scanned spans.
func (s *Sweep) Costs() []Weight { return s.cost }

// Sums returns the quantities along the best paths after a run that was given sums, for vertices within
// its limit.
func (s *Sweep) Sums() []Sum { return s.sum }

// Cost returns the cost of any one vertex: exact up to the limit, more than the limit beyond it.
func (s *Sweep) Cost(v uint32) Weight {
	if c := s.h.cells().of(v); c != none && s.passed[c>>6]>>(c&63)&1 == 0 {
		return Infinity
	}
	return s.cost[v]
}

// From computes the costs from the starts, which are alternatives, to all vertices, and the sums too
// unless sums is nil.
func (s *Sweep) From(m *Metric, sums *Sums, starts []End, limit Weight) {
	up, down := sums.sides()
	s.run(side{s.h.UpFirst, s.h.UpHead, m.Up, up}, side{s.h.DownFirst, s.h.DownTail, m.Down, down}, starts, limit)
}

// To computes costs and sums from all vertices to the starts likewise.
func (s *Sweep) To(m *Metric, sums *Sums, starts []End, limit Weight) {
	up, down := sums.sides()
	s.run(side{s.h.DownFirst, s.h.DownTail, m.Down, down}, side{s.h.UpFirst, s.h.UpHead, m.Up, up}, starts, limit)
}

// side is one of the two lists of a hierarchy with its weights and, if they are wanted, sums.
type side struct {
	first  []uint32
	end    []uint32
	weight []Weight
	sum    []Sum
}

// run climbs by one side and hands the costs of the climb down to all vertices by the other. Cells
// around which nothing lies within the limit, and in which there is no start, are left out.
func (s *Sweep) run(up, down side, starts []End, limit Weight) {
	limit = min(limit, Infinity-1)
	s.climb.run(s.h, starts, up.first, up.end, up.weight, up.sum)
	cells := s.h.cells()
	clear(s.own)
	clear(s.passed)
	for _, v := range s.climb.walk {
		if c := cells.of(v); c != none {
			s.own[c>>6] |= 1 << (c & 63)
		}
	}
	scan := s.costs
	if down.sum != nil {
		s.sum = resize(s.sum, len(s.cost))
		scan = s.costsAndSums
	}
	s.scanned = s.scanned[:0]
	s.left = s.climb.walk
	to := uint32(len(s.cost))
	top := to // end of the span that is being scanned
	for c := len(cells.list) - 1; c >= 0; c-- {
		cell := cells.list[c]
		scan(down, cell.to, to)
		if s.own[c>>6]>>(c&63)&1 != 0 || s.near(cells.around(c), limit) {
			s.passed[c>>6] |= 1 << (c & 63)
			scan(down, cell.from, cell.to)
		} else {
			s.pass(cell.to, top)
			top = cell.from
		}
		to = cell.from
	}
	scan(down, 0, to)
	s.pass(0, top)
	s.climb.reset()
}

// costs computes the costs of a range of vertices, downwards.
func (s *Sweep) costs(down side, from, to uint32) {
	cost, end := s.cost, down.first[to]
	climbed := s.climbed()
	for v := to; v > from; {
		v--
		d := Infinity
		if v == climbed {
			d = s.climb.at[v].dist
			s.left = s.left[:len(s.left)-1]
			climbed = s.climbed()
		}
		begin := down.first[v]
		list, weight := down.end[begin:end], down.weight[begin:end]
		weight = weight[:len(list)]
		for i, u := range list {
			d = min(d, cost[u]+weight[i])
		}
		cost[v], end = d, begin
	}
}

// costsAndSums computes costs and sums likewise.
func (s *Sweep) costsAndSums(down side, from, to uint32) {
	cost, sum, end := s.cost, s.sum, down.first[to]
	climbed := s.climbed()
	for v := to; v > from; {
		v--
		d := Infinity
		if v == climbed {
			d, sum[v] = s.climb.at[v].dist, s.climb.at[v].sum
			s.left = s.left[:len(s.left)-1]
			climbed = s.climbed()
		}
		begin := down.first[v]
		list, weight := down.end[begin:end], down.weight[begin:end]
		weight = weight[:len(list)]
		by := -1
		for i, u := range list {
			if c := cost[u] + weight[i]; c < d {
				d, by = c, i
			}
		}
		if by >= 0 {
			sum[v] = sum[list[by]].plus(down.sum[begin+uint32(by)])
		}
		cost[v], end = d, begin
	}
}

// climbed returns the highest vertex ahead that the climb has a cost for, none when there is no other.
func (s *Sweep) climbed() uint32 {
	if len(s.left) == 0 {
		return none
	}
	return s.left[len(s.left)-1]
}

// pass notes a span as scanned.
func (s *Sweep) pass(from, to uint32) {
	if from < to {
		s.scanned = append(s.scanned, Span{from, to})
	}
}

// near tells whether any of the vertices lies within the limit.
func (s *Sweep) near(vertices []uint32, limit Weight) bool {
	for _, v := range vertices {
		if s.cost[v] <= limit {
			return true
		}
	}
	return false
}

// cells are small subtrees of the elimination tree that do not touch, ascending, and for each the
// vertices outside from which arcs lead into it: without them one cannot get in or out.
type cells struct {
	list   []tree
	first  []uint32
	border []uint32
}

// cellSize is the largest number of vertices in a cell.
const cellSize = 512

// cells returns the cells of the hierarchy, which are found when they are first needed.
func (h *Hierarchy) cells() *cells {
	h.lazy.cell.Do(func() {
		c := &cells{first: []uint32{0}}
		c.list, _ = h.subtrees(cellSize)
		seen := make([]uint32, h.Vertices())
		for i, t := range c.list {
			for _, side := range [2]struct{ first, end []uint32 }{{h.UpFirst, h.UpHead}, {h.DownFirst, h.DownTail}} {
				for _, w := range side.end[side.first[t.from]:side.first[t.to]] {
					if w >= t.to && seen[w] != uint32(i+1) {
						seen[w] = uint32(i + 1)
						c.border = append(c.border, w)
					}
				}
			}
			c.first = append(c.first, uint32(len(c.border)))
		}
		h.lazy.cells = c
	})
	return h.lazy.cells
}

// of returns the cell that holds a vertex, none when it lies above all cells.
func (c *cells) of(v uint32) uint32 {
	i, _ := slices.BinarySearchFunc(c.list, v, func(t tree, v uint32) int {
		if t.to <= v {
			return -1
		}
		return 1
	})
	if i < len(c.list) && c.list[i].from <= v {
		return uint32(i)
	}
	return none
}

// around returns the vertices outside a cell from which arcs lead into it.
func (c *cells) around(cell int) []uint32 { return c.border[c.first[cell]:c.first[cell+1]] }
