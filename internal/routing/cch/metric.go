package cch

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// A Metric is a set of weights for a hierarchy: the exact distance over each of its arcs through
// vertices below both ends, Infinity where there is none.
type Metric struct {
	Up   []Weight // of Hierarchy.UpHead
	Down []Weight // of Hierarchy.DownTail

	longest Weight // largest finite one
}

// NewMetric returns a metric for the hierarchy to be filled by CustomizeInto.
func (h *Hierarchy) NewMetric() *Metric {
	return &Metric{Up: make([]Weight, len(h.UpHead)), Down: make([]Weight, len(h.DownTail))}
}

// A Weigher tells the weights of arcs of the graph: of the first one, counted in the order that New tells,
// and of as many after it as there is room for. Infinity or more closes an arc. It is called by several
// goroutines at a time.
type Weigher func(first int, into []Weight)

// Customize computes the metric for the given weights of the graph's arcs. Workers of 0 are as many as there
// are processors. The error is the context's.
func (h *Hierarchy) Customize(ctx context.Context, weigh Weigher, workers int) (*Metric, error) {
	m := &Metric{}
	// To clear so much memory takes a while, too.
	if err := inParallel(h.workers(workers), 2, func(_, side int) error {
		if side == 0 {
			m.Up = make([]Weight, len(h.UpHead))
		} else {
			m.Down = make([]Weight, len(h.DownTail))
		}
		return nil
	}); err != nil {
		return nil, err
	}
	return m, h.CustomizeInto(ctx, m, weigh, workers)
}

// workers returns how many workers are worth it.
func (h *Hierarchy) workers(wanted int) int {
	switch {
	case h.Vertices() < 1<<13:
		return 1
	case wanted <= 0:
		return runtime.GOMAXPROCS(0)
	}
	return wanted
}

// CustomizeInto is Customize into a metric that exists, without allocating its arrays again. With several
// workers, subtrees of the elimination tree come first, each by itself; then all that the vertices above
// them receive from within the subtrees; then what these receive of each other.
func (h *Hierarchy) CustomizeInto(ctx context.Context, m *Metric, weigh Weigher, workers int) error {
	workers = h.workers(workers)
	relaxers := make([]*relaxer, workers)
	of := func(worker int) *relaxer {
		if relaxers[worker] == nil {
			relaxers[worker] = h.newRelaxer(m, weigh)
		}
		return relaxers[worker]
	}
	m.longest = 0
	defer func() {
		for _, x := range relaxers {
			if x != nil {
				m.longest = max(m.longest, x.longest)
				x.release()
			}
		}
	}()
	if workers == 1 {
		return of(0).relaxTree(ctx, tree{0, uint32(h.Vertices())})
	}
	d := h.division()
	err := inParallel(workers, len(d.trees), func(worker, i int) error {
		return of(worker).relaxTree(ctx, d.trees[i])
	})
	if err != nil {
		return err
	}
	err = inParallel(workers, len(d.top), func(worker, i int) error {
		u := d.top[i]
		of(worker).fill(tree{u.vertex, u.vertex + 1})
		of(worker).relax(u.vertex, u.outTrees, u.inTrees)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	for _, u := range d.top {
		of(0).relax(u.vertex, u.outTop, u.inTop)
		of(0).measure(tree{u.vertex, u.vertex + 1})
	}
	return ctx.Err()
}

// cancelEvery is how many vertices are relaxed between two looks at the context.
const cancelEvery = 1 << 12

// A relaxer is scratch space for one goroutine.
type relaxer struct {
	h       *Hierarchy
	m       *Metric
	weigh   Weigher
	batch   [512]Weight
	longest Weight   // largest finite weight so far
	at      []Weight // of the arcs between the present vertex and those above it
	// For each vertex below, how far its lists lie behind: at heads (or tails) before the present
	// vertex. Since vertices come in ascending order, lists need no searching.
	upAt, downAt []uint32
}

func (h *Hierarchy) newRelaxer(m *Metric, weigh Weigher) *relaxer {
	x, ok := h.lazy.relaxers.Get().(*relaxer)
	if !ok {
		n := h.Vertices()
		x = &relaxer{h: h, at: make([]Weight, n), upAt: make([]uint32, n), downAt: make([]uint32, n)}
	}
	x.m, x.weigh, x.longest = m, weigh, 0
	copy(x.upAt, h.UpFirst)
	copy(x.downAt, h.DownFirst)
	return x
}

// release keeps the relaxer for the next metric.
func (x *relaxer) release() {
	x.m, x.weigh = nil, nil
	x.h.lazy.relaxers.Put(x)
}

// relaxTree gives every arc at the lower ends of a subtree's vertices the weight of the graph's arcs or that
// of the ways through lower vertices, whichever is least, bottom-up.
func (x *relaxer) relaxTree(ctx context.Context, t tree) error {
	x.fill(t)
	for u := t.from; u < t.to; u++ {
		if (u-t.from)%cancelEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		x.relax(u, x.h.below(u, x.h.OutFirst, x.h.Out), x.h.below(u, x.h.InFirst, x.h.In))
	}
	x.measure(t)
	return ctx.Err()
}

// measure finds the largest finite weight of a range of vertices.
func (x *relaxer) measure(t tree) {
	h := x.h
	x.longest = max(x.longest, longest(x.m.Up[h.UpFirst[t.from]:h.UpFirst[t.to]]), longest(x.m.Down[h.DownFirst[t.from]:h.DownFirst[t.to]]))
}

// longest returns the largest weight that is not Infinity.
func longest(weights []Weight) (most Weight) {
	for _, w := range weights {
		if w < Infinity {
			most = max(most, w)
		}
	}
	return most
}

// fill gives the arcs at the lower ends of a range of vertices the weights of the graph's arcs.
func (x *relaxer) fill(t tree) {
	h := x.h
	ups := uint32(len(h.UpHead))
	x.fillSide(x.m.Up, h.UpFirst[t.from], h.UpFirst[t.to], 0)
	x.fillSide(x.m.Down, h.DownFirst[t.from], h.DownFirst[t.to], ups)
}

// fillSide fills a range of one side, whose places begin at a number.
func (x *relaxer) fillSide(side []Weight, from, to, base uint32) {
	part := side[from:to]
	for i := range part {
		part[i] = Infinity
	}
	place := x.h.Place
	a, _ := slices.BinarySearch(place, base+from)
	end, _ := slices.BinarySearch(place, base+to)
	for a < end {
		batch := x.batch[:min(len(x.batch), end-a)]
		x.weigh(a, batch)
		for i, weight := range batch {
			w := &part[place[a+i]-base-from]
			*w = min(*w, weight)
		}
		a += len(batch)
	}
}

// relax lowers the arcs between u and the vertices above it by the triangles that they are the upper
// side of: for each r of some vertices below u, ascending, the way from u down to r (out) and up to v, and
// from v down to r (in) and up to u. Each u must be higher than the last one that was relaxed with the same r.
func (x *relaxer) relax(u uint32, out, in []uint32) {
	h, m := x.h, x.m
	up := list{h.UpFirst, h.UpHead, m.Up, x.upAt}
	down := list{h.DownFirst, h.DownTail, m.Down, x.downAt}
	relaxSide(u, out, down, up, x.at)
	relaxSide(u, in, up, down, x.at)
}

// below returns the vertices below u in one of the lists by upper ends.
func (h *Hierarchy) below(u uint32, first, list []uint32) []uint32 { return list[first[u]:first[u+1]] }

// list is one of the two lists of a relaxer: ends and weights of arcs by their lower ends.
type list struct {
	first  []uint32
	end    []uint32
	weight []Weight
	at     []uint32
}

// seek returns the index of the first arc of r's list to u or beyond, and the end of the list. It begins
// where the last search of the same list ended.
func (l *list) seek(r, u uint32) (i, end uint32) {
	i, end = l.at[r], l.first[r+1]
	start := i
	for i < end && l.end[i] < u {
		i++
	}
	if i != start {
		l.at[r] = i
	}
	return i, end
}

// relaxSide does one direction of relax: near arcs lie between r and u, far arcs between r and v.
func relaxSide(u uint32, below []uint32, near, far list, at []Weight) {
	from, to := far.first[u], far.first[u+1]
	own, ownWeight := far.end[from:to], far.weight[from:to]
	if len(below) == 0 || len(own) == 0 {
		return
	}
	for i, v := range own {
		at[v] = ownWeight[i]
	}
	for _, r := range below {
		i, end := near.seek(r, u)
		if i == end || near.end[i] != u {
			continue
		}
		leg := near.weight[i]
		if leg >= Infinity {
			continue
		}
		i, end = far.seek(r, u)
		if i < end && far.end[i] == u {
			i++
		}
		ends, weights := far.end[i:end], far.weight[i:end]
		weights = weights[:len(ends)]
		for j, v := range ends {
			at[v] = min(at[v], leg+weights[j])
		}
	}
	for i, v := range own {
		ownWeight[i] = at[v]
	}
}

// A division divides the elimination tree for customisation by several workers: into subtrees that are
// small enough for all to be busy to the end, and the vertices above them, ascending.
type division struct {
	trees []tree
	top   []topVertex
}

// A topVertex is a vertex above all subtrees, with the vertices below it, those in subtrees apart from those
// that are top vertices, too: the latter alone must wait for each other.
type topVertex struct {
	vertex            uint32
	outTrees, inTrees []uint32
	outTop, inTop     []uint32
}

// division returns the division of the hierarchy, which is found when it is first needed.
func (h *Hierarchy) division() *division {
	h.lazy.divide.Do(func() {
		n := uint32(h.Vertices())
		trees, top := h.subtrees(n / 16)
		// The large ones first, so that no worker is left with one at the end.
		slices.SortStableFunc(trees, func(a, b tree) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
		isTop := make([]bool, n)
		for _, u := range top {
			isTop[u] = true
		}
		d := &division{trees: trees}
		for _, u := range top {
			v := topVertex{vertex: u}
			v.outTrees, v.outTop = apart(h.below(u, h.OutFirst, h.Out), isTop)
			v.inTrees, v.inTop = apart(h.below(u, h.InFirst, h.In), isTop)
			d.top = append(d.top, v)
		}
		h.lazy.division = d
	})
	return h.lazy.division
}

// apart divides a list of vertices into those outside of a set and those in it.
func apart(list []uint32, set []bool) (outside, in []uint32) {
	for _, v := range list {
		if set[v] {
			in = append(in, v)
		} else {
			outside = append(outside, v)
		}
	}
	return outside, in
}

// A tree is a subtree of the elimination tree: the vertices from up to, not including, to.
type tree struct{ from, to uint32 }

// subtrees returns the largest subtrees of at most limit vertices, and the vertices above them. Where
// vertices are not in postorder, subtrees are not contiguous and count as vertices above.
func (h *Hierarchy) subtrees(limit uint32) (trees []tree, top []uint32) {
	n := uint32(h.Vertices())
	size, lowest := make([]uint32, n), make([]uint32, n)
	for v := range lowest {
		lowest[v] = uint32(v)
	}
	for v, p := range h.Parent {
		size[v]++
		if p != none {
			size[p] += size[v]
			lowest[p] = min(lowest[p], lowest[v])
		}
	}
	fits := func(v uint32) bool { return size[v] <= limit && lowest[v]+size[v] == v+1 }
	for v := n; v > 0; {
		v--
		if fits(v) {
			trees = append(trees, tree{lowest[v], v + 1})
			v = lowest[v]
			continue
		}
		top = append(top, v)
	}
	slices.Reverse(trees)
	slices.Reverse(top)
	return trees, top
}

// inParallel calls do for 0 to count-1 from several goroutines, which it numbers, and returns the
// first error.
func inParallel(workers, count int, do func(worker, i int) error) error {
	var (
		next  atomic.Int64
		group errgroup.Group
	)
	for worker := range workers {
		group.Go(func() error {
			return Contain(func() error {
				for {
					i := int(next.Add(1)) - 1
					if i >= count {
						return nil
					}
					if err := do(worker, i); err != nil {
						return err
					}
				}
			})
		})
	}
	return group.Wait()
}

// large tells whether weights are so large that triangles may have been left out because they would
// cost Infinity or more.
func (m *Metric) large() bool { return m.longest >= Infinity/2 }

// Longest returns the largest weight that is not Infinity.
func (m *Metric) Longest() Weight { return m.longest }
