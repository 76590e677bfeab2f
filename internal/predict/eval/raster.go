package eval

import (
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
)

// cellMetres is the side of a raster's cells, the stride of the published agents.
const cellMetres = 6.67

// What a raster cell holds, as bits.
const (
	isRoad uint8 = 1 << iota // drivable
	isPath
	isWater
	isStream
	isCovered // woods or scrub: no view
	isMotorway
	isBuilding
	isCliff
)

// A raster is a square of the map around a point, rows from south to north.
type raster struct {
	ruler   geo.Ruler
	half    float64 // metres from the middle to the edge
	side    int     // cells
	cells   []uint8
	heights []float32 // of the cells in metres, NaN where not known; nil on flat land
}

// newRaster draws the map around a point.
func newRaster(source places.Source, at orb.Point, half float64) *raster {
	side := 2*int(math.Ceil(half/cellMetres)) + 1
	r := &raster{ruler: geo.NewRuler(at), half: float64(side) * cellMetres / 2, side: side, cells: make([]uint8, side*side)}
	lo, hi := r.ruler.Point(-r.half, -r.half), r.ruler.Point(r.half, r.half)
	source.Search(geo.BoxOf(geo.ToFixed(lo), geo.ToFixed(hi)), func(f *places.Feature) bool {
		r.draw(f)
		return true
	})
	r.drawSea(source)
	return r
}

func (r *raster) draw(f *places.Feature) {
	var bit uint8
	switch f.Class {
	case places.Road:
		bit = isRoad
		if f.Kind == "highway=motorway" || f.Kind == "highway=motorway_link" {
			bit = isMotorway
		}
	case places.Linear:
		if len(f.Kind) < 8 || f.Kind[:8] != "highway=" {
			return // railways, walls and power lines are no routes here
		}
		bit = isPath
	case places.Water:
		if bit = isWater; f.Kind == "natural=coastline" {
			return // the sea is drawn from it
		}
	case places.Drainage:
		bit = isStream
	case places.Woods, places.Scrub:
		bit = isCovered
	case places.Structure:
		bit = isBuilding
	case places.Spot:
		if bit = isCliff; f.Kind != "natural=cliff" {
			return
		}
	default:
		return
	}
	switch {
	case f.Point != nil:
		if i, ok := r.index(r.ruler.XY(*f.Point)); ok {
			r.cells[i] |= bit
		}
	case f.Line != nil:
		r.drawLine(f.Line, bit)
	default:
		r.fill(f.Polygon, bit)
	}
}

// index returns the cell at a position in metres, false outside.
func (r *raster) index(x, y float64) (int, bool) {
	c, w := math.Floor((x+r.half)/cellMetres), math.Floor((y+r.half)/cellMetres)
	if !(c >= 0 && w >= 0 && c < float64(r.side) && w < float64(r.side)) {
		return 0, false
	}
	return int(w)*r.side + int(c), true
}

// centre returns the middle of a cell in metres.
func (r *raster) centre(i int) (x, y float64) {
	return (float64(i%r.side)+0.5)*cellMetres - r.half, (float64(i/r.side)+0.5)*cellMetres - r.half
}

// drawLine marks the cells that a line passes, without gaps even to a step over a corner.
func (r *raster) drawLine(l orb.LineString, bit uint8) {
	for k := 1; k < len(l); k++ {
		ax, ay := r.ruler.XY(l[k-1])
		bx, by := r.ruler.XY(l[k])
		n := int(math.Ceil(math.Hypot(bx-ax, by-ay)/(cellMetres/2))) + 1
		last := -1
		for i := 0; i <= n; i++ {
			t := float64(i) / float64(n)
			at, ok := r.index(ax+t*(bx-ax), ay+t*(by-ay))
			if !ok {
				last = -1
				continue
			}
			r.cells[at] |= bit
			if last >= 0 && at%r.side != last%r.side && at/r.side != last/r.side {
				r.cells[last/r.side*r.side+at%r.side] |= bit
			}
			last = at
		}
	}
}

// fill marks the cells whose middle lies in a polygon.
func (r *raster) fill(p orb.Polygon, bit uint8) {
	crossings := map[int][]float64{}
	for _, ring := range p {
		for k := 1; k < len(ring); k++ {
			ax, ay := r.ruler.XY(ring[k-1])
			bx, by := r.ruler.XY(ring[k])
			if ay > by {
				ax, ay, bx, by = bx, by, ax, ay
			}
			from := max(0, int(math.Ceil((ay+r.half)/cellMetres-0.5)))
			for row := from; row < r.side; row++ {
				y := (float64(row)+0.5)*cellMetres - r.half
				if y >= by {
					break
				}
				crossings[row] = append(crossings[row], ax+(y-ay)/(by-ay)*(bx-ax))
			}
		}
	}
	for row, xs := range crossings {
		slices.Sort(xs)
		for k := 1; k < len(xs); k += 2 {
			from := max(0, int(math.Ceil((xs[k-1]+r.half)/cellMetres-0.5)))
			to := min(r.side, int(math.Ceil((xs[k]+r.half)/cellMetres-0.5)))
			for c := from; c < to; c++ {
				r.cells[row*r.side+c] |= bit
			}
		}
	}
}

// drawSea asks for blocks of eight cells whether they lie at sea, and for each cell near a change.
func (r *raster) drawSea(source places.Source) {
	const block = 8
	n := (r.side + block - 1) / block
	at := make([]bool, n*n)
	any := false
	for b := range at {
		x := (float64(b%n*block)+block/2)*cellMetres - r.half
		y := (float64(b/n*block)+block/2)*cellMetres - r.half
		at[b] = source.AtSea(r.ruler.Point(x, y))
		any = any || at[b]
	}
	if !any {
		return
	}
	for b := range at {
		mixed := false
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				c, w := b%n+dx, b/n+dy
				if c >= 0 && w >= 0 && c < n && w < n && at[w*n+c] != at[b] {
					mixed = true
				}
			}
		}
		if !mixed && !at[b] {
			continue
		}
		for w := b / n * block; w < min(r.side, b/n*block+block); w++ {
			for c := b % n * block; c < min(r.side, b%n*block+block); c++ {
				i := w*r.side + c
				sea := at[b]
				if mixed {
					x, y := r.centre(i)
					sea = source.AtSea(r.ruler.Point(x, y))
				}
				if sea {
					r.cells[i] |= isWater
				}
			}
		}
	}
}

// blocked tells whether nobody walks over a cell: open water, cliffs and motorways, except where a road or
// path crosses them.
func blocked(c uint8) bool {
	return c&(isWater|isMotorway|isCliff) != 0 && c&(isRoad|isPath) == 0
}
