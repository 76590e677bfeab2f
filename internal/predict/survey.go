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
	tileSize = 1024
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
	var weight []float64 // of open water by tenths of a step from the shore
	err := newTiling(hexes).each(ctx, ruler, waterMargin, func(c *canvas, t *tile) {
		c.draw(m.features, m.groundOf)
		deep := c.sound()
		if deep && weight == nil {
			weight = m.waterWeights(c.step)
		}
		for _, i := range t.members {
			c.collect(&hexes[i], &lands[i], t, deep, weight)
		}
	})
	if err != nil {
		return nil, err
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
func (c *canvas) collect(h *hex, l *land, t *tile, deep bool, weight []float64) {
	var counts [grounds]float64
	c.scan(h, t, func(row, first int, points []ground) {
		l.share += float64(len(points))
		for k, g := range points {
			if g == openWater && deep {
				d := min(int(c.depth[(row+1)*c.stride+first+k+1]*10), len(weight)-1)
				counts[g] += weight[d]
				continue
			}
			counts[g]++
		}
	})
	for g, n := range counts {
		l.mix[classOf[g]] += n
	}
}

// scan visits the points of a cell that lie on a tile, row by row; first is the column of a row's first
// point. The points of a tile's margins belong to other tiles.
func (c *canvas) scan(h *hex, t *tile, visit func(row, first int, points []ground)) {
	firstRow, lastRow := t.margin, t.margin+t.height
	firstCol, lastCol := t.margin, t.margin+t.width
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
	for r := base; r < top; r++ {
		if west[r-base] > east[r-base] {
			continue
		}
		from, to := max(firstCol, c.column(west[r-base])), min(lastCol, c.column(east[r-base]))
		if from < to {
			visit(r, from, c.points[r*c.width+from:r*c.width+to])
		}
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

// tile is one of them, with the cells that may touch it and the points that its canvas has around it.
type tile struct {
	members       []int32
	width, height int
	margin        int
}

func newTiling(hexes []hex) *tiling {
	lo, hi := vec{math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1)}
	var area float64
	for i := range hexes {
		h := &hexes[i]
		lo = vec{min(lo.x, h.centre.x-h.radius), min(lo.y, h.centre.y-h.radius)}
		hi = vec{max(hi.x, h.centre.x+h.radius), max(hi.y, h.centre.y+h.radius)}
		area += h.area
	}
	step := math.Sqrt(area / float64(len(hexes)) / pointsPerCell)
	w, h := math.Ceil((hi.x-lo.x)/step)+1, math.Ceil((hi.y-lo.y)/step)+1
	t := &tiling{origin: lo, step: step, columns: int(math.Ceil(w / tileSize)), rows: int(math.Ceil(h / tileSize))}
	t.width, t.height = int(math.Ceil(w/float64(t.columns))), int(math.Ceil(h/float64(t.rows)))
	t.members = make([][]int32, t.columns*t.rows)
	for i := range hexes {
		t.add(int32(i), &hexes[i])
	}
	return t
}

// each visits the tiles that cells touch, each with a bare canvas that reaches a margin in metres beyond
// it.
func (t *tiling) each(ctx context.Context, ruler geo.Ruler, metres float64, visit func(*canvas, *tile)) error {
	var c canvas
	margin := int(math.Ceil(metres / t.step))
	for n, members := range t.members {
		if len(members) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		corner := t.corner(n)
		c.reset(ruler, vec{corner.x - float64(margin)*t.step, corner.y - float64(margin)*t.step}, t.step, t.width+2*margin, t.height+2*margin)
		visit(&c, &tile{members, t.width, t.height, margin})
	}
	return nil
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
