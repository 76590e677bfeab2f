package e2e_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestWeather configures a provider: it is told a rounded position, its weather enters, and one that fails
// costs a note; what is logged, at the most talkative level, says nothing of the place.
func TestWeather(t *testing.T) {
	now := time.Now().UTC().Truncate(time.Hour)
	asked := make(chan string, 10)
	works := true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Query().Get("latitude") + " " + r.URL.Query().Get("longitude")
		if !works {
			http.Error(w, "39.7459 is nowhere", http.StatusInternalServerError)
			return
		}
		fmt.Fprintf(w, `{"hourly_units": {"time": "unixtime", "temperature_2m": "°C", "precipitation": "mm", "wind_speed_10m": "m/s"},
			"hourly": {"time": [%d], "temperature_2m": [-6.5], "precipitation": [2.25], "wind_speed_10m": [12]}}`, now.Unix())
	}))
	defer server.Close()
	args := fmt.Sprintf(`{"profile": "despondent", "area_type": "circle", "center": {"lat": 39.7459, "lon": -75.5466}, "radius_m": 2000, "datetime": %q}`, now.Format(time.RFC3339))
	ask := func(env ...string) string {
		t.Helper()
		r := run(t, "", env, "--log-level", "trace", "call", "--region", region(t), "get_prediction", args)
		if r.status != 0 || strings.Contains(r.stderr, "39.7") || strings.Contains(r.stderr, "75.5") {
			t.Errorf("status %d, log: %s", r.status, r.stderr)
		}
		return r.stdout
	}
	configured := "FOOTSTEPD_WEATHER_URL=" + server.URL + "/v1/forecast"
	if got := ask(configured); !strings.Contains(got, "-6.5 °C, 2.25 mm of rain or snow in the hour, wind of 12 m/s") || !strings.Contains(got, "Open-Meteo.com") {
		t.Errorf("with weather: %s", got)
	}
	if where := <-asked; where != "39.7 -75.5" {
		t.Errorf("the provider was told %q", where)
	}
	works = false
	if got := ask(configured); !strings.Contains(got, "The weather is not known: the configured provider answered with HTTP status 500") {
		t.Errorf("without weather: %s", got)
	}
	<-asked
	if got := ask(); strings.Contains(got, "provider") || len(asked) > 0 {
		t.Errorf("nothing is configured, and %d questions were asked: %s", len(asked), got)
	}
}
