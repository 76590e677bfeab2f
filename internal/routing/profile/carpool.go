package profile

import "strings"

// carpools makes restricted the directions of a way all lanes of which are for cars with several people in
// them. How many there are in the car is not known, so no trip leads over such a way from other roads to
// other roads; one that begins on it does so for a reason, and may stay.
func (f *facts) carpools(w *Way, flow oneway) {
	all := f.hov == "designated"
	if w.Forward.Access == Open && (all || carpoolLanes(f.hovLanesForward) || flow == forwardOnly && carpoolLanes(f.hovLanes)) {
		w.Forward.Access = Restricted
	}
	if w.Backward.Access == Open && (all || carpoolLanes(f.hovLanesBackward) || flow == backwardOnly && carpoolLanes(f.hovLanes)) {
		w.Backward.Access = Restricted
	}
}

// carpoolLanes tells whether every lane of a hov:lanes value is for car pools.
func carpoolLanes(lanes string) bool {
	if lanes == "" {
		return false
	}
	for lane := range strings.SplitSeq(lanes, "|") {
		if lane != "designated" {
			return false
		}
	}
	return true
}
