package hierarchy

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// Weights is a hierarchy filled with a metric: what its searches run on.
type Weights struct {
	metric *cch.Metric
	key    prices
	prices *graph.Metric // what the key stands for
	// clipped tells that a road or turn costs more than a weight can hold, so that it counts as closed.
	clipped bool
}

// prices is what the costs of a metric depend on: two metrics of a network with the same prices are
// the same to every search.
type prices []uint64

// pricesOf returns the prices of a metric: one of each class, then 1 where turns cost time.
func pricesOf(m *graph.Metric) prices {
	p := make(prices, len(m.Classes), len(m.Classes)+1)
	for i := range m.Classes {
		p[i] = uint64(m.Classes[i].Choose)
	}
	if m.Turns {
		return append(p, 1)
	}
	return append(p, 0)
}

// metric returns the metric that a search sees which has the prices. It knows nothing of time.
func (p prices) metric(n *graph.Network) *graph.Metric {
	m := &graph.Metric{Network: n, Classes: make([]graph.Priced, len(p)-1), Turns: p[len(p)-1] != 0}
	for i := range m.Classes {
		if p[i] != 0 {
			m.Classes[i] = graph.Priced{Choose: graph.Price(p[i]), Access: n.Classes[i].Access}
		}
	}
	return m
}

func (p prices) equal(q prices) bool { return slices.Equal(p, q) }

// Bytes returns the memory that weights take.
func (w *Weights) Bytes() int64 {
	return 4*int64(len(w.metric.Up)+len(w.metric.Down)) + 8*int64(len(w.key))
}

// Customize computes the weights for a metric of the hierarchy's network. The error is the context's.
func (h *Hierarchy) Customize(ctx context.Context, m *graph.Metric, workers int) (*Weights, error) {
	key := pricesOf(m)
	w := &Weights{key: key, prices: key.metric(h.n)}
	weigh, clipped := h.weigher(m, workers)
	var err error
	if w.metric, err = h.cch.Customize(ctx, weigh, workers); err != nil {
		return nil, fmt.Errorf("hierarchy: %w", err)
	}
	w.clipped = clipped.Load()
	return w, nil
}

// weigher prices the arcs of the road graph, with so many workers, and returns what prices turns and the arcs
// behind them. clipped is set when one of them is too dear for a weight.
func (h *Hierarchy) weigher(m *graph.Metric, workers int) (weigh cch.Weigher, clipped *atomic.Bool) {
	n := h.n
	roads := make([]cch.Weight, len(n.Arcs))
	unit := cch.Weight(m.TurnCost(1))
	clipped = new(atomic.Bool)
	inChunks(workers, len(roads), func(from, to int) {
		for arc := from; arc < to; arc++ {
			roads[arc] = cch.Infinity
			if p := m.OfArc(uint32(arc)); p.Choose > 0 {
				if cost := p.Choose.Over(n.Edges[arc>>1].Length); cost < uint64(cch.Infinity) {
					roads[arc] = cch.Weight(cost)
				} else {
					clipped.Store(true)
				}
			}
		}
	})
	return func(first int, into []cch.Weight) {
		arcs, turns := h.arcs[first:first+len(into)], h.turns[first:first+len(into)]
		for i, arc := range arcs {
			into[i] = cch.Infinity
			road := roads[arc]
			if road == cch.Infinity || turns[i] == graph.NoTurn {
				continue
			}
			if sum := road + cch.Weight(turns[i])*unit; sum < cch.Infinity {
				into[i] = sum
			} else {
				clipped.Store(true)
			}
		}
	}, clipped
}

// inChunks divides 0 to count-1 among workers. A panic in one of them comes out here.
func inChunks(workers, count int, do func(from, to int)) {
	if workers <= 1 {
		do(0, count)
		return
	}
	var group errgroup.Group
	for w := range workers {
		group.Go(func() error {
			return cch.Contain(func() error {
				do(w*count/workers, (w+1)*count/workers)
				return nil
			})
		})
	}
	if err := group.Wait(); err != nil {
		panic(err)
	}
}
