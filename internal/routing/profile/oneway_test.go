package profile

import "testing"

func TestCarOneway(t *testing.T) {
	testUse(t, auto, []useCase{
		{"highway=primary, oneway=yes", "o -"},
		{"highway=primary, oneway=1", "o -"},
		{"highway=primary, oneway=true", "o -"},
		{"highway=primary, oneway=-1", "- o"},
		{"highway=primary, oneway=reverse", "- o"},
		{"highway=primary, oneway=no", "o o"},
		{"highway=primary, oneway=0", "o o"},
		{"highway=primary, oneway=nonsense", "o o"},
		{"highway=primary, oneway=reversible", "- -"},
		{"highway=primary, oneway=alternating", "o o"},
		{"highway=motorway", "o -"},
		{"highway=motorway, oneway=no", "o o"},
		{"highway=motorway, oneway=-1", "- o"},
		{"highway=motorway_link", "o o"},
		{"highway=primary, junction=roundabout", "o -"},
		{"highway=primary, junction=circular", "o -"},
		{"highway=primary, junction=roundabout, oneway=no", "o o"},
		{"highway=primary, junction=roundabout, oneway=reversible", "- -"},
		{"highway=primary, junction=jughandle", "o o"},
		// The most specific vehicle wins.
		{"highway=primary, oneway=no, oneway:motor_vehicle=yes", "o -"},
		{"highway=primary, oneway=yes, oneway:motorcar=no", "o o"},
		{"highway=primary, oneway:motorcar=no, oneway:vehicle=yes", "o o"},
		{"highway=primary, oneway:vehicle=yes, oneway:motorcar=no", "o o"},
		{"highway=primary, oneway=yes, oneway:bicycle=no", "o -"},
		{"highway=primary, oneway:hgv=yes", "o o"},
		{"highway=primary, oneway=yes, motorcar:backward=yes", "o o"},
		{"highway=primary, oneway=yes, motor_vehicle:backward=yes", "o -"},
		{"highway=primary, oneway:conditional=yes @ (Mo-Fr 07:00-09:00)", "o o"},
	})
}

func TestBicycleOneway(t *testing.T) {
	testUse(t, bike, []useCase{
		{"highway=primary, oneway=yes", "oc ow"},
		{"highway=primary, oneway=-1", "ow oc"},
		{"highway=primary, oneway=yes, foot=no", "oc -"},
		{"highway=primary, oneway=yes, oneway:bicycle=no", "oc oc"},
		{"highway=primary, oneway=yes, bicycle:backward=yes", "oc oc"},
		{"highway=primary, oneway=yes, bicycle=yes", "oc ow"},
		{"highway=primary, oneway=no, oneway:bicycle=yes, foot=no", "oc -"},
		{"highway=primary, oneway:bicycle=-1, foot=no", "- oc"},
		{"highway=primary, oneway=yes, oneway:motor_vehicle=no, foot=no", "oc -"},
		{"highway=primary, junction=roundabout", "oc -"},
		{"highway=primary, junction=roundabout, oneway=-1", "- oc"},
		{"highway=pedestrian, oneway=yes", "ow ow"},
		{"highway=residential, oneway=reversible", "ow ow"},
	})
}

func TestContraflowCycling(t *testing.T) {
	testUse(t, bike, []useCase{
		{"highway=primary, foot=no, oneway=yes, cycleway=opposite", "oc oc"},
		{"highway=primary, foot=no, oneway=yes, cycleway=opposite_lane", "oc oc"},
		{"highway=primary, foot=no, oneway=yes, cycleway:left=opposite_track", "oc oc"},
		{"highway=primary, foot=no, oneway=yes, cycleway:left=opposite_lane", "oc oc"},
		{"highway=primary, foot=no, oneway=yes, cycleway:left=track", "oc -"},
		{"highway=primary, foot=no, oneway=yes, cycleway:right=track", "oc -"},
		{"highway=primary, foot=no, oneway=yes, cycleway:left=lane, cycleway:left:oneway=-1", "oc oc"},
		{"highway=primary, foot=no, oneway=yes, cycleway:left=track, cycleway:left:oneway=no", "oc oc"},
		{"highway=primary, foot=no, oneway=yes, cycleway:left=track, cycleway:left:oneway=yes", "oc -"},
		{"highway=primary, foot=no, oneway=yes, cycleway:both=lane, cycleway:both:oneway=no", "oc oc"},
		{"highway=primary, foot=no, oneway=-1, cycleway=opposite", "oc oc"},
		{"highway=primary, foot=no, oneway=-1, cycleway=lane", "- oc"},
		{"highway=primary, foot=no, oneway=yes, cycleway=no", "oc -"},
		{"highway=motorway, cycleway=track", "oc -"},
		{"highway=motorway, cycleway:left=opposite", "oc oc"},
		{"highway=primary, access=no, oneway=yes, cycleway=opposite", "- -"},
	})
}

// On two-way roads the side of a lane tells its direction, by the side on which traffic keeps.
func TestLaneSideFollowsTraffic(t *testing.T) {
	for _, c := range []struct {
		tags        string
		right, left string // where traffic keeps right, where it keeps left
	}{
		{"highway=trunk, cycleway:right=lane", "oc -", "- oc"},
		{"highway=trunk, cycleway:left=track", "- oc", "oc -"},
		{"highway=trunk, cycleway:left=track, cycleway:left:oneway=no", "oc oc", "oc oc"},
		{"highway=trunk, cycleway=lane", "oc oc", "oc oc"},
		{"highway=trunk, foot=no, oneway=yes, cycleway:left=track", "oc -", "oc -"},
	} {
		for side, want := range map[bool]string{false: c.right, true: c.left} {
			if got := use(bike, of(bike).Way(tagsOf(c.tags), Context{LeftHand: side})); got != want {
				t.Errorf("%s, left-hand traffic %v: got %q, want %q", c.tags, side, got, want)
			}
		}
	}
}
