// Package isochrone turns the reached parts of a network into areas: it paints the cost of reaching
// each spot on a metric grid and draws contours with holes through it. It knows nothing of graphs.
package isochrone

import "github.com/paulmach/orb"

// Reached is one road of the network as a search left it. Costs (seconds or metres) are those of the
// search; a cost of +Inf means that the end was not reached from outside the road. Along the road
// the cost at a spot is the least of FromCost plus the cost of travel from the start and, where the
// road can be travelled backwards, ToCost plus the cost from the end.
//
// A two-way road is given once, with both costs. The road of the origin is given as two: from the
// origin to its end with a FromCost of 0, and from its start to the origin with a ToCost of 0. For
// an isochrone towards the origin, costs are those of travel to it, and Forward and Backward are
// exchanged. Parts beyond the largest limit may be given; they are cut off.
type Reached struct {
	Shape            orb.LineString // at least two points
	FromCost, ToCost float64        // at the first and last point
	Forward          float64        // cost of travelling the whole road forwards, +Inf when not allowed
	Backward         float64        // likewise backwards
}
