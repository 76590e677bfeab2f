package predict

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/hours"
	"github.com/footstepd/footstepd/internal/places"
)

// A mark is a feature that draws people beside the class of its ground, or holds them up.
type mark uint8

// The marks, in the order of their terms.
const (
	crossingMark mark = iota
	trailMark
	streamMark
	shoreMark
	peakMark
	deadEndMark
	woodEdgeMark
	viewpointMark
	bridgeMark
	pierMark
	cliffMark
	quarryMark
	reservoirMark
	barrierMark
	ridgeMark // told by heights, as the others below
	highMark
	lowMark
	marks // their number

	// Places with opening hours are drawn with the marks.
	openMark   = marks
	closedMark = marks + 1
	drawnMarks = marks + 2
)

// term returns the term that turns a mark on.
func (m mark) term() Terms { return Crossings << m }

// ofTerrain are the marks that terrain multipliers speak of already.
const ofTerrain = Trails | Streams | Shores

// ofLandforms are the marks that heights tell.
const ofLandforms = Ridges | HighPoints | LowPoints

// affinity is what draws the person looked for.
type affinity struct {
	s      *surface
	factor [drawnMarks]float64 // 0 where a mark is not in use
	ground [drawnMarks]ground  // what a mark is drawn as: greater for stronger ones, which win
	order  []mark              // marks by ground - 1
	mapped bool                // whether any of them is told by features
	states map[string]hours.State
}

// newAffinity returns what draws a person, nil when nothing does.
func (s *surface) newAffinity() *affinity {
	f, p := &s.model.figures.Affinities, s.task.profile
	a := &affinity{s: s, states: map[string]hours.State{}}
	for m := range marks {
		v := 1.0
		if common := f.Common[m]; common > 0 && (p.Terrain == nil || m.term()&ofTerrain == 0) {
			v = math.Pow(common, s.model.figures.Shrinkage.Power)
		}
		if p.Drawn != nil && p.Drawn.Factors[m] > 0 {
			v *= p.Drawn.Factors[m]
		}
		formed := m.term()&ofLandforms != 0
		if v != 1 && s.model.has(m.term()) && (m != barrierMark || s.heading != nil) && (!formed || s.model.heights != nil) {
			a.mapped = a.mapped || !formed
			a.factor[m] = min(v, f.Cap)
			a.order = append(a.order, m)
		}
	}
	if s.model.has(Hours) {
		// Together with weather and darkness within the limits.
		h, w, lean := &s.model.figures.Hours, &s.model.figures.Weather, s.lean[places.Structure]
		a.factor[openMark] = min(w.Most, h.Open*lean) / lean
		a.factor[closedMark] = max(w.Least, h.Closed*lean) / lean
		a.order = append(a.order, openMark, closedMark)
		a.mapped = true
	}
	if len(a.order) == 0 {
		return nil
	}
	slices.SortStableFunc(a.order, func(x, y mark) int {
		return cmp.Compare(math.Abs(math.Log(a.factor[x])), math.Abs(math.Log(a.factor[y])))
	})
	for i, m := range a.order {
		a.ground[m] = ground(i + 1)
	}
	return a
}

// measure finds the factor of each cell and the mark that has most part in it: the mean over the
// cell's points of their marks' factors.
func (a *affinity) measure(ctx context.Context) error {
	s := a.s
	s.drawn = make([]float64, len(s.hexes))
	s.drawnBy = make([]mark, len(s.hexes))
	counts := make([][]int32, len(s.hexes))
	flat := make([]int32, len(s.hexes)*(len(a.order)+1))
	for i := range counts {
		counts[i], flat = flat[:len(a.order)+1], flat[len(a.order)+1:]
	}
	f := &s.model.figures.Affinities
	margin := max(f.Spot, f.Edge, s.model.figures.Hours.Metres)
	err := newTiling(s.hexes).each(ctx, s.task.ruler, margin, func(c *canvas, t *tile) {
		if a.mapped {
			for _, box := range c.boxes() {
				s.model.features.Search(box, func(f *places.Feature) bool {
					a.draw(c, f)
					return true
				})
			}
		}
		a.landforms(c)
		for _, i := range t.members {
			n := counts[i]
			c.scan(&s.hexes[i], t, func(_, _ int, points []ground) {
				for _, g := range points {
					n[g]++
				}
			})
		}
	})
	for i, n := range counts {
		s.drawn[i], s.drawnBy[i] = a.weigh(&s.hexes[i], n)
	}
	return err
}

// weigh returns the factor of a cell from the counts of its points.
func (a *affinity) weigh(h *hex, n []int32) (factor float64, by mark) {
	var all, sum, most float64
	by = drawnMarks
	for g, k := range n {
		v := 1.0
		if g > 0 {
			m := a.order[g-1]
			if v = a.factor[m]; m == barrierMark && !a.ahead(h) {
				v = 1
			}
			if more := float64(k) * (v - 1); more > most {
				most, by = more, m
			}
		}
		all, sum = all+float64(k), sum+float64(k)*v
	}
	if all == 0 {
		return 1, by
	}
	return sum / all, by
}

// ahead tells whether a cell lies straight ahead.
func (a *affinity) ahead(h *hex) bool {
	d := h.centre.minus(*a.s.task.point)
	turn := math.Abs(math.Remainder(math.Atan2(d.y, d.x)-a.s.heading.towards, 2*math.Pi)) * 180 / math.Pi
	return turn <= a.s.model.figures.Affinities.Ahead
}

// draw draws the marks of a feature.
func (a *affinity) draw(c *canvas, f *places.Feature) {
	fig := a.s.model.figures
	edge, spot := fig.Affinities.Edge, fig.Affinities.Spot
	strip := func(m mark, half float64) {
		g := a.ground[m]
		switch {
		case g == 0:
		case f.Point != nil:
			p := c.plane(*f.Point)
			c.capsule(p, p, half, g)
		case f.Line != nil:
			c.line(f.Line, half, g)
		default:
			c.edge(c.shapes(f.Polygon), half, g)
		}
	}
	fill := func(m mark) {
		if g := a.ground[m]; g > 0 && f.Polygon != nil {
			c.fill(c.shapes(f.Polygon), g)
		}
	}
	switch f.Class {
	case places.Linear:
		switch {
		case strings.HasPrefix(f.Kind, "highway="):
			strip(trailMark, fig.Strips.Linear)
		case f.Kind == "man_made=pier":
			strip(pierMark, edge)
		case strings.HasPrefix(f.Kind, "barrier="):
			strip(barrierMark, edge)
		}
	case places.Drainage:
		strip(streamMark, fig.Strips.Drainage)
		strip(barrierMark, edge)
	case places.Water:
		if f.Line != nil && f.Kind != coastline {
			strip(streamMark, fig.Strips.River)
		} else {
			strip(shoreMark, edge)
		}
		if f.Kind == "water=reservoir" || f.Kind == "landuse=reservoir" {
			strip(reservoirMark, edge)
		}
		strip(barrierMark, edge)
	case places.Woods:
		strip(woodEdgeMark, edge)
	case places.Scrub:
		fill(barrierMark)
	case places.OpenGround:
		if f.Kind == "landuse=quarry" {
			fill(quarryMark)
			strip(quarryMark, edge)
		}
	case places.Spot:
		if text, ok := strings.CutPrefix(f.Kind, places.HoursPrefix); ok {
			switch a.state(text) {
			case hours.Open:
				strip(openMark, fig.Hours.Metres)
			case hours.Closed:
				strip(closedMark, fig.Hours.Metres)
			}
			return
		}
		if m, ok := spotMarks[f.Kind]; ok {
			half := spot
			if f.Point == nil {
				half = edge
			}
			strip(m, half)
		}
	}
}

// spotMarks are the marks of spots by kind.
var spotMarks = map[string]mark{
	places.StreamCrossing: crossingMark,
	places.DeadEnd:        deadEndMark,
	"tourism=viewpoint":   viewpointMark,
	"natural=peak":        peakMark,
	"natural=cliff":       cliffMark,
	"bridge=yes":          bridgeMark,
}

// state tells whether a place with these opening hours is open at the time of the scenario, whose wall
// clock is taken for the place's. Each text is read once.
func (a *affinity) state(text string) hours.State {
	st, ok := a.states[text]
	if !ok {
		if h, err := hours.Parse(text); err == nil {
			st = h.At(a.s.req.Time)
		}
		a.states[text] = st
	}
	return st
}

// markReasons are what the marks are called.
var markReasons = [drawnMarks]string{
	"where a path crosses a stream", "paths", "stream or river", "the water's edge", "a peak", "a dead end", "the edge of a wood",
	"a viewpoint", "a bridge", "a pier", "a cliff", "a quarry", "a reservoir", "something in the way straight ahead",
	"a ridge", "a high point", "a low point",
	"a place that is open now", "",
}
