package isochrone

import (
	"context"
	"errors"

	"github.com/paulmach/orb"
)

// Options tell what Areas needs to know beside the reached roads.
type Options struct {
	// Origin is the place on the network where the search began. It lies inside every area.
	Origin orb.Point
	// OffRoad is the cost of one metre beside the roads, in the unit of the limits: seconds on
	// foot for times (about 0.8), 1 for distances. It must be positive.
	OffRoad float64
	// Denoise is 0 to 1: islands smaller than this share of the largest are dropped.
	Denoise float64
	// MaxPoints caps the points of each area, 0 for no cap.
	MaxPoints int
}

// Areas draws, for each limit, the area around the parts of the roads that cost at most the limit.
// The answer has the order of limits. Call it once per metric: all costs share one unit.
func Areas(ctx context.Context, reached []Reached, limits []float64, o Options) ([]orb.MultiPolygon, error) {
	return nil, errors.New("isochrone: to be written by its owner")
}

// SquareMetres returns the size of an area.
func SquareMetres(mp orb.MultiPolygon) float64 { return 0 }
