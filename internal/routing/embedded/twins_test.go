package embedded_test

import (
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
)

// A road that is mapped twice, once as open to all, is no short cut all the same; a way of another kind
// that lies on the same points is its own.
func TestRoadsThatAreMappedTwice(t *testing.T) {
	for _, tc := range []struct {
		name   string
		nodes  []int64
		tags   []string
		mode   routing.Mode
		street string
	}{
		{"the same road", []int64{1, 2}, []string{"highway=residential"}, routing.Auto, "North"},
		{"the other way round", []int64{2, 1}, []string{"highway=residential"}, routing.Auto, "North"},
		{"a part of another way", []int64{5, 1, 2, 6}, []string{"highway=residential"}, routing.Auto, "North"},
		{"a road of another kind", []int64{1, 2}, []string{"highway=service"}, routing.Auto, "Twin"},
		{"a cycleway", []int64{1, 2}, []string{"highway=cycleway"}, routing.Bicycle, "Twin"},
		{"a road beside it", []int64{1, 7, 2}, []string{"highway=residential"}, routing.Auto, "Twin"},
	} {
		m := new(osmtest.Map)
		node(node(node(node(m, 1, 0, 0), 2, 1000, 0), 3, 0, 600), 4, 1000, 600)
		node(node(node(m, 5, -100, 0), 6, 1100, 0), 7, 500, 1)
		m.Way(1, []int64{1, 3}, "highway=residential", "name=West").Way(2, []int64{3, 4}, "highway=residential", "name=North").
			Way(3, []int64{4, 2}, "highway=residential", "name=East").Way(4, []int64{1, 2}, "highway=residential", "name=Once", "vehicle=destination").
			Way(5, tc.nodes, append(tc.tags, "name=Twin")...)
		r, err := route(engine(t, m), tc.mode, at(0, 100), at(1000, 100))
		if err != nil || !slices.Equal(r.streets(), []string{"West", tc.street, "East"}) {
			t.Errorf("%s: %v, %v; want it to go by %s", tc.name, r.streets(), err, tc.street)
		}
	}
}

// The road by which one comes to a roundabout is no exit of it, mapped twice or not.
func TestEntryThatIsMappedTwice(t *testing.T) {
	for _, twice := range []bool{false, true} {
		m := new(osmtest.Map)
		for i, p := range [][2]float64{{0, -20}, {20, 0}, {0, 20}, {-20, 0}} {
			node(node(m, int64(1+i), p[0], p[1]), int64(11+i), 5*p[0], 5*p[1])
			m.Way(int64(11+i), []int64{int64(11 + i), int64(1 + i)}, "highway=tertiary")
		}
		m.Way(1, []int64{1, 2, 3, 4, 1}, "highway=tertiary", "junction=roundabout")
		if twice {
			m.Way(2, []int64{11, 1}, "highway=tertiary")
		}
		r, err := route(engine(t, m), routing.Auto, at(0, -90), at(0, 90))
		if err != nil {
			t.Fatal(err)
		}
		exits := []int{}
		for _, s := range r.Legs[0].Steps {
			if s.Type == routing.RoundaboutEnter {
				exits = append(exits, s.ExitNumber)
			}
		}
		if !slices.Equal(exits, []int{2}) {
			t.Errorf("mapped twice: %v, exits %v, want the second", twice, exits)
		}
	}
}
