package predict

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// A surface is a prediction in the making. The steps fill it in turn: what is known of the request
// (newSurface), the cells and their ground (hexes, lands), then solve.
type surface struct {
	model    *Model
	req      *Request
	task     *task
	env      environment
	curve    *curve
	heading  *heading // nil without bearing
	cases    float64  // behind the curve
	standIns []string // environments without figures of their own

	resolution int
	hexes      []hex
	lands      []land

	reach      []reached // of each cell; nil without a point
	parts      []part
	target     [bands]float64
	factors    *factors
	mass       []float64        // of each cell; 0 for dropped ones
	order      []int32          // surviving cells, densest first
	score      []int            // by place in order
	inside     float64          // all mass
	data       float64          // share of the surviving cells that something is known of
	beyond     float64          // share of the cells that lie outside the region
	drowned    int              // cells of open water
	cutOff     int              // surviving cells that nobody gets to on foot
	alive      float64          // share of persons still alive, as far as find locations go
	drawn      []float64        // factor of each cell by what draws people; nil when nothing does
	drawnBy    []mark           // what has most part in it
	lean       [classes]float64 // what weather and darkness make of each class's share
	conditions string           // of weather and darkness that move mass
	late       float64          // share of all cases that could not have been walked to yet
	detected   float64          // share of all cases that the searches would have found
	gain       float64          // information that features add, nats
}

func (m *Model) newSurface(req *Request, t *task, env environment) *surface {
	s := &surface{model: m, req: req, task: t, env: env, alive: 1}
	var radii [4]float64
	radii, s.cases, s.standIns = t.profile.blend(env)
	if t.olderBy {
		for i := range radii {
			radii[i] *= t.profile.Older.Scale
		}
	}
	s.curve = newCurve(m.figures.Origin.Metres, m.figures.Origin.Share, radii)
	if b := req.InitialBearing; b != nil && m.has(Bearing) {
		s.heading = newHeading(m.figures, t.profile, (1-env.urban)*env.dry, *b)
	}
	return s
}

// prior returns the distance prior.
func (s *surface) prior(ctx context.Context) (prior, error) {
	if s.task.point == nil {
		var start func(vec) float64
		if line, ok := s.task.shape.(*strip); ok {
			var err error
			if start, err = s.starts(ctx, line); err != nil {
				return nil, err
			}
		}
		return s.curve.uniform(s.task.shape, start), nil
	}
	p := &pointPrior{point: *s.task.point, curve: s.curve, heading: s.heading}
	if d, ok := s.task.shape.(disc); ok {
		p.full = d.radius
	}
	return p, nil
}

// solve computes the mass and the score of each cell.
func (s *surface) solve(ctx context.Context) error {
	prior, err := s.prior(ctx)
	if err != nil {
		return err
	}
	if s.parts, err = prior.spread(ctx, s.hexes, s.task.shape); err != nil {
		return err
	}
	s.target = prior.targets(s.parts)
	if s.reach == nil && s.task.point != nil && (s.model.has(Access) || s.task.elapsed > 0) {
		t, err := s.walk(ctx)
		if err != nil {
			return err
		}
		s.reach = s.access(t)
	}
	s.lean, s.conditions = s.leaning()
	if a := s.newAffinity(); a != nil {
		if err := a.measure(ctx); err != nil {
			return err
		}
	}
	if err := s.weigh(); err != nil {
		return err
	}
	if s.task.elapsed > 0 {
		s.elapse()
	}
	if len(s.task.searched) > 0 {
		if err := s.search(ctx); err != nil {
			return err
		}
	}
	s.rank()
	return s.signal()
}

// weigh fits the factors of bands and classes and gives each cell its mass.
func (s *surface) weigh() error {
	f := s.model.figures
	var x, bare table // the cells with and without what lifts or lowers them one by one
	known, out, surviving := 0, 0, 0
	for i := range s.hexes {
		l, p := &s.lands[i], &s.parts[i]
		if p.area <= 0 {
			continue
		}
		if l.share < f.Water.Least {
			s.drowned++
			l.share = 0
			continue
		}
		surviving++
		if s.reach != nil && math.IsInf(s.reach[i].metres[0], 1) {
			s.cutOff++
		}
		if l.mix.mapped() > 0 {
			known++
		}
		if !s.model.covers(s.hexes[i].position()) {
			out++
		}
		lift := s.lift(i)
		for k, m := range p.mass {
			if m == 0 {
				continue
			}
			for c, share := range l.mix {
				bare[k][c] += m * l.share * share
				x[k][c] += m * l.share * share * lift
			}
		}
	}
	if surviving == 0 {
		return &NoSignalError{"the whole area is open water"}
	}
	if out == surviving {
		return &OutsideError{s.task.ruler.Point(0, 0), s.model.bound}
	}
	s.data, s.beyond = float64(known)/float64(surviving), float64(out)/float64(surviving)
	flat := weigh(&bare, s.target, &classTable{}, level(), 1)
	lambda := f.Shrinkage.Lambda
	if s.task.point == nil {
		lambda = f.Shrinkage.Pointless
	}
	switch p := s.task.profile; {
	case !s.model.has(Classes):
		s.factors = weigh(&x, s.target, &classTable{}, level(), 1)
	case p.Finds != nil:
		s.factors = rake(&x, s.target, s.finds(), &s.lean, lambda, f.Shrinkage.Clamp)
	case p.Terrain != nil:
		s.factors = weigh(&x, s.target, &p.Terrain.Multipliers, &s.lean, f.Shrinkage.Power)
	default:
		s.factors = weigh(&x, s.target, &classTable{}, &s.lean, 1)
	}
	s.mass = make([]float64, len(s.hexes))
	base := make([]float64, len(s.hexes))
	var baseSum float64
	for i := range s.hexes {
		l := &s.lands[i]
		for k, m := range s.parts[i].mass {
			s.mass[i] += s.factors.band[k] * m * l.share
			base[i] += flat.band[k] * m * l.share
		}
		s.mass[i] *= s.factors.of(&l.mix) * s.lift(i)
		s.inside += s.mass[i]
		baseSum += base[i]
		if s.mass[i] > 0 {
			s.order = append(s.order, int32(i))
		}
	}
	for i, b := range base {
		if s.mass[i] > 0 && b > 0 {
			s.gain += s.mass[i] / s.inside * math.Log(s.mass[i]/s.inside*baseSum/b)
		}
	}
	return nil
}

// lift is the factor of a cell beside its distance, bearing and classes.
func (s *surface) lift(i int) float64 {
	lift := 1.0
	if s.reach != nil && s.model.has(Access) {
		lift = s.reach[i].access
	}
	if s.drawn != nil {
		lift *= s.drawn[i]
	}
	return lift
}

// density returns the probability per square metre of a cell, over its part in the area.
func (s *surface) density(i int32) float64 { return s.mass[i] / s.parts[i].area }

// rank sorts the cells and scores them by the highest-density level: 30 (1 - C), where C is the
// share of the mass in strictly denser cells. Cells of equal density share a score.
func (s *surface) rank() {
	slices.SortFunc(s.order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(s.density(b), s.density(a)), cmp.Compare(a, b))
	})
	s.score = make([]int, len(s.order))
	var denser, tied float64 // mass of strictly denser cells, and of those of this density
	for k, i := range s.order {
		if k > 0 && s.density(i) < s.density(s.order[k-1])*(1-1e-12) {
			denser, tied = denser+tied, 0
		}
		tied += s.mass[i]
		s.score[k] = int(math.Round(30 * max(0, 1-denser/s.inside)))
	}
}

// signal refuses surfaces that rank nothing.
func (s *surface) signal() error {
	n := len(s.order)
	var entropy, sum, area, best, bestArea float64
	for _, i := range s.order {
		p := s.mass[i] / s.inside
		if math.IsNaN(p) || math.IsInf(p, 0) || p < 0 {
			return &NoSignalError{"the weights of the cells are not sound"}
		}
		entropy -= p * math.Log(p)
		sum += p
		area += s.parts[i].area
	}
	for _, i := range s.order {
		take := min(1, (area/10-bestArea)/s.parts[i].area)
		if take <= 0 {
			break
		}
		best += take * s.mass[i] / s.inside
		bestArea += take * s.parts[i].area
	}
	switch {
	case n == 0 || s.inside < leastInside:
		return &NoSignalError{"fewer than 1 in 200 are found inside the area"}
	case math.Abs(sum-1) > 1e-9:
		return &NoSignalError{"the weights of the cells do not add up"}
	case n < leastCells:
		return &NoSignalError{"too few cells of the area are land"}
	case s.task.point == nil && s.data < 0.05:
		return &NoSignalError{"there is no last known point and hardly anything is mapped in the area"}
	case s.task.point == nil && s.gain < 0.01:
		return &NoSignalError{"there is no last known point, and the features of the area tell its parts hardly apart"}
	case entropy/math.Log(float64(n)) > 0.995, best < 0.13:
		return &NoSignalError{"all parts of the area are about equally likely"}
	}
	return nil
}
