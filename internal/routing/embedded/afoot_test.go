package embedded_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/osm"
)

// A rider gets off for a turn that vehicles may not make, and is told so; where there is a way round that
// takes less time, the trip goes round. A sign that names bicycles lets nobody through.
func TestTurnsThatAreMadeOnFoot(t *testing.T) {
	for _, tc := range []struct {
		name string
		rule string
		mode routing.Mode
		want []string
		push bool
	}{
		{"no restriction", "restriction=none", routing.Bicycle, []string{"South", "West"}, false},
		{"bicycle", "restriction=no_left_turn", routing.Bicycle, []string{"South", "West"}, true},
		{"only straight on", "restriction=only_straight_on", routing.Bicycle, []string{"South", "West"}, true},
		{"except bicycles", "restriction=no_left_turn;except=bicycle", routing.Bicycle, []string{"South", "West"}, false},
		{"for bicycles", "restriction:bicycle=no_left_turn", routing.Bicycle, []string{"South", "North", "West"}, false},
		{"car", "restriction=no_left_turn", routing.Auto, []string{"South", "North", "West"}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := new(osmtest.Map)
			node(node(node(node(m, 1, 0, -500), 2, 0, 0), 3, -500, 0), 4, 0, 900)
			node(m, 5, -250, 0)
			to := int64(2)
			if strings.Contains(tc.rule, "only_") {
				to = 3
			}
			m.Way(1, []int64{1, 2}, "highway=residential", "name=South").Way(2, []int64{2, 5, 3}, "highway=residential", "name=West").
				Way(3, []int64{2, 4}, "highway=residential", "name=North").Way(4, []int64{4, 5}, "highway=residential", "name=North", "foot=no").
				Relation(1, []osm.Member{osmtest.WayMember(1, "from"), osmtest.NodeMember(2, "via"), osmtest.WayMember(to, "to")}, append(strings.Split(tc.rule, ";"), "type=restriction")...)
			r, err := route(engine(t, m), tc.mode, at(0, -400), at(-400, 0))
			if err != nil || !slices.Equal(r.streets(), tc.want) {
				t.Fatalf("%v, %v; want %v", r.streets(), err, tc.want)
			}
			told := slices.ContainsFunc(r.Legs[0].Steps, func(s routing.Step) bool { return strings.Contains(s.Instruction, "Get off") })
			if told != tc.push {
				t.Errorf("tells to get off: %v, want %v", told, tc.push)
			}
			free, err := route(engine(t, new(osmtest.Map).Node(1, 10, -500*deg).Node(2, 10, 0).Node(3, 10-500*deg, 0).
				Way(1, []int64{1, 2}, "highway=residential", "name=South").Way(2, []int64{2, 3}, "highway=residential", "name=West").
				Node(4, 10, 900*deg).Way(3, []int64{2, 4}, "highway=residential")), routing.Bicycle, at(0, -400), at(-400, 0))
			if err != nil {
				t.Fatal(err)
			}
			if more := r.Duration - free.Duration; tc.push && math.Abs(more-15) > .5 {
				t.Errorf("getting off and on again takes %v s", more)
			}
		})
	}
}
