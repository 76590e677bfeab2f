package cch

// A cutter finds small balanced edge cuts of parts of a graph by Inertial Flow (Schild and Sommer
// 2015): a smallest cut between the outer vertices along one of four directions, the best of the
// four. It is scratch space for one goroutine.
type cutter struct {
	flow   []int8
	level  []int32 // of each vertex, -1 where the search did not come
	iter   []uint32
	queue  []int32
	stack  []uint32 // edges taken
	end    []int8   // +1 for sources, -1 for sinks
	border []int32  // sources with an edge to another vertex
	side   []bool
	best   []bool
}

// directions to project on: east, north and the diagonals.
var directions = [...][2]float32{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// outer is the share of the vertices on either side that a cut must not divide.
const outer = 0.3

// cut splits a connected part of two or more vertices in two; the answer tells for each vertex on
// which side it lies. It is valid until the next call.
func (c *cutter) cut(p *part) []bool {
	n := p.vertices()
	c.side, c.best = resize(c.side, n), resize(c.best, n)
	fixed := max(1, int(outer*float64(n)))
	least, small := int(^uint(0)>>1), 0
	for d := range directions {
		c.end = resize(c.end, n)
		clear(c.end)
		for _, v := range p.along[d][:fixed] {
			c.end[v] = 1
		}
		for _, v := range p.along[d][n-fixed:] {
			c.end[v] = -1
		}
		c.findBorder(p, p.along[d][:fixed])
		if size, ok := c.maxFlow(p, least); ok {
			if s := c.divide(p); size < least || s > small {
				least, small = size, s
				copy(c.best, c.side)
			}
		}
	}
	return c.best
}

func (c *cutter) findBorder(p *part, sources []int32) {
	c.border = c.border[:0]
	for _, v := range sources {
		for _, w := range p.head[p.first[v]:p.first[v+1]] {
			if c.end[w] != 1 {
				c.border = append(c.border, v)
				break
			}
		}
	}
}

// maxFlow sends as much flow as it can from the sources to the sinks (Dinic), and returns how much
// that is; ok is false when it is more than limit.
func (c *cutter) maxFlow(p *part, limit int) (total int, ok bool) {
	c.flow = resize(c.flow, len(p.head))
	clear(c.flow)
	c.level = resize(c.level, p.vertices())
	c.iter = resize(c.iter, p.vertices())
	for c.levels(p) {
		copy(c.iter, p.first)
		for _, v := range c.border {
			for c.augment(p, v) {
				if total++; total > limit {
					return total, false
				}
			}
		}
	}
	return total, true
}

// levels runs a breadth-first search from the sources over edges with room left, up to the level of
// the nearest sink, and tells whether there is one.
func (c *cutter) levels(p *part) bool {
	level, queue := c.level, c.queue[:0]
	for i := range level {
		level[i] = -1
	}
	for _, v := range c.border {
		level[v] = 0
		queue = append(queue, v)
	}
	last := int32(-1) // level of the nearest sink
	for at := 0; at < len(queue); at++ {
		u := queue[at]
		next := level[u] + 1
		if last >= 0 && next > last {
			break
		}
		for e := p.first[u]; e < p.first[u+1]; e++ {
			w := p.head[e]
			if level[w] >= 0 || c.flow[e] >= p.room[e] || c.end[w] > 0 {
				continue
			}
			level[w] = next
			if c.end[w] < 0 {
				last = next
			} else {
				queue = append(queue, w)
			}
		}
	}
	c.queue = queue
	return last >= 0
}

// augment sends one unit from a source to a sink along rising levels, without recursion.
func (c *cutter) augment(p *part, source int32) bool {
	c.stack = c.stack[:0]
	at := source
	for {
		if c.end[at] < 0 {
			for _, e := range c.stack {
				c.flow[e]++
				c.flow[p.twin[e]]--
			}
			return true
		}
		advanced := false
		for ; c.iter[at] < p.first[at+1]; c.iter[at]++ {
			e := c.iter[at]
			if w := p.head[e]; c.level[w] == c.level[at]+1 && c.flow[e] < p.room[e] {
				c.stack = append(c.stack, e)
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
		at = p.head[p.twin[e]]
		c.iter[at]++
	}
}

// divide sets side to true for the vertices on the sources' side of a smallest cut, the better
// balanced one of that nearest to the sources and that nearest to the sinks, and returns how many
// vertices the smaller side has.
func (c *cutter) divide(p *part) (small int) {
	n := p.vertices()
	fromSources := c.flood(p, 1)
	for v := range c.side {
		c.side[v] = c.level[v] >= 0
	}
	fromSinks := c.flood(p, -1)
	if min(fromSinks, n-fromSinks) > min(fromSources, n-fromSources) {
		for v := range c.side {
			c.side[v] = c.level[v] < 0
		}
		return min(fromSinks, n-fromSinks)
	}
	return min(fromSources, n-fromSources)
}

// flood marks in level what can be reached from the sources (1), or what the sinks can be reached
// from (-1), over edges with room left, and returns how many vertices that are.
func (c *cutter) flood(p *part, end int8) int {
	level, queue := c.level, c.queue[:0]
	for v := range level {
		level[v] = -1
		if c.end[v] == end {
			level[v] = 0
			queue = append(queue, int32(v))
		}
	}
	for at := 0; at < len(queue); at++ {
		u := queue[at]
		for e := p.first[u]; e < p.first[u+1]; e++ {
			w := p.head[e]
			if level[w] < 0 && c.flow[e]*end < p.room[e] {
				level[w] = 0
				queue = append(queue, w)
			}
		}
	}
	c.queue = queue
	return len(queue)
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}
