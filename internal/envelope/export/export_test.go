package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/envelope/export"
	"github.com/paulmach/orb"
)

var update = flag.Bool("update", false, "rewrite golden files")

// row is a place as a tool shows it.
type row struct {
	Name        string          `json:"name"`
	Label       string          `json:"label"`
	Coordinates envelope.LatLng `json:"coordinates"`
	Distance    float64         `json:"distance_meters"`
}

// answer draws every kind of geometry: a route, areas with a hole, hexagons, places and arcs.
func answer(t *testing.T) envelope.Answer {
	t.Helper()
	b := envelope.New(envelope.Flags{Compact: true}, envelope.Prose)
	b.Headline("All kinds")
	b.Caption("A title", "Nothing to rely on.")
	b.Draw(envelope.PolygonLayer("Within 10 min", envelope.NewArea(orb.MultiPolygon{
		{{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}, {{0.2, 0.2}, {0.2, 0.4}, {0.4, 0.4}, {0.2, 0.2}}},
		{{{2, 2}, {3, 2}, {3, 3}, {2, 2}}},
	}), envelope.Measure{Metric: "time", Value: 10}, &envelope.ColorHint{Color: "#fc8d59"}).In("Reach").Noted(envelope.Note{Title: "10 min", Text: "As far as one walks"}))
	b.Draw(envelope.PolygonLayer("Within 5 min", envelope.NewArea(orb.MultiPolygon{{{{0, 0}, {0.5, 0}, {0.5, 0.5}, {0, 0}}}}), envelope.Measure{Metric: "time", Value: 5}, nil).In("Reach").Aside())
	b.Draw(envelope.LineLayer("Rodney Square → Newark", orb.LineString{{-75.54659, 39.74595}, {-75.6, 39.70000004}, {-75.75, 39.68}}, &envelope.ColorHint{Color: "#1a73e8"}))
	b.Draw(envelope.LineLayer("Fiji", orb.LineString{{179.5, -17}, {-179.5, -17}}, nil))
	b.Draw(envelope.CellLayer("Search priority", &envelope.Cells{
		Resolution: 10, Shown: 1, Range: [2]float64{0, 30},
		Values: []envelope.CellValue{{Hex: "8a2a84ab1c07fff", Value: 30}, {Hex: "8a2a84ab1c0ffff", Value: 3}},
		Outline: func(hex string) orb.Ring {
			if hex == "8a2a84ab1c0ffff" { // lies across the antimeridian
				return orb.Ring{{179.995, 0}, {-179.995, 0}, {-179.995, 0.01}, {179.995, 0.01}, {179.995, 0}}
			}
			return orb.Ring{{0, 0}, {0.01, 0}, {0.01, 0.01}, {0, 0.01}, {0, 0}}
		},
		Describe: func(i int) envelope.Note {
			return envelope.Note{Title: fmt.Sprintf("#%d", i+1), Text: "roads", Facts: map[string]any{"rank": i + 1}}
		},
	}))
	b.Draw(envelope.PointLayer("Places", []envelope.PointFeature{{
		Point: orb.Point{-75.54659, 39.74595}, Properties: row{"Grotto <Pizza> & \"more\"", "Grotto Pizza, Newark", envelope.LatLng{Lat: 39.74595, Lng: -75.54659}, 12.5},
	}}))
	b.Draw(envelope.ArcLayer("Times", []envelope.Arc{{From: orb.Point{0, 0}, To: orb.Point{1, 1}, Value: 60, Title: "A → B, 1 min"}}))
	a := b.Answer(context.Background())
	if a.IsError() {
		t.Fatal(a.Cause)
	}
	return a
}

func TestGolden(t *testing.T) {
	for _, format := range export.Formats() {
		t.Run(format, func(t *testing.T) {
			var got, again bytes.Buffer
			if err := export.Write(&got, format, answer(t)); err != nil {
				t.Fatal(err)
			}
			if err := export.Write(&again, format, answer(t)); err != nil || !bytes.Equal(got.Bytes(), again.Bytes()) {
				t.Errorf("a second export differs (%v)", err)
			}
			path := filepath.Join("testdata", "export."+format)
			if *update {
				if err := os.MkdirAll("testdata", 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("%v; run the test with -update to make it", err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s differs; run the test with -update and look at the diff", path)
			}
		})
	}
}

// TestXMLHolds counts elements of the XML formats and checks that names come back as they were.
func TestXMLHolds(t *testing.T) {
	tests := []struct {
		format string
		want   map[string]int
	}{
		{"kml", map[string]int{"Folder": 6, "Placemark": 8, "Polygon": 6, "innerBoundaryIs": 1, "LineString": 4, "Point": 1, "MultiGeometry": 3, "Schema": 6}},
		{"gpx", map[string]int{"wpt": 3, "trk": 5, "trkseg": 8, "sym": 3}},
	}
	for _, tt := range tests {
		t.Run(tt.format, func(t *testing.T) {
			var buf bytes.Buffer
			if err := export.Write(&buf, tt.format, answer(t)); err != nil {
				t.Fatal(err)
			}
			got, names := map[string]int{}, ""
			dec := xml.NewDecoder(&buf)
			for {
				token, err := dec.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				switch token := token.(type) {
				case xml.StartElement:
					got[token.Name.Local]++
				case xml.CharData:
					names += string(token)
				}
			}
			for name, n := range tt.want {
				if got[name] != n {
					t.Errorf("%d elements %s, want %d", got[name], name, n)
				}
			}
			if !strings.Contains(names, `Grotto <Pizza> & "more"`) || !strings.Contains(names, map[string]string{"kml": "A → B, 1 min", "gpx": "A to B, 1 min"}[tt.format]) {
				t.Error("a name is missing")
			}
		})
	}
}

// TestOnly keeps layers by folder, in their order, and names the folders there are.
func TestOnly(t *testing.T) {
	a := answer(t)
	all := strings.Join(export.Folders(a), ", ")
	if all != "Reach, Rodney Square → Newark, Fiji, Search priority, Places, Times" {
		t.Errorf("folders %s", all)
	}
	some, err := export.Only(a, []string{"places", "REACH"})
	if err != nil || strings.Join(export.Folders(some), ", ") != "Reach, Places" || len(some.Layers) != 3 {
		t.Errorf("%v, %v", export.Folders(some), err)
	}
	if len(export.Folders(a)) != 6 {
		t.Error("the answer itself changed")
	}
	if _, err := export.Only(a, []string{"Reach", "Rings"}); err == nil || !strings.Contains(err.Error(), `no folder "Rings"; it has `+all) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	a := answer(t)
	if err := export.Write(io.Discard, "shapefile", a); err == nil || !strings.Contains(err.Error(), "geojson, kml, gpx") {
		t.Errorf("unknown format: %v", err)
	}
	failure := envelope.Fail(context.Background(), &envelope.Error{Code: envelope.NotReady, Message: "x"})
	if err := export.Write(io.Discard, "kml", failure); !errors.Is(err, export.ErrFailure) {
		t.Errorf("failure: %v", err)
	}
	empty := envelope.New(envelope.Flags{}, envelope.Prose).Answer(context.Background())
	if err := export.Write(io.Discard, "gpx", empty); !errors.Is(err, export.ErrNoLayers) {
		t.Errorf("no layers: %v", err)
	}
	for _, format := range export.Formats() {
		if err := export.Write(broken{}, format, a); err == nil {
			t.Errorf("%s: a writer that fails goes unnoticed", format)
		}
	}
	if !json.Valid(a.Structured) {
		t.Error("structured content is no JSON")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }
