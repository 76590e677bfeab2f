package predict

import (
	"math"

	"github.com/footstepd/footstepd/internal/geo"
)

// vec is a position on the plane of a prediction: metres east and north of the area's centre.
type vec struct{ x, y float64 }

func (a vec) minus(b vec) vec            { return vec{a.x - b.x, a.y - b.y} }
func (a vec) distance(b vec) float64     { return a.minus(b).length() }
func (a vec) length() float64            { return math.Sqrt(a.x*a.x + a.y*a.y) }
func cross(a, b vec) float64             { return a.x*b.y - a.y*b.x }
func middle(a, b vec) vec                { return vec{(a.x + b.x) / 2, (a.y + b.y) / 2} }
func (a vec) along(b vec, t float64) vec { return vec{a.x + t*(b.x-a.x), a.y + t*(b.y-a.y)} }

// relation says how a disc lies to an area.
type relation uint8

const (
	outside relation = iota
	crosses          // or may cross
	inside
)

// A shape is an area on the plane.
type shape interface {
	// relate tells how the disc around p lies to the area. With radius 0 it never answers crosses.
	relate(p vec, radius float64) relation
	// size returns the area in square metres; overlaps of a path with itself may count twice.
	size() float64
	// reach returns the radius of a disc around the plane's origin that holds the area.
	reach() float64
}

// disc is a circle around the plane's origin.
type disc struct{ radius float64 }

func (d disc) relate(p vec, radius float64) relation {
	r := math.Hypot(p.x, p.y)
	switch {
	case r+radius <= d.radius:
		return inside
	case r-radius > d.radius || radius == 0:
		return outside
	}
	return crosses
}

func (d disc) size() float64  { return math.Pi * d.radius * d.radius }
func (d disc) reach() float64 { return d.radius }

// strip is everything within a distance of a line.
type strip struct {
	line   []vec
	edges  *edgeIndex
	buffer float64
}

func newStrip(line []vec, buffer float64) *strip {
	e := &edgeIndex{}
	piece := max(leastPiece, 4*buffer)
	for i := 1; i < len(line); i++ {
		// Boxes around long slanting lines hold nearly everything and sort nothing out.
		a, b := line[i-1], line[i]
		n := math.Ceil(a.distance(b) / piece)
		for k := 0.0; k < n; k++ {
			e.add(a.along(b, k/n), a.along(b, (k+1)/n))
		}
	}
	e.build()
	return &strip{line, e, buffer}
}

// leastPiece is the length in metres that lines are cut into at most, to be found by.
const leastPiece = 200

func (s *strip) relate(p vec, radius float64) relation {
	d := s.edges.distance(p, s.buffer+radius, s.buffer-radius)
	switch {
	case d+radius <= s.buffer:
		return inside
	case d-radius > s.buffer || radius == 0:
		return outside
	}
	return crosses
}

func (s *strip) size() float64 {
	return s.length()*2*s.buffer + math.Pi*s.buffer*s.buffer
}

func (s *strip) length() float64 {
	var sum float64
	for i := 1; i < len(s.line); i++ {
		sum += s.line[i].distance(s.line[i-1])
	}
	return sum
}

func (s *strip) reach() float64 {
	var r float64
	for _, p := range s.line {
		r = max(r, math.Hypot(p.x, p.y))
	}
	return r + s.buffer
}

// rings is an area bounded by rings, none closed; what lies in an odd number of them is inside.
type rings struct {
	rings [][]vec
	edges *edgeIndex
	area  float64
}

func newRings(list [][]vec, area float64) *rings {
	e := &edgeIndex{}
	for _, ring := range list {
		for i, p := range ring {
			e.add(p, ring[(i+1)%len(ring)])
		}
	}
	e.build()
	return &rings{list, e, area}
}

func (r *rings) relate(p vec, radius float64) relation {
	if radius > 0 && r.edges.distance(p, radius, radius) <= radius {
		return crosses
	}
	if r.edges.odd(p) {
		return inside
	}
	return outside
}

func (r *rings) size() float64 { return r.area }

func (r *rings) reach() float64 {
	var d float64
	for _, ring := range r.rings {
		for _, p := range ring {
			d = max(d, math.Hypot(p.x, p.y))
		}
	}
	return d
}

// ringArea returns the area of a ring in square metres, positive when counter-clockwise.
func ringArea(ring []vec) float64 {
	var sum float64
	for i, p := range ring {
		sum += cross(p, ring[(i+1)%len(ring)])
	}
	return sum / 2
}

// edgeIndex finds edges on the plane. It keeps them in an R-tree, whose boxes are in centimetres
// here: ±200 km are 2·10⁷.
type edgeIndex struct {
	from, to []vec
	tree     *geo.RTree
	east     float64 // greatest x of all edges
}

func (e *edgeIndex) add(a, b vec) {
	e.from, e.to = append(e.from, a), append(e.to, b)
	e.east = max(e.east, a.x, b.x)
}

func (e *edgeIndex) build() {
	boxes := make([]geo.Box, len(e.from))
	for i := range e.from {
		boxes[i] = planeBox(e.from[i], e.to[i], 0)
	}
	e.tree = geo.BuildRTree(boxes)
}

// planeBox returns a box around two positions, grown by a margin in metres.
func planeBox(a, b vec, margin float64) geo.Box {
	low := func(v float64) int32 { return int32(math.Floor(max(-2e7, (v-margin))*100)) - 1 }
	high := func(v float64) int32 { return int32(math.Ceil(min(2e7, (v+margin))*100)) + 1 }
	return geo.Box{
		MinLon: low(min(a.x, b.x)), MinLat: low(min(a.y, b.y)),
		MaxLon: high(max(a.x, b.x)), MaxLat: high(max(a.y, b.y)),
	}
}

// distance returns the distance from p to the nearest edge, or +Inf when it is beyond limit. Any edge
// within enough will do; to look for the nearest in any case, enough is 0 or less.
func (e *edgeIndex) distance(p vec, limit, enough float64) float64 {
	best := limit * limit
	stop := max(0, enough) * max(0, enough)
	found := false
	e.tree.Search(planeBox(p, p, limit), func(i uint32) bool {
		if d := segmentDistance2(p, e.from[i], e.to[i]); d <= best {
			best, found = d, true
		}
		return best > stop || !found
	})
	if !found {
		return math.Inf(1)
	}
	return math.Sqrt(best)
}

// odd tells whether a ray from p to the east crosses an odd number of edges.
func (e *edgeIndex) odd(p vec) bool {
	odd := false
	e.tree.Search(planeBox(p, vec{max(p.x, e.east), p.y}, 0), func(i uint32) bool {
		a, b := e.from[i], e.to[i]
		if (a.y > p.y) != (b.y > p.y) && p.x < a.x+(p.y-a.y)/(b.y-a.y)*(b.x-a.x) {
			odd = !odd
		}
		return true
	})
	return odd
}

// segmentDistance2 returns the squared distance from p to the segment ab.
func segmentDistance2(p, a, b vec) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	px, py := p.x-a.x, p.y-a.y
	t := 0.0
	if l2 := dx*dx + dy*dy; l2 > 0 {
		t = max(0, min(1, (px*dx+py*dy)/l2))
	}
	ex, ey := px-t*dx, py-t*dy
	return ex*ex + ey*ey
}
