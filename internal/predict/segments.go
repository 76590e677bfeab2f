package predict

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
	"github.com/uber/h3-go/v4"
)

// A Segment is a connected part of the area to be searched by one team.
type Segment struct {
	Name        string // A, B, …, densest first
	Area        float64
	Probability float64 // of the person being in it, out of 1 for the whole world (POA)
	Cells       []int   // indexes of the surface's cells, best first
	Center      orb.Point
	Outline     orb.MultiPolygon
}

// Limits of the number of segments.
const (
	leastSegments = 2
	mostSegments  = 50
	// cellsPerSegment is the least mean number of cells in a segment.
	cellsPerSegment = 3
)

const (
	// segmentRounds is how often the segments are grown anew from the middles of the last ones.
	segmentRounds = 24
	// crossRoad and crossWater are what it costs a segment to grow over a road or over water, as
	// multiples of the way; so fronts wait and meet there.
	crossRoad, crossWater = 3, 8
)

// divide groups the cells into n segments. They grow from n middles over neighbouring cells all at
// once (Dijkstra from many sources), slowed down by roads and waters, so that these become their
// borders; then they grow anew from the new middles, with a head start for those that came out too
// small (Lloyd's algorithm with additive weights). The round in which they are most alike counts.
func (s *surface) divide(ctx context.Context, n int) ([]Segment, error) {
	if most := len(s.order) / cellsPerSegment; n > most {
		return nil, &InputError{"segments", "are too many for the cells of the area", n, fmt.Sprintf("at most %d, or a finer resolution", most)}
	}
	d := &division{s: s, cells: slices.Sorted(slices.Values(s.order))}
	if err := d.connect(ctx); err != nil {
		return nil, err
	}
	seeds := d.seeds(n)
	start := make([]float64, n)
	var best []int32
	most := math.Inf(1)
	for range segmentRounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d.grow(seeds, start)
		if uneven := d.adjust(seeds, start); uneven < most {
			best, most = d.of, uneven
		}
	}
	d.of = best
	return d.segments(n), nil
}

// division is the cells of a surface as a graph.
type division struct {
	s       *surface
	cells   []int32   // of the surface, ascending
	links   [][]link  // by place in cells
	of      []int32   // segment of each, by place in cells
	reached []float64 // cost of growing to each
}

// link leads to a neighbouring cell.
type link struct {
	to   int32 // place in cells
	cost float64
}

// connect finds the neighbours of each cell and what lies between.
func (d *division) connect(ctx context.Context) error {
	h := d.s.hexes
	byName := make(map[h3.Cell]int32, len(d.cells))
	lo, hi := vec{math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1)}
	for k, i := range d.cells {
		byName[h[i].cell] = int32(k)
		lo = vec{min(lo.x, h[i].centre.x), min(lo.y, h[i].centre.y)}
		hi = vec{max(hi.x, h[i].centre.x), max(hi.y, h[i].centre.y)}
	}
	// Lines are drawn on a grid that shows them between any two neighbouring middles.
	step := max(h[d.cells[0]].radius/4, math.Sqrt((hi.x-lo.x)*(hi.y-lo.y)/maxBorderPoints))
	var c canvas
	c.reset(d.s.task.ruler, vec{lo.x - step, lo.y - step}, step, int((hi.x-lo.x)/step)+3, int((hi.y-lo.y)/step)+3)
	c.draw(d.s.model.features, func(f *places.Feature) (ground, float64) { return borderOf(f, step) })
	d.links = make([][]link, len(d.cells))
	for k, i := range d.cells {
		if k%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for _, n := range h[i].cell.GridDisk(1) {
			if to, ok := byName[n]; ok && int(to) != k {
				a, b := h[i].centre, h[d.cells[to]].centre
				d.links[k] = append(d.links[k], link{to, a.distance(b) * c.between(a, b)})
			}
		}
		slices.SortFunc(d.links[k], func(a, b link) int { return cmp.Compare(a.to, b.to) })
	}
	return nil
}

// maxBorderPoints bounds the grid on which borders are looked for.
const maxBorderPoints = 1_000_000

// borderOf says what bounds a segment: drivable roads but not driveways, railways, and waters.
func borderOf(f *places.Feature, step float64) (ground, float64) {
	switch f.Class {
	case places.Road:
		if f.Kind == "highway=service" {
			return unmapped, 0
		}
		return road, step
	case places.Linear:
		if strings.HasPrefix(f.Kind, "railway=") {
			return road, step
		}
	case places.Water:
		if f.Line != nil && f.Kind != coastline {
			return openWater, step
		}
		if f.Kind != coastline {
			return openWater, 0
		}
	}
	return unmapped, 0
}

// between returns the factor of growing from one position to another by what lies between.
func (c *canvas) between(a, b vec) float64 {
	n := int(math.Ceil(a.distance(b)/c.step*1.5)) + 1
	factor := 1.0
	for k := 0; k <= n; k++ {
		p := a.along(b, float64(k)/float64(n))
		x, y := int((p.x-c.corner.x)/c.step), int((p.y-c.corner.y)/c.step)
		if x < 0 || y < 0 || x >= c.width || y >= c.height {
			continue
		}
		switch c.points[y*c.width+x] {
		case road:
			factor = max(factor, crossRoad)
		case openWater:
			factor = max(factor, crossWater)
		}
	}
	return factor
}

func (d *division) centre(k int) vec   { return d.s.hexes[d.cells[k]].centre }
func (d *division) area(k int) float64 { return d.s.parts[d.cells[k]].area }

// seeds returns n cells far from one another: the one nearest to the middle of all, then always the
// one farthest from those before.
func (d *division) seeds(n int) []int {
	all := make([]int, len(d.cells))
	for k := range all {
		all[k] = k
	}
	seeds := []int{d.medoid(all)}
	away := make([]float64, len(d.cells))
	for k := range away {
		away[k] = math.Inf(1)
	}
	for len(seeds) < n {
		last, far := d.centre(seeds[len(seeds)-1]), 0
		for k := range away {
			away[k] = min(away[k], d.centre(k).distance(last))
			if away[k] > away[far] {
				far = k
			}
		}
		seeds = append(seeds, far)
	}
	return seeds
}

// medoid returns the cell nearest to the centroid of some.
func (d *division) medoid(cells []int) int {
	var x, y, area float64
	for _, k := range cells {
		a := d.area(k)
		x, y, area = x+d.centre(k).x*a, y+d.centre(k).y*a, area+a
	}
	best := cells[0]
	for _, k := range cells {
		if c := (vec{x / area, y / area}); d.centre(k).distance(c) < d.centre(best).distance(c) {
			best = k
		}
	}
	return best
}

// grow gives each cell to the segment that comes to it first. Cells that no segment comes to, such
// as islands of cells, go to the nearest seed's.
func (d *division) grow(seeds []int, start []float64) {
	d.of = make([]int32, len(d.cells))
	d.reached = make([]float64, len(d.cells))
	for k := range d.of {
		d.of[k], d.reached[k] = -1, math.Inf(1)
	}
	var f growth
	for n, k := range seeds {
		d.of[k], d.reached[k] = int32(n), start[n]
		f = append(f, grown{start[n], int32(k)})
	}
	heap.Init(&f)
	for len(f) > 0 {
		g := heap.Pop(&f).(grown)
		if g.cost > d.reached[g.place] {
			continue
		}
		for _, l := range d.links[g.place] {
			if cost := g.cost + l.cost; cost < d.reached[l.to] {
				d.reached[l.to], d.of[l.to] = cost, d.of[g.place]
				heap.Push(&f, grown{cost, l.to})
			}
		}
	}
	for k := range d.of {
		if d.of[k] < 0 {
			best := 0
			for n, seed := range seeds {
				if d.centre(seed).distance(d.centre(k)) < d.centre(seeds[best]).distance(d.centre(k)) {
					best = n
				}
			}
			d.of[k] = int32(best)
		}
	}
}

// grown is a cell that a segment has come to.
type grown struct {
	cost  float64
	place int32
}

type growth []grown

func (g growth) Len() int      { return len(g) }
func (g growth) Swap(i, j int) { g[i], g[j] = g[j], g[i] }
func (g growth) Less(i, j int) bool {
	return g[i].cost < g[j].cost || g[i].cost == g[j].cost && g[i].place < g[j].place
}
func (g *growth) Push(x any) { *g = append(*g, x.(grown)) }
func (g *growth) Pop() any {
	last := len(*g) - 1
	x := (*g)[last]
	*g = (*g)[:last]
	return x
}

// adjust moves the seeds to the middles of their segments and gives a head start to small ones. It
// returns how uneven the segments are: the largest over the smallest.
func (d *division) adjust(seeds []int, start []float64) float64 {
	members := d.members(len(seeds))
	var total float64
	for k := range d.cells {
		total += d.area(k)
	}
	mean := total / float64(len(seeds))
	least, most := math.Inf(1), 0.0
	for n := range seeds {
		seeds[n] = d.medoid(members[n])
	}
	for n, a := range seeds {
		nearest := math.Inf(1)
		for m, b := range seeds {
			if m != n {
				nearest = min(nearest, d.centre(a).distance(d.centre(b)))
			}
		}
		var area float64
		for _, k := range members[n] {
			area += d.area(k)
		}
		least, most = min(least, area), max(most, area)
		start[n] += 0.3 * math.Sqrt(mean) * (area/mean - 1)
		// No head start so great that a seed would be overrun before it begins.
		start[n] = max(-0.45*nearest, min(0.45*nearest, start[n]))
	}
	return most / least
}

// members lists the cells of each segment, by place.
func (d *division) members(n int) [][]int {
	out := make([][]int, n)
	for k, of := range d.of {
		out[of] = append(out[of], k)
	}
	return out
}

// segments describes the segments, the densest first.
func (d *division) segments(n int) []Segment {
	s := d.s
	rank := make(map[int32]int, len(s.order))
	for k, i := range s.order {
		rank[i] = k
	}
	var out []Segment
	for _, cells := range d.members(n) {
		var seg Segment
		var x, y float64
		for _, k := range cells {
			i := d.cells[k]
			m := s.mass[i]
			seg.Area += d.area(k)
			seg.Probability += m
			x, y = x+m*d.centre(k).x, y+m*d.centre(k).y
			seg.Cells = append(seg.Cells, rank[i])
		}
		slices.Sort(seg.Cells)
		seg.Center = s.task.ruler.Point(x/seg.Probability, y/seg.Probability)
		seg.Outline = s.task.draw(d.outline(cells))
		out = append(out, seg)
	}
	slices.SortStableFunc(out, func(a, b Segment) int {
		return cmp.Or(cmp.Compare(b.Probability/b.Area, a.Probability/a.Area), cmp.Compare(a.Cells[0], b.Cells[0]))
	})
	for k := range out {
		out[k].Name = segmentName(k)
	}
	return out
}

// segmentName returns A to Z, then AA and so on.
func segmentName(k int) string {
	if k < 26 {
		return string(rune('A' + k))
	}
	return segmentName(k/26-1) + segmentName(k%26)
}

// outline returns the polygons around some cells: the edges of cells beyond which there is none of
// them, strung together.
func (d *division) outline(cells []int) [][][]vec {
	in := make(map[int]bool, len(cells))
	for _, k := range cells {
		in[k] = true
	}
	type piece struct{ from, to vec }
	var pieces []piece
	at := map[[2]int64][]int{} // pieces by where they begin, in metres
	for _, k := range cells {
		h := &d.s.hexes[d.cells[k]]
		for e, a := range h.corners {
			b := h.corners[(e+1)%len(h.corners)]
			m := middle(a, b)
			across := vec{2*m.x - h.centre.x, 2*m.y - h.centre.y}
			best, shared := math.Inf(1), false
			for _, l := range d.links[k] {
				if r := d.centre(int(l.to)).distance(across); r < best {
					best, shared = r, in[int(l.to)]
				}
			}
			if shared && best < h.radius {
				continue
			}
			key := [2]int64{int64(math.Floor(a.x)), int64(math.Floor(a.y))}
			at[key] = append(at[key], len(pieces))
			pieces = append(pieces, piece{a, b})
		}
	}
	used := make([]bool, len(pieces))
	next := func(p vec) int {
		best, found := math.Inf(1), -1
		for dx := int64(-1); dx <= 1; dx++ {
			for dy := int64(-1); dy <= 1; dy++ {
				for _, k := range at[[2]int64{int64(math.Floor(p.x)) + dx, int64(math.Floor(p.y)) + dy}] {
					if r := pieces[k].from.distance(p); !used[k] && r < best {
						best, found = r, k
					}
				}
			}
		}
		return found
	}
	var rings [][]vec
	for k := range pieces {
		var ring []vec
		for at := k; at >= 0 && !used[at]; at = next(pieces[at].to) {
			used[at] = true
			ring = append(ring, pieces[at].from)
		}
		if len(ring) >= 3 {
			rings = append(rings, ring)
		}
	}
	return nest(rings)
}
