package mcpserver

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/tools"
	"pgregory.net/rapid"
)

// checkers are those of all tools.
func checkers(tb testing.TB) map[string]*arguments {
	tb.Helper()
	all := map[string]*arguments{}
	for _, tool := range tools.Registry(tools.Deps{}) {
		a, err := compileArguments(tool.Name, tool.InputSchema)
		if err != nil {
			tb.Fatal(err)
		}
		all[tool.Name] = a
	}
	return all
}

// accepts tells whether the check against the schema itself lets arguments pass.
func (a *arguments) accepts(args string) bool {
	slow := *a
	slow.quick = nil
	_, invalid := slow.check(json.RawMessage(args))
	return invalid == nil
}

// usual are arguments as clients send them.
var usual = map[string][]string{
	"geocode": {
		`{"text":"Rodney Square, Wilmington"}`, `{"text":"K\u00f6ln","size":3,"compact":true,"language":"de"}`, `{"text":"é","autocomplete":true,"include_render":false}`,
		`{"text":"x", "focus": {"lat":39.7,"lon":-75.5}, "countries":["US","DEU"], "place_types":["street"], "bbox":[-76,38,-75,40.0e0], "units":"miles"}`,
	},
	"reverse_geocode": {`{"location":{"lat":39.7459,"lon":-75.5466}}`, `{"location":"39.7, -75.5","size":2,"radius_m":50.5}`, ` { "location" : "osm:node/1" } `},
	"get_directions": {
		`{"locations":[{"lat":39.7459,"lon":-75.5466},{"lat":39.15,"lng":-75.5}],"travel":"bicycle","narrative":true}`, `{"locations":["Dover","Newark","Lewes, DE"],"alternates":0}`,
	},
	"batch_geocode":  {`{"addresses":["1 Main Street","2 Main Street, Newark"]}`},
	"search_places":  {`{"query":"cafe","near":"Newark","size":20}`},
	"get_place":      {`{"id":"osm:node/1"}`},
	"parse_address":  {`{"addresses":["1 Main Street, Newark"]}`},
	"find_and_route": {`{"origin":"Dover","destination":{"lat":39.7,"lon":-75.5}}`},
}

// Usual arguments take the quick way.
func TestQuickIsTaken(t *testing.T) {
	all := checkers(t)
	for tool, list := range usual {
		for _, args := range list {
			if a := all[tool]; !a.quick.valid([]byte(args)) || !a.accepts(args) {
				t.Errorf("%s: %s is quickly valid: %v, valid: %v", tool, args, a.quick.valid([]byte(args)), a.accepts(args))
			}
		}
	}
}

// What is told to be valid without the schema is so by the schema, whatever becomes of usual arguments.
func TestQuickAgreesWithSchema(t *testing.T) {
	all := checkers(t)
	pieces := []string{
		`"`, `{`, `}`, `[`, `]`, `,`, `:`, `-`, `.`, `0`, `5`, `40`, `41`, `1e2`, `1e999`, `91`, `-0`, `5.0`, `null`, `true`, `""`, `"x"`, `"text":"y",`, `"size":4,`, `,"lat":1`, `\u0000`,
		`\`, "\xff", `ü`, ` `, "\n", `"compact":false,`, `["a","b"]`, `{"lat":1}`, `,"lat":1`, `"miles"`, `"Size":4,`, `"s\u0069ze":4,`,
	}
	quickly, valid := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		tool := rapid.SampledFrom(slices.Sorted(maps.Keys(usual))).Draw(rt, "tool")
		args := rapid.SampledFrom(usual[tool]).Draw(rt, "arguments")
		for range rapid.IntRange(1, 3).Draw(rt, "changes") {
			at := rapid.IntRange(0, len(args)).Draw(rt, "at")
			end := min(len(args), at+rapid.IntRange(0, 6).Draw(rt, "cut"))
			args = args[:at] + rapid.SampledFrom(append(pieces, "")).Draw(rt, "piece") + args[end:]
		}
		a := all[tool]
		accepted := a.accepts(args)
		if a.quick.valid([]byte(args)) {
			quickly++
			if !accepted {
				rt.Fatalf("%s: %q is quickly valid, but not by the schema", tool, args)
			}
		}
		if accepted {
			valid++
		}
	})
	t.Logf("%d valid, %d of them quickly so", valid, quickly)
}

func FuzzQuick(f *testing.F) {
	all := checkers(f)
	names := slices.Sorted(maps.Keys(all))
	for i, tool := range names {
		for _, args := range append(usual[tool], `{}`, `{"text":"x","text":"y"}`, `{"text":"x","size":1e999}`, `[[[[`, "{\"text\":\"\xff\"}") {
			f.Add(uint8(i), args)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, args string) {
		if a := all[names[int(which)%len(names)]]; a.quick.valid([]byte(args)) && !a.accepts(args) {
			t.Errorf("%s: %q is quickly valid, but not by the schema", a.tool, args)
		}
	})
}

// BenchmarkCheck is what the check of usual arguments costs, the quick way and by the schema.
func BenchmarkCheck(b *testing.B) {
	all := checkers(b)
	for _, tool := range []string{"geocode", "get_directions"} {
		args := json.RawMessage(usual[tool][0])
		slow := *all[tool]
		slow.quick = nil
		for name, a := range map[string]*arguments{"quick": all[tool], "schema": &slow} {
			b.Run(tool+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, e := a.check(args); e != nil {
						b.Fatal(e)
					}
				}
			})
		}
	}
}
