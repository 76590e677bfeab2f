package cch

import (
	"context"
	"sync"
)

// A dissector ranks the vertices or the edges of a graph by nested dissection: it cuts the graph in
// two, gives the highest ranks to what lies at the cut, and goes on with both halves. What it
// finds depends on the graph alone, not on the number of workers.
type dissector struct {
	// byEdge ranks edges instead of vertices. Each edge appears twice, once for either direction of
	// travel, as in part.edge: at each cut first all those that lead across it one way, then all that
	// lead back. Few shortcuts then join the two groups.
	byEdge bool
	order  []uint32
	tokens chan struct{} // for further workers
	wait   sync.WaitGroup
}

// parallelFrom is the number of vertices from which a half is worth a goroutine of its own.
const parallelFrom = 500

// dissect ranks a whole. The answer lists vertices or edges from the lowest rank to the highest.
func dissect(ctx context.Context, p *part, byEdge bool, workers int) ([]uint32, error) {
	d := &dissector{byEdge: byEdge, tokens: make(chan struct{}, max(0, workers-1))}
	d.order = make([]uint32, d.size(p))
	d.run(ctx, p, 0, &cutter{}, &splitter{})
	d.wait.Wait()
	return d.order, ctx.Err()
}

// size returns how many ranks a part takes.
func (d *dissector) size(p *part) int {
	if d.byEdge {
		return len(p.head)
	}
	return p.vertices()
}

// run writes the order of a part to order[base:base+size].
func (d *dissector) run(ctx context.Context, p *part, base int, c *cutter, s *splitter) {
	for {
		if ctx.Err() != nil || d.size(p) == 0 {
			return
		}
		if p.vertices() == 1 {
			d.single(p, base)
			return
		}
		piece, ok := s.components(p)
		if !ok {
			piece = d.cut(p, base, c, s)
		}
		pieces := s.split(p, piece)
		right, rightBase := pieces[1], base+d.size(pieces[0])
		if right.vertices() >= parallelFrom {
			select {
			case d.tokens <- struct{}{}:
				d.wait.Add(1)
				go func() {
					defer d.wait.Done()
					d.run(ctx, right, rightBase, &cutter{}, &splitter{})
					<-d.tokens
				}()
				p = pieces[0]
				continue
			default:
			}
		}
		d.run(ctx, right, rightBase, c, s)
		p = pieces[0]
	}
}

// single ranks a single vertex or the loops at it.
func (d *dissector) single(p *part, base int) {
	if !d.byEdge {
		d.order[base] = p.ids[0]
		return
	}
	copy(d.order[base:], p.edge)
}

// cut divides a part, ranks what lies at the cut, and returns the pieces of the other vertices.
func (d *dissector) cut(p *part, base int, c *cutter, s *splitter) []int8 {
	side := c.cut(p)
	s.piece = resize(s.piece, p.vertices())
	for v, first := range side {
		s.piece[v] = 1
		if first {
			s.piece[v] = 0
		}
	}
	top := base + d.size(p)
	if d.byEdge {
		for _, across := range [2]int8{1, 0} { // from the second piece, then below it from the first
			for v := p.vertices() - 1; v >= 0; v-- {
				if s.piece[v] != across {
					continue
				}
				for e := p.first[v]; e < p.first[v+1]; e++ {
					if s.piece[p.head[e]] != across {
						top--
						d.order[top] = p.edge[e]
					}
				}
			}
		}
		return s.piece
	}
	// Of the edges across the cut, the ends on the side with fewer of them make the separator.
	var ends [2]int
	crosses := func(v int) bool {
		for _, w := range p.head[p.first[v]:p.first[v+1]] {
			if side[w] != side[v] {
				return true
			}
		}
		return false
	}
	for v := range side {
		if crosses(v) {
			ends[s.piece[v]]++
		}
	}
	separator := int8(0)
	if ends[1] < ends[0] {
		separator = 1
	}
	for v := p.vertices() - 1; v >= 0; v-- {
		if s.piece[v] == separator && crosses(v) {
			s.piece[v] = nowhere
			top--
			d.order[top] = p.ids[v]
		}
	}
	return s.piece
}
