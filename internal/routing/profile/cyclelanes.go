package profile

// lanes tells in which directions of a way a lane or track for bicycles runs.
type lanes struct{ forward, backward bool }

// cycleLanes reads the cycleway tags of a way whose general traffic flows as given.
func (f *facts) cycleLanes(flow oneway, c Context) lanes {
	var l lanes
	// A lane follows the traffic on its side of the road.
	forwardSide, forwardOneway := f.cyclewayRight, f.cyclewayRightOneway
	backwardSide, backwardOneway := f.cyclewayLeft, f.cyclewayLeftOneway
	if c.LeftHand {
		forwardSide, backwardSide = backwardSide, forwardSide
		forwardOneway, backwardOneway = backwardOneway, forwardOneway
	}
	forward, backward := flow != backwardOnly, flow != forwardOnly
	for _, lane := range [...]struct {
		value, oneway     string
		forward, backward bool // where the lane leads unless its own tags say otherwise
	}{
		{f.cycleway, f.cyclewayOneway, forward, backward},
		{f.cyclewayBoth, f.cyclewayBothOneway, forward, backward},
		{forwardSide, forwardOneway, forward, backward && !forward},
		{backwardSide, backwardOneway, forward && !backward, backward},
	} {
		switch lane.value {
		case "track", "lane", "share_busway", "shared_lane", "sharrow", "shared", "yes":
			switch {
			case saysTwoWay(lane.oneway):
				lane.forward, lane.backward = true, true
			case directionOf(lane.oneway) == forwardOnly:
				lane.forward, lane.backward = true, false
			case directionOf(lane.oneway) == backwardOnly:
				lane.forward, lane.backward = false, true
			}
		case "opposite", "opposite_lane", "opposite_track", "opposite_share_busway":
			lane.forward, lane.backward = true, true
		default:
			continue
		}
		l.forward = l.forward || lane.forward
		l.backward = l.backward || lane.backward
	}
	return l
}
