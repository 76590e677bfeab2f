package predict

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestHeading(t *testing.T) {
	f, err := loadFigures()
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range f.Profiles {
		h := newHeading(f, p, 0, 90) // east
		if p.DryDispersion != nil {
			h = newHeading(f, p, 0.7, 90)
		}
		// The weight's mean over all directions is 1, and the mixed distribution's knots hold.
		const n = 360_000
		var sum, low float64 = 0, math.Inf(1)
		at := map[int]float64{}
		for i := range n {
			deg := (float64(i) + 0.5) * 180 / n
			w := h.turn(deg * math.Pi / 180)
			sum, low = sum+w/n, min(low, w)
			for k, a := range h.angle {
				if deg < a {
					at[k] += w / n
				}
			}
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Errorf("%s: mean weight = %g, want 1", name, sum)
		}
		if low < 0.05 {
			t.Errorf("%s: weight falls to %g", name, low)
		}
		for k := range h.angle {
			if math.Abs(at[k]-h.share[k]) > 1e-4 {
				t.Errorf("%s: share within %g° = %.5f, want %.5f", name, h.angle[k], at[k], h.share[k])
			}
		}
	}
}

// TestHeadingShrinks checks the mix of a profile's row with the pooled one: weight n/(n+30).
func TestHeadingShrinks(t *testing.T) {
	f, err := loadFigures()
	if err != nil {
		t.Fatal(err)
	}
	pooled := newHeading(f, &profile{}, 0, 0)
	for i, want := range []float64{0, 0.25, 0.50, 0.75, 0.95, 1} {
		if pooled.share[i] != want {
			t.Errorf("pooled share at %g° = %g, want %g", pooled.angle[i], pooled.share[i], want)
		}
	}
	// Hikers: n = 134, their own median is 23°; at 30° their row stands at 0.50 + 0.25·7/41.
	w := 134.0 / 164
	want := (1-w)*0.5 + w*(0.5+0.25*7/41)
	if got := newHeading(f, f.Profiles["hiker"], 0, 0).share[2]; math.Abs(got-want) > 1e-12 {
		t.Errorf("hikers' share at 30° = %g, want %g", got, want)
	}
	// In dry lands: n = 28, their median is 47°; at 30° the row stands at 0.25 + 0.25·10/27.
	w = 28.0 / 58
	dry := (1-w)*0.5 + w*(0.25+0.25*10/27)
	for _, c := range []struct{ dry, want float64 }{{1, dry}, {0.25, 0.75*want + 0.25*dry}} {
		if got := newHeading(f, f.Profiles["hiker"], c.dry, 0).share[2]; math.Abs(got-c.want) > 1e-12 {
			t.Errorf("hikers' share at 30° where %g of the land is dry = %g, want %g", c.dry, got, c.want)
		}
	}
}

func TestHeadingProperties(t *testing.T) {
	f, err := loadFigures()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		bearing := rapid.Float64Range(0, 360).Draw(t, "bearing")
		r := rapid.Float64Range(0, 30_000).Draw(t, "r")
		turn := rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "turn")
		own := f.Profiles[rapid.SampledFrom([]string{"despondent", "dementia_alzheimers", "hiker", "autistic"}).Draw(t, "profile")]
		dry := rapid.Float64Range(0, 1).Draw(t, "dry")
		h, back := newHeading(f, own, dry, bearing), newHeading(f, own, dry, math.Mod(bearing+180, 360))
		sin, cos := math.Sincos((90-bearing)*math.Pi/180 + turn)
		sinM, cosM := math.Sincos((90-bearing)*math.Pi/180 - turn)
		w := h.weight(r*cos, r*sin)
		if !(w > 0) {
			t.Fatalf("weight %g", w)
		}
		if r <= 50 && w != 1 {
			t.Fatalf("weight %g at %g m, want 1", w, r)
		}
		if m := h.weight(r*cosM, r*sinM); math.Abs(m-w) > 1e-6 {
			t.Fatalf("left %g, right %g", w, m)
		}
		if m := back.weight(-r*cos, -r*sin); math.Abs(m-w) > 1e-6 {
			t.Fatalf("turned by 180°: %g, want %g", m, w)
		}
	})
}
