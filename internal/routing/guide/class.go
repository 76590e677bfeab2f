package guide

import (
	"strings"

	"github.com/footstepd/footstepd/internal/routing"
)

// rank orders road classes by importance, the most important lowest. A link stands just below its
// road. Unknown classes rank as streets.
func rank(class string) int {
	switch class { // asked for many times a path
	case "motorway":
		return 0
	case "motorway_link":
		return 1
	case "trunk":
		return 2
	case "trunk_link":
		return 3
	case "primary":
		return 4
	case "primary_link":
		return 5
	case "secondary":
		return 6
	case "secondary_link":
		return 7
	case "tertiary":
		return 8
	case "tertiary_link":
		return 9
	case "residential":
		return rankStreet
	case "unclassified":
		return 11
	case "living_street":
		return 12
	case "pedestrian":
		return 13
	case "service":
		return rankService
	case "track":
		return 16
	case "cycleway", "busway":
		return 17
	case "footway", "path", "bridleway", "steps", "corridor", "elevator", "platform", "pier":
		return 18
	}
	if road, link := strings.CutSuffix(class, "_link"); link {
		return rank(road) + 1
	}
	return rankStreet
}

const (
	rankStreet  = 10
	rankService = 14 // service roads and all that are less
)

// fast tells whether a road is like a motorway, off which ways lead as exits.
func fast(class string) bool { return class == "motorway" || class == "trunk" }

// ramp tells whether a road leads to or from one like a motorway.
func ramp(class string) bool { return class == "motorway_link" || class == "trunk_link" }

func (r *Road) ferry() bool { return r.Class == "ferry" || r.Travel == routing.TakeBoat }
