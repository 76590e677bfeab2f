package e2e_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb/geojson"
	"github.com/paulmach/orb/planar"
)

// aSearch is what a planner asks for: ten segments round Newark, with one block searched.
var aSearch = object{
	"profile": "dementia_alzheimers", "area_type": "circle", "center": at(39.6837, -75.7497), "radius_m": 2000, "datetime": "2026-11-30T16:00:00-05:00",
	"last_seen_at": "2026-11-30T15:15:00-05:00", "age_years": 78, "segments": 10,
	"searched": []object{{"pod": 0.7, "polygon": object{"type": "Polygon", "coordinates": [][][2]float64{{
		{-75.7515, 39.6815}, {-75.7440, 39.6815}, {-75.7440, 39.6850}, {-75.7515, 39.6850}, {-75.7515, 39.6815},
	}}}}},
}

// call makes a call and returns its structured content.
func call(t *testing.T, tool string, args object, into any) string {
	t.Helper()
	text, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, "", nil, "call", "--region", region(t), tool, string(text))
	if r.status != 0 {
		t.Fatalf("%s %s: status %d: %s%s", tool, text, r.status, r.stdout, r.stderr)
	}
	if err := json.Unmarshal([]byte(r.stdout), into); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(r.stdout)
}

type plan struct {
	Headline, Notice, Confidence string
	Resolution                   int
	Top                          []struct {
		Hex, Segment string
		Score        int
		Lat, Lng     float64
		Probability  float64
		Drivers      []string
	} `json:"top_results"`
	Cells   []struct{ Hex string }
	Summary struct {
		HexCount int `json:"hex_count"`
	}
	Coverage struct {
		Top         int     `json:"top_n"`
		Total       int     `json:"total_count"`
		Listed      int     `json:"cells_listed"`
		Probability float64 `json:"probability_percent"`
	}
	Inside float64  `json:"mass_inside_area"`
	Notes  []string `json:"data_notes"`
	Rings  []struct {
		Percent float64
		Radius  float64 `json:"radius_meters"`
	} `json:"statistics_rings"`
	Fineness int `json:"segments_resolution"`
	Segments []struct {
		Name        string
		Area        float64 `json:"area_square_meters"`
		Probability float64
		Hexes       []string
		Access      *struct{ Lat, Lng float64 }
	}
	Render []struct {
		Kind, Label string
	}
}

// TestPlan asks for a search in segments: the answer has its ordinary size, its numbers agree with one
// another, and what it names goes straight into other tools.
func TestPlan(t *testing.T) {
	var p plan
	text := call(t, "get_prediction", aSearch, &p)
	if len(text) > 24_000 {
		t.Errorf("%d bytes", len(text))
	}
	if p.Coverage.Top != len(p.Top) || p.Coverage.Total != p.Summary.HexCount || p.Coverage.Listed != len(p.Cells) || len(p.Rings) != 4 || len(p.Notes) == 0 || p.Notice == "" {
		t.Errorf("coverage %+v, %d rows, %d cells, %d rings, %d notes", p.Coverage, len(p.Top), len(p.Cells), len(p.Rings), len(p.Notes))
	}
	var top, all float64
	in := map[string]bool{}
	for _, r := range p.Top {
		top += r.Probability
		in[r.Segment] = true
	}
	seen := map[string]string{}
	for _, s := range p.Segments {
		all += s.Probability
		delete(in, s.Name)
		if len(s.Hexes) == 0 || s.Access == nil {
			t.Errorf("segment %s: %d cells, access %v", s.Name, len(s.Hexes), s.Access)
		}
		for _, hex := range s.Hexes {
			if seen[hex] != "" {
				t.Errorf("%s lies in %s and in %s", hex, s.Name, seen[hex])
			}
			seen[hex] = s.Name
		}
	}
	if len(p.Segments) != 10 || len(in) > 0 || p.Fineness > p.Resolution || p.Fineness < p.Resolution-2 {
		t.Errorf("%d segments of resolution %d; top rows lie in unknown %v", len(p.Segments), p.Fineness, slices.Collect(maps.Keys(in)))
	}
	if d := all - p.Inside; d > 0.002 || d < -0.002 {
		t.Errorf("the segments hold %.4f, the area %.4f", all, p.Inside)
	}
	if d := 100*top/p.Inside - p.Coverage.Probability; d > 0.2 || d < -0.2 {
		t.Errorf("the top rows hold %.2f %%, coverage says %.2f", 100*top/p.Inside, p.Coverage.Probability)
	}
	kinds := map[string]int{}
	for _, l := range p.Render {
		kinds[l.Kind]++
	}
	if want := map[string]int{"polygon": 14, "h3-cells": 1, "point": 1}; !maps.Equal(kinds, want) {
		t.Errorf("layers %v, want %v", kinds, want)
	}

	// More segments than there is room to draw: those drawn are the densest, and cells tell of the others.
	more := maps.Clone(aSearch)
	more["segments"] = 20
	var many plan
	text = call(t, "get_prediction", more, &many)
	drawn, last := 0, byte(0)
	for _, l := range many.Render {
		if name, ok := strings.CutPrefix(l.Label, "Segment "); ok {
			drawn, last = drawn+1, max(last, name[0])
		}
	}
	if int(last-'A') != drawn-1 {
		t.Errorf("%d segments are drawn, up to %c", drawn, last)
	}
	if len(text) > 24_000 || drawn < 4 || drawn >= 20 || len(many.Segments) != 20 || !strings.Contains(text, "Only the densest segments are drawn") {
		t.Errorf("%d bytes, %d of %d segments drawn", len(text), drawn, len(many.Segments))
	}
	for _, s := range many.Segments {
		if len(s.Hexes) == 0 {
			t.Errorf("segment %s has no cells", s.Name)
		}
	}

	best := at(p.Top[0].Lat, p.Top[0].Lng)
	var found struct{ Results []struct{ Label string } }
	if call(t, "reverse_geocode", object{"location": best}, &found); len(found.Results) != 1 || found.Results[0].Label == "" {
		t.Errorf("nothing at the best cell: %+v", found)
	}
	var way struct {
		Route struct {
			Distance float64 `json:"distance_meters"`
		}
	}
	a := p.Segments[0].Access
	if call(t, "get_directions", object{"locations": []object{at(a.Lat, a.Lng), best}, "travel": "pedestrian"}, &way); way.Route.Distance <= 0 || way.Route.Distance > 3000 {
		t.Errorf("%.0f m on foot from the segment's access to the best cell", way.Route.Distance)
	}
	var near struct{ Total int }
	if call(t, "search_places", object{"query": "school", "near": best, "radius_m": 3000}, &near); near.Total == 0 {
		t.Error("no school near the best cell")
	}
}

// TestPlanRoom asks for the same with more room: all cells of all segments are there, once.
func TestPlanRoom(t *testing.T) {
	args := maps.Clone(aSearch)
	args["max_cells"] = 5000
	var p plan
	call(t, "get_prediction", args, &p)
	cells := map[string]bool{}
	for _, c := range p.Cells {
		cells[c.Hex] = true
	}
	if len(cells) != p.Summary.HexCount || p.Fineness != p.Resolution {
		t.Errorf("%d cells of %d; segments of resolution %d, not %d", len(cells), p.Summary.HexCount, p.Fineness, p.Resolution)
	}
	n := 0
	for _, s := range p.Segments {
		for _, hex := range s.Hexes {
			n++
			delete(cells, hex)
		}
	}
	if n != p.Summary.HexCount || len(cells) > 0 {
		t.Errorf("segments have %d cells of %d, and %d are in none", n, p.Summary.HexCount, len(cells))
	}
}

// gpxTrack is a track of a GPX file.
type gpxTrack struct {
	Name     string `xml:"name"`
	Segments []struct {
		Points []struct {
			Lat float64 `xml:"lat,attr"`
			Lon float64 `xml:"lon,attr"`
		} `xml:"trkpt"`
	} `xml:"trkseg"`
}

// TestPlanExports reads the exports as map programs do.
func TestPlanExports(t *testing.T) {
	args, err := json.Marshal(aSearch)
	if err != nil {
		t.Fatal(err)
	}
	export := func(format string) []byte {
		r := run(t, "", nil, "call", "--region", region(t), "get_prediction", string(args), "--format", format)
		if r.status != 0 || r.stderr != "" {
			t.Fatalf("%s: %+v", format, r)
		}
		return []byte(r.stdout)
	}
	fc, err := geojson.UnmarshalFeatureCollection(export("geojson"))
	if err != nil {
		t.Fatal(err)
	}
	folders, titles := map[string]int{}, map[string]bool{}
	var cells, segments, area, shares, each float64
	for _, f := range fc.Features {
		if f.Geometry == nil { // a folder
			continue
		}
		folder := f.Properties.MustString("folder")
		folders[folder]++
		titles[f.Properties.MustString("title")] = true
		switch folder {
		case "Segments":
			shares += f.Properties.MustFloat64("probability")
		case "Search priority":
			if f.Properties.MustInt("rank") != folders[folder] || f.Properties.MustString("segment") == "" {
				t.Errorf("cell %d has the properties %v", folders[folder], f.Properties)
			}
			each += f.Properties.MustFloat64("probability")
		}
		if f.Geometry.Dimensions() != 2 {
			continue
		}
		size := planar.Area(f.Geometry)
		if size <= 0 {
			t.Errorf("%s has area %g", f.Properties["title"], size)
		}
		switch folder {
		case "Search priority":
			cells += size
		case "Segments":
			segments += size
		case "Area":
			area += size
		}
	}
	n := folders["Search priority"]
	if want := map[string]int{"Area": 1, "Rings": 4, "Searched": 1, "Segments": 10, "Search priority": n, "Vehicle access": 10, "Initial planning point": 1}; n < 500 || !maps.Equal(folders, want) {
		t.Errorf("folders %v, want %v", folders, want)
	}
	if r := segments / cells; r < 0.9999 || r > 1.0001 {
		t.Errorf("segments cover %.4f of the cells", r)
	}
	if r := cells / area; r < 1 || r > 1.15 {
		t.Errorf("cells cover %.2f of the area", r)
	}
	if math.Abs(shares-each) > 0.005 || each < 0.1 {
		t.Errorf("segments hold %g, cells %g", shares, each)
	}
	for _, title := range []string{"Segment A, ", "Access A", "95 % ring", "Searched 1, POD 70 %", "#001, ", "Initial planning point"} {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(titles)), func(s string) bool { return strings.HasPrefix(s, title) }) {
			t.Errorf("nothing is called %q", title)
		}
	}

	var k struct {
		Title   string   `xml:"Document>name"`
		About   string   `xml:"Document>description"`
		Styles  []string `xml:"Document>Style>PolyStyle>color"`
		Folders []struct {
			Name   string     `xml:"name"`
			Places []struct{} `xml:"Placemark"`
		} `xml:"Document>Folder"`
	}
	if err := xml.Unmarshal(export("kml"), &k); err != nil {
		t.Fatal(err)
	}
	for _, f := range k.Folders {
		if folders[f.Name] != len(f.Places) {
			t.Errorf("KML: folder %s has %d placemarks, the GeoJSON %d", f.Name, len(f.Places), folders[f.Name])
		}
	}
	if len(k.Folders) != len(folders) || len(k.Styles) < 10 || !strings.Contains(k.About, "Call the police") || !strings.HasPrefix(k.Title, "Search priority, ") {
		t.Errorf("KML: %d folders, %d styles, %q, %q", len(k.Folders), len(k.Styles), k.Title, k.About)
	}

	var g struct {
		Waypoints []struct {
			Name string `xml:"name"`
		} `xml:"wpt"`
		Tracks []gpxTrack `xml:"trk"`
	}
	text := export("gpx")
	if err := xml.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	names, short := map[string]bool{}, map[string]bool{}
	all := g.Tracks
	for _, w := range g.Waypoints {
		names[w.Name] = true
		all = append(all, gpxTrack{Name: w.Name})
	}
	for _, f := range all {
		s := f.Name[:min(len(f.Name), 10)] // what older units keep
		if short[s] {
			t.Errorf("GPX: two waypoints or tracks are called %q", s)
		}
		short[s] = true
	}
	for i := range 10 {
		if name := fmt.Sprintf("Access %c", 'A'+i); !names[name] {
			t.Errorf("GPX: no waypoint %q", name)
		}
	}
	points := 0
	for _, track := range g.Tracks {
		for _, s := range track.Segments {
			points += len(s.Points)
			if s.Points[0] != s.Points[len(s.Points)-1] {
				t.Errorf("GPX: track %s is not closed", track.Name)
			}
		}
	}
	if len(g.Waypoints) != 211 || len(g.Tracks) != 16 || points > 10_000 || len(text) > 250_000 {
		t.Errorf("GPX: %d waypoints, %d tracks of %d points, %d bytes", len(g.Waypoints), len(g.Tracks), points, len(text))
	}
}
