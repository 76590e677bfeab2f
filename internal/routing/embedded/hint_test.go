package embedded_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/embedded"
	"github.com/paulmach/orb"
)

// ring is a block of two-way streets, so that whatever direction a trip sets out in it can come round.
func ring() *osmtest.Map {
	m := new(osmtest.Map)
	node(node(node(node(m, 1, 0, 0), 2, 1000, 0), 3, 1000, 500), 4, 0, 500)
	return m.Way(1, []int64{1, 2}, "highway=residential", "name=South").Way(2, []int64{2, 3}, "highway=residential", "name=East").
		Way(3, []int64{3, 4}, "highway=residential", "name=North").Way(4, []int64{4, 1}, "highway=residential", "name=West")
}

func hinted(e *embedded.Engine, mode routing.Mode, hints []routing.Hint, stops ...orb.Point) (result, error) {
	r, err := e.Route(context.Background(), routing.RouteRequest{Mode: mode, Stops: stops, Hints: hints})
	return result{r}, err
}

func TestHints(t *testing.T) {
	e := engine(t, ring())
	heading := func(degrees float64) routing.Hint { return routing.Hint{Heading: &degrees} }
	within := func(degrees, tolerance float64) routing.Hint {
		return routing.Hint{Heading: &degrees, Tolerance: tolerance}
	}
	same, opposite := routing.Hint{Side: routing.SameSide}, routing.Hint{Side: routing.OppositeSide}
	for _, tc := range []struct {
		name     string
		from, to routing.Hint
		y        float64 // of both stops, beside South
		metres   float64 // of the trip from 400 m along South to 600 m
		warned   bool
	}{
		{"none", routing.Hint{}, routing.Hint{}, -5, 200, false},
		{"setting out eastwards", heading(90), routing.Hint{}, -5, 200, false},
		{"setting out westwards", heading(270), routing.Hint{}, -5, 2800, false},
		{"setting out north-westwards", heading(320), routing.Hint{}, -5, 2800, false},
		{"arriving eastwards", routing.Hint{}, heading(80), -5, 200, false},
		{"arriving westwards", routing.Hint{}, heading(270), -5, 2800, false},
		{"a heading across", within(0, 30), routing.Hint{}, -5, 200, true},
		{"a heading across, with any tolerance", within(0, 180), routing.Hint{}, -5, 200, false},
		{"a tight heading", within(92, 5), routing.Hint{}, -5, 200, false},
		{"stops at the kerb", same, same, -5, 200, false},
		{"start at the kerb of the other lane", same, routing.Hint{}, 5, 2800, false},
		{"arrival at the kerb of the other lane", routing.Hint{}, same, 5, 2800, false},
		{"start across the road", opposite, routing.Hint{}, -5, 2800, false},
		{"arrival across the road", routing.Hint{}, opposite, 5, 200, false},
		{"on the road there are no sides", same, opposite, .5, 200, false},
	} {
		r, err := hinted(e, routing.Auto, []routing.Hint{tc.from, tc.to}, at(400, tc.y), at(600, tc.y))
		if err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		if math.Abs(r.Distance-tc.metres) > 20 || len(r.Warnings) > 0 != tc.warned {
			t.Errorf("%s: %.0f m, want %.0f; warnings %q", tc.name, r.Distance, tc.metres, r.Warnings)
		}
	}
}

// Hints that no trip can follow leave none; those that make no sense are faults of the request.
func TestHintsThatCannotBeFollowed(t *testing.T) {
	e := engine(t, ring())
	west, east, odd := 270.0, 90.0, 361.0
	var none *routing.NoRouteError
	if r, err := hinted(e, routing.Auto, []routing.Hint{{Heading: &west}, {Heading: &east}}, at(400, 0), at(600, 0)); !errors.As(err, &none) {
		t.Errorf("turning round in a ring of streets: %v, %v", r, err)
	}
	for _, tc := range []struct {
		mode  routing.Mode
		hints []routing.Hint
		field string
	}{
		{routing.Auto, []routing.Hint{{Heading: &west}}, "hints"},
		{routing.Auto, []routing.Hint{{}, {Heading: &odd}}, "locations[1].heading"},
		{routing.Auto, []routing.Hint{{Heading: ptr(math.NaN())}, {}}, "locations[0].heading"},
		{routing.Auto, []routing.Hint{{Heading: &west, Tolerance: 181}, {}}, "locations[0].heading_tolerance"},
		{routing.Auto, []routing.Hint{{Heading: &west, Tolerance: -1}, {}}, "locations[0].heading_tolerance"},
		{routing.Auto, []routing.Hint{{}, {Side: "left"}}, "locations[1].side"},
		{routing.Pedestrian, []routing.Hint{{}, {Side: routing.SameSide}}, "locations[1].side"},
		{routing.Pedestrian, []routing.Hint{{Heading: &west}, {}}, "locations[0].heading"},
	} {
		var wrong *routing.OptionError
		if _, err := hinted(e, tc.mode, tc.hints, at(400, 0), at(600, 0)); !errors.As(err, &wrong) || wrong.Field != tc.field {
			t.Errorf("%+v: %v, want a fault in %s", tc.hints, err, tc.field)
		}
	}
}

// Where traffic keeps left the kerb is on the other side.
func TestSidesWhereTrafficKeepsLeft(t *testing.T) {
	const lon, lat = -1.9, 52.5
	m := new(osmtest.Map)
	for i, p := range [][2]float64{{0, 0}, {.02, 0}, {.02, .005}, {0, .005}} {
		m.Node(int64(i+1), lon+p[0], lat+p[1])
	}
	m.Way(1, []int64{1, 2, 3, 4, 1}, "highway=residential")
	e := engine(t, m)
	for side, far := range map[routing.Side]bool{routing.SameSide: false, routing.OppositeSide: true} {
		from, to := orb.Point{lon + .008, lat + .00005}, orb.Point{lon + .012, lat + .00005} // north of the road, which leads east
		r, err := hinted(e, routing.Auto, []routing.Hint{{Side: side}, {Side: side}}, from, to)
		if err != nil || r.Distance > 1000 != far {
			t.Errorf("%s: %v, %v", side, r, err)
		}
	}
}

// A heading chooses between carriageways that lie beside each other.
func TestHeadingOnADualCarriageway(t *testing.T) {
	m := grid(new(osmtest.Map), 1, 0, 0)
	node(node(node(node(m, 9001, 0, -40), 9002, 1900, -40), 9003, 1900, -50), 9004, 0, -50)
	m.Way(9000, []int64{9001, 9002}, "highway=primary", "oneway=yes", "name=Eastbound").Way(9001, []int64{9003, 9004}, "highway=primary", "oneway=yes", "name=Westbound").
		Way(9002, []int64{9002, 20}, "highway=primary").Way(9003, []int64{20, 9003}, "highway=primary").
		Way(9004, []int64{9004, 1}, "highway=primary").Way(9005, []int64{1, 9001}, "highway=primary")
	e := engine(t, m)
	for want, degrees := range map[string]float64{"Eastbound": 85, "Westbound": 265} {
		for _, y := range []float64{-36, -45, -54} {
			r, err := hinted(e, routing.Auto, []routing.Hint{{Heading: &degrees}, {}}, at(900, y), at(900, 900))
			if err != nil || !slices.Contains(r.Waypoints[0].Streets, want) || strings.Join(r.Warnings, "") != "" {
				t.Errorf("heading %v at %v m: on %v, %v", degrees, y, r.Waypoints, err)
			}
		}
	}
}
