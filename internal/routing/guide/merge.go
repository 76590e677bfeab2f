package guide

import (
	"math"

	"github.com/footstepd/footstepd/internal/routing"
)

// Distances in metres within which two manoeuvres are one to a traveller.
const (
	togetherMetres = 30 // one junction of wide roads
	carriageMetres = 60 // from one carriageway over to the other
	staggerMetres  = 4  // a crossing whose arms do not quite meet
)

// merge joins manoeuvres that follow each other so closely that a traveller sees one.
func (p *Path) merge(list []manoeuvre) []manoeuvre {
	out := list[:1]
	for _, b := range list[1:] {
		a := &out[len(out)-1]
		if len(out) == 1 || !joins(a.kind) || !joins(b.kind) || a.note >= pushBicycle || b.note >= pushBicycle {
			out = append(out, b)
			continue
		}
		before := p.street(a.road - 1)
		joined, keep, ok := p.join(before, *a, b)
		switch {
		case !ok:
			out = append(out, b)
		case keep:
			*a = joined
		default:
			out = out[:len(out)-1]
		}
	}
	return out
}

// joins tells whether a manoeuvre is of a kind that can be part of another.
func joins(kind routing.StepType) bool {
	switch kind {
	case routing.Becomes, routing.Continue, routing.SlightLeft, routing.Left, routing.SharpLeft,
		routing.SlightRight, routing.Right, routing.SharpRight, routing.UturnLeft, routing.UturnRight:
		return true
	}
	return false
}

// ahead tells whether a manoeuvre is no turn.
func ahead(kind routing.StepType) bool { return kind == routing.Becomes || kind == routing.Continue }

// join makes one manoeuvre of two on a path that came along a street; keep is false when nothing is left to tell.
func (p *Path) join(before street, a, b manoeuvre) (joined manoeuvre, keep, ok bool) {
	gap := p.metres(a.road, b.road)
	total := a.angle + b.angle
	joined = a
	joined.angle, joined.name = total, b.name
	switch {
	case gap > carriageMetres:
		return a, true, false
	case !ahead(a.kind) && !ahead(b.kind) && a.angle > 0 == (b.angle > 0) && math.Abs(total) > 150 &&
		p.crossover(a.road, b.road) && before.continues(b.name):
		joined.kind, joined.note = side(p.LeftHand, routing.UturnLeft, routing.UturnRight), sameStreet
		if a.angle < 0 {
			joined.kind = routing.UturnLeft
		} else {
			joined.kind = routing.UturnRight
		}
		return joined, true, true
	case gap > togetherMetres:
		return a, true, false
	case ahead(a.kind) && ahead(b.kind):
		joined.kind = routing.Becomes
		return joined, !before.continues(b.name), true
	case ahead(a.kind):
		b.road, b.angle = a.road, total
		return b, true, true
	case ahead(b.kind):
		joined.kind = a.kind
		return joined, true, true
	case gap <= staggerMetres && math.Abs(total) <= straightDegrees:
		joined.kind = routing.Becomes
		return joined, !before.continues(b.name), true
	}
	return a, true, false
}

// crossover tells whether the roads between two manoeuvres lead from one carriageway to the other.
func (p *Path) crossover(from, to int) bool {
	return p.Roads[from-1].OneWay && p.Roads[to].OneWay
}

// metres is the length of the roads from one number up to another.
func (p *Path) metres(from, to int) float64 {
	sum := 0.0
	for i := from; i < to; i++ {
		sum += p.Roads[i].Length
	}
	return sum
}
