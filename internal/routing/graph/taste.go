package graph

import (
	"fmt"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/profile"
)

// taste is what a request asks of roads: which it forbids, how fast it is on them, and how much longer
// they seem than they are.
type taste struct {
	o       routing.Options
	vehicle profile.Vehicle
	speeds  [travels]float64
	rolls   *[profile.MaxRough + 1]float64 // factor on the speed of a bicycle by surface, nil for none
}

// avoidance is how many times dearer a road is that a request wants to avoid altogether (0); a
// request for 0.5 makes it half as much dearer. It is a wish, not a ban: excluding is that.
const avoidance = 15

// Factors of wishes at their strongest; those between grow evenly with the wish. They are chosen, not
// measured: a rider who avoids traffic takes a path of up to seven times the length of a main road.
var (
	badSurface = [profile.MaxRough + 1]float64{1, 1.5, 3, 6, avoidance}
	// By how much dearer roads without lamps are, and those of which it is not known.
	unlit, unknownLight = 5.0, 2.5
)

// traffic is by how much dearer a road is to a rider who avoids motor traffic.
func traffic(c profile.RoadClass) float64 {
	switch c {
	case profile.Motorway, profile.Trunk, profile.Primary:
		return 7
	case profile.Secondary:
		return 5
	case profile.Tertiary:
		return 3
	case profile.LivingStreet, profile.Service:
		return 1.2
	}
	return 2
}

// rolling is how fast bicycles are on each surface, compared with the profile's, which is that of a hybrid.
var rolling = map[routing.BicycleType]*[profile.MaxRough + 1]float64{
	"":                      nil,
	routing.HybridBicycle:   nil,
	routing.RoadBicycle:     {1.3, 1.1, 0.8, 0.6, 0.5},
	routing.CityBicycle:     {0.9, 0.9, 0.85, 0.7, 0.6},
	routing.MountainBicycle: {0.9, 1, 1.3, 1.4, 1.5},
}

// newTaste checks the options against the mode. The error is a *routing.OptionError.
func newTaste(mode routing.Mode, o routing.Options) (*taste, error) {
	if err := check(mode, &o); err != nil {
		return nil, err
	}
	t := &taste{o: o, vehicle: profile.VehicleOf(mode), rolls: rolling[o.Bicycle]}
	for _, size := range []struct {
		asked *float64
		of    *float64
	}{
		{o.Height, &t.vehicle.Height},
		{o.Width, &t.vehicle.Width},
		{o.Length, &t.vehicle.Length},
		{o.Weight, &t.vehicle.Weight},
		{o.AxleLoad, &t.vehicle.AxleLoad},
	} {
		if size.asked != nil {
			*size.of = *size.asked
		}
	}
	if o.AxleCount != nil {
		t.vehicle.Axles = *o.AxleCount
	}
	t.vehicle.Hazmat = o.Hazmat
	for i := range t.speeds {
		t.speeds[i] = 1
	}
	if o.WalkingSpeed > 0 {
		t.speeds[Walk] = o.WalkingSpeed / profile.WalkingKPH
	}
	if o.CyclingSpeed > 0 {
		t.speeds[Cycle] = o.CyclingSpeed / profile.CyclingKPH
	}
	return t, nil
}

// forbids tells whether a class must not be used.
func (t *taste) forbids(c *Class) bool {
	return c.Features&t.o.Exclude != 0 || !c.Limits.Admits(t.vehicle) ||
		t.o.MaxHiking != nil && int(c.Traits.Hiking) > *t.o.MaxHiking
}

// speed returns by how much faster a class is than the profile says.
func (t *taste) speed(c *Class) float64 {
	f := t.speeds[c.Travel]
	if c.Travel == Cycle && t.rolls != nil {
		f *= t.rolls[min(c.Traits.Rough, profile.MaxRough)]
	}
	return f
}

// factor returns how many times longer a class seems that climbs by a level.
func (t *taste) factor(c *Class, climb uint8) float64 {
	f := 1.0
	wish := func(strength, at float64) { f *= 1 + strength*(at-1) }
	for _, w := range []struct {
		use     *float64
		feature routing.Feature
	}{{t.o.UseHighways, routing.Highway}, {t.o.UseTolls, routing.Toll}, {t.o.UseFerries, routing.Ferry}} {
		if w.use != nil && c.Features&w.feature != 0 {
			wish(1-*w.use, avoidance)
		}
	}
	if c.Travel == Boat {
		return f
	}
	if u := t.o.UseHills; u != nil {
		wish(1-*u, 1+climbs[min(int(climb), len(climbs)-1)])
	}
	if u := t.o.UseLit; u != nil {
		switch c.Traits.Lit {
		case profile.Unlit:
			wish(*u, unlit)
		case profile.LightUnknown:
			wish(*u, unknownLight)
		}
	}
	if u := t.o.UseRoads; u != nil && c.Traffic > 0 {
		wish(1-*u, traffic(c.Road))
	}
	if u := t.o.AvoidBadSurfaces; u != nil {
		wish(*u, badSurface[min(c.Traits.Rough, profile.MaxRough)])
	}
	return f
}

// Ranges of the speeds that a request may ask for, in km/h, and of sizes and loads, in metres and tonnes.
const (
	MinWalkingSpeed, MaxWalkingSpeed = 0.5, 25
	MinCyclingSpeed, MaxCyclingSpeed = 5, 60
	MaxHeight, MaxWidth, MaxLength   = 10, 10, 100
	MaxWeight, MaxAxleLoad           = 200, 50
	MaxAxles                         = 20
)

// muscle are the modes that know hills.
var muscle = []routing.Mode{routing.Bicycle, routing.Pedestrian}

// check checks the options against the mode.
func check(mode routing.Mode, o *routing.Options) error {
	motor := []routing.Mode{routing.Auto, routing.Truck, routing.Bus}
	heavy := motor[1:]
	for _, x := range []struct {
		name  string
		value *float64
		low   float64
		high  float64
		modes []routing.Mode
	}{
		{"use_highways", o.UseHighways, 0, 1, motor},
		{"use_tolls", o.UseTolls, 0, 1, motor},
		{"use_ferries", o.UseFerries, 0, 1, nil},
		{"use_hills", o.UseHills, 0, 1, muscle},
		{"use_lit", o.UseLit, 0, 1, muscle},
		{"use_roads", o.UseRoads, 0, 1, muscle[:1]},
		{"avoid_bad_surfaces", o.AvoidBadSurfaces, 0, 1, muscle[:1]},
		{"walking_speed", given(o.WalkingSpeed), MinWalkingSpeed, MaxWalkingSpeed, muscle[1:]},
		{"cycling_speed", given(o.CyclingSpeed), MinCyclingSpeed, MaxCyclingSpeed, muscle[:1]},
		{"max_hiking_difficulty", whole(o.MaxHiking), 0, profile.MaxHiking, muscle[1:]},
		{"height", o.Height, 0, MaxHeight, motor},
		{"width", o.Width, 0, MaxWidth, motor},
		{"length", o.Length, 0, MaxLength, motor},
		{"weight", o.Weight, 0, MaxWeight, motor},
		{"axle_load", o.AxleLoad, 0, MaxAxleLoad, heavy},
		{"axle_count", whole(o.AxleCount), 2, MaxAxles, heavy},
	} {
		switch {
		case x.value == nil:
		case !knows(x.modes, mode):
			return unknownOption(x.name, mode)
		case !(*x.value >= x.low && *x.value <= x.high):
			return &routing.OptionError{Field: x.name, Problem: fmt.Sprintf("is %v and must lie between %v and %v", *x.value, x.low, x.high)}
		}
	}
	_, known := rolling[o.Bicycle]
	switch {
	case o.Hazmat && mode != routing.Truck:
		return unknownOption("hazmat", mode)
	case o.Bicycle != "" && mode != routing.Bicycle:
		return unknownOption("bicycle_type", mode)
	case !known:
		return &routing.OptionError{Field: "bicycle_type", Problem: fmt.Sprintf("is %q and must be hybrid, road, city or mountain", o.Bicycle)}
	}
	return nil
}

// knows tells whether a mode is among those listed; no list stands for all.
func knows(list []routing.Mode, mode routing.Mode) bool {
	for _, m := range list {
		if m == mode {
			return true
		}
	}
	return list == nil
}

func unknownOption(name string, mode routing.Mode) error {
	return &routing.OptionError{Field: name, Problem: fmt.Sprintf("is not an option of %s", mode)}
}

// given returns a speed that 0 stands for the absence of.
func given(v float64) *float64 {
	if v == 0 {
		return nil
	}
	return &v
}

func whole(v *int) *float64 {
	if v == nil {
		return nil
	}
	f := float64(*v)
	return &f
}
