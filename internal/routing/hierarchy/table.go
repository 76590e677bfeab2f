package hierarchy

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"

	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"golang.org/x/sync/errgroup"
)

// Table finds the best paths from all origins to all destinations, each a place with its spots: one
// row per origin, as dijkstra.Table does. The weights and measures must be those of the metric. The error is ErrUndecided or the context's.
func (h *Hierarchy) Table(ctx context.Context, w *Weights, x *Measures, m *graph.Metric, origins, destinations [][]graph.Spot) ([][]dijkstra.Total, error) {
	s := &search{h: h}
	targets := make([][]cch.End, len(destinations))
	for j, spots := range destinations {
		s.clear()
		s.finish(m, spots)
		if s.large {
			return nil, ErrUndecided
		}
		targets[j] = s.targetEnds(m, nil)
	}
	cells := make([]dijkstra.Total, len(origins)*len(destinations))
	rows := make([][]dijkstra.Total, len(origins))
	for i := range rows {
		rows[i] = cells[i*len(destinations) : (i+1)*len(destinations)]
	}
	// Each worker climbs from all destinations itself, which is quicker than to share the outcome for
	// tables that are no larger than requests are.
	workers := min(runtime.GOMAXPROCS(0), max(1, len(origins)/rowsPerWorker))
	var next atomic.Int64
	var group errgroup.Group
	for range workers {
		group.Go(func() error {
			return cch.Contain(func() error {
				t := h.table()
				defer h.tables.Put(t)
				if err := t.SetTargets(ctx, w.metric, x.sums, targets); err != nil {
					return err
				}
				return h.rows(ctx, t, &next, w, x, m, origins, destinations, rows)
			})
		})
	}
	return rows, group.Wait()
}

// rowsPerWorker is how many origins are worth another worker.
const rowsPerWorker = 16

func (h *Hierarchy) table() *cch.Table {
	if t, ok := h.tables.Get().(*cch.Table); ok {
		return t
	}
	return h.cch.NewTable()
}

// rows fills the rows of those origins that next counts.
func (h *Hierarchy) rows(ctx context.Context, t *cch.Table, next *atomic.Int64, w *Weights, x *Measures, m *graph.Metric, origins, destinations [][]graph.Spot, rows [][]dijkstra.Total) error {
	s := &search{h: h}
	var ends []cch.End
	found := make([]cch.Cell, len(destinations))
	for {
		i := int(next.Add(1)) - 1
		if i >= len(origins) {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		s.clear()
		s.start(m, origins[i])
		if s.large {
			return ErrUndecided
		}
		ends = s.sourceEnds(m, ends[:0])
		t.Row(w.metric, x.sums, ends, found)
		for j, c := range found {
			s.onArc = dijkstra.OnArc(m, origins[i], destinations[j])
			switch {
			case uint64(c.Cost) < s.onArc.Cost && c.Cost < cch.Infinity:
				if c.Sum[milliseconds] == cch.Full || c.Sum[millimetres] == cch.Full {
					return ErrUndecided
				}
				rows[i][j] = dijkstra.Total{Cost: uint64(c.Cost), Milliseconds: uint64(c.Sum[milliseconds]), Millimetres: uint64(c.Sum[millimetres])}
			case s.onArc.Cost < uint64(cch.Infinity):
				rows[i][j] = s.totalOnArc(m)
			case w.clipped || t.Large():
				return ErrUndecided
			case s.onArc.Cost != dijkstra.Unreachable:
				rows[i][j] = s.totalOnArc(m)
			default:
				rows[i][j] = dijkstra.Total{Cost: dijkstra.Unreachable}
			}
		}
	}
}

// totalOnArc measures the best path on a single arc.
func (s *search) totalOnArc(m *graph.Metric) dijkstra.Total {
	p := s.onArc.Path()
	return p.Measure(m)
}

// Table finds the best paths from all origins to all destinations, each a place with its spots: one
// row per origin, as dijkstra.Table does. The error is the context's.
func (r *Router) Table(ctx context.Context, m *graph.Metric, origins, destinations [][]graph.Spot) ([][]dijkstra.Total, error) {
	if h := r.Hierarchy(m.Network.Mode); h != nil {
		w, x, err := r.measured(ctx, h, m)
		if err == nil {
			var rows [][]dijkstra.Total
			if rows, err = h.Table(ctx, w, x, m, origins, destinations); err == nil {
				return rows, nil
			}
		}
		if !errors.Is(err, ErrUndecided) {
			return nil, err
		}
	}
	return dijkstra.Table(ctx, m, origins, destinations)
}
