package hierarchy

import (
	"cmp"
	"context"
	"slices"

	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// Bounds of the work on alternatives, as in package dijkstra.
const (
	// leastPlateau is the part of the best path's cost that a candidate has in common with both the
	// best paths from the origin and those to the destination.
	leastPlateau = 0.1
	// past is how far the searches from either end go, as a part of the best path's cost.
	past = 0.85
	// mostCandidates is how many candidates are tested.
	mostCandidates = 128
	// windowParts is how many windows the test of local optimality looks at.
	windowParts = 4
)

// alternatives is the scratch space of a search for alternatives: two sweeps, from the origin and to
// the destination, tell which vertices lie on paths that are short enough.
type alternatives struct {
	search
	from, to *cch.Sweep
	ends     []cch.End
	within   []uint32 // vertices on paths that are short enough, ascending
	inside   []uint64 // bit per vertex: it is one of them
	next     []uint32 // of each vertex within, the one that follows on a plateau
	later    []uint64 // bit per vertex: it follows another one
	path     []uint32 // vertices of the present candidate
	at       []uint64 // what it costs up to each of them, and to the destination
}

// plateau is a chain of vertices that is part of the best path from the origin to its last one and of
// the best path from its first one to the destination.
type plateau struct {
	cost, length uint64 // of the path over it, and of the chain
	first, last  uint32
}

func (h *Hierarchy) alternatives() *alternatives {
	a, ok := h.others.Get().(*alternatives)
	if !ok {
		n := h.Vertices()
		a = &alternatives{
			search: search{query: h.cch.NewQuery()}, from: h.cch.NewSweep(), to: h.cch.NewSweep(),
			next: make([]uint32, n), later: make([]uint64, (n+63)/64), inside: make([]uint64, (n+63)/64),
		}
		for v := range a.next {
			a.next[v] = graph.None
		}
	}
	a.h = h
	return a
}

// Alternatives finds other paths than the best one that are worth offering, as dijkstra.Alternatives
// does. The weights must be those of the metric. The error is ErrUndecided or the context's.
func (h *Hierarchy) Alternatives(ctx context.Context, w *Weights, m *graph.Metric, origins, destinations []graph.Spot, best dijkstra.Path, most int) ([]dijkstra.Path, error) {
	if most <= 0 || len(best.States) < 2 || best.Cost == 0 {
		return nil, nil
	}
	limit := uint64(dijkstra.MaxStretch * float64(best.Cost))
	a := h.alternatives()
	defer h.others.Put(a)
	defer a.forget()
	a.reset()
	a.start(m, origins)
	a.finish(m, destinations)
	if a.large || limit >= uint64(cch.Infinity) {
		return nil, ErrUndecided
	}
	a.ends = a.sourceEnds(m, a.ends[:0])
	radius := cch.Weight(past * float64(best.Cost))
	a.from.From(w.metric, nil, a.ends, radius)
	a.ends = a.targetEnds(m, a.ends[:0])
	a.to.To(w.metric, nil, a.ends, radius)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.gather(radius, limit)
	a.chain(m)
	choice := dijkstra.NewChoice(m, best)
	var found []dijkstra.Path
	for i, c := range a.plateaus(uint64(leastPlateau * float64(best.Cost))) {
		if i == mostCandidates || len(found) == most {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, ok := a.over(w, m, c, origins, destinations)
		if ok && choice.Fits(&p) && a.isLocal(w, m, &p, c, uint64(dijkstra.LocalShare*float64(best.Cost))) {
			found = append(found, p)
			choice.Add(p)
		}
	}
	return found, nil
}

// gather lists the vertices within a radius of either end that lie on paths within the limit.
func (a *alternatives) gather(radius cch.Weight, limit uint64) {
	a.within = a.within[:0]
	from, to := a.from.Costs(), a.to.Costs()
	others := a.to.Scanned()
	for _, span := range a.from.Scanned() { // both lists descend
		for len(others) > 0 && others[0].From >= span.To {
			others = others[1:]
		}
		for _, other := range others {
			if other.To <= span.From {
				break
			}
			for v := max(span.From, other.From); v < min(span.To, other.To); v++ {
				if from[v] <= radius && to[v] <= radius && uint64(from[v])+uint64(to[v]) <= limit {
					a.within = append(a.within, v)
					a.inside[v>>6] |= 1 << (v & 63)
				}
			}
		}
	}
	slices.Sort(a.within)
}

// chain finds which vertex follows each one on a plateau: over a turn that is on the best path from the
// origin to what lies behind it, and on that from what lies before it to the destination.
func (a *alternatives) chain(m *graph.Metric) {
	n := a.h.n
	from, to := a.from.Costs(), a.to.Costs()
	for _, v := range a.within {
		a.h.followVertex(v, func(label, arc uint32, tenths uint16) {
			if a.next[v] != graph.None || m.OfArc(arc).Choose == 0 {
				return
			}
			u := a.h.vertex(label)
			if u == graph.None || a.inside[u>>6]>>(u&63)&1 == 0 || a.isLater(u) {
				return
			}
			cost := m.TurnCost(tenths) + m.OfArc(arc).Choose.Over(n.Edges[arc>>1].Length)
			if uint64(from[v])+cost == uint64(from[u]) && uint64(to[u])+cost == uint64(to[v]) {
				a.next[v] = u
				a.later[u>>6] |= 1 << (u & 63)
			}
		})
	}
}

func (a *alternatives) isLater(v uint32) bool { return a.later[v>>6]>>(v&63)&1 != 0 }

// forget clears what the vertices within are marked with.
func (a *alternatives) forget() {
	for _, v := range a.within {
		a.next[v] = graph.None
		a.later[v>>6], a.inside[v>>6] = 0, 0
	}
	a.within = a.within[:0]
}

// plateaus lists the plateaus of at least the given length, the most promising first: those over which
// the path is short for how long they are.
func (a *alternatives) plateaus(least uint64) (list []plateau) {
	from, to := a.from.Costs(), a.to.Costs()
	for _, first := range a.within {
		if a.isLater(first) {
			continue
		}
		last := first
		for a.next[last] != graph.None {
			last = a.next[last]
		}
		if length := uint64(from[last] - from[first]); length >= least {
			list = append(list, plateau{uint64(from[first]) + uint64(to[first]), length, first, last})
		}
	}
	slices.SortFunc(list, func(x, y plateau) int {
		return cmp.Or(cmp.Compare(2*x.cost-x.length, 2*y.cost-y.length), cmp.Compare(x.first, y.first))
	})
	return list
}

// over returns the best path that goes over a plateau; ok is false where it is no path, see
// search.statesAlong.
func (a *alternatives) over(w *Weights, m *graph.Metric, c plateau, origins, destinations []graph.Spot) (p dijkstra.Path, ok bool) {
	a.query.Reset()
	for _, e := range a.sources {
		a.query.AddSource(e.vertex, e.cost)
	}
	a.query.AddTarget(c.first, 0)
	a.query.Run(w.metric)
	a.path = append(a.path[:0], a.query.Path(w.metric)...)
	if len(a.path) == 0 {
		return p, false
	}
	for v := a.next[c.first]; v != graph.None; v = a.next[v] {
		a.path = append(a.path, v)
	}
	a.query.Reset()
	a.query.AddSource(c.last, 0)
	for _, e := range a.targets {
		a.query.AddTarget(e.vertex, e.cost)
	}
	a.query.Run(w.metric)
	rest := a.query.Path(w.metric)
	if len(rest) == 0 {
		return p, false
	}
	a.path = append(a.path, rest[1:]...)
	// A path that had to be rid of a turn on the way is no longer that of the plateau.
	if !a.statesOf(m, a.path) || len(a.states) != len(a.path)+1 {
		return p, false
	}
	p = a.pathAlong(a.states, c.cost, origins, destinations)
	return p, !a.h.merged || costOf(m, &p) == c.cost
}

// isLocal tells whether all stretches of the path over a plateau that cost at most the window are best
// paths. Those that end on the plateau or before it, and those that begin on it or after it, are; so
// only those that hold it whole have to be looked at. Stretches a little longer than the window are
// tested instead of each of them, which can refuse a path that would do but accepts none that does not.
func (a *alternatives) isLocal(w *Weights, m *graph.Metric, p *dijkstra.Path, c plateau, window uint64) bool {
	if c.length >= window {
		return true
	}
	at := a.costsAlong(m, p)
	first, last := slices.Index(a.path, c.first), slices.Index(a.path, c.last)
	farthest := first
	for farthest > 0 && at[first]-at[farthest] < window-c.length {
		farthest--
	}
	from := farthest
	for part := uint64(1); part <= windowParts && from < first; part++ {
		next := from
		for next < first && (next == from || at[next]-at[farthest] < (at[first]-at[farthest])*part/windowParts) {
			next++
		}
		to := last
		for to+1 < len(at) && at[to+1]-at[next] <= window {
			to++
		}
		if to > last && a.best(w, from, to) < at[to]-at[from] {
			return false
		}
		from = next
	}
	return true
}

// costsAlong returns what a path costs up to the end of each of its states' arcs, of the last one up to
// the destination.
func (a *alternatives) costsAlong(m *graph.Metric, p *dijkstra.Path) []uint64 {
	n := a.h.n
	a.at = a.at[:0]
	cost := uint64(0)
	for i := range p.States {
		arc, mm := stretch(n, p, i)
		if i > 0 {
			ms, _ := n.Turn(n.Arc(p.States[i-1]), arc)
			cost += m.TurnCost(uint16(ms / graph.TurnUnit))
		}
		cost += m.OfArc(arc).Choose.Over(mm)
		a.at = append(a.at, cost)
	}
	return a.at
}

// best returns what the best path costs between two places on the present one: vertices by their
// number on it, or the destination.
func (a *alternatives) best(w *Weights, from, to int) uint64 {
	a.query.Reset()
	a.query.AddSource(a.path[from], 0)
	if to < len(a.path) {
		a.query.AddTarget(a.path[to], 0)
	} else {
		for _, e := range a.targets {
			a.query.AddTarget(e.vertex, e.cost)
		}
	}
	return uint64(a.query.Run(w.metric))
}
