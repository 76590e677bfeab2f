package profile

import (
	"strings"

	"github.com/paulmach/osm"
)

// contraflowBuses tells whether buses may go against a one-way road: on a lane of their own that leads
// the other way.
func (f *facts) contraflowBuses(tags osm.Tags) bool {
	if strings.HasPrefix(f.busway, "opposite") {
		return true
	}
	for i := range tags {
		v := tags[i].Value
		switch tags[i].Key {
		case "busway:left", "busway:right", "busway:both":
			if strings.HasPrefix(v, "opposite") {
				return true
			}
		case "lanes:psv:backward", "lanes:bus:backward":
			if laneCount(v) > 0 {
				return true
			}
		case "bus:lanes:backward", "psv:lanes:backward":
			if strings.Contains(v, "designated") {
				return true
			}
		}
	}
	return false
}
