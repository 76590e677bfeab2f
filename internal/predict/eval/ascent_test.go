package eval

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/paulmach/orb"
)

// hill is a cone of so many metres, 800 m wide, east of the origin.
type hill struct{ metres float64 }

func (h hill) At(p orb.Point) (float64, bool) {
	x, y := geo.NewRuler(orb.Point{10, 50}).XY(p)
	return h.metres * math.Max(0, 1-math.Hypot(x+400, y)/400), x < 5000
}

// ramp rises by 0.6 m a metre to the north.
type ramp struct{}

func (ramp) At(p orb.Point) (float64, bool) {
	_, y := geo.NewRuler(orb.Point{10, 50}).XY(p)
	return 0.6 * y, true
}

// TestSpeeds compares relative speeds with figures that were worked out by hand.
func TestSpeeds(t *testing.T) {
	for _, tc := range []struct{ slope, route, open float64 }{
		{0, 1, 1}, {0.1, 0.9036, 0.9350}, {0.3, 0.5596, 0.6285}, {-0.3, 0.7450, 0.6997}, {1, 0.1024, 0.1436}, {-0.05, 1, 0.9977},
	} {
		near(t, "on a route", onRoute(tc.slope), tc.route, 0.003)
		near(t, "off routes", offRoute(tc.slope), tc.open, 0.003)
	}
}

// TestClimbers checks that agents get less far over steep ground than over flat, and that those who look for a view find the top.
func TestClimbers(t *testing.T) {
	reach := func(h Heights) (mean float64) {
		r := newRaster(plain{}, orb.Point{10, 50}, 6000)
		r.survey(h)
		rng := rand.New(rand.NewPCG(5, 6))
		for range 400 {
			f, ok := r.walk(Mobility{1, 1}, 1, rng)
			if !ok {
				t.Fatal("an agent leaves the raster in an hour")
			}
			mean += math.Hypot(f.X, f.Y) / 400
		}
		return mean
	}
	if flat, steep := reach(nil), reach(ramp{}); steep > 0.8*flat || steep < 0.1*flat {
		t.Errorf("agents get %.0f m over flat ground and %.0f m over a slope of 0.6", flat, steep)
	}
	r := newRaster(plain{}, orb.Point{10, 50}, 1500)
	r.survey(hill{100})
	rng := rand.New(rand.NewPCG(5, 6))
	x, y := -250.0, 0.0
	for range 60 {
		dx, dy := r.choose(viewing, x, y, 0, 1, rng)
		x, y = x+dx*cellMetres, y+dy*cellMetres
	}
	if d := math.Hypot(x+400, y); d > 15 {
		t.Errorf("who looks for the view stands %.0f m from the top", d)
	}
}

// TestElapsed checks that agents stop when the time is up, and that maps are scaled to the published rings.
func TestElapsed(t *testing.T) {
	r := newRaster(plain{}, orb.Point{10, 50}, 2000)
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		if f, ok := r.walk(mobilities["hiker"], 0.1, rng); ok && math.Hypot(f.X, f.Y) > 0.1*stepsPerHour*cellMetres+60 {
			t.Fatalf("an agent gets %.0f m in six minutes", math.Hypot(f.X, f.Y))
		}
	}
	m, err := predict.New(plain{}, orb.Bound{Min: orb.Point{9, 49}, Max: orb.Point{11, 51}})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Profile: "dementia_alzheimers", Radius: 1500, Agents: 40, Seed: 7, Elapsed: 20 * time.Minute}
	rep, err := Run(context.Background(), []Site{{Name: "plain", Point: orb.Point{10, 50}, Source: plain{}, Variants: []Variant{{Name: "model", Predictor: m}}}}, o)
	if err != nil {
		t.Fatal(err)
	}
	// Bare land tells nothing beside the rings, so the scaled map is theirs, but for what the river does.
	if g := rep.Gain("model", string(Rings)); math.Abs(g.Mean) > 0.15 {
		t.Errorf("twenty minutes after, on bare land: %+v", g)
	}
	first, err := m.Predict(context.Background(), predict.Request{Profile: o.Profile, AreaType: predict.Circle, Center: &orb.Point{10, 50}, RadiusMetres: o.Radius, Time: scenario})
	if err != nil {
		t.Fatal(err)
	}
	curve := newPublished([4]float64{first.Rings[0].Radius, first.Rings[1].Radius, first.Rings[2].Radius, first.Rings[3].Radius})
	g, cellAt := r.grid(first, o.Radius)
	p := make([]float64, len(g.area))
	for i := range p {
		p[i] = rng.Float64()
	}
	edges, inside := bandEdges(curve, o.Radius), curve.share(o.Radius)
	for range 40 { // cells that rings cut have one density, so a single round is near and more are nearer
		r.ringed(p, g, cellAt, edges, inside)
	}
	var ring [weightBands]float64
	for i, n := range cellAt {
		if n >= 0 {
			for k := range edges {
				if math.Hypot(r.centre(i)) <= edges[k] || k == weightBands-1 {
					ring[k] += p[n] / g.area[n] * cellMetres * cellMetres
					break
				}
			}
		}
	}
	for _, got := range ring[7:] { // the innermost rings are smaller than a cell
		near(t, "mass of a ring", got*weightBands/inside, 1, 0.12)
	}
}
