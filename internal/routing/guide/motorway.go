package guide

import "github.com/footstepd/footstepd/internal/routing"

// motorway returns the kind of a manoeuvre between roads like motorways and their ramps; "" says
// that there is nothing to tell. The second result is false at other junctions.
func (v *view) motorway() (routing.StepType, bool) {
	inFast, outFast, inRamp, outRamp := fast(v.in.Class), fast(v.out.Class), ramp(v.in.Class), ramp(v.out.Class)
	switch {
	case !inFast && !outFast && !inRamp && !outRamp:
		return "", false
	case outRamp && !inRamp:
		return v.ontoRamp(inFast), true
	case outFast && (inFast || inRamp):
		return v.ontoFast(), true
	case outRamp:
		return v.alongRamp(), true
	}
	// Off a ramp onto another road, or between fast roads and others without one.
	return "", false
}

// ontoRamp is the kind where a ramp begins.
func (v *view) ontoRamp(off bool) routing.StepType {
	ways := v.ways()
	if ways.none() {
		if bend(v.angle) > narrow {
			return side(v.angle > 0, routing.RampLeft, routing.RampRight)
		}
		return v.news()
	}
	right, beside := ways.of()
	switch {
	case off && beside:
		return side(right, routing.ExitLeft, routing.ExitRight)
	case !beside && bend(v.angle) <= straightDegrees:
		return routing.RampStraight
	case !beside:
		right = v.angle > 0
	}
	return side(right, routing.RampLeft, routing.RampRight)
}

// ontoFast is the kind where a fast road begins or goes on.
func (v *view) ontoFast() routing.StepType {
	if ways := v.mainWays(); !ways.none() {
		if v.obvious() && fast(v.in.Class) {
			return v.news()
		}
		right, beside := ways.of()
		if !beside {
			return routing.StayStraight
		}
		return side(right, routing.StayLeft, routing.StayRight)
	}
	for i := range v.others {
		o := &v.others[i]
		if o.Enterable || !o.Oneway || !fast(o.Class) || fast(v.in.Class) && v.inName.same(v.outName) {
			continue
		}
		// Traffic comes in from another fast road behind: the ways merge, towards its side.
		if bend(o.angle) > 180-dead/2 {
			return routing.Merge
		}
		return side(o.angle > 0, routing.MergeLeft, routing.MergeRight)
	}
	return v.news()
}

// alongRamp is the kind where a ramp goes on as one.
func (v *view) alongRamp() routing.StepType {
	ways := v.ways()
	if ways.none() {
		return v.news()
	}
	right, beside := ways.of()
	if !beside {
		return routing.StayStraight
	}
	return side(right, routing.StayLeft, routing.StayRight)
}

// mainWays are the other ways that are no ramps and no less than the one taken.
func (v *view) mainWays() (out sides) {
	for i := range v.others {
		if o := &v.others[i]; v.open(o) && fast(o.Class) {
			out.add(v, o)
		}
	}
	return out
}

// news is becomes where the street changes, and nothing where it does not. Roads like motorways are
// known by their numbers, whatever they are called.
func (v *view) news() routing.StepType {
	if !v.outName.known() || v.inName.same(v.outName) ||
		fast(v.in.Class) && fast(v.out.Class) && v.inName.sharesNumber(v.outName) {
		return ""
	}
	return routing.Becomes
}
