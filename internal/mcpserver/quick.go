package mcpserver

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// quick is a schema made ready to tell of most valid arguments that they are valid, without decoding them: the check
// against the schema itself takes longer than simple tools do, and finds what is wrong with the others. It knows what
// the schemas of tools are made of; a schema with anything else is nil, and whatever meets it is left to the check.
type quick struct {
	kind       byte // first letter of its type, 0 for any of alternatives
	properties []quickProperty
	required   uint64 // of the properties, by bit
	items      *quick
	texts      []string // that a string may be, nil for any
	least      float64  // number; length of a string in characters; items of a list
	most       float64
	anyOf      []*quick
}

type quickProperty struct {
	name  string
	value *quick
}

// maxQuick bounds the arguments that are looked at, in bytes: they hold no more values than arguments may.
const maxQuick = 64 << 10

// quickSchema makes a schema ready; nil when it cannot.
func quickSchema(text json.RawMessage) *quick {
	var s map[string]json.RawMessage
	if json.Unmarshal(text, &s) != nil {
		return nil
	}
	read := func(name string, into any) bool { return s[name] == nil || json.Unmarshal(s[name], into) == nil }
	q := &quick{least: math.Inf(-1), most: math.Inf(1)}
	var kind string
	var known []string
	if !read("type", &kind) {
		return nil
	}
	switch kind {
	case "object":
		known = []string{"properties", "required", "additionalProperties"}
		if !q.readProperties(s) {
			return nil
		}
	case "array":
		known = []string{"items", "minItems", "maxItems"}
		if !read("minItems", &q.least) || !read("maxItems", &q.most) || s["items"] == nil {
			return nil
		}
		if q.items = quickSchema(s["items"]); q.items == nil {
			return nil
		}
	case "string":
		known = []string{"minLength", "maxLength", "enum"}
		if !read("minLength", &q.least) || !read("maxLength", &q.most) || !read("enum", &q.texts) {
			return nil
		}
	case "number", "integer":
		known = []string{"minimum", "maximum"}
		if !read("minimum", &q.least) || !read("maximum", &q.most) {
			return nil
		}
	case "boolean":
	case "":
		known = []string{"anyOf"}
		var list []json.RawMessage
		if !read("anyOf", &list) || len(list) == 0 {
			return nil
		}
		for _, text := range list {
			if one := quickSchema(text); one != nil { // values of others are left to the check
				q.anyOf = append(q.anyOf, one)
			}
		}
	default:
		return nil
	}
	known = append(known, "type", "title", "description", "default", "$schema")
	for name := range s {
		if !slices.Contains(known, name) {
			return nil
		}
	}
	if kind != "" {
		q.kind = kind[0]
	}
	return q
}

// readProperties reads those of a closed object. Of which it can tell nothing it leaves out, so that objects with
// them are left to the check.
func (q *quick) readProperties(s map[string]json.RawMessage) bool {
	var properties map[string]json.RawMessage
	var required []string
	if string(s["additionalProperties"]) != "false" || s["properties"] != nil && json.Unmarshal(s["properties"], &properties) != nil ||
		s["required"] != nil && json.Unmarshal(s["required"], &required) != nil || len(properties) > 64 {
		return false
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if value := quickSchema(properties[name]); value != nil {
			q.properties = append(q.properties, quickProperty{name, value})
		}
	}
	for _, name := range required {
		i := q.property([]byte(name))
		if i < 0 {
			return false
		}
		q.required |= 1 << i
	}
	return true
}

// property returns the number of a property, -1 when it is none.
func (q *quick) property(name []byte) int {
	return slices.IndexFunc(q.properties, func(p quickProperty) bool { return p.name == string(name) })
}

// valid tells of arguments that they are valid; what it does not tell may be so, too.
func (q *quick) valid(args []byte) bool {
	return q != nil && len(args) <= maxQuick && json.Valid(args) && q.matches(bytes.TrimSpace(args))
}

// matches does so of a value of valid JSON, without space around it.
func (q *quick) matches(value []byte) bool {
	switch first := value[0]; q.kind {
	case 0:
		return slices.ContainsFunc(q.anyOf, func(one *quick) bool { return one.matches(value) })
	case 'o':
		return first == '{' && q.object(value)
	case 'a':
		return first == '[' && q.list(value)
	case 's':
		return first == '"' && q.text(value)
	case 'b':
		return first == 't' || first == 'f'
	case 'i':
		return q.number(value) && !bytes.ContainsAny(value, ".eE")
	}
	return q.number(value)
}

// object looks at each member, which must come once and be spelt without escapes.
func (q *quick) object(text []byte) bool {
	seen := uint64(0)
	for i := skipSpace(text, 1); text[i] != '}'; i = skipSpace(text, i) {
		if text[i] == ',' {
			i++
			continue
		}
		end := skipValue(text, i)
		k := q.property(text[i+1 : end-1])
		if k < 0 || seen>>k&1 != 0 {
			return false
		}
		seen |= 1 << k
		i = skipSpace(text, skipSpace(text, end)+1) // behind the colon
		end = skipValue(text, i)
		if !q.properties[k].value.matches(text[i:end]) {
			return false
		}
		i = end
	}
	return seen&q.required == q.required
}

func (q *quick) list(text []byte) bool {
	n := 0
	for i := skipSpace(text, 1); text[i] != ']'; i = skipSpace(text, i) {
		if text[i] == ',' {
			i++
			continue
		}
		end := skipValue(text, i)
		if !q.items.matches(text[i:end]) {
			return false
		}
		i = end
		n++
	}
	return q.within(float64(n))
}

func (q *quick) text(text []byte) bool {
	inner := text[1 : len(text)-1]
	if bytes.IndexByte(inner, '\\') >= 0 {
		var s string
		if json.Unmarshal(text, &s) != nil {
			return false
		}
		inner = []byte(s)
	}
	return q.within(float64(utf8.RuneCount(inner))) &&
		(q.texts == nil || slices.ContainsFunc(q.texts, func(s string) bool { return s == string(inner) }))
}

func (q *quick) number(text []byte) bool {
	if text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		return false
	}
	v, err := strconv.ParseFloat(string(text), 64)
	return err == nil && q.within(v)
}

func (q *quick) within(v float64) bool { return v >= q.least && v <= q.most }
