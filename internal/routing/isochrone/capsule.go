package isochrone

import "math"

// A capsule is the union of all discs along a segment whose radii shrink evenly from its start to
// its end.
type capsule struct {
	x, y, radius float64 // of the disc at the start, the larger one
	ux, uy       float64 // direction, 0 when there is one disc
	length       float64
	sine         float64 // metres by which the radius shrinks with each metre, below 1
}

// newCapsule makes the capsule between two discs, in any order.
func newCapsule(ax, ay, ar, bx, by, br float64) capsule {
	if br > ar {
		ax, ay, ar, bx, by, br = bx, by, br, ax, ay, ar
	}
	c := capsule{x: ax, y: ay, radius: ar}
	dx, dy := bx-ax, by-ay
	// Otherwise the larger disc holds the other.
	if length := math.Sqrt(dx*dx + dy*dy); ar-br < length {
		c.ux, c.uy, c.length, c.sine = dx/length, dy/length, length, (ar-br)/length
	}
	return c
}

// lean tells which disc is nearest to a spot: not the one at its foot on the segment, but one that
// lies towards the start by this share of the spot's distance from the segment's line.
func (c *capsule) lean() float64 { return c.sine / math.Sqrt(1-c.sine*c.sine) }

// leastRadius is that of the disc at the end.
func (c *capsule) leastRadius() float64 { return c.radius - c.sine*c.length }

// strip returns the interval of the row at height y that lies within r metres of the segment, and
// a pair of infinities when there is none.
func (c *capsule) strip(r, y float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	dy := y - c.y
	if h := r*r - dy*dy; h >= 0 {
		h = math.Sqrt(h)
		lo, hi = c.x-h, c.x+h
	}
	if c.length == 0 {
		return lo, hi
	}
	ex, ey := c.x+c.length*c.ux, dy-c.length*c.uy
	if h := r*r - ey*ey; h >= 0 {
		h = math.Sqrt(h)
		lo, hi = min(lo, ex-h), max(hi, ex+h)
	}
	if c.uy != 0 {
		// The two long sides of the strip between the discs at its ends.
		for _, side := range [2]float64{-r, r} {
			if t := (dy - c.ux*side) / c.uy; t >= 0 && t <= c.length {
				x := c.x - c.uy*side + t*c.ux
				lo, hi = min(lo, x), max(hi, x)
			}
		}
	}
	return lo, hi
}
