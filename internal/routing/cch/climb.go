package cch

import "sort"

// A climb is one half of a query: the way up the elimination tree from some vertices, by which the
// distance to (or from) all that lie above them is found.
type climb struct {
	front
	at []label
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
	for _, v := range c.front.at { // of starts that no run has come to
		c.at[v] = label{Infinity, none}
	}
	c.clear()
}
