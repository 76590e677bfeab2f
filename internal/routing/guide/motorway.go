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
		return v.ontoRamp(inFast && !v.atGrade()), true
	case v.atGrade():
		return "", false
	case outFast && (inFast || inRamp):
		return v.ontoFast(), true
	case outRamp:
		return v.alongRamp(), true
	}
	// Off a ramp onto another road, or between fast roads and others without one.
	return "", false
}

// Bounds for roads that cross a motorway or trunk road at its own level, in degrees from straight ahead.
const (
	leavesAtGrade = 60  // no way bends that much where ways only part
	entersAtGrade = 135 // and none comes in from so far ahead where ways only merge
)

// atGrade tells whether roads like motorways meet others, or each other, at a crossing: somebody can turn there, as
// nobody does where ways part and merge.
func (v *view) atGrade() bool {
	if bend(v.angle) > leavesAtGrade {
		return true
	}
	for i := range v.others {
		o := &v.others[i]
		switch a := bend(o.angle); {
		case o.Travel != "" && o.Travel != v.out.Travel:
		case o.Enterable && a > leavesAtGrade, !o.Enterable && o.Oneway && a < entersAtGrade:
			return true
		}
	}
	return false
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
		if fast(v.in.Class) && !v.splits() && v.obvious() {
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

// splits tells whether a motorway parts into two. Who stays on it needs the right lane as much as who does not.
func (v *view) splits() bool {
	if v.out.Class != "motorway" {
		return false
	}
	for i := range v.others {
		if o := &v.others[i]; v.open(o) && o.Class == "motorway" && bend(turn(v.angle, o.angle)) <= narrow {
			return true
		}
	}
	return false
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
