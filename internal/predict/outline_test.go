package predict_test

import (
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/paulmach/orb"
)

func TestOutline(t *testing.T) {
	// Resolution 10, in San Francisco; an edge of that resolution is about 76 m long.
	ring := predict.Outline("8a283082a677fff")
	if len(ring) != 7 || ring[0] != ring[6] || ring.Orientation() != orb.CCW {
		t.Fatalf("Outline = %v, want a closed hexagon, counter-clockwise", ring)
	}
	for i := 1; i < len(ring); i++ {
		if d := geo.Distance(ring[i-1], ring[i]); d < 55 || d > 95 {
			t.Errorf("edge %d is %.0f m long, want about 76", i, d)
		}
	}
	for _, hex := range []string{"", "zz", "8a283082a677ff", "ffffffffffffffff", "115283082a677fff"} {
		if got := predict.Outline(hex); got != nil {
			t.Errorf("Outline(%q) = %v, want nil", hex, got)
		}
	}
}
