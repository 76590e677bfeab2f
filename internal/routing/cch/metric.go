package cch

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// A Metric is a set of weights for a hierarchy: the exact distance over each of its arcs through
// vertices below both ends.
type Metric struct {
	Up   []Weight // of Hierarchy.UpHead
	Down []Weight // of Hierarchy.DownTail
}

// Customize computes the metric for the given weights of the graph's arcs; Infinity (or more)
// closes an arc. Weights of up to Infinity-1 may not add up to more along any path.
func (h *Hierarchy) Customize(ctx context.Context, weights []Weight, workers int) (*Metric, error) {
	m := &Metric{Up: make([]Weight, len(h.UpHead)), Down: make([]Weight, len(h.DownTail))}
	return m, h.CustomizeInto(ctx, m, weights, workers)
}

// CustomizeInto is Customize into a metric that exists, without allocating its arrays again.
func (h *Hierarchy) CustomizeInto(ctx context.Context, m *Metric, weights []Weight, workers int) error {
	if len(weights) != len(h.ArcOf) {
		return fmt.Errorf("cch: %d weights for %d arcs", len(weights), len(h.ArcOf))
	}
	for i := range m.Up {
		m.Up[i] = Infinity
	}
	for i := range m.Down {
		m.Down[i] = Infinity
	}
	ups := uint32(len(m.Up))
	for a, place := range h.ArcOf {
		switch {
		case place == none:
		case place < ups:
			m.Up[place] = min(m.Up[place], weights[a])
		default:
			m.Down[place-ups] = min(m.Down[place-ups], weights[a])
		}
	}
	return h.relaxTriangles(ctx, m, workers)
}

// cancelEvery is how many vertices are relaxed between two looks at the context.
const cancelEvery = 1 << 13

// relaxTriangles makes every arc the least of its own weight and the ways through lower vertices,
// bottom-up. With several workers, subtrees of the elimination tree come first, each by itself;
// then all that they push into the top of the tree, split by the vertex that receives; then the top.
func (h *Hierarchy) relaxTriangles(ctx context.Context, m *Metric, workers int) error {
	n := h.Vertices()
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if workers == 1 || n < 4*parallelFrom {
		return h.relaxAll(ctx, m, nil, all)
	}
	trees := h.subtrees(n / (8 * workers))
	err := inParallel(workers, len(trees.members), func(i int) error {
		return h.relaxAll(ctx, m, trees.members[i], share{high: trees.roots[i], of: 1})
	})
	if err != nil {
		return err
	}
	err = inParallel(workers, workers, func(worker int) error {
		for i, members := range trees.members {
			s := share{low: trees.roots[i] + 1, high: none, of: uint32(workers), part: uint32(worker)}
			if err := h.relaxAll(ctx, m, members, s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return h.relaxAll(ctx, m, trees.top, all)
}

// share picks the receiving vertices of a relaxation: low to high, every of-th.
type share struct{ low, high, of, part uint32 }

var all = share{high: none, of: 1}

func (s share) has(u uint32) bool {
	return u >= s.low && u <= s.high && (s.of == 1 || u%s.of == s.part)
}

// relaxAll relaxes the given vertices in order, all vertices if members is nil.
func (h *Hierarchy) relaxAll(ctx context.Context, m *Metric, members []uint32, s share) error {
	count := len(members)
	if members == nil {
		count = h.Vertices()
	}
	for i := range count {
		if i%cancelEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r := uint32(i)
		if members != nil {
			r = members[i]
		}
		h.relax(m, r, s)
	}
	return nil
}

// relax pushes the triangles below the arcs between the higher neighbours of r: for each arc into r
// from u and out of r to w, the arc from u to w. The lower of u and w receives.
func (h *Hierarchy) relax(m *Metric, r uint32, s share) {
	upHead, upW := h.UpHead[h.UpFirst[r]:h.UpFirst[r+1]], m.Up[h.UpFirst[r]:h.UpFirst[r+1]]
	downTail, downW := h.DownTail[h.DownFirst[r]:h.DownFirst[r+1]], m.Down[h.DownFirst[r]:h.DownFirst[r+1]]
	relaxSide(downTail, downW, upHead, upW, h.UpFirst, h.UpHead, m.Up, s)
	relaxSide(upHead, upW, downTail, downW, h.DownFirst, h.DownTail, m.Down, s)
}

// relaxSide pushes triangles whose lower upper end u is in near and whose higher one is in far, into
// u's list of arcs to far ends.
func relaxSide(near []uint32, nearW []Weight, far []uint32, farW []Weight, first, head []uint32, weight []Weight, s share) {
	nearW, farW = nearW[:len(near)], farW[:len(far)]
	for i, u := range near {
		for len(far) > 0 && far[0] <= u {
			far, farW = far[1:], farW[1:]
		}
		leg := nearW[i]
		if leg >= Infinity || !s.has(u) {
			continue
		}
		list := head[first[u]:first[u+1]]
		w := weight[first[u]:first[u+1]]
		w = w[:len(list)]
		farW := farW[:len(far)]
		at := 0
		for j, v := range far {
			for at < len(list) && list[at] < v {
				at++
			}
			if at == len(list) {
				break
			}
			if sum := leg + farW[j]; list[at] == v && sum < w[at] {
				w[at] = sum
			}
		}
	}
}

// forest is a division of the elimination tree: subtrees that do not touch, and the rest above them.
type forest struct {
	roots   []uint32
	members [][]uint32 // of each subtree, ascending
	top     []uint32   // ascending
}

// subtrees cuts off the largest subtrees of at most limit vertices.
func (h *Hierarchy) subtrees(limit int) forest {
	n := h.Vertices()
	size := make([]uint32, n)
	for r := range n {
		size[r]++
		if p := h.Parent[r]; p != none {
			size[p] += size[r]
		}
	}
	var f forest
	id := make([]uint32, n)
	for r := n - 1; r >= 0; r-- {
		p := h.Parent[r]
		switch {
		case int(size[r]) > limit:
			id[r] = none
		case p == none || id[p] == none:
			id[r] = uint32(len(f.roots))
			f.roots = append(f.roots, uint32(r))
		default:
			id[r] = id[p]
		}
	}
	f.members = make([][]uint32, len(f.roots))
	for r, tree := range id {
		if tree == none {
			f.top = append(f.top, uint32(r))
		} else {
			f.members[tree] = append(f.members[tree], uint32(r))
		}
	}
	return f
}

// inParallel calls do for 0 to count-1 from several goroutines and returns the first error.
func inParallel(workers, count int, do func(int) error) error {
	var (
		next  atomic.Int64
		group errgroup.Group
	)
	for range workers {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= count {
					return nil
				}
				if err := do(i); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}
