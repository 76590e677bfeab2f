package guide

import (
	"strings"

	"github.com/footstepd/footstepd/internal/routing"
)

// rank orders road classes by importance, the most important lowest. A link stands just below its
// road. Unknown classes rank as streets.
func rank(class string) int {
	road, link := strings.CutSuffix(class, "_link")
	r, ok := ranks[road]
	if !ok {
		r = rankStreet
	}
	if link {
		r++
	}
	return r
}

const (
	rankStreet  = 10
	rankService = 14 // service roads and all that are less
)

var ranks = map[string]int{
	"motorway": 0, "trunk": 2, "primary": 4, "secondary": 6, "tertiary": 8, "residential": rankStreet, "unclassified": 11,
	"living_street": 12, "pedestrian": 13, "service": rankService, "track": 16, "cycleway": 17, "busway": 17,
	"footway": 18, "path": 18, "bridleway": 18, "steps": 18, "corridor": 18, "elevator": 18, "platform": 18, "pier": 18,
}

// fast tells whether a road is like a motorway, off which ways lead as exits.
func fast(class string) bool { return class == "motorway" || class == "trunk" }

// ramp tells whether a road leads to or from one like a motorway.
func ramp(class string) bool { return class == "motorway_link" || class == "trunk_link" }

func (r *Road) ferry() bool { return r.Class == "ferry" || r.Travel == routing.TakeBoat }
