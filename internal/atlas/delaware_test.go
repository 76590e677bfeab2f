package atlas_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/atlas"
	"github.com/footstepd/footstepd/internal/build"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// delaware imports the extract of Delaware once for all tests of the package and opens it.
func delaware(tb testing.TB) *atlas.Atlas {
	tb.Helper()
	if testing.Short() {
		tb.Skip("importing Delaware takes some seconds; not in short mode")
	}
	path, err := imported(tb)
	if err != nil {
		tb.Fatal(err)
	}
	a := atlas.New()
	tb.Cleanup(a.Close)
	if err := a.Load(context.Background(), []string{path}); err != nil {
		tb.Fatal(err)
	}
	return a
}

var (
	importOnce sync.Once
	importPath string
	importErr  error
)

func imported(tb testing.TB) (string, error) {
	importOnce.Do(func() {
		parts, err := build.Rooms(build.Profiles...)
		if err != nil {
			importErr = err
			return
		}
		importPath = filepath.Join(folder, "delaware.region")
		_, importErr = build.Import(context.Background(), build.Options{
			Inputs: []string{osmtest.Delaware(tb)}, Output: importPath, Name: "Delaware", Generator: "test", Parts: parts,
		})
	})
	return importPath, importErr
}

// run calls a tool and checks its answer against the tool's own schemas and the sizes.
func run(tb testing.TB, a *atlas.Atlas, name, args string) envelope.Answer {
	tb.Helper()
	for _, t := range tools.Registry(tools.Deps{Regions: a}) {
		if t.Name != name {
			continue
		}
		answer := t.Run(context.Background(), json.RawMessage(args))
		for kind, schema := range map[string]json.RawMessage{"published": t.OutputSchema, "whole": t.AnswerSchema} {
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
			if err != nil {
				tb.Fatal(err)
			}
			c := jsonschema.NewCompiler()
			if err := c.AddResource("out.json", doc); err != nil {
				tb.Fatal(err)
			}
			v, err := jsonschema.UnmarshalJSON(bytes.NewReader(answer.Structured))
			if err != nil {
				tb.Fatalf("%s %s: %v", name, args, err)
			}
			if err := c.MustCompile("out.json").Validate(v); err != nil {
				tb.Errorf("%s %s: answer breaks the %s schema: %v", name, args, kind, err)
			}
		}
		if answer.Code == envelope.InternalError {
			tb.Errorf("%s %s: internal error: %v", name, args, answer.Cause)
		}
		if n := len(answer.Structured); n > envelope.SoftLimit {
			tb.Errorf("%s %s: %d bytes", name, args, n)
		}
		if lines := strings.Count(answer.Text, "\n") + 1; !answer.IsError() && (lines < 3 || lines > 12 || len(answer.Text) > 1200) {
			tb.Errorf("%s %s: text of %d lines, %d bytes", name, args, lines, len(answer.Text))
		}
		return answer
	}
	tb.Fatalf("there is no tool %s", name)
	return envelope.Answer{}
}

// TestDelaware asks every tool what people ask, over a real region.
func TestDelaware(t *testing.T) {
	a := delaware(t)
	tests := []struct {
		tool, args string
		code       envelope.Code
		want       []string // pieces of the structured content
	}{
		{"geocode", `{"text": "Wilmington, DE"}`, "", []string{`"place_type":"locality"`, `"attribution":"© OpenStreetMap contributors, ODbL 1.0"`}},
		{"geocode", `{"text": "Rodney Square"}`, "", []string{"Wilmington"}},
		{"geocode", `{"text": "19801"}`, "", []string{`"place_type":"postcode"`}},
		{"geocode", `{"text": "qqqq zzzz xxxx"}`, "", []string{`"results":[]`, `"total":0`, `"render":[]`}},
		{"reverse_geocode", `{"location": {"lat": 39.7459, "lon": -75.5466}, "size": 3}`, "", []string{`"distance_meters"`, `"context":{`}},
		{"get_directions", `{"locations": ["Rodney Square", "University of Delaware"], "narrative": true}`, "", []string{`"type":"start`, `"narrative":"Drive`, "terrain is left out"}},
		{"get_directions", `{"locations": ["Dover, DE", "Lewes, DE"], "travel": "bicycle", "units": "miles"}`, "", []string{`"travel_mode":"bicycle"`}},
		{"get_directions", `{"locations": [{"lat": 39.05, "lon": -75.15}, "Lewes, DE"]}`, envelope.UnroutablePoint, []string{`"index":0`, `"nearest":{`}},
		{"get_directions", `{"locations": [{"lat": 48.85, "lon": 2.35}, "Lewes, DE"]}`, envelope.OutOfBounds, []string{`"location":[2.35,48.85]`, `"name":"Delaware"`}},
		{"find_and_route", `{"origin": "Rodney Square", "destination": "19801"}`, "", []string{`"destination":{"id"`}},
		{"get_isochrone", `{"location": "Rodney Square", "contours": [{"time": 5}, {"time": 10}, {"distance": 1}]}`, "", []string{`"metric":"distance","value":1`, `"kind":"polygon"`}},
		{"get_isochrone", `{"location": "Dover, DE", "contours": [{"time": 20}], "travel": "auto", "direction": "to"}`, "", []string{`"simplified":true`}},
		{"get_prediction", `{"profile": "despondent", "area_type": "circle", "center": "Rodney Square", "radius_m": 2000, "datetime": "2026-11-30T14:20:00-05:00"}`, "", []string{`"kind":"h3-cells"`, `"statistics_rings":[{"percent":25`}},
		{"get_prediction", `{"profile": "hiker", "area_type": "path", "path": [{"lat": 39.72, "lon": -75.6}, {"lat": 39.75, "lon": -75.58}], "buffer_m": 500, "last_known_point": "39.74,-75.59", "datetime": "2026-11-30T14:20:00-05:00"}`, "", []string{`"resolution":`}},
	}
	for _, tt := range tests {
		t.Run(tt.tool, func(t *testing.T) {
			answer := run(t, a, tt.tool, tt.args)
			if answer.Code != tt.code {
				t.Fatalf("%s: code %q, want %q: %s", tt.args, answer.Code, tt.code, answer.Text)
			}
			for _, want := range tt.want {
				if !bytes.Contains(answer.Structured, []byte(want)) {
					t.Errorf("%s: answer lacks %s\n%.1500s", tt.args, want, answer.Structured)
				}
			}
		})
	}
}

// TestDelawareChains walks from a prediction's best cells over what is there to the way there.
func TestDelawareChains(t *testing.T) {
	a := delaware(t)
	prediction := run(t, a, "get_prediction", `{"profile": "dementia_alzheimers", "area_type": "circle", "center": "Lewes, DE", "radius_m": 1500, "datetime": "2026-11-30T14:20:00-05:00"}`)
	var cells struct {
		TopResults []struct{ Lat, Lng float64 } `json:"top_results"`
	}
	if err := json.Unmarshal(prediction.Structured, &cells); err != nil || len(cells.TopResults) != 50 {
		t.Fatalf("%v: %s", err, prediction.Text)
	}
	for _, cell := range cells.TopResults[:5] {
		here := run(t, a, "reverse_geocode", fmt.Sprintf(`{"location": {"lat": %g, "lng": %g}}`, cell.Lat, cell.Lng))
		var rows struct{ Results []struct{ ID string } }
		if err := json.Unmarshal(here.Structured, &rows); err != nil || len(rows.Results) != 1 {
			t.Fatalf("%v: %s", err, here.Text)
		}
		way := run(t, a, "get_directions", fmt.Sprintf(`{"locations": ["Lewes, DE", %q], "travel": "pedestrian"}`, rows.Results[0].ID))
		if way.IsError() {
			t.Errorf("no way to %s: %s", rows.Results[0].ID, way.Text)
		}
	}
}

// TestDelawareDeadline checks that a call over a real region ends when its time is over.
func TestDelawareDeadline(t *testing.T) {
	a := delaware(t)
	for _, tool := range tools.Registry(tools.Deps{Regions: a}) {
		args := map[string]string{
			"get_isochrone":  `{"location": "Dover, DE", "contours": [{"time": 120}], "travel": "auto"}`,
			"get_directions": `{"locations": ["Wilmington, DE", "Lewes, DE"]}`,
			"get_prediction": `{"profile": "hiker", "area_type": "circle", "center": "39.2,-75.5", "radius_m": 20000, "datetime": "2026-11-30T14:20:00Z"}`,
		}[tool.Name]
		if args == "" {
			continue
		}
		limit := time.Millisecond
		if tool.Name == "get_directions" {
			limit = time.Microsecond // it can be done within a millisecond
		}
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		began := time.Now()
		answer := tool.Run(ctx, json.RawMessage(args))
		cancel()
		if took := time.Since(began); answer.Code != envelope.Timeout || took > time.Second {
			t.Errorf("%s: code %q after %v, want timeout at once", tool.Name, answer.Code, took)
		}
	}
}

func BenchmarkTools(b *testing.B) {
	a := delaware(b)
	for _, bench := range []struct{ name, tool, args string }{
		{"geocode", "geocode", `{"text": "Rodney Square"}`},
		{"reverse", "reverse_geocode", `{"location": "39.7459,-75.5466"}`},
		{"directions", "get_directions", `{"locations": ["39.7459,-75.5466", "39.6837,-75.7497"]}`},
		{"isochrone", "get_isochrone", `{"location": "39.7459,-75.5466", "contours": [{"time": 15}]}`},
		{"prediction", "get_prediction", `{"profile": "despondent", "area_type": "circle", "center": "39.7459,-75.5466", "radius_m": 2000, "datetime": "2026-11-30T14:20:00-05:00"}`},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for _, t := range tools.Registry(tools.Deps{Regions: a}) {
				if t.Name != bench.tool {
					continue
				}
				b.ReportAllocs()
				bytes := 0
				for b.Loop() {
					answer := t.Run(context.Background(), json.RawMessage(bench.args))
					if answer.IsError() {
						b.Fatal(answer.Text)
					}
					bytes = len(answer.Structured)
				}
				b.ReportMetric(float64(bytes), "answer-bytes")
			}
		})
	}
}

// The calls that come by the thousand allocate little, whatever the way or the text. The budgets are a third
// above what is needed today.
func TestDelawareAllocations(t *testing.T) {
	a := delaware(t)
	list := map[string]tools.Tool{}
	for _, tool := range tools.Registry(tools.Deps{Regions: a}) {
		list[tool.Name] = tool
	}
	for _, test := range []struct {
		tool, args string
		budget     float64
	}{
		{"geocode", `{"text": "Rodney Square, Wilmington"}`, 180},
		{"reverse_geocode", `{"location": {"lat": 39.7459, "lon": -75.5466}}`, 240},
		{"get_directions", `{"locations": [{"lat": 39.7459, "lon": -75.5466}, {"lat": 39.1573, "lon": -75.5219}]}`, 490},
	} {
		run := list[test.tool].Run
		args := json.RawMessage(test.args)
		if answer := run(t.Context(), args); answer.IsError() {
			t.Fatalf("%s: %s", test.tool, answer.Text)
		}
		if got := testing.AllocsPerRun(20, func() { run(context.Background(), args) }); got > test.budget {
			t.Errorf("%s: %v allocations, want at most %v", test.tool, got, test.budget)
		}
	}
}
