package profile

import "testing"

func TestCarPenalty(t *testing.T) {
	for _, c := range []struct {
		tags              string
		forward, backward float64
	}{
		{"highway=primary", 1, 1},
		{"highway=service, service=driveway", 2, 2},
		{"highway=service, service=parking_aisle", 2, 2},
		{"highway=service, service=slipway", 1, 1},
		{"highway=primary, lanes=1", 2, 2},
		{"highway=primary, lanes=1, oneway=yes", 1, 0},
		{"highway=primary, lanes=2", 1, 1},
		{"highway=primary, lanes=1.5", 1, 1},
		{"highway=primary, lanes=-1", 1, 1},
		{"highway=primary, width=3", 2, 2},
		{"highway=primary, width=3.5", 1, 1},
		{"highway=primary, lane_markings=no", 1.25, 1.25},
		{"highway=primary, lane_markings=no, oneway=-1", 0, 1},
		{"highway=primary, oneway=alternating", 2.5, 2.5},
		{"highway=primary, side_road=rotary", 1.25, 1.25},
		{"highway=primary, priority=forward", 1, 1.25},
		{"highway=primary, priority=backward", 1.25, 1},
		{"highway=primary, lanes=1, side_road=yes", 2, 2},
		{"route=ferry, lanes=1", 1, 1},
	} {
		w := car.Way(tagsOf(c.tags), Context{})
		if w.Forward.Penalty != c.forward || w.Backward.Penalty != c.backward {
			t.Errorf("%s: got %v and %v, want %v and %v", c.tags, w.Forward.Penalty, w.Backward.Penalty, c.forward, c.backward)
		}
	}
}

func TestLightPenalty(t *testing.T) {
	for _, c := range []struct {
		tags       string
		bike, foot float64
	}{
		{"highway=residential", 1, 1},
		{"highway=primary", 1.5, 1.25},
		{"highway=primary, cycleway=lane, sidewalk=both", 1, 1},
		{"highway=trunk, bicycle=yes, foot=yes", 2, 1.5},
	} {
		for mode, want := range map[Profile]float64{bicycle{}: c.bike, foot{}: c.foot} {
			if got := mode.Way(tagsOf(c.tags), Context{}).Forward.Penalty; got != want {
				t.Errorf("%s on %s: got %v, want %v", mode.Mode(), c.tags, got, want)
			}
		}
	}
}
