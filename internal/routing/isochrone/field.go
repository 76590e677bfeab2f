package isochrone

import (
	"context"
	"math"
)

// A field holds, for each corner of a grid, how many metres it lies outside of the area, negative
// inside. Far from its border it holds no more than that it is far. The area is the union of discs around all
// reached spots; the radius of a disc is what can be walked off the road within the rest of the
// limit, but within bounds.
type field struct {
	*grid
	values []float32
	band   float64 // metres on both sides of the area's border up to which values are exact
	// deep has a bit for each corner farther inside than band, whose value no longer matters. In
	// dense networks nearly all corners soon are, and most painting is skipped.
	deep  []uint64
	words int // of deep for each row
}

// reachFar is the value of corners that are nowhere near.
const reachFar = math.MaxFloat32

func newField(g *grid) *field {
	words := (g.columns + 63) / 64
	f := &field{grid: g, values: make([]float32, g.columns*g.rows), band: 1.01 * g.cell(), deep: make([]uint64, words*g.rows), words: words}
	for i := range f.values {
		f.values[i] = reachFar
	}
	return f
}

// radii are the bounds of the walk-off distance for one limit.
type radii struct {
	limit         float64
	least, most   float64 // metres
	offRoad       float64 // cost of a metre
	rMost, rLeast float64 // costs at which the walk-off distance leaves its upper, and meets its lower bound
}

func newRadii(limit, least, most, offRoad float64) radii {
	return radii{limit, least, most, offRoad, limit - most*offRoad, limit - least*offRoad}
}

// at returns the walk-off distance at a spot that costs c.
func (r radii) at(c float64) float64 {
	return math.Max(r.least, math.Min(r.most, (r.limit-c)/r.offRoad))
}

// paint adds the area of one limit to what the field holds. Limits are painted in ascending order into
// the same field, so that no error of rounding can put a spot inside an area but outside the next.
func (f *field) paint(ctx context.Context, all *roads, r radii) error {
	most := r.at(0)
	f.capsule(0, 0, most, 0, 0, most) // the origin, whatever the roads are
	skip := f.cell() / 8
	for i := range all.reached {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line := all.line(i)
		if len(line) == 0 {
			continue
		}
		parts, n := all.reached[i].spans(line[len(line)-1].along, r.limit)
		for _, p := range parts[:n] {
			f.span(line, p, r, skip)
		}
	}
	f.closePoles()
	return nil
}

// span paints the surroundings of a part of a road.
func (f *field) span(line []vertex, p span, r radii, skip float64) {
	// The walk-off distance shrinks evenly between two places on the span and is constant elsewhere.
	bends := [2]float64{math.Inf(1), math.Inf(1)}
	if p.perMetre > 0 {
		bends = [2]float64{(r.rMost - p.cost) / p.perMetre, (r.rLeast - p.cost) / p.perMetre}
	}
	var last vertex
	lastRadius := -1.0
	to := func(v vertex) {
		radius := r.at(p.cost + p.perMetre*v.along)
		if lastRadius < 0 {
			if p.near == p.far {
				f.capsule(v.x, v.y, radius, v.x, v.y, radius)
			}
		} else {
			f.capsule(last.x, last.y, lastRadius, v.x, v.y, radius)
		}
		last, lastRadius = v, radius
	}
	walk(line, p, skip, func(v vertex) {
		if lastRadius >= 0 {
			from := last
			for _, bend := range bends {
				if from.along < bend && bend < v.along {
					t := (bend - from.along) / (v.along - from.along)
					to(vertex{from.x + t*(v.x-from.x), from.y + t*(v.y-from.y), bend})
				}
			}
		}
		to(v)
	})
}

// capsule lowers the field to the distance from the union of all discs along a segment, whose radii change evenly
// from one end to the other.
func (f *field) capsule(ax, ay, ar, bx, by, br float64) {
	dx, dy := bx-ax, by-ay
	length := math.Hypot(dx, dy)
	if br > ar {
		ax, ay, ar, bx, by, br = bx, by, br, ax, ay, ar
		dx, dy = -dx, -dy
	}
	// The nearest disc to a spot is not the one at its foot on the segment but one farther on,
	// towards the thicker end, by an angle whose sine is the shrinking of the radius per metre.
	sine, lean := 0.0, 0.0
	ux, uy := 0.0, 0.0
	if length > 0 && ar-br < length {
		ux, uy = dx/length, dy/length
		sine = (ar - br) / length
		lean = sine / math.Sqrt(1-sine*sine)
	} else {
		// The larger disc holds the other.
		bx, by, length = ax, ay, 0
	}
	around := ar + f.band
	fromRow := max(0, int(math.Ceil((min(ay, by)-around-f.y0)/f.dy)))
	toRow := min(f.rows-1, int(math.Floor((max(ay, by)+around-f.y0)/f.dy)))
	from := max(0, int(math.Ceil((min(ax, bx)-around-f.x0)/f.dx)))
	to := min(f.columns-1, int(math.Floor((max(ax, bx)+around-f.x0)/f.dx)))
	for fromRow <= toRow && f.isDeep(fromRow, from, to) {
		fromRow++
	}
	for fromRow <= toRow && f.isDeep(toRow, from, to) {
		toRow--
	}
	deep, perX := float32(-f.band), 1/f.dx
	for row := fromRow; row <= toRow; row++ {
		y := f.y0 + float64(row)*f.dy
		lo, hi := strip(ax, ay, ux, uy, length, around, y)
		from := max(0, int((lo-f.x0)*perX)+1)
		to := min(f.columns-1, int((hi-f.x0)*perX))
		if from > to || f.isDeep(row, from, to) {
			continue
		}
		values := f.values[row*f.columns+from : row*f.columns+to+1]
		py := y - ay
		px := f.x0 + float64(from)*f.dx - ax
		for i := range values {
			if value := values[i]; value > deep {
				along := min(max(px*ux+py*uy-math.Abs(px*uy-py*ux)*lean, 0), length)
				ex, ey := px-along*ux, py-along*uy
				d := float32(math.Sqrt(ex*ex+ey*ey) - ar + along*sine)
				values[i] = min(value, d)
				if d <= deep {
					f.deep[row*f.words+(from+i)/64] |= 1 << ((from + i) % 64)
				}
			}
			px += f.dx
		}
	}
}

// isDeep tells whether all corners of a row between two columns lie deep inside the area.
func (f *field) isDeep(row, from, to int) bool {
	words := f.deep[row*f.words : (row+1)*f.words]
	for from <= to {
		last := min(to, from|63)
		if want := ^uint64(0) >> (63 - (last - from)) << (from % 64); words[from/64]&want != want {
			return false
		}
		from = last + 1
	}
	return true
}

// strip returns the interval of the row at height y that lies within r metres of a segment, given
// by its start, direction and length.
func strip(ax, ay, ux, uy, length, r, y float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, along := range [2]float64{0, length} {
		x, dy := ax+along*ux, y-ay-along*uy
		if h := r*r - dy*dy; h >= 0 {
			h = math.Sqrt(h)
			lo, hi = min(lo, x-h), max(hi, x+h)
		}
	}
	if uy != 0 {
		// The two long sides of the strip between the discs at its ends.
		for _, side := range [2]float64{-r, r} {
			if t := (y - ay - ux*side) / uy; t >= 0 && t <= length {
				x := ax - uy*side + t*ux
				lo, hi = min(lo, x), max(hi, x)
			}
		}
	}
	return lo, hi
}

// closePoles keeps the area away from the poles, where a plane has no meaning.
func (f *field) closePoles() {
	const highest = 89 * unitsPerDegree
	for row := 0; row < f.rows; row++ {
		if v := int64(f.v0) + int64(row)*int64(f.dv); v > -highest && v < highest {
			continue
		}
		for i := range f.columns {
			f.values[row*f.columns+i] = reachFar
		}
	}
}
