// Package profile turns OpenStreetMap tags into what routing needs: who may use a road in which
// direction, how fast, what a barrier means and what a turn costs. It is pure: tags in, values out.
package profile

import (
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/osm"
)

// Access tells whether a mode may use something.
type Access uint8

// The kinds of access, from the least to the most.
const (
	No         Access = iota // never
	Restricted               // as the first or last stretch of a trip only: private, destination, customers, delivery …
	Open                     // always
)

// Direction is the use of a way in one direction by one mode.
type Direction struct {
	Access   Access
	SpeedKPH float64            // of travel, > 0 where Access is not No; for ferries see Way.Speed
	Penalty  float64            // factor on time for choosing (not for reporting), ≥ 1: roads that are legal but unpleasant
	Travel   routing.TravelMode // how this stretch is travelled: a bicycle can be pushed
	Traffic  bool               // shared with motor traffic; told to bicycles alone
	Limits   Limits             // of the vehicle's size and load, where the mode has a vehicle
}

// Way is the use of a way by one mode.
type Way struct {
	Forward, Backward Direction
	// DurationSeconds is the tagged time for the whole way, ferries mostly; 0 when there is none.
	// It replaces the speed and is spread over the way by length; see Speed.
	DurationSeconds float64
	Traits          Traits

	byLength bool // a ferry whose speed depends on the length of the way
}

// Usable tells whether the mode may use the way in any direction.
func (w Way) Usable() bool { return w.Forward.Access != No || w.Backward.Access != No }

// Barrier is what a node means for one mode.
type Barrier struct {
	Access  Access
	Seconds float64 // lost at it, such as for opening a gate
}

// Context is what rules depend on beside the tags.
type Context struct {
	LeftHand   bool // traffic keeps left
	OpenTrunks bool // trunk roads are open to those who walk and ride bicycles, see OpenTrunks
}

// For returns the profile of a mode, false for a mode that has none.
func For(mode routing.Mode) (Profile, bool) {
	switch mode {
	case routing.Auto:
		return car, true
	case routing.Truck:
		return truck, true
	case routing.Bus:
		return bus, true
	case routing.Bicycle:
		return bicycle{}, true
	case routing.Pedestrian:
		return foot{}, true
	}
	return nil, false
}

// A Profile holds the rules of one mode. Profiles have no state and are safe for concurrent use.
type Profile interface {
	Mode() routing.Mode
	// Way applies the rules to a way.
	Way(tags osm.Tags, c Context) Way
	// Node applies the rules to a node.
	Node(tags osm.Tags) Barrier
	// RestrictionApplies tells whether a turn restriction relation with these tags binds the mode.
	RestrictionApplies(tags osm.Tags) bool
	// Restriction tells what kind of turn restriction the relation is to the mode; it is
	// Unrestricted exactly when RestrictionApplies is false.
	Restriction(tags osm.Tags) Restriction
	// Afoot tells whether the restriction binds those who ride alone, so that who gets off may make the turn.
	Afoot(tags osm.Tags) bool
	// Timed returns the turn restrictions that the relation is at times only.
	Timed(tags osm.Tags) []TimedRestriction
	// Turn returns the seconds that a turn takes beside the time on the roads, never negative.
	Turn(t Turn) float64
	// ModeChange returns the seconds lost when the way of travelling changes: getting off a
	// bicycle, boarding a ferry.
	ModeChange(from, to routing.TravelMode) float64
}
