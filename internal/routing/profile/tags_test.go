package profile

import (
	"strings"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/osm"
)

// tagsOf reads tags from "key=value, key=value".
func tagsOf(list string) osm.Tags {
	var tags osm.Tags
	for part := range strings.SplitSeq(list, ", ") {
		if key, value, ok := strings.Cut(part, "="); ok {
			tags = append(tags, osm.Tag{Key: key, Value: value})
		}
	}
	return tags
}

func of(mode routing.Mode) Profile {
	p, ok := For(mode)
	if !ok {
		panic("no profile for " + string(mode))
	}
	return p
}

// use writes down a way's use as a short text: for each direction the access (o open, r
// restricted, - none) and, for bicycles, how it is travelled (c ridden, w pushed, b carried).
func use(mode routing.Mode, w Way) string {
	letter := func(d Direction) string {
		s := [...]string{No: "-", Restricted: "r", Open: "o"}[d.Access]
		if !d.Limits.Admits(VehicleOf(mode)) {
			return "-"
		}
		if mode == routing.Bicycle && d.Access != No {
			s += map[routing.TravelMode]string{routing.Cycle: "c", routing.Walk: "w", routing.TakeBoat: "b"}[d.Travel]
		}
		return s
	}
	return letter(w.Forward) + " " + letter(w.Backward)
}

type useCase struct {
	tags, want string
}

const (
	auto  = routing.Auto
	bike  = routing.Bicycle
	walks = routing.Pedestrian
	lorry = routing.Truck
	coach = routing.Bus
)
