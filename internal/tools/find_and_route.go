package tools

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// FindAndRouteArgs are the arguments of find_and_route.
type FindAndRouteArgs struct {
	Origin        Location       `json:"origin"`
	Destination   Location       `json:"destination"`
	Travel        string         `json:"travel"`
	TravelOptions *TravelOptions `json:"travel_options"`
	Narrative     bool           `json:"narrative"`
	envelope.Flags
}

func findAndRouteTool(deps Deps) Tool {
	return newTool(deps, "find_and_route", "Find a place and the way there",
		"Looks up two ends and routes between them in one call: pass names or addresses as the user said them. "+
			"The destination is sought near the origin; alternatives lists up to 3 other places it could mean. "+
			"Use get_directions for more than two stops.",
		true, func(a *FindAndRouteArgs) *envelope.Flags { return &a.Flags }, handleFindAndRoute)
}

func handleFindAndRoute(ctx context.Context, c *call, a *FindAndRouteArgs) error {
	mode, err := travelMode(a.Travel, routing.Auto)
	if err != nil {
		return err
	}
	options, err := a.TravelOptions.options(mode)
	if err != nil {
		return err
	}
	l, err := c.locateAll(ctx, []argument{
		{field: "origin", Location: a.Origin},
		{field: "destination", Location: a.Destination, choose: true},
	})
	if err != nil {
		return err
	}
	t, err := c.route(ctx, l, mode, options)
	if err != nil {
		return err
	}
	origin, err := c.endRow(ctx, l, 0, &t.labels[0])
	if err != nil {
		return err
	}
	destination, err := c.endRow(ctx, l, 1, &t.labels[1])
	if err != nil {
		return err
	}
	row := t.row(c, a.Narrative)
	c.Headline("%s", t.headline(c.flags.Units))
	c.Set("origin", origin)
	c.Set("destination", destination)
	c.Line("From %s", placeLine(origin, c.flags.Units))
	c.Line("To %s", placeLine(destination, c.flags.Units))
	c.Set("route", row)
	if row.Narrative != "" {
		c.Line("%s", row.Narrative)
	}
	if row.Terrain != nil {
		c.Line("%s", row.Terrain.sentence(c.flags.Units))
	}
	alternatives := placeRows(alternativesOf(&l.spots[1]))
	c.Set("alternatives", alternatives)
	if l.spots[1].tied {
		c.Warn(fmt.Sprintf("%s could as well mean another place: see alternatives.", quote(l.spots[1].text)))
	}
	for i := range alternatives {
		c.Line("Or to %s", placeLine(&alternatives[i], c.flags.Units))
	}
	n := 0
	for _, s := range row.Legs[0].Steps {
		n++
		c.Line("%d. %s (%s)", n, s.Instruction, c.flags.Units.Distance(s.DistanceMeters))
	}
	c.drawRoute(t)
	c.Draw(envelope.PointLayer("Destination", []envelope.PointFeature{{
		Point: orb.Point{destination.Coordinates.Lng, destination.Coordinates.Lat}, Properties: destination,
	}}))
	return nil
}

// endRow returns the row of an end. An end given as coordinates has no place of its own: its row
// stands at the coordinates that were given, its id is these coordinates, which are a location to
// every tool, and what is nearest names it.
func (c *call) endRow(ctx context.Context, l *located, i int, label *string) (*PlaceRow, error) {
	s := &l.spots[i]
	if s.place != nil {
		row := placeRow(s.place)
		return &row, nil
	}
	found, err := l.region.Geocoder.Reverse(ctx, geocode.ReverseQuery{Point: s.point, Size: 1, Language: c.flags.Language})
	if err != nil {
		return nil, fmt.Errorf("reverse in region %s: %w", l.region.Name, err)
	}
	row := PlaceRow{Label: coordinates(s.point)}
	if len(found.Places) > 0 {
		row = placeRow(&found.Places[0])
		*label = "near " + cmp.Or(row.Name, row.Label)
		row.Name, row.Label = *label, "near "+row.Label
		row.MatchLevel, row.Confidence, row.BearingDeg, row.BearingCompass = "", nil, nil, ""
	}
	row.ID, row.Coordinates = coordinates(s.point), envelope.Spot(s.point)
	return &row, nil
}

const (
	// maxAlternatives bounds the other readings of a destination.
	maxAlternatives = 3
	// confident is the confidence from which another reading is worth offering, and nearlySure how
	// much less certain than the one taken it may be.
	confident  = 0.7
	nearlySure = 0.15
)

// alternativesOf returns other readings of a destination: in the country of the one taken,
// confident, no area that contains it, nearest to it first, with their distances from it.
func alternativesOf(s *resolved) []geocode.Place {
	if s.place == nil {
		return nil
	}
	out := slices.Clone(s.other)
	out = slices.DeleteFunc(out, func(p geocode.Place) bool {
		return p.CountryCode != s.place.CountryCode || p.Confidence < math.Max(confident, s.place.Confidence-nearlySure) ||
			inside(s.place, &p) || geo.Distance(p.Point, s.point) < samePlace && p.Name == s.place.Name
	})
	for i := range out {
		// Distances are from the one taken, as the order is, and not from where the trip begins.
		p := &out[i]
		metres, bearing := geo.Distance(s.point, p.Point), geo.Bearing(s.point, p.Point)
		p.Distance, p.Bearing = &metres, &bearing
	}
	slices.SortStableFunc(out, func(a, b geocode.Place) int { return cmp.Compare(*a.Distance, *b.Distance) })
	return out[:min(len(out), maxAlternatives)]
}
