package profile

import (
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/osm"
	"pgregory.net/rapid"
)

func TestLimits(t *testing.T) {
	hgv := truck.vehicles()
	for _, c := range []struct {
		tags string
		want Limits
	}{
		{"maxheight=4.2", Limits{Height: 420}},
		{"maxheight=13'6\"", Limits{Height: 411}},
		{"maxheight=none", Limits{}},
		{"maxheight=0", Limits{Height: 1}},
		{"maxheight=4, maxheight:physical=3.5", Limits{Height: 350}},
		{"maxwidth=2 m, width=1.8", Limits{Width: 180}},
		{"est_width=2.5", Limits{Width: 250}},
		{"maxlength=39 ft", Limits{Length: 1189}},
		{"maxweight=3.5", Limits{Weight: 350}},
		{"maxweight=7 tons", Limits{Weight: 635}},
		{"maxweight=18, maxweight:hgv=7.5", Limits{Weight: 750}},
		{"maxweight=18, maxweight:bus=7.5", Limits{Weight: 1800}},
		{"maxweight=3.5, maxweight:hgv=none", Limits{}},
		{"maxweight:motor_vehicle=12, maxweight:hgv=x", Limits{Weight: 1200}},
		{"maxweightrating=7.5, maxweight=10", Limits{Weight: 750}},
		{"maxaxleload=9, maxaxles=3", Limits{AxleLoad: 900, Axles: 3}},
		{"maxweight=99999999", Limits{}},
		{"maxweight=12,000 lbs", Limits{Weight: 544}},
		{"maxheight=14 ft 6 in", Limits{Height: 442}},
		{"maxheight=3.8; 4.2;default", Limits{Height: 380}},
		{"maxweight=;;", Limits{}},
		{"hazmat=no", Limits{Hazmat: HazmatBanned}},
		{"hazmat=destination", Limits{Hazmat: HazmatDelivery}},
		{"hazmat=designated, hazmat:water=no", Limits{Hazmat: HazmatBanned}},
		{"maxheight:lanes=3|4, maxspeed=50", Limits{}},
	} {
		if got, back := limits(tagsOf(c.tags), hgv); got != c.want || back != c.want {
			t.Errorf("%q: %+v and %+v, want %+v", c.tags, got, back, c.want)
		}
	}
}

func TestLimitsOfOneDirection(t *testing.T) {
	for _, c := range []struct {
		tags              string
		forward, backward Limits
	}{
		{"maxheight:forward=3.5", Limits{Height: 350}, Limits{}},
		{"maxheight=4, maxheight:backward=3", Limits{Height: 400}, Limits{Height: 300}},
		{"maxheight:backward=3, maxheight=4", Limits{Height: 400}, Limits{Height: 300}},
		{"maxweight=18, maxweight:forward=none", Limits{}, Limits{Weight: 1800}},
		{"maxweight:hgv=7.5, maxweight:forward=18", Limits{Weight: 750}, Limits{Weight: 750}},
		{"maxweight:hgv:forward=7.5, maxweight:hgv=12", Limits{Weight: 750}, Limits{Weight: 1200}},
		{"maxheight:physical:forward=3, maxwidth:lanes:forward=2|2", Limits{Height: 300}, Limits{}},
	} {
		if f, b := limits(tagsOf(c.tags), truck.vehicles()); f != c.forward || b != c.backward {
			t.Errorf("%q: %+v and %+v, want %+v and %+v", c.tags, f, b, c.forward, c.backward)
		}
		if both := LimitsAt(tagsOf("maxheight:forward=3, maxheight:backward=2")); both != (Limits{Height: 200}) {
			t.Errorf("at a node: %+v", both)
		}
	}
}

func TestBansOnLargeVehicles(t *testing.T) {
	for _, c := range []struct {
		tags              string
		forward, backward Limits
	}{
		{"hgv:conditional=no @ (weight>7.5)", Limits{Weight: 750}, Limits{Weight: 750}},
		{"hgv:conditional=no @ (weight > 7.5 t); delivery @ (weight>3.5)", Limits{Weight: 750}, Limits{Weight: 750}},
		{"access:conditional=no @ length>=12", Limits{Length: 1199}, Limits{Length: 1199}},
		{"hgv:forward:conditional=no @ (maxweightrating>3.5)", Limits{Weight: 350}, Limits{}},
		{"hgv:backward:conditional=no @ (axles>3)", Limits{}, Limits{Axles: 3}},
		{"motor_vehicle:conditional=no @ (height>4); no @ (width>2.5)", Limits{Height: 400, Width: 250}, Limits{Height: 400, Width: 250}},
		{"hgv:conditional=no @ (axleload>8)", Limits{AxleLoad: 800}, Limits{AxleLoad: 800}},
		{"hgv=yes, access:conditional=no @ (weight>7.5)", Limits{}, Limits{}}, // expressly for lorries
		{"hgv=yes, hgv:conditional=no @ (weight>7.5)", Limits{Weight: 750}, Limits{Weight: 750}},
		{"hgv:conditional=destination @ (weight>7.5)", Limits{}, Limits{}},
		{"hgv:conditional=no @ (weight<7.5)", Limits{}, Limits{}},
		{"hgv:conditional=no @ (weight>7.5 AND Mo-Fr 07:00-18:00)", Limits{}, Limits{}},
		{"hgv:conditional=no @ (weight>heavy); no @ (age>30)", Limits{}, Limits{}},
		{"bus:conditional=no @ (weight>7.5)", Limits{}, Limits{}},
		{"maxweight=5, hgv:conditional=no @ (weight>7.5)", Limits{Weight: 500}, Limits{Weight: 500}},
	} {
		w := truck.Way(append(tagsOf(c.tags), tagsOf("highway=residential")...), Context{})
		if w.Forward.Limits != c.forward || w.Backward.Limits != c.backward {
			t.Errorf("%q: %+v and %+v, want %+v and %+v", c.tags, w.Forward.Limits, w.Backward.Limits, c.forward, c.backward)
		}
	}
}

// Each limit works alone, at any other size.
func TestEachLimitWorksAlone(t *testing.T) {
	v := VehicleOf(routing.Truck)
	v.Hazmat = true
	for _, c := range []struct {
		name     string
		fits, no Limits
	}{
		{"height", Limits{Height: 411}, Limits{Height: 410}},
		{"width", Limits{Width: 260}, Limits{Width: 259}},
		{"length", Limits{Length: 2164}, Limits{Length: 2163}},
		{"weight", Limits{Weight: 2177}, Limits{Weight: 2176}},
		{"axle load", Limits{AxleLoad: 907}, Limits{AxleLoad: 906}},
		{"axles", Limits{Axles: 5}, Limits{Axles: 4}},
		{"hazmat", Limits{Hazmat: HazmatDelivery}, Limits{Hazmat: HazmatBanned}},
	} {
		if !c.fits.Admits(v) || c.no.Admits(v) {
			t.Errorf("%s: fits %v, does not fit %v", c.name, c.fits.Admits(v), c.no.Admits(v))
		}
	}
	if !(Limits{}).Admits(v) || !(Limits{Hazmat: HazmatBanned, Height: 1}).Admits(Vehicle{}) {
		t.Error("no limit stops a vehicle, or a limit stops nothing")
	}
}

// What fits two limits fits both of them, and no more.
func TestLimitsTogether(t *testing.T) {
	limit := rapid.Custom(func(t *rapid.T) Limits {
		n := func(name string) uint16 { return rapid.Uint16Range(0, 3).Draw(t, name) }
		return Limits{n("height"), n("width"), n("length"), n("weight"), n("axle load"), uint8(n("axles")), Hazmat(rapid.IntRange(0, 2).Draw(t, "hazmat"))}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := limit.Draw(t, "a"), limit.Draw(t, "b")
		f := func(name string) float64 { return float64(rapid.IntRange(0, 3).Draw(t, name)) / 100 }
		v := Vehicle{f("h"), f("w"), f("l"), f("t"), f("a"), rapid.IntRange(0, 3).Draw(t, "n"), rapid.Bool().Draw(t, "z")}
		if got, want := a.And(b).Admits(v), a.Admits(v) && b.Admits(v); got != want {
			t.Fatalf("%+v and %+v admit %+v: %v, want %v", a, b, v, got, want)
		}
	})
}

func TestTruckAccess(t *testing.T) {
	testUse(t, lorry, []useCase{
		{"highway=residential", "o o"},
		{"highway=residential, hgv=no", "- -"},
		{"highway=residential, hgv=destination", "r r"},
		{"highway=residential, hgv=local", "r r"},
		{"highway=residential, motor_vehicle=no, hgv=yes", "o o"},
		{"highway=residential, access=no, hgv=delivery", "r r"},
		{"highway=residential, motorcar=no", "o o"},
		{"highway=residential, hgv:forward=no", "- o"},
		{"highway=primary, oneway=yes, oneway:hgv=no", "o o"},
		{"highway=track", "- -"},
		{"highway=primary, maxheight=4", "- -"},
		{"highway=primary, maxheight=4.2", "o o"},
		{"highway=primary, maxweight=7.5", "- -"},
		{"highway=primary, maxlength=12", "- -"},
		{"highway=primary, maxwidth=2.3", "- -"},
		{"highway=primary, maxaxleload=8", "- -"},
		{"highway=primary, hazmat=no", "o o"},
		{"highway=busway", "- -"},
	})
}

func TestBusAccess(t *testing.T) {
	testUse(t, coach, []useCase{
		{"highway=residential", "o o"},
		{"highway=residential, motor_vehicle=no, psv=yes", "o o"},
		{"highway=residential, access=no, bus=yes", "o o"},
		{"highway=residential, psv=yes, bus=no", "- -"},
		{"highway=pedestrian, bus=designated", "o o"},
		{"highway=pedestrian", "- -"},
		{"highway=busway", "o o"},
		{"highway=bus_guideway", "o o"},
		{"highway=busway, access=no, bus=yes", "o o"},
		{"highway=primary, oneway=yes", "o -"},
		{"highway=primary, oneway=yes, oneway:psv=no", "o o"},
		{"highway=primary, oneway=yes, busway=opposite_lane", "o o"},
		{"highway=primary, oneway=yes, busway:left=opposite_lane", "o o"},
		{"highway=primary, oneway=yes, lanes:psv:backward=1", "o o"},
		{"highway=primary, oneway=yes, busway=lane", "o -"},
		{"highway=primary, hgv=no", "o o"},
		{"highway=primary, maxheight=3", "- -"},
	})
}

func TestTraits(t *testing.T) {
	for _, c := range []struct {
		tags string
		want Traits
	}{
		{"highway=residential", Traits{}},
		{"highway=residential, lit=yes", Traits{Lit: Lit}},
		{"highway=path, lit=sunset-sunrise, surface=asphalt", Traits{Lit: Lit}},
		{"highway=footway, lit=no, surface=sand", Traits{Lit: Unlit, Rough: 4}},
		{"highway=track", Traits{Rough: 2}},
		{"highway=track, tracktype=grade1", Traits{Rough: 1}},
		{"highway=path, sac_scale=alpine_hiking", Traits{Rough: 2, Hiking: 4}},
		{"highway=residential, surface=cobblestone, smoothness=good", Traits{}},
	} {
		if got := (foot{}).Way(tagsOf(c.tags), Context{}).Traits; got != c.want {
			t.Errorf("%q: %+v, want %+v", c.tags, got, c.want)
		}
	}
}

// FuzzLimits reads arbitrary limits: what is no limit sets none, and a limit holds in both directions unless
// its key names one.
func FuzzLimits(f *testing.F) {
	for _, s := range []string{"maxheight\n4.2", "maxweight:hgv:forward\n7.5 t;3", "hgv:conditional\nno @ (weight>=7.5); no @ length>", "maxaxles\n99", "maxwidth:physical\n-1", "hazmat:water\nno", "est_width\n1e9"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		key, value, _ := strings.Cut(s, "\n")
		tags := osm.Tags{{Key: key, Value: value}, {Key: "highway", Value: "primary"}}
		w := truck.Way(tags, Context{})
		one := strings.HasSuffix(key, "ward") || strings.HasSuffix(key, "ward:conditional")
		if a, b := w.Forward.Limits, w.Backward.Limits; !one && w.Forward.Access == Open && w.Backward.Access == Open && a != b {
			t.Errorf("%q: %+v and %+v", s, a, b)
		}
		if !strings.ContainsAny(value, "0123456789") && key != "hazmat" && key != "hazmat:water" && w.Forward.Limits != (Limits{}) {
			t.Errorf("%q: %+v without a figure", s, w.Forward.Limits)
		}
		if l := LimitsAt(tags); !l.Admits(Vehicle{}) {
			t.Errorf("%q stops a vehicle of no size", s)
		}
	})
}
