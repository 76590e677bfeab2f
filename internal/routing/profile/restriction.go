package profile

import (
	"strings"

	"github.com/paulmach/osm"
)

// Restriction is the kind of a turn restriction.
type Restriction uint8

// The kinds of turn restrictions.
const (
	Unrestricted Restriction = iota // no restriction, or none for the mode
	Prohibited                      // the turn must not be made: no_left_turn, no_u_turn, no_entry …
	Mandatory                       // no other turn may be made: only_straight_on …
)

// restriction reads a restriction relation for a mode: the value under the mode's own keys wins
// over the general one, the list under except frees vehicles from the general one alone.
// Conditional restrictions hold at times only and are not active here.
func restriction(tags osm.Tags, vehicles []string) Restriction {
	general, best, rank := "", "", len(vehicles)
	except := ""
	for _, t := range tags {
		switch {
		case t.Key == "restriction":
			general = t.Value
		case t.Key == "except":
			except = t.Value
		case strings.HasPrefix(t.Key, "restriction:"):
			if i := indexOf(vehicles, t.Key[len("restriction:"):]); i >= 0 && i < rank {
				best, rank = t.Value, i
			}
		case t.Key == "type" && strings.HasPrefix(t.Value, "restriction:"):
			// An older spelling: the vehicle in the type, its value under "restriction".
			if indexOf(vehicles, t.Value[len("restriction:"):]) < 0 {
				return Unrestricted
			}
		}
	}
	if rank < len(vehicles) {
		return restrictionKind(best)
	}
	if listed(except, vehicles) {
		return Unrestricted
	}
	return restrictionKind(general)
}

func restrictionKind(value string) Restriction {
	switch value {
	case "no_left_turn", "no_right_turn", "no_straight_on", "no_u_turn", "no_entry", "no_exit":
		return Prohibited
	case "only_left_turn", "only_right_turn", "only_straight_on", "only_u_turn":
		return Mandatory
	}
	return Unrestricted
}

// listed tells whether a semicolon list names any of the vehicles.
func listed(list string, vehicles []string) bool {
	for part := range parts(list) {
		if indexOf(vehicles, part) >= 0 {
			return true
		}
	}
	return false
}

func indexOf(list []string, s string) int {
	for i, v := range list {
		if v == s {
			return i
		}
	}
	return -1
}
