package guide

import "github.com/footstepd/footstepd/internal/routing"

// widest is how far the branches of a fork lie from straight ahead at most, in degrees.
const widest = 50

// fork tells where a road splits into two or three alike ones ahead, and on which side to stay.
func (v *view) fork() (routing.StepType, bool) {
	if bend(v.angle) > widest {
		return "", false
	}
	var alike []option
	for _, o := range v.ways() {
		if bend(o.angle) > widest || v.lesser(o) {
			continue
		}
		d := rank(o.Class) - rank(v.out.Class)
		if d < -2 || d > 2 || o.Link != v.out.Link || v.ahead(v.angle, v.outName, o) || v.ahead(o.angle, o.street, option{angle: v.angle, street: v.outName}) {
			return "", false
		}
		alike = append(alike, o)
	}
	if len(alike) == 0 || len(alike) > 2 {
		return "", false
	}
	right, beside := v.sideOf(alike)
	if !beside {
		return routing.StayStraight, true
	}
	return side(right, routing.StayLeft, routing.StayRight), true
}

// ahead tells whether one of two ways is the street that goes on while the other turns off it.
func (v *view) ahead(angle float64, s street, other option) bool {
	return bend(angle) <= straightDegrees && bend(other.angle) > nearlyAhead && v.inName.same(s) && !v.inName.same(other.street)
}
