package geo

import (
	"math"

	"github.com/paulmach/orb"
)

// EarthRadius is the mean radius of the earth in metres (IUGG R1).
const EarthRadius = 6371008.8

// Distance returns the great-circle distance between two points in metres (haversine).
func Distance(a, b orb.Point) float64 {
	lat1, lat2 := a[1]*math.Pi/180, b[1]*math.Pi/180
	sinLat := math.Sin((lat2 - lat1) / 2)
	sinLon := math.Sin((b[0] - a[0]) * math.Pi / 360)
	h := sinLat*sinLat + math.Cos(lat1)*math.Cos(lat2)*sinLon*sinLon
	return 2 * EarthRadius * math.Asin(math.Min(1, math.Sqrt(h)))
}

// Bearing returns the initial bearing from a to b in degrees clockwise from north, [0, 360).
func Bearing(a, b orb.Point) float64 {
	lat1, lat2 := a[1]*math.Pi/180, b[1]*math.Pi/180
	dLon := (b[0] - a[0]) * math.Pi / 180
	y := math.Sin(dLon) * math.Cos(lat2)
	x := math.Cos(lat1)*math.Sin(lat2) - math.Sin(lat1)*math.Cos(lat2)*math.Cos(dLon)
	deg := math.Atan2(y, x) * 180 / math.Pi
	if deg < 0 {
		deg += 360
	}
	if deg >= 360 {
		deg -= 360
	}
	return deg
}

// Length returns the length of a line in metres.
func Length(ls orb.LineString) float64 {
	var sum float64
	for i := 1; i < len(ls); i++ {
		sum += Distance(ls[i-1], ls[i])
	}
	return sum
}

// A Ruler measures in metres on a plane that touches the WGS84 ellipsoid at one point. Within
// 100 km of that point its error stays below 0.5 % up to 60° of latitude. Longitude differences
// are taken the short way round, so a ruler works across the antimeridian.
//
// The zero value is not usable; see NewRuler.
type Ruler struct {
	origin orb.Point
	kx, ky float64 // metres per degree of longitude and latitude
}

// NewRuler returns a ruler whose plane touches the earth at origin.
func NewRuler(origin orb.Point) Ruler {
	const (
		a  = 6378137.0
		f  = 1 / 298.257223563
		e2 = f * (2 - f)
	)
	cos := math.Cos(origin[1] * math.Pi / 180)
	w2 := 1 / (1 - e2*(1-cos*cos))
	w := math.Sqrt(w2)
	return Ruler{
		origin: origin,
		kx:     math.Pi / 180 * a * w * cos,
		ky:     math.Pi / 180 * a * w * w2 * (1 - e2),
	}
}

// XY returns the metres east and north of the origin.
func (r Ruler) XY(p orb.Point) (x, y float64) {
	return shortLon(p[0]-r.origin[0]) * r.kx, (p[1] - r.origin[1]) * r.ky
}

// Point is the inverse of XY. Its longitude lies in [-180, 180).
func (r Ruler) Point(x, y float64) orb.Point {
	return orb.Point{NormalizeLon(r.origin[0] + x/r.kx), r.origin[1] + y/r.ky}
}

// Distance returns the distance between two points in metres.
func (r Ruler) Distance(a, b orb.Point) float64 {
	return math.Hypot(shortLon(b[0]-a[0])*r.kx, (b[1]-a[1])*r.ky)
}

// Project returns the point of segment ab nearest to p, its distance from p in metres, and how
// far along the segment it lies, 0 to 1.
func (r Ruler) Project(p, a, b orb.Point) (near orb.Point, metres, along float64) {
	dx, dy := shortLon(b[0]-a[0])*r.kx, (b[1]-a[1])*r.ky
	px, py := shortLon(p[0]-a[0])*r.kx, (p[1]-a[1])*r.ky
	if l2 := dx*dx + dy*dy; l2 > 0 {
		along = math.Max(0, math.Min(1, (px*dx+py*dy)/l2))
	}
	near = orb.Point{a[0] + along*shortLon(b[0]-a[0]), a[1] + along*(b[1]-a[1])}
	return near, math.Hypot(px-along*dx, py-along*dy), along
}

// shortLon brings a difference of longitudes into [-180, 180].
func shortLon(d float64) float64 {
	if d > 180 {
		return d - 360
	}
	if d < -180 {
		return d + 360
	}
	return d
}
