package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
)

// search is a request of a planner: when the person was seen, what was searched, and for how many
// teams.
const search = circle + `, "last_seen_at": "2026-11-30T13:20:00-05:00", "segments": 4, "max_cells": 60, "weather": {"temperature": 2, "wind": 15},
	"searched": [{"polygon": {"type": "Polygon", "coordinates": [[[-75.55, 39.745], [-75.545, 39.745], [-75.545, 39.75], [-75.55, 39.745]]]}, "pod": 0.7}]`

// TestPlanner checks what a planner's request becomes, and its answer.
func TestPlanner(t *testing.T) {
	w := delaware(t)
	a := call(t, context.Background(), "get_prediction", `{`+search+`}`, w)
	if a.Code != "" {
		t.Fatalf("%s", a.Structured)
	}
	p := w.oracle.last
	if p.LastSeen == nil || p.Time.Sub(*p.LastSeen) != time.Hour || p.Segments != 4 || len(p.Searched) != 1 || p.Searched[0].POD != 0.7 || len(p.Searched[0].Area) != 1 ||
		p.Weather == nil || *p.Weather.Temperature != 2 || *p.Weather.Wind != 15 || p.Weather.Precipitation != nil {
		t.Errorf("request %+v", p)
	}
	var got struct {
		Segments []struct {
			Name, Hexes any
			Probability float64
			Area        float64 `json:"area_square_meters"`
			Density     float64 `json:"density_per_square_kilometer"`
			Access      *struct{ Lat, Lng float64 }
		}
		Render []struct{ Kind, Label string }
	}
	if err := json.Unmarshal(a.Structured, &got); err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for _, l := range got.Render {
		if strings.HasPrefix(l.Label, "Segment ") && l.Kind == "polygon" {
			drawn++
		}
	}
	if len(got.Segments) != 4 || drawn != 4 || !strings.Contains(a.Text, "Segment A: ") {
		t.Fatalf("%d segments, %d drawn; %s", len(got.Segments), drawn, a.Text)
	}
	for i, s := range got.Segments {
		if d := s.Probability / s.Area * 1e6; s.Name != string(rune('A'+i)) || s.Access == nil || d < s.Density*0.99 || d > s.Density*1.01 {
			t.Errorf("segment %+v", s)
		}
	}
	w.router.beneath = true
	bare := call(t, context.Background(), "get_prediction", `{`+search+`, "include_hexes": false}`, w)
	if strings.Contains(string(bare.Structured), "Under the Hill") || !strings.Contains(string(bare.Structured), "King Street") {
		t.Error("cars do not get to the segments by the road above ground")
	}
	if strings.Contains(string(bare.Structured), `"hexes"`) || !strings.Contains(string(bare.Structured), `"segments"`) {
		t.Error("include_hexes does not leave the cells of segments out")
	}
}

// TestPlannerErrors checks arguments that cannot be.
func TestPlannerErrors(t *testing.T) {
	for name, tt := range map[string]struct {
		args  string
		code  envelope.Code
		field string
	}{
		"seen later":     {circle + `, "last_seen_at": "2026-11-30T15:20:00-05:00"`, envelope.InvalidInput, "last_seen_at"},
		"seen last year": {circle + `, "last_seen_at": "2025-11-30T15:20:00-05:00"`, envelope.PredictionUnsupported, "30"},
		"no moment":      {circle + `, "last_seen_at": "this morning"`, envelope.InvalidInput, "last_seen_at"},
		"no polygon":     {circle + `, "searched": [{"polygon": {"type": "Point", "coordinates": [1, 2]}, "pod": 1}]`, envelope.InvalidInput, "searched[0].polygon"},
		"no segment":     {circle + `, "segments": 0`, envelope.InvalidInput, "segments"},
		"searched afar":  {circle + `, "searched": [{"polygon": {"type": "Polygon", "coordinates": [[[-75, 39], [-75, 39.01], [-75.01, 39]]]}, "pod": 1}]`, envelope.InvalidInput, "searched[0].polygon"},
	} {
		t.Run(name, func(t *testing.T) {
			a := call(t, context.Background(), "get_prediction", `{`+tt.args+`}`, delaware(t))
			if a.Code != tt.code || !strings.Contains(string(a.Structured), tt.field) {
				t.Errorf("code %q: %s", a.Code, a.Structured)
			}
		})
	}
}
