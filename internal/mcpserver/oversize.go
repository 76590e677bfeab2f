package mcpserver

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxValues is how many values arguments may hold; a trace of 20,000 points with times has 80,000.
// Checking against a schema collects every violation there is, at some microseconds each, so what
// is sent must be bounded before.
const maxValues = 100_000

// oversized finds what is so large that it must not come before the schema's check: lists with more
// items than allowed, objects with many more fields than there are, or too much altogether. It
// returns nil where everything is of reasonable size.
func (a *arguments) oversized(v any) []envelope.Violation {
	if found := a.tooMany(a.schema, v, nil); found != nil {
		return found
	}
	if n := countValues(v); n > maxValues {
		return []envelope.Violation{{Field: root, Problem: fmt.Sprintf("hold more than %d values", maxValues), Got: n, Want: maxValues}}
	}
	return nil
}

// tooMany looks for a list or object beyond its schema, depth first.
func (a *arguments) tooMany(s *jsonschema.Schema, v any, path []string) []envelope.Violation {
	if s == nil {
		return nil
	}
	switch x := v.(type) {
	case []any:
		if s.MaxItems != nil && len(x) > *s.MaxItems {
			violation := counted("must have at most %d items", len(x), *s.MaxItems)
			violation.Field = field(path)
			if whole := counts(s.MinItems, s.MaxItems, "items"); whole != "" {
				violation.Problem, violation.Want = "must have "+whole, whole
			}
			return []envelope.Violation{violation}
		}
		if s.Items2020 != nil {
			for i, item := range x {
				if found := a.tooMany(s.Items2020, item, append(path, strconv.Itoa(i))); found != nil {
					return found
				}
			}
		}
	case map[string]any:
		if closed, _ := s.AdditionalProperties.(bool); s.AdditionalProperties != nil && !closed && len(x) > len(s.Properties)+maxViolations {
			return a.strangers(s, x, path)
		}
		for name, p := range s.Properties {
			if value, ok := x[name]; ok {
				if found := a.tooMany(p, value, append(path, name)); found != nil {
					return found
				}
			}
		}
	default:
		return nil
	}
	for _, list := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for _, alternative := range list {
			if found := a.tooMany(alternative, v, path); found != nil {
				return found
			}
		}
	}
	return nil
}

// strangers lists the fields of an object that its schema does not know, all of them.
func (a *arguments) strangers(s *jsonschema.Schema, object map[string]any, path []string) []envelope.Violation {
	var names []string
	for name := range object {
		if s.Properties[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	want := a.known(s.Location)
	out := make([]envelope.Violation, len(names))
	for i, name := range names {
		out[i] = envelope.Violation{Problem: "is not known here", Want: want}
		if i < maxViolations { // the rest is only counted
			out[i].Field = field(append(path, name))
		}
	}
	return out
}

// countValues counts a value and all that is in it, as tokens does.
func countValues(v any) int {
	n, length := 1, 1
	switch x := v.(type) {
	case []any:
		length = len(x)
		for _, item := range x {
			n += countValues(item)
		}
	case map[string]any:
		length = len(x)
		for _, item := range x {
			n += countValues(item)
		}
	}
	if length == 0 {
		n++
	}
	return n
}
