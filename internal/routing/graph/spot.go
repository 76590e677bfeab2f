package graph

import (
	"math"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// A Spot is a place on an edge.
type Spot struct {
	Edge   uint32
	Offset uint32 // millimetres from the edge's first node
	Point  orb.Point
	Metres float64 // from the point that was looked for
	Shut   Shut    // directions of the edge in which no trip may set out or arrive here
}

// Shut is a set of directions of an edge; the zero value holds none.
type Shut uint8

// The directions of an edge.
const (
	ShutForward Shut = 1 << iota // from its first node to its second
	ShutBackward
)

// Takes tells whether a trip may set out or arrive at the spot in the direction of an arc, which must be of
// the spot's edge.
func (s Spot) Takes(arc uint32) bool { return s.Shut&(1<<(arc&1)) == 0 }

// At returns how far along an arc the spot lies, in millimetres; the arc must be of the spot's edge.
func (s Spot) At(arc uint32, g *Graph) uint32 {
	if arc&1 == 0 {
		return s.Offset
	}
	return g.Edges[s.Edge].Length - s.Offset
}

// Nearest calls visit with spots in the order of their distance from p, one for each edge that
// accept takes, until visit returns false or maxMetres is passed. Spots at equal distance come in
// the order of their edges.
func (g *Graph) Nearest(p orb.Point, maxMetres float64, accept func(edge uint32) bool, visit func(Spot) bool) {
	ruler := geo.NewRuler(p)
	exact := func(edge uint32) float64 {
		if !accept(edge) {
			return math.Inf(1)
		}
		_, _, metres := g.project(ruler, p, edge)
		return metres
	}
	g.tree.Nearest(p, maxMetres, exact, func(edge uint32, _ float64) bool { return visit(g.spot(ruler, p, edge)) })
}

// project finds the segment of an edge nearest to p, and how far along it the nearest point lies.
func (g *Graph) project(ruler geo.Ruler, p orb.Point, edge uint32) (segment int, along, metres float64) {
	metres = math.Inf(1)
	last := g.Nodes[g.Edges[edge].From].Point()
	for i := range g.Points(edge) - 1 {
		next := g.Point(edge, i+1)
		if _, d, a := ruler.Project(p, last, next); d < metres {
			segment, along, metres = i, a, d
		}
		last = next
	}
	return segment, along, metres
}

func (g *Graph) spot(ruler geo.Ruler, p orb.Point, edge uint32) Spot {
	segment, along, metres := g.project(ruler, p, edge)
	before, total := 0.0, 0.0
	last := g.Point(edge, 0)
	s := Spot{Edge: edge, Metres: metres}
	for i := range g.Points(edge) - 1 {
		next := g.Point(edge, i+1)
		d := ruler.Distance(last, next)
		if i == segment {
			before = total + along*d
			s.Point, _, _ = ruler.Project(p, last, next)
		}
		total += d
		last = next
	}
	s.Point[0] = geo.NormalizeLon(s.Point[0])
	if total > 0 {
		s.Offset = uint32(math.Round(before / total * float64(g.Edges[edge].Length)))
	}
	return s
}

// AppendPart appends the stretch of an arc between two offsets from its tail, in millimetres, to a
// line and returns it. The first point is left out when the line already ends there.
func (g *Graph) AppendPart(line orb.LineString, arc, from, to uint32) orb.LineString {
	length := g.Edges[arc>>1].Length
	if from == 0 && to >= length {
		return g.AppendShape(line, arc)
	}
	add := func(p orb.Point) {
		if len(line) == 0 || line[len(line)-1] != p {
			line = append(line, p)
		}
	}
	n := g.Points(arc >> 1)
	at := func(i int) orb.Point {
		if arc&1 == 1 {
			i = n - 1 - i
		}
		return g.Point(arc>>1, i)
	}
	total := 0.0
	ruler := geo.NewRuler(at(0))
	for i := 1; i < n; i++ {
		total += ruler.Distance(at(i-1), at(i))
	}
	if total == 0 || length == 0 {
		add(at(0))
		add(at(n - 1))
		return line
	}
	scale := total / float64(length)
	begin, end := float64(from)*scale, float64(to)*scale
	done := 0.0
	started := false
	for i := 1; i < n; i++ {
		a, b := at(i-1), at(i)
		d := ruler.Distance(a, b)
		if !started && (done+d >= begin || i == n-1) {
			add(between(ruler, a, b, (begin-done)/d))
			started = true
		}
		if started && (done+d >= end || i == n-1) {
			add(between(ruler, a, b, (end-done)/d))
			break
		}
		if started {
			add(b)
		}
		done += d
	}
	return line
}

// between returns the point a share of the way from a to b.
func between(ruler geo.Ruler, a, b orb.Point, share float64) orb.Point {
	switch {
	case !(share > 0):
		return a
	case share >= 1:
		return b
	}
	x0, y0 := ruler.XY(a)
	x1, y1 := ruler.XY(b)
	return ruler.Point(x0+share*(x1-x0), y0+share*(y1-y0))
}
