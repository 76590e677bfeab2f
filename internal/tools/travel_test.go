package tools_test

import (
	"context"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/territory"
)

// Each option reaches the engine as it was sent.
func TestTravelOptionsReachTheEngine(t *testing.T) {
	w := delaware(t)
	w.router.modes = []routing.Mode{routing.Auto, routing.Truck, routing.Bus, routing.Bicycle, routing.Pedestrian}
	run := func(travel, options string) routing.Options {
		t.Helper()
		a := call(t, context.Background(), "get_directions", `{"locations": ["osm:way/2", "osm:way/3"], "travel": "`+travel+`", "travel_options": {`+options+`}}`, w)
		if a.IsError() {
			t.Fatal(a.Text)
		}
		return w.router.lastRoute.Options
	}
	o := run("truck", `"height": 4.1, "width": 2.5, "length": 18, "weight": 38, "axle_load": 11.5, "axle_count": 5, "hazmat": true, "use_tolls": 0`)
	if *o.Height != 4.1 || *o.Width != 2.5 || *o.Length != 18 || *o.Weight != 38 || *o.AxleLoad != 11.5 || *o.AxleCount != 5 || !o.Hazmat || *o.UseTolls != 0 {
		t.Errorf("truck: %+v", o)
	}
	o = run("bicycle", `"bicycle_type": "road", "use_roads": 0.2, "avoid_bad_surfaces": 1, "use_hills": 0, "use_lit": 0.5, "cycling_speed": 22`)
	if o.Bicycle != routing.RoadBicycle || *o.UseRoads != 0.2 || *o.AvoidBadSurfaces != 1 || *o.UseHills != 0 || *o.UseLit != 0.5 || o.CyclingSpeed != 22 {
		t.Errorf("bicycle: %+v", o)
	}
	o = run("pedestrian", `"max_hiking_difficulty": 2, "avoid_locations": [{"lat": 39.7, "lon": -75.6}, {"lat": 39.71, "lng": -75.61}],
		"avoid_polygons": [{"type": "Polygon", "coordinates": [[[-75.6, 39.7], [-75.5, 39.7], [-75.5, 39.8]]]}]`)
	if *o.MaxHiking != 2 || len(o.AvoidLocations) != 2 || o.AvoidLocations[1][0] != -75.61 || len(o.AvoidPolygons) != 1 || len(o.AvoidPolygons[0][0]) != 4 {
		t.Errorf("pedestrian: %+v", o)
	}
}

func TestTravelOptionsAreChecked(t *testing.T) {
	areas := strings.TrimSuffix(strings.Repeat(`{"type": "Polygon", "coordinates": [[[-75.6, 39.7], [-75.5, 39.7], [-75.5, 39.8]]]},`, 21), ",")
	ring := strings.TrimSuffix(strings.Repeat(`[-75.6, 39.7], [-75.5, 39.7], [-75.5, 39.8],`, 334), ",")
	for _, tt := range []struct{ travel, options, want string }{
		{"bus", `"hazmat": true`, "hazmat is not an option of travel"},
		{"auto", `"axle_count": 3`, "axle_count is not an option of travel"},
		{"truck", `"axle_count": 2.5`, "axle_count is out of range"},
		{"truck", `"height": 11`, "height is out of range"},
		{"truck", `"use_lit": 1`, "use_lit is not an option of travel"},
		{"auto", `"bicycle_type": "road"`, "bicycle_type is not an option of travel"},
		{"bicycle", `"bicycle_type": "penny-farthing"`, "bicycle_type is no bicycle on offer"},
		{"bicycle", `"max_hiking_difficulty": 1`, "max_hiking_difficulty is not an option of travel"},
		{"auto", `"avoid_polygons": [{"type": "Point", "coordinates": [1, 2]}]`, "avoid_polygons[0] is no area"},
		{"auto", `"avoid_polygons": [` + areas + `]`, "avoid_polygons has too many areas"},
		{"auto", `"avoid_polygons": [{"type": "Polygon", "coordinates": [[` + ring + `]]}]`, "avoid_polygons has too many positions"},
		{"auto", `"avoid_locations": [{"lat": 39.7}]`, "avoid_locations[0].lon is missing"},
	} {
		a := call(t, context.Background(), "get_directions", `{"locations": ["osm:way/2", "osm:way/3"], "travel": "`+tt.travel+`", "travel_options": {`+tt.options+`}}`, delaware(t))
		if a.Code != envelope.InvalidInput || !strings.Contains(a.Text, "travel_options."+tt.want) {
			t.Errorf("%s %.60s: %s", tt.travel, tt.options, a.Text)
		}
	}
}

// Where a region knows its time zones, times of day are taken there to the minute, whatever zone they
// are told in and whether it is summer.
func TestLocalTimes(t *testing.T) {
	w := delaware(t)
	w.Lands = territory.World()
	for _, tt := range []struct{ text, want string }{
		{"2026-07-30T08:15", "08:15"},
		{"2026-07-30T08:15:00-05:00", "09:15"},
		{"2026-07-30T12:15:00Z", "08:15"},
		{"2026-11-30T12:15:00Z", "07:15"},
	} {
		a := call(t, context.Background(), "get_directions", `{"locations": ["osm:way/2", "osm:way/3"], "depart_at": "`+tt.text+`"}`, w)
		if got := w.router.lastRoute.Options.DepartAt.Format("15:04"); got != tt.want || strings.Contains(a.Text, "depart_at") {
			t.Errorf("depart_at %s: departs at %s, want %s\n%s", tt.text, got, tt.want, a.Text)
		}
		for _, where := range []string{`"near": "osm:way/2"`, `"bbox": [-75.6, 39.7, -75.5, 39.8]`, `"size": 3`} {
			a = call(t, context.Background(), "search_places", `{"query": "square", `+where+`, "open_at": "`+tt.text+`"}`, w)
			if got := w.gazetteer.lastFind.OpenAt.Format("15:04"); got != tt.want || strings.Contains(a.Text, "open_at") {
				t.Errorf("open_at %s, %s: open at %s, want %s\n%s", tt.text, where, got, tt.want, a.Text)
			}
		}
	}
	area := `"profile": "hiker", "area_type": "circle", "center": {"lat": 39.7, "lon": -75.5}, "radius_m": 500, `
	a := call(t, context.Background(), "get_prediction", `{`+area+`"datetime": "2026-07-30T14:20", "last_seen_at": "2026-07-30T13:20"}`, w)
	if got := w.oracle.last; got.Time.UTC().Hour() != 18 || got.LastSeen.UTC().Hour() != 17 || got.ZoneAssumed || !strings.Contains(string(a.Structured), "taken as local time there (America/New_York)") {
		t.Errorf("prediction at %v, last seen at %v, zone assumed %v\n%s", got.Time, got.LastSeen, got.ZoneAssumed, a.Text)
	}
}

func TestDepartAt(t *testing.T) {
	for _, tt := range []struct{ text, want, warning string }{
		{"2026-11-30T08:15", "08:15", ""},
		{"2026-11-30T08:15:00-05:00", "08:15", ""},
		{"2026-11-30T13:15:00Z", "08:15", "taken as 2026-11-30 08:15 there"},
	} {
		w := delaware(t)
		a := call(t, context.Background(), "get_directions", `{"locations": ["osm:way/2", "osm:way/3"], "depart_at": "`+tt.text+`"}`, w)
		if a.IsError() {
			t.Fatal(a.Text)
		}
		if got := w.router.lastRoute.Options.DepartAt.Format("15:04"); got != tt.want {
			t.Errorf("%s: departs at %s, want %s", tt.text, got, tt.want)
		}
		if !strings.Contains(string(a.Structured), tt.warning) || tt.warning == "" && strings.Contains(string(a.Structured), "depart_at") {
			t.Errorf("%s: %s", tt.text, a.Text)
		}
	}
	a := call(t, context.Background(), "get_directions", `{"locations": ["osm:way/2", "osm:way/3"], "depart_at": "tomorrow"}`, delaware(t))
	if a.Code != envelope.InvalidInput || !strings.Contains(a.Text, "depart_at is no ISO 8601 date") {
		t.Error(a.Text)
	}
}
