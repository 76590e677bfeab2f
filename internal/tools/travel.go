package tools

import (
	"fmt"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/routing"
)

// TravelOptions tune a route. Which options a travel mode knows is checked; an option that the mode
// does not know is refused, never dropped.
type TravelOptions struct {
	Exclude      []string `json:"exclude"`
	Shortest     *bool    `json:"shortest"`
	UseHighways  *float64 `json:"use_highways"`
	UseTolls     *float64 `json:"use_tolls"`
	UseFerries   *float64 `json:"use_ferries"`
	WalkingSpeed *float64 `json:"walking_speed"`
	CyclingSpeed *float64 `json:"cycling_speed"`
}

// travelModes are the modes on offer, in the order of the schema.
var travelModes = []routing.Mode{routing.Auto, routing.Bicycle, routing.Pedestrian}

// travelMode reads a travel argument.
func travelMode(travel string, fallback routing.Mode) (routing.Mode, error) {
	if travel == "" {
		return fallback, nil
	}
	if !slices.Contains(travelModes, routing.Mode(travel)) {
		return "", invalid("travel", "is no travel mode on offer", travel, travelModes)
	}
	return routing.Mode(travel), nil
}

// features are the names of what can be excluded.
var features = []struct {
	name    string
	feature routing.Feature
}{
	{"toll", routing.Toll},
	{"ferry", routing.Ferry},
	{"highway", routing.Highway},
	{"tunnel", routing.Tunnel},
	{"unpaved", routing.Unpaved},
	{"steps", routing.Steps},
}

// option is a numeric travel option with its range and the modes that know it.
type option struct {
	name   string
	place  **float64 // where the request has it
	value  *float64
	lo, hi float64
	unit   string
	modes  []routing.Mode
}

func (o option) knownTo(mode routing.Mode) bool { return slices.Contains(o.modes, mode) }

// numbers lists the numeric options.
func (o *TravelOptions) numbers() []option {
	list := []option{
		{"use_highways", &o.UseHighways, nil, 0, 1, "0 (avoid) to 1", []routing.Mode{routing.Auto}},
		{"use_tolls", &o.UseTolls, nil, 0, 1, "0 (avoid) to 1", []routing.Mode{routing.Auto}},
		{"use_ferries", &o.UseFerries, nil, 0, 1, "0 (avoid) to 1", travelModes},
		{"walking_speed", &o.WalkingSpeed, nil, 0.5, 25, "0.5 to 25 km/h", []routing.Mode{routing.Pedestrian}},
		{"cycling_speed", &o.CyclingSpeed, nil, 5, 60, "5 to 60 km/h", []routing.Mode{routing.Bicycle}},
	}
	for i := range list {
		list[i].value = *list[i].place
	}
	return list
}

// options checks the travel options against the mode. Every violation is listed.
func (o *TravelOptions) options(mode routing.Mode) (routing.Options, error) {
	var out routing.Options
	if o == nil {
		return out, nil
	}
	for _, opt := range o.numbers() {
		field := "travel_options." + opt.name
		switch {
		case opt.value == nil:
		case !opt.knownTo(mode):
			return out, invalid(field, fmt.Sprintf("is not an option of travel %q", mode), *opt.value, "travel "+joinModes(opt.modes))
		case !(*opt.value >= opt.lo && *opt.value <= opt.hi):
			return out, invalid(field, "is out of range", number(*opt.value), opt.unit)
		}
	}
	for i, name := range o.Exclude {
		known := false
		for _, f := range features {
			if f.name == name {
				out.Exclude |= f.feature
				known = true
			}
		}
		if !known {
			return out, invalid(fmt.Sprintf("travel_options.exclude[%d]", i), "is nothing that can be excluded", name, "toll, ferry, highway, tunnel, unpaved or steps")
		}
	}
	out.UseHighways, out.UseTolls, out.UseFerries = o.UseHighways, o.UseTolls, o.UseFerries
	if o.Shortest != nil {
		out.Shortest = *o.Shortest
	}
	if o.WalkingSpeed != nil {
		out.WalkingSpeed = *o.WalkingSpeed
	}
	if o.CyclingSpeed != nil {
		out.CyclingSpeed = *o.CyclingSpeed
	}
	return out, nil
}

// optionsOf checks the travel options for several modes at once. An option goes to the modes that know
// it; one that none of them knows is refused.
func (o *TravelOptions) optionsOf(modes []routing.Mode) ([]routing.Options, error) {
	all := make([]routing.Options, len(modes))
	if o == nil {
		return all, nil
	}
	for _, opt := range o.numbers() {
		if opt.value != nil && !slices.ContainsFunc(modes, opt.knownTo) {
			return nil, invalid("travel_options."+opt.name, "is an option of none of the modes", *opt.value, "travel "+joinModes(opt.modes))
		}
	}
	for i, mode := range modes {
		known := *o
		for _, opt := range known.numbers() {
			if !opt.knownTo(mode) {
				*opt.place = nil
			}
		}
		var err error
		if all[i], err = known.options(mode); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func joinModes(modes []routing.Mode) string {
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = string(m)
	}
	return strings.Join(names, ", ")
}

// verb is how a mode travels, for sentences.
func verb(mode routing.Mode) string {
	switch mode {
	case routing.Bicycle:
		return "Cycle"
	case routing.Pedestrian:
		return "Walk"
	}
	return "Drive"
}
