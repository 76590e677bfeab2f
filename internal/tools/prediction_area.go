package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/paulmach/orb"
)

// request turns the arguments into a request and picks the region that answers it.
func (a *GetPredictionArgs) request(ctx context.Context, c *call) (*Region, *predict.Request, error) {
	req := &predict.Request{
		Profile: a.Profile, AreaType: predict.AreaType(a.AreaType), AgeYears: a.AgeYears, InitialBearing: a.InitialBearingDeg,
		Distance: c.flags.Units.Distance,
	}
	if a.Resolution != nil {
		req.Resolution = *a.Resolution
	}
	if w := a.Weather; w != nil {
		req.Weather = &predict.Weather{Temperature: w.Temperature, Precipitation: w.Precipitation, Wind: w.Wind}
	}
	if a.Segments != nil {
		if *a.Segments == 0 {
			return nil, nil, invalid("segments", "is out of range", 0, "2 to 50; leave it out for none")
		}
		req.Segments = *a.Segments
	}
	if err := a.checkShape(); err != nil {
		return nil, nil, err
	}
	var (
		places []argument
		anchor []orb.Point // points that the area is made of
		err    error
	)
	switch req.AreaType {
	case predict.Circle:
		if !(*a.RadiusM > 0) {
			return nil, nil, invalid("radius_m", "is out of range", number(*a.RadiusM), "more than 0 metres")
		}
		req.RadiusMetres = *a.RadiusM
		places = append(places, argument{field: "center", Location: *a.Center})
	case predict.Polygon:
		if req.Polygon, err = areaArg("polygon", a.Polygon); err != nil {
			return nil, nil, err
		}
		for _, p := range req.Polygon {
			anchor = append(anchor, p[0]...)
		}
	case predict.Path:
		if req.Path, err = lineArg("path", a.Path); err != nil {
			return nil, nil, err
		}
		if a.BufferM != nil {
			if !(*a.BufferM > 0) {
				return nil, nil, invalid("buffer_m", "is out of range", number(*a.BufferM), "1 to 500 metres")
			}
			req.BufferMetres = *a.BufferM
		}
		anchor = req.Path
	}
	if a.LastKnownPoint != nil {
		places = append(places, argument{field: "last_known_point", Location: *a.LastKnownPoint})
	}
	region, spots, err := c.regionOfArea(ctx, req.AreaType, places, anchor)
	if err != nil {
		return nil, nil, err
	}
	c.warnWhole(spots)
	if req.AreaType == predict.Circle {
		req.Center, spots, anchor = &spots[0].point, spots[1:], []orb.Point{spots[0].point}
	}
	if len(spots) > 0 {
		req.LastKnownPoint = &spots[0].point
	}
	clock := c.clockAt(anchor[0])
	var zoned bool
	if req.Time, zoned, err = moment("datetime", a.Datetime, clock.zone); err != nil {
		return nil, nil, err
	}
	if req.ZoneAssumed = !zoned && clock.guessed; !zoned {
		c.warnZone("datetime", clock)
	}
	if a.LastSeenAt != nil {
		seen, zoned, err := moment("last_seen_at", *a.LastSeenAt, clock.zone)
		if err != nil {
			return nil, nil, err
		}
		if !zoned {
			c.warnZone("last_seen_at", clock)
		}
		req.LastSeen = &seen
	}
	return region, req, a.searches(req)
}

// warnZone says how a time without a zone was read.
func (c *call) warnZone(field string, k clock) {
	if k.guessed {
		c.Warn(fmt.Sprintf("%s has no zone; %s was assumed from the longitude. Send an offset to be exact.", field, k.zone))
		return
	}
	c.Warn(fmt.Sprintf("%s has no zone and was taken as local time there (%s).", field, k.zone))
}

// searches reads the searched areas.
func (a *GetPredictionArgs) searches(req *predict.Request) error {
	for i, s := range a.Searched {
		if !present(s.Polygon) {
			return invalid(fmt.Sprintf("searched[%d].polygon", i), "is missing", nil, "a GeoJSON Polygon or MultiPolygon")
		}
		if s.POD == nil {
			return invalid(fmt.Sprintf("searched[%d].pod", i), "is missing", nil, "the probability of detection, 0 to 1")
		}
		area, err := areaArg(fmt.Sprintf("searched[%d].polygon", i), s.Polygon)
		if err != nil {
			return err
		}
		req.Searched = append(req.Searched, predict.Search{Area: area, POD: *s.POD})
	}
	return nil
}

// warnWhole says so where a point of the prediction was given as a whole town, street or the like: the
// figures count from a point, and where the middle was taken they may count from far off.
func (c *call) warnWhole(spots []resolved) {
	for i := range spots {
		s := &spots[i]
		if s.place == nil {
			continue
		}
		switch s.place.Type {
		case geocode.Venue, geocode.Address, geocode.Intersection:
			continue
		}
		c.Warn(fmt.Sprintf("%s is a whole %s, %s: its middle (%s) was taken as the point. Give coordinates or an exact address, since all distances count from there.",
			s.field, s.place.Type, envelope.Clean(s.place.Label, 80), coordinates(s.point)))
	}
}

// shapeField is an argument that belongs to one area type.
type shapeField struct {
	name   string
	area   predict.AreaType
	given  bool
	needed bool
}

// shapeWords says what to give for each area type.
var shapeWords = map[predict.AreaType]string{
	predict.Circle:  `center, such as "39.74, -75.55" or an address, and radius_m in metres`,
	predict.Polygon: `polygon, a GeoJSON Polygon with the longitude first`,
	predict.Path:    `path, a list of {"lat", "lon"} or a GeoJSON LineString`,
}

// checkShape tells whether the area's own fields are there and no other shape's.
func (a *GetPredictionArgs) checkShape() error {
	area := predict.AreaType(a.AreaType)
	switch area {
	case predict.Circle, predict.Polygon, predict.Path:
	default:
		return invalid("area_type", "is no area type", a.AreaType, "circle, polygon or path")
	}
	var missing []string
	for _, f := range []shapeField{
		{"center", predict.Circle, a.Center != nil && a.Center.given(), true},
		{"radius_m", predict.Circle, a.RadiusM != nil, true},
		{"polygon", predict.Polygon, present(a.Polygon), true},
		{"path", predict.Path, present(a.Path), true},
		{"buffer_m", predict.Path, a.BufferM != nil, false},
	} {
		switch {
		case f.area == area && f.needed && !f.given:
			missing = append(missing, f.name)
		case f.area != area && f.given:
			return invalid(f.name, fmt.Sprintf("belongs to area_type %s, and area_type is %s", f.area, area), nil, "the fields of one area type")
		}
	}
	if len(missing) > 0 {
		return &predict.UnsupportedError{Missing: missing, Reason: fmt.Sprintf("area_type %s is given by %s", area, shapeWords[area])}
	}
	if area == predict.Circle && a.LastKnownPoint != nil {
		return invalid("last_known_point", "does not go with area_type circle, whose center is the last known point", nil, "polygon or path")
	}
	return nil
}

func present(text json.RawMessage) bool { return len(text) > 0 && string(text) != "null" }

// regionOfArea resolves points and picks the region for an area: that of the points where there are
// any, else the first that holds most of the area's corners, else the first whose box meets the
// area's.
func (c *call) regionOfArea(ctx context.Context, area predict.AreaType, places []argument, corners []orb.Point) (*Region, []resolved, error) {
	if len(places) > 0 {
		l, err := c.locateAll(ctx, places)
		if err != nil {
			return nil, nil, err
		}
		return l.region, l.spots, nil
	}
	var best *Region
	most := 0
	for _, r := range c.regions {
		n := 0
		for _, p := range corners {
			if r.contains(p) {
				n++
			}
		}
		if n > most {
			best, most = r, n
		}
	}
	if best != nil {
		return best, nil, nil
	}
	box := orb.MultiPoint(corners).Bound()
	for _, r := range c.regions {
		if r.meets(box) {
			return r, nil, nil
		}
	}
	return nil, nil, c.outside(indexed{corners[0], string(area)})
}

// noSignal says of a result that would rank nothing what to ask instead; other errors pass.
func noSignal(err error, req *predict.Request) error {
	var none *predict.NoSignalError
	if !errors.As(err, &none) {
		return err
	}
	advice := "Give a larger area, or last_known_point if it is known"
	switch {
	case len(req.Searched) > 0:
		advice = "Give a larger area, or leave out of searched what was not searched as well as its pod says"
	case req.AreaType == predict.Circle:
		advice = "Give a larger radius_m, or another center"
	case req.LastKnownPoint != nil:
		advice = "Give an area nearer to last_known_point, or a larger one"
	}
	return &envelope.Error{
		Code:    envelope.PredictionNoSignal,
		Message: "no part of the area stands out from the rest: " + none.Reason + ". " + advice,
		Details: reasonDetails{none.Reason},
		Err:     err,
	}
}
