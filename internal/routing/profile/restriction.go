package profile

import (
	"strings"

	"github.com/paulmach/osm"
)

// Restriction is the kind of a turn restriction.
type Restriction uint8

// The kinds of turn restrictions.
const (
	Unrestricted    Restriction = iota // no restriction, or none for the mode
	Prohibited                         // the turn must not be made: no_left_turn, no_u_turn …
	Mandatory                          // no other turn may be made: only_straight_on …
	ProhibitedEntry                    // no_entry: as Prohibited, with one or several members "from"
	ProhibitedExit                     // no_exit: as Prohibited, with one or several members "to"
)

// restriction reads a restriction relation for a mode: the value under the mode's own keys wins
// over the general one, the list under except frees vehicles from the general one alone.
// Conditional restrictions hold at times only and are not active here.
func restriction(tags osm.Tags, vehicles []string) Restriction {
	general, except := "", ""
	specific, rank := "", len(vehicles)
	for i := range tags {
		key, v := tags[i].Key, tags[i].Value
		switch key {
		case "restriction":
			general = v
		case "except":
			except = v
		case "type":
			// An older spelling names the vehicle in the type.
			if vehicle, ok := strings.CutPrefix(v, "restriction:"); ok && indexOf(vehicles, vehicle) < 0 {
				return Unrestricted
			}
		default:
			if vehicle, ok := strings.CutPrefix(key, "restriction:"); ok {
				if r := indexOf(vehicles[:rank], vehicle); r >= 0 {
					specific, rank = v, r
				}
			}
		}
	}
	if rank < len(vehicles) {
		return restrictionKind(specific)
	}
	for part := range parts(except) {
		if indexOf(vehicles, part) >= 0 {
			return Unrestricted
		}
	}
	return restrictionKind(general)
}

// restrictionKind reads the value of a restriction key. Which turn is meant follows from the
// members, so the word for its direction does not matter. Bans that hold at a red light alone are none.
func restrictionKind(value string) Restriction {
	switch {
	case strings.HasSuffix(value, "_on_red"):
		return Unrestricted
	case value == "no_entry":
		return ProhibitedEntry
	case value == "no_exit":
		return ProhibitedExit
	case strings.HasPrefix(value, "no_"):
		return Prohibited
	case strings.HasPrefix(value, "only_"):
		return Mandatory
	}
	return Unrestricted
}

func indexOf(list []string, s string) int {
	for i, v := range list {
		if v == s {
			return i
		}
	}
	return -1
}
