package predict

import (
	"math"

	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
)

// environmentAt reads the environment around the initial planning point from the map: how built-up
// the land is. Where there is no such point, the mean over places spread along the line or over
// the polygon. Whether the land is dry is read from a coarse map of the world, and whether it is
// mountain from the relief, where there are heights; where there are none it counts as flat.
func (m *Model) environmentAt(t *task) environment {
	var points []vec
	switch s := t.shape.(type) {
	case *strip:
		points = s.places(lookAround)
	case *rings:
		points = s.places(lookAround)
	}
	if t.point != nil {
		points = []vec{*t.point}
	}
	e := environment{}
	var built float64
	for _, p := range points {
		built += m.builtUp(t, p) / float64(len(points))
		e.dry += m.figures.dryness(t.ruler.Point(p.x, p.y)) / float64(len(points))
		if m.heights != nil && m.has(Relief) {
			r := m.reliefAt(t, p)
			e.mountain += r.mountain / float64(len(points))
			e.relief.metres += r.metres / float64(len(points))
			e.relief.known += r.known / float64(len(points))
		}
	}
	e.urban = m.urbanShare(built)
	return e
}

// urbanShare turns how built-up the surroundings are into the weight of the figures for towns: a
// logistic curve, stretched to give exactly 0 for bare land and 1 for full cover.
func (m *Model) urbanShare(built float64) float64 {
	u := &m.figures.Urban
	logistic := func(b float64) float64 { return 1 / (1 + math.Exp(-u.Steepness*(b-u.Middle))) }
	return (logistic(built) - logistic(0)) / (logistic(1) - logistic(0))
}

// lookAround is at how many places the environment is looked at when there is no point.
const lookAround = 7

// places returns n places spread evenly along the line.
func (s *strip) places(n int) []vec {
	var out []vec
	step, next, done := s.length()/float64(n), 0.5, 0.0
	for i := 1; i < len(s.line); i++ {
		l := s.line[i].distance(s.line[i-1])
		for len(out) < n && next*step <= done+l {
			out = append(out, s.line[i-1].along(s.line[i], (next*step-done)/l))
			next++
		}
		done += l
	}
	if len(out) == 0 {
		return s.line[:1]
	}
	return out
}

// places returns about n places spread evenly over the area, fewer where it is long and narrow.
func (r *rings) places(n int) []vec {
	reach := r.reach()
	step := max(math.Sqrt(r.area/float64(n)), reach/8)
	k := int(reach / step)
	var out []vec
	for y := -k; y <= k; y++ {
		for x := -k; x <= k; x++ {
			p := vec{float64(x) * step, float64(y) * step}
			if len(out) < 4*n && r.relate(p, 0) == inside {
				out = append(out, p)
			}
		}
	}
	if len(out) == 0 {
		return r.rings[0][:1]
	}
	return out
}

// builtUp returns how built-up the surroundings of p are, 0 to 1.
func (m *Model) builtUp(t *task, p vec) float64 {
	u := &m.figures.Urban
	const step = 20 // metres
	n := 2 * int(math.Ceil(u.Metres/step))
	corner := vec{p.x - u.Metres, p.y - u.Metres}
	var land, houses canvas
	land.reset(t.ruler, corner, step, n, n)
	houses.reset(t.ruler, corner, step, n, n)
	var streets float64 // metres
	land.paint(m.features, func(f *places.Feature) (ground, float64) {
		switch {
		case f.Class == places.Urban:
			return builtUp, 0
		case f.Class == places.Structure:
			houses.feature(f, structure, 0)
		case f.Kind == "highway=residential" || f.Kind == "highway=living_street":
			for i := 1; i < len(f.Line); i++ {
				streets += lengthWithin(t, p, u.Metres, f.Line[i-1], f.Line[i])
			}
		}
		return unmapped, 0
	})
	var all, onLand, inHouses float64
	for i := range land.points {
		at := vec{corner.x + (float64(i%n)+0.5)*step, corner.y + (float64(i/n)+0.5)*step}
		if at.distance(p) > u.Metres {
			continue
		}
		all++
		if land.points[i] != unmapped {
			onLand++
		}
		if houses.points[i] != unmapped {
			inHouses++
		}
	}
	streetDensity := streets / 1000 / (math.Pi * u.Metres * u.Metres / 1e6) // km per km²
	return min(1, max(onLand/all, inHouses/all*u.Buildings, streetDensity/u.Streets))
}

// lengthWithin returns how much of a segment lies within a distance of p, in metres.
func lengthWithin(t *task, p vec, radius float64, a, b orb.Point) float64 {
	var c vec
	c.x, c.y = t.ruler.XY(a)
	c = c.minus(p)
	var e vec
	e.x, e.y = t.ruler.XY(b)
	d := e.minus(p).minus(c)
	// |c + s·d| = radius
	dd, cd, cc := d.x*d.x+d.y*d.y, c.x*d.x+c.y*d.y, c.x*c.x+c.y*c.y-radius*radius
	disc := cd*cd - dd*cc
	if dd == 0 || disc <= 0 {
		return 0
	}
	root := math.Sqrt(disc)
	from, to := max(0, (-cd-root)/dd), min(1, (-cd+root)/dd)
	return max(0, to-from) * math.Sqrt(dd)
}
