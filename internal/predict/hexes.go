package predict

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"github.com/uber/h3-go/v4"
)

// hex is one H3 cell on the plane: a hexagon, or a pentagon, or either with up to four more
// corners where it crosses an edge of H3's icosahedron.
type hex struct {
	cell    h3.Cell
	at      h3.LatLng // centre
	centre  vec       // the same on the plane
	corners []vec     // in turn, counter-clockwise
	radius  float64
	area    float64 // square metres, its own, not H3's average
}

const (
	finest, coarsest = 11, 5
	// maxCells bounds a surface: about 12,000 cells of average size, and up to a third more where
	// H3's cells are small.
	maxCells = 16_000
	// largestArea is the largest area in square kilometres: 12,000 cells of resolution 8.
	largestArea = 8_800
)

// areaLimits are the largest areas in square kilometres by resolution, finest first.
var areaLimits = []struct {
	resolution int
	km2        float64
}{{11, 25}, {10, 180}, {9, 1260}, {8, largestArea}}

// chooseResolution returns the finest resolution of at most 12,000 cells. Resolution 11 is kept
// for small areas and paths: places of find are known to about 100 m.
func chooseResolution(squareMetres float64, small bool) int {
	for _, l := range areaLimits {
		if squareMetres <= l.km2*1e6 && (l.resolution < finest || small) {
			return l.resolution
		}
	}
	return areaLimits[len(areaLimits)-1].resolution
}

// errTooManyCells says that a cover was given up.
var errTooManyCells = fmt.Errorf("more than %d cells", maxCells)

// cover returns the cells of a resolution that meet the shape, in the order of their indexes. It
// descends from coarse cells and drops those out of reach, so that the effort follows the cells
// found and not the box around the shape.
func cover(ctx context.Context, ruler geo.Ruler, s shape, resolution int) ([]hex, error) {
	var edges [finest + 1]float64 // average lengths in metres, by resolution
	for r := range edges {
		edges[r] = h3.HexagonEdgeLengthAvgM(r)
	}
	root := resolution
	for root > 0 && edges[root] < s.reach() {
		root--
	}
	type node struct {
		cell       h3.Cell
		resolution int
	}
	var stack []node
	for _, c := range h3.LatLngToCell(latLng(ruler.Point(0, 0)), root).GridDisk(1) {
		if c.IsValid() {
			stack = append(stack, node{c, root})
		}
	}
	// Children are taken in the order of their indexes, so that the cells come out in theirs.
	slices.SortFunc(stack, func(a, b node) int { return compareCells(b.cell, a.cell) })
	out := make([]hex, 0, min(maxCells, int(1.2*s.size()/(edges[resolution]*edges[resolution]*2.598))+64))
	var corners []vec // shared backing, grown in blocks
	for visited := 0; len(stack) > 0; visited++ {
		if visited%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at := n.cell.LatLng()
		centre := onPlane(ruler, at)
		// A cell's circumradius is up to 1.4 times the average edge; descendants of a cell stick
		// out of it by up to a fifth.
		reach := 1.4 * edges[n.resolution]
		if n.resolution < resolution {
			reach *= 1.3
		}
		if s.relate(centre, reach) == outside {
			continue
		}
		if n.resolution < resolution {
			for _, c := range slices.Backward(n.cell.ImmediateChildren()) {
				stack = append(stack, node{c, n.resolution + 1})
			}
			continue
		}
		h := hex{cell: n.cell, at: at, centre: centre}
		boundary := n.cell.Boundary()
		if cap(corners)-len(corners) < len(boundary) {
			corners = make([]vec, 0, 4096)
		}
		from := len(corners)
		for _, l := range boundary {
			corners = append(corners, onPlane(ruler, l))
		}
		h.corners = corners[from:len(corners):len(corners)]
		h.area = ringArea(h.corners)
		for _, v := range h.corners {
			h.radius = max(h.radius, v.distance(centre))
		}
		if h.area <= 0 || s.relate(centre, h.radius) == outside {
			continue
		}
		if len(out) == maxCells {
			return nil, errTooManyCells
		}
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b hex) int { return compareCells(a.cell, b.cell) }) // they are, but near pentagons
	// Near a pentagon a disk may name a cell twice.
	return slices.CompactFunc(out, func(a, b hex) bool { return a.cell == b.cell }), nil
}

func compareCells(a, b h3.Cell) int {
	switch {
	case uint64(a) < uint64(b):
		return -1
	case uint64(a) > uint64(b):
		return 1
	}
	return 0
}

func latLng(p orb.Point) h3.LatLng { return h3.LatLng{Lat: p[1], Lng: p[0]} }

func onPlane(ruler geo.Ruler, l h3.LatLng) vec {
	x, y := ruler.XY(orb.Point{l.Lng, l.Lat})
	return vec{x, y}
}

// name returns the index of a cell in hexadecimal.
func name(c h3.Cell) string { return strconv.FormatUint(uint64(c), 16) }

// position returns the centre of a cell, longitude in [-180, 180).
func (h *hex) position() orb.Point { return orb.Point{geo.NormalizeLon(h.at.Lng), h.at.Lat} }
