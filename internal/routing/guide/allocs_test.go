package guide

import (
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
)

// Telling a path allocates a sentence a step and little besides, whatever number of roads and junctions the
// path passes.
func TestStepsAllocations(t *testing.T) {
	var roads []road
	for range 50 {
		roads = append(roads,
			named("Oak Street", -90, way("Elm", 0)), named("Oak Street", 0, way("A", 90), way("B", -90)),
			named("Elm Street", 90, way("Oak", 0), way("Elm", -90)), named("North Elm Street", 5, wayOf("service", "", 90)))
	}
	p := build(routing.Auto, roads...)
	steps := len(Steps(p, "en", false))
	if steps < 100 {
		t.Fatalf("%d steps", steps)
	}
	const besides = 8
	if got := testing.AllocsPerRun(100, func() { Steps(p, "en", false) }); got > float64(steps+besides) {
		t.Errorf("%v allocations for %d steps, want at most %d besides the sentences", got, steps, besides)
	}
}
