package tools

import (
	"cmp"
	"context"
	"fmt"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
)

// ReverseGeocodeArgs are the arguments of reverse_geocode.
type ReverseGeocodeArgs struct {
	Location   Location `json:"location"`
	Size       *int     `json:"size"`
	PlaceTypes []string `json:"place_types"`
	RadiusM    *float64 `json:"radius_m"`
	envelope.Flags
}

func reverseGeocodeTool(deps Deps) Tool {
	return newTool(deps, "reverse_geocode", "What is here",
		"Says what is at a point: the nearest address, street, place or area, nearest first, with true distance and direction from the point. "+
			"Use it to name a clicked point, a position or a cell of get_prediction. Ask for place_types such as address or locality to get only those. "+
			"For text to coordinates use geocode.",
		true, func(a *ReverseGeocodeArgs) *envelope.Flags { return &a.Flags }, handleReverseGeocode)
}

func handleReverseGeocode(ctx context.Context, c *call, a *ReverseGeocodeArgs) error {
	q := geocode.ReverseQuery{Language: c.flags.Language}
	var err error
	if q.Size, err = within("size", a.Size, 1, 1, 40); err != nil {
		return err
	}
	if q.Types, err = placeTypes(a.PlaceTypes); err != nil {
		return err
	}
	if a.RadiusM != nil {
		if *a.RadiusM < 1 || *a.RadiusM > 50_000 {
			return invalid("radius_m", "is out of range", *a.RadiusM, "1 to 50000 metres")
		}
		q.Radius = *a.RadiusM
	}
	located, err := c.locate(ctx, "location", a.Location)
	if err != nil {
		return err
	}
	q.Point = located.spots[0].point
	found, err := located.region.Geocoder.Reverse(ctx, q)
	if err != nil {
		return fmt.Errorf("reverse in region %s: %w", located.region.Name, err)
	}
	for _, w := range found.Warnings {
		c.Warn(w)
	}
	rows := placeRows(found.Places)
	if len(rows) == 0 {
		var filters []string
		if len(q.Types) > 0 {
			filters = append(filters, "place_types")
		}
		if a.RadiusM != nil {
			filters = append(filters, "radius_m")
		}
		c.Headline("Nothing is mapped near %s%s.", coordinates(q.Point), mayBeWhy(filters))
		c.Line("Try a larger radius_m or other place_types.")
	} else {
		c.Headline("%s", hereLine(q.Point[1], q.Point[0], &rows[0], c.flags.Units))
	}
	c.listPlaces(rows, -1, "Resolved location")
	return nil
}

// hereLine says what is at a point and how far from it.
func hereLine(lat, lon float64, row *PlaceRow, units envelope.Units) string {
	at := fmt.Sprintf("%g, %g", envelope.Round(lat, 5), envelope.Round(lon, 5))
	if row.DistanceMeters == nil || *row.DistanceMeters < 1 {
		return fmt.Sprintf("%s is at %s.", at, row.Label)
	}
	return fmt.Sprintf("Nearest to %s is %s, %s %s.", at, row.Label,
		units.Distance(*row.DistanceMeters), cmp.Or(row.BearingCompass, "away"))
}
