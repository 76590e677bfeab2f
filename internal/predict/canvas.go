package predict

import (
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
)

// ground is what a point of the ground counts as. Where several features lie on one another the
// greater wins: a road through a wood is a road, a bridge over a river too, a power line is not.
type ground uint8

const (
	unmapped ground = iota
	builtUp
	openGround
	scrub
	woods
	powerLine
	drainage
	waterside // shores on the land side, and rivers drawn as lines
	openWater
	linear
	road
	structure
	grounds // their number
)

// A canvas is a grid of points on the plane at which the ground is looked up. Features are painted
// where they cover a point, so shares of points are unbiased estimates of shares of the ground,
// however narrow the features are.
type canvas struct {
	ruler         geo.Ruler
	corner        vec     // of the south-western point's square
	step          float64 // metres between points
	width, height int
	points        []ground     // row by row, south to north
	depth         []float32    // see sound
	stride        int          // of depth
	crossings     [][]crossing // of a shape being filled, by row
	coast         []vec        // ends of the coastline segments met by paint, two by two
	scratch       [][]vec
}

// crossing is a place where an outline crosses a row.
type crossing struct {
	x  float64
	up bool // to the north
}

// reset makes the canvas cover a rectangle, unmapped.
func (c *canvas) reset(ruler geo.Ruler, corner vec, step float64, width, height int) {
	c.ruler, c.corner, c.step, c.width, c.height = ruler, corner, step, width, height
	c.points = slices.Grow(c.points[:0], width*height)[:width*height]
	clear(c.points)
	c.crossings = slices.Grow(c.crossings[:0], height)[:height]
}

// draw paints the features, and the sea beyond their coastlines.
func (c *canvas) draw(source places.Source, look func(*places.Feature) (g ground, half float64)) {
	c.paint(source, look)
	c.sea(source)
}

// paint looks through the features and paints each as what look says, unmapped ones not at all:
// lines as strips of half the width that look says, shores likewise beside open water.
func (c *canvas) paint(source places.Source, look func(*places.Feature) (g ground, half float64)) {
	c.coast = c.coast[:0]
	for _, box := range c.boxes() {
		source.Search(box, func(f *places.Feature) bool {
			if f.Kind == coastline {
				for i := 1; i < len(f.Line); i++ {
					c.coast = append(c.coast, c.plane(f.Line[i-1]), c.plane(f.Line[i]))
				}
			}
			if g, half := look(f); g != unmapped {
				c.feature(f, g, half)
			}
			return true
		})
	}
}

// feature paints a feature.
func (c *canvas) feature(f *places.Feature, g ground, half float64) {
	switch {
	case f.Point != nil:
		c.square(c.plane(*f.Point), math.Sqrt(f.Area), g)
	case f.Line != nil:
		c.line(f.Line, half, g)
	default:
		shapes := c.shapes(f.Polygon)
		c.fill(shapes, g)
		if g == openWater {
			c.edge(shapes, half, waterside)
		}
	}
}

// boxes returns the canvas as boxes in degrees: one, or two across the antimeridian.
func (c *canvas) boxes() []geo.Box {
	w, h := float64(c.width)*c.step, float64(c.height)*c.step
	lo := c.ruler.Point(c.corner.x, c.corner.y)
	hi := c.ruler.Point(c.corner.x+w, c.corner.y+h)
	lo[1], hi[1] = max(-90, lo[1]), min(90, hi[1])
	if lo[0] <= hi[0] {
		return []geo.Box{geo.BoxOf(geo.ToFixed(lo), geo.ToFixed(hi))}
	}
	return []geo.Box{
		geo.BoxOf(geo.ToFixed(lo), geo.ToFixed(orb.Point{180, hi[1]})),
		geo.BoxOf(geo.ToFixed(orb.Point{-180, lo[1]}), geo.ToFixed(hi)),
	}
}

func (c *canvas) plane(p orb.Point) vec {
	x, y := c.ruler.XY(p)
	return vec{x, y}
}

// shapes puts the rings of a polygon on the plane, without their closing positions. The answer is
// valid until the next call.
func (c *canvas) shapes(p orb.Polygon) [][]vec {
	for len(c.scratch) < len(p) {
		c.scratch = append(c.scratch, nil)
	}
	for i, ring := range p {
		s := c.scratch[i][:0]
		for _, q := range ring[:max(0, len(ring)-1)] {
			s = append(s, c.plane(q))
		}
		c.scratch[i] = s
	}
	return c.scratch[:len(p)]
}

// row returns the first row whose points lie at or above y, and column likewise for x.
func (c *canvas) row(y float64) int {
	return clampInt(math.Ceil((y-c.corner.y)/c.step-0.5), c.height)
}

func (c *canvas) column(x float64) int {
	return clampInt(math.Ceil((x-c.corner.x)/c.step-0.5), c.width)
}

func clampInt(v float64, high int) int { return int(max(0, min(float64(high), v))) }

func (c *canvas) rowY(row int) float64 { return c.corner.y + (float64(row)+0.5)*c.step }

// span paints the points of a row from x0 to x1.
func (c *canvas) span(row int, x0, x1 float64, g ground) {
	from, to := c.column(x0), c.column(x1)
	if from >= to {
		return
	}
	line := c.points[row*c.width+from : row*c.width+to]
	for i := range line {
		line[i] = max(line[i], g)
	}
}

// cross notes where an edge crosses rows and widens the range of rows touched.
func (c *canvas) cross(a, b vec, first, last *int) {
	up := b.y > a.y
	lo, hi := a, b
	if !up {
		lo, hi = b, a
	}
	from, to := c.row(lo.y), c.row(hi.y)
	if from >= to {
		return
	}
	slope := (hi.x - lo.x) / (hi.y - lo.y)
	for r := from; r < to; r++ {
		c.crossings[r] = append(c.crossings[r], crossing{lo.x + (c.rowY(r)-lo.y)*slope, up})
	}
	*first, *last = min(*first, from), max(*last, to)
}

// sorted returns the crossings of a row from west to east and forgets them.
func (c *canvas) sorted(row int) []crossing {
	list := c.crossings[row]
	slices.SortFunc(list, func(a, b crossing) int {
		switch {
		case a.x < b.x:
			return -1
		case a.x > b.x:
			return 1
		}
		return 0
	})
	c.crossings[row] = list[:0]
	return list
}

// fill paints what lies in an odd number of the rings.
func (c *canvas) fill(shapes [][]vec, g ground) {
	first, last := c.height, 0
	for _, ring := range shapes {
		for i, p := range ring {
			c.cross(p, ring[(i+1)%len(ring)], &first, &last)
		}
	}
	for r := first; r < last; r++ {
		list := c.sorted(r)
		for i := 1; i < len(list); i += 2 {
			c.span(r, list[i-1].x, list[i].x, g)
		}
	}
}

// square paints a square around its centre.
func (c *canvas) square(centre vec, side float64, g ground) {
	for r := c.row(centre.y - side/2); r < c.row(centre.y+side/2); r++ {
		c.span(r, centre.x-side/2, centre.x+side/2, g)
	}
}

// edge paints a strip of half the given width to either side of outlines.
func (c *canvas) edge(shapes [][]vec, half float64, g ground) {
	for _, ring := range shapes {
		for i, p := range ring {
			c.capsule(p, ring[(i+1)%len(ring)], half, g)
		}
	}
}

// line paints a strip of half the given width to either side of a line.
func (c *canvas) line(l orb.LineString, half float64, g ground) {
	for i := 1; i < len(l); i++ {
		c.capsule(c.plane(l[i-1]), c.plane(l[i]), half, g)
	}
}

// capsule paints everything within a distance of a segment.
func (c *canvas) capsule(a, b vec, half float64, g ground) {
	if max(a.x, b.x)+half < c.corner.x || min(a.x, b.x)-half > c.corner.x+float64(c.width)*c.step ||
		max(a.y, b.y)+half < c.corner.y || min(a.y, b.y)-half > c.corner.y+float64(c.height)*c.step {
		return
	}
	d := b.minus(a)
	length := d.length()
	var n vec // half the width, square to the segment
	if length > 0 {
		n = vec{-d.y / length * half, d.x / length * half}
	}
	slope := d.x / d.y
	low, high := min(a.y, b.y), max(a.y, b.y)
	for r := c.row(low - half); r < c.row(high+half); r++ {
		y := c.rowY(r)
		// The capsule is convex, so it meets the row in one piece: from side to side, and where the row
		// misses a side, to the end's circle.
		lo, hi := math.Inf(1), math.Inf(-1)
		sides := 0
		for _, side := range [2]vec{n, {-n.x, -n.y}} {
			if at := y - side.y; d.y != 0 && at >= low && at <= high {
				x := a.x + side.x + (at-a.y)*slope
				lo, hi = min(lo, x), max(hi, x)
				sides++
			}
		}
		if sides < 2 {
			for _, end := range [2]vec{a, b} {
				if dy := y - end.y; math.Abs(dy) <= half {
					s := math.Sqrt(half*half - dy*dy)
					lo, hi = min(lo, end.x-s), max(hi, end.x+s)
				}
			}
		}
		if lo <= hi {
			c.span(r, lo, hi, g)
		}
	}
}

// sea paints what lies to seaward of the coastlines that paint has met.
func (c *canvas) sea(source places.Source) {
	first, last := c.height, 0
	coast := len(c.coast) > 0
	touched := make([]bool, c.height+1) // whether a coast lies at the row, or between it and the one before
	for i := 0; i < len(c.coast); i += 2 {
		a, b := c.coast[i], c.coast[i+1]
		c.cross(a, b, &first, &last)
		for r := c.row(min(a.y, b.y)); r <= c.row(max(a.y, b.y)); r++ {
			touched[r] = true
		}
	}
	width := float64(c.width) * c.step
	atSea := func(row int) bool {
		return source.AtSea(c.ruler.Point(c.corner.x+width/2, c.rowY(row)))
	}
	uniform := !coast && atSea(c.height/2)
	alike, before := false, false // whether the row before was all land or all sea, and whether sea
	for r := range c.height {
		// Crossings beyond the edges tell nothing: coasts that were not looked at may lie between.
		list := slices.DeleteFunc(c.sorted(r), func(at crossing) bool {
			return at.x < c.corner.x || at.x > c.corner.x+width
		})
		// Land lies to the left: going north it is to the west, going south to the east.
		state := uniform
		switch {
		case len(list) > 0:
			state = !list[0].up
		case coast && alike && !touched[r]:
			state = before
		case coast:
			state = atSea(r)
		}
		alike, before = len(list) == 0, state
		x := c.corner.x
		for _, at := range list {
			if state {
				c.span(r, x, at.x, openWater)
			}
			x, state = at.x, at.up
		}
		if state {
			c.span(r, x, c.corner.x+width, openWater)
		}
	}
}

// coastline is the kind of coastlines.
const coastline = "natural=coastline"

// sound measures for each point in open water how far it is from the nearest other point, in
// steps, by two sweeps with steps of 1 and √2. It returns false when there is no open water.
func (c *canvas) sound() bool {
	// Only the rectangle that holds all open water is swept.
	west, east, south, north := c.width, -1, -1, -1
	for r := range c.height {
		row := c.points[r*c.width : (r+1)*c.width]
		first := slices.Index(row, openWater)
		if first < 0 {
			continue
		}
		last := len(row) - 1
		for row[last] != openWater {
			last--
		}
		west, east, north = min(west, first), max(east, last), r
		if south < 0 {
			south = r
		}
	}
	if south < 0 {
		return false
	}
	// A frame of one point all around stands for what is not known; nothing is measured from it.
	stride := c.width + 2
	n := stride * (c.height + 2)
	c.depth, c.stride = slices.Grow(c.depth[:0], n)[:n], stride
	for r := south - 1; r <= north+1; r++ {
		row := c.depth[(r+1)*stride:][:stride]
		for x := west - 1; x <= east+1; x++ {
			switch {
			case r < 0 || x < 0 || r == c.height || x == c.width || c.points[r*c.width+x] == openWater:
				row[x+1] = unsounded
			default:
				row[x+1] = 0
			}
		}
	}
	for r := south; r <= north; r++ {
		row, below := c.depth[(r+1)*stride:][:stride], c.depth[r*stride:][:stride]
		for x := west + 1; x <= east+1; x++ {
			if d := row[x]; d > 0 {
				row[x] = min(d, row[x-1]+1, below[x]+1, below[x-1]+math.Sqrt2, below[x+1]+math.Sqrt2)
			}
		}
	}
	for r := north; r >= south; r-- {
		row, above := c.depth[(r+1)*stride:][:stride], c.depth[(r+2)*stride:][:stride]
		for x := east + 1; x > west; x-- {
			if d := row[x]; d > 0 {
				row[x] = min(d, row[x+1]+1, above[x]+1, above[x+1]+math.Sqrt2, above[x-1]+math.Sqrt2)
			}
		}
	}
	return true
}

// unsounded is the depth of points with no shore in sight.
const unsounded = 1e9
