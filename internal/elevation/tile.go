package elevation

import (
	"context"
	"math"

	"github.com/footstepd/footstepd/internal/geo"
)

// A tile is a height file: where its heights stand, and how to read them.
type tile struct {
	path           string
	bytes          int64
	west, north    float64 // of the first height, in degrees
	perLon, perLat float64
	columns, rows  int
	whole          bool // its heights are whole metres
	// read returns the heights of a window of it, row by row from the north, and the SHA-256 of the
	// file in hexadecimal.
	read func(ctx context.Context, w window) ([]float32, string, error)
}

// box returns what a tile covers as west, south, east, north, possibly across the antimeridian; the
// outermost heights stand for half a cell beyond them.
func (t *tile) box() [4]float64 {
	west, east := t.west-0.5/t.perLon, t.west+(float64(t.columns)-0.5)/t.perLon
	south, north := t.north-(float64(t.rows)-0.5)/t.perLat, t.north+0.5/t.perLat
	box := [4]float64{geo.NormalizeLon(west), max(-90, south), geo.NormalizeLon(east), min(90, north)}
	if east-west >= 360 {
		box[0], box[2] = -180, 180
	}
	return box
}

// window is a part of a grid: columns and rows from the first ones on.
type window struct{ col, row, columns, rows int }

// A lattice is an endless grid: column c stands at -180 + (c + lon) / perLon degrees, row r at
// 90 - (r + lat) / perLat. Tiles on one lattice fit together without a seam.
type lattice struct {
	perLon, perLat float64
	lon, lat       float64 // from 0 to 1
}

// placed is a tile on a lattice, in columns and rows of it.
type placed struct {
	*tile
	lattice
	col, row int

	heights []float32 // of the window, once they are read
	window  window
}

// place finds the lattice of a tile, moved by so many turns to the east.
func (t *tile) place(turns int) placed {
	p := placed{tile: t, lattice: lattice{perLon: t.perLon, perLat: t.perLat}}
	p.col, p.lon = split((t.west + 180 + 360*float64(turns)) * t.perLon)
	p.row, p.lat = split((90 - t.north) * t.perLat)
	return p
}

// split parts a position into a whole number and a rest from 0 to 1, where 1 is almost never reached by
// rounding.
func split(x float64) (int, float64) {
	whole := math.Floor(x + phaseTolerance)
	return int(whole), max(0, x-whole)
}

// Lattices are the same when their heights lie at the same places but for this part of the distance
// between two.
const phaseTolerance = 0.01

// same tells whether two lattices are one.
func (l lattice) same(o lattice) bool {
	const relative = 1e-9 // a hundredth of a cell at the far end of the world
	near := func(a, b float64) bool { return math.Abs(a-b) <= relative*a }
	return near(l.perLon, o.perLon) && near(l.perLat, o.perLat) &&
		math.Abs(l.lon-o.lon) <= phaseTolerance && math.Abs(l.lat-o.lat) <= phaseTolerance
}

// cover returns the columns and rows of a lattice that surround a box of west, south, east, north,
// where east may exceed 180.
func (l lattice) cover(box [4]float64) window {
	col := int(math.Floor((box[0]+180)*l.perLon - l.lon))
	row := int(math.Floor((90-box[3])*l.perLat - l.lat))
	right := int(math.Ceil((box[2]+180)*l.perLon - l.lon))
	bottom := int(math.Ceil((90-box[1])*l.perLat - l.lat))
	return window{col, row, right - col + 1, bottom - row + 1}
}

// area returns all of a placed tile.
func (p *placed) area() window { return window{p.col, p.row, p.columns, p.rows} }

// meet returns what two windows share; it has no columns or rows where they share nothing.
func (w window) meet(o window) window {
	col, row := max(w.col, o.col), max(w.row, o.row)
	return window{
		col, row,
		max(0, min(w.col+w.columns, o.col+o.columns)-col),
		max(0, min(w.row+w.rows, o.row+o.rows)-row),
	}
}

// join returns the least window around two.
func (w window) join(o window) window {
	col, row := min(w.col, o.col), min(w.row, o.row)
	return window{
		col, row,
		max(w.col+w.columns, o.col+o.columns) - col,
		max(w.row+w.rows, o.row+o.rows) - row,
	}
}

func (w window) empty() bool { return w.columns == 0 || w.rows == 0 }
