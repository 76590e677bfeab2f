package isochrone

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"
)

// checkAreas tells what is wrong with the areas of ascending limits: anything that a reader of
// GeoJSON may rely on, and that each lies within the next.
func checkAreas(areas []orb.MultiPolygon) error {
	var sides []side
	for level, area := range areas {
		for p, polygon := range area {
			for r, ring := range polygon {
				name := fmt.Sprintf("area %d polygon %d ring %d", level, p, r)
				if err := checkRing(ring); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				if twice := twiceArea(latticeRing(ring)); twice > 0 != (r == 0) {
					return fmt.Errorf("%s: winds the wrong way round (double area %d)", name, twice)
				}
				if r > 0 && !inRing(latticeRing(ring)[0], latticeRing(polygon[0])) {
					return fmt.Errorf("%s: hole outside of its shell", name)
				}
				spots := latticeRing(ring)
				for i := range spots {
					sides = append(sides, side{spots[i], spots[(i+1)%len(spots)], name, i, len(spots)})
				}
			}
		}
	}
	if err := apart(sides); err != nil {
		return err
	}
	for level := range areas {
		for p, polygon := range areas[level] {
			for _, ring := range polygon {
				spot := latticeRing(ring)[0]
				for q, other := range areas[level] {
					if q != p && holdsSpot(orb.MultiPolygon{other}, spot) {
						return fmt.Errorf("area %d: polygon %d overlaps polygon %d", level, p, q)
					}
				}
				if level+1 < len(areas) && !onMeridian(spot) && !holdsSpot(areas[level+1], spot) {
					return fmt.Errorf("area %d is not within area %d at %v", level, level+1, ring[0])
				}
			}
		}
	}
	return nil
}

func onMeridian(s spot) bool { return s.u == halfTurn || s.u == -halfTurn }

func checkRing(ring orb.Ring) error {
	if len(ring) < 4 {
		return fmt.Errorf("has %d points", len(ring))
	}
	if ring[0] != ring[len(ring)-1] {
		return fmt.Errorf("is not closed")
	}
	seen := map[orb.Point]bool{}
	for _, p := range ring[1:] {
		if seen[p] {
			return fmt.Errorf("passes %v twice", p)
		}
		seen[p] = true
		if math.Abs(p[0]) > 180 || math.Abs(p[1]) > 90 {
			return fmt.Errorf("%v is no position", p)
		}
		for _, c := range p {
			if c != math.Round(c*1e5)/1e5 {
				return fmt.Errorf("%v is not rounded to 1e-5 degree", p)
			}
		}
	}
	return nil
}

func latticeRing(ring orb.Ring) []spot {
	spots := make([]spot, len(ring)-1)
	for i := range spots {
		spots[i] = spot{int32(math.Round(ring[i][0] * 1e5)), int32(math.Round(ring[i][1] * 1e5))}
	}
	return spots
}

// holdsSpot tells whether a spot lies in an area by the even-odd rule over all its rings.
func holdsSpot(area orb.MultiPolygon, s spot) bool {
	inside := false
	for _, polygon := range area {
		for _, ring := range polygon {
			if inRing(s, latticeRing(ring)) {
				inside = !inside
			}
		}
	}
	return inside
}

// holds tells whether a point lies in an area by the even-odd rule over all its rings.
func holds(area orb.MultiPolygon, p orb.Point) bool {
	inside := false
	for _, polygon := range area {
		for _, ring := range polygon {
			for i := 1; i < len(ring); i++ {
				a, b := ring[i-1], ring[i]
				if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0]+(p[1]-a[1])/(b[1]-a[1])*(b[0]-a[0]) {
					inside = !inside
				}
			}
		}
	}
	return inside
}

// side is one side of a ring.
type side struct {
	a, b  spot
	ring  string
	i, of int
}

// apart tells whether two sides meet elsewhere than at the corner that neighbours share. Rings on the
// antimeridian may meet there, since cutting puts corners of several limits on it.
func apart(sides []side) error {
	type cell struct{ x, y int32 }
	const size = 200
	cells := map[cell][]int{}
	for i, s := range sides {
		for x := floorDiv(min(s.a.u, s.b.u), size); x <= floorDiv(max(s.a.u, s.b.u), size); x++ {
			for y := floorDiv(min(s.a.v, s.b.v), size); y <= floorDiv(max(s.a.v, s.b.v), size); y++ {
				at := cell{x, y}
				for _, j := range cells[at] {
					if o := sides[j]; meet(s, o) {
						return fmt.Errorf("%s side %d %v-%v meets %s side %d %v-%v", s.ring, s.i, s.a, s.b, o.ring, o.i, o.a, o.b)
					}
				}
				cells[at] = append(cells[at], i)
			}
		}
	}
	return nil
}

func floorDiv(a, b int32) int32 {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}

func meet(s, o side) bool {
	if s.ring == o.ring {
		if s.i == o.i {
			return false
		}
		if (s.i+1)%s.of == o.i || (o.i+1)%o.of == s.i {
			if (o.i+1)%o.of == s.i {
				s, o = o, s
			}
			// s ends where o begins; o must not run back over s.
			return cross(s.a, s.b, o.b) == 0 && backwards(s.a, s.b, o.b)
		}
	} else if onMeridian(s.a) && onMeridian(o.a) || onMeridian(s.b) && onMeridian(o.b) || onMeridian(s.a) && onMeridian(o.b) || onMeridian(s.b) && onMeridian(o.a) {
		return false
	}
	d1, d2 := sign(cross(s.a, s.b, o.a)), sign(cross(s.a, s.b, o.b))
	d3, d4 := sign(cross(o.a, o.b, s.a)), sign(cross(o.a, o.b, s.b))
	if d1*d2 < 0 && d3*d4 < 0 {
		return true
	}
	return d1 == 0 && within(s.a, s.b, o.a) || d2 == 0 && within(s.a, s.b, o.b) ||
		d3 == 0 && within(o.a, o.b, s.a) || d4 == 0 && within(o.a, o.b, s.b)
}

// backwards tells whether a path on a line turns round at m.
func backwards(a, m, c spot) bool {
	return (int64(a.u)-int64(m.u))*(int64(c.u)-int64(m.u))+(int64(a.v)-int64(m.v))*(int64(c.v)-int64(m.v)) > 0
}

// within tells whether a spot on the line through a and b lies between them.
func within(a, b, s spot) bool {
	return min(a.u, b.u) <= s.u && s.u <= max(a.u, b.u) && min(a.v, b.v) <= s.v && s.v <= max(a.v, b.v)
}

func sign(x int64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
