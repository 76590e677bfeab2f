package tools_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/tools"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compile returns a checker for a schema document.
func compile(tb testing.TB, name string, document json.RawMessage) *jsonschema.Schema {
	tb.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource(name, doc); err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	s, err := c.Compile(name)
	if err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	return s
}

// schemas holds the compiled schemas of a tool.
type schemas struct{ in, out, whole *jsonschema.Schema }

func compileAll(tb testing.TB) map[string]schemas {
	tb.Helper()
	all := map[string]schemas{}
	for _, t := range tools.Registry(tools.Deps{}) {
		all[t.Name] = schemas{
			compile(tb, t.Name+".in.json", t.InputSchema),
			compile(tb, t.Name+".out.json", t.OutputSchema),
			compile(tb, t.Name+".whole.json", t.AnswerSchema),
		}
	}
	return all
}

// check validates an answer against the published and the whole schema.
func (s schemas) check(tb testing.TB, name string, structured json.RawMessage) {
	tb.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(structured))
	if err != nil {
		tb.Fatalf("%s: answer is no JSON: %v\n%s", name, err, structured)
	}
	for kind, schema := range map[string]*jsonschema.Schema{"published": s.out, "whole": s.whole} {
		if err := schema.Validate(v); err != nil {
			tb.Errorf("%s: answer breaks the %s output schema: %v\n%.2000s", name, kind, err, structured)
		}
	}
}

func TestRegistry(t *testing.T) {
	var names []string
	for _, tool := range tools.Registry(tools.Deps{}) {
		names = append(names, tool.Name)
		switch {
		case len(tool.Name) > 40, !regexp.MustCompile(`^[a-z_]+$`).MatchString(tool.Name):
			t.Errorf("tool name %q", tool.Name)
		case tool.Title == "" || len(tool.Description) < 100 || len(tool.Description) > 700:
			t.Errorf("%s: title %q, description of %d bytes", tool.Name, tool.Title, len(tool.Description))
		case tool.Run == nil:
			t.Errorf("%s cannot run", tool.Name)
		}
	}
	want := []string{"batch_geocode", "compare_routes", "find_and_route", "geocode", "get_directions", "get_isochrone", "get_matrix", "get_place", "get_prediction", "locate", "parse_address", "reverse_geocode", "search_places"}
	if !slices.Equal(names, want) {
		t.Errorf("tools %v, want %v", names, want)
	}
}

// TestListIsSmall holds what tools/list sends to a size that leaves room for the tools to come.
func TestListIsSmall(t *testing.T) {
	total := 0
	for _, tool := range tools.Registry(tools.Deps{}) {
		text, err := json.Marshal(map[string]any{
			"name": tool.Name, "title": tool.Title, "description": tool.Description,
			"inputSchema": tool.InputSchema, "outputSchema": tool.OutputSchema,
			"annotations": map[string]bool{"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true},
		})
		if err != nil {
			t.Fatal(err)
		}
		total += len(text)
	}
	if limit := 40_000; total > limit {
		t.Errorf("the list has %d bytes, want at most %d", total, limit)
	}
}

// TestSchemasArePortable checks the rules without which some client refuses a tool, or all of them.
func TestSchemasArePortable(t *testing.T) {
	for _, tool := range tools.Registry(tools.Deps{}) {
		for kind, document := range map[string]json.RawMessage{"in": tool.InputSchema, "out": tool.OutputSchema, "whole": tool.AnswerSchema} {
			t.Run(tool.Name+"."+kind, func(t *testing.T) {
				var root map[string]any
				if err := json.Unmarshal(document, &root); err != nil {
					t.Fatal(err)
				}
				if root["type"] != "object" {
					t.Errorf("root type %v", root["type"])
				}
				switch kind {
				case "in":
					for _, combinator := range []string{"anyOf", "oneOf", "allOf", "not", "if"} {
						if root[combinator] != nil {
							t.Errorf("root has %s", combinator)
						}
					}
					if root["additionalProperties"] != false {
						t.Error("root is open")
					}
				default:
					if len(root["anyOf"].([]any)) != 2 {
						t.Error("root is not success or error")
					}
				}
				walk(t, "", root, kind)
			})
		}
	}
}

var propertyName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)

// walk checks one schema and those inside of it.
func walk(t *testing.T, path string, schema any, kind string) {
	t.Helper()
	s, ok := schema.(map[string]any)
	if !ok {
		t.Errorf("%s: schema is %v, no object", path, schema)
		return
	}
	for _, refused := range []string{"$ref", "$defs", "$dynamicRef", "definitions", "$fragment", "patternProperties", "const", "oneOf", "allOf", "not", "if"} {
		if s[refused] != nil {
			t.Errorf("%s: has %s", path, refused)
		}
	}
	if typ, has := s["type"]; has {
		if _, single := typ.(string); !single {
			t.Errorf("%s: type is a list", path)
		}
	}
	if kind != "in" && s["additionalProperties"] != nil {
		t.Errorf("%s: additionalProperties in an output schema", path)
	}
	if properties, ok := s["properties"].(map[string]any); ok {
		for name, property := range properties {
			if !propertyName.MatchString(name) {
				t.Errorf("%s: property name %q", path, name)
			}
			p, _ := property.(map[string]any)
			if description, _ := p["description"].(string); kind == "in" && description == "" {
				t.Errorf("%s.%s is not described", path, name)
			}
			walk(t, path+"."+name, property, kind)
		}
		if required, ok := s["required"].([]any); ok {
			for _, name := range required {
				if properties[name.(string)] == nil {
					t.Errorf("%s: requires %v, which it does not describe", path, name)
				}
			}
		}
	}
	if items, has := s["items"]; has {
		walk(t, path+"[]", items, kind)
	}
	if any, ok := s["anyOf"].([]any); ok && path != "" {
		for i, one := range any {
			walk(t, fmt.Sprintf("%s|%d", path, i), one, kind)
		}
	}
}

// TestProfilesMatch checks that the schema offers the profiles that the model has.
func TestProfilesMatch(t *testing.T) {
	w := delaware(t)
	var schema struct {
		Properties struct {
			Profile struct {
				Enum []string `json:"enum"`
			} `json:"profile"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(toolNamed(t, "get_prediction", tools.Deps{}).InputSchema, &schema); err != nil {
		t.Fatal(err)
	}
	if got, want := schema.Properties.Profile.Enum, w.Predictor.Profiles(); !slices.Equal(got, want) {
		t.Errorf("schema offers %s\nmodel has  %s", strings.Join(got, " "), strings.Join(want, " "))
	}
}
