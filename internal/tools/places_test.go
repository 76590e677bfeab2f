package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// TestLocations routes between locations of every form and checks where the stops came out.
func TestLocations(t *testing.T) {
	square, newark, dover := orb.Point{-75.5466, 39.7466}, orb.Point{-75.75, 39.6836}, orb.Point{-75.52, 39.16}
	tests := []struct {
		name, locations string
		code            envelope.Code
		want            []orb.Point // of the stops on success
		message         string      // a piece of the message on failure
	}{
		{name: "objects", locations: `{"lat": 39.7466, "lon": -75.5466}, {"lat": 39.6836, "lng": -75.75}`, want: []orb.Point{square, newark}},
		{name: "lon and lng alike", locations: `{"lat": 39.7466, "lon": -75.5466, "lng": -75.5466}, "osm:way/4"`, want: []orb.Point{square, newark}},
		{name: "longitude round the world", locations: `{"lat": 39.7466, "lon": 284.4534}, {"lat": 39.6836, "lon": -435.75}`, want: []orb.Point{square, newark}},
		{name: "coordinates as text", locations: `"39.7466, -75.5466", "(39.6836;-75.75)"`, want: []orb.Point{square, newark}},
		{name: "coordinates with a space", locations: `"39.7466 -75.5466", " +39.6836,-75.75 "`, want: []orb.Point{square, newark}},
		{name: "degrees and minutes", locations: `"39° 44' 47.76\" N, 75° 32' 47.76\" W", "geo:39.6836,-75.75"`, want: []orb.Point{square, newark}},
		{name: "a plus code", locations: `"87F6PFW3+J9", {"lat": 39.6836, "lon": -75.75}`, want: []orb.Point{{-75.5465625, 39.7465625}, newark}},
		{name: "longitude round the world in text", locations: `"39.7466, 284.4534", "osm:way/4"`, want: []orb.Point{square, newark}},
		{name: "ids", locations: `"osm:way/2", "osm:way/5"`, want: []orb.Point{square, dover}},
		{name: "texts", locations: `"Rodney Square", "Main Street, Dover"`, want: []orb.Point{square, dover}},
		{name: "focus on the other end decides", locations: `"Main Street", "University of Delaware"`, want: []orb.Point{newark, {-75.7528, 39.68}}},
		{name: "focus on a later end decides", locations: `"Main Street", {"lat": 39.17, "lon": -75.5}`, want: []orb.Point{dover, {-75.5, 39.17}}},
		{name: "focus on the nearer of several ends", locations: `{"lat": 39.7, "lon": -75.75}, {"lat": 39.17, "lon": -75.5}, "Main Street"`, want: []orb.Point{{-75.75, 39.7}, {-75.5, 39.17}, dover}},

		{name: "both the same place twice", locations: `"Rodney Square", "Rodney Square"`, want: []orb.Point{square, square}},
		{name: "ambiguous", locations: `"Main Street", "Main Street"`, code: envelope.GeocodeAmbiguous, message: "may mean 2 places"},
		{name: "as near", locations: `{"lat": 39.42, "lon": -75.64}, "Main Street"`, code: envelope.GeocodeAmbiguous, message: "locations[1]"},
		{name: "not found", locations: `"Rodney Square", "Atlantis"`, code: envelope.NotFound, message: `"Atlantis"`},
		{name: "unknown id", locations: `"osm:node/404", "Rodney Square"`, code: envelope.NotFound, message: `"osm:node/404"`},
		{name: "latitude", locations: `{"lat": -90.5, "lon": 0}, "osm:way/2"`, code: envelope.InvalidInput, message: "locations[0].lat"},
		{name: "latitude in text", locations: `"osm:way/2", "139.7, 35.7"`, code: envelope.InvalidInput, message: "locations[1].lat"},
		{name: "longitude", locations: `{"lat": 0, "lon": 1e9}, "osm:way/2"`, code: envelope.InvalidInput, message: "locations[0].lon"},
		{name: "lon and lng differ", locations: `{"lat": 0, "lon": 1, "lng": 2}, "osm:way/2"`, code: envelope.InvalidInput, message: "lng"},
		{name: "no lat", locations: `{"lon": 1}, "osm:way/2"`, code: envelope.InvalidInput, message: "locations[0].lat is missing"},
		{name: "blank", locations: `"  ", "osm:way/2"`, code: envelope.InvalidInput, message: "locations[0] is empty"},
		{name: "long", locations: `"` + strings.Repeat("a", 400) + `", "osm:way/2"`, code: envelope.InvalidInput, message: "too long"},
		{name: "number", locations: `5, "osm:way/2"`, code: envelope.InvalidInput, message: "neither"},
		{name: "null", locations: `null, "osm:way/2"`, code: envelope.InvalidInput, message: "neither"},
		{name: "unknown member", locations: `{"lat": 1, "lon": 2, "alt": 3}, "osm:way/2"`, code: envelope.InvalidInput, message: "neither"},
		{name: "outside", locations: `"Rodney Square", "51.5, -0.1"`, code: envelope.OutOfBounds, message: "locations[1] (51.50000, -0.10000)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := delaware(t)
			a := call(t, context.Background(), "get_directions", `{"locations": [`+tt.locations+`]}`, w)
			if a.Code != tt.code || !strings.Contains(a.Text, tt.message) {
				t.Fatalf("code %q, want %q with %q: %s", a.Code, tt.code, tt.message, a.Text)
			}
			if tt.code != "" {
				return
			}
			for i, want := range tt.want {
				got := w.router.lastRoute.Stops[i]
				if d := (got[0]-want[0])*(got[0]-want[0]) + (got[1]-want[1])*(got[1]-want[1]); d > 1e-20 {
					t.Errorf("stop %d at %v, want %v", i, got, want)
				}
			}
		})
	}
}

// TestRegionChoice checks which of two regions answers.
func TestRegionChoice(t *testing.T) {
	both := delaware(t)
	both.Name = "Copy" // the same area as Delaware
	both.gazetteer.places[1].Confidence = 0.5
	tests := []struct {
		name, tool, args string
		worlds           func() []*world
		code             envelope.Code
		region           int
	}{
		{"by the points", "get_directions", `{"locations": ["42.5,1.5", "42.6,1.6"]}`, nil, "", 1},
		{"by an id", "get_directions", `{"locations": ["osm:node/11", "osm:way/12"]}`, nil, "", 1},
		{"by a text", "get_directions", `{"locations": ["Andorra la Vella", "Canillo"]}`, nil, "", 1},
		{"by a point and a text", "get_directions", `{"locations": ["42.5,1.5", "Main Street"]}`, nil, "", 1},
		{"a text in the other region only", "get_directions", `{"locations": ["42.5,1.5", "Rodney Square"]}`, nil, envelope.OutOfBounds, 0},
		{"a text in none", "get_directions", `{"locations": ["42.5,1.5", "Atlantis"]}`, nil, envelope.NotFound, 0},
		{"texts in two regions", "get_directions", `{"locations": ["Andorra la Vella", "Rodney Square"]}`, nil, envelope.OutOfBounds, 0},
		{"texts in two regions, one of which knows both", "get_directions", `{"locations": ["Andorra la Vella", "Rodney Square"]}`, func() []*world {
			w := delaware(t)
			w.gazetteer.places = append(w.gazetteer.places, place("osm:way/21", "Ella Lane", "Ella Lane, not Andorra la Vella", 39.7, -75.6, geocode.Street, 0.55))
			return []*world{w, andorra(t)}
		}, envelope.OutOfBounds, 0},
		{"ids of two regions", "get_directions", `{"locations": ["osm:node/11", "osm:way/2"]}`, nil, envelope.OutOfBounds, 0},
		{"an id of none", "get_directions", `{"locations": ["osm:node/11", "osm:way/404"]}`, nil, envelope.NotFound, 0},
		{"a strong text beside a point", "get_directions", `{"locations": ["osm:node/11", "Main Street"]}`, nil, "", 1},
		{"the surer region", "get_isochrone", `{"location": "Main Street, Canillo", "contours": [{"time": 5}]}`, nil, "", 1},
		{
			"the first of two that hold it", "get_isochrone", `{"location": "39.7,-75.5", "contours": [{"time": 5}]}`,
			func() []*world { return []*world{delaware(t), delaware(t)} }, "", 0,
		},
		{
			"the surer of two that hold it", "get_isochrone", `{"location": "Rodney Square", "contours": [{"time": 5}]}`,
			func() []*world { return []*world{both, delaware(t)} }, "", 1,
		},
		{
			"as sure of two places", "get_isochrone", `{"location": "Main Street, Canillo", "contours": [{"time": 5}]}`,
			func() []*world {
				other := andorra(t)
				other.gazetteer.places[1].Point[0] += 0.1
				return []*world{andorra(t), other}
			}, envelope.GeocodeAmbiguous, 0,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			worlds := []*world{delaware(t), andorra(t)}
			if tt.worlds != nil {
				worlds = tt.worlds()
			}
			a := call(t, context.Background(), tt.tool, tt.args, worlds...)
			if a.Code != tt.code {
				t.Fatalf("code %q, want %q: %s", a.Code, tt.code, a.Text)
			}
			if a.Code == envelope.OutOfBounds && !(strings.Contains(a.Text, "not joined") && strings.Contains(a.Text, "lies in Andorra") && strings.Contains(a.Text, "lies in Delaware")) {
				t.Errorf("which regions are meant is not said: %s", a.Text)
			}
			for i, w := range worlds {
				if used := w.router.lastRoute != nil || w.router.lastIso != nil; used != (i == tt.region) && tt.code == "" {
					t.Errorf("region %d was asked: %v", i, used)
				}
			}
		})
	}
}

// TestWarningsOfTheRegion searches two regions, of which one has nothing but a weak match and much to
// say about it.
func TestWarningsOfTheRegion(t *testing.T) {
	one, two := delaware(t), andorra(t)
	one.gazetteer.places = append(one.gazetteer.places, place("osm:way/21", "Ella Lane", "Ella Lane, not Andorra la Vella", 39.7, -75.6, geocode.Street, 0.45))
	one.gazetteer.warn, two.gazetteer.warn = "Nothing matches Andorra.", "Said of Andorra."
	for text, want := range map[string]string{"Andorra la Vella": "[Said of Andorra.]", "Rodney Square": "[Nothing matches Andorra.]", "Atlantis": "[Nothing matches Andorra. Said of Andorra.]"} {
		a := call(t, context.Background(), "geocode", fmt.Sprintf(`{"text": %q}`, text), one, two)
		var answer struct{ Warnings []string }
		if err := json.Unmarshal(a.Structured, &answer); err != nil || a.IsError() {
			t.Fatal(err, a.Text)
		}
		if got := fmt.Sprint(answer.Warnings); got != want {
			t.Errorf("%s: warnings %s, want %s", text, got, want)
		}
	}
}

// TestExactBeforeMisspelt searches two regions, of which one has the words as they are written, though of several places,
// and the other a slip of them.
func TestExactBeforeMisspelt(t *testing.T) {
	one, two := delaware(t), andorra(t)
	slip := place("osm:way/31", "Gore", "Gore, not Gare Centrale", 39.7, -75.6, geocode.Venue, 0.9)
	slip.Misspelt = true
	one.gazetteer.places = append(one.gazetteer.places, slip)
	two.gazetteer.places = append(two.gazetteer.places, place("osm:way/32", "Gare Centrale", "Gare Centrale", 42.5, 1.5, geocode.Venue, 0.85))
	for _, regions := range [][]*world{{one, two}, {two, one}} {
		a := call(t, context.Background(), "geocode", `{"text": "Gare Centrale"}`, regions...)
		var answer struct{ Results []struct{ ID string } }
		if err := json.Unmarshal(a.Structured, &answer); err != nil || len(answer.Results) != 2 || answer.Results[0].ID != "osm:way/32" {
			t.Errorf("got %v, %v", answer, err)
		}
	}
}

// TestNearBeforeExact stands in Wilmington and names a street that bears the name more exactly in a
// town far away.
func TestNearBeforeExact(t *testing.T) {
	add := func(near, far float64, nearAt orb.Point) *world {
		w := delaware(t)
		w.gazetteer.places = nil
		w.gazetteer.ranked = true
		w.gazetteer.places = append(w.gazetteer.places,
			place("osm:way/31", "Queen Street", "Queen Street, Smyrna, DE", 39.2998, -75.6046, geocode.Street, far),
			place("osm:way/32", "North Queen Street", "North Queen Street, Wilmington, DE", nearAt[1], nearAt[0], geocode.Street, near))
		return w
	}
	beside := orb.Point{-75.549, 39.745}
	for _, tt := range []struct {
		name string
		w    *world
		want orb.Point
		warn bool
	}{
		{"beside", add(0.73, 0.85, beside), beside, true},
		{"too weak", add(0.65, 0.78, beside), orb.Point{-75.6046, 39.2998}, false},
		{"far surer", add(0.73, 1, beside), orb.Point{-75.6046, 39.2998}, false},
		{"not near either", add(0.73, 0.85, orb.Point{-75.549, 39.6}), orb.Point{-75.6046, 39.2998}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := call(t, context.Background(), "get_directions", `{"locations": [{"lat": 39.7459, "lon": -75.5466}, "Queen Street"]}`, tt.w)
			if a.IsError() {
				t.Fatal(a.Text)
			}
			if got := tt.w.router.lastRoute.Stops[1]; got != tt.want {
				t.Errorf("drives to %v, want %v", got, tt.want)
			}
			if said := bytes.Contains(a.Structured, []byte("osm:way/31), which is far away")); said != tt.warn {
				t.Errorf("warned of the other: %v, want %v", said, tt.warn)
			}
		})
	}
}

// TestSurestTextFirst names a street before the place that says in which town it is.
func TestSurestTextFirst(t *testing.T) {
	for _, locations := range []string{`["Queen Street", "Rodney Square"]`, `["Rodney Square", "Queen Street"]`} {
		w := delaware(t)
		w.gazetteer.ranked = true
		w.gazetteer.places = append(w.gazetteer.places,
			place("osm:way/31", "Queen Street", "Queen Street, Smyrna, DE", 39.2998, -75.6046, geocode.Street, 0.85),
			place("osm:way/32", "North Queen Street", "North Queen Street, Wilmington, DE", 39.745, -75.549, geocode.Street, 0.73))
		a := call(t, context.Background(), "get_directions", `{"locations": `+locations+`}`, w)
		if a.IsError() {
			t.Fatal(a.Text)
		}
		if stops := w.router.lastRoute.Stops; !slices.Contains(stops, orb.Point{-75.549, 39.745}) {
			t.Errorf("%s: drives by %v, want the street beside the square", locations, stops)
		}
	}
}

// TestRegionAcrossTheAntimeridian locates points in a region whose box has west > east.
func TestRegionAcrossTheAntimeridian(t *testing.T) {
	fiji := delaware(t)
	fiji.Name, fiji.Bound = "Fiji", orb.Bound{Min: orb.Point{176, -20}, Max: orb.Point{-178, -12}}
	for location, code := range map[string]envelope.Code{
		"-18, 178": "", "-18, -179": "", "-18, 180": "", "-18, 539": "",
		"-18, 175": envelope.OutOfBounds, "-18, -177": envelope.OutOfBounds, "-11, 178": envelope.OutOfBounds, "-18, 0": envelope.OutOfBounds,
	} {
		a := call(t, context.Background(), "get_isochrone", `{"location": "`+location+`", "contours": [{"time": 5}]}`, fiji)
		if a.Code != code {
			t.Errorf("%s: code %q, want %q: %s", location, a.Code, code, a.Text)
		}
	}
}

// TestAreaAroundRegion predicts over a polygon whose corners all lie outside of the region.
func TestAreaAroundRegion(t *testing.T) {
	polygon := `{"profile": "hiker", "area_type": "polygon", "polygon": {"type": "Polygon", "coordinates": [[%s]]}, "datetime": "2026-11-30T14:20:00Z"}`
	tests := []struct {
		name, ring string
		bound      orb.Bound
		asked      bool
	}{
		{"across", `[-76, 39], [-74.9, 39], [-74.9, 39.1], [-76, 39.1]`, orb.Bound{Min: orb.Point{-75.8, 38.45}, Max: orb.Point{-75.0, 39.85}}, true},
		{"across, east of the antimeridian", `[-179.9, -16], [-177, -16], [-177, -15.9], [-179.9, -15.9]`, orb.Bound{Min: orb.Point{176, -15.99}, Max: orb.Point{-178, -15.91}}, true},
		{"beside", `[-76, 39], [-75.9, 39], [-75.9, 39.1], [-76, 39.1]`, orb.Bound{Min: orb.Point{-75.8, 38.45}, Max: orb.Point{-75.0, 39.85}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := delaware(t)
			w.Bound, w.oracle.fail = tt.bound, &predict.NoSignalError{Reason: "x"}
			a := call(t, context.Background(), "get_prediction", fmt.Sprintf(polygon, tt.ring), w)
			want := envelope.OutOfBounds
			if tt.asked {
				want = envelope.PredictionNoSignal
			}
			if a.Code != want {
				t.Errorf("code %q, want %q: %s", a.Code, want, a.Text)
			}
		})
	}
}

// TestModesOfRegion asks for a mode that a region was not built for.
func TestModesOfRegion(t *testing.T) {
	w := delaware(t)
	w.router.modes = []routing.Mode{routing.Auto}
	for tool, args := range map[string]string{
		"get_directions": `{"locations": ["osm:way/2", "osm:way/5"], "travel": "bicycle"}`,
		"find_and_route": `{"origin": "osm:way/2", "destination": "osm:way/5", "travel": "pedestrian"}`,
		"get_isochrone":  `{"location": "osm:way/2", "contours": [{"time": 5}]}`,
	} {
		if a := call(t, context.Background(), tool, args, w); a.Code != envelope.InvalidInput || !strings.Contains(a.Text, "want auto") {
			t.Errorf("%s: %s", tool, a.Text)
		}
	}
	if a := call(t, context.Background(), "get_directions", `{"locations": ["osm:way/2", "osm:way/5"]}`, w); a.IsError() {
		t.Error(a.Text)
	}
}

// TestRequests checks what reaches the engines.
func TestRequests(t *testing.T) {
	w := delaware(t)
	run := func(tool, args string) {
		t.Helper()
		if a := call(t, context.Background(), tool, args, w); a.IsError() {
			t.Fatal(a.Text, a.Cause)
		}
	}
	run("get_directions", `{"locations": ["osm:way/2", "osm:way/5"], "travel_options": {"exclude": ["toll", "steps"], "shortest": true, "use_highways": 0, "use_tolls": 0.5, "use_ferries": 1}, "units": "miles", "language": "en-GB"}`)
	r := w.router.lastRoute
	if r.Mode != routing.Auto || !r.Miles || r.Language != "en-GB" || !r.Options.Shortest || r.Options.Exclude != routing.Toll|routing.Steps ||
		*r.Options.UseHighways != 0 || *r.Options.UseTolls != 0.5 || *r.Options.UseFerries != 1 {
		t.Errorf("route request %+v", r)
	}
	run("get_directions", `{"locations": ["osm:way/2", "osm:way/5"], "travel": "pedestrian", "travel_options": {"walking_speed": 4.5}}`)
	if r := w.router.lastRoute; r.Mode != routing.Pedestrian || r.Options.WalkingSpeed != 4.5 || r.Miles {
		t.Errorf("route request %+v", r)
	}
	run("get_isochrone", `{"location": "osm:way/2", "contours": [{"time": 7.5}, {"distance": 1.25}]}`)
	if r := w.router.lastIso; r.Mode != routing.Pedestrian || r.Denoise != 0.5 || r.Direction != routing.From ||
		r.Contours[0] != (routing.Contour{Metric: routing.ByTime, Value: 450}) || r.Contours[1] != (routing.Contour{Metric: routing.ByDistance, Value: 1250}) {
		t.Errorf("isochrone request %+v", r)
	}
	run("geocode", `{"text": " DE ", "focus": {"lat": 39, "lon": 284}, "countries": ["us", "CAN"], "place_types": ["venue", "venue"], "bbox": [170, -1, -170, 1], "size": 7, "autocomplete": true, "language": "de"}`)
	q := w.gazetteer.last
	if q.Text != "DE" || *q.Focus != (orb.Point{-76, 39}) || fmt.Sprint(q.Countries) != "[US CAN]" || len(q.Types) != 1 || q.Types[0] != geocode.Venue ||
		*q.Bound != (orb.Bound{Min: orb.Point{170, -1}, Max: orb.Point{-170, 1}}) || q.Size != 7 || !q.Autocomplete || q.Language != "de" {
		t.Errorf("query %+v", q)
	}
	run("get_prediction", `{"profile": "hiker", "area_type": "polygon", "polygon": {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[-75.6, 39.7], [-75.6, 39.8], [-75.5, 39.8], [-75.5, 39.7]]]}}, "last_known_point": "osm:way/2", "initial_bearing_deg": 90, "age_years": 40, "resolution": 8, "datetime": "2026-11-30T14:20"}`)
	p := w.oracle.last
	if p.Profile != "hiker" || len(p.Polygon) != 1 || len(p.Polygon[0][0]) != 5 || *p.InitialBearing != 90 || *p.AgeYears != 40 || p.Resolution != 8 ||
		!p.ZoneAssumed || p.Time.UTC().Hour() != 19 || *p.LastKnownPoint != (orb.Point{-75.5466, 39.7466}) {
		t.Errorf("prediction request %+v", p)
	}
}

// TestAlternatives checks which other readings of a destination are offered.
func TestAlternatives(t *testing.T) {
	w := delaware(t)
	add := func(p geocode.Place, country string) {
		p.CountryCode = country
		w.gazetteer.places = append(w.gazetteer.places, p)
	}
	winner := place("osm:node/100", "Mill", "Mill A", 39.70, -75.50, geocode.Venue, 1)
	area := place("osm:relation/101", "Mill", "Mill town", 39.71, -75.51, geocode.Locality, 0.9)
	area.Bound = &orb.Bound{Min: orb.Point{-75.6, 39.6}, Max: orb.Point{-75.4, 39.8}}
	add(winner, "USA")
	add(area, "USA")
	add(place("osm:node/102", "Mill", "Mill C", 39.50, -75.50, geocode.Venue, 0.9), "USA")
	add(place("osm:node/103", "Mill", "Mill D", 39.60, -75.50, geocode.Venue, 0.9), "USA")
	add(place("osm:node/104", "Mill", "Mill E", 39.65, -75.50, geocode.Venue, 0.3), "USA")
	add(place("osm:node/105", "Mill", "Mill F", 39.64, -75.50, geocode.Venue, 0.9), "CAN")
	add(place("osm:node/106", "Mill", "Mill G", 39.40, -75.50, geocode.Venue, 0.9), "USA")
	add(place("osm:node/107", "Mill", "Mill H", 39.30, -75.50, geocode.Venue, 0.9), "USA")
	a := call(t, context.Background(), "find_and_route", `{"origin": "39.72,-75.50", "destination": "Mill"}`, w)
	var answer struct {
		Destination  struct{ ID string }
		Alternatives []struct{ ID string }
	}
	if err := json.Unmarshal(a.Structured, &answer); err != nil || a.IsError() {
		t.Fatal(err, a.Text)
	}
	if got, want := fmt.Sprint(answer.Destination, answer.Alternatives), "{osm:relation/101} [{osm:node/100} {osm:node/103} {osm:node/102}]"; got != want {
		// The gazetteer puts the nearest to the origin first: the town.
		t.Errorf("destination and alternatives %s, want %s", got, want)
	}
	w.gazetteer.places[len(w.gazetteer.places)-7].Point = orb.Point{-75.1, 39.0} // the town, farther off; its extent still holds the winner
	a = call(t, context.Background(), "find_and_route", `{"origin": "39.72,-75.50", "destination": "Mill"}`, w)
	if err := json.Unmarshal(a.Structured, &answer); err != nil || a.IsError() {
		t.Fatal(err, a.Text)
	}
	if got, want := fmt.Sprint(answer.Destination, answer.Alternatives), "{osm:node/100} [{osm:node/103} {osm:node/102} {osm:node/106}]"; got != want {
		t.Errorf("destination and alternatives %s, want %s", got, want)
	}
	if bytes.Contains(a.Structured, []byte("could as well mean")) {
		t.Error("a warning of another reading, where the one taken is surer")
	}
	// Where two are as sure and as near, the answer says so; only the way through given stops refuses.
	a = call(t, context.Background(), "find_and_route", `{"origin": "39.42,-75.64", "destination": "Main Street"}`, w)
	if a.IsError() || !bytes.Contains(a.Structured, []byte(`"Main Street\" could as well mean another place`)) || !bytes.Contains(a.Structured, []byte(`"alternatives":[{"id":"osm:way/`)) {
		t.Errorf("no warning of another reading: %s", a.Structured)
	}
}

// TestIDsChain feeds the id of each row of one answer to every tool that takes a location.
func TestIDsChain(t *testing.T) {
	w := delaware(t)
	a := call(t, context.Background(), "geocode", `{"text": "DE", "size": 40}`, w)
	b := call(t, context.Background(), "find_and_route", `{"origin": "39.75,-75.55", "destination": "39.7,-75.5"}`, w)
	var rows struct{ Results []struct{ ID string } }
	var ends struct{ Origin, Destination struct{ ID string } }
	if err := json.Unmarshal(a.Structured, &rows); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Structured, &ends); err != nil {
		t.Fatal(err)
	}
	ids := []string{ends.Origin.ID, ends.Destination.ID}
	for _, r := range rows.Results {
		ids = append(ids, r.ID)
	}
	if len(ids) != 8 {
		t.Fatalf("%d ids, want 8", len(ids))
	}
	for _, id := range ids {
		for tool, args := range map[string]string{
			"reverse_geocode": `{"location": %q}`,
			"get_directions":  `{"locations": [%q, "osm:way/2"]}`,
			"find_and_route":  `{"origin": "osm:way/2", "destination": %q}`,
			"get_isochrone":   `{"location": %q, "contours": [{"time": 5}]}`,
			"get_prediction":  `{"profile": "hiker", "area_type": "circle", "center": %q, "radius_m": 500, "datetime": "2026-11-30T14:20:00Z"}`,
		} {
			if a := call(t, context.Background(), tool, fmt.Sprintf(args, id), w); a.IsError() {
				t.Errorf("%s does not take id %s: %s", tool, id, a.Text)
			}
		}
	}
}

// TestParseCountryIsAHint gives an address the wrong country: it is corrected, and the answer less sure.
func TestParseCountryIsAHint(t *testing.T) {
	w := delaware(t)
	for country, want := range map[string]string{
		"USA": `{0.98 [{country  United States inferred}]}`, "": `{0.98 [{country  United States inferred}]}`,
		"FRA": `{0.74 [{country FRA United States typo}]}`,
	} {
		a := call(t, context.Background(), "parse_address", fmt.Sprintf(`{"addresses": [{"text": "Rodney Square", "country": %q}]}`, country), w)
		var out struct {
			Results []struct {
				Confidence  float64
				Corrections []struct{ Field, Original, Corrected, Type string }
			}
		}
		if err := json.Unmarshal(a.Structured, &out); err != nil || a.IsError() {
			t.Fatal(err, a.Text)
		}
		if got := fmt.Sprint(out.Results[0]); got != want {
			t.Errorf("%q: got %s, want %s", country, got, want)
		}
	}
}
