package predict

import (
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/places"
	"pgregory.net/rapid"
)

func TestRake(t *testing.T) {
	var x table
	x[1][places.Road], x[1][places.Woods], x[1][noClass] = 0.05, 0.10, 0.10
	x[2][places.Road], x[2][places.Woods], x[2][noClass] = 0.02, 0.20, 0.03
	target := [bands]float64{0, 0.25, 0.25}
	published := &classTable{places.Road: 0.25, places.Woods: 0.12, places.Water: 0.06}
	f := rake(&x, target, published, level(), 0.5, 12)
	// Own shares: road 0.14, woods 0.60, none 0.26. Targets: √(own·published), scaled to 0.74.
	r, w := math.Sqrt(0.14*0.25), math.Sqrt(0.60*0.12)
	for c, want := range map[int]float64{int(places.Road): 0.74 * r / (r + w), int(places.Woods): 0.74 * w / (r + w), noClass: 0.26, int(places.Water): 0} {
		if math.Abs(f.target[c]-want) > 1e-12 || math.Abs(f.share[c]-want) > 1e-5 {
			t.Errorf("class %d: target %.6f, share %.6f, want %.6f", c, f.target[c], f.share[c], want)
		}
	}
	if f.class[places.Road] <= 1 || f.class[places.Woods] >= 1 {
		t.Errorf("factors %v", f.class)
	}
}

// TestRakeProperties draws any table: bands hold exactly, factors stay within the clamp, and
// shares are met unless a class is clamped.
func TestRakeProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var x table
		var target [bands]float64
		value := rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(1e-9, 1))
		for k := range x {
			for c := range x[k] {
				x[k][c] = value.Draw(t, "x")
			}
			target[k] = rapid.Float64Range(0, 0.3).Draw(t, "target")
		}
		var published classTable
		for c := range published {
			published[c] = value.Draw(t, "published")
		}
		f := rake(&x, target, &published, level(), 0.5, 12)
		for k := range x {
			var got, ground float64
			for c, m := range f.class {
				got += f.band[k] * m * x[k][c]
				ground += x[k][c]
				if !(m >= 1.0/12-1e-12 && m <= 12+1e-12) {
					t.Fatalf("class %d has factor %g", c, m)
				}
			}
			want := target[k]
			if ground == 0 {
				want = 0
			}
			if math.Abs(got-want) > 1e-12 {
				t.Fatalf("band %d has mass %g, want %g", k, got, want)
			}
		}
	})
}
