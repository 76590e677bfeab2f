package elevation

import (
	"math"
	"testing"

	"github.com/paulmach/orb"
)

func TestEffort(t *testing.T) {
	for grade, want := range map[float64]float64{-50: 2, -10: 2, -5.75: 1, -1: 0, 0: 0, 2.5: 0.4, 5: 0.8, 7.5: 2.65, 10: 4.5, 12.5: 8.25, 15: 12, 80: 12} {
		if got := effortOf(grade); math.Abs(got-want) > 1e-9 {
			t.Errorf("%g %%: %g, want %g", grade, got, want)
		}
	}
}

func TestClimb(t *testing.T) {
	s := ground(t, func(x, y float64) float64 {
		switch {
		case x > 20_000:
			return math.NaN()
		case x > 5000:
			return 1000 // level
		}
		return 1000 + 0.1*(x-5000) // 10 %
	})
	for name, tc := range map[string]struct {
		line           orb.LineString
		aloft          bool
		along, against float64
	}{
		"a slope":                {east(-2000, -1000, 500), false, 4.5, 2},
		"a short piece of it":    {east(-2000, -1980), false, 4.5, 2},
		"level":                  {east(6000, 9000), false, 0, 0},
		"half and half":          {east(2000, 8000), false, 2.25, 1},
		"a bridge over the edge": {east(4000, 6000), true, 0.8, 2.0 * (5 - 1.5) / 8.5},
		"unknown":                {east(21_000, 22_000), false, 0, 0},
		"no length":              {east(0, 0), false, 0, 0},
		"no line":                {east(0), false, 0, 0},
	} {
		along, against := s.Climb(tc.line, tc.aloft)
		if math.Abs(along-tc.along) > 0.1 || math.Abs(against-tc.against) > 0.05 {
			t.Errorf("%s: %g, %g; want %g, %g", name, along, against, tc.along, tc.against)
		}
	}
	if along, against := (*Source)(nil).Climb(east(0, 1000), false); along != 0 || against != 0 {
		t.Error("no source")
	}
}
