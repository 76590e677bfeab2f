package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
)

// Reference writes the tool reference, docs/tools.md, from the descriptions and schemas of tools.
func Reference(list []Tool) ([]byte, error) {
	r, err := newReference()
	if err != nil {
		return nil, err
	}
	r.WriteString(referenceHead)
	for _, t := range list {
		fmt.Fprintf(r, "* [`%s`](#%s): %s\n", t.Name, t.Name, t.Title)
	}
	for _, t := range list {
		fmt.Fprintf(r, "\n## %s\n\n%s\n\nArguments, besides the [flags](#flags):\n\n", t.Name, t.Description)
		if err := r.table(t.InputSchema, r.flags); err != nil {
			return nil, fmt.Errorf("tools: reference of %s: %w", t.Name, err)
		}
		r.WriteString("\nAnswer, besides what [every answer](#every-answer) has:\n\n")
		if err := r.table(t.AnswerSchema, r.answer); err != nil {
			return nil, fmt.Errorf("tools: reference of %s: %w", t.Name, err)
		}
	}
	for _, s := range r.shapes {
		fmt.Fprintf(r, "\n## %s\n\n%s\n\n", s.title, s.text)
		if err := r.table(s.schema, nil); err != nil {
			return nil, fmt.Errorf("tools: reference of %s: %w", s.title, err)
		}
	}
	return r.Bytes(), nil
}

const referenceHead = `# Tools

Made by ` + "`make docs`" + ` from the schemas in internal/tools/schemas; do not edit.

Positions are degrees, by name in arguments (` + "`lat`, `lon`" + `) and answers (` + "`lat`, `lng`" + `) and longitude first in GeoJSON. Every
number is SI: metres, seconds. A *location* is ` + "`{lat, lon}`" + ` or a string: ` + "`\"lat, lon\"`" + `, a place id from any answer, or an
address or name, which is looked up near the other ends; what matches only weakly is refused. ` + "`language`" + ` chooses names, as far as the map has
them in it, and the instructions of routes, which exist in English, French, German and Spanish (` + "`en`, `fr`, `de`, `es`" + `); others get English and a warning. A failure is ` + "`error {code, message, details}`" + ` alone. In the tables, a name with a dot
lies inside of another, ` + "`[]`" + ` stands for each row of a list, and required names are in bold.

`

// A reference is the document on its way, with the shapes that are described once.
type reference struct {
	bytes.Buffer
	shapes        []shape
	flags, answer map[string]bool // names that all arguments and all answers have
}

// shape is a part of several schemas.
type shape struct {
	title, text string
	schema      json.RawMessage // an object schema
	members     string          // its properties, to know it by
}

func newReference() (*reference, error) {
	r := &reference{flags: map[string]bool{}, answer: map[string]bool{"headline": true}}
	for _, s := range []struct{ title, fragment, text string }{
		{"Place", "place", "A place as every tool shows it. Only what is known is there; fields that all rows share lie in `context` instead."},
		{"Route", "route", "A way through all stops."},
		{"Waypoint", "waypoint", "A stop as it lies on the network."},
		{"Travel options", "travel_options", "Tuning of a route; an option that the travel mode does not know is an error, never dropped."},
	} {
		if err := r.add(s.title, s.text, `{"$fragment": "`+s.fragment+`"}`, nil); err != nil {
			return nil, err
		}
	}
	if err := r.add("Flags", "All tools take them; where a tool has nothing for a flag to switch, it does nothing.",
		`{"type": "object", "properties": {"$fragment": "flags"}}`, r.flags); err != nil {
		return nil, err
	}
	err := r.add("Every answer", "`headline` comes first, `render` last. A failure has `error` alone.", `{"type": "object", "properties": {"headline": {"type": "string", "description": "The answer in one line"}, "$fragment": "answer"}}`, r.answer)
	return r, err
}

// add describes a shape and puts the names of its members into names, which may be nil.
func (r *reference) add(title, text, document string, names map[string]bool) error {
	schema, err := envelope.Schema([]byte(document))
	if err != nil {
		return err
	}
	var n node
	if err := json.Unmarshal(schema, &n); err != nil {
		return err
	}
	r.shapes = append(r.shapes, shape{title, text, schema, string(n.Properties)})
	if names == nil {
		return nil
	}
	return envelope.Members(n.Properties, func(name string, _ json.RawMessage) error {
		names[name] = true
		return nil
	})
}

// table writes a schema's properties as a Markdown table, without those that are described
// elsewhere.
func (r *reference) table(schema json.RawMessage, without map[string]bool) error {
	r.WriteString("| name | type | meaning |\n| --- | --- | --- |\n")
	return r.rows("", schema, without)
}

// node is what the reference reads of a schema.
type node struct {
	Type        string            `json:"type"`
	Description string            `json:"description"`
	Properties  json.RawMessage   `json:"properties"`
	Required    []string          `json:"required"`
	Items       json.RawMessage   `json:"items"`
	AnyOf       []json.RawMessage `json:"anyOf"`
	Enum        []string          `json:"enum"`
	Default     json.RawMessage   `json:"default"`
	Minimum     *float64          `json:"minimum"`
	Above       *float64          `json:"exclusiveMinimum"`
	Maximum     *float64          `json:"maximum"`
	MinItems    *int              `json:"minItems"`
	MaxItems    *int              `json:"maxItems"`
}

// rows writes one row per property and, below it, those of its members.
func (r *reference) rows(prefix string, schema json.RawMessage, without map[string]bool) error {
	var n node
	if err := json.Unmarshal(schema, &n); err != nil || n.Properties == nil {
		return err
	}
	return envelope.Members(n.Properties, func(name string, property json.RawMessage) error {
		if without[name] {
			return nil
		}
		var p node
		if err := json.Unmarshal(property, &p); err != nil {
			return err
		}
		shown := "`" + prefix + name + "`"
		if slices.Contains(n.Required, name) {
			shown = "**" + shown + "**"
		}
		kind, err := r.kind(&p)
		if err != nil {
			return err
		}
		fmt.Fprintf(r, "| %s | %s | %s |\n", shown, kind, p.meaning())
		inner, path := property, prefix+name+"."
		if p.Items != nil {
			inner, path = p.Items, prefix+name+"[]."
		}
		var in node
		if err := json.Unmarshal(inner, &in); err != nil {
			return err
		}
		if r.shape(&in) != nil || isSpot(&in) {
			return nil // the type says it
		}
		return r.rows(path, inner, nil)
	})
}

// shape returns the shape that a schema is, nil when it is none of those described once.
func (r *reference) shape(n *node) *shape {
	for i := range r.shapes {
		if s := &r.shapes[i]; n.Properties != nil && s.members == string(n.Properties) {
			return s
		}
	}
	return nil
}

// isSpot tells whether a schema is {lat, lng} or {lat, lon}.
func isSpot(n *node) bool {
	text := string(n.Properties)
	return strings.HasPrefix(text, `{"lat":`) && !strings.Contains(text, "original_index")
}

// kind names a property's type, with its range.
func (r *reference) kind(n *node) (string, error) {
	switch {
	case isLocation(n):
		return "location", nil
	case isSpot(n) && strings.Contains(string(n.Properties), "lon"):
		return "`{lat, lon}`", nil
	case isSpot(n):
		return "`{lat, lng}`", nil
	case r.shape(n) != nil:
		title := r.shape(n).title
		return fmt.Sprintf("[%s](#%s)", strings.ToLower(title), strings.ToLower(strings.ReplaceAll(title, " ", "-"))), nil
	case len(n.AnyOf) > 0:
		var kinds []string
		for _, text := range n.AnyOf {
			var one node
			if err := json.Unmarshal(text, &one); err != nil {
				return "", err
			}
			k, err := r.kind(&one)
			if err != nil {
				return "", err
			}
			if k != "" { // a branch that says nothing
				kinds = append(kinds, k)
			}
		}
		return strings.Join(kinds, " or "), nil
	case n.Items != nil:
		var item node
		if err := json.Unmarshal(n.Items, &item); err != nil {
			return "", err
		}
		k, err := r.kind(&item)
		return "list of " + k + span(optional(n.MinItems), nil, optional(n.MaxItems), " rows"), err
	case len(n.Enum) > 0:
		return "`" + strings.Join(n.Enum, "`, `") + "`", nil
	}
	return n.Type + span(n.Minimum, n.Above, n.Maximum, ""), nil
}

// isLocation tells whether a property is a location argument.
func isLocation(n *node) bool {
	return len(n.AnyOf) == 2 && bytes.Contains(n.AnyOf[0], []byte(`"lat"`)) && bytes.Contains(n.AnyOf[1], []byte(`"string"`))
}

func optional(n *int) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}

// span writes a range, with a leading space.
func span(lo, above, hi *float64, unit string) string {
	switch {
	case lo != nil && hi != nil && *lo == *hi:
		return fmt.Sprintf(" (%g%s)", *lo, unit)
	case lo != nil && hi != nil:
		return fmt.Sprintf(" (%g to %g%s)", *lo, *hi, unit)
	case above != nil && hi != nil:
		return fmt.Sprintf(" (over %g, up to %g%s)", *above, *hi, unit)
	case lo != nil:
		return fmt.Sprintf(" (from %g%s)", *lo, unit)
	case above != nil:
		return fmt.Sprintf(" (over %g%s)", *above, unit)
	case hi != nil:
		return fmt.Sprintf(" (up to %g%s)", *hi, unit)
	}
	return ""
}

// meaning is the description, with the default.
func (n *node) meaning() string {
	out := strings.ReplaceAll(n.Description, "|", `\|`)
	if n.Default != nil {
		if out != "" {
			out += "; "
		}
		out += "default `" + strings.Trim(string(n.Default), `"`) + "`"
	}
	return out
}
