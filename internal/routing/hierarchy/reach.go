package hierarchy

import (
	"context"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// reach is the scratch space of a search from one place to all others.
type reach struct {
	search
	sweep   *cch.Sweep
	ends    []cch.End
	entries []uint32 // of each arc, beyond every limit where it is not reached

	arrivals []arrival
}

func (h *Hierarchy) reach() *reach {
	if r, ok := h.reaches.Get().(*reach); ok {
		r.h = h
		return r
	}
	return &reach{search: search{h: h}, sweep: h.cch.NewSweep(), entries: make([]uint32, len(h.n.Arcs))}
}

// From finds all arcs whose tail can be reached from an origin within a limit, as dijkstra.From does.
// Where several paths cost the same, either's measure is told. The weights and measures must be those
// of the metric. The error is ErrUndecided or the context's; it is ErrUndecided for hierarchies of
// nodes, where one may turn round on the way, and a road that is entered by that is entered too early.
func (h *Hierarchy) From(ctx context.Context, w *Weights, x *Measures, m *graph.Metric, origin []graph.Spot, measure dijkstra.Measure, limit uint32) ([]dijkstra.Visit, error) {
	limit = min(limit, dijkstra.MaxLimit)
	r := h.reach()
	defer h.reaches.Put(r)
	r.clear()
	r.start(m, origin)
	r.ends = r.sourceEnds(m, r.ends[:0])
	// What is reached lies within a bound at its tail. The turns there are compared by their costs, so
	// costs must be right a turn further, and an arc further to be read off its own label.
	bound, err := r.run(ctx, w, x, m, measure, limit, x.mostTurn+x.mostRoad, r.sweep.From)
	if err != nil {
		return nil, err
	}
	q := quantity(measure)
	r.readOff(m, q, limit, bound)
	for _, arc := range x.long {
		r.enter(m, arc, q, limit, bound)
	}
	// The labels of the origin's own arcs stand for the stretch ahead of it; paths come back to them
	// over the turns at their tails.
	for _, e := range r.sources {
		r.enter(m, e.state, q, limit, bound)
	}
	return r.visits(limit), nil
}

// readOff finds out when arcs are entered from when their own labels are reached, at their heads.
func (r *reach) readOff(m *graph.Metric, q int, limit uint32, bound cch.Weight) {
	h := r.h
	costs, sums := r.sweep.Costs(), r.sweep.Sums()
	states := uint32(h.n.States())
	for _, span := range r.sweep.Scanned() {
		for v := span.From; v < span.To; v++ {
			if costs[v] > bound {
				continue
			}
			arc := h.n.Arc(h.label(v) % states)
			whole := overRoad(m, arc, h.n.Edges[arc>>1].Length, 0)[q]
			if sum := sums[v][q]; sum != cch.Full && sum-whole <= limit {
				r.entries[arc] = min(r.entries[arc], sum-whole)
			}
		}
	}
}

// enter finds out when an arc is entered from the arcs before it.
func (r *reach) enter(m *graph.Metric, arc uint32, q int, limit uint32, bound cch.Weight) {
	r.entries[arc] = math.MaxUint32
	if m.OfArc(arc).Choose == 0 {
		return
	}
	sums := r.sweep.Sums()
	r.arrivals = r.arrivals[:0]
	r.h.eachBefore(m, arc, func(label, next uint32, tenths uint16) {
		v := r.h.vertex(label)
		if v == graph.None {
			return
		}
		cost := r.sweep.Cost(v)
		if cost > bound {
			return
		}
		turn := cch.Sum{milliseconds: uint32(tenths) * graph.TurnUnit}
		a := arrival{next, uint64(cost) + m.TurnCost(tenths), uint64(sums[v][q]) + uint64(turn[q])}
		i := slices.IndexFunc(r.arrivals, func(b arrival) bool { return b.label == next })
		switch {
		case i < 0:
			r.arrivals = append(r.arrivals, a)
		case a.cost < r.arrivals[i].cost:
			r.arrivals[i] = a
		}
	})
	for _, a := range r.arrivals {
		if a.entry <= uint64(limit) {
			r.entries[arc] = min(r.entries[arc], uint32(a.entry))
		}
	}
}

// arrival is the cheapest way found to the tail of a label's arc.
type arrival struct {
	label       uint32
	cost, entry uint64
}

// To is From in the other direction: all arcs from whose head the destination can be reached.
func (h *Hierarchy) To(ctx context.Context, w *Weights, x *Measures, m *graph.Metric, destination []graph.Spot, measure dijkstra.Measure, limit uint32) ([]dijkstra.Visit, error) {
	limit = min(limit, dijkstra.MaxLimit)
	r := h.reach()
	defer h.reaches.Put(r)
	r.clear()
	r.finish(m, destination)
	r.ends = r.targetEnds(m, r.ends[:0])
	bound, err := r.run(ctx, w, x, m, measure, limit, 0, r.sweep.To)
	if err != nil {
		return nil, err
	}
	q := quantity(measure)
	costs, sums := r.sweep.Costs(), r.sweep.Sums()
	for _, span := range r.sweep.Scanned() {
		for v := span.From; v < span.To; v++ {
			// A trip that begins on an arc begins in its first state and layer.
			if label := h.label(v); costs[v] <= bound && int(label) < len(h.n.Arcs) && m.OfArc(label).Choose > 0 {
				r.entries[label] = sums[v][q]
			}
		}
	}
	return r.visits(limit), nil
}

// run sweeps as far as paths within the limit can cost and somewhat beyond, and returns that bound.
func (r *reach) run(ctx context.Context, w *Weights, x *Measures, m *graph.Metric, measure dijkstra.Measure, limit uint32, beyond uint64, sweep func(*cch.Metric, *cch.Sums, []cch.End, cch.Weight)) (cch.Weight, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if r.large || r.h.merged {
		return 0, ErrUndecided
	}
	bound := costWithin(m, measure, limit, r.h.Vertices())
	if bound += beyond; bound < beyond {
		bound = infinite
	}
	for i := range r.entries {
		r.entries[i] = math.MaxUint32
	}
	sweep(w.metric, x.sums, r.ends, cch.Weight(min(bound, uint64(cch.Infinity-1))))
	if bound >= uint64(cch.Infinity) {
		// What costs as much is not found. Is there any?
		most := cch.Weight(0)
		costs := r.sweep.Costs()
		for _, span := range r.sweep.Scanned() {
			for _, cost := range costs[span.From:span.To] {
				if cost < cch.Infinity {
					most = max(most, cost)
				}
			}
		}
		if w.clipped || uint64(most)+uint64(w.metric.Longest()) >= uint64(cch.Infinity) {
			return 0, ErrUndecided
		}
	}
	return cch.Weight(min(bound, uint64(cch.Infinity-1))), ctx.Err()
}

func quantity(measure dijkstra.Measure) int {
	if measure == dijkstra.Millimetres {
		return millimetres
	}
	return milliseconds
}

// costWithin returns the most that a path of at most so many arcs can cost that lies within a limit.
func costWithin(m *graph.Metric, measure dijkstra.Measure, limit uint32, arcs int) uint64 {
	most := 1.0
	exact := true // costs are the measure itself
	for i := range m.Classes {
		p := &m.Classes[i]
		if p.Choose == 0 {
			continue
		}
		unit := float64(p.Time)
		if measure == dijkstra.Millimetres {
			unit = 1 << 24 // binary places of a price
		}
		if ratio := float64(p.Choose) / unit; ratio != 1 {
			exact = false
			most = math.Max(most, ratio)
		}
	}
	if measure == dijkstra.Millimetres && m.Turns {
		return infinite // turns have no length
	}
	if exact {
		return uint64(limit)
	}
	// Each arc's cost and measure are rounded.
	bound := most*float64(limit) + (most+1)*float64(arcs) + 1
	if bound >= math.MaxInt64 {
		return infinite
	}
	return uint64(bound)
}

// visits lists the arcs that were reached, ascending.
func (r *reach) visits(limit uint32) (list []dijkstra.Visit) {
	count := 0
	for _, entry := range r.entries {
		if entry <= limit {
			count++
		}
	}
	list = make([]dijkstra.Visit, 0, count)
	for arc, entry := range r.entries {
		if entry <= limit {
			list = append(list, dijkstra.Visit{Arc: uint32(arc), Entry: entry})
		}
	}
	return list
}
