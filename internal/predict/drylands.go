package predict

import (
	"math"

	"github.com/paulmach/orb"
)

// dryness returns how far a place counts as dry land, 0 to 1: by how deep it lies in one of the dry lands
// of the figures, half on its border.
func (f *figures) dryness(at orb.Point) float64 {
	// A plane around the place: right near it, and far off only the order of magnitude matters. No dry
	// land lies across the antimeridian.
	const degree = 111_200 // metres
	narrow := math.Cos(at[1] * math.Pi / 180)
	plane := func(p orb.Point) vec { return vec{(p[0] - at[0]) * degree * narrow, (p[1] - at[1]) * degree} }
	half := f.Drylands.Blend * 500 // metres
	dry := 0.0
	for _, land := range f.Drylands.Areas {
		within := false
		border := math.Inf(1) // squared metres
		for i, p := range land {
			q := land[(i+1)%len(land)]
			if (p[1] > at[1]) != (q[1] > at[1]) && at[0] < p[0]+(at[1]-p[1])/(q[1]-p[1])*(q[0]-p[0]) {
				within = !within
			}
			border = min(border, segmentDistance2(vec{}, plane(p), plane(q)))
		}
		depth := math.Sqrt(border)
		if !within {
			depth = -depth
		}
		dry = max(dry, min(1, 0.5+depth/(2*half)))
	}
	return dry
}
