package embedded_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// The destination lies in a park whose roads are not joined to the rest: the route ends at the
// nearest public road and says so.
func TestDestinationOnAnIsland(t *testing.T) {
	m := grid(new(osmtest.Map), 1, 0, 0)
	node(node(node(m, 9001, 2500, 1000), 9002, 2600, 1000), 9003, 2600, 1100).Way(9000, []int64{9001, 9002, 9003}, "highway=service", "name=Park")
	e := engine(t, m)
	r, err := route(e, routing.Auto, at(100, 100), at(2590, 1010))
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Waypoints[1].Point; geo.Distance(got, at(1900, 1010)) > 20 {
		t.Errorf("the route ends at %v", got)
	}
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "Stop 2") || !strings.Contains(r.Warnings[0], "691 m") {
		t.Errorf("warnings %q", r.Warnings)
	}
	// Both ends in the park: nobody leaves it.
	if r, err = route(e, routing.Auto, at(2500, 1005), at(2605, 1090)); err != nil || !slices.Equal(r.streets(), []string{"Park"}) {
		t.Errorf("within the park: %v, %v", r.streets(), err)
	}
}

// The same with a park that has many roads of its own, as large as a village.
func TestDestinationOnALargeIsland(t *testing.T) {
	m := grid(new(osmtest.Map), 1, 0, 0)
	m.Grid(9001, 7, 7, 10+2500*deg, 1000*deg, 50*deg)
	for i := range int64(7) {
		var row, column []int64
		for j := range int64(7) {
			row, column = append(row, 9001+7*i+j), append(column, 9001+7*j+i)
		}
		m.Way(9100+i, row, "highway=service", "name=Park").Way(9200+i, column, "highway=service", "name=Park")
	}
	e := engine(t, m)
	r, err := route(e, routing.Auto, at(100, 100), at(2590, 1110))
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Waypoints[1].Streets[0]; got != "Column" || len(r.Warnings) != 1 {
		t.Errorf("the route ends on %s, warnings %q", got, r.Warnings)
	}
	if r, err = route(e, routing.Auto, at(2510, 1005), at(2790, 1290)); err != nil || !slices.Equal(r.streets(), []string{"Park"}) || len(r.Warnings) != 0 {
		t.Errorf("within the park: %v, %v", r.streets(), err)
	}
}

// A stub of one-way road that leads away from the network: with the traffic it is used, against it
// the stop moves to the network.
func TestOneWayStub(t *testing.T) {
	m := grid(new(osmtest.Map), 1, 0, 0)
	node(node(m, 9001, 2100, 1010), 9002, 2400, 1010).Way(9000, []int64{9001, 9002}, "highway=residential", "oneway=yes", "name=Stub")
	e := engine(t, m)
	if r, err := route(e, routing.Auto, at(2150, 1012), at(2350, 1012)); err != nil || !slices.Equal(r.streets(), []string{"Stub"}) || math.Abs(r.Distance-200) > 2 {
		t.Errorf("with the traffic: %v, %v", r, err)
	}
	r, err := route(e, routing.Auto, at(2350, 1012), at(2150, 1012))
	if err != nil {
		t.Fatalf("against the traffic: %v", err)
	}
	for i, w := range r.Waypoints {
		if w.Streets[0] == "Stub" {
			t.Errorf("stop %d lies on the stub", i+1)
		}
	}
}

// A stop in the middle near a one-way road to nowhere is put where the trip can go on.
func TestStopThatCannotBeLeft(t *testing.T) {
	m := grid(new(osmtest.Map), 1, 0, 0)
	node(m, 9001, 2200, 1000).Way(9000, []int64{20*10 + 20, 9001}, "highway=residential", "oneway=yes", "name=Nowhere")
	e := engine(t, m)
	r, err := route(e, routing.Auto, at(0, 0), at(2000, 1010), at(0, 1900))
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Waypoints[1].Streets[0]; got == "Nowhere" || r.Waypoints[1].Distance > 101 {
		t.Errorf("the stop lies on %s, %.0f m away", got, r.Waypoints[1].Distance)
	}
	// As the last stop, the road to nowhere will do.
	if r, err := route(e, routing.Auto, at(0, 0), at(2000, 1010)); err != nil || r.Waypoints[1].Streets[0] != "Nowhere" {
		t.Errorf("as the last stop: %v", err)
	}
}

// A private road is never a short cut, but one may begin and end on it; a list of values counts too.
func TestPrivateRoads(t *testing.T) {
	for _, tag := range []string{"access=private", "vehicle=private;delivery", "motor_vehicle=destination"} {
		t.Run(tag, func(t *testing.T) {
			m := new(osmtest.Map)
			node(node(node(node(m, 1, 0, 0), 2, 1000, 0), 3, 0, 600), 4, 1000, 600)
			m.Way(1, []int64{1, 3}, "highway=residential", "name=West").Way(2, []int64{3, 4}, "highway=residential", "name=North").
				Way(3, []int64{4, 2}, "highway=residential", "name=East").Way(4, []int64{1, 2}, "highway=service", "name=Private", tag)
			e := engine(t, m)
			if r, err := route(e, routing.Auto, at(0, 100), at(1000, 100)); err != nil || !slices.Equal(r.streets(), []string{"West", "North", "East"}) {
				t.Errorf("through: %v, %v", r.streets(), err)
			}
			if r, err := route(e, routing.Auto, at(0, 100), at(400, 0)); err != nil || !slices.Equal(r.streets(), []string{"West", "Private"}) {
				t.Errorf("to: %v, %v", r.streets(), err)
			}
			if r, err := route(e, routing.Auto, at(600, 0), at(1000, 100)); err != nil || !slices.Equal(r.streets(), []string{"Private", "East"}) {
				t.Errorf("from: %v, %v", r.streets(), err)
			}
			if r, err := route(e, routing.Auto, at(200, 0), at(800, 0)); err != nil || !slices.Equal(r.streets(), []string{"Private"}) {
				t.Errorf("within: %v, %v", r.streets(), err)
			}
		})
	}
}

// Whoever stands beside a motorway wants the local road nearby, and whoever stands on it does not.
func TestBesideAMotorway(t *testing.T) {
	m := grid(new(osmtest.Map), 1, 0, 0)
	node(node(m, 9001, -500, -30), 9002, 2400, -30).Way(9000, []int64{9001, 9002}, "highway=motorway", "name=Motorway")
	node(node(m, 9003, -500, -31), 9004, 2400, -31).Way(9005, []int64{9004, 9003}, "highway=motorway", "name=Motorway")
	m.Way(9006, []int64{1, 9001}, "highway=motorway_link", "oneway=yes").Way(9007, []int64{9003, 1}, "highway=motorway_link", "oneway=yes").
		Way(9008, []int64{9002, 20}, "highway=motorway_link", "oneway=yes").Way(9009, []int64{20, 9004}, "highway=motorway_link", "oneway=yes")
	e := engine(t, m)
	for _, tc := range []struct {
		y    float64
		want string
	}{{-20, "Row"}, {-30, "Motorway"}} {
		r, err := route(e, routing.Auto, at(950, tc.y), at(500, 500))
		if err != nil || r.Waypoints[0].Streets[0] != tc.want {
			t.Errorf("a stop at %v m lies on %v, want %s (%v)", tc.y, r.Waypoints, tc.want, err)
		}
	}
}

func TestAcrossTheAntimeridian(t *testing.T) {
	m := new(osmtest.Map).Node(1, 179.98, 0).Node(2, 180, 0).Node(3, -180, 0).Node(4, -179.98, 0).
		Way(1, []int64{1, 2}, "highway=residential").Way(2, []int64{3, 4}, "highway=residential").
		Node(5, 179.99, 1).Node(6, -179.99, 1).Way(3, []int64{5, 6}, "highway=residential")
	e := engine(t, m)
	for _, tc := range []struct {
		name   string
		a, b   orb.Point
		metres float64
	}{
		{"over joined nodes", orb.Point{179.985, 0}, orb.Point{-179.985, 0}, 3336},
		{"from beyond ±180", orb.Point{-180.015, 0}, orb.Point{180.015, 0}, 3336},
		{"over one way", orb.Point{179.995, 1}, orb.Point{-179.995, 1}, 1112},
	} {
		r, err := route(e, routing.Auto, tc.a, tc.b)
		if err != nil || math.Abs(r.Distance-tc.metres) > 2 {
			t.Errorf("%s: %v, want %v m", tc.name, err, tc.metres)
			continue
		}
		for _, p := range r.Legs[0].Shape {
			if p[0] < -180 || p[0] > 180 {
				t.Errorf("%s: %v", tc.name, p)
			}
		}
	}
}

func TestFerries(t *testing.T) {
	m := new(osmtest.Map)
	node(node(node(node(m, 1, 0, 0), 2, 500, 0), 3, 20_500, 0), 4, 21_000, 0)
	m.Way(1, []int64{1, 2}, "highway=residential", "name=Here").Way(2, []int64{2, 3}, "route=ferry", "duration=01:00", "name=Boat").Way(3, []int64{3, 4}, "highway=residential", "name=There")
	e := engine(t, m)
	r, err := route(e, routing.Auto, at(100, 0), at(20_900, 0))
	if err != nil {
		t.Fatal(err)
	}
	boat := 0.0
	for _, s := range r.Legs[0].Steps {
		if s.Travel == routing.TakeBoat {
			boat += s.Duration
		}
	}
	if !r.HasFerry || boat < 3600 || boat > 3800 {
		t.Errorf("ferry %v, %.0f s on it", r.HasFerry, boat)
	}
	// Nobody starts at sea.
	if r, err := route(e, routing.Auto, at(3000, 0), at(100, 0)); err != nil || r.Waypoints[0].Streets[0] != "Here" || len(r.Warnings) != 1 {
		t.Errorf("from the sea: %+v, %v", r.Route, err)
	}
	_, err = e.Route(context.Background(), routing.RouteRequest{Mode: routing.Auto, Stops: []orb.Point{at(100, 0), at(20_900, 0)}, Options: routing.Options{Exclude: routing.Ferry}})
	var none *routing.NoRouteError
	if !errors.As(err, &none) || none.From != 0 || none.To != 1 {
		t.Errorf("without ferries: %v", err)
	}
}

func TestTurnRestrictionOverAWay(t *testing.T) {
	// A dual carriageway: turning round over the link at its end is not allowed.
	m := new(osmtest.Map)
	node(node(node(node(node(node(m, 1, 0, 0), 2, 500, 0), 3, 500, 20), 4, 0, 20), 5, 1000, 0), 6, 1000, 20)
	m.Way(1, []int64{1, 2}, "highway=primary", "oneway=yes", "name=East").Way(2, []int64{2, 5}, "highway=primary", "oneway=yes", "name=East").
		Way(3, []int64{6, 3}, "highway=primary", "oneway=yes", "name=West").Way(4, []int64{3, 4}, "highway=primary", "oneway=yes", "name=West").
		Way(5, []int64{2, 3}, "highway=service", "name=Link").Way(6, []int64{5, 6}, "highway=primary", "oneway=yes", "name=Bend")
	free := engine(t, m)
	r, err := route(free, routing.Auto, at(100, 0), at(100, 20))
	if err != nil || math.Abs(r.Distance-820) > 2 {
		t.Fatalf("without a restriction: %v, %v", r, err)
	}
	m.Relation(1, []osm.Member{osmtest.WayMember(1, "from"), osmtest.WayMember(5, "via"), osmtest.WayMember(4, "to")}, "type=restriction", "restriction=no_u_turn")
	r, err = route(engine(t, m), routing.Auto, at(100, 0), at(100, 20))
	if err != nil || math.Abs(r.Distance-1820) > 2 {
		t.Errorf("with a restriction: %v, %v", r, err)
	}
}

// On one road the direction of the trip decides, also where the road is one-way.
func TestBothEndsOnOneRoad(t *testing.T) {
	m := new(osmtest.Map)
	node(node(node(node(m, 1, 0, 0), 2, 1000, 0), 3, 1000, 1000), 4, 0, 1000)
	m.Way(1, []int64{1, 2}, "highway=residential", "oneway=yes").Way(2, []int64{2, 3, 4, 1}, "highway=residential", "oneway=yes")
	e := engine(t, m)
	for _, tc := range []struct{ from, to, want float64 }{{200, 700, 500}, {700, 200, 3500}, {300, 300, 0}, {0, 1000, 1000}, {1000, 0, 3000}} {
		r, err := route(e, routing.Auto, at(tc.from, 0), at(tc.to, 0))
		if err != nil || math.Abs(r.Distance-tc.want) > 3 {
			t.Errorf("from %v to %v: %.0f m, %v; want %.0f", tc.from, tc.to, r.Distance, err, tc.want)
		}
		if r, err := route(e, routing.Pedestrian, at(tc.from, 0), at(tc.to, 0)); err != nil || math.Abs(r.Distance-math.Abs(tc.to-tc.from)) > 3 {
			t.Errorf("on foot from %v to %v: %.0f m, %v", tc.from, tc.to, r.Distance, err)
		}
	}
}

// What a route says of itself fits together.
func TestRoutesAreConsistent(t *testing.T) {
	e := delaware(t)
	r := rand.New(rand.NewPCG(11, 12))
	corner := func() orb.Point { return orb.Point{-75.75 + r.Float64()*0.2, 39.2 + r.Float64()*0.5} }
	count := 25
	if testing.Short() {
		count = 6
	}
	routes := 0
	for _, mode := range e.Modes() {
		for range count {
			stops := []orb.Point{corner(), corner(), corner()}[:2+r.IntN(2)]
			got, err := route(e, mode, stops...)
			var none *routing.NoRouteError
			var far *routing.UnroutableError
			if errors.As(err, &none) || errors.As(err, &far) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			routes++
			checkRoute(t, got.Route, stops)
		}
	}
	if routes < count {
		t.Errorf("only %d routes", routes)
	}
}

func checkRoute(t *testing.T, r *routing.Route, stops []orb.Point) {
	t.Helper()
	if len(r.Legs) != len(stops)-1 || len(r.Waypoints) != len(stops) {
		t.Fatalf("%d legs and %d waypoints for %d stops", len(r.Legs), len(r.Waypoints), len(stops))
	}
	distance, duration := 0.0, 0.0
	for i, leg := range r.Legs {
		distance, duration = distance+leg.Distance, duration+leg.Duration
		if len(leg.Shape) < 2 || leg.Shape[0] != r.Waypoints[i].Point || leg.Shape[len(leg.Shape)-1] != r.Waypoints[i+1].Point {
			t.Errorf("the shape of leg %d does not join its waypoints", i)
		}
		if got := geo.Length(leg.Shape); math.Abs(got-leg.Distance) > 1+leg.Distance*1e-4 {
			t.Errorf("leg %d has %.1f m and a shape of %.1f m", i, leg.Distance, got)
		}
		sum, time, last := 0.0, 0.0, 0
		for j, s := range leg.Steps {
			sum, time = sum+s.Distance, time+s.Duration
			if s.From != last || s.To < s.From || s.To >= len(leg.Shape) || s.Instruction == "" {
				t.Errorf("step %d covers points %d to %d after %d: %q", j, s.From, s.To, last, s.Instruction)
			}
			last = s.To
		}
		if last != len(leg.Shape)-1 || math.Abs(sum-leg.Distance) > 1e-6 || math.Abs(time-leg.Duration) > 1e-6 {
			t.Errorf("leg %d: %.3f m and %.3f s, steps %.3f m and %.3f s up to point %d of %d", i, leg.Distance, leg.Duration, sum, time, last, len(leg.Shape))
		}
	}
	if math.Abs(distance-r.Distance) > 1e-6 || math.Abs(duration-r.Duration) > 1e-6 {
		t.Errorf("route of %v m and %v s, legs %v and %v", r.Distance, r.Duration, distance, duration)
	}
	for i, w := range r.Waypoints {
		if w.Index != i || math.Abs(geo.NewRuler(stops[i]).Distance(stops[i], w.Point)-w.Distance) > 0.01 {
			t.Errorf("waypoint %d: %+v", i, w)
		}
	}
}
