package routing

import (
	"context"

	"github.com/paulmach/orb"
)

// A Walker tells how far places on the network are on foot. It is safe for concurrent use and
// deterministic.
type Walker interface {
	// Walk lists the stretches of the network that can be reached on foot from a point within a
	// distance in metres, along the shortest paths, in a fixed order. There are none when the region
	// has no network for walkers or none comes near the point. The error is the context's.
	Walk(ctx context.Context, origin orb.Point, metres float64) ([]Stretch, error)
}

// Stretch is a piece of the network with the distances of its ends from where a walk began. At a
// spot in between the distance is the least by way of either end. An end that was not reached by
// itself is at +Inf; an end can lie beyond the distance asked for.
type Stretch struct {
	Shape    orb.LineString // at least two points
	From, To float64        // metres, at the first and at the last point
	Length   float64        // metres
}
