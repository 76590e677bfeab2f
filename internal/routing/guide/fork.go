package guide

import "github.com/footstepd/footstepd/internal/routing"

// widest is how far the branches of a fork lie from straight ahead at most, in degrees.
const widest = 50

// fork tells where a road splits into two or three alike ones ahead, of which none is more its continuation
// than another, and on which side to stay.
func (v *view) fork() (routing.StepType, bool) {
	if bend(v.angle) > widest {
		return "", false
	}
	var alike sides
	for i := range v.others {
		o := &v.others[i]
		if !v.open(o) || bend(o.angle) > widest || v.lesser(o, bend(v.angle)) {
			continue
		}
		d := rank(o.Class) - rank(v.out.Class)
		if d < -2 || d > 2 || o.Link != v.out.Link || v.inName.same(o.street) != v.inName.same(v.outName) {
			return "", false
		}
		alike.add(v, o)
	}
	if alike.none() || alike.left+alike.right > 2 {
		return "", false
	}
	right, beside := alike.of()
	if !beside {
		return routing.StayStraight, true
	}
	return side(right, routing.StayLeft, routing.StayRight), true
}
