package e2e_test

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCall(t *testing.T) {
	path := region(t)
	file := filepath.Join(t.TempDir(), "request.json")
	if err := os.WriteFile(file, []byte(`{"text": "19801"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		stdin  string
		args   []string
		status int
		want   string // part of standard output
		stderr string // part of standard error
	}{
		{"structured content", "", []string{"geocode", `{"text": "Rodney Square"}`}, 0, `{"headline":`, ""},
		{"text", "", []string{"geocode", `{"text": "Rodney Square"}`, "--text"}, 0, "Rodney Square", ""},
		{"from a file", "", []string{"geocode", "@" + file}, 0, "19801", ""},
		{"from standard input", `{"text": "19801"}`, []string{"geocode", "-"}, 0, "19801", ""},
		{"to standard output", "", []string{"geocode", `{"text": "Rodney Square"}`, "-o", "-"}, 0, `{"headline":`, ""},
		{"error answer", "", []string{"geocode", `{}`}, 1, `{"error":{"code":"invalid_input"`, ""},
		{"no arguments", "", []string{"geocode"}, 1, `"code":"invalid_input"`, ""},
		{"error as text", "", []string{"geocode", `{}`, "--text"}, 1, "invalid_input: ", ""},
		{"error has no layers", "", []string{"geocode", `{}`, "--format", "geojson"}, 1, "", "invalid_input: "},
		{"tool that does not exist", "", []string{"geocod", `{}`}, 2, "", "the tools are"},
		{"no JSON", "", []string{"geocode", `{text: 1}`}, 2, "", "not valid JSON"},
		{"a list", "", []string{"geocode", `[]`}, 2, "", "not a JSON object"},
		{"file that is not there", "", []string{"geocode", "@/nonexistent.json"}, 2, "", "/nonexistent.json"},
		{"format that does not exist", "", []string{"geocode", `{}`, "--format", "shp"}, 2, "", "geojson, kml, gpx"},
		{"two forms", "", []string{"geocode", `{}`, "--format", "kml", "--text"}, 2, "", "--text and --format"},
		{"no tool", "", nil, 2, "", "get_directions "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := run(t, test.stdin, nil, append([]string{"call", "--region", path}, test.args...)...)
			if r.status != test.status || !strings.Contains(r.stdout, test.want) || !strings.Contains(r.stderr, test.stderr) {
				t.Errorf("got status %d\nstandard output: %s\nstandard error: %s", r.status, r.stdout, r.stderr)
			}
			if test.stderr == "" && r.stderr != "" {
				t.Errorf("standard error: %s", r.stderr)
			}
			if test.status == 2 && r.stdout != "" {
				t.Errorf("standard output: %s", r.stdout)
			}
		})
	}
}

func TestCallFormats(t *testing.T) {
	ask := []string{"call", "--region", region(t), "get_isochrone", `{"location": {"lat": 39.7459, "lon": -75.5466}, "contours": [{"time": 5}]}`, "--format"}
	r := run(t, "", nil, append(ask, "geojson")...)
	var collection struct {
		Type     string
		Features []struct{ Geometry struct{ Type string } }
	}
	if err := json.Unmarshal([]byte(r.stdout), &collection); err != nil || r.status != 0 {
		t.Fatalf("%v, status %d: %s %s", err, r.status, r.stdout, r.stderr)
	}
	if collection.Type != "FeatureCollection" || len(collection.Features) == 0 {
		t.Errorf("got %s", r.stdout)
	}
	for _, format := range []string{"kml", "gpx"} {
		r := run(t, "", nil, append(ask, format)...)
		var root struct{ XMLName xml.Name }
		if err := xml.Unmarshal([]byte(r.stdout), &root); err != nil || r.status != 0 || root.XMLName.Local != format {
			t.Errorf("%s: %v, status %d: %.200s %s", format, err, r.status, r.stdout, r.stderr)
		}
	}
}

// TestCallOutput writes files: an answer whole, nothing after an error, and by its ending.
func TestCallOutput(t *testing.T) {
	dir := t.TempDir()
	reach := `{"location": {"lat": 39.7459, "lon": -75.5466}, "contours": [{"time": 5}, {"time": 10}]}`
	file := func(name string) string { return filepath.Join(dir, name) }
	for _, test := range []struct {
		name   string
		args   []string
		status int
		file   string
		starts string // of the file; "" for none
		says   string // standard error
	}{
		{"KML by its ending", []string{"get_isochrone", reach, "-o", file("a.kml")}, 0, "a.kml", "<?xml", ""},
		{"GPX by its ending", []string{"get_isochrone", reach, "--output", file("A.GPX")}, 0, "A.GPX", "<?xml", ""},
		{"another ending", []string{"get_isochrone", reach, "--format", "geojson", "-o", file("a.txt")}, 0, "a.txt", `{"attribution"`, ""},
		{"the answer itself", []string{"get_isochrone", reach, "-o", file("a.json")}, 0, "a.json", `{"headline"`, ""},
		{"text", []string{"get_isochrone", reach, "--text", "-o", file("b.txt")}, 0, "b.txt", "Walking within", ""},
		{"one folder", []string{"get_isochrone", reach, "-o", file("b.kml"), "--only", "reach"}, 0, "b.kml", "<?xml", ""},
		{"no such folder", []string{"get_isochrone", reach, "-o", file("c.kml"), "--only", "Rings"}, 1, "c.kml", "", `no folder "Rings"; it has Reach`},
		{"a folder of nothing", []string{"get_isochrone", reach, "--only", "Rings"}, 2, "", "", "--only is for map layers"},
		{"an error", []string{"get_isochrone", `{}`, "-o", file("d.kml")}, 1, "d.kml", "", "invalid_input: "},
		{"an error over a file", []string{"get_isochrone", `{}`, "-o", file("a.kml")}, 1, "a.kml", "<?xml", "invalid_input: "},
		{"nothing to draw", []string{"geocode", `{"text": "qqqqzzzz"}`, "-o", file("e.gpx")}, 1, "e.gpx", "", "nothing on a map: No place found"},
		{"two formats", []string{"get_isochrone", reach, "--format", "gpx", "-o", file("f.kml")}, 2, "f.kml", "", "gpx can't be written to a .kml file"},
		{"text as KML", []string{"get_isochrone", reach, "--text", "-o", file("f.kml")}, 2, "f.kml", "", "--text can't be written to a .kml file"},
		{"no such folder on disk", []string{"get_isochrone", reach, "-o", file("none/a.kml")}, 1, "none/a.kml", "", "no such file or directory"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := run(t, "", nil, append([]string{"call", "--region", region(t)}, test.args...)...)
			if r.status != test.status || r.stdout != "" || !strings.Contains(r.stderr, test.says) || (r.stderr == "") != (test.says == "") {
				t.Errorf("%+v", r)
			}
			text, err := os.ReadFile(file(test.file))
			if test.starts == "" && test.file != "" && err == nil {
				t.Errorf("there is a file: %.200s", text)
			}
			if test.starts != "" && !strings.HasPrefix(string(text), test.starts) {
				t.Errorf("the file: %v, %.200s", err, text)
			}
		})
	}
}

// TestCallIsRepeatable: the same question, the same bytes.
func TestCallIsRepeatable(t *testing.T) {
	for _, e := range exchanges {
		if e.Code != "" || e.Tool == "get_prediction" { // tells its processing time
			continue
		}
		args, err := json.Marshal(e.Args)
		if err != nil {
			t.Fatal(err)
		}
		first := run(t, "", nil, "call", "--region", region(t), e.Tool, string(args))
		second := run(t, "", nil, "call", "--region", region(t), e.Tool, string(args))
		if first.stdout != second.stdout || first.status != 0 {
			t.Errorf("%s %s: two answers differ:\n%s\n%s", e.Tool, e.Name, first.stdout, second.stdout)
		}
	}
}

func TestBadUsage(t *testing.T) {
	config := filepath.Join(t.TempDir(), "footstepd.yaml")
	if err := os.WriteFile(config, []byte("deadlin: 3s\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		env  []string
		args []string
		want string
	}{
		{"unknown command", nil, []string{"sreve"}, "sreve"},
		{"unknown flag", nil, []string{"http", "--port", "80"}, "--port"},
		{"unknown key in the file", nil, []string{"stdio", "--config", config}, `did you mean "deadline"`},
		{"file named by the environment", []string{"FOOTSTEPD_CONFIG=" + config}, []string{"stdio"}, "deadlin"},
		{"bad value in the environment", []string{"FOOTSTEPD_RATE_LIMIT=lots"}, []string{"http"}, "http.rate_limit"},
		{"bad value of a flag", nil, []string{"http", "--listen", "here"}, "http.listen"},
		{"bad level", nil, []string{"--log-level", "loud", "stdio"}, "log.level"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := run(t, "", test.env, test.args...)
			if r.status != 2 || r.stdout != "" || !strings.Contains(r.stderr, test.want) {
				t.Errorf("got %+v, want status 2 and %q", r, test.want)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"help"}, {"help", "call"}, {"call", "--help"}, {"http", "--help"}, {"stdio", "--help"}, {"import", "--help"}, {"region", "--help"}, {"help", "healthcheck"}} {
		r := run(t, "", nil, args...)
		if r.status != 0 || !strings.HasPrefix(r.stdout, "Usage: footstepd") || r.stderr != "" {
			t.Errorf("%v: %+v", args, r)
		}
		if len(args) > 0 && args[0] != "region" && args[len(args)-1] != "help" && !strings.Contains(r.stdout, "Examples:") {
			t.Errorf("%v: no examples in\n%s", args, r.stdout)
		}
	}
	if r := run(t, "", nil, "version"); r.status != 0 || !strings.HasPrefix(r.stdout, "footstepd e2e (go") {
		t.Errorf("version: %+v", r)
	}
}
