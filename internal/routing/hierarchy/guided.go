package hierarchy

import (
	"context"
	"slices"

	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// guided is a search for metrics without weights of their own: A* over the road graph, guided by the
// exact distances of the default metric. These are lower bounds for every metric that only makes
// roads dearer or forbids them.
type guided struct {
	search
	potential *cch.Potential
	at        []mark // of each label
	round     uint32
	queue     queue
	best      uint64
	end       *end // where the best path turns onto the destination's arc
}

// mark is what a guided search knows of a label. It counts in the round that it was set.
type mark struct {
	cost   uint64
	parent uint32 // label before, graph.None at the start
	round  uint32
}

// dearer tells whether a metric nowhere costs less than the one that weights are of.
func (w *Weights) dearer(p prices) bool {
	turns := len(p) - 1
	if len(p) != len(w.key) || p[turns] < w.key[turns] {
		return false
	}
	for class, price := range p[:turns] {
		if usual := w.key[class]; price != 0 && (usual == 0 || price < usual) {
			return false
		}
	}
	return true
}

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

// Guided finds the best path as dijkstra.Route does, for a metric that nowhere costs less than the
// default one. The error is dijkstra.ErrNoPath, ErrUndecided, for other metrics too, or the context's.
func (h *Hierarchy) Guided(ctx context.Context, m *graph.Metric, origins, destinations []graph.Spot) (dijkstra.Path, error) {
	if m.Plain() || !h.basic.dearer(pricesOf(m)) {
		return dijkstra.Path{}, ErrUndecided
	}
	g := h.guided()
	defer h.guides.Put(g)
	if err := g.run(ctx, m, origins, destinations); err != nil {
		return dijkstra.Path{}, err
	}
	if g.end == nil {
		return g.pathOnArc(origins, destinations), nil
	}
	states := uint32(h.n.States())
	g.states = append(g.states[:0], g.end.state)
	for label := g.end.label; label != graph.None; label = g.at[label].parent {
		g.states = append(g.states, label%states)
	}
	slices.Reverse(g.states)
	return g.pathAlong(g.states, g.best, origins, destinations), nil
}

func (g *guided) run(ctx context.Context, m *graph.Metric, origins, destinations []graph.Spot) error {
	g.clear()
	g.potential.Reset()
	// Bounds are measured to where the default metric ends; what the metric itself costs there is
	// another matter.
	g.finish(g.h.usual, destinations)
	for _, e := range g.targets {
		g.potential.AddTarget(e.vertex, e.cost)
	}
	if g.large || g.h.basic.clipped {
		return ErrUndecided
	}
	g.potential.Run(g.h.basic.metric)
	g.clear()
	g.start(m, origins)
	g.finish(m, destinations)
	g.within(m, origins, destinations)
	if g.large {
		return ErrUndecided
	}
	g.best, g.end = g.onArc, nil
	g.queue = g.queue[:0]
	if g.round++; g.round == 0 {
		clear(g.at)
		g.round = 1
	}
	for _, e := range g.sources {
		g.improve(e.label, uint64(e.cost), graph.None)
	}
	for settled := 1; len(g.queue) > 0; settled++ {
		e := g.queue.pop()
		if e.key >= g.best {
			break
		}
		cost := g.at[e.label].cost
		if e.cost != cost {
			continue // improved since
		}
		if settled%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		g.arrive(e.label, cost)
		follow(g.h.n, e.label, func(next, arc uint32, tenths uint16) {
			if p := m.OfArc(arc); p.Choose > 0 {
				g.improve(next, cost+m.TurnCost(tenths)+p.Choose.Over(g.h.n.Edges[arc>>1].Length), e.label)
			}
		})
	}
	switch {
	case g.best < uint64(cch.Infinity):
		return nil
	case g.potential.Large():
		return ErrUndecided
	case g.best == infinite:
		return dijkstra.ErrNoPath
	}
	return nil
}

// improve lowers the cost of a label and queues it.
func (g *guided) improve(label uint32, cost uint64, parent uint32) {
	x := &g.at[label]
	if x.round == g.round && x.cost <= cost {
		return
	}
	v := g.h.vertex(label)
	if v == graph.None {
		return
	}
	bound := g.potential.Of(v)
	if bound >= cch.Infinity || cost+uint64(bound) >= g.best {
		return
	}
	*x = mark{cost, parent, g.round}
	g.queue.push(guess{cost + uint64(bound), cost, label})
}

// arrive looks whether a label is one from which the destination is reached.
func (g *guided) arrive(label uint32, cost uint64) {
	for i := range g.targets {
		if t := &g.targets[i]; t.label == label && cost+uint64(t.cost) < g.best {
			g.best, g.end = cost+uint64(t.cost), t
		}
	}
}

// guess is a label in the queue: its cost, and the least that a path through it can cost.
type guess struct {
	key, cost uint64
	label     uint32
}

func (a guess) less(b guess) bool {
	return a.key < b.key || a.key == b.key && a.label < b.label
}

// A queue is a heap with four children per entry.
type queue []guess

func (q *queue) push(e guess) {
	h := append(*q, e)
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.less(h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
	*q = h
}

func (q *queue) pop() guess {
	h := *q
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		child := 4*i + 1
		if child >= len(h) {
			break
		}
		best := child
		for c := child + 1; c < min(child+4, len(h)); c++ {
			if h[c].less(h[best]) {
				best = c
			}
		}
		if !h[best].less(last) {
			break
		}
		h[i] = h[best]
		i = best
	}
	h[i] = last
	return top
}
