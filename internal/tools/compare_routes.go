package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/routing"
)

// CompareRoutesArgs are the arguments of compare_routes.
type CompareRoutesArgs struct {
	Locations     []Location     `json:"locations"`
	TravelModes   []string       `json:"travel_modes"`
	TravelOptions *TravelOptions `json:"travel_options"`
	envelope.Flags
}

// ComparedRow is the route of one travel mode, or why there is none.
type ComparedRow struct {
	Travel          routing.Mode  `json:"travel"`
	Fastest         bool          `json:"fastest,omitempty"`
	Shortest        bool          `json:"shortest,omitempty"`
	DistanceMeters  *float64      `json:"distance_meters,omitempty"`
	DurationSeconds *float64      `json:"duration_seconds,omitempty"`
	Terrain         *TerrainRow   `json:"terrain,omitempty"`
	HasToll         bool          `json:"has_toll,omitempty"`
	HasHighway      bool          `json:"has_highway,omitempty"`
	HasFerry        bool          `json:"has_ferry,omitempty"`
	Waypoints       []WaypointRow `json:"waypoints,omitempty"`
	Legs            []ComparedLeg `json:"legs,omitempty"`
	Error           *ComparedFail `json:"error,omitempty"`
}

// ComparedLeg is a leg without its steps.
type ComparedLeg struct {
	DistanceMeters  float64            `json:"distance_meters"`
	DurationSeconds float64            `json:"duration_seconds"`
	Shape           *envelope.Polyline `json:"shape,omitempty"`
}

// ComparedFail says why a mode has no route.
type ComparedFail struct {
	Code    envelope.Code `json:"code"`
	Message string        `json:"message"`
}

func compareRoutesTool(deps Deps) Tool {
	return newTool(deps, "compare_routes", "One trip by several modes",
		"Routes through the same stops by two or more travel modes and tells which is fastest and which shortest. "+
			"Answers one row a mode with distance, time and line, without steps; a mode without a route has an error in its row. "+
			"A travel option goes to the modes that know it. For the steps of one route use get_directions.",
		true, func(a *CompareRoutesArgs) *envelope.Flags { return &a.Flags }, handleCompareRoutes)
}

func handleCompareRoutes(ctx context.Context, c *call, a *CompareRoutesArgs) error {
	if n := len(a.Locations); n < 2 || n > maxStops {
		return invalid("locations", "has the wrong number of stops", n, fmt.Sprintf("2 to %d", maxStops))
	}
	modes, err := comparedModes(a.TravelModes)
	if err != nil {
		return err
	}
	options, err := a.TravelOptions.optionsOf(modes)
	if err != nil {
		return err
	}
	args := make([]argument, len(a.Locations))
	for i, l := range a.Locations {
		args[i] = argument{field: fmt.Sprintf("locations[%d]", i), Location: l}
	}
	l, err := c.locateAll(ctx, args)
	if err != nil {
		return err
	}
	rows := make([]ComparedRow, len(modes))
	trips := make([]*trip, len(modes))
	var failed error
	for i, mode := range modes {
		rows[i].Travel = mode
		trips[i], err = c.route(ctx, l, mode, options[i])
		switch fail := c.comparedFail(err); {
		case err == nil:
			rows[i].fill(c, trips[i])
		case fail != nil:
			rows[i].Error, failed = fail, err
		default:
			return err
		}
	}
	if !slices.ContainsFunc(trips, func(t *trip) bool { return t != nil }) {
		return failed
	}
	c.comparison(rows, trips)
	return nil
}

// comparedModes reads the modes to compare.
func comparedModes(names []string) ([]routing.Mode, error) {
	if len(names) < 2 {
		return nil, invalid("travel_modes", "has too few modes to compare", len(names), "at least two")
	}
	var modes []routing.Mode
	for i, name := range names {
		mode, err := travelMode(name, "")
		if err != nil || mode == "" {
			return nil, invalid(fmt.Sprintf("travel_modes[%d]", i), "is no travel mode on offer", name, travelModes)
		}
		if slices.Contains(modes, mode) {
			return nil, invalid(fmt.Sprintf("travel_modes[%d]", i), "repeats a mode", name, "different modes")
		}
		modes = append(modes, mode)
	}
	return modes, nil
}

// comparedFail returns what a row says of a mode without a route, nil for errors that are none of the
// mode's.
func (c *call) comparedFail(err error) *ComparedFail {
	var known *envelope.Error
	if err == nil || !errors.As(c.translate(err), &known) {
		return nil
	}
	if known.Code != envelope.NoRouteFound && known.Code != envelope.UnroutablePoint {
		return nil
	}
	return &ComparedFail{known.Code, known.Message}
}

// fill takes over a route.
func (r *ComparedRow) fill(c *call, t *trip) {
	route := t.route
	distance, duration := metres(route.Distance), seconds(route.Duration)
	r.DistanceMeters, r.DurationSeconds = &distance, &duration
	r.Terrain = t.terrain(c)
	r.HasToll, r.HasHighway, r.HasFerry = route.HasToll, route.HasHighway, route.HasFerry
	for _, w := range route.Waypoints {
		r.Waypoints = append(r.Waypoints, WaypointRow{envelope.Spot(w.Point), w.Index, metres(w.Distance), t.labels[w.Index]})
	}
	for i := range route.Legs {
		leg := &route.Legs[i]
		r.Legs = append(r.Legs, ComparedLeg{metres(leg.Distance), seconds(leg.Duration), c.Polyline(leg.Shape)})
	}
}

// modeColors tell the lines of modes apart.
var modeColors = map[routing.Mode]string{
	routing.Auto: "#1a73e8", routing.Bicycle: "#188038", routing.Pedestrian: "#d93025", routing.Truck: "#a142f4", routing.Bus: "#f29900",
}

// comparison puts the answer together.
func (c *call) comparison(rows []ComparedRow, trips []*trip) {
	fastest, shortest := -1, -1
	for i, t := range trips {
		if t == nil {
			continue
		}
		if fastest < 0 || t.route.Duration < trips[fastest].route.Duration {
			fastest = i
		}
		if shortest < 0 || t.route.Distance < trips[shortest].route.Distance {
			shortest = i
		}
	}
	rows[fastest].Fastest, rows[shortest].Shortest = true, true
	units := c.flags.Units
	f, s := trips[fastest], trips[shortest]
	from, to := f.ends()
	if fastest == shortest {
		c.Headline("From %s to %s, travel %q is the fastest and the shortest: %s in %s.", from, to, f.mode, units.Distance(f.route.Distance), envelope.Duration(f.route.Duration))
	} else {
		c.Headline("From %s to %s, travel %q is the fastest (%s) and %q the shortest (%s).", from, to,
			f.mode, envelope.Duration(f.route.Duration), s.mode, units.Distance(s.route.Distance))
	}
	c.Set("fastest", f.mode)
	c.Set("shortest", s.mode)
	c.Set("routes", rows)
	for i, t := range trips {
		if t == nil {
			c.Line("%s: no route: %s", rows[i].Travel, rows[i].Error.Message)
			continue
		}
		c.Line("%s: %s, %s", t.mode, units.Distance(t.route.Distance), envelope.Duration(t.route.Duration))
		if terrain := rows[i].Terrain; terrain != nil {
			c.Line("%s", terrain.sentence(units))
		}
		c.drawTrip(verb(t.mode)+": "+t.label(), t, &envelope.ColorHint{Color: modeColors[t.mode], Mode: string(t.mode)})
	}
}
