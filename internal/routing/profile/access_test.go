package profile

import (
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
)

func testUse(t *testing.T, mode routing.Mode, cases []useCase) {
	t.Helper()
	for _, c := range cases {
		if got := use(mode, of(mode).Way(tagsOf(c.tags), Context{})); got != c.want {
			t.Errorf("%s on %s: got %q, want %q", mode, c.tags, got, c.want)
		}
	}
}

func TestCarAccess(t *testing.T) {
	testUse(t, auto, []useCase{
		// The kind of way.
		{"highway=residential", "o o"},
		{"highway=service", "o o"},
		{"highway=track", "- -"},
		{"highway=footway", "- -"},
		{"highway=busway", "- -"},
		{"highway=ice_road", "o o"},
		{"building=yes, access=yes", "- -"},
		{"highway=raceway", "- -"},
		{"highway=raceway, access=yes", "o o"},
		{"highway=steps, motorcar=yes", "- -"},
		{"railway=rail, motorcar=yes", "- -"},
		{"amenity=parking, access=yes", "- -"},
		{"man_made=pier, motor_vehicle=yes", "- -"},
		{"highway=pier, motor_vehicle=yes", "o o"},
		{"highway=residential, area=yes", "- -"},
		{"highway=rest_area, access=yes", "- -"},
		// The hierarchy of keys.
		{"highway=residential, access=no", "- -"},
		{"highway=residential, access=no, vehicle=yes", "o o"},
		{"highway=residential, vehicle=no, motor_vehicle=yes", "o o"},
		{"highway=residential, motorcar=no, motor_vehicle=yes, vehicle=yes, access=yes", "- -"},
		{"highway=residential, motorcar=nonsense, vehicle=no", "- -"},
		{"highway=track, motor_vehicle=yes", "o o"},
		{"highway=track, access=permissive", "o o"},
		// Directions.
		{"highway=residential, motor_vehicle:backward=no", "o -"},
		{"highway=residential, access=no, motor_vehicle:forward=yes", "o -"},
		{"highway=residential, access:forward=no, motor_vehicle=yes", "o o"},
		{"highway=residential, access:forward=no, access=yes", "- o"},
		// Values.
		{"highway=residential, access=designated", "o o"},
		{"highway=residential, access=public", "o o"},
		{"highway=residential, access=private", "r r"},
		{"highway=residential, access=destination", "r r"},
		{"highway=residential, access=customers", "r r"},
		{"highway=residential, motor_vehicle=delivery", "r r"},
		{"highway=residential, access=permit", "r r"},
		{"highway=residential, access=residents", "r r"},
		{"highway=service, access=private", "r r"},
		{"highway=track, access=private", "- -"},
		{"highway=track, motor_vehicle=destination", "r r"},
		{"highway=pedestrian, motor_vehicle=delivery", "- -"},
		{"highway=residential, vehicle=agricultural", "- -"},
		{"highway=residential, motor_vehicle=forestry", "- -"},
		{"highway=residential, access=emergency", "- -"},
		{"highway=residential, access=military", "- -"},
		{"highway=residential, access=official", "- -"},
		{"highway=residential, access=psv", "- -"},
		{"highway=residential, access=foot", "- -"},
		{"highway=residential, access=bicycle", "- -"},
		{"highway=residential, access=motorcar", "o o"},
		{"highway=residential, access=hov", "r r"},
		// Roads for car pools: where trips begin and end at most.
		{"highway=motorway, hov=designated", "r -"},
		{"highway=primary, hov=designated", "r r"},
		{"highway=primary, hov=yes", "o o"},
		{"highway=primary, hov:lanes:forward=designated|designated", "r o"},
		{"highway=primary, hov:lanes:backward=designated|no", "o o"},
		{"highway=primary, oneway=yes, hov:lanes=designated", "r -"},
		{"highway=primary, oneway=-1, hov:lanes=designated", "- r"},
		{"highway=primary, oneway=yes, hov:lanes=designated|", "o -"},
		{"highway=primary, hov:lanes=designated", "o o"}, // unclear on a two-way road
		{"highway=footway, hov=designated", "- -"},
		{"highway=residential, access=unknown", "o o"},
		// Lists: the part that allows most.
		{"highway=residential, vehicle=private;delivery", "r r"},
		{"highway=residential, motor_vehicle=agricultural; forestry", "- -"},
		{"highway=residential, motor_vehicle=agricultural;destination", "r r"},
		{"highway=residential, access=no;yes", "o o"},
		{"highway=residential, access=;;", "o o"},
		// What holds at times only is not active.
		{"highway=residential, access:conditional=no @ (22:00-06:00)", "o o"},
		{"highway=pedestrian, motor_vehicle:conditional=yes @ (06:00-10:00)", "- -"},
		{"highway=residential, access=no @ (22:00-06:00)", "o o"},
		// Other modes' keys say nothing.
		{"highway=residential, foot=no, bicycle=no, hgv=no, psv=no", "o o"},
		{"highway=track, bicycle=yes, foot=yes", "- -"},
		// Roads for bicycles.
		{"highway=residential, bicycle_road=yes", "r r"},
		{"highway=residential, bicycle_road=yes, motor_vehicle=yes", "o o"},
		// Not built, not passable.
		{"highway=construction, access=yes", "- -"},
		{"highway=proposed, motorcar=yes", "- -"},
		{"highway=primary, construction=yes", "- -"},
		{"highway=primary, construction=minor", "o o"},
		{"highway=primary, proposed=yes", "o o"},
		{"highway=primary, impassable=yes", "- -"},
		{"highway=primary, status=impassable", "- -"},
		{"highway=primary, smoothness=impassable", "- -"},
		{"highway=service, service=emergency_access", "- -"},
		{"highway=service, service=emergency_access, motor_vehicle=destination", "- -"},
		{"highway=service, service=emergency_access, motor_vehicle=yes", "o o"},
		// Size and weight.
		{"highway=service, maxheight=1.85", "- -"},
		{"highway=service, maxheight=1.9", "o o"},
		{"highway=service, maxheight=6'0\"", "- -"},
		{"highway=service, maxheight:physical=13'7\"", "o o"},
		{"highway=service, maxheight=default", "o o"},
		{"highway=service, maxwidth=1.5", "- -"},
		{"highway=service, width=0,5", "- -"},
		{"highway=service, maxlength=4", "- -"},
		{"highway=service, maxweight=1.5", "- -"},
		{"highway=service, maxweight=1500 kg", "- -"},
		{"highway=service, maxweight=3.5", "o o"},
	})
}

func TestBicycleAccess(t *testing.T) {
	testUse(t, bike, []useCase{
		{"highway=residential", "oc oc"},
		{"highway=track, smoothness=impassable", "ow ow"}, // to wheels: it is carried
		{"highway=cycleway", "oc oc"},
		{"highway=path", "oc oc"},
		{"highway=track", "oc oc"},
		{"highway=motorway", "- -"},
		{"highway=trunk", "- -"},
		{"highway=trunk, bicycle=yes", "oc oc"},
		{"highway=trunk, access=yes", "- -"},
		{"highway=raceway, access=yes", "oc oc"},
		{"leisure=track", "ow ow"},
		{"highway=primary, motorroad=yes", "- -"},
		{"highway=primary, motorroad=yes, bicycle=yes", "oc oc"},
		{"highway=bridleway", "- -"},
		{"highway=primary, motor_vehicle=no", "oc oc"},
		{"highway=primary, vehicle=no", "- -"},
		{"highway=primary, vehicle=no, bicycle=permissive", "oc oc"},
		{"highway=primary, access=no, bicycle=official", "oc oc"},
		{"highway=primary, bicycle=use_sidepath", "- -"},
		{"highway=secondary, cycleway:right=separate", "- -"},
		{"highway=secondary, cycleway:both=separate, bicycle=destination", "rc rc"},
		{"highway=secondary, cycleway:right=separate, cycleway:left=lane", "- oc"},
		{"highway=residential, cycleway:right=separate", "oc oc"},
		// Private: homes, not plants.
		{"highway=service, access=private", "rc rc"},
		{"highway=primary, access=private", "- -"},
		{"highway=residential, access=destination", "rc rc"},
		{"highway=service, access=delivery", "- -"},
		// Pushing where riding is not allowed but walking is.
		{"highway=footway", "ow ow"},
		{"highway=footway, bicycle=yes", "oc oc"},
		{"highway=pedestrian, bicycle=no", "ow ow"},
		{"highway=pedestrian, vehicle=no", "ow ow"},
		{"highway=pedestrian, access=no", "- -"},
		{"highway=pedestrian, foot=no", "- -"},
		{"highway=footway, foot=private", "- -"},
		{"highway=footway, access=private", "- -"},
		{"highway=footway, access=destination", "rw rw"},
		{"highway=footway, foot=destination", "rw rw"},
		{"highway=steps", "ow ow"},
		{"highway=path, bicycle=dismount", "ow ow"},
		{"highway=primary, bicycle=dismount, foot=no", "- -"},
		{"highway=residential, bicycle=no", "- -"},
		{"highway=motorway, foot=yes", "ow -"},
		{"highway=bridleway, foot=yes", "ow ow"},
		{"man_made=pier", "ow ow"},
		{"railway=platform", "ow ow"},
		// Along railways where a bicycle can be taken along.
		{"railway=rail", "- -"},
		{"railway=rail, bicycle=yes", "ob ob"},
		{"railway=rail, access=yes", "- -"},
		{"railway=abandoned, bicycle=yes", "oc oc"},
		{"railway=construction, bicycle=yes", "- -"},
		{"highway=residential, railway=tram", "oc oc"},
		// Parking places can be crossed, buildings cannot.
		{"amenity=parking", "oc oc"},
		{"amenity=parking, parking=multi-storey", "- -"},
		{"amenity=parking, building=yes", "- -"},
	})
}

// Trunk roads are for all traffic in most countries; motor roads never are.
func TestOpenTrunks(t *testing.T) {
	for _, c := range []struct {
		tags             string
		riding, walking  string // where trunk roads are open
		ridden0, walked0 string // where they are not
	}{
		{"highway=trunk", "oc oc", "o o", "- -", "- -"},
		{"highway=trunk_link, oneway=yes", "oc ow", "o o", "- -", "- -"},
		{"highway=trunk, motorroad=yes", "- -", "- -", "- -", "- -"},
		{"highway=trunk, motorroad=no", "oc oc", "o o", "- -", "- -"},
		{"highway=trunk, bicycle=no, foot=no", "- -", "- -", "- -", "- -"},
		{"highway=trunk, foot=no", "oc oc", "- -", "- -", "- -"},
		{"highway=trunk, access=no", "- -", "- -", "- -", "- -"},
		{"highway=trunk, access=yes", "oc oc", "o o", "- -", "- -"},
		{"highway=trunk, bicycle=yes", "oc oc", "o o", "oc oc", "- -"},
		{"highway=motorway", "- -", "- -", "- -", "- -"},
	} {
		for _, open := range []bool{true, false} {
			riding, walking := c.riding, c.walking
			if !open {
				riding, walking = c.ridden0, c.walked0
			}
			for mode, want := range map[routing.Mode]string{bike: riding, walks: walking} {
				if got := use(mode, of(mode).Way(tagsOf(c.tags), Context{OpenTrunks: open})); got != want {
					t.Errorf("%s on %s, trunks open %v: got %q, want %q", mode, c.tags, open, got, want)
				}
			}
		}
	}
	for country, want := range map[string]bool{"US": true, "GB": true, "DE": true, "IN": true, "CH": false, "FR": false, "": false} {
		if got := OpenTrunks(country); got != want {
			t.Errorf("OpenTrunks(%q) = %v", country, got)
		}
	}
}

func TestFootAccess(t *testing.T) {
	testUse(t, walks, []useCase{
		{"highway=footway", "o o"},
		{"highway=path, smoothness=impassable", "o o"}, // to wheels
		{"highway=steps", "o o"},
		{"highway=residential", "o o"},
		{"highway=motorway", "- -"},
		{"highway=trunk", "- -"},
		{"highway=trunk, sidewalk=both", "o o"},
		{"highway=trunk, foot=yes", "o o"},
		{"highway=trunk, access=yes", "- -"},
		{"highway=cycleway", "- -"},
		{"highway=cycleway, foot=designated", "o o"},
		{"highway=cycleway, sidewalk=right", "o o"},
		{"highway=bridleway", "- -"},
		{"highway=primary, motorroad=yes", "- -"},
		{"highway=primary, vehicle=no, motor_vehicle=no, bicycle=no", "o o"},
		{"highway=primary, foot=no", "- -"},
		{"highway=primary, access=no, foot=yes", "o o"},
		{"highway=primary, foot=use_sidepath", "- -"},
		{"highway=primary, sidewalk=separate", "- -"},
		{"highway=primary, sidewalk:left=separate, foot=yes", "o o"},
		{"highway=residential, sidewalk:left=separate", "o o"},
		{"highway=service, access=private", "r r"},
		{"highway=primary, access=private", "- -"},
		{"highway=footway, access=customers", "r r"},
		{"highway=footway, access=delivery", "- -"},
		{"highway=footway, access=pedestrian", "o o"},
		{"highway=footway, foot:backward=no", "o -"},
		{"highway=pedestrian, area=yes", "o o"},
		{"man_made=pier", "o o"},
		{"public_transport=platform", "o o"},
		{"leisure=track", "o o"},
		{"amenity=parking", "o o"},
		{"railway=rail, foot=yes", "- -"},
		{"highway=garbagetag", "- -"},
		{"highway=garbagetag, access=permissive", "o o"},
		{"highway=proposed, foot=yes", "- -"},
		// One-way streets are for vehicles.
		{"highway=primary, oneway=yes", "o o"},
		{"highway=primary, junction=roundabout", "o o"},
		{"highway=path, oneway:foot=yes", "o -"},
		{"highway=path, oneway:foot=-1", "- o"},
		{"highway=steps, conveying=forward", "o -"},
		{"highway=steps, conveying=backward", "- o"},
		{"highway=steps, conveying=reversible", "o o"},
		{"highway=steps, conveying=forward, oneway=no", "o o"},
		{"highway=footway, conveying=forward", "o o"},
	})
}

func TestForKnowsItsModes(t *testing.T) {
	for _, mode := range []routing.Mode{routing.Auto, routing.Bicycle, routing.Pedestrian} {
		p, ok := For(mode)
		if !ok || p.Mode() != mode {
			t.Errorf("For(%s) = %v, %v", mode, p, ok)
		}
	}
	if _, ok := For("hovercraft"); ok {
		t.Error("there is a profile for hovercraft")
	}
}
