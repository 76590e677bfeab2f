package hierarchy

import (
	"context"
	"fmt"
	"slices"

	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// Measures are the milliseconds and millimetres along the best path of every arc of a hierarchy: what
// is told of a path beside what it was chosen by. Beyond cch.Full nothing is known of them.
type Measures struct {
	sums *cch.Sums
	// What a search within a limit has to know: the arcs that cost most, the cost that no other arc
	// exceeds, and the cost that no turn exceeds.
	long     []uint32
	mostRoad uint64
	mostTurn uint64
}

// longArcs is how many arcs count as long: ferries, mostly, and roads through the wilderness.
const longArcs = 256

// Bytes returns the memory that measures take.
func (x *Measures) Bytes() int64 { return 8 * int64(len(x.sums.Up)+len(x.sums.Down)) }

// The quantities of a cch.Sum.
const (
	milliseconds = 0
	millimetres  = 1
)

// Measure computes the measures of a metric; the weights must be those of the metric. The error is
// the context's.
func (h *Hierarchy) Measure(ctx context.Context, w *Weights, m *graph.Metric) (*Measures, error) {
	costs := make([]cch.Weight, len(h.arcs))
	weigh, _ := h.weigher(m, 1)
	weigh(0, costs)
	sums, err := h.cch.Sum(ctx, w.metric, costs, func(i int) cch.Sum {
		return overRoad(m, h.arcs[i], h.n.Edges[h.arcs[i]>>1].Length, h.turns[i])
	})
	if err != nil {
		return nil, fmt.Errorf("hierarchy: %w", err)
	}
	x := &Measures{sums: sums}
	most := uint16(0)
	for _, tenths := range h.turns {
		if tenths != graph.NoTurn {
			most = max(most, tenths)
		}
	}
	x.mostTurn = m.TurnCost(most)
	x.long, x.mostRoad = longest(m)
	return x, nil
}

// longest returns the arcs that cost most, ascending, and the largest cost of all others.
func longest(m *graph.Metric) (long []uint32, most uint64) {
	type road struct {
		arc  uint32
		cost uint64
	}
	list := make([]road, 0, longArcs+2) // the dearest first
	for arc := range uint32(len(m.Network.Arcs)) {
		cost := m.OfArc(arc).Choose.Over(m.Network.Edges[arc>>1].Length)
		if len(list) > longArcs && cost <= list[longArcs].cost {
			continue
		}
		i, _ := slices.BinarySearchFunc(list, cost, func(r road, cost uint64) int {
			if r.cost >= cost {
				return -1
			}
			return 1
		})
		if list = slices.Insert(list, i, road{arc, cost}); len(list) > longArcs+1 {
			list = list[:longArcs+1]
		}
	}
	if len(list) > longArcs {
		most, list = list[longArcs].cost, list[:longArcs]
	}
	for _, r := range list {
		long = append(long, r.arc)
	}
	slices.Sort(long)
	return long, most
}

// overRoad measures a turn and a stretch behind it.
func overRoad(m *graph.Metric, arc, mm uint32, tenths uint16) cch.Sum {
	ms := m.OfArc(arc).Time.Over(mm) + uint64(tenths)*graph.TurnUnit
	return cch.Sum{milliseconds: uint32(min(ms, cch.Full)), millimetres: mm}
}

// timesOf returns what the measures of a metric depend on beside its weights.
func timesOf(m *graph.Metric) prices {
	p := make(prices, len(m.Classes))
	for i := range m.Classes {
		p[i] = uint64(m.Classes[i].Time)
	}
	return p
}

// sourceEnds returns the ends of a query's sources with their measures, targetEnds those of its targets.
func (s *search) sourceEnds(m *graph.Metric, ends []cch.End) []cch.End {
	return measuredEnds(s.h.n, m, s.sources, ends)
}

func (s *search) targetEnds(m *graph.Metric, ends []cch.End) []cch.End {
	return measuredEnds(s.h.n, m, s.targets, ends)
}

func measuredEnds(n *graph.Network, m *graph.Metric, list []end, ends []cch.End) []cch.End {
	for _, e := range list {
		ends = append(ends, cch.End{Vertex: e.vertex, Cost: e.cost, Sum: overRoad(m, n.Arc(e.state), e.mm, e.tenths)})
	}
	return ends
}
