package envelope_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
)

func TestSchema(t *testing.T) {
	tests := []struct {
		name, document, want, err string
	}{
		{"no fragment", `{ "type": "object" }`, `{"type":"object"}`, ""},
		{"whole", `{"properties": {"at": {"$fragment": "latlng"}}}`, `{"properties":{"at":{"type":"object","properties":{"lat":{"type":"number"},"lng":{"type":"number"}},"required":["lat","lng"]}}}`, ""},
		{"members", `{"at": {"description": "Here", "$fragment": "latlng"}}`, `{"at":{"description":"Here","type":"object","properties":{"lat":{"type":"number"},"lng":{"type":"number"}},"required":["lat","lng"]}}`, ""},
		{"unknown", `{"$fragment": "nowhere"}`, "", `fragment "nowhere"`},
		{"no JSON", `{"$fragment": "latlng"} x`, "", "schema"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := envelope.Schema([]byte(tt.document))
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want one with %q", err, tt.err)
				}
				return
			}
			if err != nil || string(got) != tt.want {
				t.Errorf("got %s, %v\nwant %s", got, err, tt.want)
			}
		})
	}
}

// TestFragments reads every fragment, those inside of others as well.
func TestFragments(t *testing.T) {
	for _, name := range []string{"answer", "context", "error", "flags", "latlng", "location", "place", "place_types", "point", "prose", "render", "route", "stop", "travel", "travel_options", "waypoint"} {
		got, err := envelope.Schema([]byte(`{"$fragment": "` + name + `"}`))
		if err != nil || !json.Valid(got) || bytes.Contains(got, []byte("$fragment")) {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}

func TestSlim(t *testing.T) {
	whole := `{
		"type": "object",
		"properties": {
			"kind": {"type": "string", "enum": ["a", "b"], "description": "Which"},
			"size": {"type": "integer", "minimum": 0, "maximum": 9},
			"rows": {"type": "array", "maxItems": 3, "items": {"type": "object", "properties": {"x": {"type": "number"}, "k": {"type": "string", "enum": ["c"]}}, "required": ["x"]}}
		},
		"anyOf": [{"required": ["rows"]}, {"required": ["error"]}]
	}`
	want := `{"type":"object","properties":{"kind":{"type":"string","enum":["a","b"]},"size":{"type":"integer"},"rows":{"type":"array","items":{"type":"object","required":["x"]}}},"anyOf":[{"required":["rows"]},{"required":["error"]}]}`
	schema, err := envelope.Schema([]byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	got, err := envelope.Slim(schema)
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
	for _, bad := range []string{``, `[]`, `{"properties": 5}`, `{"items": []}`, `{"type"`} {
		if _, err := envelope.Slim(json.RawMessage(bad)); err == nil {
			t.Errorf("Slim(%s) gives no error", bad)
		}
	}
}
