package guide

import (
	"math"

	"github.com/footstepd/footstepd/internal/routing"
)

// turn returns the angle from one bearing to another, in (-180, 180], positive to the right.
func turn(from, to float64) float64 {
	a := math.Mod(to-from, 360)
	switch {
	case a > 180:
		a -= 360
	case a <= -180:
		a += 360
	}
	return a
}

// The bounds of the named directions, in degrees from straight ahead.
const (
	straightDegrees = 20
	slightDegrees   = 45
	plainDegrees    = 125
	sharpDegrees    = 172
)

// turnType names a turn by its angle. A turn back onto the other side of the road crosses the
// oncoming traffic.
func turnType(angle float64, leftHand bool) routing.StepType {
	right, a := angle > 0, math.Abs(angle)
	switch {
	case a <= straightDegrees:
		return routing.Continue
	case a <= slightDegrees:
		return side(right, routing.SlightLeft, routing.SlightRight)
	case a <= plainDegrees:
		return side(right, routing.Left, routing.Right)
	case a <= sharpDegrees:
		return side(right, routing.SharpLeft, routing.SharpRight)
	}
	return side(leftHand, routing.UturnLeft, routing.UturnRight)
}

func side(right bool, l, r routing.StepType) routing.StepType {
	if right {
		return r
	}
	return l
}
