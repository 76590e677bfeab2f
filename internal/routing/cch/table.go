package cch

import "context"

// An End is a vertex at which paths of a table begin or end, with what it takes to get there.
type End struct {
	Vertex uint32
	Cost   Weight
	Sum    Sum
}

// A Cell is the best path between a source and a target of a table.
type Cell struct {
	Cost Weight // Infinity when there is no path, or none that costs less
	Sum  Sum
}

// A Table finds the best paths from many sources to many targets: each target leaves its distance at
// all vertices that it climbs to, and each source picks up what it meets on its own climb (Knopp and
// others, 2007). It holds scratch space for one hierarchy, for one goroutine at a time.
type Table struct {
	h     *Hierarchy
	climb sumClimb

	// Entries that targets have left, by vertex: those at v are first[v] up to first[v]+count[v].
	first, count []uint32
	visited      []uint32 // vertices with entries
	targets      []uint32
	dists        []Weight
	sums         []Sum

	marks []tableMark // entries in the order in which they were made
	best  []tableBest // of each target, for the present source
	large bool
}

type tableMark struct {
	vertex, target uint32
	dist           Weight
	sum            Sum
}

// tableBest is the best path of a source to a target: where both meet, and the target's entry there.
type tableBest struct {
	dist          Weight
	vertex, entry uint32
}

// NewTable returns a table object for the hierarchy.
func (h *Hierarchy) NewTable() *Table {
	t := &Table{h: h, first: make([]uint32, h.Vertices()), count: make([]uint32, h.Vertices())}
	t.climb.init(h)
	return t
}

// SetTargets climbs from all targets. The ends of one target are alternatives. The error is the
// context's.
func (t *Table) SetTargets(ctx context.Context, m *Metric, s *Sums, targets [][]End) error {
	for _, v := range t.visited {
		t.count[v] = 0
	}
	t.visited, t.marks, t.large = t.visited[:0], t.marks[:0], m.large()
	t.best = resize(t.best, len(targets))
	for j, ends := range targets {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t.climb.run(t.h, ends, t.h.DownFirst, t.h.DownTail, m.Down, s.Down)
		for _, v := range t.climb.walk {
			x := &t.climb.at[v]
			if x.dist >= Infinity {
				continue
			}
			t.large = t.large || x.dist >= Infinity/2
			t.marks = append(t.marks, tableMark{v, uint32(j), x.dist, x.sum})
			if t.count[v]++; t.count[v] == 1 {
				t.visited = append(t.visited, v)
			}
		}
		t.large = t.large || t.climb.large
		t.climb.reset()
	}
	t.sort()
	return nil
}

// sort puts the entries of each vertex together.
func (t *Table) sort() {
	at := uint32(0)
	for _, v := range t.visited {
		t.first[v] = at
		at += t.count[v]
		t.count[v] = 0
	}
	t.targets, t.dists, t.sums = resize(t.targets, len(t.marks)), resize(t.dists, len(t.marks)), resize(t.sums, len(t.marks))
	for i := range t.marks {
		x := &t.marks[i]
		at := t.first[x.vertex] + t.count[x.vertex]
		t.count[x.vertex]++
		t.targets[at], t.dists[at], t.sums[at] = x.target, x.dist, x.sum
	}
}

// Row finds the best paths from a source, whose ends are alternatives, to all targets, and fills a cell
// for each of them.
func (t *Table) Row(m *Metric, s *Sums, source []End, row []Cell) {
	for j := range t.best {
		t.best[j] = tableBest{dist: Infinity}
	}
	t.climb.run(t.h, source, t.h.UpFirst, t.h.UpHead, m.Up, s.Up)
	for _, v := range t.climb.walk {
		d := t.climb.at[v].dist
		if d >= Infinity || t.count[v] == 0 {
			continue
		}
		t.large = t.large || d >= Infinity/2
		from, to := t.first[v], t.first[v]+t.count[v]
		targets, dists := t.targets[from:to], t.dists[from:to]
		dists = dists[:len(targets)]
		for k, j := range targets {
			if sum := d + dists[k]; sum < t.best[j].dist {
				t.best[j] = tableBest{sum, v, from + uint32(k)}
			}
		}
	}
	for j := range row {
		b := &t.best[j]
		row[j] = Cell{Cost: b.dist}
		if b.dist < Infinity {
			row[j].Sum = t.climb.at[b.vertex].sum.plus(t.sums[b.entry])
		}
	}
	t.large = t.large || t.climb.large
	t.climb.reset()
}

// Large tells whether any cell since SetTargets may be Infinity because its path costs as much, and not
// because there is none.
func (t *Table) Large() bool { return t.large }

// A sumClimb is a climb that keeps sums instead of the way it came.
type sumClimb struct {
	front
	at    []sumLabel
	large bool // a distance was left out because it is too large
}

type sumLabel struct {
	dist Weight
	sum  Sum
}

func (c *sumClimb) init(h *Hierarchy) {
	c.at = make([]sumLabel, h.Vertices())
	for i := range c.at {
		c.at[i].dist = Infinity
	}
}

// run climbs from the ends, and leaves the sums out where there are none.
func (c *sumClimb) run(h *Hierarchy, ends []End, first, head []uint32, weight []Weight, sums []Sum) {
	for _, e := range ends {
		if e.Cost < c.at[e.Vertex].dist {
			c.at[e.Vertex] = sumLabel{e.Cost, e.Sum}
		}
		c.insert(e.Vertex)
	}
	for v := c.next(); v != none; v = c.after(v, h.Parent) {
		x := c.at[v]
		if x.dist >= Infinity {
			continue
		}
		lo, hi := first[v], first[v+1]
		list, w := head[lo:hi], weight[lo:hi]
		w = w[:len(list)]
		for i, to := range list {
			sum := x.dist + w[i]
			if sum < c.at[to].dist {
				c.at[to].dist = sum
				if sums != nil {
					c.at[to].sum = x.sum.plus(sums[lo+uint32(i)])
				}
			} else if sum >= Infinity && w[i] < Infinity {
				c.large = true
			}
		}
	}
}

func (c *sumClimb) reset() {
	for _, v := range c.walk {
		c.at[v].dist = Infinity
	}
	c.large = false
	c.clear()
}
