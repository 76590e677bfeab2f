package isochrone

// A ring is a closed curve of corners, the first not repeated at the end. The area lies on its left:
// shells run counter-clockwise, holes clockwise.
type ring struct {
	spots   []spot
	outline []spot // fewer of them
	twice   int64  // double the area in square units, negative for a hole
	// column and row of a corner of the grid just inside the area, beside the ring.
	column, row int
	island      int32 // component of the area that it bounds, alike on both sides of the antimeridian
	part        int32 // component of the area on its side of the antimeridian
}

// A tracer draws the border of a field's area by marching squares.
//
// Corners of rings lie on the edges of the grid, at least one unit from its corners, and where the
// areas of several limits cross one edge they do so in the order of the limits at different places.
// Thereby all rings of all limits are simple and no two of them touch, and each area lies within
// the next.
type tracer struct {
	*field
	level, levels int // place of the limit among all, ascending, and their number
	passed        []uint64
}

// unitsPerCell returns the lattice units that a cell must have at least so that so many areas find
// different places on each of its edges.
func unitsPerCell(levels int) int32 { return int32(levels) + 5 }

// onCut is the value of inner corners on the antimeridian while one side of it is drawn.
const onCut = 1e-30

// rings traces the whole border, cut at the antimeridian, and returns the components of the area
// without the cut.
func (t *tracer) rings() ([]ring, labels) {
	islands := label(t.field, 0, t.columns-1)
	if t.cut < 0 {
		return t.side(0, t.columns-1, islands), islands
	}
	column := make([]float32, t.rows)
	for row := range t.rows {
		i := row*t.columns + t.cut
		column[row] = t.values[i]
		if t.values[i] < 0 {
			t.values[i] = onCut
		}
	}
	rings := t.side(0, t.cut, islands)
	west := len(rings)
	rings = append(rings, t.side(t.cut, t.columns-1, islands)...)
	for i := range rings[west:] {
		rings[west+i].part = ^rings[west+i].part // numbers of the two sides stay apart
	}
	for row := range t.rows {
		t.values[row*t.columns+t.cut] = column[row]
	}
	return rings, islands
}

// side traces the border between two columns. The first and last of them hold no inner corner.
func (t *tracer) side(from, to int, islands labels) []ring {
	t.room.bits[1] = zeroes(t.room.bits[1], (t.columns*t.rows+63)/64)
	t.passed = t.room.bits[1]
	parts := islands
	if t.cut >= 0 {
		parts = label(t.field, from, to)
	}
	var rings []ring
	for row := 1; row < t.rows-1; row++ {
		line := t.values[row*t.columns : (row+1)*t.columns]
		for column := from; column < to; column++ {
			if line[column] < 0 && line[column+1] >= 0 && !t.isPassed(column, row) {
				r := t.ring(column, row)
				r.island, r.part = islands.at(column, row), parts.at(column, row)
				rings = append(rings, r)
			}
		}
	}
	return rings
}

func (t *tracer) isPassed(column, row int) bool {
	i := row*t.columns + column
	return t.passed[i/64]&(1<<(i%64)) != 0
}

// The directions of a walk along the border.
const (
	north = iota
	west
	south
	east
)

// ring follows the border that crosses the edge from a corner to its eastern neighbour northwards.
func (t *tracer) ring(column, row int) ring {
	r := ring{column: column, row: row}
	c, w, d := column, row, north // the cell entered, by its corner in the south-west
	for {
		at := w*t.columns + c
		sw, se, nw, ne := at, at+1, at+t.columns, at+t.columns+1
		var left, right int // far corners
		switch d {
		case north:
			t.passed[at/64] |= 1 << (at % 64)
			r.spots = append(r.spots, spot{t.u(c) + t.between(sw, se, t.du), t.v(w)})
			left, right = nw, ne
		case south:
			r.spots = append(r.spots, spot{t.u(c+1) - t.between(ne, nw, t.du), t.v(w + 1)})
			left, right = se, sw
		case west:
			r.spots = append(r.spots, spot{t.u(c + 1), t.v(w) + t.between(se, ne, t.dv)})
			left, right = sw, nw
		case east:
			r.spots = append(r.spots, spot{t.u(c), t.v(w+1) - t.between(nw, sw, t.dv)})
			left, right = ne, se
		}
		// Where two inner corners face each other across a cell, they are kept apart, always.
		switch {
		case t.values[left] >= 0:
			d = (d + 1) % 4
		case t.values[right] < 0:
			d = (d + 3) % 4
		}
		switch d {
		case north:
			w++
		case south:
			w--
		case west:
			c--
		case east:
			c++
		}
		if c == column && w == row && d == north {
			break
		}
	}
	r.twice = twiceArea(r.spots)
	return r
}

func (t *tracer) u(column int) int32 { return t.u0 + int32(column)*t.du }
func (t *tracer) v(row int) int32    { return t.v0 + int32(row)*t.dv }

// between returns how many units of an edge lie on the inner side of the border.
func (t *tracer) between(inner, outer int, units int32) int32 {
	in, out := float64(t.values[inner]), float64(t.values[outer])
	if t.values[outer] == onCut {
		return units
	}
	share := in / (in - out)
	return 1 + int32(t.level) + int32(share*float64(units-1-int32(t.levels)))
}

// twiceArea returns double the area of a ring in square units, positive when it runs counter-clockwise.
func twiceArea(spots []spot) int64 {
	var sum int64
	o := spots[0]
	for i := 1; i+1 < len(spots); i++ {
		sum += cross(o, spots[i], spots[i+1])
	}
	return sum
}

// cross returns double the area of a triangle, positive when its corners run counter-clockwise.
func cross(a, b, c spot) int64 {
	return (int64(b.u)-int64(a.u))*(int64(c.v)-int64(a.v)) - (int64(b.v)-int64(a.v))*(int64(c.u)-int64(a.u))
}
