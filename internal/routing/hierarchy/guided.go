package hierarchy

import (
	"context"
	"slices"

	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/queue"
)

// guided is a search for metrics without weights of their own: A* over the road graph, guided by the
// exact distances of another metric that is nowhere dearer. These are lower bounds.
//
// Which of several paths of the same cost it finds depends neither on the bounds nor on the order in
// which it comes to them: the one with the fewest arcs, and of those the one that comes, seen from the
// destination, by the lowest labels. So the answer to a request is the same whatever was asked before
// and may be there to guide it.
type guided struct {
	search
	potential *cch.Potential
	bound     *Weights
	at        []mark // of each label
	round     uint32 // of marks of this search; those of settled labels have the next one
	queue     queue.Queue
	best      rank
	end       *end // where the best path turns onto the destination's arc
	settled   int
}

// mark is what a guided search knows of a label. It counts in the round that it was set.
type mark struct {
	rank   rank
	parent uint32 // label before, graph.None at the start
	round  uint32
}

// rank is a cost and, below it, a number of arcs, by which paths of the same cost are ranked.
type rank uint64

const (
	rankShift = 20
	// mostRanked is the cost from which on a rank may overflow.
	mostRanked = 1 << 42
	unranked   = rank(infinite)
)

// rankOf returns the rank of a stretch of an arc of the given cost, mostRanked at most.
func rankOf(cost uint64, arcs int) rank { return rank(cost<<rankShift) + rank(arcs) }

func (r rank) cost() uint64 { return uint64(r >> rankShift) }

// checkEvery is how many vertices are settled between two looks at the context.
const checkEvery = 1 << 10

func (h *Hierarchy) guided() *guided {
	g, ok := h.guides.Get().(*guided)
	if !ok {
		g = &guided{potential: h.cch.NewPotential()}
	}
	g.h = h
	if labels := 2 * h.n.States(); len(g.at) < labels {
		g.at = make([]mark, labels)
	}
	return g
}

// Guided finds the best path as dijkstra.Route does, for a metric that nowhere costs less than the one
// that the weights are of, and tells how many labels it has settled. The error is dijkstra.ErrNoPath,
// ErrUndecided, for other metrics too, or the context's.
func (h *Hierarchy) Guided(ctx context.Context, bound *Weights, m *graph.Metric, origins, destinations []graph.Spot) (p dijkstra.Path, settled int, err error) {
	if !bound.Bound(m) {
		return p, 0, ErrUndecided
	}
	g := h.guided()
	defer h.guides.Put(g)
	g.bound = bound
	if err := g.run(ctx, m, origins, destinations); err != nil {
		return p, g.settled, err
	}
	if g.end == nil {
		return g.onArc.Path(), g.settled, nil
	}
	states := uint32(h.n.States())
	g.states = append(g.states[:0], g.end.state)
	for label := g.end.label; label != graph.None; label = g.at[label].parent {
		g.states = append(g.states, label%states)
	}
	slices.Reverse(g.states)
	return g.pathAlong(g.states, g.best.cost(), origins, destinations), g.settled, nil
}

func (g *guided) run(ctx context.Context, m *graph.Metric, origins, destinations []graph.Spot) error {
	g.settled, g.end = 0, nil
	// Bounds are measured to where the metric that they are of ends; what m itself costs there is
	// another matter.
	g.clear()
	g.potential.Reset()
	g.finish(g.bound.prices, destinations)
	for _, e := range g.targets {
		g.potential.AddTarget(e.vertex, e.cost)
	}
	if g.large {
		return ErrUndecided
	}
	g.potential.Run(g.bound.metric)
	g.clear()
	g.start(m, origins)
	g.finish(m, destinations)
	g.onArc = dijkstra.OnArc(m, origins, destinations)
	if g.large {
		return ErrUndecided
	}
	g.best = unranked
	if g.onArc.Cost < mostRanked {
		g.best = rankOf(g.onArc.Cost, 0)
	}
	g.queue = g.queue[:0]
	if g.round += 2; g.round == 0 {
		clear(g.at)
		g.round = 2
	}
	for _, e := range g.sources {
		g.improve(e.label, rankOf(uint64(e.cost), 1), graph.None)
	}
	if err := g.settle(ctx, m); err != nil {
		return err
	}
	switch {
	case g.best != unranked && g.best.cost() < uint64(cch.Infinity):
		return nil
	case g.large || g.potential.Large():
		return ErrUndecided
	case g.onArc.Cost == dijkstra.Unreachable && g.end == nil:
		return dijkstra.ErrNoPath
	}
	return nil
}

// settle settles labels until no path can be better than the best one found.
func (g *guided) settle(ctx context.Context, m *graph.Metric) error {
	n := g.h.n
	for len(g.queue) > 0 {
		e := g.queue.Pop()
		if rank(e.Key) > g.best {
			break
		}
		x := &g.at[e.Label]
		if x.round != g.round {
			continue // settled before
		}
		x.round++
		if g.settled++; g.settled%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		at := x.rank
		g.arrive(e.Label, at)
		state := e.Label % uint32(n.States())
		follow(n, e.Label, func(next, arc uint32, tenths uint16) {
			p := m.OfArc(arc)
			if p.Choose == 0 || m.Bans(state, arc) {
				return
			}
			cost := m.TurnCost(tenths) + p.Choose.Over(n.Edges[arc>>1].Length)
			if at.cost()+cost >= mostRanked {
				g.large = true
				return
			}
			g.improve(next, at+rankOf(cost, 1), e.Label)
		})
	}
	return nil
}

// improve lowers the rank of a label and queues it. Labels of the same rank are told apart by the labels
// that they come by; all of them are settled before it is.
func (g *guided) improve(label uint32, at rank, parent uint32) {
	x := &g.at[label]
	if x.round == g.round && x.rank <= at || x.round == g.round+1 {
		if x.rank == at && x.round == g.round && parent < x.parent {
			x.parent = parent
		}
		return
	}
	v := g.h.vertex(label)
	if v == graph.None {
		return
	}
	bound := g.potential.Of(v)
	if bound >= cch.Infinity {
		return
	}
	key := at + rankOf(uint64(bound), 0)
	if key > g.best {
		return
	}
	*x = mark{at, parent, g.round}
	g.queue.Push(queue.Entry{Key: uint64(key), Label: label})
}

// arrive looks whether a label is one from which the destination is reached.
func (g *guided) arrive(label uint32, at rank) {
	for i := range g.targets {
		t := &g.targets[i]
		if t.label != label {
			continue
		}
		total := at + rankOf(uint64(t.cost), 0)
		if total < g.best || total == g.best && g.end != nil && t.before(g.end) {
			g.best, g.end = total, t
		}
	}
}

// before puts ends of paths of the same cost in order.
func (e *end) before(o *end) bool {
	return e.label < o.label || e.label == o.label && e.state < o.state
}
