package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/paulmach/orb"
)

// TestShapes reads the areas and lines of predictions.
func TestShapes(t *testing.T) {
	const rest = `"profile": "hiker", "datetime": "2026-11-30T14:20:00Z", "last_known_point": "39.75,-75.55"`
	polygon := func(shape string) string { return `{` + rest + `, "area_type": "polygon", "polygon": ` + shape + `}` }
	path := func(shape string) string { return `{` + rest + `, "area_type": "path", "path": ` + shape + `}` }
	many := `[` + strings.TrimSuffix(strings.Repeat(`[-75.5,39.7],`, 10_001), ",") + `]`
	tests := []struct {
		name, args, message string
	}{
		{"open ring, wrong winding", polygon(`{"type": "Polygon", "coordinates": [[[-75.6, 39.7], [-75.6, 39.8], [-75.5, 39.8], [-75.5, 39.7]]]}`), ""},
		{"multipolygon", polygon(`{"type": "MultiPolygon", "coordinates": [[[[-75.6, 39.7], [-75.5, 39.7], [-75.5, 39.8], [-75.6, 39.7]]], [[[-75.4, 39.7], [-75.3, 39.7], [-75.3, 39.8], [-75.4, 39.7]]]]}`), ""},
		{"points", path(`[{"lat": 39.70, "lon": -75.55}, {"lat": 39.80, "lng": -75.55}]`), ""},
		{"line feature", path(`{"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[-75.55, 39.70], [-75.55, 39.80]]}}`), ""},

		{"a point is no area", polygon(`{"type": "Point", "coordinates": [1, 2]}`), "polygon is no area (got Point)"},
		{"no geometry", polygon(`{"type": "Feature"}`), "polygon is a Feature without a geometry"},
		{"nonsense", polygon(`{"type": "Polygon", "coordinates": "x"}`), "polygon has a position that is not two numbers"},
		{"unknown type", polygon(`{"type": "Circle"}`), "polygon is no GeoJSON geometry"},
		{"no ring", polygon(`{"type": "Polygon", "coordinates": []}`), "without a ring"},
		{"no polygon", polygon(`{"type": "MultiPolygon", "coordinates": []}`), "polygon is empty"},
		{"short ring", polygon(`{"type": "Polygon", "coordinates": [[[-75.6, 39.7], [-75.5, 39.7]]]}`), "too few positions"},
		{"latitude first", polygon(`{"type": "Polygon", "coordinates": [[[39.7, -175.6], [39.7, -175.5], [39.8, -175.5]]]}`), "GeoJSON has the longitude first"},
		{"too many positions", polygon(`{"type": "Polygon", "coordinates": [` + many + `]}`), "too many positions"},
		{"an area is no line", path(`{"type": "Polygon", "coordinates": [[[-75.6, 39.7], [-75.5, 39.7], [-75.5, 39.8]]]}`), "path is no line (got Polygon)"},
		{"one point", path(`[{"lat": 39.7, "lon": -75.5}]`), "too few points (got 1)"},
		{"a name on the path", path(`[{"lat": 39.7, "lon": -75.5}, "Wilmington"]`), "path[1] is no point"},
		{"number", path(`5`), "path is no GeoJSON object"},
		{"long line", path(`{"type": "LineString", "coordinates": ` + many + `}`), "too many positions"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := call(t, context.Background(), "get_prediction", tt.args, delaware(t))
			if tt.message == "" {
				if a.IsError() {
					t.Error(a.Text, a.Cause)
				}
				return
			}
			if a.Code != envelope.InvalidInput || !strings.Contains(a.Text, tt.message) {
				t.Errorf("code %q, text %q, want invalid_input with %q", a.Code, a.Text, tt.message)
			}
		})
	}
}

func TestMoments(t *testing.T) {
	tests := []struct {
		text    string
		want    string // UTC, "" for a refusal
		assumed bool
	}{
		{"2026-11-30T14:20:00-05:00", "2026-11-30T19:20:00Z", false},
		{"2026-11-30T14:20:00.5Z", "2026-11-30T14:20:00.5Z", false},
		{"2026-11-30T14:20+01:00", "2026-11-30T13:20:00Z", false},
		{"2026-11-30T14:20:00", "2026-11-30T19:20:00Z", true},
		{" 2026-11-30 14:20 ", "2026-11-30T19:20:00Z", true},
		{"2026-11-30", "", false},
		{"2026-02-30T14:20:00Z", "", false},
		{"1776-07-04T12:00:00Z", "", false},
		{"9999-01-01T00:00:00Z", "", false},
		{"now", "", false},
		{"", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			w := delaware(t)
			text, _ := json.Marshal(tt.text)
			args := `{` + strings.Replace(circle, `"2026-11-30T14:20:00-05:00"`, string(text), 1) + `}`
			a := call(t, context.Background(), "get_prediction", args, w)
			if tt.want == "" {
				if a.Code != envelope.InvalidInput || !strings.Contains(a.Text, "datetime") {
					t.Errorf("code %q, text %q, want invalid_input about datetime", a.Code, a.Text)
				}
				return
			}
			if a.IsError() {
				t.Fatal(a.Text)
			}
			if got := w.oracle.last.Time.UTC().Format(time.RFC3339Nano); got != tt.want || w.oracle.last.ZoneAssumed != tt.assumed {
				t.Errorf("time %s, zone assumed %v; want %s, %v", got, w.oracle.last.ZoneAssumed, tt.want, tt.assumed)
			}
			if said := strings.Contains(string(a.Structured), "UTC-05:00 was assumed"); said != tt.assumed {
				t.Errorf("the answer says which zone was assumed: %v, want %v", said, tt.assumed)
			}
		})
	}
}

// FuzzRun gives every tool whatever it may be sent. An answer is always there, it fits its schema
// and its size, and no argument makes a fault of ours.
func FuzzRun(f *testing.F) {
	names := []string{"find_and_route", "geocode", "get_directions", "get_isochrone", "get_prediction", "reverse_geocode"}
	for i, name := range names {
		for _, c := range cases {
			if c.tool == name {
				f.Add(i, c.args)
			}
		}
		f.Add(i, ``)
		f.Add(i, `null`)
		f.Add(i, `[]`)
		f.Add(i, `{} {}`)
		f.Add(i, `{"locations": {}}`)
	}
	f.Add(4, `{"profile":"hiker","area_type":"path","path":[{"lat":1e308,"lon":-1e308},{}],"datetime":"2026-11-30T14:20:00Z"}`)
	all := compileAll(f)
	// The model's own work is not what is tested here, so one surface stands for all.
	w := delaware(f)
	surface, err := w.Predictor.Predict(context.Background(), predict.Request{
		Profile: "despondent", AreaType: predict.Circle, Center: &orb.Point{-75.5, 39.7}, RadiusMetres: 1000, Time: time.Unix(0, 0),
	})
	if err != nil {
		f.Fatal(err)
	}
	w.oracle.Predictor = still{surface}
	list := tools.Registry(tools.Deps{Regions: &shelf{regions: []*tools.Region{w.Region}}})
	f.Fuzz(func(t *testing.T, i int, args string) {
		tool := list[((i%len(list))+len(list))%len(list)]
		name := tool.Name
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		a := tool.Run(ctx, json.RawMessage(args))
		all[name].check(t, name, a.Structured)
		if a.Code == envelope.InternalError {
			t.Errorf("%s %s: internal error %v", name, args, a.Cause)
		}
		if len(a.Structured) > envelope.HardLimit {
			t.Errorf("%s: %d bytes", name, len(a.Structured))
		}
		checkText(t, a)
	})
}
