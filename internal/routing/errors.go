package routing

import (
	"fmt"

	"github.com/paulmach/orb"
)

// UnroutableError says that a stop is not near the network of the mode.
type UnroutableError struct {
	Mode    Mode
	Index   int // of the stop
	Point   orb.Point
	Nearest *Snap // the nearest place on the network, nil when there is none at all
}

func (e *UnroutableError) Error() string {
	return fmt.Sprintf("routing: stop %d is not near the %s network", e.Index, e.Mode)
}

// NoRouteError says that two stops are not connected.
type NoRouteError struct {
	Mode             Mode
	From, To         int // indexes of the stops
	Origin, Terminus orb.Point
}

func (e *NoRouteError) Error() string {
	return fmt.Sprintf("routing: no %s route from stop %d to stop %d", e.Mode, e.From, e.To)
}

// OptionError says that a request is not one that the engine can answer.
type OptionError struct {
	Field   string // name of the option on the wire
	Problem string
}

func (e *OptionError) Error() string { return "routing: " + e.Field + " " + e.Problem }
