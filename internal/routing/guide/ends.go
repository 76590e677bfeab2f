package guide

import (
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

const (
	// besideMetres is how far a point must lie from the road to lie beside it rather than on it.
	besideMetres = 5
	// headingMetres is the length of road at an end over which its direction is measured.
	headingMetres = 20
)

// startKind tells on which side of the road the origin lies.
func (p *Path) startKind() routing.StepType {
	right, beside := besideOf(p.Shape[0], p.Origin, p.heading())
	if !beside {
		return routing.Start
	}
	return side(right, routing.StartLeft, routing.StartRight)
}

// destinationKind tells on which side of the road the destination lies.
func (p *Path) destinationKind() routing.StepType {
	right, beside := besideOf(p.Shape[len(p.Shape)-1], p.Destination, heading(p.Shape, true)+180)
	if !beside {
		return routing.Destination
	}
	return side(right, routing.DestinationLeft, routing.DestinationRight)
}

// heading is the bearing in which the path sets out.
func (p *Path) heading() float64 { return heading(p.Shape, false) }

// heading returns the bearing from the first point of a line over its first metres, or from its last
// point back.
func heading(line orb.LineString, back bool) float64 {
	at := func(i int) orb.Point {
		if back {
			i = len(line) - 1 - i
		}
		return line[i]
	}
	begin := at(0)
	r := geo.NewRuler(begin)
	for i := 1; i < len(line); i++ {
		if p := at(i); r.Distance(begin, p) >= headingMetres || i == len(line)-1 {
			return geo.Bearing(begin, p)
		}
	}
	return 0
}

// besideOf tells on which side of a road with the given bearing a point lies, seen from the point on the road.
func besideOf(on, point orb.Point, bearing float64) (right, beside bool) {
	if point == (orb.Point{}) || geo.Distance(on, point) < besideMetres {
		return false, false
	}
	a := turn(bearing, geo.Bearing(on, point))
	return a > 0, bend(a) > 30 && bend(a) < 150
}
