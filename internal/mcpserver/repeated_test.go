package mcpserver

import (
	"encoding/json"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"pgregory.net/rapid"
)

// A field that stands twice is refused by its path: the check would see one of its values, and a tool both.
func TestRepeatedFields(t *testing.T) {
	a, err := compileArguments("echo", json.RawMessage(echoInput))
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		`{"text":"a"}`: "",
		`{"text":"a","locations":[{"lat":1,"lon":2},{"lat":1,"lon":2},"a"]}`: "",
		`{"text":5,"text":"a"}`:                                                      "text",
		`{"text":"a","te\u0078t":"a"}`:                                               "text",
		`{"text":"a","locations":["x",{"lat":1,"lon":2,"lat":3}]}`:                   "locations[1].lat",
		`{"text":"a","locations":[[],{}],"locations":["a","b"]}`:                     "locations",
		`{"text":"a","locations":["a",{"lat":1,"lon":{},"lon":[[],{"a":1,"a":1}]}]}`: "locations[1].lon",
	} {
		_, invalid := a.check(json.RawMessage(args))
		switch {
		case want == "" && invalid != nil:
			t.Errorf("%s: got %v", args, invalid)
		case want != "":
			if invalid == nil {
				t.Errorf("%s: is accepted", args)
				continue
			}
			text, err := json.Marshal(invalid.Details)
			var details struct{ Violations []envelope.Violation }
			if err != nil || json.Unmarshal(text, &details) != nil || len(details.Violations) != 1 || details.Violations[0].Field != want ||
				details.Violations[0].Problem != "stands there twice" {
				t.Errorf("%s: got %s", args, text)
			}
		}
	}
}

// What holds no field twice has as many values before decoding as after.
func TestCountsAgree(t *testing.T) {
	var value func(depth int) *rapid.Generator[any]
	value = func(depth int) *rapid.Generator[any] {
		leaf := rapid.OneOf(rapid.Just[any](nil), rapid.Just[any](1.5e3), rapid.Map(rapid.String(), func(s string) any { return s }))
		if depth == 0 {
			return leaf
		}
		return rapid.OneOf(leaf,
			rapid.Map(rapid.SliceOfN(value(depth-1), 0, 4), func(list []any) any { return list }),
			rapid.Map(rapid.MapOfN(rapid.StringMatching(`[a-z,\[{"\\]{0,3}`), value(depth-1), 0, 4), func(m map[string]any) any { return m }))
	}
	rapid.Check(t, func(t *rapid.T) {
		v := value(4).Draw(t, "value")
		text, err := json.MarshalIndent(v, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := countValues(v), tokens(text); got != want {
			t.Errorf("%s: %d values after decoding, %d before", text, got, want)
		}
	})
}
