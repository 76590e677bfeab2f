package predict

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestCurveKnots(t *testing.T) {
	f, err := loadFigures()
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range f.Profiles {
		for _, row := range p.Distance {
			var m [4]float64
			for i, km := range row.Km {
				m[i] = km * 1000
			}
			c := newCurve(f.Origin.Metres, f.Origin.Share, m)
			for i, r := range append([]float64{50}, m[:]...) {
				want := append([]float64{0.10}, quantiles[:]...)[i]
				if got := c.mass(r); math.Abs(got-want) > 1e-12 {
					t.Errorf("%s, %s: F(%g) = %.15f, want %g", name, row.Environment, r, got, want)
				}
			}
		}
	}
}

// curves draws curves as the model makes them.
func curves(t *rapid.T) *curve {
	q := rapid.Float64Range(60, 3000).Draw(t, "q25")
	m := [4]float64{q}
	for i := 1; i < 4; i++ {
		m[i] = m[i-1] * rapid.Float64Range(1.05, 20).Draw(t, "ratio")
	}
	return newCurve(50, 0.10, m)
}

func TestCurveProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := curves(t)
		a := rapid.Float64Range(0, 1e5).Draw(t, "a")
		b := a * rapid.Float64Range(1, 1.5).Draw(t, "b/a")
		if c.mass(a) > c.mass(b)+1e-12 {
			t.Fatalf("F(%g) = %g > F(%g) = %g", a, c.mass(a), b, c.mass(b))
		}
		if got := c.mass(a) + c.beyond(a); math.Abs(got-1) > 1e-12 {
			t.Fatalf("F + beyond = %g at %g", got, a)
		}
		// The density integrates to the mass.
		if c.band(a) == c.band(b) && b > a {
			const n = 2000
			var sum float64
			for i := range n {
				r := a + (float64(i)+0.5)*(b-a)/n
				sum += c.density(r) * 2 * math.Pi * r * (b - a) / n
			}
			if want := c.mass(b) - c.mass(a); math.Abs(sum-want) > 1e-4*want+1e-9 {
				t.Fatalf("density over %g to %g adds up to %g, want %g", a, b, sum, want)
			}
		}
	})
}

// TestCurveAgainstUnitedKingdom compares the dementia curve for towns with the deciles of 279
// incidents of the United Kingdom (misper.uk), half of them in towns, which took no part in it. The
// curve for open country is steeper there, by up to 16 points.
func TestCurveAgainstUnitedKingdom(t *testing.T) {
	f, err := loadFigures()
	if err != nil {
		t.Fatal(err)
	}
	deciles := map[float64]float64{0.20: 300, 0.30: 500, 0.40: 1000, 0.50: 1200, 0.60: 2000, 0.70: 2900, 0.80: 5000, 0.90: 9500}
	for env, limit := range map[environment]float64{{urban: 1}: 0.10, {}: 0.16} {
		metres, _, _ := f.Profiles["dementia_alzheimers"].blend(env)
		c := newCurve(f.Origin.Metres, f.Origin.Share, metres)
		for want, r := range deciles {
			if got := c.mass(r); math.Abs(got-want) > limit {
				t.Errorf("%s: F(%g m) = %.3f, the United Kingdom has %.2f", env, r, got, want)
			}
		}
	}
}

func TestBlend(t *testing.T) {
	f, err := loadFigures()
	if err != nil {
		t.Fatal(err)
	}
	p := f.Profiles["dementia_alzheimers"]
	half, cases, standIns := p.blend(environment{urban: 0.5})
	if want := math.Sqrt(300 * 300); math.Abs(half[0]-want) > 1e-6 {
		t.Errorf("25 %% radius = %g, want %g", half[0], want)
	}
	if want := math.Sqrt(1100 * 800); math.Abs(half[1]-want) > 1e-6 {
		t.Errorf("50 %% radius = %g, want %g", half[1], want)
	}
	if cases != (336.0+175)/2 || len(standIns) != 0 {
		t.Errorf("cases = %g, stand-ins %q", cases, standIns)
	}
	// Hikers have no figures for towns, toddlers no usable ones for mountains.
	if m, _, standIns := f.Profiles["hiker"].blend(environment{urban: 1}); math.Abs(m[1]-1800) > 1e-6 || len(standIns) != 1 {
		t.Errorf("hikers in town: %v, stand-ins %q", m, standIns)
	}
	if m, _, standIns := f.Profiles["child_1_3"].blend(environment{mountain: 1}); math.Abs(m[3]-3200) > 1e-6 || len(standIns) != 1 {
		t.Errorf("toddlers in mountains: %v, stand-ins %q", m, standIns)
	}
	if _, _, standIns := f.Profiles["autistic"].blend(environment{}); len(standIns) != 0 {
		t.Errorf("temperate row did not count for temperate flat land: %q", standIns)
	}
}

func TestEnvironmentString(t *testing.T) {
	for want, e := range map[string]environment{
		"urban":                      {urban: 0.98},
		"temperate flat":             {urban: 0.02},
		"temperate flat, 60 % urban": {urban: 0.61},
		"dry mountain, 5 % urban":    {urban: 0.05, dry: 1, mountain: 0.7},
	} {
		if got := e.String(); got != want {
			t.Errorf("%+v = %q, want %q", e, got, want)
		}
	}
}
