package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/footstepd/footstepd/internal/weather"
	"github.com/paulmach/orb"
)

// sky is a weather source that remembers what it was asked.
type sky struct {
	found weather.Conditions
	err   error
	at    []orb.Point
	when  time.Time
}

func (s *sky) At(_ context.Context, at orb.Point, when time.Time) (weather.Conditions, error) {
	s.at, s.when = append(s.at, at), when
	return s.found, s.err
}

// under calls get_prediction under a sky.
func under(t *testing.T, ctx context.Context, source tools.WeatherSource, args string) (envelope.Answer, *predict.Request) {
	t.Helper()
	w := delaware(t)
	a := toolNamed(t, "get_prediction", tools.Deps{Regions: &shelf{regions: []*tools.Region{w.Region}}, Weather: source}).Run(ctx, json.RawMessage(args))
	return a, w.oracle.last
}

func TestWeatherProvider(t *testing.T) {
	cold, wind := -3.0, 9.5
	known := weather.Conditions{Temperature: &cold, Wind: &wind}
	for name, tc := range map[string]struct {
		args  string
		found weather.Conditions
		err   error
		asked bool
		note  string
	}{
		"known":     {circle, known, nil, true, "taken from the configured provider: -3 °C, wind of 9.5 m/s. Weather data by Open-Meteo.com"},
		"given":     {circle + `, "weather": {"temperature": 20}`, known, nil, false, ""},
		"too late":  {circle, weather.Conditions{}, weather.ErrRange, true, "has none for that time"},
		"slow":      {circle, weather.Conditions{}, &weather.Failure{Reason: "did not answer in time"}, true, "not known: the configured provider did not answer in time. Give weather"},
		"otherwise": {circle, weather.Conditions{}, errors.New("at 39.74595"), true, "the configured provider failed"},
		"polygon": {
			`"profile": "hiker", "area_type": "polygon", "datetime": "2026-11-30T14:20:00-05:00", "last_known_point": {"lat": 39.74595, "lon": -75.54659},
			"polygon": {"type": "Polygon", "coordinates": [[[-75.56, 39.73], [-75.53, 39.73], [-75.53, 39.76], [-75.56, 39.76], [-75.56, 39.73]]]}`, known, nil, true, "-3 °C",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := &sky{found: tc.found, err: tc.err}
			a, req := under(t, context.Background(), s, `{`+tc.args+`}`)
			if a.IsError() {
				t.Fatalf("%s", a.Structured)
			}
			if (len(s.at) == 1) != tc.asked || tc.asked && (s.at[0] != orb.Point{-75.54659, 39.74595} || s.when.Unix() != time.Date(2026, 11, 30, 19, 20, 0, 0, time.UTC).Unix()) {
				t.Errorf("asked at %v, %v", s.at, s.when)
			}
			var got struct {
				Notes []string `json:"data_notes"`
			}
			if err := json.Unmarshal(a.Structured, &got); err != nil {
				t.Fatal(err)
			}
			if notes := strings.Join(got.Notes, "\n"); !strings.Contains(notes, tc.note) || strings.Contains(notes, "provider") != tc.asked || strings.Contains(notes, "39.7") {
				t.Errorf("notes:\n%s\nwant %q", notes, tc.note)
			}
			switch {
			case tc.err != nil && req.Weather != nil, tc.asked && tc.err == nil && (req.Weather == nil || *req.Weather.Temperature != cold), !tc.asked && *req.Weather.Temperature != 20:
				t.Errorf("the model was given %+v", req.Weather)
			}
		})
	}
	if a, req := under(t, context.Background(), nil, `{`+circle+`}`); a.IsError() || req.Weather != nil || strings.Contains(string(a.Structured), "provider") {
		t.Errorf("without a provider: %s", a.Structured)
	}
}

// A call that has ended while the provider was asked ends so, whatever the provider's error says.
func TestWeatherOfACallThatEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if a, _ := under(t, ctx, &sky{err: context.Canceled}, `{`+circle+`}`); !a.IsError() {
		t.Errorf("%s", a.Structured)
	}
}
