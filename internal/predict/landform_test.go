package predict

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestLandforms checks which cells ridges, high and low points of made-up ground raise, and by how much.
func TestLandforms(t *testing.T) {
	bump := func(x, y float64) float64 { return 60 * math.Exp(-(x*x+(y-400)*(y-400))/(2*150*150)) }
	crest := func(_, y float64) float64 { return 60 * max(0, 1-math.Abs(y-400)/300) }
	for name, test := range map[string]struct {
		term   Terms
		height func(x, y float64) float64
		factor float64             // 0 where nothing may be drawn
		near   func(p vec) float64 // distance in metres of what is raised
		mark   mark
	}{
		"high point":       {HighPoints, bump, math.Sqrt(1.5), func(p vec) float64 { return p.distance(vec{0, 400}) }, highMark},
		"low point":        {LowPoints, func(x, y float64) float64 { return -bump(x, y) }, math.Sqrt(2), func(p vec) float64 { return p.distance(vec{0, 400}) }, lowMark},
		"ridge":            {Ridges, crest, math.Sqrt(2), func(p vec) float64 { return math.Abs(p.y - 400) }, ridgeMark},
		"no ridge: bump":   {Ridges, func(x, y float64) float64 { return bump(x, y) / 5 }, 0, nil, 0},
		"no ridge: valley": {Ridges, func(x, y float64) float64 { return -crest(x, y) }, 0, nil, 0},
		"no ridge: plane":  {Ridges, plane(0.3, 0.2), 0, nil, 0},
		"no ridge: voids":  {Ridges, func(float64, float64) float64 { return math.NaN() }, 0, nil, 0},
	} {
		m := fakeModel(t, &fakeSource{}).WithHeights(shaped{rodney, test.height})
		req := circle("despondent", rodney, 1000)
		_, ground := prepare(t, m, &req)
		m = m.Without(Ridges | HighPoints)
		if s := solveOn(t, m, ground, &req, environment{}); s.drawn != nil {
			t.Fatalf("%s: acts without its term", name)
		}
		s := solveOn(t, m.With(test.term), ground, &req, environment{})
		most := slices.Max(s.drawn)
		if test.factor == 0 {
			if most > 1 {
				t.Errorf("%s: a cell is raised by %.3f", name, most)
			}
			continue
		}
		if k := slices.Index(s.drawn, most); math.Abs(most-test.factor) > 0.01*test.factor || s.drawnBy[k] != test.mark || markReasons[test.mark] == "" {
			t.Errorf("%s: raised by %.3f, want %.3f", name, most, test.factor)
		}
		for i, v := range s.drawn {
			if d := test.near(s.hexes[i].centre); v > 1 && d > 150+s.hexes[i].radius {
				t.Errorf("%s: a cell at %.0f m is raised", name, d)
			}
		}
		if got, want := s.inside, s.curve.mass(1000); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %.6f inside, want %.6f", name, got, want)
		}
	}
}

// TestFormOf checks that a form does not depend on where one begins to look around, and turns over with the ground.
func TestFormOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var above, turned, over [8]float64
		for k := range above {
			above[k] = rapid.SampledFrom([]float64{-20, -5, 0, 5, 20, math.NaN()}).Draw(t, "above")
		}
		shift := rapid.IntRange(0, 7).Draw(t, "shift")
		for k, d := range above {
			turned[(k+shift)%8], over[k] = d, -d
		}
		got := formOf(&above, 15)
		if formOf(&turned, 15) != got {
			t.Fatalf("%v turned by %d is another form", above, shift)
		}
		if under := formOf(&over, 15); (got == highPoint) != (under == lowPoint) || got == ridge && under == ridge {
			t.Fatalf("%v: %d, upside down %d", above, got, under)
		}
	})
}
