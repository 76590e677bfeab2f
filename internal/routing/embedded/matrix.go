package embedded

import (
	"context"
	"fmt"
	"math"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/paulmach/orb"
)

// Matrix finds the distances and times from each source to each target: those of the routes that
// Route finds between the two.
func (e *Engine) Matrix(ctx context.Context, req routing.MatrixRequest) (*routing.Matrix, error) {
	switch {
	case len(req.Sources) == 0:
		return nil, &routing.OptionError{Field: "sources", Problem: "needs at least one entry"}
	case len(req.Targets) == 0:
		return nil, &routing.OptionError{Field: "targets", Problem: "needs at least one entry"}
	}
	m, warnings, err := e.tuned(ctx, req.Mode, req.Options)
	if err != nil {
		return nil, err
	}
	x := matrix{e: e, m: m, miles: req.Miles, out: &routing.Matrix{Cells: make([][]routing.Cell, len(req.Sources)), Warnings: warnings}}
	if x.sources, x.out.Sources, err = x.place(ctx, req.Sources, "Source", 0); err != nil {
		return nil, err
	}
	if x.targets, x.out.Targets, err = x.place(ctx, req.Targets, "Target", len(req.Sources)); err != nil {
		return nil, err
	}
	return x.out, x.fill(ctx)
}

// matrix is a matrix in the making.
type matrix struct {
	e                *Engine
	m                *graph.Metric
	miles            bool      // in warnings
	sources, targets [][]place // of each point, the nearest first
	out              *routing.Matrix
}

// place finds where points can lie. Errors count the points from first on.
func (x *matrix) place(ctx context.Context, points []orb.Point, name string, first int) (all [][]place, at []routing.Waypoint, err error) {
	for i, p := range points {
		places, err := x.e.places(ctx, x.m, normal(p))
		if err != nil {
			return nil, nil, err
		}
		if len(places) == 0 {
			return nil, nil, &routing.UnroutableError{Mode: x.m.Network.Mode, Index: first + i, Point: p, Nearest: x.e.nearest(x.m, normal(p))}
		}
		w := routing.Waypoint{Snap: x.e.snap(x.m, places[0].spots[0]), Index: i}
		w.Distance = places[0].metres
		if w.Distance > farSnapMetres {
			x.out.Warnings = append(x.out.Warnings, fmt.Sprintf("%s %d is %s from the nearest road.", name, i+1, far(w.Distance, x.miles)))
		}
		all, at = append(all, places), append(at, w)
	}
	return all, at, nil
}

// fill finds all cells: from the nearest place of each source to the nearest of each target, and for
// pairs of which these are not connected among all their places.
func (x *matrix) fill(ctx context.Context) error {
	nearest := func(list [][]place) (spots [][]graph.Spot) {
		for _, places := range list {
			spots = append(spots, places[0].spots)
		}
		return spots
	}
	rows, err := x.e.router.Table(ctx, x.m, nearest(x.sources), nearest(x.targets))
	if err != nil {
		return err
	}
	for s, row := range rows {
		var apart []int // targets
		for t, sum := range row {
			if sum.Cost == dijkstra.Unreachable && len(x.sources[s])+len(x.targets[t]) > 2 {
				apart = append(apart, t)
			}
		}
		if err := x.elsewhere(ctx, s, apart, row); err != nil {
			return err
		}
		x.out.Cells[s] = make([]routing.Cell, len(row))
		for t, sum := range row {
			x.out.Cells[s][t] = routing.Cell{Distance: float64(sum.Millimetres) / 1000, Duration: seconds(sum.Milliseconds)}
			if sum.Cost == dijkstra.Unreachable {
				x.out.Cells[s][t] = routing.Cell{Unreachable: true}
			}
		}
	}
	return nil
}

// elsewhere looks at all places of a source and of the targets that are not connected with it from the
// nearest ones, and takes those with the least distance from the points, as trip.choose does.
func (x *matrix) elsewhere(ctx context.Context, source int, apart []int, row []dijkstra.Total) error {
	if len(apart) == 0 {
		return nil
	}
	var from, to [][]graph.Spot
	for i := range x.sources[source] {
		from = append(from, x.sources[source][i].spots)
	}
	for _, t := range apart {
		for i := range x.targets[t] {
			to = append(to, x.targets[t][i].spots)
		}
	}
	sums, err := x.e.router.Table(ctx, x.m, from, to)
	if err != nil {
		return err
	}
	first := 0
	for _, t := range apart {
		best := math.Inf(1)
		for b := range x.targets[t] {
			for a := range x.sources[source] {
				sum, rank := sums[a][first+b], x.sources[source][a].rank+x.targets[t][b].rank
				if sum.Cost != dijkstra.Unreachable && rank < best {
					best, row[t] = rank, sum
				}
			}
		}
		first += len(x.targets[t])
	}
	return nil
}
