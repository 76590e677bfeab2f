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
	"github.com/paulmach/orb/geojson"
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
	b.Caption("Nothing to rely on.")
	b.Draw(envelope.PolygonLayer("Within 10 min", envelope.NewArea(orb.MultiPolygon{
		{{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}, {{0.2, 0.2}, {0.2, 0.4}, {0.4, 0.4}, {0.2, 0.2}}},
		{{{2, 2}, {3, 2}, {3, 3}, {2, 2}}},
	}), envelope.Measure{Metric: "time", Value: 10}, &envelope.ColorHint{Color: "#fc8d59"}).In("Reach").Titled("10 min", "As far as one walks"))
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
		Describe: func(i int) (string, string) { return fmt.Sprintf("#%d", i+1), "roads" },
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

func TestGeoJSONReadsBack(t *testing.T) {
	var buf bytes.Buffer
	if err := export.Write(&buf, "geojson", answer(t)); err != nil {
		t.Fatal(err)
	}
	fc, err := geojson.UnmarshalFeatureCollection(buf.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, f := range fc.Features {
		kinds[f.Geometry.GeoJSONType()]++
	}
	want := map[string]int{"MultiPolygon": 2, "Polygon": 2, "LineString": 2, "MultiLineString": 1, "Point": 1}
	for kind, n := range want {
		if kinds[kind] != n {
			t.Errorf("%d features of type %s, want %d", kinds[kind], kind, n)
		}
	}
	if fc.ExtraMembers["attribution"] != envelope.Attribution || fc.ExtraMembers["description"] != "Nothing to rely on." {
		t.Errorf("the collection says %v", fc.ExtraMembers)
	}
	for _, f := range fc.Features {
		p := f.Properties
		if p.MustString("title", "") == "" || p.MustString("layer", "") == "" {
			t.Errorf("feature without a title or a layer: %v", p)
		}
		var want []string
		switch f.Geometry.Dimensions() {
		case 0:
			want = []string{"marker-color"}
		case 1:
			want = []string{"stroke", "stroke-width", "stroke-opacity"}
		case 2:
			want = []string{"stroke", "stroke-width", "stroke-opacity", "fill", "fill-opacity"}
		}
		class := map[bool]string{true: "Marker", false: "Shape"}[f.Geometry.Dimensions() == 0]
		for _, key := range want {
			if p[key] == nil {
				t.Errorf("%s: no %s", p["title"], key)
			}
		}
		if p["class"] != class {
			t.Errorf("%s is of class %v", p["title"], p["class"])
		}
	}
	if got := fc.Features[0].Properties; got["title"] != "10 min" || got["description"] != "As far as one walks" || got["folder"] != "Reach" {
		t.Errorf("the first feature says %v", got)
	}
}

// Areas go round counter-clockwise and their holes clockwise, all are closed, and none jumps across the
// antimeridian: RFC 7946, and what map programs rely on.
func TestGeoJSONRings(t *testing.T) {
	var buf bytes.Buffer
	if err := export.Write(&buf, "geojson", answer(t)); err != nil {
		t.Fatal(err)
	}
	fc, err := geojson.UnmarshalFeatureCollection(buf.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	rings := 0
	for _, f := range fc.Features {
		var area orb.MultiPolygon
		switch g := f.Geometry.(type) {
		case orb.Polygon:
			area = orb.MultiPolygon{g}
		case orb.MultiPolygon:
			area = g
		}
		for _, p := range area {
			for i, r := range p {
				rings++
				if want := map[bool]orb.Orientation{true: orb.CCW, false: orb.CW}[i == 0]; r.Orientation() != want {
					t.Errorf("%s: ring %d goes round the wrong way", f.Properties["title"], i)
				}
				if !r.Closed() || r.Bound().Right()-r.Bound().Left() > 180 {
					t.Errorf("%s: ring %v", f.Properties["title"], r)
				}
			}
		}
	}
	if rings != 7 {
		t.Errorf("%d rings", rings)
	}
}

// A GPS unit is given as many waypoints as it can hold, and every longitude that GPX has.
func TestGPXLimits(t *testing.T) {
	values := make([]envelope.CellValue, 1000)
	for i := range values {
		values[i] = envelope.CellValue{Hex: fmt.Sprint(i), Value: float64(30 - i/40)}
	}
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Draw(envelope.CellLayer("Cells", &envelope.Cells{Values: values, Shown: 1, Range: [2]float64{0, 30}, Outline: func(string) orb.Ring {
		return orb.Ring{{179.99, 0}, {-179.98, 0}, {-179.98, 0.01}, {179.99, 0.01}, {179.99, 0}}
	}}))
	b.Draw(envelope.LineLayer("Fiji", orb.LineString{{179.5, -17}, {-179.5, -17}}, nil))
	var buf bytes.Buffer
	if err := export.Write(&buf, "gpx", b.Answer(context.Background())); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Desc   string `xml:"metadata>desc"`
		Points []struct {
			Lon float64 `xml:"lon,attr"`
		} `xml:"wpt"`
		Track []struct {
			Lon float64 `xml:"lon,attr"`
		} `xml:"trk>trkseg>trkpt"`
	}
	if err := xml.Unmarshal(buf.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Points) != 200 || !strings.Contains(got.Desc, "200 of 1000 cells") {
		t.Errorf("%d waypoints; %s", len(got.Points), got.Desc)
	}
	for _, p := range append(got.Points, got.Track...) {
		if !(p.Lon >= -180 && p.Lon < 180) {
			t.Errorf("longitude %v", p.Lon)
		}
	}
	if p := got.Points[0].Lon; !(p > -180 && p < -179.98) {
		t.Errorf("a cell across the antimeridian lies at %v", p)
	}
}

// TestXMLHolds counts elements of the XML formats and checks that names come back as they were.
func TestXMLHolds(t *testing.T) {
	tests := []struct {
		format string
		want   map[string]int
	}{
		{"kml", map[string]int{"Folder": 6, "Placemark": 8, "Polygon": 6, "innerBoundaryIs": 1, "LineString": 4, "Point": 1, "MultiGeometry": 3}},
		{"gpx", map[string]int{"wpt": 3, "trk": 5, "trkseg": 8}},
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
			if !strings.Contains(names, `Grotto <Pizza> & "more"`) || !strings.Contains(names, "A → B, 1 min") {
				t.Error("a name is missing")
			}
		})
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
