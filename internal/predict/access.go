package predict

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/places"
	"github.com/footstepd/footstepd/internal/routing"
)

// WithWalker returns the model with a network of paths to walk on. Without one, distances on foot
// are taken over the ground alone, along the roads and paths that are drawn on it.
func (m *Model) WithWalker(w routing.Walker) *Model {
	with := *m
	with.walker = w
	return &with
}

// A terrain is a grid of walking distances from one point. The network gives the distances along
// paths, with its bridges and underpasses; from there, and from the point itself, they spread over
// the ground, where a metre counts more than one by what it is covered with, and open water and
// motorways are in the way except where a path or another road crosses them.
type terrain struct {
	canvas
	metres  []float32 // by point of the canvas, +Inf where nobody gets to
	heights []float32 // by point of the canvas, NaN where not known; nil on flat land
}

const (
	// leastTerrainStep in metres is the finest grid; what is narrower than that is passed over.
	leastTerrainStep = 15
	// terrainPoints is how many points the grid has, about.
	terrainPoints = 100_000
	// terrainMargin is how far beyond the area, as a share of its size, walks may lead.
	terrainMargin = 0.15
	// cliffStep in metres is the coarsest grid on which cliffs are in the way. On coarser ones they would be drawn
	// many times as wide as they are long.
	cliffStep = 2 * leastTerrainStep
	// networkReach in metres bounds the walk along the network. Farther on the roads and paths drawn
	// on the ground take over, which at that distance are as good.
	networkReach = 5000
	// networkDetour is how much farther than the far end of the area the walk along the network goes.
	networkDetour = 1.5
)

// walk measures the terrain of the cells from the initial planning point.
func (s *surface) walk(ctx context.Context) (*terrain, error) {
	from := *s.task.point
	lo, hi := from, from
	far := 0.0
	for i := range s.hexes {
		h := &s.hexes[i]
		lo = vec{min(lo.x, h.centre.x-h.radius), min(lo.y, h.centre.y-h.radius)}
		hi = vec{max(hi.x, h.centre.x+h.radius), max(hi.y, h.centre.y+h.radius)}
		far = max(far, h.centre.distance(from))
	}
	margin := terrainMargin * max(hi.x-lo.x, hi.y-lo.y)
	width, height := hi.x-lo.x+2*margin, hi.y-lo.y+2*margin
	step := max(leastTerrainStep, math.Sqrt(width*height/terrainPoints))
	t := &terrain{}
	t.reset(s.task.ruler, vec{lo.x - margin, lo.y - margin}, step, int(width/step)+1, int(height/step)+1)
	t.draw(s.model.features, goingOf(step))
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t.metres = make([]float32, len(t.points))
	for i := range t.metres {
		t.metres[i] = float32(math.Inf(1))
	}
	t.start(from)
	if s.model.walker != nil {
		stretches, err := s.model.walker.Walk(ctx, s.task.ruler.Point(from.x, from.y), min(networkReach, networkDetour*far))
		if err != nil {
			return nil, err
		}
		for i := range stretches {
			t.enter(&stretches[i])
		}
	}
	prices := s.model.figures.Access.prices()
	var slopes grades
	if h := s.model.heights; h != nil && s.model.has(Slope) {
		t.climb(h)
		slopes = s.model.figures.Slope.grades()
	}
	return t, t.spread(ctx, &prices, slopes)
}

// goingOf says how features are drawn on a terrain: strips so wide that at the grid's step they
// have no gaps.
func goingOf(step float64) func(*places.Feature) (ground, float64) {
	tight := step * 0.75
	return func(f *places.Feature) (ground, float64) {
		switch f.Class {
		case places.Road:
			if f.Kind == "highway=motorway" || f.Kind == "highway=motorway_link" {
				return openWater, max(12, tight) // not to be crossed, like water
			}
			return road, max(5, tight)
		case places.Linear:
			switch {
			case strings.HasPrefix(f.Kind, "highway="), f.Kind == "man_made=pier", f.Kind == "man_made=breakwater":
				return linear, max(3, tight)
			case strings.HasPrefix(f.Kind, "railway="):
				return powerLine, max(5, tight)
			}
			return unmapped, 0
		case places.Water:
			if f.Kind == coastline {
				return unmapped, 0
			}
			return openWater, max(7, tight)
		case places.Drainage:
			return drainage, tight
		case places.Spot:
			if f.Kind == "natural=cliff" && f.Line != nil && step <= cliffStep {
				return openWater, tight // likewise
			}
		case places.Woods:
			return woods, 0
		case places.Scrub:
			return scrub, 0
		case places.OpenGround:
			return openGround, 0
		case places.Urban:
			return builtUp, 0
		}
		return unmapped, 0
	}
}

// at returns the point of the grid at a position, false outside.
func (t *terrain) at(p vec) (int, bool) {
	x, y := math.Floor((p.x-t.corner.x)/t.step), math.Floor((p.y-t.corner.y)/t.step)
	if !(x >= 0 && y >= 0 && x < float64(t.width) && y < float64(t.height)) {
		return 0, false
	}
	return int(y)*t.width + int(x), true
}

func (t *terrain) seed(p vec, metres float64) {
	if i, ok := t.at(p); ok && metres < float64(t.metres[i]) {
		t.metres[i] = float32(metres)
	}
}

// start seeds the point that walks begin at. If that lies in water, as a point from a boat or a wrong
// fix may, they begin at the shore nearest to it.
func (t *terrain) start(from vec) {
	i, ok := t.at(from)
	if !ok || t.points[i] != openWater {
		t.seed(from, 0)
		return
	}
	nearest := math.Inf(1)
	distance := func(j int) float64 {
		return math.Hypot(float64(j%t.width-i%t.width), float64(j/t.width-i/t.width)) * t.step
	}
	for j, g := range t.points {
		if g != openWater {
			nearest = min(nearest, distance(j))
		}
	}
	for j, g := range t.points {
		if d := distance(j); g != openWater && d <= nearest+2*t.step {
			t.metres[j] = float32(d)
		}
	}
}

// enter puts the distances along a stretch of the network on the grid.
func (t *terrain) enter(s *routing.Stretch) {
	done := 0.0
	var drawn float64
	a := t.plane(s.Shape[0])
	for _, q := range s.Shape[1:] {
		b := t.plane(q)
		drawn += b.distance(a)
		a = b
	}
	scale := 1.0
	if drawn > 0 {
		scale = s.Length / drawn
	}
	a = t.plane(s.Shape[0])
	t.seed(a, min(s.From, s.To+s.Length))
	for _, q := range s.Shape[1:] {
		b := t.plane(q)
		l := b.distance(a)
		for n, k := math.Ceil(l/t.step*2), 1.0; k <= n; k++ {
			along := (done + l*k/n) * scale
			t.seed(a.along(b, k/n), min(s.From+along, s.To+max(0, s.Length-along)))
		}
		done += l
		a = b
	}
}

// spread lets the distances that are known spread over the ground. A step costs at least its length,
// so points whose distances fall into the same step-wide bucket cannot better one another, and
// buckets taken in turn give the exact shortest distances on the grid (Dial, 1969). slopes is nil for flat land, and
// else wants the heights.
func (t *terrain) spread(ctx context.Context, prices *[grounds]float32, slopes grades) error {
	var buckets [][]int32
	put := func(i int, metres float32) {
		k := int(metres / float32(t.step))
		for len(buckets) <= k {
			buckets = append(buckets, nil)
		}
		buckets[k] = append(buckets[k], int32(i))
	}
	for i, m := range t.metres {
		if !math.IsInf(float64(m), 1) {
			put(i, m)
		}
	}
	straight, diagonal := float32(t.step), float32(t.step*math.Sqrt2)
	for k := 0; k < len(buckets); k++ {
		if k%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for _, n := range buckets[k] {
			i := int(n)
			m := t.metres[i]
			if int(m/float32(t.step)) != k {
				continue // bettered since
			}
			x, y := i%t.width, i/t.width
			for dy := -1; dy <= 1; dy++ {
				if y+dy < 0 || y+dy >= t.height {
					continue
				}
				for dx := -1; dx <= 1; dx++ {
					if dx == 0 && dy == 0 || x+dx < 0 || x+dx >= t.width {
						continue
					}
					j := i + dy*t.width + dx
					price := prices[t.points[j]]
					if math.IsInf(float64(price), 1) {
						continue
					}
					length := straight
					if dx != 0 && dy != 0 {
						// No squeezing through between two corners of a barrier.
						if t.points[i+dx] == openWater && t.points[i+dy*t.width] == openWater {
							continue
						}
						length = diagonal
					}
					if slopes != nil && !paved(t.points[j]) {
						price *= slopes.of(t.heights[j]-t.heights[i], length)
					}
					if to := m + length*price; to < t.metres[j] {
						t.metres[j] = to
						put(j, to)
					}
				}
			}
		}
		buckets[k] = nil
	}
	return nil
}

// paved tells whether a ground is a road or path. Those are made for walking and go up slopes by easier ways than
// the grid can tell, so there a metre is a metre, as it is on the network.
func paved(g ground) bool { return g == road || g == linear }

// distance returns the walking distance to a position: that of its grid point or, where nobody
// stands there, of the nearest around it. +Inf when there is none.
func (t *terrain) distance(p vec) float64 {
	i, ok := t.at(p)
	if !ok {
		return math.Inf(1)
	}
	if m := float64(t.metres[i]); !math.IsInf(m, 1) {
		return m
	}
	best := math.Inf(1)
	x, y := i%t.width, i/t.width
	for dy := max(-1, -y); dy <= min(1, t.height-1-y); dy++ {
		for dx := max(-1, -x); dx <= min(1, t.width-1-x); dx++ {
			best = min(best, float64(t.metres[i+dy*t.width+dx])+t.step*math.Hypot(float64(dx), float64(dy)))
		}
	}
	return best
}

// reached is what is known of the walk to a cell.
type reached struct {
	metres [samples]float64 // at positions spread over the cell, +Inf where nobody gets to
	access float64          // weight of the cell by its access, 1 when it is as near as it looks
}

// samples is the number of positions looked at in a cell: its centre and halfway to six corners.
const samples = 7

// access measures the walk to each cell.
func (s *surface) access(t *terrain) []reached {
	a := &s.model.figures.Access
	out := make([]reached, len(s.hexes))
	for i := range s.hexes {
		h, r := &s.hexes[i], &out[i]
		for k := range samples {
			p := h.centre
			if k > 0 {
				p = middle(p, h.corners[(k-1)*len(h.corners)/(samples-1)])
			}
			r.metres[k] = t.distance(p)
			straight := max(p.distance(*s.task.point), a.Near)
			detour := max(0, r.metres[k]/straight-a.Tolerance)
			r.access += max(a.Floor, math.Exp(-a.Rate*detour)) / samples
		}
		slices.Sort(r.metres[:])
	}
	return out
}
