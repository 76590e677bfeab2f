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
	at        []mark
	round     uint32
	queue     queue
	best      uint64
	last      uint32 // vertex before the destination's arc on the best path
}

// mark is what a guided search knows of a vertex. It counts in the round that it was set.
type mark struct {
	cost   uint64
	parent uint32 // vertex before, graph.None at the start
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
	if g, ok := h.guides.Get().(*guided); ok {
		g.h = h
		return g
	}
	return &guided{
		search:    search{h: h},
		potential: h.cch.NewPotential(), at: make([]mark, h.Vertices()),
	}
}

// Guided finds the best path as dijkstra.Route does, for a metric that nowhere costs less than the
// default one. The error is dijkstra.ErrNoPath, ErrTooLarge or the context's.
func (h *Hierarchy) Guided(ctx context.Context, m *graph.Metric, origins, destinations []graph.Spot) (dijkstra.Path, error) {
	g := h.guided()
	defer h.guides.Put(g)
	if err := g.run(ctx, m, origins, destinations); err != nil {
		return dijkstra.Path{}, err
	}
	if g.last == graph.None {
		return g.pathOnArc(origins, destinations), nil
	}
	var vertices []uint32
	for v := g.last; v != graph.None; v = g.at[v].parent {
		vertices = append(vertices, v)
	}
	slices.Reverse(vertices)
	return g.pathAlong(vertices, g.best, origins, destinations), nil
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
		return ErrTooLarge
	}
	g.potential.Run(g.h.basic.metric)
	g.clear()
	g.start(m, origins)
	g.finish(m, destinations)
	g.within(m, origins, destinations)
	if g.large {
		return ErrTooLarge
	}
	g.best, g.last = g.onArc, graph.None
	g.queue = g.queue[:0]
	if g.round++; g.round == 0 {
		clear(g.at)
		g.round = 1
	}
	for _, e := range g.sources {
		g.improve(e.vertex, uint64(e.cost), graph.None)
	}
	for settled := 1; len(g.queue) > 0; settled++ {
		e := g.queue.pop()
		if e.key >= g.best {
			break
		}
		cost := g.at[e.vertex].cost
		if e.cost != cost {
			continue // improved since
		}
		if settled%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		g.arrive(e.vertex, cost)
		follow(g.h.n, g.h.label(e.vertex), func(next, arc uint32, tenths uint16) {
			if p := m.OfArc(arc); p.Choose > 0 {
				g.improve(g.h.vertex(next), cost+m.TurnCost(tenths)+p.Choose.Over(g.h.n.Edges[arc>>1].Length), e.vertex)
			}
		})
	}
	switch {
	case g.best < uint64(cch.Infinity):
		return nil
	case g.potential.Large():
		return ErrTooLarge
	case g.best == infinite:
		return dijkstra.ErrNoPath
	}
	return nil
}

// improve lowers the cost of a vertex and queues it.
func (g *guided) improve(v uint32, cost uint64, parent uint32) {
	if v == graph.None {
		return
	}
	x := &g.at[v]
	if x.round == g.round && x.cost <= cost {
		return
	}
	bound := g.potential.Of(v)
	if bound >= cch.Infinity || cost+uint64(bound) >= g.best {
		return
	}
	*x = mark{cost, parent, g.round}
	g.queue.push(guess{cost + uint64(bound), cost, v})
}

// arrive looks whether a vertex is one from which the destination is reached.
func (g *guided) arrive(v uint32, cost uint64) {
	for i := range g.targets {
		if t := &g.targets[i]; t.vertex == v && cost+uint64(t.cost) < g.best {
			g.best, g.last = cost+uint64(t.cost), v
		}
	}
}

// guess is a vertex in the queue: its cost, and the least that a path through it can cost.
type guess struct {
	key, cost uint64
	vertex    uint32
}

func (a guess) less(b guess) bool {
	return a.key < b.key || a.key == b.key && a.vertex < b.vertex
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
