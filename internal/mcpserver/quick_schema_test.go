package mcpserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/tools"
)

// arbitrary makes arguments after a schema: at and beside its bounds, in all spellings that JSON has, and now and
// then something else.
type arbitrary struct{ *rand.Rand }

func pick[T any](r arbitrary, list ...T) T { return list[r.IntN(len(list))] }

func (r arbitrary) oneIn(n int) bool { return r.IntN(n) == 0 }

func (r arbitrary) value(s map[string]any) string {
	if r.oneIn(40) {
		return pick(r, "null", "true", "0", `""`, "[]", "{}", "1e400", "-0", "1.0", "1E0", "1e308", "99999999999999999999", `"\ud800"`, "\"\xff\"", `"\u0000"`, strings.Repeat("[", 99)+strings.Repeat("]", 99))
	}
	if kinds, ok := s["anyOf"].([]any); ok {
		return r.value(pick(r, kinds...).(map[string]any))
	}
	if enum, ok := s["enum"].([]any); ok && !r.oneIn(8) {
		return r.spelt(pick(r, enum...).(string))
	}
	bound := func(name string, otherwise float64) float64 {
		if v, ok := s[name].(float64); ok {
			return v
		}
		return otherwise
	}
	switch s["type"] {
	case "object":
		return r.object(s)
	case "array":
		least, most := int(bound("minItems", 0)), int(bound("maxItems", 5))
		var items []string
		for range pick(r, least, least, least+1, min(most, least+3), least-1, min(most, 100), min(most+1, 100)) {
			items = append(items, r.value(s["items"].(map[string]any)))
		}
		return "[" + strings.Join(items, ",") + "]"
	case "string":
		least, most := int(bound("minLength", 0)), int(bound("maxLength", 40))
		text := `"`
		for range pick(r, least, least+1, least-1, min(most, 10), min(most, 1000), min(most+1, 1000)) {
			text += pick(r, "a", "1", " ", "é", "\U0001F600", "e\u0301", `\n`, `\u00e9`, `\ud83d\ude00`, `\ud800`, "\xff", "\xed\xa0\x80")
		}
		return text + `"`
	case "number", "integer":
		least, most := bound("minimum", -1e6), bound("maximum", 1e6)
		v := fmt.Sprint(pick(r, least, most, (least+most)/2, least-1, most+1, least+1))
		return pick(r, v, v, v, v, "-"+v, v+".0", v+"e0", v+".0000000000000000000001", v+"e-1")
	}
	return pick(r, "true", "false")
}

// spelt spells a text in one of the ways that JSON has.
func (r arbitrary) spelt(text string) string {
	if r.oneIn(20) && text != "" {
		return fmt.Sprintf(`"\u%04x%s"`, text[0], text[1:])
	}
	return `"` + text + `"`
}

func (r arbitrary) object(s map[string]any) string {
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	var members []string
	for name, value := range r.shuffled(properties) {
		must := slices.Contains(required, any(name))
		if must && r.oneIn(30) || !must && !r.oneIn(max(4, len(properties))) {
			continue
		}
		space := pick(r, "", "", " ", "\t\r\n")
		key := r.spelt(pick(r, name, name, name, name, name, name, name, name, name, strings.ToUpper(name[:1])+name[1:]))
		for range pick(r, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2) {
			members = append(members, space+key+space+":"+space+r.value(value)+space)
		}
	}
	return "{" + strings.Join(members, ",") + pick(r, "", "", "", "", "", "", "", "", "", " ") + "}"
}

// shuffled yields properties in an order that hangs on r alone.
func (r arbitrary) shuffled(properties map[string]any) func(func(string, map[string]any) bool) {
	names := slices.Sorted(maps.Keys(properties))
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return func(yield func(string, map[string]any) bool) {
		for _, name := range names {
			if !yield(name, properties[name].(map[string]any)) {
				return
			}
		}
	}
}

// Whatever arguments are made after the schema of any tool, those that are quickly valid are so by the schema.
func TestQuickAgreesOverSchemas(t *testing.T) {
	all := checkers(t)
	for _, tool := range tools.Registry(tools.Deps{}) {
		r := arbitrary{rand.New(rand.NewPCG(1, 2))}
		var schema map[string]any
		if err := json.Unmarshal(tool.InputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		a, accepted, quickly := all[tool.Name], 0, 0
		for range 1000 {
			args := r.object(schema) + pick(r, "", "", "", "", "", "", "", "", " ", "{}", "\x00")
			accepts := a.accepts(args)
			if accepts {
				accepted++
			}
			if a.quick.valid([]byte(args)) {
				quickly++
				if !accepts {
					t.Errorf("%s: %q is quickly valid, but not by the schema", tool.Name, args)
				}
			}
		}
		if accepted == 0 {
			t.Errorf("%s: none of 1,000 arguments is valid", tool.Name)
		}
		t.Logf("%s: %d valid, %d of them quickly so", tool.Name, accepted, quickly)
	}
}
