package isochrone

import (
	"math"
)

const (
	// cellsAcross is how many cells the longer side of the largest area has at most, and with it
	// the bound of memory: some 4 bytes for each of its square.
	cellsAcross = 640
	// maxWalkOff is the farthest from a road in metres that counts as reached.
	maxWalkOff = 150
	// walkOffShare of the radius of an area is the farthest from a road that counts as reached in
	// it, so that small areas do not balloon.
	walkOffShare = 0.15
	// cellsPerWalkOff bounds how finely the walk-off distance is drawn; a circle of so many cells
	// in radius is smooth, and painting takes the square of it.
	cellsPerWalkOff = 16
	// cellsThatMatter is how many cells the longer side has at most where more of them would be
	// smaller than the width of the area around a road asks for.
	cellsThatMatter = 320
	// leastCells is the width in cells that every reached spot has at least on each side. Whatever
	// the place of the grid, a disc of two cells holds a spot by more than half a cell, which is
	// more than simplification takes away.
	leastCells = 2
)

// A grid is a raster of corners on the plane, columns west to east, rows south to north, with whole
// numbers of lattice units between them.
type grid struct {
	frame
	u0, v0        int32   // position of the corner in the south-west
	du, dv        int32   // lattice units per cell
	columns, rows int     // corners
	x0, y0        float64 // metres of the corner in the south-west
	dx, dy        float64 // metres per cell
	cut           int     // column of the antimeridian, -1 when it does not cross the grid
}

// newGrid lays a grid around everything within margin metres of b. Cells get the given size in
// metres at least, and leastUnits lattice units at least, and leave room for walk-off at the edges.
func newGrid(f frame, b box, walkOff float64, leastUnits int32) (*grid, error) {
	cell := max(b.size()/cellsAcross, walkOff/cellsPerWalkOff, min(b.size()/cellsThatMatter, walkOff/leastCells))
	du := math.Max(float64(leastUnits), math.Ceil(cell/f.mx))
	dv := math.Max(float64(leastUnits), math.Ceil(cell/f.my))
	dx, dy := du*f.mx, dv*f.my
	margin := math.Max(walkOff, leastCells*math.Max(dx, dy)) + 2*math.Max(dx, dy)
	u0, v0 := f.uv(b.minX-margin, b.minY-margin)
	u1, v1 := f.uv(b.maxX+margin, b.maxY+margin)
	if u1-u0 > 1.5*halfTurn || v1-v0 > halfTurn {
		return nil, ErrTooLarge
	}
	g := &grid{frame: f, u0: int32(math.Floor(u0)), v0: int32(math.Floor(v0)), du: int32(du), dv: int32(dv), dx: dx, dy: dy, cut: -1}
	if line := crossing(u0, u1); line != 0 {
		// A column of the grid comes to lie on the antimeridian.
		g.cut = int(math.Ceil((float64(line) - u0) / du))
		g.u0 = line - int32(g.cut)*g.du
	}
	g.columns = int(math.Ceil((u1-float64(g.u0))/du)) + 1
	g.rows = int(math.Ceil((v1-float64(g.v0))/dv)) + 1
	g.x0, g.y0 = f.xy(float64(g.u0), float64(g.v0))
	return g, nil
}

// crossing returns the position of the antimeridian between two others, 0 when it is not there.
func crossing(u0, u1 float64) int32 {
	for _, line := range []int32{-halfTurn, halfTurn} {
		if u0 < float64(line) && float64(line) < u1 {
			return line
		}
	}
	return 0
}

// cell is the longer side of a cell in metres.
func (g *grid) cell() float64 { return math.Max(g.dx, g.dy) }
