package geo

import "math"

// HilbertKey returns the place of a position on a Hilbert curve over the whole world, whose cells
// are some 600 m wide at the equator. Things sorted by it that lie near each other on the ground
// come to lie near each other in memory.
func HilbertKey(p Fixed) uint64 {
	x := (float64(p.Lon) + 180*Scale) / (360 * Scale)
	y := (float64(p.Lat) + 90*Scale) / (180 * Scale)
	return hilbert(cell(x), cell(y))
}

// cell returns the column of a share of the width, clamped to the grid.
func cell(share float64) uint32 {
	return uint32(math.Max(0, math.Min(0xffff, share*0x10000)))
}
