package cch

import (
	"cmp"
	"slices"
)

// A cutter finds small balanced separators of parts of a graph. It is scratch space for one
// goroutine.
type cutter struct {
	local  []int32 // vertex to its index in the part, valid where stamp matches
	stamp  []uint32
	clock  uint32
	index  []uint32 // local adjacency of the part
	head   []int32
	twin   []int32 // the same edge the other way round
	flow   []int8
	level  []int32
	iter   []uint32
	queue  []int32
	stack  []int32
	source []bool
	sink   []bool
	side   []bool
	best   []bool
	keys   []sortKey
}

type sortKey struct {
	key   float32
	local int32
}

func newCutter(n int) *cutter { return &cutter{local: make([]int32, n), stamp: make([]uint32, n)} }

// directions to project on: east, north and the diagonals.
var directions = [4][2]float32{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// separate splits part into two halves without an edge between them and a separator. Disconnected
// parts fall apart without any separator.
func (c *cutter) separate(d *dissector, part []uint32) (left, right, separator []uint32) {
	c.load(d.g, part)
	n := len(part)
	if l, r, ok := c.split(part); ok {
		return l, r, nil
	}
	c.keys = resize(c.keys, n)
	c.source, c.sink = resize(c.source, n), resize(c.sink, n)
	c.side, c.best = resize(c.side, n), resize(c.best, n)
	quarter := max(1, n/4)
	bestCut, bestSmall := -1, 0
	for _, dir := range directions {
		for i, v := range part {
			c.keys[i] = sortKey{dir[0]*d.x[v] + dir[1]*d.y[v], int32(i)}
		}
		slices.SortFunc(c.keys, func(a, b sortKey) int {
			return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(part[a.local], part[b.local]))
		})
		clear(c.source)
		clear(c.sink)
		for i := range quarter {
			c.source[c.keys[i].local] = true
			c.sink[c.keys[n-1-i].local] = true
		}
		limit := len(c.head)
		if bestCut >= 0 {
			limit = bestCut
		}
		cut, small := c.minCut(limit)
		if cut >= 0 && (bestCut < 0 || cut < bestCut || cut == bestCut && small > bestSmall) {
			bestCut, bestSmall = cut, small
			copy(c.best, c.side)
		}
	}
	// Of the edges across the cut, the ends on the smaller end set make the separator.
	inLeft, inRight := 0, 0
	for i := range part {
		if c.crosses(i) {
			if c.best[i] {
				inLeft++
			} else {
				inRight++
			}
		}
	}
	takeLeft := inLeft <= inRight
	for i, v := range part {
		switch {
		case c.best[i] == takeLeft && c.crosses(i):
			separator = append(separator, v)
		case c.best[i]:
			left = append(left, v)
		default:
			right = append(right, v)
		}
	}
	return left, right, separator
}

func (c *cutter) crosses(i int) bool {
	for _, j := range c.head[c.index[i]:c.index[i+1]] {
		if c.best[j] != c.best[i] {
			return true
		}
	}
	return false
}

// load builds the local adjacency of the part.
func (c *cutter) load(g Graph, part []uint32) {
	c.clock++
	for i, v := range part {
		c.local[v], c.stamp[v] = int32(i), c.clock
	}
	c.index = resize(c.index, len(part)+1)
	c.head = c.head[:0]
	c.index[0] = 0
	for i, v := range part {
		for _, w := range g.Head[g.FirstOut[v]:g.FirstOut[v+1]] {
			if c.stamp[w] == c.clock {
				c.head = append(c.head, c.local[w])
			}
		}
		c.index[i+1] = uint32(len(c.head))
	}
	// The k-th edge from i to a larger j is the twin of the next unmatched edge of j to i. Lists
	// follow the global order of vertices, not the local one, so twins are found by counting.
	c.twin = resize(c.twin, len(c.head))
	for i := range part {
		for e := c.index[i]; e < c.index[i+1]; e++ {
			j := c.head[e]
			if int(j) < i {
				continue
			}
			for f := c.index[j]; f < c.index[j+1]; f++ {
				if c.head[f] == int32(i) {
					c.twin[e], c.twin[f] = int32(f), int32(e)
					break
				}
			}
		}
	}
}

// split gathers the connected components of the loaded part into two halves of about equal size;
// ok is false when there is only one.
func (c *cutter) split(part []uint32) (left, right []uint32, ok bool) {
	n := len(part)
	c.level = resize(c.level, n)
	for i := range c.level {
		c.level[i] = -1
	}
	var sizes []int
	for i := range n {
		if c.level[i] >= 0 {
			continue
		}
		id := int32(len(sizes))
		c.level[i] = id
		c.queue = append(c.queue[:0], int32(i))
		for at := 0; at < len(c.queue); at++ {
			u := c.queue[at]
			for _, w := range c.head[c.index[u]:c.index[u+1]] {
				if c.level[w] < 0 {
					c.level[w] = id
					c.queue = append(c.queue, w)
				}
			}
		}
		sizes = append(sizes, len(c.queue))
	}
	if len(sizes) == 1 {
		return nil, nil, false
	}
	bySize := make([]int, len(sizes))
	for i := range bySize {
		bySize[i] = i
	}
	slices.SortFunc(bySize, func(a, b int) int { return cmp.Or(cmp.Compare(sizes[b], sizes[a]), cmp.Compare(a, b)) })
	inLeft := make([]bool, len(sizes))
	l, r := 0, 0
	for _, id := range bySize {
		if l <= r {
			inLeft[id] = true
			l += sizes[id]
		} else {
			r += sizes[id]
		}
	}
	for i, v := range part {
		if inLeft[c.level[i]] {
			left = append(left, v)
		} else {
			right = append(right, v)
		}
	}
	return left, right, true
}

// minCut finds a smallest set of edges between the source and the sink vertices by Dinic's
// algorithm on unit capacities. It returns the size of the cut and of the smaller side, and sets
// side to true for the source's side; cut is -1 when it is larger than limit.
func (c *cutter) minCut(limit int) (cut, small int) {
	n := len(c.index) - 1
	c.flow = resize(c.flow, len(c.head))
	clear(c.flow)
	c.level = resize(c.level, n)
	c.iter = resize(c.iter, n)
	total := 0
	for {
		reached := c.levels()
		if !reached {
			break
		}
		copy(c.iter, c.index[:n])
		for i := range n {
			if c.source[i] {
				for c.augment(int32(i)) {
					total++
					if total > limit {
						return -1, 0
					}
				}
			}
		}
	}
	onSource := 0
	for i := range n {
		c.side[i] = c.level[i] >= 0
		if c.side[i] {
			onSource++
		}
	}
	// The cut nearest to the sink can be better balanced.
	sinkSide := c.fromSink()
	if onSink := sinkSide; min(n-onSink, onSink) > min(onSource, n-onSource) {
		for i := range n {
			c.side[i] = c.level[i] < 0
		}
		onSource = n - onSink
	}
	return total, min(onSource, n-onSource)
}

// levels runs a breadth-first search from the sources over edges with room left and tells whether a
// sink was reached.
func (c *cutter) levels() bool {
	c.queue = c.queue[:0]
	for i := range c.level {
		c.level[i] = -1
		if c.source[i] {
			c.level[i] = 0
			c.queue = append(c.queue, int32(i))
		}
	}
	found := false
	for at := 0; at < len(c.queue); at++ {
		u := c.queue[at]
		if c.sink[u] {
			found = true
			continue
		}
		for e := c.index[u]; e < c.index[u+1]; e++ {
			if w := c.head[e]; c.flow[e] < 1 && c.level[w] < 0 {
				c.level[w] = c.level[u] + 1
				c.queue = append(c.queue, w)
			}
		}
	}
	return found
}

// fromSink marks in level the vertices that can reach a sink over edges with room left and returns
// how many there are.
func (c *cutter) fromSink() int {
	c.queue = c.queue[:0]
	for i := range c.level {
		c.level[i] = -1
		if c.sink[i] {
			c.level[i] = 0
			c.queue = append(c.queue, int32(i))
		}
	}
	for at := 0; at < len(c.queue); at++ {
		u := c.queue[at]
		for e := c.index[u]; e < c.index[u+1]; e++ {
			if w := c.head[e]; c.flow[c.twin[e]] < 1 && c.level[w] < 0 {
				c.level[w] = 0
				c.queue = append(c.queue, w)
			}
		}
	}
	return len(c.queue)
}

// augment sends one unit from u to a sink along rising levels, without recursion.
func (c *cutter) augment(u int32) bool {
	c.stack = c.stack[:0] // edges taken
	at := u
	for {
		if c.sink[at] {
			for _, e := range c.stack {
				c.flow[e]++
				c.flow[c.twin[e]]--
			}
			return true
		}
		advanced := false
		for ; c.iter[at] < c.index[at+1]; c.iter[at]++ {
			e := c.iter[at]
			if w := c.head[e]; c.flow[e] < 1 && c.level[w] == c.level[at]+1 {
				c.stack = append(c.stack, int32(e))
				at = w
				advanced = true
				break
			}
		}
		if advanced {
			continue
		}
		if len(c.stack) == 0 {
			return false
		}
		e := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		at = c.head[c.twin[e]]
		c.iter[at]++
	}
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}
