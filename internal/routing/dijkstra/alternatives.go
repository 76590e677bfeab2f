package dijkstra

import (
	"cmp"
	"context"
	"slices"

	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/queue"
)

// What an alternative to the best path must be like (Abraham, Delling, Goldberg, Werneck, Alternative
// Routes in Road Networks, 2013). Costs are those that the search minimises.
const (
	// MaxStretch is the cost of an alternative as a multiple of the best path's.
	MaxStretch = 1.25
	// MaxShare is the part of the best path that an alternative may have in common with it, and with
	// each of the other alternatives, by cost as well as by length.
	MaxShare = 0.8
	// LocalShare is the part of the best path's cost up to which every stretch of an alternative is
	// itself a best path: no detour is without a reason that can be seen.
	LocalShare = 0.25
)

// Bounds of the work.
const (
	// leastPlateau is the part of the best path's cost that a candidate has in common with both the
	// best paths from the origin and those to the destination.
	leastPlateau = 0.1
	// past is how far the searches from either end go, as a part of the best path's cost: past their
	// meeting, but not as far as they could. Of the alternatives that full searches find on the roads of
	// Delaware, 95 of 100 are found, in four fifths of the time.
	past = 0.85
	// mostCandidates is how many candidates are tested.
	mostCandidates = 128
	// mostSettled is how many labels are settled from either end.
	mostSettled = 1 << 22
	// windowParts is how many windows the test of local optimality looks at. They overlap, and
	// together hold every stretch of the length that has to be a best path.
	windowParts = 4
)

// Alternatives finds other paths than the best one that are worth offering, at most so many, the most
// promising first. Each costs at most MaxStretch times the best path, has at most MaxShare of it in
// common with it and with the others, is a best path on every stretch of up to LocalShare of its cost,
// and goes nowhere twice that the best path does not. There may be none. The error is the context's.
func Alternatives(ctx context.Context, m *graph.Metric, origins, destinations []graph.Spot, best Path, most int) ([]Path, error) {
	if most <= 0 || len(best.States) < 2 || best.Cost == 0 {
		return nil, nil
	}
	w := pool.Get().(*workspace)
	defer pool.Put(w)
	a := alternatives{
		search:  search{n: m.Network, m: m, w: w, states: uint32(m.Network.States()), best: infinity},
		origins: origins, destinations: destinations, radius: uint64(past * float64(best.Cost)),
		limit: uint64(MaxStretch * float64(best.Cost)), window: uint64(LocalShare * float64(best.Cost)),
	}
	a.accept(best)
	if err := a.grow(ctx); err != nil {
		return nil, err
	}
	var found []Path
	for i, c := range a.candidates(uint64(leastPlateau * float64(best.Cost))) {
		if i == mostCandidates || len(found) == most {
			break
		}
		p, labels := a.through(c)
		if !a.differs(&p) || a.turnsBack(&p) {
			continue
		}
		local, err := a.local(ctx, labels, c)
		if err != nil {
			return nil, err
		}
		if local {
			found = append(found, p)
			a.accept(p)
		}
	}
	return found, nil
}

// alternatives is a search from both ends that goes on past the meeting.
type alternatives struct {
	search
	origins, destinations []graph.Spot
	radius                uint64 // what a label costs at most from its end
	limit                 uint64 // what a path costs at most
	window                uint64 // what a stretch costs at most that has to be a best path
	accepted              []travelled
}

// travelled is an accepted path.
type travelled struct {
	total Total
	arcs  map[uint32]struct{}
	twice map[uint32]struct{} // nodes that it comes to more than once
	spurs map[uint32]struct{} // edges that it uses more than once
}

// A candidate is a plateau: a chain of labels that is part of the best path from the origin to its last
// one and of the best path from its first one to the destination.
type candidate struct {
	cost, plateau uint64
	first, last   uint32
}

// grow settles all labels within the radius of each end.
func (a *alternatives) grow(ctx context.Context) error {
	count := labelCount(a.n)
	a.w.forward.reset(count)
	a.w.backward.reset(count)
	a.w.touched = a.w.touched[:0]
	a.start(a.origins)
	a.finish(a.destinations)
	for _, side := range [2]struct {
		labels *labels
		settle func(queue.Entry)
	}{{&a.w.forward, a.forward}, {&a.w.backward, a.backward}} {
		for settled := 1; side.labels.top() <= a.radius && settled <= mostSettled; settled++ {
			if settled%checkEvery == 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
			}
			e := side.labels.queue.Pop()
			if side.labels == &a.w.forward {
				a.w.touched = append(a.w.touched, e.Label)
			}
			side.settle(e)
		}
		// Labels that are still queued count as unknown.
		a.radius = min(a.radius, max(side.labels.top(), 1)-1)
	}
	return nil
}

// settled tells whether a label's cost from both ends is known.
func (a *alternatives) settled(label uint32) bool {
	return a.w.forward.cost(label) <= a.radius && a.w.backward.cost(label) <= a.radius
}

// cost returns what travelling the whole arc of a label costs.
func (a *alternatives) cost(label uint32) uint64 {
	arc := a.n.Arc(label % a.states)
	return a.m.OfArc(arc).Choose.Over(a.n.Edges[arc>>1].Length)
}

// candidates lists the plateaus of at least the given cost, the most promising first: those that are
// short for how long they are best paths.
func (a *alternatives) candidates(least uint64) (list []candidate) {
	f, b := &a.w.forward, &a.w.backward
	for _, first := range a.w.touched {
		if !a.settled(first) {
			continue
		}
		cost := f.cost(first) + b.cost(first) - a.cost(first)
		if cost > a.limit {
			continue
		}
		if before := f.at[first].parent; before != graph.None && a.settled(before) && b.at[before].parent == first {
			continue // the plateau begins earlier
		}
		last := first
		for {
			next := b.at[last].parent
			if next == graph.None || !a.settled(next) || f.at[next].parent != last {
				break
			}
			last = next
		}
		if plateau := f.cost(last) - f.cost(first); plateau >= least {
			list = append(list, candidate{cost, plateau, first, last})
		}
	}
	slices.SortFunc(list, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(2*x.cost-x.plateau, 2*y.cost-y.plateau), cmp.Compare(x.first, y.first))
	})
	return list
}

// through returns the path over a plateau and its labels.
func (a *alternatives) through(c candidate) (Path, []uint32) {
	f, b := &a.w.forward, &a.w.backward
	var labels []uint32
	for l := c.first; l != graph.None; l = f.at[l].parent {
		labels = append(labels, l)
	}
	slices.Reverse(labels)
	for l := b.at[c.first].parent; l != graph.None; l = b.at[l].parent {
		labels = append(labels, l)
	}
	p := Path{Cost: c.cost, States: make([]uint32, len(labels))}
	for i, l := range labels {
		p.States[i] = l % a.states
	}
	p.Join(a.n, a.origins, a.destinations)
	return p, labels
}

// accept takes note of a path from which others must differ.
func (a *alternatives) accept(p Path) {
	t := travelled{p.Measure(a.m), map[uint32]struct{}{}, map[uint32]struct{}{}, map[uint32]struct{}{}}
	for _, s := range p.States {
		t.arcs[a.n.Arc(s)] = struct{}{}
	}
	a.revisits(&p, func(node uint32) { t.twice[node] = struct{}{} }, func(edge uint32) { t.spurs[edge] = struct{}{} })
	a.accepted = append(a.accepted, t)
}

// revisits reports the nodes and edges to which a path comes more than once.
func (a *alternatives) revisits(p *Path, node, edge func(uint32)) {
	nodes, edges := make(map[uint32]struct{}, len(p.States)), make(map[uint32]struct{}, len(p.States))
	for i, s := range p.States {
		arc := a.n.Arc(s)
		if _, again := edges[arc>>1]; again {
			edge(arc >> 1)
		}
		edges[arc>>1] = struct{}{}
		if i == 0 {
			continue
		}
		v := a.n.Tail(arc)
		if _, again := nodes[v]; again {
			node(v)
		}
		nodes[v] = struct{}{}
	}
}

// turnsBack tells whether a path comes twice to where the best path does not.
func (a *alternatives) turnsBack(p *Path) (back bool) {
	best := &a.accepted[0]
	a.revisits(p, func(node uint32) {
		_, ok := best.twice[node]
		back = back || !ok
	}, func(edge uint32) {
		_, ok := best.spurs[edge]
		back = back || !ok
	})
	return back
}

// differs tells whether a path has little enough in common with each of those accepted.
func (a *alternatives) differs(p *Path) bool {
	best := &a.accepted[0].total
	for i := range a.accepted {
		var cost, mm uint64
		for k, s := range p.States {
			arc := a.n.Arc(s)
			if _, shared := a.accepted[i].arcs[arc]; !shared {
				continue
			}
			length := p.part(k, a.n.Edges[arc>>1].Length)
			cost += a.m.OfArc(arc).Choose.Over(length)
			mm += uint64(length)
		}
		if float64(cost) > MaxShare*float64(best.Cost) || float64(mm) > MaxShare*float64(best.Millimetres) {
			return false
		}
	}
	return true
}

// part returns how much of its arc of the given length a path travels.
func (p *Path) part(i int, length uint32) uint32 {
	begin, end := uint32(0), length
	if i == 0 {
		begin = p.From
	}
	if i == len(p.States)-1 {
		end = p.To
	}
	return end - begin
}

// local tells whether all stretches of a path over a plateau that cost at most the window are best
// paths. Those that end on the plateau or before it, and those that begin on it or after it, are; so
// only those that hold it whole have to be looked at. Stretches a little longer than the window are
// tested instead of each of them, which can refuse a path that would do but accepts none that does not.
func (a *alternatives) local(ctx context.Context, labels []uint32, c candidate) (bool, error) {
	if c.plateau >= a.window {
		return true, nil
	}
	first, last := slices.Index(labels, c.first), slices.Index(labels, c.last)
	at := a.along(labels, last, c.cost)
	farthest := first
	for farthest > 0 && at[first]-at[farthest] < a.window-c.plateau {
		farthest--
	}
	from := farthest
	for part := 1; part <= windowParts && from < first; part++ {
		next := from
		for next < first && (next == from || at[next]-at[farthest] < (at[first]-at[farthest])*uint64(part)/windowParts) {
			next++
		}
		to := last
		for to+1 < len(labels) && at[to+1]-at[next] <= a.window {
			to++
		}
		if to > last {
			better, err := a.better(ctx, labels[from], labels[to], at[to]-at[from])
			if err != nil || better {
				return false, err
			}
		}
		from = next
	}
	return true, nil
}

// along returns what a path costs up to the head of each label's arc, and up to the destination on
// the last one. Up to the given label it is the best path from the origin.
func (a *alternatives) along(labels []uint32, last int, total uint64) []uint64 {
	at := make([]uint64, len(labels))
	for i, l := range labels {
		switch {
		case i == len(labels)-1:
			at[i] = total
		case i <= last:
			at[i] = a.w.forward.cost(l)
		default:
			at[i] = total + a.cost(l) - a.w.backward.cost(l)
		}
	}
	return at
}

// better tells whether a path from the head of one label's arc to the end of another's costs less than
// a known one.
func (a *alternatives) better(ctx context.Context, from, to uint32, known uint64) (bool, error) {
	w := pool.Get().(*workspace)
	defer pool.Put(w)
	s := search{n: a.n, m: a.m, w: w, states: a.states, best: known}
	w.forward.reset(labelCount(a.n))
	w.backward.reset(labelCount(a.n))
	w.forward.improve(from, 0, graph.None)
	rest := a.cost(to)
	if a.w.backward.at[to].parent == graph.None {
		rest = a.w.backward.cost(to) // of the destination's arc, which is travelled in part
	}
	w.backward.improve(to, rest, graph.None)
	err := s.run(ctx)
	return s.best < known, err
}
