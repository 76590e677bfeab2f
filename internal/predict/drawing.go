package predict

import (
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/clip"
)

// outline draws the area asked for: circles with 72 corners, paths with their buffer, polygons as
// they came.
func (t *task) outline() orb.MultiPolygon {
	var area [][][]vec
	switch s := t.shape.(type) {
	case disc:
		points := make([]vec, 72)
		for i := range points {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(points)))
			points[i] = vec{cos * s.radius, sin * s.radius}
		}
		area = [][][]vec{{points}}
	case *rings:
		area = t.polygons
	case *strip:
		area = s.outline()
	}
	return t.draw(area)
}

// draw puts polygons of the plane on the globe, cut at the antimeridian.
func (t *task) draw(area [][][]vec) orb.MultiPolygon {
	// Longitudes go on beyond ±180 at first, so that rings stay whole.
	origin := t.ruler.Point(0, 0)
	var out orb.MultiPolygon
	low, high := origin[0], origin[0]
	for _, polygon := range area {
		var p orb.Polygon
		for _, ring := range polygon {
			r := make(orb.Ring, 0, len(ring)+1)
			for _, v := range ring {
				q := t.ruler.Point(v.x, v.y)
				q[0] = origin[0] + math.Remainder(q[0]-origin[0], 360)
				low, high = min(low, q[0]), max(high, q[0])
				r = append(r, q)
			}
			p = append(p, append(r, r[0]))
		}
		out = append(out, p)
	}
	if low >= -180 && high <= 180 {
		return out
	}
	var cut orb.MultiPolygon
	for _, turn := range []float64{-360, 0, 360} {
		world := orb.Bound{Min: orb.Point{turn - 180, -90}, Max: orb.Point{turn + 180, 90}}
		for _, p := range clip.MultiPolygon(world, out.Clone()) {
			for _, r := range p {
				for i := range r {
					r[i][0] -= turn
				}
			}
			cut = append(cut, p)
		}
	}
	return cut
}
