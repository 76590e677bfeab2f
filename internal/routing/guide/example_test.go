package guide_test

import (
	"fmt"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/guide"
	"github.com/paulmach/orb"
)

func ExampleSteps() {
	path := guide.Path{
		Roads: []guide.Road{
			{Street: guide.NewStreet("Market Street", ""), Class: "secondary", Travel: routing.Walk, Length: 400, Duration: 300, From: 0, To: 1},
			{Street: guide.NewStreet("10th Street", ""), Class: "residential", Travel: routing.Walk, Length: 100, Duration: 75, From: 1, To: 2},
		},
		Junctions: []guide.Junction{{
			In: 0, Out: 90,
			Branches: []guide.Branch{{Street: guide.NewStreet("Market Street", ""), Class: "secondary", Bearing: 0, Enterable: true, Public: true}},
		}},
		Shape: orb.LineString{{-75.55, 39.74}, {-75.55, 39.7436}, {-75.5488, 39.7436}},
		Mode:  routing.Pedestrian,
	}
	for _, step := range guide.Steps(path, "en", false) {
		fmt.Printf("%s: %s\n", step.Type, step.Instruction)
	}
	// Output:
	// start: Walk north on Market Street for 400 m.
	// right: Turn right onto 10th Street.
	// destination: You have arrived at your destination.
}
