package elevation

import (
	"context"
	"fmt"
)

// A mosaic is made of tiles on one lattice. It is read in strips from the north, so that no more than
// the tiles that meet a strip are in memory.
type mosaic struct {
	lattice
	tiles []placed // in the order of their paths; the first that knows a height counts
	area  window   // of the lattice
	whole bool
	sums  map[string]string // SHA-256 of the files that were read
}

const (
	// A strip has up to so many rows and, where it is wide, fewer for up to so many heights.
	stripRows, stripCells = 256, 1 << 24
	// bandCells bounds the heights of a tile that are in memory.
	bandCells = 1 << 26
	// fillReach is how far, in cells, the heights may lie that a missing one is made of: some 250 m at
	// one arc second (assumed).
	fillReach = 8
)

// grid returns how the mosaic is stored, from a block on.
func (m *mosaic) grid(first uint32) grid {
	g := grid{
		West:   -180 + (float64(m.area.col)+m.lon)/m.perLon,
		North:  90 - (float64(m.area.row)+m.lat)/m.perLat,
		PerLon: m.perLon, PerLat: m.perLat,
		Columns: uint32(m.area.columns), Rows: uint32(m.area.rows),
		First: first, PerMetre: 10,
	}
	if m.whole {
		g.PerMetre = 1
	}
	return g
}

// strips calls yield with the heights of strips of rows, from the north; row is the first one, filled
// how many heights were made of their neighbours.
func (m *mosaic) strips(ctx context.Context, yield func(row int, heights []float32, filled int) error) error {
	m.sums = map[string]string{}
	step := min(stripRows, max(blockSide, stripCells/m.area.columns&^blockMask))
	for row := 0; row < m.area.rows; row += step {
		rows := min(step, m.area.rows-row)
		// With the rows that holes may be filled from.
		top, bottom := max(0, row-fillReach), min(m.area.rows, row+rows+fillReach)
		wide := window{m.area.col, m.area.row + top, m.area.columns, bottom - top}
		heights, err := m.read(ctx, wide)
		if err != nil {
			return err
		}
		out := make([]float32, rows*m.area.columns)
		filled := fill(out, heights, m.area.columns, row-top)
		if err := yield(row, out, filled); err != nil {
			return err
		}
	}
	return nil
}

// read returns the heights of a window of the lattice. Tiles that end above it are let go of.
func (m *mosaic) read(ctx context.Context, w window) ([]float32, error) {
	out := make([]float32, w.columns*w.rows)
	for i := range out {
		out[i] = void
	}
	for i := range m.tiles {
		t := &m.tiles[i]
		shared := t.area().meet(w)
		if shared.empty() {
			if t.row+t.rows <= w.row {
				t.heights = nil
			}
			continue
		}
		if t.heights == nil || shared.row < t.window.row || shared.row+shared.rows > t.window.row+t.window.rows {
			if err := t.load(ctx, m, shared.row); err != nil {
				return nil, fmt.Errorf("elevation: %w", err)
			}
		}
		for row := shared.row; row < shared.row+shared.rows; row++ {
			from := t.heights[(row-t.window.row)*t.window.columns+shared.col-t.window.col:][:shared.columns]
			to := out[(row-w.row)*w.columns+shared.col-w.col:]
			for k, h := range from {
				if to[k] != to[k] {
					to[k] = h
				}
			}
		}
	}
	return out, nil
}

// load reads what a tile holds of a mosaic's area from a row on, in bands where that is much.
func (t *placed) load(ctx context.Context, m *mosaic, row int) (err error) {
	band := m.area
	band.rows -= row - band.row
	band.row = row
	band.rows = min(band.rows, max(2*stripRows, bandCells/min(t.columns, m.area.columns)))
	t.window = t.area().meet(band)
	w := t.window
	w.col, w.row = w.col-t.col, w.row-t.row
	t.heights, m.sums[t.path], err = t.read(ctx, w)
	return err
}

// fill copies rows of heights, from the given one on, to out and makes missing ones of their nearest
// neighbours to the four sides, where there are such within reach: a hole of the radar is small, the edge
// of a tile is not filled. Nearer neighbours weigh more. It returns how many it has filled.
func fill(out, heights []float32, columns, from int) int {
	filled := 0
	base := from * columns
	copy(out, heights[base:])
	for i, h := range out {
		if h == h {
			continue
		}
		col := i % columns
		var sum, weight float64
		sides := 0
		for _, step := range [4]int{-1, 1, -columns, columns} {
			for n := 1; n <= fillReach; n++ {
				at := base + i + n*step
				if at < 0 || at >= len(heights) || step == -1 && n > col || step == 1 && col+n >= columns {
					break
				}
				if v := heights[at]; v == v {
					sum, weight = sum+float64(v)/float64(n), weight+1/float64(n)
					sides++
					break
				}
			}
		}
		if sides == 4 {
			out[i] = float32(sum / weight)
			filled++
		}
	}
	return filled
}
