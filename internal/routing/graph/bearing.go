package graph

import (
	"math"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// guideMetres is the distance over which guidance measures directions at a junction.
const guideMetres = 15

// bearingUnit is the unit of stored bearings in degrees.
const bearingUnit = 360.0 / (1 << 16)

// Bearing returns the direction in which an arc leaves its tail, in degrees clockwise from north, [0, 360),
// measured over 15 metres so that a kink in the mapping does not count. Import measured it: a trip asks for
// thousands.
func (g *Graph) Bearing(arc uint32) float64 { return float64(g.bearings[arc]) * bearingUnit }

// measureBearings stores the bearing of each arc.
func (g *Graph) measureBearings() {
	g.bearings = make([]uint16, 2*len(g.Edges))
	for arc := range g.bearings {
		g.bearings[arc] = uint16(uint32(math.Round(g.bearing(uint32(arc), guideMetres) / bearingUnit))) // 360 is 0
	}
}

// bearing measures the direction in which an arc leaves its tail over its first metres.
func (g *Graph) bearing(arc uint32, metres float64) float64 {
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
