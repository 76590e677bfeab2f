package embedded

import (
	"context"
	"fmt"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/paulmach/orb"
)

const (
	// hintMetres is how much farther than the nearest road one that fits a hint may lie. Where there is none
	// the hint is a mistake.
	hintMetres = 100
	// sideMetres is the distance from a road within which a point lies on no side of it.
	sideMetres = 1
	// directionMillimetres is the length of road before and behind a spot over which its direction is measured.
	directionMillimetres = 10_000
)

// checkHints checks the hints of a request. The error is a *routing.OptionError.
func checkHints(req *routing.RouteRequest) error {
	if len(req.Hints) == 0 {
		return nil
	}
	if len(req.Hints) != len(req.Stops) {
		return &routing.OptionError{Field: "hints", Problem: "do not match the stops in number"}
	}
	for i, h := range req.Hints {
		field := func(name string) string { return fmt.Sprintf("locations[%d].%s", i, name) }
		switch {
		case h == (routing.Hint{}):
		case req.Mode == routing.Pedestrian:
			name := "heading"
			if h.Heading == nil {
				name = "side"
			}
			return &routing.OptionError{Field: field(name), Problem: "is for vehicles: walkers turn round and cross the road anywhere"}
		case h.Heading != nil && !(*h.Heading >= 0 && *h.Heading <= 360):
			return &routing.OptionError{Field: field("heading"), Problem: fmt.Sprintf("is %v and must lie between 0 and 360", *h.Heading)}
		case h.Tolerance != 0 && !(h.Tolerance >= routing.MinTolerance && h.Tolerance <= routing.MaxTolerance):
			return &routing.OptionError{Field: field("heading_tolerance"), Problem: fmt.Sprintf("is %v and must lie between %d and %d", h.Tolerance, routing.MinTolerance, routing.MaxTolerance)}
		case h.Side != "" && h.Side != routing.SameSide && h.Side != routing.OppositeSide:
			return &routing.OptionError{Field: field("side"), Problem: fmt.Sprintf("is %q and must be same or opposite", h.Side)}
		}
	}
	return nil
}

// hinted lists where a stop can lie, by its hint if there is one. A hint that fits no road nearby is left
// out, and the warning says so.
func (e *Engine) hinted(ctx context.Context, m *graph.Metric, req *routing.RouteRequest, stop int) (places []place, warnings []string, err error) {
	p := normal(req.Stops[stop])
	plain, err := e.places(ctx, m, p)
	if err != nil || len(plain) == 0 || len(req.Hints) == 0 || req.Hints[stop] == (routing.Hint{}) {
		return plain, nil, err
	}
	hint := &req.Hints[stop]
	places, err = e.placesWhere(ctx, m, p, func(s graph.Spot) graph.Shut { return e.shut(m, p, s, hint) })
	if err != nil {
		return nil, nil, err
	}
	if len(places) == 0 || places[0].metres > plain[0].metres+hintMetres {
		return plain, []string{fmt.Sprintf("No road near stop %d fits its heading or side: they were left out.", stop+1)}, nil
	}
	return places, nil, nil
}

// shut tells in which directions of a road a trip cannot set out or arrive by a hint.
func (e *Engine) shut(m *graph.Metric, p orb.Point, s graph.Spot, hint *routing.Hint) (shut graph.Shut) {
	g := e.graph
	length := g.Edges[s.Edge].Length
	from := s.Offset - min(s.Offset, directionMillimetres)
	line := g.AppendPart(nil, 2*s.Edge, from, min(length, s.Offset+directionMillimetres))
	along := geo.Bearing(line[0], line[len(line)-1])
	if hint.Heading != nil {
		tolerance := hint.Tolerance
		if tolerance == 0 {
			tolerance = routing.DefaultTolerance
		}
		off := between(along, *hint.Heading)
		if off > tolerance {
			shut |= graph.ShutForward
		}
		if 180-off > tolerance {
			shut |= graph.ShutBackward
		}
	}
	bothWays := m.OfArc(2*s.Edge).Choose > 0 && m.OfArc(2*s.Edge+1).Choose > 0
	if hint.Side == "" || s.Metres < sideMetres || !bothWays {
		return shut
	}
	right := geo.Bearing(s.Point, p) - along
	if right < 0 {
		right += 360
	}
	leftHand := g.NodeFlags[g.Edges[s.Edge].From]&graph.LeftHand != 0
	// Forward is right of the road the same side as that on which traffic keeps.
	if same := right < 180 != leftHand; same == (hint.Side == routing.SameSide) {
		return shut | graph.ShutBackward
	}
	return shut | graph.ShutForward
}

// between returns the angle between two bearings, 0 to 180 degrees.
func between(a, b float64) float64 {
	d := a - b
	for d < 0 {
		d += 360
	}
	for d >= 360 {
		d -= 360
	}
	return min(d, 360-d)
}
