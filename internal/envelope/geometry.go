package envelope

import (
	"math"
	"slices"
	"strconv"

	"github.com/paulmach/orb"
)

// decimals is the precision of coordinates on the wire: about a metre.
const decimals = 5

// Round returns v with so many decimals, and never a negative zero.
func Round(v float64, decimals int) float64 {
	p := math.Pow10(decimals)
	if r := math.Round(v*p) / p; r != 0 {
		return r
	}
	return 0
}

// LatLng is a spot as rows give it.
type LatLng struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// Spot returns p as rows give it, to about 0.1 m.
func Spot(p orb.Point) LatLng { return LatLng{Round(p[1], 6), Round(p[0], 6)} }

// Position returns p in GeoJSON's order, longitude first, as error details give it.
func Position(p orb.Point) [2]float64 { return [2]float64{Round(p[0], 6), Round(p[1], 6)} }

// geometry is a GeoJSON geometry that encodes itself with five decimals.
type geometry struct {
	kind   string
	points orb.MultiPolygon // a point or line lies in the first ring
}

func pointGeometry(p orb.Point) geometry {
	return geometry{"Point", orb.MultiPolygon{{{p}}}}
}

// lineGeometry returns a LineString for one line and a MultiLineString for more.
func lineGeometry(lines orb.MultiLineString) geometry {
	g := geometry{kind: "MultiLineString", points: orb.MultiPolygon{make(orb.Polygon, len(lines))}}
	for i, l := range lines {
		g.points[0][i] = orb.Ring(l)
	}
	if len(lines) == 1 {
		g.kind = "LineString"
	}
	return g
}

// areaGeometry returns a Polygon for one polygon and a MultiPolygon for none or more.
func areaGeometry(area orb.MultiPolygon) geometry {
	if len(area) == 1 {
		return geometry{"Polygon", area}
	}
	return geometry{"MultiPolygon", area}
}

// MarshalJSON implements json.Marshaler.
func (g geometry) MarshalJSON() ([]byte, error) {
	out := append([]byte(`{"type":"`), g.kind...)
	out = append(out, `","coordinates":`...)
	switch g.kind {
	case "Point":
		out = appendPosition(out, g.points[0][0][0])
	case "LineString":
		out = appendRing(out, g.points[0][0])
	case "MultiLineString", "Polygon":
		out = appendRings(out, g.points[0])
	default:
		out = appendAll(out, g.points, appendRings)
	}
	return append(out, '}'), nil
}

func appendAll[T any](out []byte, all []T, one func([]byte, T) []byte) []byte {
	out = append(out, '[')
	for i, v := range all {
		if i > 0 {
			out = append(out, ',')
		}
		out = one(out, v)
	}
	return append(out, ']')
}

func appendRings(out []byte, p orb.Polygon) []byte { return appendAll(out, p, appendRing) }

func appendRing(out []byte, r orb.Ring) []byte { return appendAll(out, r, appendPosition) }

func appendPosition(out []byte, p orb.Point) []byte {
	out = append(out, '[')
	out = strconv.AppendFloat(out, Round(p[0], decimals), 'f', -1, 64)
	out = append(out, ',')
	out = strconv.AppendFloat(out, Round(p[1], decimals), 'f', -1, 64)
	return append(out, ']')
}

// bounds gathers points for a bounding box.
type bounds struct {
	lons         []float64
	south, north float64
}

func (b *bounds) add(points ...orb.Point) {
	for _, p := range points {
		if len(b.lons) == 0 {
			b.south, b.north = p[1], p[1]
		}
		b.lons = append(b.lons, p[0])
		b.south, b.north = math.Min(b.south, p[1]), math.Max(b.north, p[1])
	}
}

// bbox returns west, south, east, north of the narrowest box around the points, which has
// west > east where it crosses the antimeridian (RFC 7946, 5.2). It is empty without points.
func (b *bounds) bbox() []float64 {
	if len(b.lons) == 0 {
		return []float64{}
	}
	slices.Sort(b.lons)
	west, east := b.lons[0], b.lons[len(b.lons)-1]
	// The box leaves out the widest gap between neighbours; the gap over the antimeridian is the
	// usual one.
	widest := 360 - (east - west)
	for i := 1; i < len(b.lons); i++ {
		if gap := b.lons[i] - b.lons[i-1]; gap > widest {
			widest, west, east = gap, b.lons[i], b.lons[i-1]
		}
	}
	return []float64{Round(west, decimals), Round(b.south, decimals), Round(east, decimals), Round(b.north, decimals)}
}
