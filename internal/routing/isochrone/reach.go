// Package isochrone turns the reached parts of a network into areas: it paints the cost of reaching
// each spot on a metric grid and draws contours with holes through it. It knows nothing of graphs.
package isochrone

import "github.com/paulmach/orb"

// Reached is one road of the network as a search left it. Costs (seconds or metres) are those of the
// search; a cost of +Inf means that the end was not reached from outside the road. Along the road
// the cost at a spot is the least of FromCost plus the cost of travel from the start and, where the
// road can be travelled backwards, ToCost plus the cost from the end.
type Reached struct {
	Shape            orb.LineString // at least two points
	FromCost, ToCost float64        // at the first and last point
	Forward          float64        // cost of travelling the whole road forwards, +Inf when not allowed
	Backward         float64        // likewise backwards
}
