package isochrone

import (
	"math"

	"github.com/paulmach/orb"
)

// SquareMetres returns the size of an area on the WGS84 ellipsoid, for rings that are oriented
// as Areas makes them and whose sides are straight on a map of degrees.
func SquareMetres(mp orb.MultiPolygon) float64 {
	sum := 0.0
	for _, polygon := range mp {
		for _, r := range polygon {
			for i := 1; i < len(r); i++ {
				// The strip between a side and the equator, by the trapezoidal rule on the
				// sphere of equal area.
				sum -= (r[i][0] - r[i-1][0]) * math.Pi / 180 * (sinAuthalic(r[i][1]) + sinAuthalic(r[i-1][1])) / 2
			}
		}
	}
	const authalicRadius = 6371007.1809 // of WGS84
	return sum * authalicRadius * authalicRadius
}

// sinAuthalic returns the sine of the latitude at which a sphere with the ellipsoid's surface has as
// much area to the south (Snyder, Map Projections: A Working Manual, 1987, equations 3-11 and 3-12).
func sinAuthalic(lat float64) float64 {
	return q(math.Sin(lat*math.Pi/180)) / q(1)
}

func q(sin float64) float64 {
	const e = 0.0818191908426215 // first eccentricity of WGS84
	es := e * sin
	return (1 - e*e) * (sin/(1-es*es) + math.Atanh(es)/e)
}
