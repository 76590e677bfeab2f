package predict

import (
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	h3 "github.com/uber/h3-go/v4"
)

// Outline returns the edge of a hexagon given by its H3 index in hexadecimal: a closed ring,
// counter-clockwise. It is nil for text that is no cell's index.
func Outline(hex string) orb.Ring {
	cell := h3.Cell(h3.IndexFromString(hex))
	if !cell.IsValid() {
		return nil
	}
	boundary := cell.Boundary()
	ring := make(orb.Ring, 0, len(boundary)+1)
	for _, v := range boundary {
		ring = append(ring, orb.Point{geo.NormalizeLon(v.Lng), v.Lat})
	}
	return append(ring, ring[0])
}
