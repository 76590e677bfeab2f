package tools_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// A text whose best match is a guess is not routed to, and one that is not sure is pointed out.
func TestWeakMatches(t *testing.T) {
	tests := []struct {
		name, text string
		confidence float64
		leftOut    []string
		code       envelope.Code
		want       []string
	}{
		{"a guess", "Baltimore", 0.3, nil, envelope.NotFound, []string{
			`destination: no good match for \"Baltimore\"`, `the nearest guess is \"Baltimore Street, South Bethany, DE\" (confidence 0.3)`, "send its id, osm:way/77",
			`"details":{"text":"Baltimore","index":1,"candidates":[{"id":"osm:way/77","label":"Baltimore Street, South Bethany, DE"`,
		}},
		{"the state was left out", "Baltimore, MD", 0.7, []string{"md"}, envelope.NotFound, []string{"leaves out where the text says that the place is"}},
		{"the state was left out, without a comma", "Baltimore MD", 0.7, []string{"md"}, envelope.NotFound, []string{"leaves out where"}},
		{"a word of the country was left out", "Baltimore, New Jersey, USA", 0.7, []string{"jersey"}, envelope.NotFound, []string{"leaves out where"}},
		{"a suite was left out", "Baltimore, Suite 300", 0.7, []string{"suite"}, "", []string{`\"Baltimore, Suite 300\" was taken to mean \"Baltimore Street, South Bethany, DE\" (confidence 0.7)`}},
		{"a word in front was left out", "old Baltimore", 0.7, []string{"old"}, "", []string{"was taken to mean"}},
		{"strong all the same", "Baltimore, MD", 0.9, []string{"md"}, "", nil},
		{"not sure", "Baltimore", 0.5, nil, "", []string{`\"Baltimore\" was taken to mean \"Baltimore Street, South Bethany, DE\" (confidence 0.5); check`}},
		{"sure", "Baltimore", 0.75, nil, "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := delaware(t)
			street := place("osm:way/77", "Baltimore Street", "Baltimore Street, South Bethany, DE", 38.5, -75.06, geocode.Street, tt.confidence)
			w.Geocoder = &answering{gazetteer: w.gazetteer, place: street, text: tt.text, leftOut: tt.leftOut}
			a := call(t, context.Background(), "find_and_route", `{"origin": "osm:node/1", "destination": "`+tt.text+`"}`, w)
			if a.Code != tt.code {
				t.Fatalf("code %q, want %q: %s", a.Code, tt.code, a.Text)
			}
			for _, want := range tt.want {
				if !bytes.Contains(a.Structured, []byte(want)) {
					t.Errorf("answer lacks %s: %s", want, a.Structured)
				}
			}
			if said := bytes.Contains(a.Structured, []byte("was taken to mean")); len(tt.want) == 0 && said {
				t.Error("a sure match is doubted")
			}
		})
	}
}

// Of several regions, the one with the better guess tells of it.
func TestWeakInSeveralRegions(t *testing.T) {
	first, second := delaware(t), delaware(t)
	first.gazetteer.places = append(first.gazetteer.places, place("osm:way/78", "Mill", "Mill, here", 39.5, -75.5, geocode.Street, 0.2))
	second.gazetteer.places = append(second.gazetteer.places, place("osm:way/79", "Mill", "Mill, there", 39.5, -75.5, geocode.Street, 0.4))
	a := call(t, context.Background(), "get_isochrone", `{"location": "Mill", "contours": [{"time": 5}]}`, first, second)
	if a.Code != envelope.NotFound || !strings.Contains(a.Text, "Mill, there") {
		t.Errorf("code %q: %s", a.Code, a.Text)
	}
}

// answering is a gazetteer with one more place that answers one text.
type answering struct {
	*gazetteer
	place   geocode.Place
	text    string
	leftOut []string
}

func (g *answering) Search(ctx context.Context, q geocode.Query) (*geocode.Result, error) {
	if q.Text != g.text {
		return g.gazetteer.Search(ctx, q)
	}
	return &geocode.Result{Places: []geocode.Place{g.place}, Total: 1, LeftOut: g.leftOut}, nil
}

// The headline of geocode states where a place is only when it is sure of it, and says that filters
// may be why when little is found.
func TestGeocodeHeadlines(t *testing.T) {
	for _, tt := range []struct {
		name, args string
		confidence float64
		want       string
	}{
		{"sure", `{"text": "Mill"}`, 0.75, `"headline":"Mill, Dover, DE is at 39.5, -75.5."`},
		{"likely", `{"text": "Mill"}`, 0.6, `"headline":"No sure match for \"Mill\"; the likeliest is Mill, Dover, DE at 39.5, -75.5."`},
		{"a guess", `{"text": "Mill"}`, 0.3, `"headline":"No good match for \"Mill\"; the nearest guess is Mill, Dover, DE at 39.5, -75.5."`},
		{"a filtered guess", `{"text": "Mill", "place_types": ["street"]}`, 0.3, `"headline":"No good match for \"Mill\" (the filter place_types may be why); the nearest guess`},
		{"nothing", `{"text": "Atlantis"}`, 0, `"headline":"No place found for \"Atlantis\"."`},
		{"nothing, filtered", `{"text": "Atlantis", "countries": ["AD"], "bbox": [-76, 38, -75, 39]}`, 0, `"headline":"No place found for \"Atlantis\" (the filters countries and bbox may be why)."`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := delaware(t)
			w.gazetteer.places = append(w.gazetteer.places, place("osm:way/78", "Mill", "Mill, Dover, DE", 39.5, -75.5, geocode.Street, tt.confidence))
			if a := call(t, context.Background(), "geocode", tt.args, w); !bytes.Contains(a.Structured, []byte(tt.want)) {
				t.Errorf("got %s, want %s", a.Structured, tt.want)
			}
		})
	}
	a := call(t, context.Background(), "reverse_geocode", `{"location": "39.7,-75.5", "place_types": ["country"]}`, delaware(t))
	if !strings.Contains(a.Text, "(the filter place_types may be why)") {
		t.Error(a.Text)
	}
}

// Failures of routes say which argument failed, by its own name, and what was taken for its words.
func TestEndsAreNamed(t *testing.T) {
	w := delaware(t)
	ends := `{"origin": "Rodney Square", "destination": {"lat": 39.1, "lon": -75.5}}`
	for _, tt := range []struct {
		fail error
		want string
	}{
		{&routing.NoRouteError{Mode: routing.Auto, From: 0, To: 1, Origin: orb.Point{-75.5466, 39.7466}, Terminus: orb.Point{-75.5, 39.1}}, `from origin, "Rodney Square" taken as Rodney Square, Wilmington, DE (39.74660, -75.54660) to destination (39.10000, -75.50000)`},
		{&routing.UnroutableError{Mode: routing.Auto, Index: 0, Point: orb.Point{-75.5466, 39.7466}, Nearest: &routing.Snap{Point: orb.Point{-75.5, 39.7}, Distance: 16093.44}}, `origin, "Rodney Square" taken as Rodney Square, Wilmington, DE (39.74660, -75.54660) is not near`},
	} {
		w.router.fail = tt.fail
		if a := call(t, context.Background(), "find_and_route", ends, w); !strings.Contains(a.Text, tt.want) {
			t.Errorf("got %s, want %s", a.Text, tt.want)
		}
	}
	if a := call(t, context.Background(), "find_and_route", strings.Replace(ends, "{", `{"units": "miles", `, 1), w); !strings.Contains(a.Text, "10.0 mi away") {
		t.Errorf("the nearest road is not given in miles: %s", a.Text)
	}
	w.router.fail = errors.New("x")
	if a := call(t, context.Background(), "find_and_route", ends, w); strings.Contains(a.Text, "Rodney") {
		t.Error(a.Text)
	}
}

// A point outside of the loaded regions is told where these are, and whether its coordinates seem to
// be the wrong way round.
func TestOutside(t *testing.T) {
	const bounds = "(Delaware: lat 38.45 to 39.85, lon -75.8 to -75)"
	const prediction = `"profile": "hiker", "datetime": "2026-11-30T14:20:00Z"`
	for _, tt := range []struct {
		name, tool, args, want string
		swapped                bool
	}{
		{"far off", "get_directions", `{"locations": ["osm:node/1", "48.1,11.5"]}`, "locations[1] (48.10000, 11.50000) lies outside of the loaded map data " + bounds, false},
		{"swapped", "get_directions", `{"locations": ["osm:node/1", "-75.5,39.7"]}`, "locations[1] (-75.50000, 39.70000) lies outside of the loaded map data " + bounds, true},
		{"swapped origin", "find_and_route", `{"origin": {"lat": -75.5, "lon": 39.7}, "destination": "osm:node/1"}`, "origin (-75.50000", true},
		{"swapped source", "get_matrix", `{"sources": ["-75.5,39.7"], "targets": ["osm:node/1"]}`, "sources[0] (-75.50000", true},
		{"swapped centre", "get_prediction", `{` + prediction + `, "area_type": "circle", "center": "-75.5,39.7", "radius_m": 500}`, "center (-75.50000", true},
		{"swapped polygon", "get_prediction", `{` + prediction + `, "area_type": "polygon", "polygon": {"type": "Polygon", "coordinates": [[[39.7, -75.5], [39.8, -75.5], [39.8, -75.6]]]}}`, "polygon (-75.50000, 39.70000) lies outside", true},
		{"swapped path", "get_prediction", `{` + prediction + `, "area_type": "path", "path": {"type": "LineString", "coordinates": [[39.7, -75.5], [39.8, -75.5]]}}`, "path (-75.50000, 39.70000) lies outside", true},
		{"a polygon elsewhere", "get_prediction", `{` + prediction + `, "area_type": "polygon", "polygon": {"type": "Polygon", "coordinates": [[[10, 50], [10.1, 50], [10.1, 50.1]]]}}`, "polygon (50.00000, 10.00000) lies outside", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := call(t, context.Background(), tt.tool, tt.args, delaware(t))
			if a.Code != envelope.OutOfBounds || !strings.Contains(a.Text, tt.want) || !strings.Contains(a.Text, bounds) {
				t.Errorf("code %q, %s; want %s", a.Code, a.Text, tt.want)
			}
			if hint := strings.Contains(a.Text, "did you swap lat and lon?"); hint != tt.swapped {
				t.Errorf("asks whether lat and lon are swapped: %v, want %v: %s", hint, tt.swapped, a.Text)
			}
		})
	}
}

// The figures of a prediction count from a point: where a whole town or street was given, the answer
// says that its middle was taken.
func TestWholePlaces(t *testing.T) {
	const rest = `"profile": "hiker", "datetime": "2026-11-30T14:20:00Z"`
	circle := func(center string) string {
		return `{` + rest + `, "area_type": "circle", "center": ` + center + `, "radius_m": 2000}`
	}
	for _, tt := range []struct{ name, args, want string }{
		{"a town", circle(`"Wilmington, DE"`), "center is a whole locality, Wilmington, DE: its middle (39.74595, -75.54659) was taken"},
		{"a town by its id", circle(`"osm:node/1"`), "center is a whole locality"},
		{"a street", circle(`"osm:way/4"`), "center is a whole street, Main Street, Newark, DE"},
		{"a venue", circle(`"Rodney Square"`), ""},
		{"an address", circle(`"addr:6"`), ""},
		{"a point", circle(`"39.7,-75.5"`), ""},
		{"a town beside a path", `{` + rest + `, "area_type": "path", "path": [{"lat": 39.73, "lon": -75.60}, {"lat": 39.7459, "lon": -75.5466}, {"lat": 39.76, "lon": -75.50}], "buffer_m": 500, "last_known_point": "osm:node/1"}`, "last_known_point is a whole locality"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := call(t, context.Background(), "get_prediction", tt.args, delaware(t))
			if a.IsError() {
				t.Fatal(a.Text)
			}
			if said := bytes.Contains(a.Structured, []byte("is a whole")); said != (tt.want != "") || !bytes.Contains(a.Structured, []byte(tt.want)) {
				t.Errorf("want %q: %s", tt.want, a.Text)
			}
		})
	}
}

// What is wrong is said in plain words, with what to give.
func TestPlainWords(t *testing.T) {
	const rest = `"profile": "hiker", "datetime": "2026-11-30T14:20:00Z"`
	for _, tt := range []struct{ name, tool, args, want string }{
		{"no words", "geocode", `{"text": "  "}`, "text is empty: it holds only spaces; want an address"},
		{"no words for a place", "get_isochrone", `{"location": "\t ", "contours": [{"time": 5}]}`, "location is empty: it holds only spaces"},
		{"a date in words", "get_prediction", strings.Replace(`{`+circle+`}`, "2026-11-30T14:20:00-05:00", "yesterday", 1), "datetime is no ISO 8601 date and time (got yesterday); want one such as 2026-11-30T14:20:00-05:00"},
		{"no centre", "get_prediction", `{` + rest + `, "area_type": "circle"}`, `center and radius_m are missing: area_type circle is given by center, such as "39.74, -75.55" or an address, and radius_m in metres`},
		{"no path", "get_prediction", `{` + rest + `, "area_type": "path"}`, "path is missing: area_type path is given by path, a list of"},
		{"a large number", "get_prediction", strings.Replace(`{`+circle+`}`, `"radius_m": 2000`, `"radius_m": 2000000`, 1), "radius_m is out of range (got 2000000)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if a := call(t, context.Background(), tt.tool, tt.args, delaware(t)); !strings.Contains(a.Text, tt.want) {
				t.Errorf("got %s, want %s", a.Text, tt.want)
			}
		})
	}
}

// What the text block has room for beside the steps: the narrative that was asked for, and what a
// prediction notes of its data; lengths in warnings are in the units asked for.
func TestTextTellsAll(t *testing.T) {
	for _, tool := range []string{"get_directions", "find_and_route"} {
		args := `{"locations": ["osm:node/1", "osm:way/3"], "narrative": true}`
		if tool == "find_and_route" {
			args = `{"origin": "osm:node/1", "destination": "osm:way/3", "narrative": true}`
		}
		if a := call(t, context.Background(), tool, args, delaware(t)); !strings.Contains(a.Text, ", about ") {
			t.Errorf("%s: no narrative in %s", tool, a.Text)
		}
	}
	if a := call(t, context.Background(), "get_prediction", `{`+circle+`}`, delaware(t)); !strings.Contains(a.Text, "\n3. ") || !strings.Contains(a.Text, "\nNote: Heights are not in the region's data") {
		t.Errorf("no note in %s", a.Text)
	}
	// What is so in this very case comes first.
	if a := call(t, context.Background(), "get_prediction", `{`+circle+`, "last_seen_at": "2026-11-30T13:50:00-05:00"}`, delaware(t)); !strings.Contains(a.Text, "\nNote: Last seen ") {
		t.Errorf("no note of the time elapsed in %s", a.Text)
	}
	w := delaware(t)
	if call(t, context.Background(), "get_matrix", `{"sources": ["osm:node/1"], "targets": ["osm:way/3"], "units": "miles"}`, w); !w.router.lastMatrix.Miles {
		t.Error("the matrix is not asked for miles")
	}
}
