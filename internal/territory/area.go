package territory

import (
	"math"

	"github.com/footstepd/footstepd/internal/geo"
)

// area is a polygon within which one land or one time zone holds.
type area struct {
	value  uint32 // number of the land, or of the zone's name
	zone   bool
	mapped bool // a border of the extract, which is exact, and not one of the coarse map
	box    geo.Box
	rings  []ring // the inside is what an odd number of them holds
}

func newArea(value uint32, zone, mapped bool, rings [][]geo.Fixed) area {
	a := area{value: value, zone: zone, mapped: mapped, box: geo.BoxOf(rings[0]...)}
	for _, r := range rings {
		a.box = a.box.Union(geo.BoxOf(r...))
		a.rings = append(a.rings, newRing(r))
	}
	return a
}

// holds tells whether a position lies in the area.
func (a *area) holds(p geo.Fixed) bool {
	if !a.box.Contains(p) {
		return false
	}
	inside := false
	for i := range a.rings {
		inside = inside != a.rings[i].holds(p)
	}
	return inside
}

// distance returns how far in metres a position is from the edge of the area, on a plane.
func (a *area) distance(p geo.Fixed) float64 {
	best := math.Inf(1)
	cos := math.Cos(float64(p.Lat) / geo.Scale * math.Pi / 180)
	for i := range a.rings {
		r := a.rings[i].points
		for k, q := range r {
			best = min(best, toSegment(p, q, r[(k+1)%len(r)], cos))
		}
	}
	return best * metresPerUnit
}

const metresPerUnit = 0.0111319

// toSegment returns the distance of a position from a segment in units of latitude.
func toSegment(p, a, b geo.Fixed, cos float64) float64 {
	ax, ay := (float64(a.Lon)-float64(p.Lon))*cos, float64(a.Lat)-float64(p.Lat)
	dx, dy := (float64(b.Lon)-float64(a.Lon))*cos, float64(b.Lat)-float64(a.Lat)
	t := 0.0
	if n := dx*dx + dy*dy; n > 0 {
		t = max(0, min(1, -(ax*dx+ay*dy)/n))
	}
	return math.Hypot(ax+t*dx, ay+t*dy)
}

// ring is a closed line, the last point joined to the first, with boxes around stretches of it so that
// most need not be looked at.
type ring struct {
	points []geo.Fixed
	boxes  []geo.Box // of stretch edges each
}

const stretch = 16

func newRing(points []geo.Fixed) ring {
	r := ring{points: points}
	for from := 0; from < len(points); from += stretch {
		b := geo.BoxOf(points[from:min(from+stretch, len(points))]...)
		r.boxes = append(r.boxes, b.Extend(points[min(from+stretch, len(points))%len(points)]))
	}
	return r
}

// holds tells whether a ray from a position to the east crosses the ring an odd number of times.
func (r *ring) holds(p geo.Fixed) bool {
	inside := false
	for i, b := range r.boxes {
		if p.Lat < b.MinLat || p.Lat > b.MaxLat || p.Lon > b.MaxLon {
			continue
		}
		from := i * stretch
		for k := from; k < min(from+stretch, len(r.points)); k++ {
			a, c := r.points[k], r.points[(k+1)%len(r.points)]
			if (a.Lat > p.Lat) == (c.Lat > p.Lat) {
				continue
			}
			if side := (int64(p.Lon)-int64(a.Lon))*(int64(c.Lat)-int64(a.Lat)) - (int64(p.Lat)-int64(a.Lat))*(int64(c.Lon)-int64(a.Lon)); (side < 0) == (c.Lat > a.Lat) {
				inside = !inside
			}
		}
	}
	return inside
}
