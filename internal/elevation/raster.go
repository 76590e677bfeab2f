package elevation

import (
	"fmt"
	"math"
)

// A Raster is a plain grid of heights, row by row from the north, each row from the west. It may run
// across the antimeridian.
type Raster struct {
	West, North    float64 // where the first height stands, in degrees
	PerLon, PerLat float64 // heights per degree of longitude and of latitude, above 0
	Columns, Rows  int
	Heights        []float32 // metres above the sea, NaN where unknown; Columns × Rows of them
}

// Heights that can be: the deepest sea and the highest mountain. What lies beyond is no height.
const (
	lowest  = -11_000
	highest = 9_000
)

// void stands for an unknown height.
var void = float32(math.NaN())

// known tells whether a height is one that can be.
func known(h float32) bool { return h >= lowest && h <= highest }

// maxPerDegree bounds how dense heights may lie, some 1 m.
const maxPerDegree = 120_000

// maxCells bounds the columns and the rows of a grid: the earth at 1 m.
const maxCells = 360*maxPerDegree + 1

func (r *Raster) check() error {
	if r.Columns < 1 || r.Rows < 1 || r.Columns > maxCells || r.Rows > maxCells || len(r.Heights) != r.Columns*r.Rows {
		return fmt.Errorf("elevation: %d heights in %d columns and %d rows", len(r.Heights), r.Columns, r.Rows)
	}
	g := r.grid(1)
	return g.check()
}

// grid returns how the raster is stored, apart from its first block.
func (r *Raster) grid(perMetre uint32) grid {
	return grid{
		West: r.West, North: r.North, PerLon: r.PerLon, PerLat: r.PerLat,
		Columns: uint32(r.Columns), Rows: uint32(r.Rows), PerMetre: perMetre,
	}
}
