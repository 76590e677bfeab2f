package profile

// Factors on the time for choosing a road, after the reduced rates of OSRM's car profile.
const (
	servicePenalty     = 2    // alleys, aisles, driveways
	narrowPenalty      = 2    // one lane for both directions, or at most 3 m wide
	alternatingPenalty = 2.5  // waits at the signals of a stretch with one lane
	sideRoadPenalty    = 1.25 // carriageways beside the main one
	yieldPenalty       = 1.25 // where oncoming traffic has priority in a narrowing
	unmarkedPenalty    = 1.25 // two-way without lane markings
)

// penalise sets the penalties of a motor vehicle. Several do not multiply: the greatest counts.
func (f *facts) penalise(w *Way, flow oneway) {
	penalty := 1.0
	if f.service != "" {
		switch f.service {
		case "alley", "parking", "parking_aisle", "driveway", "drive-through", "drive-thru":
			penalty = max(penalty, servicePenalty)
		}
	}
	bothWays := w.Forward.Access != No && w.Backward.Access != No
	if bothWays {
		if laneCount(f.lanes) == 1 {
			penalty = max(penalty, narrowPenalty)
		}
		if f.laneMarkings == "no" {
			penalty = max(penalty, unmarkedPenalty)
		}
	}
	if width, ok := metres(f.width); ok && width <= 3 {
		penalty = max(penalty, narrowPenalty)
	}
	if flow == alternating {
		penalty = max(penalty, alternatingPenalty)
	}
	if f.sideRoad == "yes" || f.sideRoad == "rotary" {
		penalty = max(penalty, sideRoadPenalty)
	}
	forward, backward := penalty, penalty
	switch f.priority {
	case "forward":
		backward = max(backward, yieldPenalty)
	case "backward":
		forward = max(forward, yieldPenalty)
	}
	if w.Forward.Access != No {
		w.Forward.Penalty = forward
	}
	if w.Backward.Access != No {
		w.Backward.Penalty = backward
	}
}
