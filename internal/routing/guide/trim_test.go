package guide

import (
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
)

// A path that sets out from a corner does not tell of the street on which it does not go, nor does one that
// ends at a corner.
func TestRoadsOfNoLengthAtTheEnds(t *testing.T) {
	short := func(name string, angle, metres float64) road {
		r := named(name, angle)
		r.Length = metres
		return r
	}
	for _, tc := range []struct {
		name  string
		roads []road
		want  string
	}{
		{"at the start", []road{short("A", 0, .5), named("B", 90), named("C", -90)}, "start B, becomes C, destination C"},
		{"at the end", []road{named("A", 0), named("B", 90), short("C", -90, .5)}, "start A, becomes B, destination B"},
		{"at both", []road{short("A", 0, .4), named("B", 90), short("C", -90, .5)}, "start B, destination B"},
		{"several", []road{short("A", 0, .3), short("B", 90, .3), named("C", 90), short("D", 90, .3), short("E", 90, .3)}, "start C, destination C"},
		{"all of them", []road{short("A", 0, .1), short("B", 0, .2), short("C", 0, .1)}, "start B, destination B"},
		{"long enough", []road{short("A", 0, 1), named("B", 90), short("C", -90, 1)}, "start A, becomes B, becomes C, destination C"},
		{"in the middle", []road{named("A", 0), short("B", 90, .5), named("C", 0)}, "start A, becomes C, destination C"},
		{"only one", []road{short("A", 0, .5)}, "start A, destination A"},
	} {
		p := build(routing.Auto, tc.roads...)
		steps := Steps(p, "en", false)
		var got []string
		metres := 0.0
		for _, s := range steps {
			got = append(got, string(s.Type)+" "+strings.Join(s.Streets, "/"))
			metres += s.Distance
		}
		if s := strings.Join(got, ", "); s != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, s, tc.want)
		}
		if want := p.metres(0, len(p.Roads)); metres < want-1e-9 || metres > want+1e-9 {
			t.Errorf("%s: steps of %v m on a path of %v m", tc.name, metres, want)
		}
		checkSteps(t, p, steps)
	}
}

// Getting on a bicycle is told of wherever it happens.
func TestShortPushesAreTold(t *testing.T) {
	push := named("A", 0)
	push.Length, push.Travel = .5, routing.Walk
	steps := Steps(build(routing.Bicycle, push, named("B", 90)), "en", false)
	if !slices.ContainsFunc(steps[1:], func(s routing.Step) bool { return s.Travel == routing.Cycle }) || steps[0].Travel != routing.Walk {
		t.Errorf("%+v", steps)
	}
}
