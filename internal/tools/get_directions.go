package tools

import (
	"context"
	"fmt"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/routing"
)

// GetDirectionsArgs are the arguments of get_directions.
type GetDirectionsArgs struct {
	Locations     []Stop         `json:"locations"`
	Travel        string         `json:"travel"`
	TravelOptions *TravelOptions `json:"travel_options"`
	Alternates    int            `json:"alternates"`
	Narrative     bool           `json:"narrative"`
	DepartAt      string         `json:"depart_at"`
	// ElevationInterval is the distance between samples of the height profile in metres.
	ElevationInterval *float64 `json:"elevation_interval"`
	envelope.Flags
}

// maxStops bounds the stops of a route.
const maxStops = 50

func getDirectionsTool(deps Deps) Tool {
	return newTool(deps, "get_directions", "Route through stops",
		"Finds the best way through 2 to 50 stops in the given order by car, truck, bus, bicycle or on foot, with turn-by-turn steps, distance and time. "+
			"Stops may be {lat, lon}, place ids from other tools, or addresses and names. "+
			"For two ends given as text, find_and_route also offers other readings of the destination. "+
			"depart_at applies closures and turn restrictions that hold at certain hours only. "+
			"alternates asks for other ways between two stops, each with a reason to be chosen. "+
			"Answers route with legs and steps, and a line in render; distances are metres, times seconds without traffic.",
		true, func(a *GetDirectionsArgs) *envelope.Flags { return &a.Flags }, handleGetDirections)
}

func handleGetDirections(ctx context.Context, c *call, a *GetDirectionsArgs) error {
	if n := len(a.Locations); n < 2 || n > maxStops {
		return invalid("locations", "has the wrong number of stops", n, fmt.Sprintf("2 to %d", maxStops))
	}
	mode, err := travelMode(a.Travel, routing.Auto)
	if err != nil {
		return err
	}
	options, err := a.TravelOptions.options(mode)
	if err != nil {
		return err
	}
	if err := checkAlternates(a); err != nil {
		return err
	}
	hinted, err := hints(a.Locations)
	if err != nil {
		return err
	}
	args := make([]argument, len(a.Locations))
	for i, l := range a.Locations {
		args[i] = argument{field: fmt.Sprintf("locations[%d]", i), Location: l.Location}
	}
	l, err := c.locateAll(ctx, args)
	if err != nil {
		return err
	}
	if a.DepartAt != "" {
		if options.DepartAt, err = c.localTime("depart_at", a.DepartAt, l.spots[0].point); err != nil {
			return err
		}
	}
	interval, err := c.checkInterval(a.ElevationInterval)
	if err != nil {
		return err
	}
	t, err := c.routes(ctx, l, routing.RouteRequest{Mode: mode, Options: options, Alternates: a.Alternates, Hints: hinted})
	if err != nil {
		return err
	}
	t.interval = interval
	row := t.row(c, a.Narrative)
	c.Headline("%s", t.headline(c.flags.Units))
	c.Set("route", row)
	if a.Alternates > 0 {
		c.alternates(t, a.Narrative)
	}
	c.routeLines(t, row)
	c.drawRoute(t)
	return nil
}
