package embedded_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// What users of route planners have reported as wrong, one by one. Others are beside the code that they
// concern.

// Restrictions over two and three ways hold, in whatever order their members are listed, and leave alone
// whoever joins the path on the way.
func TestRestrictionsOverSeveralWays(t *testing.T) {
	for _, rule := range []string{"no_u_turn", "only_straight_on"} {
		for _, reversed := range []bool{false, true} {
			// Main leads over three links to the other side of a wide junction, then back or on.
			m := new(osmtest.Map)
			for i, p := range [][2]float64{{-500, 0}, {0, 0}, {30, 0}, {30, 30}, {0, 30}, {-500, 30}, {0, 500}, {15, -400}, {500, 15}} {
				node(m, int64(i+1), p[0], p[1])
			}
			m.Way(1, []int64{1, 2}, "highway=primary", "oneway=yes", "name=Main").Way(2, []int64{2, 3}, "highway=primary", "oneway=yes", "name=Link").
				Way(3, []int64{3, 4}, "highway=primary", "oneway=yes", "name=Link").Way(4, []int64{4, 5}, "highway=primary", "oneway=yes", "name=Link").
				Way(5, []int64{5, 6}, "highway=primary", "oneway=yes", "name=Back").Way(6, []int64{5, 7}, "highway=primary", "oneway=yes", "name=On").
				Way(7, []int64{8, 3}, "highway=residential", "name=Side").
				// A long way round.
				Way(8, []int64{7, 9}, "highway=primary", "name=Round").Way(9, []int64{9, 3}, "highway=primary", "oneway=yes", "name=Round")
			to := int64(5)
			if rule == "only_straight_on" {
				to = 6
			}
			members := []osm.Member{osmtest.WayMember(1, "from"), osmtest.WayMember(2, "via"), osmtest.WayMember(3, "via"), osmtest.WayMember(4, "via"), osmtest.WayMember(to, "to")}
			if reversed {
				slices.Reverse(members)
			}
			m.Relation(1, members, "type=restriction", "restriction="+rule)
			e := engine(t, m)
			for _, tc := range []struct {
				from, to orb.Point
				metres   float64
			}{
				{at(-400, 0), at(-400, 30), 0}, // barred: round by On and Round, which joins behind Main
				{at(-400, 0), at(0, 400), 400 + 90 + 370},
				{at(15, -300), at(-400, 30), math.Hypot(15, 300) + 60 + 400},
			} {
				r, err := route(e, routing.Auto, tc.from, tc.to)
				if err != nil {
					t.Fatalf("%s: %v", rule, err)
				}
				if want := tc.metres; want > 0 && math.Abs(r.Distance-want) > 5 || want == 0 && !slices.Contains(r.streets(), "Round") {
					t.Errorf("%s, reversed %v, to %v: %.0f m over %v, want %.0f", rule, reversed, tc.to, r.Distance, r.streets(), want)
				}
			}
		}
	}
}

// Private ways are no short cut for anybody, however long the detour is, and their ends can be reached.
func TestPrivateWaysOfAllModes(t *testing.T) {
	for _, mode := range []routing.Mode{routing.Auto, routing.Truck, routing.Bus, routing.Bicycle, routing.Pedestrian} {
		m := new(osmtest.Map)
		node(node(node(node(m, 1, 0, 0), 2, 40, 0), 3, 0, 9000), 4, 40, 9000)
		node(node(m, 5, -300, 0), 6, 340, 0)
		m.Way(1, []int64{5, 1}, "highway=residential", "name=West").Way(2, []int64{2, 6}, "highway=residential", "name=East").
			Way(3, []int64{1, 3, 4, 2}, "highway=residential", "name=Round").Way(4, []int64{1, 2}, "highway=service", "name=Private", "access=private")
		e := engineFor(t, m, mode)
		for _, tc := range []struct {
			from, to orb.Point
			want     []string
		}{
			{at(-100, 0), at(140, 0), []string{"West", "Round", "East"}},
			{at(-100, 0), at(20, 0), []string{"West", "Private"}},
			{at(20, 0), at(140, 0), []string{"Private", "East"}},
		} {
			if r, err := route(e, mode, tc.from, tc.to); err != nil || !slices.Equal(r.streets(), tc.want) {
				t.Errorf("%s: %v, %v; want %v", mode, r.streets(), err, tc.want)
			}
		}
	}
}

// Who starts beside a motorway and wants to go behind a private gate sets out on the local road, not on a
// motorway that cannot be reached from there.
func TestFromBesideAMotorwayToBehindAGate(t *testing.T) {
	m := grid(new(osmtest.Map), 1, 0, 0)
	node(node(m, 9001, -3000, -25), 9002, 5000, -25).Way(9000, []int64{9001, 9002}, "highway=motorway", "name=Motorway")
	m.Node(9003, at(2000, 1000)[0], at(2000, 1000)[1], "barrier=gate", "access=private")
	node(m, 9004, 2300, 1000)
	m.Way(9001, []int64{1 + 20*10 + 19, 9003}, "highway=service").Way(9002, []int64{9003, 9004}, "highway=service", "name=Estate")
	e := engine(t, m)
	r, err := route(e, routing.Auto, at(900, -20), at(2250, 1000))
	if err != nil || r.Waypoints[0].Streets[0] != "Row" || r.Waypoints[1].Streets[0] != "Estate" {
		t.Errorf("%+v, %v", r.Waypoints, err)
	}
}

// Two roads that leave a roundabout have two numbers: roads for service and private ones count as a driver
// sees them, one-way entries and what lies within do not.
func TestExitNumbers(t *testing.T) {
	m := new(osmtest.Map)
	ring := []int64{}
	for i := range 8 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 4)
		node(node(m, int64(1+i), 30*sin, -30*cos), int64(11+i), 120*sin, -120*cos)
		ring = append(ring, int64(1+i)) // counter-clockwise from the south
	}
	m.Way(1, append(ring, 1), "highway=tertiary", "junction=roundabout")
	for i, tags := range [][]string{
		{"highway=tertiary"},
		{"highway=service"},
		{"highway=residential", "oneway=-1"},
		{"highway=tertiary"},
		{"highway=residential", "access=private"},
		nil,
		{"highway=tertiary"},
		{"highway=footway"},
	} {
		if tags != nil {
			m.Way(int64(11+i), []int64{int64(1 + i), int64(11 + i)}, append(tags, fmt.Sprintf("name=Arm %d", i))...)
		}
	}
	node(m, 20, 0, 0).Way(20, []int64{6, 20}, "highway=service", "access=no", "name=Stub")
	e := engine(t, m)
	for arm, want := range map[int]int{1: 1, 3: 2, 4: 3, 6: 4} {
		sin, cos := math.Sincos(float64(arm) * math.Pi / 4)
		r, err := route(e, routing.Auto, at(0, -110), at(110*sin, -110*cos))
		if err != nil {
			t.Fatal(err)
		}
		exits := []int{}
		for _, s := range r.Legs[0].Steps {
			if s.Type == routing.RoundaboutEnter {
				exits = append(exits, s.ExitNumber)
			}
		}
		if !slices.Equal(exits, []int{want}) {
			t.Errorf("arm %d: exits %v, want %d", arm, exits, want)
		}
	}
}

// A lorry keeps to its limits on trips of any length.
func TestLimitsOnLongTrips(t *testing.T) {
	m := new(osmtest.Map)
	ids := []int64{}
	for i := range int64(60) { // 60 km of road with a bypass at each weak bridge
		node(node(m, 1+i, float64(i)*1000, 0), 101+i, float64(i)*1000+500, 400)
		ids = append(ids, 1+i)
	}
	bypasses := 0
	for i := range len(ids) - 1 {
		tags := []string{"highway=trunk", fmt.Sprintf("name=Main %d", i)}
		switch i % 9 {
		case 3:
			tags = append(tags, "maxweight=12")
		case 6:
			tags = append(tags, "hazmat=no")
		}
		m.Way(int64(200+i), ids[i:i+2], tags...).Way(int64(300+i), []int64{ids[i], int64(101 + i), ids[i+1]}, "highway=residential", "name=Bypass")
		if i > 0 && i < 58 && (i%9 == 3 || i%9 == 6) {
			bypasses++
		}
	}
	e := engineFor(t, m, routing.Truck)
	for _, tc := range []struct {
		o    routing.Options
		want int
	}{
		{routing.Options{Weight: ptr(10)}, 0},
		{routing.Options{Weight: ptr(20), Hazmat: true}, bypasses},
	} {
		r, err := e.Route(context.Background(), routing.RouteRequest{Mode: routing.Truck, Stops: []orb.Point{at(500, 0), at(58_500, 0)}, Options: tc.o})
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, p := range r.Legs[0].Shape {
			if geo.Distance(p, orb.Point{p[0], 0}) > 350 {
				got++
			}
		}
		if got != tc.want {
			t.Errorf("%+v: %d bypasses, want %d", tc.o, got, tc.want)
		}
	}
}
