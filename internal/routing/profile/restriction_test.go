package profile

import "testing"

// A bicycle may be pushed round a corner where the restriction does not name it.
func TestRestrictionsThatBindRiders(t *testing.T) {
	for tags, want := range map[string]bool{
		"restriction=no_left_turn":                                      true,
		"restriction:vehicle=no_left_turn":                              true,
		"restriction:bicycle=no_left_turn":                              false,
		"restriction=no_left_turn, restriction:bicycle=only_right_turn": false,
		"type=restriction:bicycle, restriction=no_left_turn":            false,
	} {
		for _, p := range []Profile{car, truck, bus, bicycle{}, foot{}} {
			if got := p.Afoot(tagsOf(tags)); got != (want && p.Mode() == bike) {
				t.Errorf("%s, %s: %v", p.Mode(), tags, got)
			}
		}
	}
}

func TestRestriction(t *testing.T) {
	for _, c := range []struct {
		tags            string
		car, bike, foot Restriction
	}{
		{"restriction=no_left_turn", Prohibited, Prohibited, Unrestricted},
		{"restriction=no_u_turn", Prohibited, Prohibited, Unrestricted},
		{"restriction=only_straight_on", Mandatory, Mandatory, Unrestricted},
		{"restriction=no_entry", ProhibitedEntry, ProhibitedEntry, Unrestricted},
		{"restriction=no_exit", ProhibitedExit, ProhibitedExit, Unrestricted},
		// Vehicles.
		{"restriction:hgv=no_left_turn", Unrestricted, Unrestricted, Unrestricted},
		{"restriction:motorcar=no_left_turn", Prohibited, Unrestricted, Unrestricted},
		{"restriction:motor_vehicle=no_left_turn", Prohibited, Unrestricted, Unrestricted},
		{"restriction:bicycle=no_left_turn", Unrestricted, Prohibited, Unrestricted},
		{"restriction:foot=no_straight_on", Unrestricted, Unrestricted, Prohibited},
		{"restriction=no_left_turn, restriction:bicycle=none", Prohibited, Unrestricted, Unrestricted},
		{"restriction=no_left_turn, restriction:motorcar=only_right_turn", Mandatory, Prohibited, Unrestricted},
		{"restriction:motorcar=only_right_turn, restriction:vehicle=no_left_turn", Mandatory, Prohibited, Unrestricted},
		{"type=restriction:hgv, restriction=no_left_turn", Unrestricted, Unrestricted, Unrestricted},
		{"type=restriction:bicycle, restriction=no_left_turn", Unrestricted, Prohibited, Unrestricted},
		// Exceptions.
		{"restriction=no_left_turn, except=bicycle", Prohibited, Unrestricted, Unrestricted},
		{"restriction=no_left_turn, except=bicycle;hgv;moped;motorcar;psv", Unrestricted, Unrestricted, Unrestricted},
		{"restriction=no_left_turn, except=psv; motorcar", Unrestricted, Prohibited, Unrestricted},
		{"restriction=no_left_turn, except=psv;emergency", Prohibited, Prohibited, Unrestricted},
		{"restriction:motorcar=no_left_turn, except=motorcar", Prohibited, Unrestricted, Unrestricted},
		// Not restrictions.
		{"restriction=yield", Unrestricted, Unrestricted, Unrestricted},
		{"restriction=stop", Unrestricted, Unrestricted, Unrestricted},
		{"restriction=no_right_turn_on_red", Unrestricted, Unrestricted, Unrestricted},
		{"restriction:bicycle=allowed_turn_on_red", Unrestricted, Unrestricted, Unrestricted},
		{"restriction:conditional=no_left_turn @ (Mo-Fr 07:00-09:00)", Unrestricted, Unrestricted, Unrestricted},
		{"type=restriction", Unrestricted, Unrestricted, Unrestricted},
		{"", Unrestricted, Unrestricted, Unrestricted},
	} {
		for i, want := range []Restriction{c.car, c.bike, c.foot} {
			p := []Profile{car, bicycle{}, foot{}}[i]
			tags := tagsOf(c.tags)
			if got := p.Restriction(tags); got != want {
				t.Errorf("%s, %s: got %v, want %v", p.Mode(), c.tags, got, want)
			}
			if got := p.RestrictionApplies(tags); got != (want != Unrestricted) {
				t.Errorf("%s, %s: RestrictionApplies is %v", p.Mode(), c.tags, got)
			}
		}
	}
}
