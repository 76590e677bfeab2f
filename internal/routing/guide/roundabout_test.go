package guide

import (
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
)

// private is a branch that the vehicle may not enter and that is not open to traffic in general.
func private(angle float64) branch { return branch{Branch{Class: "service"}, angle} }

// closed is a public branch in both directions that the vehicle may not enter.
func closed(angle float64) branch { return branch{Branch{Class: "residential", Public: true}, angle} }

func TestRoundabout(t *testing.T) {
	ring := func(angle float64, branches ...branch) road { return named("", angle, branches...).ring().long(15) }
	onRing := branch{Branch{Class: "residential", Enterable: true, Public: true, Oneway: true, Roundabout: true}, -60}
	leave := named("Elm", 60, onRing)
	tests := []struct {
		name  string
		mode  routing.Mode
		left  bool
		roads []road
		exit  int
	}{
		{"first exit", routing.Auto, false, []road{named("Oak", 0), ring(60), leave}, 1},
		{"third exit", routing.Auto, false, []road{named("Oak", 0), ring(60), ring(-40, way("A", 60)), ring(-40, way("B", 60)), leave}, 3},
		{"a public service road counts", routing.Auto, false, []road{named("Oak", 0), ring(60), ring(-40, wayOf("service", "", 60)), leave}, 2},
		{"a public road that is closed to the vehicle counts", routing.Auto, false, []road{named("Oak", 0), ring(60), ring(-40, closed(60)), leave}, 2},
		{"a road that nobody may enter does not", routing.Auto, false, []road{named("Oak", 0), ring(60), ring(-40, private(60)), leave}, 1},
		{"a one-way entry does not", routing.Auto, false, []road{named("Oak", 0), ring(60), ring(-40, inbound("residential", "A", 60)), leave}, 1},
		{"a path that a bicycle would be pushed along does not", routing.Bicycle, false, []road{
			named("Oak", 0), ring(60),
			ring(-40, branch{Branch{Class: "residential", Enterable: true, Public: true, Travel: routing.Walk}, 60}), leave,
		}, 1},
		{"an exit before the entry counts", routing.Auto, false, []road{named("Oak", 0), ring(60, way("A", 120)), leave}, 2},
		{"an exit behind the entry does not", routing.Auto, false, []road{named("Oak", 0), ring(60, way("A", -120)), leave}, 1},
		{"an exit before the entry on the left", routing.Auto, true, []road{named("Oak", 0), ring(-60, way("A", -120)), leave}, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := build(test.mode, test.roads...)
			p.LeftHand = test.left
			steps := Steps(p, "en", false)
			if got, want := kinds(steps), []routing.StepType{routing.RoundaboutEnter, routing.RoundaboutExit}; !slices.Equal(got, want) {
				t.Fatalf("got %v, want %v", got, want)
			}
			if got := steps[1].ExitNumber; got != test.exit {
				t.Errorf("exit %d, want %d", got, test.exit)
			}
			if got := steps[1].Streets; !slices.Equal(got, []string{"Elm"}) {
				t.Errorf("streets %q, want that of the exit", got)
			}
		})
	}
}

// A path can begin or end on a roundabout.
func TestRoundaboutEnds(t *testing.T) {
	ring := named("Circle", 60).ring()
	steps := Steps(build(routing.Auto, named("Oak", 0), ring, named("Circle", -40, way("A", 60)).ring()), "en", false)
	if got := kinds(steps); !slices.Equal(got, []routing.StepType{routing.RoundaboutEnter}) {
		t.Errorf("ending on a roundabout: %v", got)
	}
	if got := steps[1]; got.ExitNumber != 0 || got.Instruction != "Enter Circle." || !slices.Equal(got.Streets, []string{"Circle"}) {
		t.Errorf("ending on a roundabout: exit %d, %q, %q", got.ExitNumber, got.Instruction, got.Streets)
	}
	steps = Steps(build(routing.Auto, ring, named("Elm", 60)), "en", false)
	if got := kinds(steps); !slices.Equal(got, []routing.StepType{routing.RoundaboutExit}) {
		t.Errorf("beginning on a roundabout: %v", got)
	}
}

func TestMiniRoundabout(t *testing.T) {
	at := func(r road) road { r.mini = true; return r }
	for _, test := range []struct {
		name  string
		roads []road
		left  bool
		kind  routing.StepType
		exit  int
	}{
		{"right", []road{named("Oak", 0), at(named("Elm", 90, way("Oak", 0), way("Elm", -90)))}, false, routing.RoundaboutEnter, 1},
		{"left", []road{named("Oak", 0), at(named("Elm", -90, way("Oak", 0), way("Elm", 90)))}, false, routing.RoundaboutEnter, 3},
		{"left in left-hand traffic", []road{named("Oak", 0), at(named("Elm", -90, way("Oak", 0), way("Elm", 90)))}, true, routing.RoundaboutEnter, 1},
		{"straight onto another street", []road{named("Oak", 0), at(named("Elm", 0, way("A", -90), way("B", 90)))}, false, routing.Becomes, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := build(routing.Auto, test.roads...)
			p.LeftHand = test.left
			if got := Steps(p, "en", false)[1]; got.Type != test.kind || got.ExitNumber != test.exit {
				t.Errorf("%s, exit %d; want %s, exit %d", got.Type, got.ExitNumber, test.kind, test.exit)
			}
		})
	}
}
