package embedded

import (
	"context"
	"fmt"

	"github.com/footstepd/footstepd/internal/routing"
)

func checkAlternates(req *routing.RouteRequest) error {
	switch {
	case req.Alternates < 0 || req.Alternates > routing.MaxAlternates:
		return &routing.OptionError{Field: "alternates", Problem: fmt.Sprintf("asks for %d other routes and may ask for 0 to %d", req.Alternates, routing.MaxAlternates)}
	case req.Alternates > 0 && len(req.Stops) > 2:
		return &routing.OptionError{Field: "alternates", Problem: fmt.Sprintf("needs exactly two stops, and there are %d", len(req.Stops))}
	}
	return nil
}

// alternates finds other routes between the two stops of the best one.
func (t *trip) alternates(ctx context.Context, req *routing.RouteRequest, best *routing.Route) ([]routing.Route, error) {
	path, err := t.path(ctx, hop{0, t.chosen[0], t.chosen[1]})
	if err != nil {
		return nil, err
	}
	from, to := &t.places[0][t.chosen[0]], &t.places[1][t.chosen[1]]
	paths, err := t.e.router.Alternatives(ctx, t.m, from.spots, to.spots, *path, req.Alternates)
	if err != nil {
		return nil, err
	}
	others := make([]routing.Route, len(paths))
	for i := range paths {
		others[i].Waypoints = best.Waypoints
		others[i].Add(t.leg(req, 0, &paths[i]))
	}
	return others, nil
}
