package tools

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/footstepd/footstepd/internal/routing"
)

// A Stop is a location of a route. A point can say more of where it lies on the network: the direction of
// travel, the side of the road.
type Stop struct {
	Location
	hint      routing.Hint
	tolerance *float64
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *Stop) UnmarshalJSON(text []byte) error {
	*s = Stop{}
	if len(text) == 0 || text[0] != '{' {
		return s.Location.UnmarshalJSON(text)
	}
	var p struct {
		LatLon
		Heading          *float64     `json:"heading"`
		HeadingTolerance *float64     `json:"heading_tolerance"`
		Side             routing.Side `json:"side"`
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return invalid("location", "is neither an object with lat and lon (and heading, heading_tolerance or side) nor a string", nil, `{"lat": 39.7447, "lon": -75.5484}, "39.7447, -75.5484", a place id, or an address`)
	}
	s.Point = &p.LatLon
	s.hint = routing.Hint{Heading: p.Heading, Side: p.Side}
	s.tolerance = p.HeadingTolerance
	return nil
}

// hints returns what the stops say beside their points, nil where none says anything.
func hints(stops []Stop) ([]routing.Hint, error) {
	list, said := make([]routing.Hint, len(stops)), false
	for i, s := range stops {
		field := func(name string) string { return fmt.Sprintf("locations[%d].%s", i, name) }
		h := s.hint
		switch {
		case h.Heading != nil && !(*h.Heading >= 0 && *h.Heading <= 360):
			return nil, invalid(field("heading"), "is no direction", number(*h.Heading), "degrees clockwise from north, 0 to 360")
		case s.tolerance != nil && h.Heading == nil:
			return nil, invalid(field("heading_tolerance"), "has no heading to go with", number(*s.tolerance), "heading, or no heading_tolerance")
		case s.tolerance != nil && !(*s.tolerance >= routing.MinTolerance && *s.tolerance <= routing.MaxTolerance):
			return nil, invalid(field("heading_tolerance"), "is out of range", number(*s.tolerance), fmt.Sprintf("degrees, %d to %d", routing.MinTolerance, routing.MaxTolerance))
		case h.Side != "" && h.Side != routing.SameSide && h.Side != routing.OppositeSide:
			return nil, invalid(field("side"), "is unknown", string(h.Side), "same or opposite")
		}
		if s.tolerance != nil {
			h.Tolerance = *s.tolerance
		}
		list[i], said = h, said || h != routing.Hint{}
	}
	if !said {
		return nil, nil
	}
	return list, nil
}
