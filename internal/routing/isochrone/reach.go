package isochrone

import (
	"math"

	"github.com/paulmach/orb"
)

// Reached is one road of the network as a search left it. Costs (seconds or metres) are those of the
// search; a cost of +Inf means that the end was not reached from outside the road. Along the road
// the cost at a spot is the least of FromCost plus the cost of travel from the start and, where the
// road can be travelled backwards, ToCost plus the cost from the end.
//
// A two-way road is given once, with both costs. The road of the origin is given as two: from the
// origin to its end with a FromCost of 0, and from its start to the origin with a ToCost of 0. For
// an isochrone towards the origin, costs are those of travel to it, and Forward and Backward are
// exchanged. Parts beyond the largest limit may be given; they are cut off.
type Reached struct {
	Shape            orb.LineString // at least two points
	FromCost, ToCost float64        // at the first and last point
	Forward          float64        // cost of travelling the whole road forwards, +Inf when not allowed
	Backward         float64        // likewise backwards
}

// valid tells whether the road can be drawn at all.
func (r *Reached) valid() bool {
	if len(r.Shape) < 2 || !cost(r.FromCost) || !cost(r.ToCost) || !cost(r.Forward) || !cost(r.Backward) {
		return false
	}
	for _, p := range r.Shape {
		// Negated, so that NaN fails as well.
		if !(math.Abs(p[0]) <= 360 && math.Abs(p[1]) <= 90) {
			return false
		}
	}
	return true
}

// cost tells whether c is a cost: not negative, and not NaN.
func cost(c float64) bool { return c >= 0 }

// worst returns a cost that no spot of the road exceeds, +Inf when parts of it are not reached.
func (r *Reached) worst() float64 { return min(r.FromCost+r.Forward, r.ToCost+r.Backward) }

// A span is a part of a road that can be reached within a limit from one of the road's ends.
// Places on a road are given by their distance from its start in metres.
type span struct {
	near, far float64 // near is the end that was reached first; it is the larger one on a span from the road's end
	cost      float64 // at near
	perMetre  float64 // cost of each metre from near towards far
}

// spans returns the parts of a road of the given length in metres that cost at most the limit, one
// from each end at most. Where both ends can reach a spot, it belongs to the cheaper one.
func (r *Reached) spans(length, limit float64) (parts [2]span, n int) {
	ahead, fromStart := reach(r.FromCost, r.Forward, length, limit)
	back, fromEnd := reach(r.ToCost, r.Backward, length, limit)
	if fromStart && fromEnd && ahead+back >= length {
		// Both fronts meet where their costs are equal.
		meet := length
		if sum := r.Forward + r.Backward; sum > 0 && !math.IsInf(sum, 1) {
			meet = length * math.Max(0, math.Min(1, (r.ToCost+r.Backward-r.FromCost)/sum))
		} else if ahead < length {
			meet = ahead
		}
		ahead, back = math.Min(ahead, meet), math.Min(back, length-meet)
	}
	if fromStart {
		parts[n] = span{0, ahead, r.FromCost, perMetre(r.Forward, length)}
		n++
	}
	if fromEnd {
		parts[n] = span{length, length - back, r.ToCost, perMetre(r.Backward, length)}
		n++
	}
	return parts, n
}

// reach returns how many metres of a road can be travelled from an end that costs atEnd, and false
// when not even the end is within the limit.
func reach(atEnd, whole, length, limit float64) (metres float64, ok bool) {
	switch {
	case atEnd > limit:
		return 0, false
	case atEnd+whole <= limit:
		return length, true
	case math.IsInf(whole, 1):
		return 0, true
	default:
		return length * (limit - atEnd) / whole, true
	}
}

func perMetre(whole, length float64) float64 {
	if length == 0 || math.IsInf(whole, 1) {
		return 0
	}
	return whole / length
}
