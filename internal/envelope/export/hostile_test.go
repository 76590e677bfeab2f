package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/envelope/export"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// named returns an answer whose every text is s.
func named(s string) envelope.Answer {
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Headline("%s", s)
	b.Caption(s, s)
	square := orb.MultiPolygon{{{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}}}
	b.Draw(envelope.PolygonLayer(s, envelope.NewArea(square), envelope.Measure{Metric: s, Value: 1}, &envelope.ColorHint{Color: "#e41a1c"}).
		In(s).Noted(envelope.Note{Title: s, Text: s, Facts: map[string]string{"fact": s}}))
	b.Draw(envelope.PointLayer(s, []envelope.PointFeature{{Point: orb.Point{1, 2}, Properties: map[string]any{
		"name": s, "label": s + "!", "nested": map[string]any{"a": s, "b": []string{s}},
	}}}))
	b.Draw(envelope.ArcLayer(s, []envelope.Arc{{From: orb.Point{0, 0}, To: orb.Point{1, 1}, Value: 60, Title: s}}))
	return b.Answer(context.Background())
}

// checkFormats reports exports that are not well formed.
func checkFormats(t interface{ Fatalf(string, ...any) }, a envelope.Answer) map[string]string {
	out := map[string]string{}
	for _, format := range export.Formats() {
		var buf bytes.Buffer
		if err := export.Write(&buf, format, a); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		out[format] = buf.String()
		if !utf8.Valid(buf.Bytes()) {
			t.Fatalf("%s is no UTF-8", format)
		}
		if format == "geojson" {
			if !json.Valid(buf.Bytes()) {
				t.Fatalf("no JSON: %s", buf.Bytes())
			}
			continue
		}
		dec := xml.NewDecoder(&buf)
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v\n%s", format, err, out[format])
			}
		}
	}
	return out
}

// Whatever names hold, files are well formed and say it as text.
func TestHostileNames(t *testing.T) {
	for _, s := range []string{
		`</name></Placemark><Placemark><name>x`, `]]><script>alert(1)</script>`, `<!DOCTYPE a [<!ENTITY b "c">]>&b;`, `&amp;&#0;&#x1b;`,
		"nul\x00 esc\x1b[31m bell\a line\nbreak\r\n tab\t", "\xff\xfe broken \xc3", "\u202e txet desrever \u202c", "عيادة الأمل", "🔥👨‍👩‍👧 emoji",
		strings.Repeat("long ", 1000), `"quotes" and 'others' \ \u0022`, "\ufffe\uffff", "#", "", " ",
	} {
		out := checkFormats(t, named(s))
		if strings.Contains(out["kml"], "<script") || strings.Contains(out["kml"], "&lt;script") {
			// A balloon is HTML: there it takes two layers of escapes.
			for _, text := range strings.Split(out["kml"], "<description>")[1:] {
				if text, _, _ = strings.Cut(text, "</description>"); strings.Contains(text, "&lt;script") {
					t.Errorf("a balloon runs scripts: %s", text)
				}
			}
		}
		for format, text := range out {
			if strings.ContainsAny(text, "\x00\x1b\a\u202e\ufffe") {
				t.Errorf("%s of %q holds what does not show", format, s)
			}
		}
	}
}

func TestAnyName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkFormats(t, named(rapid.String().Draw(t, "name"))) })
}

// A balloon shows names with angle brackets as they are.
func TestBalloons(t *testing.T) {
	got := readKML(t, named("<b>Grotto</b> & Sons"))
	if p := got.Folders[0].Places[0]; p.Name != "<b>Grotto</b> & Sons" || got.About == "" || !strings.Contains(got.About, "&lt;b>Grotto&lt;/b> & Sons") {
		t.Errorf("name %q, about %q", p.Name, got.About)
	}
}
