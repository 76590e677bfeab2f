package profile

import (
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/osm"
)

func TestConditions(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"no @ (22:00-06:00)", []string{"no|22:00-06:00"}},
		{"no @ 22:00-06:00", []string{"no|22:00-06:00"}},
		{"destination @ (Mo-Fr 07:00-09:00; Sa 08:00-12:00); no @ (Su)", []string{"destination|Mo-Fr 07:00-09:00; Sa 08:00-12:00", "no|Su"}},
		{"no @ Mo-Fr 07:00-09:00; yes @ Sa", []string{"no|Mo-Fr 07:00-09:00", "yes|Sa"}},
		{"no @ (weight>7.5)", nil},
		{"no @ (wet)", nil},
		{"no @ (Mo-Fr AND weight>7.5); delivery @ (06:00-10:00)", []string{"delivery|06:00-10:00"}},
		{"none @ (sunset-sunrise)", []string{"none|sunset-sunrise"}},
		{"no @ (Jan-Mar)", []string{"no|Jan-Mar"}},
		{"no", nil},
		{"no @", nil},
		{"@ (10:00-12:00)", nil},
		{"no @ (10:00-12:00", []string{"no|10:00-12:00"}},
		{"no @ ((10:00-12:00))", []string{"no|(10:00-12:00)"}},
		{strings.Repeat("no @ (10:00-12:00);", 100), nil},
	} {
		var got []string
		for value, hours := range conditions(c.text) {
			got = append(got, value+"|"+hours)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%.60q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestVariants(t *testing.T) {
	tags := tagsOf("highway=residential, motor_vehicle=yes, motor_vehicle:conditional=no @ (22:00-06:00), oneway:conditional=yes @ (Mo-Fr)")
	got := Variants(tags)
	if len(got) != 2 || got[0].Hours != "22:00-06:00" || got[0].Tags.Find("motor_vehicle") != "no" || got[1].Tags.Find("oneway") != "yes" {
		t.Fatalf("%+v", got)
	}
	if car.Way(got[0].Tags, Context{}).Usable() || !car.Way(tags, Context{}).Usable() {
		t.Error("the variant does not close the way, or the way is closed")
	}
	if w := car.Way(got[1].Tags, Context{}); w.Backward.Access != No || w.Forward.Access != Open {
		t.Errorf("one-way at times: %+v", w)
	}
	if tags.Find("motor_vehicle") != "yes" {
		t.Error("the way's own tags were changed")
	}
}

func TestTimedRestrictions(t *testing.T) {
	for _, c := range []struct {
		tags string
		p    Profile
		want []TimedRestriction
	}{
		{"type=restriction, restriction:conditional=no_left_turn @ (Mo-Fr 07:00-09:00)", car, []TimedRestriction{{Prohibited, "Mo-Fr 07:00-09:00"}}},
		{"type=restriction, restriction:conditional=only_straight_on @ (10:00-12:00); no_u_turn @ (Su)", bus, []TimedRestriction{{Mandatory, "10:00-12:00"}, {Prohibited, "Su"}}},
		{"type=restriction, restriction:hgv:conditional=no_left_turn @ (Su)", truck, []TimedRestriction{{Prohibited, "Su"}}},
		{"type=restriction, restriction:hgv:conditional=no_left_turn @ (Su)", car, nil},
		{"type=restriction, restriction:conditional=no_left_turn @ (Su), except=bicycle;psv", bicycle{}, nil},
		{"type=restriction, restriction:conditional=no_left_turn @ (Su), except=bicycle;psv", bus, nil},
		{"type=restriction, restriction:conditional=no_left_turn @ (Su), restriction:psv:conditional=no_u_turn @ (Sa), except=bus", bus, []TimedRestriction{{Prohibited, "Sa"}}},
		{"type=restriction, restriction:conditional=no_left_turn @ (Su)", foot{}, nil},
		{"type=restriction, restriction:foot:conditional=no_left_turn @ (Su)", foot{}, []TimedRestriction{{Prohibited, "Su"}}},
		{"type=restriction, restriction:conditional=no_left_turn @ (weight>7)", car, nil},
	} {
		if got := c.p.Timed(tagsOf(c.tags)); !slices.Equal(got, c.want) {
			t.Errorf("%s, %q: %v, want %v", c.p.Mode(), c.tags, got, c.want)
		}
	}
}

func FuzzConditions(f *testing.F) {
	for _, s := range []string{"no @ (22:00-06:00)", "destination @ Mo-Fr; no @ (Su", "@", "a@(((b)", "x @ ; y @ (1); z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for value, hours := range conditions(s) {
			if value == "" || hours == "" || strings.ContainsAny(hours, "<>=\n") {
				t.Fatalf("%q gives %q at %q", s, value, hours)
			}
		}
		tags := osm.Tags{{Key: "highway", Value: "primary"}, {Key: "access:conditional", Value: s}, {Key: "restriction:conditional", Value: s}}
		if n := len(Variants(tags)); n > maxClauses {
			t.Fatalf("%d variants", n)
		}
		if n := len(car.Timed(tags)); n > maxClauses {
			t.Fatalf("%d restrictions", n)
		}
	})
}
