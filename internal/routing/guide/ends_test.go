package guide

import (
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// The path runs 100 m northwards.
func TestEnds(t *testing.T) {
	r := geo.NewRuler(testOrigin)
	for _, test := range []struct {
		name                string
		origin, destination orb.Point
		start, end          routing.StepType
		arrival             string
	}{
		{"on the road", r.Point(0, 0), r.Point(0, 100), routing.Start, routing.Destination, "You have arrived at your destination."},
		{"a few metres off", r.Point(3, 0), r.Point(-3, 100), routing.Start, routing.Destination, "You have arrived at your destination."},
		{"to the right", r.Point(20, 0), r.Point(20, 100), routing.StartRight, routing.DestinationRight, "Your destination is on the right."},
		{"to the left", r.Point(-20, 0), r.Point(-20, 100), routing.StartLeft, routing.DestinationLeft, "Your destination is on the left."},
		{"before and behind", r.Point(2, -50), r.Point(2, 150), routing.Start, routing.Destination, "You have arrived at your destination."},
		{"not known", orb.Point{}, orb.Point{}, routing.Start, routing.Destination, "You have arrived at your destination."},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := build(routing.Auto, named("Oak", 0))
			p.Origin, p.Destination = test.origin, test.destination
			steps := Steps(p, "en", false)
			if len(steps) != 2 || steps[0].Type != test.start || steps[1].Type != test.end || steps[1].Instruction != test.arrival {
				t.Errorf("got %+v, want %s, %s, %q", steps, test.start, test.end, test.arrival)
			}
		})
	}
}

func TestNamedDestination(t *testing.T) {
	p := build(routing.Auto, named("Oak", 0))
	p.DestinationName = "Rodney\nSquare"
	if got, want := Steps(p, "en", false)[1].Instruction, "You have arrived at Rodney Square."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.Destination = geo.NewRuler(testOrigin).Point(20, 100)
	if got, want := Steps(p, "en", false)[1].Instruction, "Rodney Square is on the right."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPathWithoutLength(t *testing.T) {
	p := Path{Roads: []Road{{Street: NewStreet("Oak", ""), Travel: routing.Drive, To: 1}}, Shape: orb.LineString{testOrigin, testOrigin}}
	steps := Steps(p, "en", false)
	if len(steps) != 2 || steps[0].Type != routing.Start || steps[1].Type != routing.Destination {
		t.Errorf("got %+v, want a start and a destination", steps)
	}
	if got := Steps(Path{}, "en", false); got != nil {
		t.Errorf("an empty path has steps: %+v", got)
	}
}
