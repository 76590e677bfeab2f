package embedded

import (
	"context"
	"fmt"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// noHills is what answers say to a wish about hills.
const noHills = "use_hills has no effect: no heights are loaded for this region."

// tuned returns the metric for a mode and options, the roads to avoid included, and what a user
// should know of it.
func (e *Engine) tuned(ctx context.Context, mode routing.Mode, o routing.Options) (*graph.Metric, []string, error) {
	m, err := e.metric(mode, o)
	if err != nil {
		return nil, nil, err
	}
	var warnings []string
	if o.UseHills != nil && !m.Network.KnowsHills() {
		warnings = append(warnings, noHills)
	}
	near, err := e.avoided(m, o)
	if err != nil {
		return nil, nil, err
	}
	if len(o.AvoidPolygons) > 0 {
		within, err := e.graph.Touching(ctx, o.AvoidPolygons)
		if err != nil {
			return nil, nil, err
		}
		m.Close(within)
	}
	m.Close(near)
	return m, warnings, nil
}

// avoided finds the roads that lie nearest to the locations to avoid; all that meet there.
func (e *Engine) avoided(m *graph.Metric, o routing.Options) (edges []uint32, err error) {
	for i, p := range o.AvoidLocations {
		found, nearest := false, 0.0
		e.graph.Nearest(normal(p), maxAvoidMetres, m.Landable, func(s graph.Spot) bool {
			if found && s.Metres > nearest+samePlace {
				return false
			}
			found, nearest = true, s.Metres
			edges = append(edges, s.Edge)
			return true
		})
		if !found {
			return nil, &routing.OptionError{
				Field:   fmt.Sprintf("avoid_locations[%d]", i),
				Problem: fmt.Sprintf("is more than %d m from any road that %s could use, so there is nothing to avoid", maxAvoidMetres, m.Network.Mode),
			}
		}
	}
	return edges, nil
}

// maxAvoidMetres is the farthest that a location to avoid may lie from the road that is meant.
const maxAvoidMetres = 500
