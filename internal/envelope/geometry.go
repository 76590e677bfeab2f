package envelope

import (
	"errors"
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
func (g geometry) MarshalJSON() ([]byte, error) { return g.appendJSON(nil) }

// appendJSON writes the geometry.
func (g geometry) appendJSON(out []byte) ([]byte, error) {
	for _, p := range g.points {
		for _, r := range p {
			for _, point := range r {
				if !(math.Abs(point[0]) <= maxDegrees && math.Abs(point[1]) <= maxDegrees) {
					return nil, errPosition
				}
			}
		}
	}
	out = append(append(out, `{"type":"`...), g.kind...)
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

// maxDegrees is beyond what any coordinate is, wound round the earth or not.
const maxDegrees = 1e6

// errPosition is returned for positions that JSON cannot hold, or that are nowhere.
var errPosition = errors.New("envelope: geometry holds a position that is none")

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
	out = appendDegrees(append(out, '['), p[0])
	out = appendDegrees(append(out, ','), p[1])
	return append(out, ']')
}

// appendDegrees writes a coordinate, up to maxDegrees, with five decimals and without zeros at the end.
func appendDegrees(out []byte, v float64) []byte {
	const unit = 1e5 // of decimals
	n := int64(math.Round(v * unit))
	if n < 0 {
		out, n = append(out, '-'), -n
	}
	out = strconv.AppendInt(out, n/unit, 10)
	fraction := n % unit
	if fraction == 0 {
		return out
	}
	var digits [1 + decimals]byte
	digits[0] = '.'
	for i := decimals; i > 0; i-- {
		digits[i] = byte('0' + fraction%10)
		fraction /= 10
	}
	end := len(digits)
	for digits[end-1] == '0' {
		end--
	}
	return append(out, digits[:end]...)
}

// bounds gathers points for a bounding box.
type bounds struct {
	lons         []float64
	west, east   float64
	south, north float64
}

func (b *bounds) add(points ...orb.Point) {
	b.lons = slices.Grow(b.lons, len(points))
	for _, p := range points {
		if len(b.lons) == 0 {
			b.west, b.east, b.south, b.north = p[0], p[0], p[1], p[1]
		}
		b.lons = append(b.lons, p[0])
		b.west, b.east = math.Min(b.west, p[0]), math.Max(b.east, p[0])
		b.south, b.north = math.Min(b.south, p[1]), math.Max(b.north, p[1])
	}
}

// bbox returns west, south, east, north of the narrowest box around the points, which has
// west > east where it crosses the antimeridian (RFC 7946, 5.2). It is empty without points.
func (b *bounds) bbox() []float64 {
	if len(b.lons) == 0 {
		return []float64{}
	}
	west, east := b.west, b.east
	// The box leaves out the widest gap between neighbours; the gap over the antimeridian is the
	// usual one, and the only one where it is half of the earth or more.
	widest := 360 - (east - west)
	if widest < 180 {
		slices.Sort(b.lons)
	} else {
		b.lons = b.lons[:1]
	}
	for i := 1; i < len(b.lons); i++ {
		if gap := b.lons[i] - b.lons[i-1]; gap > widest {
			widest, west, east = gap, b.lons[i], b.lons[i-1]
		}
	}
	return []float64{Round(west, decimals), Round(b.south, decimals), Round(east, decimals), Round(b.north, decimals)}
}
