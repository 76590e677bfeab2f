package mcpserver

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/google/go-cmp/cmp"
)

func TestViolations(t *testing.T) {
	a, err := compileArguments("echo", json.RawMessage(echoInput))
	if err != nil {
		t.Fatal(err)
	}
	known := []string{"locations", "size", "text", "travel"}
	v := func(field, problem string, got, want any) envelope.Violation {
		return envelope.Violation{Field: field, Problem: problem, Got: got, Want: want}
	}
	n := func(s string) json.Number { return json.Number(s) }
	tests := []struct {
		name string
		args string
		want []envelope.Violation
	}{
		{"missing", `{}`, []envelope.Violation{v("text", "is missing", nil, "string")}},
		{"not an object", `[1]`, []envelope.Violation{v("arguments", "must be an object", "array", "object")}},
		{"a string", `"x"`, []envelope.Violation{v("arguments", "must be an object", "x", "object")}},
		{"unknown", `{"text":"x","Text":"y"}`, []envelope.Violation{v("Text", "is not known here", nil, known)}},
		{"wrong type", `{"text":7}`, []envelope.Violation{v("text", "must be a string", n("7"), "string")}},
		{"null", `{"text":null}`, []envelope.Violation{v("text", "must be a string", "null", "string")}},
		{"too small", `{"text":"x","size":0}`, []envelope.Violation{v("size", "must be 1 to 40", n("0"), "1 to 40")}},
		{"too large", `{"text":"x","size":1e15}`, []envelope.Violation{v("size", "must be 1 to 40", n("1e+15"), "1 to 40")}},
		{"not whole", `{"text":"x","size":1.5}`, []envelope.Violation{v("size", "must be an integer", n("1.5"), "integer")}},
		{"enum", `{"text":"x","travel":"plane"}`, []envelope.Violation{v("travel", "must be one of auto, bicycle, pedestrian", "plane", []any{"auto", "bicycle", "pedestrian"})}},
		{"empty", `{"text":""}`, []envelope.Violation{v("text", "is empty", nil, "text")}},
		{"too few", `{"text":"x","locations":["a"]}`, []envelope.Violation{v("locations", "must have 2 to 50 items", 1, "2 to 50 items")}},
		{"no alternative of that type", `{"text":"x","locations":["a",5]}`, []envelope.Violation{v("locations[1]", "must be a string or object", n("5"), "string or object")}},
		{"the alternative meant", `{"text":"x","locations":["a",{"lat":95,"lon":1}]}`, []envelope.Violation{v("locations[1].lat", "must be -90 to 90", n("95"), "-90 to 90")}},
		{"either of two", `{"text":"x","locations":["a",{"lat":1}]}`, []envelope.Violation{v("locations[1]", "must have one of lon, lng", nil, []string{"lon", "lng"})}},
		{"several, in order", `{"text":5,"size":99,"locations":[1,"b",{"lat":"1","lon":2}]}`, []envelope.Violation{
			v("locations[0]", "must be a string or object", n("1"), "string or object"),
			v("locations[2].lat", "must be a number", "1", "number"),
			v("size", "must be 1 to 40", n("99"), "1 to 40"),
			v("text", "must be a string", n("5"), "string"),
		}},
		{"number out of range", `{"text":"x","size":1e999999999}`, []envelope.Violation{v("arguments", "hold a number that is too large", "1e999999999", "numbers below 1.8e308")}},
		{"long text is cut", `{"text":"x","travel":"` + strings.Repeat("p", 500) + `"}`, []envelope.Violation{v("travel", "must be one of auto, bicycle, pedestrian", strings.Repeat("p", 99)+"…", []any{"auto", "bicycle", "pedestrian"})}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for range 5 { // the order must not depend on chance
				_, e := a.check(json.RawMessage(test.args))
				if e == nil {
					t.Fatal("accepted")
				}
				if e.Code != envelope.InvalidInput {
					t.Fatalf("code %q: %v", e.Code, e.Err)
				}
				got := e.Details.(map[string]any)["violations"]
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Fatalf("(-want +got):\n%s", diff)
				}
			}
		})
	}
}

// TestWholeRange tells both ends of what is allowed, whichever was passed.
func TestWholeRange(t *testing.T) {
	a, err := compileArguments("echo", json.RawMessage(`{"type":"object","properties":{
		"open":{"type":"number","exclusiveMinimum":0,"maximum":180},
		"half":{"type":"number","minimum":0,"exclusiveMaximum":360},
		"from":{"type":"number","minimum":2},
		"four":{"type":"array","minItems":4,"maxItems":4},
		"some":{"type":"array","minItems":1},
		"code":{"type":"string","minLength":2,"maxLength":3}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		`{"open":0}`:           "open must be more than 0 and at most 180, got 0",
		`{"open":200}`:         "open must be more than 0 and at most 180, got 200",
		`{"half":360}`:         "half must be at least 0 and less than 360, got 360",
		`{"from":1}`:           "from must be at least 2, got 1",
		`{"four":[1]}`:         "four must have 4 items, got 1",
		`{"four":[1,2,3,4,5]}`: "four must have 4 items, got 5",
		`{"some":[]}`:          "some must have at least 1 item, got 0",
		`{"code":"x"}`:         "code must have 2 to 3 characters, got 1",
		`{"code":"xxxx"}`:      "code must have 2 to 3 characters, got 4",
		`{"code":""}`:          "code is empty",
	} {
		if _, e := a.check(json.RawMessage(args)); e == nil || e.Message != "echo: "+want+". Correct the arguments and call again" {
			t.Errorf("%s: got %v, want %s", args, e, want)
		}
	}
}

func TestInvalidMessage(t *testing.T) {
	a, err := compileArguments("echo", json.RawMessage(echoInput))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, args, want string }{
		{"one", `{"text":"x","size":99}`, "echo: size must be 1 to 40, got 99. Correct the arguments and call again"},
		{"a choice that is nearly right", `{"text":"x","travel":"pedestrain"}`, `echo: travel must be one of auto, bicycle, pedestrian, got "pedestrain" (did you mean pedestrian?). Correct the arguments and call again`},
		{"a choice in other words", `{"text":"x","travel":"On foot"}`, `echo: travel must be one of auto, bicycle, pedestrian, got "On foot" (did you mean pedestrian?). Correct the arguments and call again`},
		{"another word for no choice here", `{"text":"x","travel":"lorry"}`, `echo: travel must be one of auto, bicycle, pedestrian, got "lorry". Correct the arguments and call again`},
		{"a choice cut short", `{"text":"x","travel":"Bi"}`, `echo: travel must be one of auto, bicycle, pedestrian, got "Bi" (did you mean bicycle?). Correct the arguments and call again`},
		{"text", `{"text":"x","travel":"plane"}`, `echo: travel must be one of auto, bicycle, pedestrian, got "plane". Correct the arguments and call again`},
		{"a slip", `{"txt":"x","text":"y"}`, "echo: txt is not known here (did you mean text?). Correct the arguments and call again"},
		{"a slip inside", `{"text":"y","locations":["a",{"latt":1,"lat":1,"lon":2}]}`, "echo: locations[1].latt is not known here (did you mean lat?). Correct the arguments and call again"},
		{"nothing like it", `{"query":"x","text":"y"}`, "echo: query is not known here (known are locations, size, text, travel). Correct the arguments and call again"},
		{"more than shown", `{"a":1,"b":1,"c":1,"d":1,"text":"x"}`, "echo: a is not known here (known are locations, size, text, travel); b is not known here; c is not known here; and 1 more. Correct the arguments and call again"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, e := a.check(json.RawMessage(test.args))
			if e == nil || e.Message != test.want {
				t.Errorf("got  %v\nwant %s", e, test.want)
			}
		})
	}
}

// TestManyViolations proves that an answer stays small whatever is wrong.
func TestManyViolations(t *testing.T) {
	a, err := compileArguments("echo", json.RawMessage(echoInput))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(`{"text":"x"`)
	for i := range 5000 {
		fmt.Fprintf(&b, `,"k%d%s":1`, i, strings.Repeat("y", 200))
	}
	b.WriteString("}")
	_, e := a.check(json.RawMessage(b.String()))
	if e == nil {
		t.Fatal("accepted")
	}
	answer := envelope.Fail(t.Context(), e)
	f := decodeFailure(t, answer)
	if got := len(f.Error.Details.Violations); got != maxViolations {
		t.Errorf("%d violations listed, want %d", got, maxViolations)
	}
	if f.Error.Details.Total != 5000 {
		t.Errorf("total: got %d, want 5000", f.Error.Details.Total)
	}
	if len(answer.Structured) > 16<<10 {
		t.Errorf("the answer has %d bytes", len(answer.Structured))
	}
}

// TestHostileArguments sends as much as a request may hold, wrong throughout: the answer must come at
// once, since nothing can stop the check, and say what is wrong.
func TestHostileArguments(t *testing.T) {
	a, err := compileArguments("echo", json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{
		"locations":{"type":"array","maxItems":50,"items":{"anyOf":[{"type":"string"},{"type":"object"}]}},
		"nested":{"type":"array","maxItems":1000,"items":{"type":"array","maxItems":1000,"items":{"type":"number"}}},
		"free":{"type":"array","items":{"type":"number"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	list := func(item string, n int) string {
		return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]"
	}
	for _, test := range []struct{ name, args, want string }{
		{"long list", `{"locations":` + list("1", 2_000_000) + `}`, "locations must have at most 50 items, got 2000000"},
		{"long list inside", `{"nested":[[1],` + list(`"x"`, 1_000_000) + `]}`, "nested[1] must have at most 1000 items, got 1000000"},
		{"wide and deep", `{"nested":` + list(list(`"x"`, 1000), 1000) + `}`, "hold more than 100000 values"},
		{"list without a limit", `{"free":` + list(`"x"`, 1_000_000) + `}`, "hold more than 100000 values"},
		{"all that is allowed", `{"nested":` + list(list(`"x"`, 990), 100) + `}`, "nested[0][0] must be a number"},
		{"many fields", `{"a":1` + strings.Repeat(`,"b":1`, 10) + func() string {
			var b strings.Builder
			for i := range 300_000 {
				fmt.Fprintf(&b, `,"k%d":1`, i)
			}
			return b.String()
		}() + `}`, "a is not known here (known are free, locations, nested); b is not known here; k0 is not known here; and 299999 more"},
		{"deep", `{"nested":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`, "nested[0][0] must be a number"},
	} {
		t.Run(test.name, func(t *testing.T) {
			start := time.Now()
			_, e := a.check(json.RawMessage(test.args))
			took := time.Since(start)
			if e == nil || !strings.Contains(e.Message, test.want) {
				t.Errorf("got %v, want %q", e, test.want)
			}
			if took > 10*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// FuzzArguments feeds arguments of any kind: no panic, and what is accepted is an object.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{`{}`, `{"text":"x","locations":[{"lat":1,"lon":2},"b"]}`, `{"text":1e400}`, `[[[]]]`, `{"text":"\ud800"}`, "\xff"} {
		f.Add([]byte(seed))
	}
	a, err := compileArguments("echo", json.RawMessage(echoInput))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		got, e := a.check(args)
		if e != nil {
			if answer := envelope.Fail(t.Context(), e); answer.Code != envelope.InvalidInput || !json.Valid(answer.Structured) {
				t.Errorf("%q: %s %v", args, answer.Structured, e.Err)
			}
			return
		}
		var object map[string]any
		if json.Unmarshal(got, &object) != nil || object["text"] == nil {
			t.Errorf("accepted %q as %q", args, got)
		}
	})
}

// Names that do not show are told all the same, and do not turn a terminal's text around.
func TestOddNames(t *testing.T) {
	a, err := compileArguments("echo", json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{"text":{"type":"string"},
		"at":{"type":"object","additionalProperties":false,"properties":{"lat":{"type":"number"}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		`{"\u0000":1}`:              `"\x00"`,
		`{"\u202e":1}`:              `"\u202e"`,
		`{"at":{"\u200b\u2066":1}}`: `at."\u200b\u2066"`,
		`{"":1}`:                    `""`,
		`{"lat ":1}`:                `"lat "`,
		`{"größe":1}`:               "größe",
		`{"text\n":1}`:              `"text\n"`,
		`{"` + strings.Repeat("é", 300) + `":1}`: strings.Repeat("é", maxEcho-1) + "…",
	} {
		_, e := a.check(json.RawMessage(args))
		if e == nil {
			t.Fatalf("%s: accepted", args)
		}
		if got := envelope.Fail(t.Context(), e); !strings.Contains(e.Message, "echo: "+want+" is not known here") || !json.Valid(got.Structured) {
			t.Errorf("%s: got %q, want it to name %s", args, e.Message, want)
		}
	}
}

// An object that wants one of its fields says so, whether it has none or too many; flags, which all
// tools take, are not among the names that a message lists.
func TestOneOf(t *testing.T) {
	a, err := compileArguments("reach", json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{
		"compact":{"type":"boolean"},
		"limit":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,
			"properties":{"time":{"type":"number"},"distance":{"type":"number"}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		`{"limit":{}}`:                      "reach: limit is empty: give either distance or time. Correct the arguments and call again",
		`{"limit":{"time":1,"distance":2}}`: "reach: limit must hold one thing: give either distance or time. Correct the arguments and call again",
		`{"limit":{"minutes":1}}`:           "reach: limit.minutes is not known here (known are distance, time). Correct the arguments and call again",
		`{"x":1}`:                           "reach: x is not known here (known are limit). Correct the arguments and call again",
	} {
		if _, e := a.check(json.RawMessage(args)); e == nil || e.Message != want {
			t.Errorf("%s: got %v, want %s", args, e, want)
		}
	}
}
