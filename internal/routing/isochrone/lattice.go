package isochrone

import (
	"math"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// unitsPerDegree is the resolution of the answer: 1e-5 degree, some metre. All corners of all rings
// lie on this lattice from the start, so that no later rounding can break a ring, and all tests on
// them are exact integer arithmetic.
const unitsPerDegree = 100000

// halfTurn is 180 degrees in units.
const halfTurn = 180 * unitsPerDegree

// A spot is a position on the lattice: units east of the meridian of Greenwich and north of the
// equator. u runs on past ±180 degrees where an area crosses the antimeridian.
type spot struct {
	u, v int32
}

// A frame is a metric plane around the origin of an isochrone. Its x and y are metres east and
// north of the origin.
type frame struct {
	ruler  geo.Ruler
	origin orb.Point
	mx, my float64 // metres per lattice unit eastwards and northwards
}

func newFrame(origin orb.Point) frame {
	// At the poles a degree of longitude has no length; a plane that touches the earth nearby
	// is as good and has no such spot.
	touch := orb.Point{geo.NormalizeLon(origin[0]), math.Max(-89, math.Min(89, origin[1]))}
	r := geo.NewRuler(touch)
	x, y := r.XY(orb.Point{touch[0] + 1, touch[1] + 1})
	return frame{r, touch, x / unitsPerDegree, y / unitsPerDegree}
}

// xy returns the metres of a lattice position.
func (f frame) xy(u, v float64) (x, y float64) {
	return (u - f.origin[0]*unitsPerDegree) * f.mx, (v - f.origin[1]*unitsPerDegree) * f.my
}

// uv is the inverse of xy.
func (f frame) uv(x, y float64) (u, v float64) {
	return x/f.mx + f.origin[0]*unitsPerDegree, y/f.my + f.origin[1]*unitsPerDegree
}

// vertex is a point of a road on the plane.
type vertex struct {
	x, y  float64
	along float64 // metres from the start of the road
}

// line appends the points of a road. Its longitudes go the short way from the origin to the first
// point and on from point to point, so that a road may cross the antimeridian.
func (f frame) line(to []vertex, ls orb.LineString) []vertex {
	x, y := f.ruler.XY(orb.Point{geo.NormalizeLon(ls[0][0]), ls[0][1]})
	to = append(to, vertex{x, y, 0})
	along := 0.0
	for i := 1; i < len(ls); i++ {
		dx := shortTurn(ls[i][0]-ls[i-1][0]) * unitsPerDegree * f.mx
		dy := (ls[i][1] - ls[i-1][1]) * unitsPerDegree * f.my
		along += math.Sqrt(dx*dx + dy*dy)
		x, y = x+dx, y+dy
		to = append(to, vertex{x, y, along})
	}
	return to
}

// shortTurn brings a difference of longitudes into [-180, 180).
func shortTurn(d float64) float64 {
	if d >= -180 && d < 180 {
		return d
	}
	return geo.NormalizeLon(d)
}
