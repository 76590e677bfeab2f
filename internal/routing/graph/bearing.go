package graph

import (
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// Bearing returns the direction in which an arc leaves its tail, in degrees clockwise from north,
// measured over its first metres so that a kink in the mapping does not count.
func (g *Graph) Bearing(arc uint32, metres float64) float64 {
	edge := arc >> 1
	n := g.Points(edge)
	at := func(i int) orb.Point {
		if arc&1 == 1 {
			i = n - 1 - i
		}
		return g.Point(edge, i)
	}
	tail := at(0)
	ruler := geo.NewRuler(tail)
	last, far := tail, tail
	for i := 1; i < n; i++ {
		p := at(i)
		d := ruler.Distance(last, p)
		if d >= metres {
			x0, y0 := ruler.XY(last)
			x1, y1 := ruler.XY(p)
			share := metres / d
			far = ruler.Point(x0+share*(x1-x0), y0+share*(y1-y0))
			return geo.Bearing(tail, far)
		}
		metres -= d
		last = p
		if p != tail {
			far = p
		}
	}
	return geo.Bearing(tail, far)
}

// turnAngle returns the angle between two bearings of travel, -180 to 180, positive to the right.
func turnAngle(in, out float64) float64 {
	a := out - in
	switch {
	case a > 180:
		a -= 360
	case a < -180:
		a += 360
	}
	return a
}
