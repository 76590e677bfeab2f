package geo

import (
	"math"

	"github.com/paulmach/orb"
)

// Scale is the number of fixed-point units in one degree: OpenStreetMap's own precision,
// about 1.1 cm at the equator.
const Scale = 1e7

// Fixed is a position in units of 1e-7 degree. It is what region files store: 8 bytes,
// little-endian, exact for OpenStreetMap data.
type Fixed struct {
	Lon, Lat int32
}

// ToFixed rounds p to the nearest fixed-point position. Longitudes must already lie in
// [-180, 180] and latitudes in [-90, 90]; see NormalizeLon.
func ToFixed(p orb.Point) Fixed {
	return Fixed{int32(math.Round(p[0] * Scale)), int32(math.Round(p[1] * Scale))}
}

// Point returns the position in degrees.
func (f Fixed) Point() orb.Point {
	return orb.Point{float64(f.Lon) / Scale, float64(f.Lat) / Scale}
}

// NormalizeLon brings a longitude into [-180, 180).
func NormalizeLon(lon float64) float64 {
	if lon >= -180 && lon < 180 {
		return lon
	}
	lon = math.Mod(lon+180, 360)
	if lon < 0 {
		lon += 360
	}
	return lon - 180
}
