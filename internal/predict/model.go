package predict

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// Version names the model and its figures; it changes whenever the same request would give
// another surface.
const Version = "1.4"

// Caution is what a user must read with every surface.
const Caution = "A decision aid made of published averages, not a probability for this person. Call the police or the search and rescue service first."

// A Model predicts from published figures and the features of a region. It implements Predictor.
type Model struct {
	features places.Source
	bound    orb.Bound
	figures  *figures
	walker   routing.Walker // nil when there is none
	heights  Heights        // likewise
	on       Terms          // in use
}

// New returns a model for a region: its features, and the bound of its map data (Min[0] > Max[0]
// across the antimeridian). It fails only when the built-in figures are unsound.
func New(features places.Source, bound orb.Bound) (*Model, error) {
	f, err := loadFigures()
	if err != nil {
		return nil, err
	}
	return &Model{features: features, bound: bound, figures: f, on: standard}, nil
}

// Profiles implements Predictor.
func (m *Model) Profiles() []string { return slices.Sorted(maps.Keys(m.figures.Profiles)) }

// Predict implements Predictor.
func (m *Model) Predict(ctx context.Context, req Request) (*Surface, error) {
	t, err := m.check(&req)
	if err != nil {
		return nil, err
	}
	if !m.meets(t) {
		return nil, &OutsideError{t.ruler.Point(0, 0), m.bound}
	}
	env := m.environmentAt(t)
	return m.predict(ctx, &req, t, env)
}

// predict computes a surface in a given environment.
func (m *Model) predict(ctx context.Context, req *Request, t *task, env environment) (*Surface, error) {
	s := m.newSurface(req, t, env)
	if t.point != nil {
		// A bound on the mass inside that spares looking at areas far away.
		if d := math.Hypot(t.point.x, t.point.y) - t.shape.reach(); d > 0 && s.curve.beyond(d) < leastInside {
			return nil, &NoSignalError{fmt.Sprintf("the area lies so far from the last known point (%.0f km) that fewer than 1 in 200 are found there", d/1000)}
		}
	}
	var err error
	if s.hexes, s.resolution, err = coverArea(ctx, req, t); err != nil {
		return nil, err
	}
	if s.lands, err = m.survey(ctx, t.ruler, s.hexes); err != nil {
		return nil, err
	}
	if err := s.solve(ctx); err != nil {
		return nil, err
	}
	out := s.answer()
	if req.Segments > 0 {
		if out.Segments, err = s.divide(ctx, req.Segments); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// coverArea finds the cells of the area in the resolution asked for, or in the best one.
func coverArea(ctx context.Context, req *Request, t *task) ([]hex, int, error) {
	size := t.shape.size()
	_, path := t.shape.(*strip)
	resolution := req.Resolution
	if resolution == 0 {
		resolution = chooseResolution(size, path || size <= smallArea)
	}
	for {
		hexes, err := cover(ctx, t.ruler, t.shape, resolution)
		switch {
		case err == nil && len(hexes) >= leastCells:
			return hexes, resolution, nil
		case err == nil && req.Resolution != 0:
			return nil, 0, &InputError{"resolution", "is too coarse for the area", resolution, fmt.Sprintf("at least %d", min(finest, resolution+1))}
		case err == nil && resolution < finest:
			resolution++
		case err == nil:
			return nil, 0, &NoSignalError{fmt.Sprintf("the area holds fewer than %d cells of about 2,000 m², too few to rank", leastCells)}
		case errors.Is(err, errTooManyCells) && req.Resolution != 0:
			return nil, 0, &InputError{"resolution", "is too fine for the area", resolution, fmt.Sprintf("at most %d", resolution-1)}
		case errors.Is(err, errTooManyCells) && resolution > coarsest:
			resolution--
		default:
			return nil, 0, err
		}
	}
}

const (
	// leastCells is the number of cells below which nothing is ranked.
	leastCells = 7
	// smallArea in square metres, a circle of 1 km, is the size up to which the finest cells are
	// chosen.
	smallArea = math.Pi * 1e6
	// leastInside is the mass inside the area below which there is nothing to rank.
	leastInside = 0.005
)

// meets tells whether the area's surroundings touch the region.
func (m *Model) meets(t *task) bool {
	reach := t.shape.reach()
	c := canvas{ruler: t.ruler, corner: vec{-reach, -reach}, step: reach, width: 2, height: 2}
	for _, area := range c.boxes() {
		for _, b := range boundBoxes(m.bound) {
			if area.Intersects(b) {
				return true
			}
		}
	}
	return false
}

// covers tells whether the region's map data reach to p.
func (m *Model) covers(p orb.Point) bool {
	f := geo.ToFixed(p)
	for _, b := range boundBoxes(m.bound) {
		if b.Contains(f) {
			return true
		}
	}
	return false
}

// boundBoxes returns a bound as boxes: two when it crosses the antimeridian.
func boundBoxes(b orb.Bound) []geo.Box {
	lo, hi := geo.ToFixed(b.Min), geo.ToFixed(b.Max)
	if b.Min[0] <= b.Max[0] {
		return []geo.Box{geo.BoxOf(lo, hi)}
	}
	return []geo.Box{
		{MinLon: lo.Lon, MinLat: lo.Lat, MaxLon: 180 * geo.Scale, MaxLat: hi.Lat},
		{MinLon: -180 * geo.Scale, MinLat: lo.Lat, MaxLon: hi.Lon, MaxLat: hi.Lat},
	}
}
