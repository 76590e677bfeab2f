package places

import (
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/simplify"
)

// thinLine returns a line without the points that do not shape it by more than the tolerance.
func thinLine(line orb.LineString) orb.LineString {
	if len(line) < 3 {
		return line
	}
	ruler := geo.NewRuler(line[0])
	flat := make(orb.LineString, len(line))
	for i, p := range line {
		flat[i][0], flat[i][1] = ruler.XY(p)
	}
	flat = simplify.DouglasPeucker(tolerance).LineString(flat)
	for i, p := range flat {
		flat[i] = ruler.Point(p[0], p[1])
	}
	return flat
}

// thinPolygon does the same to each ring and leaves out holes too small to matter. Thinned rings
// may touch or cross one another by the tolerance; even-odd filling, which is all that features
// are for, does not mind.
func thinPolygon(ruler geo.Ruler, polygon orb.Polygon) orb.Polygon {
	out := make(orb.Polygon, 0, len(polygon))
	for i, ring := range polygon {
		if i > 0 {
			if size, _ := measure(ruler, orb.Polygon{ring}); size < smallestArea {
				continue
			}
		}
		thin := thinLine(orb.LineString(ring))
		if len(thin) < 4 {
			thin = orb.LineString(ring) // narrower than the tolerance
		}
		out = append(out, orb.Ring(thin))
	}
	return out
}
