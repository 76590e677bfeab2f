package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/spell"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// arguments checks the arguments of one tool against its input schema. It is safe for concurrent
// use.
type arguments struct {
	tool   string
	schema *jsonschema.Schema
	quick  *quick
	parts  map[string]*jsonschema.Schema // by location, for hints about what was wanted
}

// compileArguments compiles an input schema, which must not refer to anything outside itself.
func compileArguments(tool string, text json.RawMessage) (*arguments, error) {
	schema, err := compile("https://footstepd.invalid/tools/"+tool, text)
	if err != nil {
		return nil, err
	}
	a := &arguments{tool: tool, schema: schema, quick: quickSchema(text), parts: map[string]*jsonschema.Schema{}}
	a.index(schema)
	return a, nil
}

func compile(location string, text json.RawMessage) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(noLoader{})
	if err := c.AddResource(location, doc); err != nil {
		return nil, err
	}
	return c.Compile(location)
}

// noLoader refuses to load schemas from files or the network.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("schema refers to %s, outside of itself", url)
}

func (a *arguments) index(s *jsonschema.Schema) {
	if s == nil || a.parts[s.Location] != nil {
		return
	}
	a.parts[s.Location] = s
	for _, p := range s.Properties {
		a.index(p)
	}
	for _, list := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems} {
		for _, p := range list {
			a.index(p)
		}
	}
	if p, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		a.index(p)
	}
	a.index(s.Items2020)
	a.index(s.If)
	a.index(s.Then)
	a.index(s.Else)
}

// maxViolations is how many violations an answer lists.
const maxViolations = 20

// check returns the arguments as a JSON object, or an invalid_input error that lists what is wrong
// with them. Nothing and null count as an empty object.
func (a *arguments) check(args json.RawMessage) (json.RawMessage, *envelope.Error) {
	args = bytes.TrimSpace(args)
	if len(args) == 0 || string(args) == "null" {
		args = json.RawMessage("{}")
	}
	if a.quick.valid(args) {
		return args, nil
	}
	// Numbers become float64 on purpose: exact ones would let 1e999999 through to the schema's
	// arithmetic, which is slow on such numbers, and on to tools, which could not hold it.
	var v any
	if err := json.Unmarshal(args, &v); err != nil {
		return nil, a.unreadable(err)
	}
	if found := a.oversized(v); found != nil {
		return nil, a.invalid(found)
	}
	if countValues(v) != tokens(args) { // decoding into v has dropped something
		return nil, a.invalid([]envelope.Violation{repeated(args)})
	}
	err := a.schema.Validate(v)
	if err == nil {
		return args, nil
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return nil, &envelope.Error{Code: envelope.InternalError, Message: "the arguments could not be checked", Err: err}
	}
	return nil, a.invalid(a.violations(invalid, v))
}

// unreadable describes arguments that are no JSON, or hold a number that is too large.
func (a *arguments) unreadable(err error) *envelope.Error {
	var number *json.UnmarshalTypeError
	if errors.As(err, &number) {
		return a.invalid([]envelope.Violation{{
			Field:   root,
			Problem: "hold a number that is too large",
			Got:     envelope.Clean(strings.TrimPrefix(number.Value, "number "), maxEcho),
			Want:    "numbers below 1.8e308",
		}})
	}
	v := envelope.Violation{Field: root, Problem: "are not valid JSON", Want: "a JSON object"}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		v.Problem = fmt.Sprintf("are not valid JSON at byte %d", syntax.Offset)
	}
	return a.invalid([]envelope.Violation{v})
}

// invalid makes the error of some violations, at least one.
func (a *arguments) invalid(violations []envelope.Violation) *envelope.Error {
	const shown = 3
	total := len(violations)
	var parts []string
	listed := false
	for _, v := range violations[:min(shown, total)] {
		hint := ""
		if names, ok := v.Want.([]string); ok && v.Problem == unknown {
			if near := spell.Nearest(v.Field[strings.LastIndexByte(v.Field, '.')+1:], names); near != "" {
				hint = fmt.Sprintf(" (did you mean %s?)", near)
			} else if !listed {
				hint, listed = knownNames(names), true
			}
		}
		if names, got, ok := choice(v); ok {
			if near := meant(got, names); near != "" {
				hint = fmt.Sprintf(" (did you mean %s?)", near)
			}
		}
		parts = append(parts, sentence(v)+hint)
	}
	message := a.tool + ": " + strings.Join(parts, "; ")
	if total > shown {
		message += fmt.Sprintf("; and %d more", total-shown)
	}
	message += ". Correct the arguments and call again"
	e := envelope.Invalid(message, violations[:min(maxViolations, total)]...)
	if total > maxViolations {
		e.Details = struct {
			Violations []envelope.Violation `json:"violations"`
			Total      int                  `json:"total"`
		}{violations[:maxViolations], total}
	}
	return e
}

// choice returns the names that a value was to be chosen from, and the text sent in place of one.
func choice(v envelope.Violation) (names []string, got string, ok bool) {
	list, isList := v.Want.([]any)
	got, isText := v.Got.(string)
	for _, name := range list {
		if s, ok := name.(string); ok {
			names = append(names, s)
		}
	}
	return names, got, isList && isText
}

// otherWords are what other services and everyday speech call our choices.
var otherWords = map[string]string{
	"car": "auto", "drive": "auto", "driving": "auto", "motorcar": "auto", "taxi": "auto",
	"foot": "pedestrian", "on_foot": "pedestrian", "walk": "pedestrian", "walking": "pedestrian", "hike": "pedestrian", "hiking": "pedestrian",
	"bike": "bicycle", "biking": "bicycle", "cycle": "bicycle", "cycling": "bicycle",
	"lorry": "truck", "hgv": "truck", "coach": "bus",
	"km": "kilometers", "metric": "kilometers", "mi": "miles", "imperial": "miles",
	"motorway": "highway", "motorways": "highway", "freeway": "highway", "stairs": "steps",
}

// meant returns the name that a text stands for in other words or but for its spelling, or the only one that
// begins like it; "" when none does.
func meant(text string, names []string) string {
	text = strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(text)))
	if text == "" {
		return ""
	}
	if name := otherWords[text]; slices.Contains(names, name) {
		return name
	}
	begin := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, text) })
	if len(begin) == 1 {
		return begin[0]
	}
	return spell.Nearest(text, names)
}

// knownNames lists names for a message: those of the tool's own first, since all tools have the flags.
func knownNames(names []string) string {
	const most = 12
	own := slices.DeleteFunc(slices.Clone(names), envelope.IsFlag)
	if len(own) == 0 {
		return ""
	}
	if len(own) > most {
		return fmt.Sprintf(" (known are %s and %d more, see details)", strings.Join(own[:most], ", "), len(own)-most)
	}
	return fmt.Sprintf(" (known are %s)", strings.Join(own, ", "))
}

// sentence says a violation in words, with the value sent.
func sentence(v envelope.Violation) string {
	s := v.Field + " " + v.Problem
	switch got := v.Got.(type) {
	case nil:
	case string:
		s += fmt.Sprintf(", got %q", got)
	default:
		s += fmt.Sprintf(", got %v", got)
	}
	return s
}
