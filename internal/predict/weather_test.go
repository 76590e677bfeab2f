package predict

import (
	"context"
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/places"
)

// TestWeather checks that rain and cold move mass from open ground to shelter within the rings, that
// fair weather moves nothing, and that no factor leaves its limits.
func TestWeather(t *testing.T) {
	m := delaware(t)
	for _, profile := range []string{"dementia_alzheimers", "hiker", "child_4_6"} {
		req := circle(profile, sites["White Clay Creek"], 2000)
		_, ground := prepare(t, m, &req)
		still := solveOn(t, m, ground, &req, environment{})
		req.Weather = &Weather{Temperature: ptr(15.0), Precipitation: ptr(0.0), Wind: ptr(3.0)}
		fair := solveOn(t, m, ground, &req, environment{})
		req.Weather = &Weather{Temperature: ptr(-5.0), Precipitation: ptr(4.0), Wind: ptr(20.0)}
		storm := solveOn(t, m, ground, &req, environment{})
		checkClasses(t, profile, storm)
		share := func(s *surface, c places.Class) (sum float64) {
			for i, l := range s.lands {
				sum += s.mass[i] * l.mix[c]
			}
			return sum / s.inside
		}
		for i := range still.mass {
			if still.mass[i] != fair.mass[i] {
				t.Fatalf("%s: fair weather moves cell %d", profile, i)
			}
		}
		if share(storm, places.Woods) <= share(still, places.Woods) || share(storm, places.OpenGround) >= share(still, places.OpenGround) {
			t.Errorf("%s: in a storm woods have %.4f and open ground %.4f, before %.4f and %.4f", profile,
				share(storm, places.Woods), share(storm, places.OpenGround), share(still, places.Woods), share(still, places.OpenGround))
		}
		if math.Abs(storm.inside-still.inside) > 1e-9 {
			t.Errorf("%s: weather moves mass over the rings", profile)
		}
		factors, words := storm.leaning()
		if words != "cold, wet, windy" {
			t.Errorf("conditions are %q", words)
		}
		for c, f := range factors {
			if f < 0.8 || f > 1.25 {
				t.Errorf("class %d has factor %g", c, f)
			}
		}
	}
	req := circle("hiker", sites["Newark"], 1000)
	for field, w := range map[string]*Weather{
		"weather.temperature": {Temperature: ptr(400.0)}, "weather.precipitation": {Precipitation: ptr(-1.0)}, "weather.wind": {Wind: ptr(math.NaN())},
	} {
		req.Weather = w
		if _, err := m.Predict(context.Background(), req); !isInput(err, field) {
			t.Errorf("%s: %v", field, err)
		}
	}
}
