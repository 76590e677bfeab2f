package guide

import (
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
)

// Each table row is a path of a few roads and what is to be told between its ends.
func TestManoeuvres(t *testing.T) {
	type kind = routing.StepType
	tests := []struct {
		name  string
		roads []road
		want  []kind
	}{
		// Crossings and bends.
		{"straight over a crossing", []road{named("Oak", 0), named("Oak", 0, way("Elm", -90), way("Elm", 90))}, nil},
		{"straight over, the street changes", []road{named("Oak", 0), named("Pine", 0, way("Elm", -90), way("Elm", 90))}, []kind{routing.Becomes}},
		{"left at a crossing", []road{named("Oak", 0), named("Elm", -90, way("Oak", 0), way("Elm", 90))}, []kind{routing.Left}},
		{"right at a crossing", []road{named("Oak", 0), named("Elm", 90, way("Oak", 0), way("Elm", -90))}, []kind{routing.Right}},
		{"sharp left", []road{named("Oak", 0), named("Elm", -150, way("Oak", 0))}, []kind{routing.SharpLeft}},
		{"sharp right", []road{named("Oak", 0), named("Elm", 150, way("Oak", 0))}, []kind{routing.SharpRight}},
		{"slight right off the street", []road{named("Oak", 0), named("Elm", 30, way("Oak", 0))}, []kind{routing.SlightRight}},
		{"a bend is no turn", []road{named("Oak", 0), named("Oak", -90)}, nil},
		{"the name changes in a bend", []road{named("Oak", 0), named("Elm", -90)}, []kind{routing.Becomes}},
		{"the street turns while another goes ahead", []road{named("Oak", 0), named("Oak", 90, way("Elm", 0))}, []kind{routing.Right}},
		{"ahead where the street turns off", []road{named("Oak", 0), named("Elm", 0, way("Oak", 90))}, []kind{routing.Continue}},
		{"the end of a road", []road{named("Oak", 0), named("Elm", 90, way("Elm", -90))}, []kind{routing.Right}},
		{"the only way on at a junction of one-ways", []road{named("Oak", 0), named("Elm", 90, inbound("residential", "Elm", -90))}, []kind{routing.Right}},
		{"a bend where a one-way comes in", []road{named("Oak", 0), named("Oak", 25, inbound("residential", "Elm", -60))}, nil},
		{"a name is lost", []road{named("Oak", 0), named("", 0, way("Elm", 90))}, nil},
		{"a point of the compass changes", []road{named("North Oak Street", 0), named("South Oak Street", 0, way("Elm", 90))}, nil},
		{"the number goes on without the name", []road{classed("primary", "Oak", "US 13", 0), classed("primary", "", "US 13", 0)}, nil},
		// What is of less importance does not distract.
		{"past a driveway ahead", []road{named("Oak", 0), named("Oak", 30, wayOf("service", "", -10))}, nil},
		{"past a footpath", []road{named("Oak", 0), named("Oak", 10, branch{Branch{Class: "footway"}, 0})}, nil},
		{"past a slip road", []road{classed("primary", "Oak", "", 0), classed("primary", "Oak", "", -20, wayOf("primary_link", "", 20))}, nil},
		{"a main road bends past a street", []road{classed("primary", "Oak", "", 0), classed("primary", "Oak", "", 40, wayOf("residential", "Elm", 0))}, nil},
		{"off a main road into a street ahead", []road{classed("primary", "Oak", "", 0), named("Elm", 0, wayOf("primary", "Oak", 40))}, []kind{routing.Becomes}},
		// Forks.
		{"a fork to the left", []road{named("Oak", 0), named("Elm", -25, way("Pine", 25))}, []kind{routing.StayLeft}},
		{"a fork to the right", []road{named("Oak", 0), named("Elm", 25, way("Pine", -25))}, []kind{routing.StayRight}},
		{"the middle of three", []road{named("Oak", 0), named("Elm", 5, way("Pine", -25), way("Fir", 30))}, []kind{routing.StayStraight}},
		{"off a street that forks", []road{named("Oak", 0), named("Elm", 25, way("Oak", -25))}, []kind{routing.SlightRight}},
		// Turning back.
		{"back at a dead end", []road{named("Oak", 0), named("Oak", 180)}, []kind{routing.UturnLeft}},
		// Motorways.
		{"past an exit", []road{classed("motorway", "", "I 95", 0), classed("motorway", "", "I 95", 0, wayOf("motorway_link", "", 15))}, nil},
		{"off at an exit", []road{classed("motorway", "", "I 95", 0), classed("motorway_link", "", "", 15, wayOf("motorway", "", 0))}, []kind{routing.ExitRight}},
		{"off at an exit to the left", []road{classed("motorway", "", "I 95", 0), classed("motorway_link", "", "", -15, wayOf("motorway", "", 0))}, []kind{routing.ExitLeft}},
		{"onto a ramp", []road{classed("primary", "Oak", "", 0), classed("motorway_link", "", "", 60, wayOf("primary", "Oak", 0))}, []kind{routing.RampRight}},
		{"onto a ramp to the left", []road{classed("primary", "Oak", "", 0), classed("motorway_link", "", "", -60, wayOf("primary", "Oak", 0))}, []kind{routing.RampLeft}},
		{"onto a ramp ahead", []road{classed("primary", "Oak", "", 0), classed("motorway_link", "", "", 0, wayOf("primary", "Oak", -60), wayOf("primary", "Oak", 60))}, []kind{routing.RampStraight}},
		{"merging from the right", []road{classed("motorway_link", "", "", 0), classed("motorway", "", "I 95", 15, inbound("motorway", "", -165))}, []kind{routing.MergeLeft}},
		{"merging from the left", []road{classed("motorway_link", "", "", 0), classed("motorway", "", "I 95", -15, inbound("motorway", "", 165))}, []kind{routing.MergeRight}},
		{"merging from neither side", []road{classed("motorway_link", "", "", 0), classed("motorway", "", "I 95", 0, inbound("motorway", "", 180))}, []kind{routing.Merge}},
		{"past an entrance", []road{classed("motorway", "", "I 95", 0), classed("motorway", "", "I 95", 0, inbound("motorway_link", "", 165))}, nil},
		{"a ramp becomes a motorway", []road{classed("motorway_link", "", "", 0), classed("motorway", "", "I 95", 0)}, []kind{routing.Becomes}},
		{"a road's numbers change one after the other", []road{
			classed("trunk", "Dupont Parkway", "US 13", 0).long(5000),
			classed("trunk", "Dupont Parkway", "US 13;DE 1", 0).long(5000),
			classed("trunk", "Korean War Highway", "DE 1", 0).long(90_000),
			classed("trunk", "Coastal Highway", "DE 1", 0).long(30_000),
		}, []kind{routing.Becomes}},
		{"a number is missing on a short stretch", []road{
			classed("trunk", "", "US 13", 0).long(5000),
			classed("trunk", "", "US 13;DE 1", 0).long(500),
			classed("trunk", "", "DE 1", 0).long(200),
			classed("trunk", "", "US 13;DE 1", 0).long(5000),
		}, nil},
		{"names change along a numbered street", []road{
			classed("primary", "Oak", "13", 0).long(900),
			classed("primary", "", "13", 0).long(900),
			classed("primary", "Elm", "13", 0).long(900),
		}, []kind{routing.Becomes}},
		{"a motorway splits", []road{classed("motorway", "", "I 95", 0), classed("motorway", "", "I 495", 12, wayOf("motorway", "", -12))}, []kind{routing.StayRight}},
		{"a motorway splits, and its name goes straight ahead", []road{classed("motorway", "", "I 95", 0), classed("motorway", "", "I 95", 0, wayOf("motorway", "", 8))}, []kind{routing.StayLeft}},
		{"past a trunk road that leaves at an angle", []road{classed("trunk", "", "US 13", 0), classed("trunk", "", "US 13", 0, wayOf("trunk", "Oak", 45))}, nil},
		// Trunk roads with crossings.
		{"left at a crossing of trunk roads", []road{classed("trunk", "Oak", "", 0), classed("trunk", "Elm", "", -56, wayOf("trunk", "Oak", 0), inbound("trunk", "Elm", 122))}, []kind{routing.Left}},
		{"left where one can turn round", []road{classed("trunk", "Oak", "", 0), classed("trunk", "Elm", "", -58, wayOf("primary", "Pine", 17), wayOf("trunk", "Oak", -150))}, []kind{routing.Left}},
		{"left onto a ramp at a crossing", []road{classed("trunk", "Oak", "", 0), classed("motorway_link", "", "", -88, wayOf("trunk", "Oak", 0))}, []kind{routing.RampLeft}},
		{"off at an exit where another road joins", []road{classed("trunk", "Oak", "", 0), classed("trunk_link", "", "", 15, wayOf("trunk", "Oak", 0), inbound("trunk_link", "", 165))}, []kind{routing.ExitRight}},
		{"off a ramp at a crossing", []road{classed("trunk_link", "", "", 0), classed("trunk", "Oak", "", -85, wayOf("trunk", "Oak", 85))}, []kind{routing.Left}},
		{"a ramp that begins within the crossing", []road{named("Oak", 0), named("Elm", -90, way("Oak", 0), way("Elm", 90)).long(12), classed("motorway_link", "", "", 20, way("Elm", 0))}, []kind{routing.RampLeft}},
		{"a ramp behind the crossing", []road{named("Oak", 0), named("Elm", -90, way("Oak", 0), way("Elm", 90)).long(40), classed("motorway_link", "", "", 20, way("Elm", 0))}, []kind{routing.Left, routing.RampRight}},
		{"a ramp splits", []road{classed("motorway_link", "", "", 0), classed("motorway_link", "", "", -10, wayOf("motorway_link", "", 10))}, []kind{routing.StayLeft}},
		{"the name of a motorway changes", []road{classed("motorway", "Turnpike", "I 95", 0), classed("motorway", "Freeway", "I 95", 0)}, nil},
		// What a traveller sees as one turn.
		{"to the left over two carriageways", []road{
			named("Oak", 0).oneway(),
			named("Elm", -90, way("Oak", 0), way("Elm", 90)).long(15),
			named("Elm", 0, way("Oak", -90), inbound("residential", "Oak", 90)),
		}, []kind{routing.Left}},
		{"back on the other carriageway", []road{
			named("Oak", 0).oneway(),
			named("", -90, way("Oak", 0)).long(15),
			named("Oak", -90, inbound("residential", "Oak", 90), way("Elm", 0)).oneway(),
		}, []kind{routing.UturnLeft}},
		{"over a slip road", []road{
			classed("primary", "Oak", "", 0),
			classed("primary_link", "", "", 35, wayOf("primary", "Oak", 0)).long(40),
			classed("secondary", "Elm", "", 50, inbound("secondary", "Elm", -130)),
		}, []kind{routing.Right}},
		{"the street changes just before a turn", []road{
			named("Oak", 0),
			named("Pine", 0, way("Fir", 90)).long(20),
			named("Elm", -90, way("Pine", 0)),
		}, []kind{routing.Left}},
		{"the street changes just behind a turn", []road{
			named("Oak", 0),
			named("Pine", 90, way("Oak", 0)).long(20),
			named("Elm", 0, way("Fir", -90)),
		}, []kind{routing.Right}},
		{"two turns a block apart", []road{
			named("Oak", 0),
			named("Pine", 90, way("Oak", 0)).long(80),
			named("Elm", -90, way("Pine", 0)),
		}, []kind{routing.Right, routing.Left}},
		{"arms that do not quite meet", []road{
			named("Oak", 0),
			named("Pine", 90, way("Pine", -90)).long(3),
			named("Oak", -90, way("Pine", 0)),
		}, nil},
		{"a bridge with a name of its own", []road{named("Oak", 0), named("Oak Bridge", 0).long(200), named("Oak", 0)}, nil},
		{"a long stretch with another name", []road{named("Oak", 0), named("Pine", 0).long(800), named("Oak", 0)}, []kind{routing.Becomes, routing.Becomes}},
		{"two carriageways become one road", []road{
			named("Oak", 0).oneway(),
			named("Oak", 40, branch{Branch{Street: NewStreet("Oak", ""), Class: "residential", Enterable: true, Public: true, Oneway: true}, 160}),
		}, nil},
		// Ferries and passages.
		{"by ferry", []road{named("Oak", 0), classed("ferry", "Cape May - Lewes", "", 0).by(routing.TakeBoat), named("Elm", 0)}, []kind{routing.FerryEnter, routing.FerryExit}},
		{"a junction of lines at sea", []road{classed("ferry", "A - B", "", 0).by(routing.TakeBoat), classed("ferry", "A - B", "", 90, wayOf("ferry", "A - C", 0)).by(routing.TakeBoat)}, nil},
		{"stairs", []road{named("Oak", 0), named("", 0).kind("steps"), named("Elm", 0)}, []kind{routing.StepsEnter, routing.Becomes}},
		{"an elevator", []road{named("Oak", 0), named("", 0).kind("elevator"), named("", 0)}, []kind{routing.ElevatorEnter}},
		{"an escalator", []road{named("Oak", 0), named("", 0).kind("escalator"), named("", 0)}, []kind{routing.EscalatorEnter}},
		{"through a building", []road{named("Oak", 0), named("", 0).kind("corridor"), named("", 0)}, []kind{routing.BuildingEnter, routing.BuildingExit}},
		// Changes of travel.
		{"a bicycle is pushed", []road{named("Oak", 0).by(routing.Cycle), named("Oak", 0).by(routing.Walk), named("Oak", 0).by(routing.Cycle)}, []kind{routing.Continue, routing.Continue}},
		{"a bicycle is pushed round a corner", []road{named("Oak", 0).by(routing.Cycle), named("Elm", 90, way("Oak", 0)).by(routing.Walk)}, []kind{routing.Right}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			steps := Steps(build(routing.Auto, test.roads...), "en", false)
			if got := kinds(steps); !slices.Equal(got, test.want) {
				for _, s := range steps {
					t.Log(s.Type, s.Instruction)
				}
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// The mirror image of a path is told with left and right exchanged.
func TestLeftHandTraffic(t *testing.T) {
	p := build(routing.Auto, named("Oak", 0), named("Oak", 180))
	p.LeftHand = true
	if got := kinds(Steps(p, "en", false)); !slices.Equal(got, []routing.StepType{routing.UturnRight}) {
		t.Errorf("turning back in left-hand traffic: %v", got)
	}
}

func TestMergedStreet(t *testing.T) {
	tests := []struct {
		name    string
		roads   []road
		streets []string
		text    string
	}{
		{"turn over an internal edge", []road{
			named("Oak", 0).oneway(),
			named("Oak", -90, way("Oak", 0)).long(15),
			named("Elm", 0, way("Oak", -90)),
		}, []string{"Elm"}, "Turn left onto Elm."},
		{"slip road", []road{
			classed("primary", "Oak", "", 0),
			classed("primary_link", "", "", 35, wayOf("primary", "Oak", 0)).long(40),
			classed("secondary", "Elm", "DE 2;DE 7", 50, inbound("secondary", "Elm", -130)),
		}, []string{"Elm", "DE 2", "DE 7"}, "Turn right onto Elm."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			steps := Steps(build(routing.Auto, test.roads...), "en", false)
			if got := steps[1].Streets; !slices.Equal(got, test.streets) {
				t.Errorf("streets %q, want %q", got, test.streets)
			}
			if got := steps[1].Instruction; got != test.text {
				t.Errorf("%q, want %q", got, test.text)
			}
		})
	}
}
