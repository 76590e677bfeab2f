package envelope_test

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"pgregory.net/rapid"
)

// plainJSON is what encoding/json makes of a value without HTML escapes.
func plainJSON(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "Market Street", `"\/`, "Åbo\x00\b\f\n\r\t\x1f\x7f", "\xff\xc3", "a\u2028b\u2029c\u202a", "<&>", "\U0001F600\ufffd", "\xed\xa0\x80"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := string(envelope.AppendString([]byte("x"), s)), "x"+plainJSON(t, s); got != want {
			t.Errorf("%q is written %s, want %s", s, got, want)
		}
	})
}

// Rows are written as encoding/json writes structs.
func TestRow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
		v := struct {
			Always string          `json:"always"`
			Text   string          `json:"text,omitempty"`
			Spot   envelope.LatLng `json:"spot"`
			Number float64         `json:"number"`
			Known  *float64        `json:"known,omitempty"`
		}{
			text.Draw(rt, "always"), text.Draw(rt, "text"),
			envelope.LatLng{Lat: rapid.Float64().Draw(rt, "lat"), Lng: rapid.Float64Range(-1, 1).Draw(rt, "lng")},
			math.Ldexp(rapid.Float64Range(-1, 1).Draw(rt, "number"), rapid.IntRange(-100, 100).Draw(rt, "exponent")), nil,
		}
		if rapid.Bool().Draw(rt, "is known") {
			v.Known = &v.Number
		}
		r := envelope.NewRow([]byte("["))
		r.String("always", v.Always)
		r.Text("text", v.Text)
		r.Spot("spot", v.Spot)
		r.Number("number", v.Number)
		r.Known("known", v.Known)
		got, err := r.End()
		if want := "[" + plainJSON(t, v); err != nil || string(got) != want {
			rt.Fatalf("%s, %v, want %s", got, err, want)
		}
	})
}

func TestRowOfNoNumber(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for name, put := range map[string]func(*envelope.Row){
			"number": func(r *envelope.Row) { r.Number("v", v) },
			"spot":   func(r *envelope.Row) { r.Spot("v", envelope.LatLng{Lng: v}) },
		} {
			r := envelope.NewRow(nil)
			put(&r)
			if text, err := r.End(); err == nil {
				t.Errorf("%s %v is written %s", name, v, text)
			}
		}
	}
}
