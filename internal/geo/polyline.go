package geo

import (
	"slices"

	"github.com/paulmach/orb"
	"github.com/twpayne/go-polyline"
)

// AppendPolyline appends a line in the encoded polyline format, latitudes first, with five decimals.
func AppendPolyline(to []byte, line orb.LineString) []byte {
	flat := make([]float64, 0, 2*len(line))
	for _, p := range line {
		flat = append(flat, p[1], p[0])
	}
	out, err := polyline.Codec{Dim: 2, Scale: 1e5}.EncodeFlatCoords(slices.Grow(to, 4*len(flat)), flat)
	if err != nil {
		panic("geo: " + err.Error()) // an odd number of coordinates, which cannot be
	}
	return out
}
