package cch

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// Order ranks the vertices of g for contraction by nested dissection with Inertial Flow (Schild and
// Sommer 2015): the graph is cut in two by a smallest cut between the outer quarters along one of
// four directions, the vertices at the cut get the highest ranks, and both halves are treated
// likewise. x and y are positions on a plane. The answer lists the vertices from the lowest rank
// to the highest; it depends on the input alone, not on the number of workers.
func Order(ctx context.Context, g Graph, x, y []float32, workers int) ([]uint32, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	d := &dissector{g: g.symmetric(), x: x, y: y, order: make([]uint32, g.Vertices()), tokens: make(chan struct{}, max(0, workers-1))}
	all := make([]uint32, g.Vertices())
	for v := range all {
		all[v] = uint32(v)
	}
	d.dissect(ctx, all, 0, newCutter(g.Vertices()))
	d.wait.Wait()
	return d.order, ctx.Err()
}

// DeriveArcOrder returns an order of the arcs of g for the turn-expanded graph: by the rank of
// their heads, then of their tails. Cutting at all arcs that enter a separator separates the
// expanded graph too, so the node order's quality carries over.
func DeriveArcOrder(g Graph, nodeOrder []uint32) []uint32 {
	rank := make([]uint32, len(nodeOrder))
	for r, v := range nodeOrder {
		rank[v] = uint32(r)
	}
	tail := make([]uint32, len(g.Head))
	for v := range g.Vertices() {
		for a := g.FirstOut[v]; a < g.FirstOut[v+1]; a++ {
			tail[a] = uint32(v)
		}
	}
	arcs := make([]uint32, len(g.Head))
	for a := range arcs {
		arcs[a] = uint32(a)
	}
	slices.SortFunc(arcs, func(a, b uint32) int {
		return cmp.Or(
			cmp.Compare(rank[g.Head[a]], rank[g.Head[b]]),
			cmp.Compare(rank[tail[a]], rank[tail[b]]),
			cmp.Compare(a, b))
	})
	return arcs
}

// parallelFrom is the number of vertices from which a half is worth a goroutine of its own.
const parallelFrom = 2000

type dissector struct {
	g      Graph
	x, y   []float32
	order  []uint32
	tokens chan struct{}
	wait   sync.WaitGroup
}

// dissect writes the order of part to order[base:base+len(part)]. It may reorder part.
func (d *dissector) dissect(ctx context.Context, part []uint32, base int, c *cutter) {
	for {
		if ctx.Err() != nil {
			return
		}
		if len(part) <= 2 {
			slices.Sort(part)
			copy(d.order[base:], part)
			return
		}
		left, right, separator := c.separate(d, part)
		slices.Sort(separator)
		copy(d.order[base+len(left)+len(right):], separator)
		rightBase := base + len(left)
		if len(right) >= parallelFrom {
			select {
			case d.tokens <- struct{}{}:
				d.wait.Add(1)
				go func() {
					defer d.wait.Done()
					d.dissect(ctx, right, rightBase, newCutter(d.g.Vertices()))
					<-d.tokens
				}()
				part = left
				continue
			default:
			}
		}
		d.dissect(ctx, right, rightBase, c)
		part = left
	}
}
