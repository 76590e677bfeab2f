package envelope_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite golden files")

// golden compares got with testdata/name, which -update rewrites.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run the test with -update to make it", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; run the test with -update and look at the diff\ngot:\n%s", path, got)
	}
}

// indented lays JSON out for a golden file, keys in their order.
func indented(t *testing.T, text json.RawMessage) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := json.Indent(&buf, text, "", "  "); err != nil {
		t.Fatalf("not JSON: %v\n%s", err, text)
	}
	buf.WriteByte('\n')
	return buf.Bytes()
}

func everyLayer() []envelope.Layer {
	square := orb.MultiPolygon{{{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}, {{0.2, 0.2}, {0.2, 0.4}, {0.4, 0.4}, {0.4, 0.2}, {0.2, 0.2}}}}
	return []envelope.Layer{
		envelope.PolygonLayer("Ten minutes", envelope.NewArea(square), envelope.Measure{Metric: "time", Value: 10}, &envelope.ColorHint{Color: "#fc8d59"}),
		envelope.LineLayer("Route", orb.LineString{{0, 0}, {0.123456789, 0.5}, {1, 1}}, &envelope.ColorHint{Color: "#1a73e8", Mode: "auto"}),
		envelope.PointLayer("Places", []envelope.PointFeature{{Point: orb.Point{1, 2}, Properties: struct {
			Name string `json:"name"`
		}{"Rodney <Square> & more"}}}),
		envelope.CellLayer("Cells", &envelope.Cells{
			Resolution: 10, Shown: 1, Range: [2]float64{0, 30},
			Values:  []envelope.CellValue{{Hex: "8a2a84ab1c07fff", Value: 30}, {Hex: "8a2a84ab1c0ffff", Value: 29}},
			Outline: func(string) orb.Ring { return orb.Ring{{0, 0}, {0.01, 0}, {0, 0.01}, {0, 0}} },
		}),
		envelope.ArcLayer("Arcs", []envelope.Arc{{From: orb.Point{0, 0}, To: orb.Point{1, 1}, Value: 60}, {From: orb.Point{1, 1}, To: orb.Point{0, 0}, Value: 90}}),
		envelope.TripLayer("Trips", []envelope.Trip{{Path: orb.LineString{{0, 0}, {1, 1}}, Timestamps: []float64{0, 12.34}}}),
		envelope.HeatLayer("Heat", []envelope.HeatPoint{{Position: orb.Point{0, 0}, Weight: 2}}),
	}
}

func TestAnswerGolden(t *testing.T) {
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Headline("Two %s\nfound", "things")
	b.SetRaw("contours", []any{struct {
		Geometry *envelope.Surface `json:"geometry,omitempty"`
	}{b.Surface(envelope.NewArea(orb.MultiPolygon{{{{0, 0}, {1, 0}, {1, 1}, {0, 0}}}}))}})
	b.Set("zebra", 1)
	b.Set("apple", struct {
		Shape *envelope.Polyline `json:"shape,omitempty"`
	}{b.Polyline(orb.LineString{{-120.2, 38.5}, {-120.95, 40.7}, {-126.453, 43.252}})})
	b.Set("zebra", 2)
	b.Warn("Mind the gap.")
	b.Warn("Mind the gap.")
	b.Line("1. Rodney Square at 39.74595, -75.54659")
	for _, l := range everyLayer() {
		b.Draw(l)
	}
	b.Draw(envelope.PointLayer("Nothing", nil))
	a := b.Answer(context.Background())
	if a.IsError() {
		t.Fatalf("answer is an error: %s, cause %v", a.Text, a.Cause)
	}
	golden(t, "answer.json", indented(t, a.Structured))
	golden(t, "answer.txt", []byte(a.Text+"\n"))
	if len(a.Layers) != 7 {
		t.Errorf("%d layers for exports, want 7", len(a.Layers))
	}
}

func TestFlags(t *testing.T) {
	no, yes := false, true
	tests := []struct {
		name                              string
		flags                             envelope.Flags
		render, geometry, hexes, elevated bool
	}{
		{"defaults", envelope.Flags{}, true, true, true, false},
		{"all off", envelope.Flags{IncludeRender: &no, IncludeGeometry: &no, IncludeHexes: &no}, false, false, false, false},
		{"samples on", envelope.Flags{IncludeElevationSamples: &yes}, true, true, true, true},
		{"compact wins", envelope.Flags{Compact: true, IncludeRender: &yes, IncludeGeometry: &yes, IncludeHexes: &yes, IncludeElevationSamples: &yes}, false, false, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := tt.flags
			if f.Render() != tt.render || f.Geometry() != tt.geometry || f.Hexes() != tt.hexes || f.ElevationSamples() != tt.elevated {
				t.Errorf("render %v, geometry %v, hexes %v, samples %v", f.Render(), f.Geometry(), f.Hexes(), f.ElevationSamples())
			}
			b := envelope.New(f, envelope.Prose)
			if got := b.Polyline(orb.LineString{{0, 0}, {1, 1}}) != nil; got != tt.geometry {
				t.Errorf("a polyline is there: %v, want %v", got, tt.geometry)
			}
			b.Draw(envelope.LineLayer("Route", orb.LineString{{0, 0}, {1, 1}}, nil))
			a := b.Answer(context.Background())
			if got := bytes.Contains(a.Structured, []byte(`"render":`)); got != tt.render {
				t.Errorf("render is there: %v, want %v", got, tt.render)
			}
			if len(a.Layers) != 1 {
				t.Error("the layer is missing for exports")
			}
		})
	}
}

// TestUnencodable checks that what JSON or the contract cannot hold never goes out half right.
func TestUnencodable(t *testing.T) {
	for name, value := range map[string]any{
		"NaN":         math.NaN(),
		"infinity":    []float64{math.Inf(1)},
		"null slice":  []string(nil),
		"nested null": map[string]any{"a": nil},
		"channel":     make(chan int),
	} {
		t.Run(name, func(t *testing.T) {
			b := envelope.New(envelope.Flags{}, envelope.Prose)
			b.Set("value", value)
			a := b.Answer(context.Background())
			if a.Code != envelope.InternalError || a.Cause == nil || a.RequestID == "" {
				t.Errorf("code %q, cause %v, request id %q", a.Code, a.Cause, a.RequestID)
			}
			if strings.Contains(string(a.Structured), "envelope") || strings.Contains(a.Text, "json") {
				t.Errorf("internals leak: %s", a.Structured)
			}
		})
	}
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Set("value", "null, \"null\" and n")
	if a := b.Answer(context.Background()); a.IsError() {
		t.Errorf("a text with null in it is refused: %v", a.Cause)
	}
}

func TestAnswerCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if a := envelope.New(envelope.Flags{}, envelope.Prose).Answer(ctx); a.Code != envelope.Timeout {
		t.Errorf("code %q, want timeout", a.Code)
	}
}

// wiggle returns a line of n points round about a circle.
func wiggle(n int, seed uint64) orb.LineString {
	r := rand.New(rand.NewPCG(seed, 0))
	line := make(orb.LineString, n)
	for i := range line {
		a := 2 * math.Pi * float64(i) / float64(n)
		d := 0.3 + 0.1*r.Float64()
		line[i] = orb.Point{-75.5 + d*math.Cos(a), 39 + d*math.Sin(a)}
	}
	return line
}

func TestOrdinaryAnswersStaySmall(t *testing.T) {
	for _, n := range []int{3, 299, 3000, 20_000} {
		for layers := 1; layers <= 4; layers++ {
			t.Run(fmt.Sprintf("%d points in %d layers", n, layers), func(t *testing.T) {
				b := envelope.New(envelope.Flags{}, envelope.Prose)
				b.Headline("Lines")
				var areas []*envelope.Surface
				for i := range layers {
					line := wiggle(n, uint64(i))
					ring := append(orb.Ring(line.Clone()), line[0])
					b.Set(fmt.Sprintf("shape%d", i), b.Polyline(line))
					areas = append(areas, b.Surface(envelope.NewArea(orb.MultiPolygon{{ring}})))
					b.Draw(envelope.LineLayer("Line", line, nil))
				}
				b.SetRaw("areas", areas)
				a := b.Answer(context.Background())
				if a.IsError() {
					t.Fatal(a.Cause)
				}
				if len(a.Structured) > envelope.SoftLimit {
					t.Errorf("%d bytes, want at most %d", len(a.Structured), envelope.SoftLimit)
				}
				simplified := bytes.Contains(a.Structured, []byte(`"simplified":true`))
				if want := n > 300; simplified != want && n != 299 {
					t.Errorf("simplified %v, want %v", simplified, want)
				}
				checkFeatures(t, a.Structured, 300)
			})
		}
	}
}

// checkFeatures checks that no rendered line has more than limit points, and five decimals at most.
func checkFeatures(t *testing.T, structured []byte, limit int) {
	t.Helper()
	var answer struct {
		Render []struct {
			Data struct {
				Geometry struct {
					Type        string
					Coordinates [][]json.Number
				}
			}
		}
	}
	if err := json.Unmarshal(structured, &answer); err != nil {
		t.Fatal(err)
	}
	for _, l := range answer.Render {
		if n := len(l.Data.Geometry.Coordinates); n > limit || n < 2 {
			t.Errorf("a line of %d points, want 2 to %d", n, limit)
		}
		for _, p := range l.Data.Geometry.Coordinates {
			for _, v := range p {
				if _, decimals, ok := strings.Cut(v.String(), "."); ok && len(decimals) > 5 {
					t.Fatalf("coordinate %s has more than five decimals", v)
				}
			}
		}
	}
}

// TestBulkElsewhereKeepsGeometry: when lists make an answer large, thinning lines does not help and
// is not done.
func TestBulkElsewhereKeepsGeometry(t *testing.T) {
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Set("list", strings.Repeat("x", 2*envelope.SoftLimit))
	b.Draw(envelope.LineLayer("Line", wiggle(3000, 1), nil))
	a := b.Answer(context.Background())
	if got := bytes.Count(a.Structured, []byte("],[")) + 1; got != 300 {
		t.Errorf("%d points, want 300", got)
	}
	if bytes.Contains(a.Structured, []byte("warnings")) {
		t.Error("a warning says that geometry was thinned further than usual")
	}
}

func TestCutsAndDrops(t *testing.T) {
	rows := make([]string, 500)
	for i := range rows {
		rows[i] = strings.Repeat("r", 1000)
	}
	build := func(soft bool) (*envelope.Builder, *int) {
		b := envelope.New(envelope.Flags{}, envelope.Prose)
		left := len(rows)
		b.SetRaw("rows", rows)
		once := func() bool {
			if left <= 5 {
				return false
			}
			left = max(5, left/2)
			b.SetRaw("rows", rows[:left])
			return true
		}
		if soft {
			b.CutSoft("Rows were cut.", once)
		} else {
			b.Cut("Rows were cut.", once)
		}
		return b, &left
	}
	b, left := build(true)
	a := b.Answer(context.Background())
	if len(a.Structured) > envelope.SoftLimit || *left != 15 {
		t.Errorf("soft cut: %d bytes with %d rows, want at most %d with 15", len(a.Structured), *left, envelope.SoftLimit)
	}
	b, left = build(false)
	a = b.Answer(context.Background())
	if len(a.Structured) > envelope.HardLimit || *left != 125 {
		t.Errorf("hard cut: %d bytes with %d rows, want at most %d with 125", len(a.Structured), *left, envelope.HardLimit)
	}
	for _, want := range []string{`"truncated":true`, `"warnings":["Rows were cut."]`} {
		if !bytes.Contains(a.Structured, []byte(want)) {
			t.Errorf("answer lacks %s", want)
		}
	}

	// Layers that cannot be thinned are dropped, the largest first.
	b = envelope.New(envelope.Flags{}, envelope.Prose)
	big := make([]envelope.HeatPoint, 8000)
	b.Draw(envelope.HeatLayer("Big", big))
	b.Draw(envelope.HeatLayer("Small", big[:10]))
	a = b.Answer(context.Background())
	if len(a.Structured) > envelope.HardLimit || bytes.Contains(a.Structured, []byte(`"label":"Big"`)) || !bytes.Contains(a.Structured, []byte(`"label":"Small"`)) {
		t.Errorf("%d bytes: %.300s", len(a.Structured), a.Structured)
	}
	if !bytes.Contains(a.Structured, []byte(`"truncated":true`)) || !strings.Contains(a.Text, "left out") {
		t.Error("the answer does not say that a layer was dropped")
	}
	if len(a.Layers) != 2 {
		t.Error("exports lack the dropped layer")
	}

	// What cannot be cut is a fault, not a broken promise.
	b = envelope.New(envelope.Flags{}, envelope.Prose)
	b.Set("rows", rows)
	if a := b.Answer(context.Background()); a.Code != envelope.InternalError {
		t.Errorf("code %q with %d bytes, want internal_error", a.Code, len(a.Structured))
	}
}

// TestTextBlock checks the limits of the text block for any content.
func TestTextBlock(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("aé漢\u202e\n\x00 😀")), 0, 400, -1)
	rapid.Check(t, func(t *rapid.T) {
		b := envelope.New(envelope.Flags{}, envelope.Prose)
		b.Headline("A %s", word.Draw(t, "headline"))
		lines := rapid.IntRange(1, 30).Draw(t, "lines")
		for range lines {
			b.Line("line %s", word.Draw(t, "line"))
		}
		for range rapid.IntRange(0, 6).Draw(t, "warnings") {
			b.Warn(word.Draw(t, "warning"))
		}
		if rapid.Bool().Draw(t, "layer") {
			b.Draw(envelope.LineLayer(word.Draw(t, "label"), wiggle(400, 1), nil))
		}
		a := b.Answer(context.Background())
		if a.IsError() {
			t.Fatal(a.Cause)
		}
		got := strings.Split(a.Text, "\n")
		if len(a.Text) > 1200 || len(got) > 12 || len(got) < 2 {
			t.Fatalf("%d bytes in %d lines:\n%s", len(a.Text), len(got), a.Text)
		}
		if !utf8.ValidString(a.Text) || strings.ContainsAny(a.Text, "\x00\u202e") {
			t.Fatalf("control characters in %q", a.Text)
		}
		if !strings.HasPrefix(got[0], "A") || got[len(got)-1] != envelope.Attribution {
			t.Fatalf("first or last line is wrong:\n%s", a.Text)
		}
		if lines == 1 && len(got) < 3 {
			t.Fatalf("the one line is missing:\n%s", a.Text)
		}
	})
}

// TestTextBlockOfWideCharacters fills every line with characters of three bytes.
func TestTextBlockOfWideCharacters(t *testing.T) {
	wide := strings.Repeat("漢", 300)
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Headline("%s", wide)
	for range 10 {
		b.Line("%s", wide)
		b.Warn(wide + fmt.Sprint(len(wide)))
	}
	b.Warn("Another.")
	b.Draw(envelope.LineLayer(wide, wiggle(10, 1), nil))
	text := b.Answer(context.Background()).Text
	if len(text) > 1200 || !utf8.ValidString(text) || !strings.Contains(text, "…") {
		t.Errorf("%d bytes, valid %v:\n%s", len(text), utf8.ValidString(text), text)
	}
}

func TestTextIsJSON(t *testing.T) {
	b := envelope.New(envelope.Flags{}, envelope.JSON)
	b.Headline("x")
	if a := b.Answer(context.Background()); a.Text != string(a.Structured) || !json.Valid([]byte(a.Text)) {
		t.Errorf("text %q, structured %q", a.Text, a.Structured)
	}
}

func TestDeterministic(t *testing.T) {
	build := func() envelope.Answer {
		b := envelope.New(envelope.Flags{}, envelope.Prose)
		for i, l := range everyLayer() {
			b.Set(fmt.Sprint(i), l.Label)
			b.Draw(l)
		}
		b.Draw(envelope.LineLayer("Line", wiggle(5000, 3), nil))
		return b.Answer(context.Background())
	}
	a, b := build(), build()
	if !bytes.Equal(a.Structured, b.Structured) || a.Text != b.Text {
		t.Error("two equal answers differ")
	}
}

// TestVaryingNumbersDecideNothing: an answer is cut to the same rows whatever a varying number is,
// also where a digit more would not have fitted.
func TestVaryingNumbersDecideNothing(t *testing.T) {
	row := strings.Repeat("r", 97) // 100 bytes with quotes and comma
	build := func(filler int, ms float64) (rows int) {
		b := envelope.New(envelope.Flags{}, envelope.Prose)
		b.Set("ms", b.Varying(ms))
		b.Set("filler", strings.Repeat("f", filler))
		rows = 300
		all := slices.Repeat([]string{row}, rows)
		b.SetRaw("rows", all)
		b.CutSoft("Cut.", func() bool {
			rows--
			b.SetRaw("rows", all[:rows])
			return rows > 0
		})
		if a := b.Answer(context.Background()); a.IsError() {
			t.Fatal(a.Cause)
		}
		return rows
	}
	for filler := range 100 {
		if small, large := build(filler, 1), build(filler, 12345.6); small != large {
			t.Fatalf("%d rows or %d, by the digits of a varying number", small, large)
		}
	}
}

func BenchmarkAnswer(b *testing.B) {
	line := wiggle(5000, 1)
	b.ReportAllocs()
	for b.Loop() {
		e := envelope.New(envelope.Flags{}, envelope.Prose)
		e.Set("shape", e.Polyline(line))
		e.Draw(envelope.LineLayer("Route", line, nil))
		if a := e.Answer(context.Background()); a.IsError() {
			b.Fatal(errors.Unwrap(a.Cause))
		}
	}
}
