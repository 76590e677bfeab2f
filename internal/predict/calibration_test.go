package predict

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/paulmach/orb"
)

// settings are the environments that are forced upon places to test all curves everywhere.
var settings = map[string]environment{
	"urban":              {urban: 1},
	"temperate flat":     {},
	"temperate mountain": {mountain: 1},
	"dry flat":           {dry: 1},
	"dry mountain":       {dry: 1, mountain: 1},
	"half urban":         {urban: 0.5},
}

// bandMass returns the mass of each band of a surface.
func (s *surface) bandMass() [bands]float64 {
	var out [bands]float64
	for i := range s.hexes {
		l := &s.lands[i]
		for k, m := range s.parts[i].mass {
			out[k] += s.factors.band[k] * m * l.share * s.factors.of(&l.mix) * s.lift(i)
		}
	}
	return out
}

// classShare returns the share of each class in a surface's mass.
func (s *surface) classShare() [classes]float64 {
	var out [classes]float64
	for i := range s.hexes {
		l := &s.lands[i]
		of := s.factors.of(&l.mix)
		for c, share := range l.mix {
			out[c] += s.mass[i] / s.inside * share * s.factors.class[c] / of
		}
	}
	return out
}

// ringMassBySampling measures the mass within a radius of the point from the cells alone: a cell
// that the ring cuts counts by the share of the prior in random points of it. That is right up to
// the differences between the factors of the bands that meet in it.
func ringMassBySampling(s *surface, radius float64, rng *rand.Rand) float64 {
	p := &pointPrior{point: *s.task.point, curve: s.curve, heading: s.heading}
	var sum float64
	for i := range s.hexes {
		h := &s.hexes[i]
		d := h.centre.distance(p.point)
		switch {
		case d+h.radius <= radius:
			sum += s.mass[i]
			continue
		case d-h.radius > radius:
			continue
		}
		var within, all float64
		outline := newRings([][]vec{h.corners}, 0)
		for range 1000 {
			q := vec{h.centre.x + (rng.Float64()*2-1)*h.radius, h.centre.y + (rng.Float64()*2-1)*h.radius}
			if !outline.edges.odd(q) || s.task.shape.relate(q, 0) == outside {
				continue
			}
			w := p.weight(q)
			all += w
			if q.distance(p.point) <= radius {
				within += w
			}
		}
		if all > 0 {
			sum += s.mass[i] * within / all
		}
	}
	return sum
}

// prepare finds the cells of a request and their ground.
func prepare(t testing.TB, m *Model, req *Request) (*task, *surface) {
	t.Helper()
	ctx := context.Background()
	task, err := m.check(req)
	if err != nil {
		t.Fatal(err)
	}
	s := m.newSurface(req, task, environment{})
	if s.hexes, s.resolution, err = coverArea(ctx, req, task); err != nil {
		t.Fatal(err)
	}
	if s.lands, err = m.survey(ctx, task.ruler, s.hexes); err != nil {
		t.Fatal(err)
	}
	return task, s
}

// solveOn solves a request on cells that are known already.
func solveOn(t testing.TB, m *Model, ground *surface, req *Request, env environment) *surface {
	t.Helper()
	task, err := m.check(req)
	if err != nil {
		t.Fatal(err)
	}
	s := m.newSurface(req, task, env)
	s.hexes, s.resolution, s.lands, s.reach = ground.hexes, ground.resolution, slices.Clone(ground.lands), ground.reach
	if err := s.solve(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s
}

var full = flag.Bool("full", false, "calibrate all profiles at all places, and not those with find locations and one other at each")

// TestRings checks the masses of the distance rings, and the shares of find locations, at twenty real
// places over all profiles and environments, with and without a bearing, in storm and still weather.
func TestRings(t *testing.T) {
	t.Run("Delaware", func(t *testing.T) { testRings(t, delaware(t), sites) })
	t.Run("Andorra", func(t *testing.T) { testRings(t, andorra(t), andorraSites) })
	// With heights: everything that they bring, on or off, over ranges of 1,200 m.
	t.Run("Andorra in ranges", func(t *testing.T) {
		ranges := shaped{andorraSites["Encamp"], func(x, y float64) float64 { return 1500 + 600*math.Sin(x/900)*math.Cos(y/700) }}
		testRings(t, andorra(t).WithHeights(ranges).With(Slope|LowPoints), andorraSites)
	})
	if n := len(sites) + len(andorraSites); n < 20 {
		t.Errorf("only %d places", n)
	}
}

func testRings(t *testing.T, m *Model, sites map[string]orb.Point) {
	rng := rand.New(rand.NewPCG(1, 2))
	storm := &Weather{Temperature: ptr(-3.0), Precipitation: ptr(5.0), Wind: ptr(15.0)}
	var worstRing, worstClass float64
	judged := 0
	for i, name := range slices.Sorted(maps.Keys(sites)) {
		// The area reaches beyond the widest 95 % ring; the cells, and the walks to them, are the
		// same for all.
		req := circle("hiker", sites[name], 23_000)
		req.Resolution = 7
		if i == 0 {
			req.Resolution = 8
		}
		_, ground := prepare(t, m, &req)
		walk, err := ground.walk(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		ground.reach = ground.access(walk)
		for k, profile := range m.Profiles() {
			if !*full && m.figures.Profiles[profile].Finds == nil && k != i%len(m.Profiles()) {
				continue
			}
			for _, setting := range slices.Sorted(maps.Keys(settings)) {
				for k := range 4 {
					req.Profile, req.InitialBearing, req.Weather = profile, nil, nil
					if k&1 != 0 {
						req.InitialBearing = ptr(rng.Float64() * 360)
					}
					if k&2 != 0 {
						req.Weather = storm
					}
					s := solveOn(t, m, ground, &req, settings[setting])
					what := fmt.Sprintf("%s, %s, %s, bearing %v, storm %v", name, profile, setting, k&1 != 0, k&2 != 0)
					radii, _, _ := s.task.profile.blend(settings[setting])
					got, sum := s.bandMass(), 0.0
					for k, want := range []float64{0.10, 0.25, 0.50, 0.75, 0.95} {
						sum += got[k]
						if k > 0 && math.Abs(s.curve.radii[k]-radii[k-1]) > 1e-6 {
							t.Fatalf("%s: ring %d has radius %g, want %g", what, k, s.curve.radii[k], radii[k-1])
						}
						worstRing = max(worstRing, math.Abs(sum-want))
						if math.Abs(sum-want) > 0.001 {
							t.Errorf("%s: mass within ring %d is %.4f, want %.2f", what, k, sum, want)
						}
					}
					worstClass = max(worstClass, checkClasses(t, what, s))
					if k == 0 {
						checkSurface(t, what, s.answer())
					}
					judged++
				}
			}
		}
	}
	t.Logf("%d surfaces at %d places: rings off by at most %.1g, shares by %.1g", judged, len(sites), worstRing, worstClass)
}

// TestRingsFromCells checks ring masses from what a user sees, the cells, at the places where the
// map is richest.
func TestRingsFromCells(t *testing.T) {
	m := delaware(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"Wilmington, Rodney Square", "Rehoboth Beach", "Trap Pond", "Newark"} {
		for _, profile := range []string{"despondent", "dementia_alzheimers"} {
			req := circle(profile, sites[name], 2600)
			_, ground := prepare(t, m, &req)
			for _, bearing := range []*float64{nil, ptr(200.0)} {
				req.InitialBearing = bearing
				s := solveOn(t, m, ground, &req, environment{urban: 0.5})
				for i, r := range s.curve.radii {
					if r > req.RadiusMetres {
						break
					}
					got, want := ringMassBySampling(s, r, rng), s.curve.inside[i]
					if math.Abs(got-want) > 0.015 {
						t.Errorf("%s, %s: mass within %.0f m is %.4f by the cells, want %.2f", name, profile, r, got, want)
					}
				}
				if got, want := s.inside, s.curve.mass(req.RadiusMetres); math.Abs(got-want) > 1e-6 {
					t.Errorf("%s, %s: mass inside is %.6f, want %.6f", name, profile, got, want)
				}
			}
		}
	}
}

// checkClasses checks that the shares of find locations are met, or the answer says which are not. It
// returns how far they are off where no limit is in the way.
func checkClasses(t *testing.T, what string, s *surface) (worst float64) {
	t.Helper()
	if s.task.profile.Finds == nil {
		return 0
	}
	said := s.missedShares() != ""
	missed := false
	var sum float64
	for c, got := range s.classShare() {
		sum += got
		if math.Abs(got-s.factors.share[c]) > 1e-6 {
			t.Errorf("%s: share of class %d is %.5f by cells and %.5f by the table", what, c, got, s.factors.share[c])
		}
		if !anyClamped(s) {
			worst = max(worst, math.Abs(got-s.factors.target[c]))
		}
		if c < noClass && math.Abs(got-s.factors.target[c]) > 0.005 {
			missed = true
			if !s.factors.clamped[c] && !anyClamped(s) {
				t.Errorf("%s: share of class %d is %.4f, want %.4f", what, c, got, s.factors.target[c])
			}
		}
	}
	if missed != said {
		t.Errorf("%s: shares missed: %v, said: %v", what, missed, said)
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("%s: class shares add up to %g", what, sum)
	}
	return worst
}

func anyClamped(s *surface) bool {
	for _, c := range s.factors.clamped {
		if c {
			return true
		}
	}
	return false
}

// fataler is the part of testing.TB that rapid's own has too.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkSurface checks what holds for every surface.
func checkSurface(t fataler, what string, s *Surface) {
	t.Helper()
	var sum float64
	seen := make(map[string]bool, len(s.Cells))
	for i, c := range s.Cells {
		sum += c.Probability
		if !(c.Probability > 0 && c.Probability <= 1) {
			t.Fatalf("%s: cell %d has probability %g", what, i, c.Probability)
		}
		if i == 0 && c.Score != 30 || i > 0 && c.Score > s.Cells[i-1].Score || c.Score < 0 {
			t.Fatalf("%s: cell %d has score %d", what, i, c.Score)
		}
		if seen[c.Hex] {
			t.Fatalf("%s: cell %s comes twice", what, c.Hex)
		}
		seen[c.Hex] = true
		if len(c.Drivers) > maxDrivers {
			t.Fatalf("%s: drivers %q", what, c.Drivers)
		}
		if !(c.Center[0] >= -180 && c.Center[0] <= 180 && math.Abs(c.Center[1]) <= 90) {
			t.Fatalf("%s: centre %v", what, c.Center)
		}
	}
	if math.Abs(sum-s.MassInside) > 1e-9 || s.MassInside > 1 {
		t.Fatalf("%s: cells add up to %.12f, mass inside %.12f", what, sum, s.MassInside)
	}
	// The score is the level of highest density: the mass up to score n is (n + ½)/30, short of at
	// most the heaviest group of one score.
	var heaviest float64
	var upTo, group [31]float64
	for _, c := range s.Cells {
		p := c.Probability / s.MassInside
		group[c.Score] += p
		heaviest = max(heaviest, group[c.Score])
		for n := c.Score; n <= 30; n++ {
			upTo[n] += p
		}
	}
	for n, got := range upTo[:30] {
		want := (float64(n) + 0.5) / 30
		if got > want+1e-6 || got < want-heaviest-1e-6 {
			t.Fatalf("%s: mass up to score %d is %.4f, want %.4f less at most %.4f", what, n, got, want, heaviest)
		}
	}
	if len(s.Rings) != 4 || s.Confidence == "" || len(s.Notes) == 0 || s.ModelVersion == "" || len(s.Area) == 0 {
		t.Fatalf("%s: the answer lacks parts", what)
	}
}

func ptr[T any](v T) *T { return &v }

// TestPartialRings checks areas that cut the rings against an integration by random points.
func TestPartialRings(t *testing.T) {
	m := delaware(t)
	rng := rand.New(rand.NewPCG(3, 4))
	at := sites["Newark"]
	for name, req := range map[string]Request{
		"square beside the point": {AreaType: Polygon, Polygon: orb.MultiPolygon{square(orb.Point{-75.73, 39.69}, 1500)}},
		"square around it":        {AreaType: Polygon, Polygon: orb.MultiPolygon{square(at, 1000)}},
		"path":                    {AreaType: Path, Path: orb.LineString{{-75.76, 39.68}, {-75.74, 39.686}, {-75.73, 39.70}}, BufferMetres: 200},
	} {
		for _, bearing := range []*float64{nil, ptr(60.0)} {
			req.Profile, req.Time, req.LastKnownPoint, req.InitialBearing = "dementia_alzheimers", when, &at, bearing
			_, ground := prepare(t, m, &req)
			s := solveOn(t, m, ground, &req, environment{urban: 0.5})
			// Random points of the prior: the radius by the inverse of F, the angle by its weight.
			var want [bands]float64
			const n = 60_000
			for i := range n {
				u := (float64(i) + rng.Float64()) / n
				r := inverse(s.curve, u)
				sin, cos := math.Sincos(rng.Float64() * 2 * math.Pi)
				d := vec{r * cos, r * sin}
				w := 1.0
				if s.heading != nil {
					w = s.heading.weight(d.x, d.y)
				}
				if s.task.shape.relate(vec{s.task.point.x + d.x, s.task.point.y + d.y}, 0) == inside {
					want[s.curve.band(r)] += w / n
				}
			}
			for k, got := range s.bandMass() {
				if math.Abs(got-want[k]) > 0.0035 {
					t.Errorf("%s, bearing %v: mass of band %d is %.4f, want %.4f", name, bearing != nil, k, got, want[k])
				}
			}
		}
	}
}

// inverse finds the radius within which the curve holds a mass.
func inverse(c *curve, mass float64) float64 {
	lo, hi := 0.0, 1e7
	for range 60 {
		if mid := (lo + hi) / 2; c.mass(mid) < mass {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
