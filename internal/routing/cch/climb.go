package cch

import (
	"slices"
	"sort"
)

// A climb is one half of a query: the way up the elimination tree from some vertices, by which the
// distance to (or from) all that lie above them is found.
type climb struct {
	at    []label
	front []uint32 // where the climb stands: one vertex for each branch, descending
	walk  []uint32 // where it was
}

// label is what a climb knows of a vertex: its distance, and the arc that the distance came by, none
// at the start.
type label struct {
	dist Weight
	arc  uint32
}

func (c *climb) init(h *Hierarchy) {
	c.at = make([]label, h.Vertices())
	for i := range c.at {
		c.at[i] = label{Infinity, none}
	}
}

// start adds a vertex at a cost.
func (c *climb) start(v uint32, cost Weight) {
	if cost < c.at[v].dist {
		c.at[v] = label{cost, none}
	}
	c.insert(v)
}

// insert puts a vertex on the front unless it is there.
func (c *climb) insert(v uint32) {
	i := len(c.front)
	for i > 0 && c.front[i-1] < v {
		i--
	}
	if i == 0 || c.front[i-1] != v {
		c.front = slices.Insert(c.front, i, v)
	}
}

// next returns the lowest vertex of the front, none when the climb is over.
func (c *climb) next() uint32 {
	if len(c.front) == 0 {
		return none
	}
	return c.front[len(c.front)-1]
}

// after puts the parent of the lowest vertex of the front in its place and returns the next one.
func (c *climb) after(v uint32, parent []uint32) uint32 {
	c.walk = append(c.walk, v)
	p := parent[v]
	last := len(c.front) - 1
	if last == 0 && p != none {
		c.front[0] = p
		return p
	}
	c.front = c.front[:last]
	if p != none {
		c.insert(p)
	}
	return c.next()
}

// relax carries a vertex's distance up its arcs, unless no better path can come of it.
func (c *climb) relax(v uint32, best Weight, first, head []uint32, weight []Weight) {
	d := c.at[v].dist
	if d >= best {
		return
	}
	lo, hi := first[v], first[v+1]
	list, w := head[lo:hi], weight[lo:hi]
	w = w[:len(list)]
	for i, to := range list {
		if sum := d + w[i]; sum < c.at[to].dist {
			c.at[to] = label{sum, lo + uint32(i)}
		}
	}
}

// overflows tells whether any distance was left out because it was too large.
func (c *climb) overflows(first []uint32, weight []Weight) bool {
	for _, v := range c.walk {
		d := c.at[v].dist
		if d >= Infinity {
			continue
		}
		for _, w := range weight[first[v]:first[v+1]] {
			if w < Infinity && d+w >= Infinity {
				return true
			}
		}
	}
	return false
}

// owner returns the vertex of the walk at whose lower end an arc is stored.
func (c *climb) owner(arc uint32, first []uint32) uint32 {
	i := sort.Search(len(c.walk), func(i int) bool { return first[c.walk[i]] > arc })
	return c.walk[i-1]
}

func (c *climb) reset() {
	for _, v := range c.walk {
		c.at[v] = label{Infinity, none}
	}
	for _, v := range c.front { // of starts that no run has come to
		c.at[v] = label{Infinity, none}
	}
	c.walk, c.front = c.walk[:0], c.front[:0]
}
