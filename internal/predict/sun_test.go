package predict

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// TestSunPosition compares the position of the sun with the worked example 25.a of J. Meeus,
// Astronomical Algorithms, 1998 (13 October 1992, 0 h): right ascension 198.38083°, declination
// -7.78507°.
func TestSunPosition(t *testing.T) {
	ascension, declination, _ := sunPosition(time.Date(1992, 10, 13, 0, 0, 0, 0, time.UTC))
	a, d := math.Mod(ascension*180/math.Pi+360, 360), declination*180/math.Pi
	if math.Abs(a-198.38083) > 0.01 || math.Abs(d+7.78507) > 0.01 {
		t.Errorf("right ascension %.4f°, declination %.4f°", a, d)
	}
}

// TestSunAltitude compares altitudes with published ones: the worked example of NREL's Solar Position
// Algorithm (Reda and Andreas, 2004; elevation without refraction 39.872°), and times of sunrise and
// sunset of almanacs, rounded to the minute, at which the altitude is -0.833°.
func TestSunAltitude(t *testing.T) {
	london, newYork, sydney := orb.Point{-0.1276, 51.5072}, orb.Point{-74.0060, 40.7128}, orb.Point{151.2093, -33.8688}
	for _, tc := range []struct {
		at     orb.Point
		time   string
		want   float64
		within float64
	}{
		{orb.Point{-105.1786, 39.742476}, "2003-10-17T12:30:30-07:00", 39.872, 0.02},
		{london, "2024-06-21T04:43:00+01:00", -0.833, 0.2},
		{london, "2024-06-21T21:21:00+01:00", -0.833, 0.2},
		{london, "2024-12-21T08:04:00Z", -0.833, 0.2},
		{london, "2024-12-21T15:53:00Z", -0.833, 0.2},
		{newYork, "2024-06-20T05:25:00-04:00", -0.833, 0.2},
		{newYork, "2024-06-20T20:31:00-04:00", -0.833, 0.2},
		{sydney, "2024-12-21T05:41:00+11:00", -0.833, 0.2},
		{sydney, "2024-12-21T20:05:00+11:00", -0.833, 0.2},
	} {
		at, err := time.Parse(time.RFC3339, tc.time)
		if err != nil {
			t.Fatal(err)
		}
		if got := sunAltitude(tc.at, at); math.Abs(got-tc.want) > tc.within {
			t.Errorf("at %v, %s the sun stands at %.3f°, want %.3f°", tc.at, tc.time, got, tc.want)
		}
	}
}

// TestSunProperties checks that the altitude changes as slowly as the earth turns, and that the sun
// stands over the opposite side of the earth as far below the horizon.
func TestSunProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := orb.Point{rapid.Float64Range(-180, 180).Draw(t, "lon"), rapid.Float64Range(-90, 90).Draw(t, "lat")}
		when := time.Unix(rapid.Int64Range(-1e9, 4e9).Draw(t, "time"), 0)
		now, later := sunAltitude(at, when), sunAltitude(at, when.Add(time.Minute))
		if math.Abs(now-later) > 0.26 { // 360° in 1,440 minutes
			t.Fatalf("from %g° to %g° in a minute", now, later)
		}
		if other := sunAltitude(orb.Point{at[0] + 180, -at[1]}, when); math.Abs(other+now) > 1e-6 {
			t.Fatalf("%g° here and %g° on the other side", now, other)
		}
	})
}

// TestDarkness checks that by night open ground loses and, for people with dementia, roads gain, that
// rings stay, that by day nothing moves, and that the term is off unless it is turned on.
func TestDarkness(t *testing.T) {
	m := delaware(t).With(Darkness)
	noon, night := time.Date(2026, 3, 1, 12, 0, 0, 0, time.FixedZone("", -5*3600)), time.Date(2026, 3, 1, 23, 0, 0, 0, time.FixedZone("", -5*3600))
	for _, profile := range []string{"dementia_alzheimers", "despondent"} {
		req := circle(profile, sites["Georgetown"], 2000)
		_, ground := prepare(t, m, &req)
		share := func(m *Model, at time.Time) (*surface, [classes]float64) {
			req.Time = at
			s := solveOn(t, m, ground, &req, environment{urban: 0.5})
			return s, s.classShare()
		}
		plain, before := share(delaware(t), night)
		day, atDay := share(m, noon)
		dark, after := share(m, night)
		if atDay != before {
			t.Errorf("%s: the light of day moves shares", profile)
		}
		if after[places.OpenGround] >= before[places.OpenGround] {
			t.Errorf("%s: in the dark open ground has %.4f, before %.4f", profile, after[places.OpenGround], before[places.OpenGround])
		}
		more := after[places.Road]/after[places.Woods] > before[places.Road]/before[places.Woods]*1.001
		if more != (profile == "dementia_alzheimers") {
			t.Errorf("%s: in the dark roads have %.4f, before %.4f", profile, after[places.Road], before[places.Road])
		}
		if math.Abs(dark.inside-plain.inside) > 1e-9 || day.conditions != "" || dark.conditions != "dark" || plain.conditions != "" {
			t.Errorf("%s: inside %g and %g; %q, %q, %q", profile, dark.inside, plain.inside, day.conditions, dark.conditions, plain.conditions)
		}
	}
	// A storm in the dark stays within the limits.
	req := circle("dementia_alzheimers", sites["Georgetown"], 1000)
	req.Time, req.Weather = night, &Weather{Temperature: ptr(-5.0), Precipitation: ptr(9.0), Wind: ptr(20.0)}
	if _, err := m.Predict(context.Background(), req); err != nil {
		t.Fatal(err)
	}
	task, err := m.check(&req)
	if err != nil {
		t.Fatal(err)
	}
	factors, words := m.newSurface(&req, task, environment{}).leaning()
	if words != "cold, wet, windy, dark" {
		t.Errorf("conditions are %q", words)
	}
	for c, f := range factors {
		if f < 0.8 || f > 1.25 {
			t.Errorf("class %d has factor %g", c, f)
		}
	}
}
