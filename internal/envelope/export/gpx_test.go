package export_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/envelope/export"
	"github.com/paulmach/orb"
)

// gpxFile is what a GPS unit reads.
type gpxFile struct {
	Desc   string `xml:"metadata>desc"`
	Bounds struct {
		MinLat float64 `xml:"minlat,attr"`
		MaxLon float64 `xml:"maxlon,attr"`
	} `xml:"metadata>bounds"`
	Points []struct {
		Lon    float64 `xml:"lon,attr"`
		Name   string  `xml:"name"`
		Note   string  `xml:"cmt"`
		Symbol string  `xml:"sym"`
	} `xml:"wpt"`
	Tracks []struct {
		Name     string `xml:"name"`
		Desc     string `xml:"desc"`
		Color    string `xml:"extensions>TrackExtension>DisplayColor"`
		Segments []struct {
			Points []struct {
				Lat float64 `xml:"lat,attr"`
				Lon float64 `xml:"lon,attr"`
			} `xml:"trkpt"`
		} `xml:"trkseg"`
	} `xml:"trk"`
}

func readGPX(t *testing.T, a envelope.Answer) gpxFile {
	t.Helper()
	var buf bytes.Buffer
	if err := export.Write(&buf, "gpx", a); err != nil {
		t.Fatal(err)
	}
	var got gpxFile
	if err := xml.Unmarshal(buf.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// A GPS unit is given as many waypoints as it can hold, and every longitude that GPX has.
func TestGPXCells(t *testing.T) {
	values := make([]envelope.CellValue, 1000)
	for i := range values {
		values[i] = envelope.CellValue{Hex: fmt.Sprint(i), Value: float64(30 - i/40)}
	}
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Draw(envelope.CellLayer("Cells", &envelope.Cells{Values: values, Shown: 1, Range: [2]float64{0, 30}, Outline: func(string) orb.Ring {
		return orb.Ring{{179.99, 0}, {-179.98, 0}, {-179.98, 0.01}, {179.99, 0.01}, {179.99, 0}}
	}}))
	b.Draw(envelope.LineLayer("Fiji", orb.LineString{{179.5, -17}, {-179.5, -17}}, nil))
	got := readGPX(t, b.Answer(context.Background()))
	if len(got.Points) != 200 || !strings.Contains(got.Desc, "200 of 1000 cells") {
		t.Errorf("%d waypoints; %s", len(got.Points), got.Desc)
	}
	names := map[string]bool{}
	for _, p := range got.Points {
		names[p.Name] = true
		if !(p.Lon > -180 && p.Lon < -179.98) {
			t.Errorf("a cell across the antimeridian lies at %v", p.Lon)
		}
	}
	if len(names) != 200 || got.Points[0].Symbol != "Navaid, Red" || got.Points[199].Symbol != "Navaid, Red" {
		t.Errorf("%d names; symbols %q to %q", len(names), got.Points[0].Symbol, got.Points[199].Symbol)
	}
	for _, s := range got.Tracks[0].Segments {
		for _, p := range s.Points {
			if !(p.Lon >= -180 && p.Lon < 180) {
				t.Errorf("longitude %v", p.Lon)
			}
		}
	}
	if got.Bounds.MinLat != -17 || got.Bounds.MaxLon != 179.9999999 {
		t.Errorf("bounds %+v", got.Bounds)
	}
}

// circleOf draws a circle with many corners.
func circleOf(x, radius float64, corners int) orb.Ring {
	ring := make(orb.Ring, 0, corners+1)
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		ring = append(ring, orb.Point{x + radius*cos, radius * sin})
	}
	return append(ring, ring[0])
}

// Outlines are thinned to what older units keep of a track, and stay closed; lines, which are to be followed,
// only to what newer ones keep. Both are said.
func TestGPXThins(t *testing.T) {
	long := make(orb.LineString, 30_000)
	for i := range long {
		long[i] = orb.Point{float64(i) / 1e4, math.Sin(float64(i) / 50)}
	}
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	area := orb.MultiPolygon{{circleOf(0, 1, 3000), circleOf(0, 0.5, 500)}, {circleOf(5, 1, 1000)}}
	area[0][1].Reverse()
	b.Draw(envelope.PolygonLayer("Area", envelope.NewArea(area), envelope.Measure{Metric: "a"}, &envelope.ColorHint{Color: "#e41a1c"}))
	b.Draw(envelope.LineLayer("Long", long, &envelope.ColorHint{Color: "#08519c"}))
	b.Draw(envelope.LineLayer("Short", long[:9000], &envelope.ColorHint{Color: "#525252"}))
	got := readGPX(t, b.Answer(context.Background()))
	points := func(i int) (n int) {
		for _, s := range got.Tracks[i].Segments {
			n += len(s.Points)
		}
		return n
	}
	if n := points(0); n > 500 || n < 400 || len(got.Tracks[0].Segments) != 3 {
		t.Errorf("the area has %d points in %d rings", n, len(got.Tracks[0].Segments))
	}
	for _, s := range got.Tracks[0].Segments {
		if s.Points[0] != s.Points[len(s.Points)-1] {
			t.Error("a ring is open")
		}
	}
	if points(1) != 10_000 || points(2) != 9000 {
		t.Errorf("the lines have %d and %d points", points(1), points(2))
	}
	if !strings.Contains(got.Desc, "thinned") {
		t.Errorf("nothing is said of it: %s", got.Desc)
	}
	if a, b, c := got.Tracks[0].Color, got.Tracks[1].Color, got.Tracks[2].Color; a != "Red" || b != "DarkBlue" || c != "DarkGray" {
		t.Errorf("colours %s, %s, %s", a, b, c)
	}
}

// Spots without names are of no use on a unit, and more waypoints than older units hold are told of; names are
// found quickly however many are the same.
func TestGPXMany(t *testing.T) {
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Draw(envelope.HeatLayer("All", []envelope.HeatPoint{{Position: orb.Point{1, 2}, Weight: 1}, {Position: orb.Point{1, 3}, Weight: 1}}))
	points := make([]envelope.PointFeature, 20_000)
	for i := range points {
		points[i] = envelope.PointFeature{Point: orb.Point{1, 2}, Properties: row{Name: "Cafe"}}
	}
	b.Draw(envelope.PointLayer("Places", points))
	start := time.Now()
	got := readGPX(t, b.Answer(context.Background()))
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %v", took)
	}
	if len(got.Points) != 20_000 || got.Points[0].Name != "Cafe" || got.Points[19_999].Name != "Cafe 20000" {
		t.Errorf("%d waypoints, the last is %q", len(got.Points), got.Points[len(got.Points)-1].Name)
	}
	if !strings.Contains(got.Desc, "All: left out") || !strings.Contains(got.Desc, "20000 waypoints: older GPS units hold 500.") {
		t.Errorf("said: %s", got.Desc)
	}
}

// Units write over a waypoint or track of the same name and cut long names.
func TestGPXNames(t *testing.T) {
	long := strings.Repeat("Stadtbücherei 図書館 ", 10)
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	var points []envelope.PointFeature
	for _, name := range []string{"Starbucks", "Starbucks", "Starbucks 2", "Starbucks", long, long, "Newark → Dover"} {
		points = append(points, envelope.PointFeature{Point: orb.Point{1, 2}, Properties: row{Name: name, Label: "where it is"}})
	}
	b.Draw(envelope.PointLayer("Places", points))
	b.Draw(envelope.LineLayer("Starbucks", orb.LineString{{0, 0}, {1, 1}}, nil))
	b.Draw(envelope.PointLayer("Start", points[:1]).Marked(envelope.StartMark))
	b.Draw(envelope.PointLayer("Cars", points[:1]).Marked(envelope.AccessMark))
	got := readGPX(t, b.Answer(context.Background()))
	names := map[string]bool{got.Tracks[0].Name: true}
	for _, p := range got.Points {
		if names[p.Name] {
			t.Errorf("twice: %q", p.Name)
		}
		names[p.Name] = true
		if utf8.RuneCountInString(p.Name) > 30 || strings.Contains(p.Name, "→") {
			t.Errorf("name %q", p.Name)
		}
	}
	for _, want := range []string{"Starbucks", "Starbucks 2", "Starbucks 3", "Newark to Dover"} {
		if !names[want] {
			t.Errorf("nothing is called %q: %v", want, names)
		}
	}
	if p := got.Points[4]; p.Note != strings.TrimSpace(long)+". where it is" {
		t.Errorf("a name that was cut is not whole in the note %q", p.Note)
	}
	for i, want := range map[int]string{0: "Flag, Blue", 7: "Flag, Red", 8: "Parking Area"} {
		if got.Points[i].Symbol != want {
			t.Errorf("waypoint %d has symbol %q, want %q", i, got.Points[i].Symbol, want)
		}
	}
}
