package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/paulmach/orb"
)

var update = flag.Bool("update", false, "rewrite golden files")

// circle is the request of an ordinary prediction.
const circle = `"profile": "despondent", "area_type": "circle", "center": {"lat": 39.74595, "lon": -75.54659}, "radius_m": 2000, "datetime": "2026-11-30T14:20:00-05:00"`

// cases are the calls whose answers are kept as golden files. bad marks arguments that the input
// schema refuses before a tool sees them.
var cases = []struct {
	name, tool, args string
	code             envelope.Code
	bad              bool
}{
	{name: "one", tool: "geocode", args: `{"text": "Rodney Square"}`},
	{name: "many", tool: "geocode", args: `{"text": "DE", "focus": {"lat": 39.68, "lng": -75.75}, "countries": ["us"], "place_types": ["venue", "street"], "bbox": [-76, 38, -75, 40], "size": 10, "units": "miles"}`},
	{name: "none", tool: "geocode", args: `{"text": "Atlantis"}`},
	{name: "compact", tool: "geocode", args: `{"text": "Main Street", "compact": true}`},
	{name: "blank", tool: "geocode", args: `{"text": " "}`, code: envelope.InvalidInput},
	{name: "no_text", tool: "geocode", args: `{}`, code: envelope.InvalidInput, bad: true},
	{name: "country", tool: "geocode", args: `{"text": "x", "countries": ["U1"]}`, code: envelope.InvalidInput},
	{name: "size", tool: "geocode", args: `{"text": "x", "size": 41}`, code: envelope.InvalidInput, bad: true},
	{name: "type", tool: "geocode", args: `{"text": "x", "place_types": ["planet"]}`, code: envelope.InvalidInput, bad: true},
	{name: "focus", tool: "geocode", args: `{"text": "x", "focus": {"lat": 91, "lon": 0}}`, code: envelope.InvalidInput, bad: true},
	{name: "bbox", tool: "geocode", args: `{"text": "x", "bbox": [0, 2, 1, 1]}`, code: envelope.InvalidInput},
	{name: "language", tool: "geocode", args: `{"text": "x", "language": "not a tag"}`, code: envelope.InvalidInput},
	{name: "unknown_argument", tool: "geocode", args: `{"text": "x", "colour": "red"}`, code: envelope.InvalidInput, bad: true},

	{name: "here", tool: "reverse_geocode", args: `{"location": {"lat": 39.747, "lon": -75.547}}`},
	{name: "on_the_spot", tool: "reverse_geocode", args: `{"location": "39.74660, -75.54660", "size": 2, "place_types": ["venue"]}`},
	{name: "nothing_near", tool: "reverse_geocode", args: `{"location": {"lat": 38.6, "lon": -75.2}, "radius_m": 100}`},
	{name: "outside", tool: "reverse_geocode", args: `{"location": {"lat": 48.85, "lon": 2.35}}`, code: envelope.OutOfBounds},
	{name: "radius", tool: "reverse_geocode", args: `{"location": "39.7,-75.5", "radius_m": 0}`, code: envelope.InvalidInput, bad: true},
	{name: "no_lon", tool: "reverse_geocode", args: `{"location": {"lat": 39}}`, code: envelope.InvalidInput},

	{name: "rows", tool: "batch_geocode", args: `{"addresses": ["Rodney Square", {"address": "Main Street", "locality": "Newark", "region": "DE"}, "", "Atlantis", {"adress": "typo"}, 7, "King Street", {"country": "AND"}], "focus": {"lat": 39.7, "lon": -75.5}, "countries": ["USA"]}`},
	{name: "compact", tool: "batch_geocode", args: `{"addresses": ["Rodney Square", "University"], "compact": true}`},
	{name: "nothing", tool: "batch_geocode", args: `{"addresses": ["Atlantis"]}`},
	{name: "no_rows", tool: "batch_geocode", args: `{"addresses": []}`, code: envelope.InvalidInput, bad: true},
	{name: "country", tool: "batch_geocode", args: `{"addresses": ["x"], "countries": ["12"]}`, code: envelope.InvalidInput},

	{name: "pair", tool: "get_matrix", args: `{"sources": ["osm:node/1"], "targets": ["University of Delaware"], "travel": "bicycle", "travel_options": {"cycling_speed": 20}, "units": "miles"}`},
	{name: "many", tool: "get_matrix", args: `{"sources": ["39.74595, -75.54659", {"lat": 39.16, "lng": -75.52}, {"lat": 38.6, "lon": -75.05}], "targets": ["osm:way/3", {"lat": 39.74595, "lon": -75.54659}, "osm:way/2", {"lat": 39.5, "lon": -75.6}]}`},
	{name: "at_sea", tool: "get_matrix", args: `{"sources": [{"lat": 38.6, "lon": -75.05}], "targets": ["osm:node/1", "osm:way/3"]}`},
	{name: "compact", tool: "get_matrix", args: `{"sources": ["osm:node/1", "osm:way/2"], "targets": ["osm:way/3"], "compact": true}`},
	{name: "no_source", tool: "get_matrix", args: `{"sources": [], "targets": ["osm:way/3"]}`, code: envelope.InvalidInput, bad: true},
	{name: "bad_target", tool: "get_matrix", args: `{"sources": ["osm:node/1"], "targets": [{"lat": 39}]}`, code: envelope.InvalidInput},
	{name: "option_of_another_mode", tool: "get_matrix", args: `{"sources": ["osm:node/1"], "targets": ["osm:way/3"], "travel_options": {"walking_speed": 5}}`, code: envelope.InvalidInput},

	{name: "one", tool: "locate", args: `{"locations": ["osm:node/1"], "units": "miles"}`},
	{name: "three", tool: "locate", args: `{"locations": ["39.7, -75.5", {"lat": 38.6, "lon": -75.05}, "University of Delaware"], "travel": "pedestrian"}`},
	{name: "at_sea", tool: "locate", args: `{"locations": ["38.6, -75.05"]}`},
	{name: "none", tool: "locate", args: `{"locations": []}`, code: envelope.InvalidInput, bad: true},
	{name: "outside", tool: "locate", args: `{"locations": ["0, 0"]}`, code: envelope.OutOfBounds},

	{name: "two", tool: "compare_routes", args: `{"locations": ["osm:node/1", "osm:way/3"], "travel_modes": ["auto", "pedestrian"], "travel_options": {"walking_speed": 4, "use_tolls": 0}}`},
	{name: "compact", tool: "compare_routes", args: `{"locations": ["39.7, -75.5", "39.71, -75.6", "39.68, -75.7"], "travel_modes": ["bicycle", "auto", "pedestrian"], "compact": true, "units": "miles"}`},
	{name: "one_mode", tool: "compare_routes", args: `{"locations": ["osm:node/1", "osm:way/3"], "travel_modes": ["auto"]}`, code: envelope.InvalidInput, bad: true},
	{name: "twice", tool: "compare_routes", args: `{"locations": ["osm:node/1", "osm:way/3"], "travel_modes": ["auto", "auto"]}`, code: envelope.InvalidInput},
	{name: "option_of_no_mode", tool: "compare_routes", args: `{"locations": ["osm:node/1", "osm:way/3"], "travel_modes": ["auto", "bicycle"], "travel_options": {"walking_speed": 4}}`, code: envelope.InvalidInput},

	{name: "category", tool: "search_places", args: `{"query": "square", "near": {"lat": 39.747, "lon": -75.547}}`},
	{name: "name_near_a_text", tool: "search_places", args: `{"query": "Main Street", "near": "University of Delaware", "radius_m": 5000, "units": "miles"}`},
	{name: "in_a_box", tool: "search_places", args: `{"query": "Main Street", "bbox": [-76, 39, -75, 40], "size": 1, "open_at": "2026-11-30T14:20"}`},
	{name: "in_a_town", tool: "search_places", args: `{"query": "square in Wilmington", "compact": true}`},
	{name: "none", tool: "search_places", args: `{"query": "pharmacy", "near": "39.747, -75.547", "radius_m": 500}`},
	{name: "just_outside", tool: "search_places", args: `{"query": "square", "near": {"lat": 39.8501, "lon": -75.547}, "radius_m": 20000}`},
	{name: "blank", tool: "search_places", args: `{"query": " "}`, code: envelope.InvalidInput},
	{name: "outside", tool: "search_places", args: `{"query": "square", "near": {"lat": 48.85, "lon": 2.35}}`, code: envelope.OutOfBounds},
	{name: "box_outside", tool: "search_places", args: `{"query": "square", "bbox": [2, 48, 3, 49]}`, code: envelope.OutOfBounds},
	{name: "radius_alone", tool: "search_places", args: `{"query": "square", "radius_m": 100}`, code: envelope.InvalidInput},
	{name: "radius", tool: "search_places", args: `{"query": "square", "near": "39.7,-75.5", "radius_m": 60000}`, code: envelope.InvalidInput, bad: true},
	{name: "no_time", tool: "search_places", args: `{"query": "square", "near": "39.7,-75.5", "open_at": "tomorrow"}`, code: envelope.InvalidInput},

	{name: "venue", tool: "get_place", args: `{"id": "osm:way/2"}`},
	{name: "street", tool: "get_place", args: `{"id": "osm:way/4"}`},
	{name: "area", tool: "get_place", args: `{"id": "osm:node/1"}`},
	{name: "compact", tool: "get_place", args: `{"id": "osm:node/1", "compact": true}`},
	{name: "unknown_id", tool: "get_place", args: `{"id": "osm:node/999"}`, code: envelope.NotFound},
	{name: "no_id", tool: "get_place", args: `{"id": "Rodney Square"}`, code: envelope.InvalidInput},

	{name: "rows", tool: "parse_address", args: `{"addresses": ["Rodney Square", "Main;by the pond", {"text": "Main Street", "country": "and"}, {"text": "Andorra la", "country": "Andorra"}, "", 7, "Atlantis"]}`},
	{name: "compact", tool: "parse_address", args: `{"addresses": ["Rodney Square"], "compact": true}`},
	{name: "no_rows", tool: "parse_address", args: `{"addresses": []}`, code: envelope.InvalidInput, bad: true},

	{name: "drive", tool: "get_directions", args: `{"locations": [{"lat": 39.74595, "lon": -75.54659}, "39.68, -75.75"], "narrative": true}`},
	{name: "three_stops", tool: "get_directions", args: `{"locations": ["osm:node/1", "University of Delaware", "osm:way/5"], "travel": "bicycle", "travel_options": {"exclude": ["ferry", "unpaved"], "cycling_speed": 20, "shortest": true}, "units": "miles", "language": "fr"}`},
	{name: "compact", tool: "get_directions", args: `{"locations": ["osm:node/1", "osm:way/3"], "compact": true}`},
	{name: "alternates", tool: "get_directions", args: `{"locations": ["osm:node/1", "osm:way/3"], "alternates": 3}`},
	{name: "alternates_of_three_stops", tool: "get_directions", args: `{"locations": ["osm:node/1", "osm:way/3", "osm:way/5"], "alternates": 1}`, code: envelope.InvalidInput},
	{name: "too_many_alternates", tool: "get_directions", args: `{"locations": ["osm:node/1", "osm:way/3"], "alternates": 4}`, code: envelope.InvalidInput, bad: true},
	{name: "bad_heading", tool: "get_directions", args: `{"locations": [{"lat": 39.7, "lon": -75.5, "heading": 400}, "osm:way/3"]}`, code: envelope.InvalidInput, bad: true},
	{name: "tolerance_alone", tool: "get_directions", args: `{"locations": [{"lat": 39.7, "lon": -75.5, "heading_tolerance": 20}, "osm:way/3"]}`, code: envelope.InvalidInput},
	{name: "side_of_what", tool: "get_directions", args: `{"locations": [{"lat": 39.7, "lon": -75.5, "side": "left"}, "osm:way/3"]}`, code: envelope.InvalidInput, bad: true},
	{name: "one_stop", tool: "get_directions", args: `{"locations": ["osm:node/1"]}`, code: envelope.InvalidInput, bad: true},
	{name: "option_of_another_mode", tool: "get_directions", args: `{"locations": ["osm:node/1", "osm:way/3"], "travel": "bicycle", "travel_options": {"walking_speed": 5}}`, code: envelope.InvalidInput},
	{name: "unknown_option", tool: "get_directions", args: `{"locations": ["osm:node/1", "osm:way/3"], "travel_options": {"use_wings": 1}}`, code: envelope.InvalidInput, bad: true},
	{name: "unknown_id", tool: "get_directions", args: `{"locations": ["osm:node/1", "osm:node/999"]}`, code: envelope.NotFound},
	{name: "unknown_text", tool: "get_directions", args: `{"locations": ["osm:node/1", "Atlantis"]}`, code: envelope.NotFound},
	{name: "ambiguous", tool: "get_directions", args: `{"locations": ["Main Street", "Main Street"]}`, code: envelope.GeocodeAmbiguous},
	{name: "two_regions", tool: "get_directions", args: `{"locations": [{"lat": 39.7, "lon": -75.5}, {"lat": 42.5, "lon": 1.5}]}`, code: envelope.OutOfBounds},

	{name: "walk", tool: "find_and_route", args: `{"origin": "Rodney Square", "destination": "Main Street", "travel": "pedestrian", "narrative": true}`},
	{name: "from_a_point", tool: "find_and_route", args: `{"origin": {"lat": 39.75, "lon": -75.55}, "destination": "King Street"}`},
	{name: "empty_end", tool: "find_and_route", args: `{"origin": "Rodney Square", "destination": ""}`, code: envelope.InvalidInput, bad: true},

	{name: "minutes", tool: "get_isochrone", args: `{"location": "Rodney Square", "contours": [{"time": 5}, {"time": 15}, {"distance": 1}]}`},
	{name: "to", tool: "get_isochrone", args: `{"location": {"lat": 39.7, "lon": -75.5}, "contours": [{"distance": 2.5}], "travel": "auto", "direction": "to", "denoise": 0, "units": "miles", "include_geometry": false}`},
	{name: "both_limits", tool: "get_isochrone", args: `{"location": "Rodney Square", "contours": [{"time": 5, "distance": 1}]}`, code: envelope.InvalidInput, bad: true},
	{name: "same_limit_twice", tool: "get_isochrone", args: `{"location": "Rodney Square", "contours": [{"time": 5}, {"time": 5}]}`, code: envelope.InvalidInput},
	{name: "too_long", tool: "get_isochrone", args: `{"location": "Rodney Square", "contours": [{"time": 1441}]}`, code: envelope.InvalidInput, bad: true},

	{name: "circle", tool: "get_prediction", args: `{` + circle + `, "age_years": 45, "initial_bearing_deg": 180}`},
	{name: "no_hexes", tool: "get_prediction", args: `{` + circle + `, "include_hexes": false, "include_render": false}`},
	{name: "path", tool: "get_prediction", args: `{"profile": "hiker", "area_type": "path", "path": {"type": "LineString", "coordinates": [[-75.6, 39.7], [-75.55, 39.72], [-75.5, 39.7]]}, "buffer_m": 200, "last_known_point": "39.72, -75.55", "datetime": "2026-11-30 14:20", "max_cells": 50}`},
	{name: "no_center", tool: "get_prediction", args: `{"profile": "despondent", "area_type": "circle", "datetime": "2026-11-30T14:20:00Z"}`, code: envelope.PredictionUnsupported},
	{name: "too_young", tool: "get_prediction", args: `{` + strings.Replace(circle, "despondent", "dementia_alzheimers", 1) + `, "age_years": 12}`, code: envelope.PredictionUnsupported},
	{name: "two_shapes", tool: "get_prediction", args: `{` + circle + `, "buffer_m": 100}`, code: envelope.InvalidInput},
	{name: "no_date", tool: "get_prediction", args: `{` + strings.Replace(circle, "2026-11-30T14:20:00-05:00", "yesterday evening", 1) + `}`, code: envelope.InvalidInput},
	{name: "bow_tie", tool: "get_prediction", args: `{"profile": "despondent", "area_type": "polygon", "polygon": {"type": "Polygon", "coordinates": [[[-75.6, 39.7], [-75.5, 39.8], [-75.5, 39.7], [-75.6, 39.85]]]}, "datetime": "2026-11-30T14:20:00Z"}`, code: envelope.InvalidInput},
	{name: "elsewhere", tool: "get_prediction", args: `{"profile": "despondent", "area_type": "polygon", "polygon": {"type": "Polygon", "coordinates": [[[10, 50], [10.1, 50], [10.1, 50.1]]]}, "datetime": "2026-11-30T14:20:00Z"}`, code: envelope.OutOfBounds},
	{name: "no_signal", tool: "get_prediction", args: `{"profile": "despondent", "area_type": "polygon", "polygon": {"type": "Polygon", "coordinates": [[[-75.6, 39.7], [-75.5, 39.7], [-75.5, 39.8]]]}, "datetime": "2026-11-30T14:20:00Z"}`, code: envelope.PredictionNoSignal},
}

var processingTime = regexp.MustCompile(`"processing_time_ms":[0-9.]+`)

func TestAnswers(t *testing.T) {
	all := compileAll(t)
	for _, tt := range cases {
		t.Run(tt.tool+"/"+tt.name, func(t *testing.T) {
			var args any
			if err := json.Unmarshal([]byte(tt.args), &args); err != nil {
				t.Fatal(err)
			}
			if err := all[tt.tool].in.Validate(args); (err != nil) != tt.bad {
				t.Errorf("input schema says %v, want an error: %v", err, tt.bad)
			}
			a := call(t, context.Background(), tt.tool, tt.args, delaware(t), andorra(t))
			if a.Code != tt.code {
				t.Fatalf("code %q, want %q: %s (cause %v)", a.Code, tt.code, a.Text, a.Cause)
			}
			all[tt.tool].check(t, tt.name, a.Structured)
			if n := len(a.Structured); n > envelope.SoftLimit {
				t.Errorf("%d bytes, want at most %d", n, envelope.SoftLimit)
			}
			checkText(t, a)
			again := call(t, context.Background(), tt.tool, tt.args, delaware(t), andorra(t))
			got, second := processingTime.ReplaceAll(a.Structured, []byte(`"processing_time_ms":0`)), processingTime.ReplaceAll(again.Structured, []byte(`"processing_time_ms":0`))
			if !bytes.Equal(got, second) || a.Text != again.Text {
				t.Error("the same call gives another answer the second time")
			}
			var laid bytes.Buffer
			if err := json.Indent(&laid, got, "", " "); err != nil {
				t.Fatal(err)
			}
			golden(t, filepath.Join(tt.tool, tt.name+".json"), append(laid.Bytes(), '\n'))
			golden(t, filepath.Join(tt.tool, tt.name+".txt"), []byte(a.Text+"\n"))
		})
	}
}

// checkText holds a text block to the contract: 3 to 12 lines and 1.2 kB, or code and message.
func checkText(t *testing.T, a envelope.Answer) {
	t.Helper()
	lines := strings.Count(a.Text, "\n") + 1
	if a.IsError() {
		if !strings.HasPrefix(a.Text, string(a.Code)+": ") || lines != 1 {
			t.Errorf("text of a failure: %q", a.Text)
		}
		return
	}
	if lines < 3 || lines > 12 || len(a.Text) > 1200 {
		t.Errorf("text block of %d lines and %d bytes:\n%s", lines, len(a.Text), a.Text)
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "answers", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run the test with -update to make it", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; run the test with -update and look at the diff\ngot:\n%s", path, got)
	}
}

// TestEngineErrors checks what becomes of each kind of error of the engines.
func TestEngineErrors(t *testing.T) {
	snap := &routing.Snap{Point: orb.Point{-75.1, 38.5}, Distance: 6543.21}
	route := `{"locations": ["osm:node/1", "osm:way/3"]}`
	tests := []struct {
		name, tool, args string
		fail             error
		code             envelope.Code
		want             string // a piece of the structured content
	}{
		{
			"unroutable", "get_directions", route, &routing.UnroutableError{Mode: routing.Auto, Index: 1, Point: orb.Point{-75.1, 38.6}, Nearest: snap},
			envelope.UnroutablePoint, `"details":{"location":[-75.1,38.6],"index":1,"nearest":{"lat":38.5,"lng":-75.1,"distance_meters":6543.2}}`,
		},
		{
			"unroutable, nothing near", "get_directions", route, &routing.UnroutableError{Mode: routing.Auto, Index: 0, Point: orb.Point{-75.1, 38.6}},
			envelope.UnroutablePoint, `"details":{"location":[-75.1,38.6],"index":0}`,
		},
		{
			"no route", "find_and_route", `{"origin": "osm:node/1", "destination": "osm:way/3"}`,
			&routing.NoRouteError{Mode: routing.Bicycle, From: 0, To: 1, Origin: orb.Point{-75.1, 38.6}, Terminus: orb.Point{-75.2, 38.7}},
			envelope.NoRouteFound, `"details":{"origin":[-75.1,38.6],"destination":[-75.2,38.7],"travel":"bicycle"}`,
		},
		{
			"option", "get_directions", route, &routing.OptionError{Field: "use_tolls", Problem: "is not an option of bicycle"},
			envelope.InvalidInput, `"details":{"violations":[{"field":"travel_options.use_tolls","problem":"is not an option of bicycle"}]}`,
		},
		{
			"option of a stop", "get_directions", route, &routing.OptionError{Field: "locations[1].side", Problem: "is for vehicles"},
			envelope.InvalidInput, `"field":"locations[1].side","problem":"is for vehicles"`,
		},
		{
			"option of the request", "get_isochrone", `{"location": "osm:node/1", "contours": [{"time": 5}]}`, &routing.OptionError{Field: "contours", Problem: "ask for too much"},
			envelope.InvalidInput, `"field":"contours"`,
		},
		{"deadline", "get_directions", route, context.DeadlineExceeded, envelope.Timeout, `"code":"timeout"`},
		{"unknown", "get_directions", route, errors.New("mmap: page fault at /var/secret"), envelope.InternalError, `"details":{"request_id":"`},
		{
			"input", "get_prediction", `{` + circle + `}`, &predict.InputError{Field: "radius_m", Problem: "is out of range", Got: 1e6, Want: "at most 52000"},
			envelope.InvalidInput, `"violations":[{"field":"radius_m","problem":"is out of range","got":1000000,"want":"at most 52000"}]`,
		},
		{
			"missing", "get_prediction", `{` + circle + `}`, &predict.UnsupportedError{Missing: []string{"last_known_point"}, Reason: "a bearing needs it"},
			envelope.PredictionUnsupported, `"details":{"missing":["last_known_point"]}`,
		},
		{
			"reason", "get_prediction", `{` + circle + `}`, &predict.UnsupportedError{Reason: "no figures for this age"},
			envelope.PredictionUnsupported, `"details":{"reason":"no figures for this age"}`,
		},
		{
			"no signal", "get_prediction", `{` + circle + `}`, &predict.NoSignalError{Reason: "all water"},
			envelope.PredictionNoSignal, `"details":{"reason":"all water"}`,
		},
		{
			"outside", "get_prediction", `{` + circle + `}`, &predict.OutsideError{Location: orb.Point{1, 2}},
			envelope.OutOfBounds, `"details":{"location":[1,2],"regions":[{"name":"Delaware","bbox":[-75.8,38.45,-75,39.85]}]}`,
		},
		{"geocoder", "geocode", `{"text": "x"}`, errors.New("index: corrupt"), envelope.InternalError, `"request_id"`},
		{"reverse", "reverse_geocode", `{"location": "39.7,-75.5"}`, errors.New("index: corrupt"), envelope.InternalError, `"request_id"`},
	}
	all := compileAll(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := delaware(t)
			switch tt.tool {
			case "get_prediction":
				w.oracle.fail = tt.fail
			case "geocode", "reverse_geocode":
				w.gazetteer.fail = tt.fail
			default:
				w.router.fail = tt.fail
			}
			a := call(t, context.Background(), tt.tool, tt.args, w)
			if a.Code != tt.code || !bytes.Contains(a.Structured, []byte(tt.want)) {
				t.Errorf("code %q, want %q with %s\n%s", a.Code, tt.code, tt.want, a.Structured)
			}
			all[tt.tool].check(t, tt.name, a.Structured)
			checkText(t, a)
			if a.Code == envelope.InternalError && !errors.Is(a.Cause, tt.fail) {
				t.Errorf("cause %v, want %v", a.Cause, tt.fail)
			}
			for _, inner := range []string{"mmap", "secret", "corrupt", "routing:", "predict:"} {
				if strings.Contains(a.Text, inner) || bytes.Contains(a.Structured, []byte(inner)) {
					t.Errorf("%q leaks: %s", inner, a.Structured)
				}
			}
		})
	}
}

func TestNotReady(t *testing.T) {
	all := compileAll(t)
	for _, tool := range tools.Registry(tools.Deps{Regions: &shelf{}}) {
		args := map[string]string{
			"geocode": `{"text": "x"}`, "reverse_geocode": `{"location": "1,1"}`, "batch_geocode": `{"addresses": ["x"]}`, "search_places": `{"query": "x"}`, "get_place": `{"id": "osm:node/1"}`, "parse_address": `{"addresses": ["DE"]}`, "get_directions": `{"locations": ["1,1", "2,2"]}`,
			"find_and_route": `{"origin": "1,1", "destination": "2,2"}`, "get_isochrone": `{"location": "1,1", "contours": [{"time": 5}]}`,
			"get_prediction": `{` + circle + `}`,
		}[tool.Name]
		a := tool.Run(context.Background(), json.RawMessage(args))
		if a.Code != envelope.NotReady {
			t.Errorf("%s: code %q, want not_ready", tool.Name, a.Code)
		}
		all[tool.Name].check(t, tool.Name, a.Structured)
	}
}

func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	for tool, args := range map[string]string{
		"geocode": `{"text": "DE"}`, "reverse_geocode": `{"location": "39.7,-75.5"}`, "batch_geocode": `{"addresses": ["DE"]}`, "search_places": `{"query": "square"}`, "get_place": `{"id": "osm:node/1"}`, "parse_address": `{"addresses": ["DE"]}`, "get_directions": `{"locations": ["39.7,-75.5", "osm:way/3"]}`,
		"find_and_route": `{"origin": "39.7,-75.5", "destination": "Rodney Square"}`, "get_isochrone": `{"location": "39.7,-75.5", "contours": [{"time": 5}]}`,
		"get_prediction": `{` + circle + `}`,
	} {
		if a := call(t, ctx, tool, args, delaware(t)); a.Code != envelope.Timeout {
			t.Errorf("%s: code %q, want timeout (%s)", tool, a.Code, a.Text)
		}
	}
}

// TestSizes asks for much and checks the hard limit, and that what is thinned says so.
func TestSizes(t *testing.T) {
	w := delaware(t)
	w.router.detail, w.router.steps = 4000, 60
	stops := make([]string, 50)
	for i := range stops {
		stops[i] = `"39.7` + string(rune('0'+i%10)) + `, -75.5` + string(rune('0'+i/10)) + `"`
	}
	tests := []struct {
		name, tool, args string
		limit            int
		want             []string
	}{
		{"long route", "get_directions", `{"locations": ["osm:node/1", "osm:way/5"]}`, envelope.SoftLimit, []string{`"simplified":true`}},
		{"fifty stops", "get_directions", `{"locations": [` + strings.Join(stops, ",") + `]}`, envelope.HardLimit, []string{`"simplified":true`, `"truncated":true`, `"steps_omitted":`, "left out"}},
		{"isochrone", "get_isochrone", `{"location": "osm:node/1", "contours": [{"time": 5}, {"time": 10}, {"time": 15}, {"time": 20}]}`, envelope.SoftLimit, []string{`"simplified":true`, "Geometry was simplified"}},
		{"cells", "get_prediction", `{` + strings.Replace(circle, "2000", "5000", 1) + `}`, envelope.SoftLimit, []string{`"truncated":true`, "Only the best cells"}},
		{"many cells", "get_prediction", `{` + strings.Replace(circle, "2000", "5000", 1) + `, "max_cells": 5000}`, envelope.HardLimit, []string{`"truncated":true`, "Fewer cells"}},
	}
	all := compileAll(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := call(t, context.Background(), tt.tool, tt.args, w)
			if a.IsError() {
				t.Fatal(a.Text, a.Cause)
			}
			all[tt.tool].check(t, tt.name, a.Structured)
			checkText(t, a)
			t.Logf("%d bytes", len(a.Structured))
			if len(a.Structured) > tt.limit {
				t.Errorf("%d bytes, want at most %d", len(a.Structured), tt.limit)
			}
			for _, want := range tt.want {
				if !bytes.Contains(a.Structured, []byte(want)) {
					t.Errorf("answer lacks %s", want)
				}
			}
		})
	}
}
