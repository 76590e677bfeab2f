package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

// maxPositions bounds the positions of a shape argument.
const maxPositions = 10_000

// areaArg reads a GeoJSON Polygon or MultiPolygon, or a Feature that holds one. Rings that are not
// closed are closed, and winding does not matter.
func areaArg(field string, text json.RawMessage) (orb.MultiPolygon, error) {
	g, err := geometryArg(field, text, "a GeoJSON Polygon or MultiPolygon")
	if err != nil {
		return nil, err
	}
	var area orb.MultiPolygon
	switch g := g.(type) {
	case orb.Polygon:
		area = orb.MultiPolygon{g}
	case orb.MultiPolygon:
		area = g
	default:
		return nil, invalid(field, "is no area", g.GeoJSONType(), "a GeoJSON Polygon or MultiPolygon")
	}
	total := 0
	for i, p := range area {
		if len(p) == 0 {
			return nil, invalid(field, "has a polygon without a ring", nil, "rings of at least three different positions")
		}
		for j := range p {
			ring, err := checkPositions(field, p[j])
			if err != nil {
				return nil, err
			}
			if len(ring) > 0 && ring[0] != ring[len(ring)-1] {
				ring = append(ring, ring[0])
			}
			if len(ring) < 4 {
				return nil, invalid(field, "has a ring of too few positions", len(ring), "at least three different positions")
			}
			area[i][j] = ring
			total += len(ring)
		}
	}
	if len(area) == 0 {
		return nil, invalid(field, "is empty", nil, "at least one polygon")
	}
	return area, checkCount(field, total)
}

// lineArg reads a GeoJSON LineString, a Feature that holds one, or a list of points.
func lineArg(field string, text json.RawMessage) (orb.LineString, error) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || text[0] != '[' {
		g, err := geometryArg(field, text, "a GeoJSON LineString or a list of points")
		if err != nil {
			return nil, err
		}
		line, ok := g.(orb.LineString)
		if !ok {
			return nil, invalid(field, "is no line", g.GeoJSONType(), "a GeoJSON LineString or a list of points")
		}
		points, err := checkPositions(field, line)
		if err != nil {
			return nil, err
		}
		return checkLine(field, points)
	}
	var args []Location
	if err := json.Unmarshal(text, &args); err != nil {
		return nil, invalid(field, "is no list of points", nil, `a GeoJSON LineString or a list of {"lat", "lon"}`)
	}
	line := make(orb.LineString, len(args))
	for i, a := range args {
		p, words, err := argument{field: fmt.Sprintf("%s[%d]", field, i), Location: a}.fixed()
		if err != nil {
			return nil, err
		}
		if words != "" {
			return nil, invalid(fmt.Sprintf("%s[%d]", field, i), "is no point", words, `{"lat", "lon"}`)
		}
		line[i] = p
	}
	return checkLine(field, line)
}

func checkLine(field string, line orb.LineString) (orb.LineString, error) {
	if len(line) < 2 {
		return nil, invalid(field, "has too few points", len(line), "at least 2")
	}
	return line, checkCount(field, len(line))
}

func checkCount(field string, n int) error {
	if n > maxPositions {
		return invalid(field, "has too many positions", n, fmt.Sprintf("at most %d", maxPositions))
	}
	return nil
}

// geometryArg decodes GeoJSON without letting the decoder's words out.
func geometryArg(field string, text json.RawMessage, want string) (orb.Geometry, error) {
	type object struct {
		Type        string          `json:"type"`
		Geometry    json.RawMessage `json:"geometry"`
		Coordinates any             `json:"coordinates"`
	}
	var o object
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, invalid(field, "is no GeoJSON object", nil, want)
	}
	if o.Type == "Feature" {
		text, o = o.Geometry, object{}
		if err := json.Unmarshal(text, &o); err != nil {
			return nil, invalid(field, "is a Feature without a geometry", nil, want)
		}
	}
	if !wholePositions(o.Coordinates) {
		return nil, invalid(field, "has a position that is not two numbers", nil, "positions such as [-75.55, 39.74], the longitude first")
	}
	g, err := geojson.UnmarshalGeometry(text)
	if err != nil || g == nil || g.Coordinates == nil {
		return nil, invalid(field, "is no GeoJSON geometry", nil, want)
	}
	return g.Geometry(), nil
}

// wholePositions tells whether the innermost arrays of coordinates are positions: two numbers, and heights
// that are passed over. The decoder would take a missing number or a null as 0.
func wholePositions(coordinates any) bool {
	list, ok := coordinates.([]any)
	if !ok {
		return coordinates == nil // there are none, which is said elsewhere
	}
	for _, part := range list {
		if _, deeper := part.([]any); !deeper {
			return len(list) >= 2 && !slices.ContainsFunc(list, func(v any) bool {
				_, number := v.(float64)
				return !number
			})
		}
		if !wholePositions(part) {
			return false
		}
	}
	return true
}

// checkPositions refuses positions that lie nowhere and brings longitudes into [-180, 180].
func checkPositions(field string, points []orb.Point) ([]orb.Point, error) {
	out := make([]orb.Point, len(points))
	for i, p := range points {
		if !(math.Abs(p[1]) <= 90) || !(math.Abs(p[0]) <= maxLon) {
			return nil, invalid(field, fmt.Sprintf("has a position (number %d of its ring or line) outside of the earth; GeoJSON has the longitude first", i),
				[]any{number(p[0]), number(p[1])}, "[longitude -180 to 180, latitude -90 to 90]")
		}
		if p[0] != 180 {
			p[0] = geo.NormalizeLon(p[0])
		}
		out[i] = p
	}
	return out, nil
}
