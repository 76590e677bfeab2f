package tools

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/routing"
)

// TravelOptions tune a route. Which options a travel mode knows is checked; an option that the mode
// does not know is refused, never dropped.
type TravelOptions struct {
	Exclude             []string          `json:"exclude"`
	Shortest            *bool             `json:"shortest"`
	UseHighways         *float64          `json:"use_highways"`
	UseTolls            *float64          `json:"use_tolls"`
	UseFerries          *float64          `json:"use_ferries"`
	UseHills            *float64          `json:"use_hills"`
	UseLit              *float64          `json:"use_lit"`
	UseRoads            *float64          `json:"use_roads"`
	AvoidBadSurfaces    *float64          `json:"avoid_bad_surfaces"`
	WalkingSpeed        *float64          `json:"walking_speed"`
	CyclingSpeed        *float64          `json:"cycling_speed"`
	BicycleType         *string           `json:"bicycle_type"`
	MaxHikingDifficulty *float64          `json:"max_hiking_difficulty"`
	Height              *float64          `json:"height"`
	Width               *float64          `json:"width"`
	Length              *float64          `json:"length"`
	Weight              *float64          `json:"weight"`
	AxleLoad            *float64          `json:"axle_load"`
	AxleCount           *float64          `json:"axle_count"`
	Hazmat              *bool             `json:"hazmat"`
	AvoidPolygons       []json.RawMessage `json:"avoid_polygons"`
	AvoidLocations      []LatLon          `json:"avoid_locations"`
}

// travelModes are the modes on offer, in the order of the schema.
var travelModes = []routing.Mode{routing.Auto, routing.Truck, routing.Bus, routing.Bicycle, routing.Pedestrian}

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

// Bounds of what a request may ask to avoid.
const (
	maxAvoidPolygons  = 20
	maxAvoidPositions = 1000
	maxAvoidLocations = 50
)

// option is a numeric travel option with its range and the modes that know it.
type option struct {
	name   string
	place  **float64 // where the request has it
	lo, hi float64
	unit   string
	whole  bool
	modes  []routing.Mode
}

func (o option) knownTo(mode routing.Mode) bool { return slices.Contains(o.modes, mode) }

// numbers lists the numeric options.
func (o *TravelOptions) numbers() []option {
	motor := []routing.Mode{routing.Auto, routing.Truck, routing.Bus}
	heavy := []routing.Mode{routing.Truck, routing.Bus}
	muscle := []routing.Mode{routing.Bicycle, routing.Pedestrian}
	rider, walker := muscle[:1], muscle[1:]
	return []option{
		{"use_highways", &o.UseHighways, 0, 1, "0 (avoid) to 1", false, motor},
		{"use_tolls", &o.UseTolls, 0, 1, "0 (avoid) to 1", false, motor},
		{"use_ferries", &o.UseFerries, 0, 1, "0 (avoid) to 1", false, travelModes},
		{"use_hills", &o.UseHills, 0, 1, "0 (avoid) to 1", false, muscle},
		{"use_lit", &o.UseLit, 0, 1, "0 to 1 (lit ways only as far as possible)", false, muscle},
		{"use_roads", &o.UseRoads, 0, 1, "0 (avoid motor traffic) to 1", false, rider},
		{"avoid_bad_surfaces", &o.AvoidBadSurfaces, 0, 1, "0 to 1 (avoid)", false, rider},
		{"walking_speed", &o.WalkingSpeed, 0.5, 25, "0.5 to 25 km/h", false, walker},
		{"cycling_speed", &o.CyclingSpeed, 5, 60, "5 to 60 km/h", false, rider},
		{"max_hiking_difficulty", &o.MaxHikingDifficulty, 0, 6, "0 to 6, whole", true, walker},
		{"height", &o.Height, 0, 10, "0 to 10 m", false, motor},
		{"width", &o.Width, 0, 10, "0 to 10 m", false, motor},
		{"length", &o.Length, 0, 100, "0 to 100 m", false, motor},
		{"weight", &o.Weight, 0, 200, "0 to 200 t", false, motor},
		{"axle_load", &o.AxleLoad, 0, 50, "0 to 50 t", false, heavy},
		{"axle_count", &o.AxleCount, 2, 20, "2 to 20, whole", true, heavy},
	}
}

// bicycleTypes are the bicycles on offer.
var bicycleTypes = []routing.BicycleType{routing.HybridBicycle, routing.RoadBicycle, routing.CityBicycle, routing.MountainBicycle}

// options checks the travel options against the mode.
func (o *TravelOptions) options(mode routing.Mode) (routing.Options, error) {
	var out routing.Options
	if o == nil {
		return out, nil
	}
	for _, opt := range o.numbers() {
		field, value := "travel_options."+opt.name, *opt.place
		switch {
		case value == nil:
		case !opt.knownTo(mode):
			return out, invalid(field, fmt.Sprintf("is not an option of travel %q", mode), *value, "travel "+joinModes(opt.modes))
		case !(*value >= opt.lo && *value <= opt.hi), opt.whole && *value != math.Trunc(*value):
			return out, invalid(field, "is out of range", number(*value), opt.unit)
		}
	}
	switch {
	case o.Hazmat != nil && mode != routing.Truck:
		return out, invalid("travel_options.hazmat", fmt.Sprintf("is not an option of travel %q", mode), *o.Hazmat, "travel truck")
	case o.BicycleType != nil && mode != routing.Bicycle:
		return out, invalid("travel_options.bicycle_type", fmt.Sprintf("is not an option of travel %q", mode), *o.BicycleType, "travel bicycle")
	case o.BicycleType != nil && !slices.Contains(bicycleTypes, routing.BicycleType(*o.BicycleType)):
		return out, invalid("travel_options.bicycle_type", "is no bicycle on offer", *o.BicycleType, bicycleTypes)
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
	out.UseHighways, out.UseTolls, out.UseFerries, out.UseHills = o.UseHighways, o.UseTolls, o.UseFerries, o.UseHills
	out.UseLit, out.UseRoads, out.AvoidBadSurfaces = o.UseLit, o.UseRoads, o.AvoidBadSurfaces
	out.Height, out.Width, out.Length, out.Weight, out.AxleLoad = o.Height, o.Width, o.Length, o.Weight, o.AxleLoad
	out.AxleCount, out.MaxHiking = whole(o.AxleCount), whole(o.MaxHikingDifficulty)
	out.Shortest, out.Hazmat = given(o.Shortest), given(o.Hazmat)
	out.WalkingSpeed, out.CyclingSpeed = given(o.WalkingSpeed), given(o.CyclingSpeed)
	out.Bicycle = routing.BicycleType(given(o.BicycleType))
	return out, o.avoid(&out)
}

// avoid reads the places to avoid.
func (o *TravelOptions) avoid(out *routing.Options) error {
	if n := len(o.AvoidPolygons); n > maxAvoidPolygons {
		return invalid("travel_options.avoid_polygons", "has too many areas", n, fmt.Sprintf("at most %d", maxAvoidPolygons))
	}
	if n := len(o.AvoidLocations); n > maxAvoidLocations {
		return invalid("travel_options.avoid_locations", "has too many points", n, fmt.Sprintf("at most %d", maxAvoidLocations))
	}
	total := 0
	for i, text := range o.AvoidPolygons {
		area, err := areaArg(fmt.Sprintf("travel_options.avoid_polygons[%d]", i), text)
		if err != nil {
			return err
		}
		for _, polygon := range area {
			for _, ring := range polygon {
				total += len(ring)
			}
		}
		out.AvoidPolygons = append(out.AvoidPolygons, area...)
	}
	if total > maxAvoidPositions {
		return invalid("travel_options.avoid_polygons", "has too many positions", total, fmt.Sprintf("at most %d", maxAvoidPositions))
	}
	for i, l := range o.AvoidLocations {
		p, err := l.point(fmt.Sprintf("travel_options.avoid_locations[%d]", i))
		if err != nil {
			return err
		}
		out.AvoidLocations = append(out.AvoidLocations, p)
	}
	return nil
}

// given returns what an argument says, the zero value where it was left out.
func given[T any](v *T) (value T) {
	if v != nil {
		value = *v
	}
	return value
}

func whole(v *float64) *int {
	if v == nil {
		return nil
	}
	n := int(*v)
	return &n
}

// optionsOf checks the travel options for several modes at once. An option goes to the modes that know
// it; one that none of them knows is refused.
func (o *TravelOptions) optionsOf(modes []routing.Mode) ([]routing.Options, error) {
	all := make([]routing.Options, len(modes))
	if o == nil {
		return all, nil
	}
	for _, opt := range o.numbers() {
		if *opt.place != nil && !slices.ContainsFunc(modes, opt.knownTo) {
			return nil, invalid("travel_options."+opt.name, "is an option of none of the modes", **opt.place, "travel "+joinModes(opt.modes))
		}
	}
	truck, bicycle := slices.Contains(modes, routing.Truck), slices.Contains(modes, routing.Bicycle)
	for i, mode := range modes {
		known := *o
		for _, opt := range known.numbers() {
			if !opt.knownTo(mode) {
				*opt.place = nil
			}
		}
		if truck && mode != routing.Truck {
			known.Hazmat = nil
		}
		if bicycle && mode != routing.Bicycle {
			known.BicycleType = nil
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
