package embedded

import (
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/orb"
)

// roads is a map of numbered roads in a state that holds two towns, 9 km apart: a motorway "I 7" without a name, save
// for a stretch in the second town; a road "DE 9" that has a name everywhere; and one "US 13;DE 9".
func roads() *osmtest.Map {
	m := new(osmtest.Map).Grid(1000, 40, 8, -75.5, 39, 0.004)
	at := func(row, from, to int) []int64 {
		var out []int64
		for c := from; c <= to; c++ {
			out = append(out, int64(1000+40*row+c))
		}
		return out
	}
	m.Node(1, -75.49, 39.006, "place=town", "name=Westham").Node(2, -75.37, 39.006, "place=town", "name=Eastham")
	m.Way(10, at(1, 0, 9), "highway=motorway", "ref=I 7").Way(11, at(1, 11, 20), "highway=motorway", "ref=I 7")
	m.Way(12, at(1, 30, 35), "highway=motorway", "ref=I 7", "name=Jane Doe Freeway")
	m.Way(20, at(3, 0, 9), "highway=primary", "ref=DE 9", "name=West Street").Way(21, at(3, 9, 20), "highway=primary", "ref=DE 9", "name=Mill Road")
	m.Way(22, at(3, 20, 28), "highway=primary", "ref=US 13;DE 9")
	m.Way(30, []int64{1000 + 40*0 + 5, 1000 + 40*1 + 5, 1000 + 40*3 + 5, 1000 + 40*4 + 5}, "highway=residential", "name=Elm Street")
	m.Way(31, []int64{1000 + 40*2 + 24, 1000 + 40*3 + 24}, "highway=residential", "name=Oak Street")
	m.Way(50, at(5, 0, 20), "highway=primary", "ref=DE 5", "name=Alder Road").Way(51, at(5, 20, 38), "highway=primary", "ref=DE 5", "name=Birch Road")
	m.Way(52, at(7, 20, 22), "highway=primary", "ref=DE 6", "name=Cedar Road").Way(53, at(7, 22, 24), "highway=primary", "ref=DE 6", "name=Dogwood Road")
	m.Way(40, at(6, 0, 2), "highway=tertiary", "ref=A13").Way(41, at(7, 0, 2), "highway=residential", "name=Lonely Lane", "ref=(77)")
	return m
}

func TestRoadsByNumber(t *testing.T) {
	g := geocoder(t, roads())
	for text, want := range map[string]string{
		"I 7": "osm:way/10", "I-7": "osm:way/10", "I7": "osm:way/10", "i7": "osm:way/10", "Interstate 7": "osm:way/10", "interstate highway 7": "osm:way/10",
		"DE 9": "osm:way/22", "DE-9": "osm:way/22", "Route 9": "osm:way/22", "State Route 9": "osm:way/22", "SR 9": "osm:way/22",
		"US 13": "addr:road/way/22", "Highway 13": "addr:road/way/22", "US Highway 13": "addr:road/way/22", "us13": "addr:road/way/22", "A 13": "osm:way/40", "autobahn A13": "osm:way/40", "Autobahn 13": "osm:way/40",
		"DE 6": "osm:way/52", "Jane Doe Freeway": "osm:way/12", "Mill Road": "osm:way/21",
		"DE 9 & Elm Street": "xing:way/20/way/30", "Route 9 and Elm St": "xing:way/20/way/30", "I-7 & Elm Street": "xing:way/10/way/30", "Highway 13 at Oak Street": "xing:way/31/road:way/22",
		"Oak Street & DE 9": "xing:way/22/way/31", "DE 5": "addr:road/way/50", "Route 5": "addr:road/way/50",
	} {
		r := search(t, g, geocode.Query{Text: text, Size: 5})
		if len(r.Places) == 0 || r.Places[0].ID != want || r.Places[0].Confidence < 0.9 {
			t.Errorf("%q: got %+v, want %s", text, r.Places, want)
			continue
		}
		p, err := g.Place(t.Context(), want, "")
		if err != nil || p == nil || p.ID != want || p.Point != r.Places[0].Point {
			t.Errorf("%s: got %+v, %v", want, p, err)
		}
	}
	// The ways of the road have its id and its line, and so have those with a name.
	record, err := g.Record(t.Context(), "osm:way/11", "")
	if err != nil || record == nil || record.ID != "osm:way/10" {
		t.Fatalf("got %+v, %v", record, err)
	}
	if lines, ok := record.Geometry.(orb.MultiLineString); !ok || len(lines) != 3 {
		t.Errorf("the road is %v, want three lines", record.Geometry)
	}
	if record, _ = g.Record(t.Context(), "osm:way/12", ""); record == nil || record.Name != "Jane Doe Freeway" {
		t.Errorf("got %+v", record)
	}
	if r := search(t, g, geocode.Query{Text: "77", Size: 5}); len(r.Places) != 1 || r.Places[0].Name != "Lonely Lane" {
		t.Errorf("got %+v", r.Places)
	}
}

// A road is found where it leads through the town that the text names, and only if it does.
func TestRoadInTown(t *testing.T) {
	g := geocoder(t, roads())
	for _, town := range []struct {
		name string
		lon  float64
	}{{"Westham", -75.49}, {"Eastham", -75.37}} {
		r := search(t, g, geocode.Query{Text: "I 7, " + town.name, Size: 5})
		if len(r.Places) == 0 || r.Places[0].Confidence < 0.85 {
			t.Fatalf("%s: got %+v", town.name, r)
		}
		if lon := r.Places[0].Point[0]; lon < town.lon-0.02 || lon > town.lon+0.02 {
			t.Errorf("%s: got %v", town.name, r.Places[0])
		}
	}
}
