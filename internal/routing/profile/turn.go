package profile

import (
	"math"

	"github.com/footstepd/footstepd/internal/routing"
)

// A Turn is the passage from one road to the next over a node.
type Turn struct {
	// Angle in degrees from straight ahead, −180 to 180, positive to the right.
	Angle float64
	// UTurn tells that the turn leads back onto the road it came from.
	UTurn bool
	// Junction tells that more than two roads meet at the node; a bend that is no junction costs nothing.
	Junction bool
	LeftHand bool // traffic keeps left
	// Control is what stops the traffic that makes this turn.
	Control Control
}

// Control is a device at a node that makes traffic wait.
type Control uint8

// The devices. The numbers are part of the region file: add at the end, never reorder.
const (
	NoControl Control = iota
	Signals
	Stop
	GiveWay
)

// wait holds the mean seconds lost at each device.
type wait [4]float64

func (w wait) at(c Control) float64 {
	if int(c) >= len(w) {
		return 0
	}
	return w[c]
}

// Costs of turns for motor vehicles, after OSRM's car profile: a sigmoid of the angle fitted to
// measured drives, dearer across the oncoming traffic than along the kerb.
const (
	motorTurnSeconds  = 7.5
	motorTurnBias     = 1.075
	motorUTurnSeconds = 20
)

// motorTurn returns the seconds that the angle of a turn costs a motor vehicle.
func motorTurn(t Turn) float64 {
	if !t.Junction && !t.UTurn {
		return 0
	}
	bias := motorTurnBias
	angle := t.Angle
	if t.LeftHand {
		angle = -angle // what follows speaks of right-hand traffic
	}
	if angle < 0 {
		angle, bias = -angle, 1/bias
	}
	seconds := motorTurnSeconds / (1 + math.Exp(6.5*bias-13/bias*angle/180))
	if t.UTurn {
		seconds += motorUTurnSeconds
	}
	return seconds
}

// Costs of turns for bicycles, after OSRM's bicycle profile: the square of the angle, for which
// a rider slows down, dearer across the oncoming traffic.
const (
	bicycleTurnSeconds  = 6 // at 90°
	bicycleTurnBias     = 1.4
	bicycleUTurnSeconds = 20
)

// bicycleTurn returns the seconds that the angle of a turn costs a bicycle.
func bicycleTurn(t Turn) float64 {
	if !t.Junction && !t.UTurn {
		return 0
	}
	angle := t.Angle
	if t.LeftHand {
		angle = -angle
	}
	share := angle / 90
	seconds := share * share * bicycleTurnSeconds
	if angle >= 0 {
		seconds /= bicycleTurnBias
	} else {
		seconds *= bicycleTurnBias
	}
	if t.UTurn {
		seconds += bicycleUTurnSeconds
	}
	return seconds
}

// boardingSeconds is lost when a ferry or a train is boarded; leaving it costs nothing.
// Timetables are not known, so this stands for the queue and the ramp alone, not for the wait.
const boardingSeconds = 60

func modeChange(from, to routing.TravelMode) float64 {
	if to == routing.TakeBoat && from != routing.TakeBoat {
		return boardingSeconds
	}
	return 0
}
