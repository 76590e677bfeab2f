package isochrone

import (
	"context"
	"math"
)

// A field holds, for each corner of a grid, how many metres it lies outside of an area, negative
// inside. Values are exact near the border of the area; elsewhere only their sign is.
type field struct {
	*grid
	room   *scratch
	values []float32
	// squares are those of the distances to the nearest of the wide roads, whose radius all values
	// share, so that a root has to be taken once for each corner and not for each road near it.
	squares []float32
	radius  float64 // of the wide roads
	band    float64 // metres on both sides of the border within which values are exact; a little over a cell
	// deep has a bit for each corner known to lie farther inside than band. In dense networks most
	// corners are found so without measuring, and most measuring is skipped.
	deep  []uint64
	words int // of deep for each row
}

// nowhere is the value of corners that are not near the area.
const nowhere = math.MaxFloat32

func newField(g *grid, room *scratch) *field {
	corners, words := g.columns*g.rows, (g.columns+63)/64
	room.values, room.squares = grown(room.values, corners), grown(room.squares, corners)
	room.bits[0] = zeroes(room.bits[0], words*g.rows)
	f := &field{
		grid: g, room: room, values: room.values, squares: room.squares,
		band: 1.01 * g.cell(), deep: room.bits[0], words: words,
	}
	fill(f.values, nowhere)
	fill(f.squares, nowhere)
	return f
}

func fill(list []float32, value float32) {
	for i := range list {
		list[i] = value
	}
}

// cellsWorthFilling is how deep in cells an area must lie inside around a road to be looked for
// before measuring.
const cellsWorthFilling = 1.5

// paint adds the surroundings of roads to what the field holds. The areas of ascending limits are
// painted into one field, so that no error of rounding can put a spot inside of one but outside of
// the next.
func (f *field) paint(ctx context.Context, r *region) error {
	if r.radius != f.radius {
		fill(f.squares, nowhere) // they have become values
		f.radius = r.radius
	}
	if r.radius-f.band >= cellsWorthFilling*f.cell() {
		for _, area := range [2][]capsule{r.wide, r.narrow} {
			if err := each(ctx, area, f.fill); err != nil {
				return err
			}
		}
	}
	if err := each(ctx, r.wide, f.near); err != nil {
		return err
	}
	if err := each(ctx, r.narrow, f.measure); err != nil {
		return err
	}
	f.settle()
	return nil
}

func each(ctx context.Context, area []capsule, do func(*capsule)) error {
	for i := range area {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		do(&area[i])
	}
	return nil
}

// fill marks the corners deep inside a capsule.
func (f *field) fill(c *capsule) {
	r := c.leastRadius() - f.band
	if r <= 0 {
		return
	}
	first, last, from, to := f.around(c, r)
	for row := first; row <= last; row++ {
		if f.isDeep(row, from, to) {
			continue
		}
		lo, hi := c.strip(r, f.y0+float64(row)*f.dy)
		if from, to := f.clip(lo, hi); from <= to {
			words := f.deep[row*f.words : (row+1)*f.words]
			for w := from / 64; w <= to/64; w++ {
				words[w] |= mask(w, from, to)
			}
		}
	}
}

// near lowers the squares around a capsule of the field's radius.
func (f *field) near(c *capsule) {
	first, last, from, to := f.around(c, c.radius+f.band)
	px0 := f.x0 + float64(from)*f.dx - c.x
	py := f.y0 + float64(first)*f.dy - c.y
	step := f.dx * c.ux
	for row := first; row <= last; row++ {
		if f.isDeep(row, from, to) {
			py += f.dy
			continue
		}
		px, along := px0, px0*c.ux+py*c.uy
		squares := f.squares[row*f.columns+from : row*f.columns+to+1]
		for i := range squares {
			t := max(0, min(along, c.length))
			ex, ey := px-t*c.ux, py-t*c.uy
			squares[i] = min(squares[i], float32(ex*ex+ey*ey))
			px += f.dx
			along += step
		}
		py += f.dy
	}
}

// measure lowers the values around a capsule to the distance from it.
func (f *field) measure(c *capsule) {
	r := c.radius + f.band
	first, last, from, to := f.around(c, r)
	lean := c.lean()
	for row := first; row <= last; row++ {
		if f.isDeep(row, from, to) {
			continue
		}
		y := f.y0 + float64(row)*f.dy
		lo, hi := c.strip(r, y)
		from, to := f.clip(lo, hi)
		if from > to || f.isDeep(row, from, to) {
			continue
		}
		values := f.values[row*f.columns+from : row*f.columns+to+1]
		py := y - c.y
		px := f.x0 + float64(from)*f.dx - c.x
		for i := range values {
			along := px*c.ux + py*c.uy - math.Abs(px*c.uy-py*c.ux)*lean
			if along < 0 {
				along = 0
			} else if along > c.length {
				along = c.length
			}
			ex, ey := px-along*c.ux, py-along*c.uy
			values[i] = min(values[i], float32(math.Sqrt(ex*ex+ey*ey)-c.radius+along*c.sine))
			px += f.dx
		}
	}
}

// settle turns squares into values, gives corners deep inside a value that says so, and closes the
// area around the poles, where a plane has no meaning.
func (f *field) settle() {
	const highest = 89 * unitsPerDegree
	reach := float32((f.radius + f.band) * (f.radius + f.band))
	for row := range f.rows {
		values := f.values[row*f.columns : (row+1)*f.columns]
		squares := f.squares[row*f.columns : (row+1)*f.columns]
		polar := math.Abs(float64(f.v0)+float64(row)*float64(f.dv)) >= highest
		for i := range values {
			if polar {
				values[i] = nowhere
			} else if f.deep[row*f.words+i/64]&(1<<(i%64)) != 0 {
				values[i] = -float32(f.band)
			} else if squares[i] < reach {
				values[i] = min(values[i], float32(math.Sqrt(float64(squares[i]))-f.radius))
			}
		}
	}
}

// around returns the rows and columns within r metres of the segment of a capsule.
func (f *field) around(c *capsule, r float64) (first, last, from, to int) {
	x, y := c.x+c.length*c.ux, c.y+c.length*c.uy
	first = max(int((min(c.y, y)-r-f.y0)/f.dy)+1, 0)
	last = min(int((max(c.y, y)+r-f.y0)/f.dy), f.rows-1)
	from, to = f.clip(min(c.x, x)-r, max(c.x, x)+r)
	return first, last, from, to
}

// clip returns the columns between two places of a row, none when lo exceeds hi.
func (f *field) clip(lo, hi float64) (from, to int) {
	if lo > hi {
		return 0, -1
	}
	return max(int((lo-f.x0)/f.dx)+1, 0), min(int((hi-f.x0)/f.dx), f.columns-1)
}

// isDeep tells whether all corners of a row between two columns are known to lie deep inside.
func (f *field) isDeep(row, from, to int) bool {
	words := f.deep[row*f.words : (row+1)*f.words]
	for w := from / 64; w <= to/64; w++ {
		if want := mask(w, from, to); words[w]&want != want {
			return false
		}
	}
	return true
}

// mask has the bits of the columns between two that lie in one word.
func mask(word, from, to int) uint64 {
	m := ^uint64(0)
	if from > word*64 {
		m <<= from - word*64
	}
	if to < word*64+63 {
		m &= ^uint64(0) >> (word*64 + 63 - to)
	}
	return m
}
