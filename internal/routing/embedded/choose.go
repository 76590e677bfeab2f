package embedded

import (
	"context"
	"errors"
	"math"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// trip is a route in the making.
type trip struct {
	e      *Engine
	m      *graph.Metric
	places [][]place // of each stop
	paths  map[hop]*dijkstra.Path
	chosen []int // place of each stop
}

// hop is a leg between a place of one stop and a place of the next.
type hop struct{ stop, from, to int }

// choose finds the places of all stops: those with the least distance from the stops, taken
// together, between which there are paths. It returns the stop whose leg onwards fails, -1 if all is
// well.
func (t *trip) choose(ctx context.Context) (failed int, err error) {
	t.chosen = make([]int, len(t.places))
	for i := 0; ; i++ {
		if i == len(t.places)-1 {
			return -1, nil
		}
		path, err := t.path(ctx, hop{i, 0, 0})
		if err != nil {
			return i, err
		}
		if path == nil {
			failed = i
			break
		}
	}
	// The nearest places do not do: the least sum over all choices, stop by stop.
	cost := make([][]float64, len(t.places))
	prev := make([][]int, len(t.places))
	for i := range t.places {
		cost[i] = make([]float64, len(t.places[i]))
		prev[i] = make([]int, len(t.places[i]))
		open := i == 0
		for b := range t.places[i] {
			cost[i][b] = math.Inf(1)
			if i == 0 {
				cost[i][b] = t.places[i][b].rank
				continue
			}
			for a := range t.places[i-1] {
				total := cost[i-1][a] + t.places[i][b].rank
				if !(total < cost[i][b]) {
					continue
				}
				ok, err := t.connected(ctx, hop{i - 1, a, b})
				if err != nil {
					return i, err
				}
				if ok {
					cost[i][b], prev[i][b] = total, a
					open = true
				}
			}
		}
		if !open {
			return i - 1, nil
		}
	}
	last := len(t.places) - 1
	best := 0
	for b := range cost[last] {
		if cost[last][b] < cost[last][best] {
			best = b
		}
	}
	for i := last; i >= 0; i-- {
		t.chosen[i] = best
		best = prev[i][best]
	}
	for i := range last {
		path, err := t.path(ctx, hop{i, t.chosen[i], t.chosen[i+1]})
		if err != nil {
			return i, err
		}
		if path == nil {
			return i, nil
		}
	}
	return -1, nil
}

// connected tells whether a path leads from a place of one stop to a place of the next.
func (t *trip) connected(ctx context.Context, h hop) (bool, error) {
	from, to := &t.places[h.stop][h.from], &t.places[h.stop+1][h.to]
	if from.leaves && to.arrives && from.shares(to) && t.m.Complete() && len(from.islands) == 1 && len(to.islands) == 1 {
		return true, nil
	}
	path, err := t.path(ctx, h)
	return path != nil, err
}

// path returns the path of a hop, nil when there is none.
func (t *trip) path(ctx context.Context, h hop) (*dijkstra.Path, error) {
	if path, ok := t.paths[h]; ok {
		return path, nil
	}
	from, to := &t.places[h.stop][h.from], &t.places[h.stop+1][h.to]
	var path *dijkstra.Path
	if from.shares(to) {
		found, err := t.e.router.Route(ctx, t.m, from.spots, to.spots)
		switch {
		case err == nil:
			path = &found
		case !errors.Is(err, dijkstra.ErrNoPath):
			return nil, err
		}
	}
	t.paths[h] = path
	return path, nil
}

// noRoute describes a failed leg.
func noRoute(req *routing.RouteRequest, leg int) error {
	return &routing.NoRouteError{Mode: req.Mode, From: leg, To: leg + 1, Origin: req.Stops[leg], Terminus: req.Stops[leg+1]}
}
