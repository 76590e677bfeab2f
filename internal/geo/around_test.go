package geo

import (
	"math"
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// Whatever lies within the distance lies in the box, and the box is not much wider than needed.
func TestAround(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Fixed{int32(rapid.IntRange(-1.7e9, 1.7e9).Draw(t, "lon")), int32(rapid.IntRange(-8e8, 8e8).Draw(t, "lat"))}
		metres := rapid.Float64Range(0, 50_000).Draw(t, "metres")
		box := Around(p, metres)
		bearing := rapid.Float64Range(0, 2*math.Pi).Draw(t, "bearing")
		for _, share := range []float64{0, 0.5, 0.999} {
			r := NewRuler(p.Point())
			q := r.Point(share*metres*math.Sin(bearing), share*metres*math.Cos(bearing))
			if Distance(p.Point(), q) <= metres && !box.Contains(ToFixed(q)) {
				t.Fatalf("box %v around %v leaves out %v, %.1f of %.1f m away", box, p, q, Distance(p.Point(), q), metres)
			}
		}
		if h := Distance(orb.Point{0, float64(box.MinLat) / Scale}, orb.Point{0, float64(box.MaxLat) / Scale}); h > 2*metres*1.02+1 {
			t.Fatalf("box is %.1f m high for %.1f m", h, metres)
		}
	})
	if got := Around(Fixed{0, 9e8}, 1000); got.MinLon != -180*Scale || got.MaxLon != 180*Scale || got.MaxLat != 9e8 {
		t.Errorf("at the pole: got %v, want all longitudes", got)
	}
}
