package predict

import (
	"context"
	"math"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
)

// classes are the feature classes of a mix: those of places, and last the ground without a class.
const (
	noClass = int(places.NumClasses)
	classes = noClass + 1
)

// mix is the share of each class in a cell; the shares add up to 1.
type mix [classes]float64

// mapped returns the share of ground that something is known of.
func (m *mix) mapped() float64 { return 1 - m[noClass] }

// classOf says under which class of places a ground counts.
var classOf = [grounds]int{
	unmapped:   noClass,
	builtUp:    int(places.Urban),
	openGround: int(places.OpenGround),
	scrub:      int(places.Scrub),
	woods:      int(places.Woods),
	powerLine:  int(places.Linear),
	drainage:   int(places.Drainage),
	waterside:  int(places.Water),
	openWater:  int(places.Water),
	linear:     int(places.Linear),
	road:       int(places.Road),
	structure:  int(places.Structure),
}

const (
	// pointsPerCell is how many points of the ground are looked up in a cell. With 150 the
	// standard error of a share of one tenth is 2.4 %.
	pointsPerCell = 150
	// tileSize is the number of points along the side of a canvas, margins not counted.
	tileSize = 512
	// waterMargin in metres is how far beyond a canvas the shore is looked for.
	waterMargin = 200
)

// land is what is known of the ground of a cell.
type land struct {
	mix   mix
	share float64 // of ground where a person can be: 1, less where there is open water
}

// survey looks up the ground in the cells.
func (m *Model) survey(ctx context.Context, ruler geo.Ruler, hexes []hex) ([]land, error) {
	lands := make([]land, len(hexes))
	lo, hi := vec{math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1)}
	var area float64
	for i := range hexes {
		h := &hexes[i]
		lo = vec{min(lo.x, h.centre.x-h.radius), min(lo.y, h.centre.y-h.radius)}
		hi = vec{max(hi.x, h.centre.x+h.radius), max(hi.y, h.centre.y+h.radius)}
		area += h.area
	}
	step := math.Sqrt(area / float64(len(hexes)) / pointsPerCell)
	tiles := newTiling(lo, hi, step)
	for i := range hexes {
		tiles.add(int32(i), &hexes[i])
	}
	margin := int(math.Ceil(waterMargin / step))
	weight := make([]float64, 0, 64) // of open water by tenths of a step from the shore
	var c canvas
	for t, members := range tiles.members {
		if len(members) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		corner := tiles.corner(t)
		c.reset(ruler, vec{corner.x - float64(margin)*step, corner.y - float64(margin)*step}, step, tiles.width+2*margin, tiles.height+2*margin)
		c.draw(m.features, m.groundOf)
		deep := c.sound()
		if deep && len(weight) == 0 {
			weight = m.waterWeights(step)
		}
		for _, i := range members {
			c.collect(&hexes[i], &lands[i].mix, &lands[i].share, margin, tiles, deep, weight)
		}
	}
	for i := range lands {
		lands[i].finish()
	}
	return lands, nil
}

// finish turns sums of points into shares.
func (l *land) finish() {
	var sum float64
	for _, v := range l.mix {
		sum += v
	}
	if l.share == 0 { // no point fell into the cell
		l.mix, l.share = mix{noClass: 1}, 1
		return
	}
	points := l.share
	l.share = sum / points
	if sum == 0 {
		l.mix = mix{int(places.Water): 1}
		return
	}
	for i := range l.mix {
		l.mix[i] /= sum
	}
}

// waterWeights tabulates the weight of open water by its distance from the shore in tenths of a
// step.
func (m *Model) waterWeights(step float64) []float64 {
	var out []float64
	for i := 0; ; i++ {
		// Half a step lies between the last point of land and the shore.
		w := math.Exp(-max(0, float64(i)/10-0.5) * step / m.figures.Water.Metres)
		if w < 1e-3 {
			return append(out, 0)
		}
		out = append(out, w)
	}
}

// groundOf says what a feature makes of the ground, and half the width in metres of the strip that
// a line, or the shore of a water, takes.
func (m *Model) groundOf(f *places.Feature) (g ground, half float64) {
	s := &m.figures.Strips
	switch f.Class {
	case places.Structure:
		return structure, 0
	case places.Road:
		return road, s.Road
	case places.Linear:
		if f.Kind == "power=line" || f.Kind == "power=minor_line" {
			return powerLine, s.Linear
		}
		return linear, s.Linear
	case places.Woods:
		return woods, 0
	case places.OpenGround:
		return openGround, 0
	case places.Water:
		switch {
		case f.Line == nil:
			return openWater, s.Shore
		case f.Kind == coastline:
			return waterside, s.Shore
		}
		return waterside, s.River
	case places.Drainage:
		return drainage, s.Drainage
	case places.Scrub:
		return scrub, 0
	case places.Urban:
		return builtUp, 0
	}
	return unmapped, 0
}

// collect adds the points of a cell that lie on this tile.
func (c *canvas) collect(h *hex, m *mix, count *float64, margin int, t *tiling, deep bool, weight []float64) {
	// The tile's own points; those of the margins belong to other tiles.
	firstRow, lastRow := margin, margin+t.height
	firstCol, lastCol := margin, margin+t.width
	var west, east [maxHexRows]float64
	base := max(firstRow, c.row(h.centre.y-h.radius))
	top := min(lastRow, c.row(h.centre.y+h.radius), base+maxHexRows)
	for r := base; r < top; r++ {
		west[r-base], east[r-base] = math.Inf(1), math.Inf(-1)
	}
	for i, a := range h.corners {
		b := h.corners[(i+1)%len(h.corners)]
		lo, hi := a, b
		if lo.y > hi.y {
			lo, hi = hi, lo
		}
		from, to := max(base, c.row(lo.y)), min(top, c.row(hi.y))
		if from >= to {
			continue
		}
		slope := (hi.x - lo.x) / (hi.y - lo.y)
		for r := from; r < to; r++ {
			x := lo.x + (c.rowY(r)-lo.y)*slope
			west[r-base], east[r-base] = min(west[r-base], x), max(east[r-base], x)
		}
	}
	var counts [grounds]float64
	for r := base; r < top; r++ {
		if west[r-base] > east[r-base] {
			continue
		}
		from, to := max(firstCol, c.column(west[r-base])), min(lastCol, c.column(east[r-base]))
		for x := from; x < to; x++ {
			g := c.points[r*c.width+x]
			*count++
			if g == openWater && deep {
				d := min(int(c.depth[(r+1)*c.stride+x+1]*10), len(weight)-1)
				counts[g] += weight[d]
				continue
			}
			counts[g]++
		}
	}
	for g, n := range counts {
		m[classOf[g]] += n
	}
}

// maxHexRows bounds the rows of points that a cell can take: a cell's height is at most four
// times the side of a square of its area, and that takes √150 rows.
const maxHexRows = 64

// tiling divides the plane into canvases of equal size.
type tiling struct {
	origin        vec
	step          float64
	columns, rows int
	width, height int // points of a tile
	members       [][]int32
}

func newTiling(lo, hi vec, step float64) *tiling {
	w, h := math.Ceil((hi.x-lo.x)/step)+1, math.Ceil((hi.y-lo.y)/step)+1
	t := &tiling{origin: lo, step: step, columns: int(math.Ceil(w / tileSize)), rows: int(math.Ceil(h / tileSize))}
	t.width, t.height = int(math.Ceil(w/float64(t.columns))), int(math.Ceil(h/float64(t.rows)))
	t.members = make([][]int32, t.columns*t.rows)
	return t
}

func (t *tiling) corner(tile int) vec {
	return vec{
		t.origin.x + float64(tile%t.columns*t.width)*t.step,
		t.origin.y + float64(tile/t.columns*t.height)*t.step,
	}
}

// add notes a cell for every tile that it may touch.
func (t *tiling) add(i int32, h *hex) {
	column := func(x float64, n, size int) int {
		return max(0, min(n-1, int(x/t.step/float64(size))))
	}
	for r := column(h.centre.y-h.radius-t.origin.y, t.rows, t.height); r <= column(h.centre.y+h.radius-t.origin.y, t.rows, t.height); r++ {
		for c := column(h.centre.x-h.radius-t.origin.x, t.columns, t.width); c <= column(h.centre.x+h.radius-t.origin.x, t.columns, t.width); c++ {
			k := r*t.columns + c
			t.members[k] = append(t.members[k], i)
		}
	}
}
