package profile

import (
	"cmp"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/osm"
)

// Attributes describe a way for all modes: what guidance says about it and what requests can
// exclude. Lists within strings are separated by semicolons, as in OSM.
type Attributes struct {
	Class      RoadClass
	Link       bool // slip road
	Features   routing.Feature
	Roundabout bool // junction=roundabout: traffic on it has the right of way
	Circular   bool // junction=circular: looks like a roundabout, its rules are others
	Bridge     bool
	Escalator  bool // steps that move
	Area       bool // an outline that encloses a walkable area
	Surface    string
	Name       string // the street's, for a path beside a street that street's; "" when it has none
	Ref        string // route numbers
	Exits      string // numbers of the exit that the slip road belongs to
	Lanes      int    // in both directions, 0 when not tagged
	// Forward and Backward hold what the signs say to traffic along and against the way.
	Forward, Backward Signs
}

// Signs are what drivers read above the road.
type Signs struct {
	Destination        string // places
	DestinationRefs    string // route numbers
	DestinationStreets string
	TurnLanes          string // OSM's turn:lanes, from left to right, bars between lanes
}

// AttributesOf reads the tags of a way.
func AttributesOf(tags osm.Tags) Attributes {
	var f facts
	var a Attributes
	if !f.read(tags) {
		return a
	}
	a.Class, a.Link = f.classify()
	a.Roundabout = f.junction == "roundabout"
	a.Circular = f.junction == "circular"
	a.Bridge = f.bridge != "" && f.bridge != "no"
	a.Escalator = a.Class == Steps && f.conveying != "" && f.conveying != "no"
	a.Area = f.area == "yes"
	a.Surface = f.surface
	a.Lanes = laneCount(f.lanes)

	a.read(tags, f.flow(f.oneway))
	a.Features |= f.features(a.Class)
	return a
}

// read gathers the tags that guidance alone needs.
func (a *Attributes) read(tags osm.Tags, flow oneway) {
	var both Signs
	var sidepath, street string
	beside := false // said to run beside a street
	for i := range tags {
		v := tags[i].Value
		switch tags[i].Key {
		case "name":
			a.Name = v
		case "ref":
			a.Ref = v
		case "is_sidepath:of:name":
			sidepath = v
		case "street:name":
			street = v
		case "is_sidepath":
			beside = beside || v == "yes"
		case "footway", "cycleway", "path":
			beside = beside || v == "sidewalk" || v == "sidepath"
		case "junction:ref":
			a.Exits = v
		case "destination":
			both.Destination = v
		case "destination:ref":
			both.DestinationRefs = v
		case "destination:street":
			both.DestinationStreets = v
		case "turn:lanes":
			both.TurnLanes = v
		case "destination:forward":
			a.Forward.Destination = v
		case "destination:backward":
			a.Backward.Destination = v
		case "destination:ref:forward":
			a.Forward.DestinationRefs = v
		case "destination:ref:backward":
			a.Backward.DestinationRefs = v
		case "destination:street:forward":
			a.Forward.DestinationStreets = v
		case "destination:street:backward":
			a.Backward.DestinationStreets = v
		case "turn:lanes:forward":
			a.Forward.TurnLanes = v
		case "turn:lanes:backward":
			a.Backward.TurnLanes = v
		case "toll", "toll:forward", "toll:backward", "toll:motor_vehicle", "toll:motorcar", "toll:vehicle":
			if v == "yes" {
				a.Features |= routing.Toll
			}
		}
	}
	if a.Class.beside() {
		if !beside {
			street = "" // of the street that the way belongs to, which need not be beside it
		}
		a.Name = cmp.Or(a.Name, sidepath, street)
	}
	switch flow {
	case forwardOnly:
		a.Forward.fill(both)
	case backwardOnly:
		a.Backward.fill(both)
	}
}

// beside tells whether ways of the class run beside streets, so that they can be called by their names.
func (c RoadClass) beside() bool {
	switch c {
	case Cycleway, Path, Footway, Pedestrian, Steps, Bridleway, Track:
		return true
	}
	return false
}

// fill takes over what is tagged for the way as a whole. That is clear on one-way roads alone.
func (s *Signs) fill(both Signs) {
	s.Destination = cmp.Or(s.Destination, both.Destination)
	s.DestinationRefs = cmp.Or(s.DestinationRefs, both.DestinationRefs)
	s.DestinationStreets = cmp.Or(s.DestinationStreets, both.DestinationStreets)
	s.TurnLanes = cmp.Or(s.TurnLanes, both.TurnLanes)
}

// features tells what requests can exclude, tolls apart.
func (f *facts) features(c RoadClass) routing.Feature {
	var have routing.Feature
	switch c {
	case Ferry, ShuttleTrain:
		have |= routing.Ferry
	case Motorway:
		have |= routing.Highway
	case Steps:
		have |= routing.Steps
	}
	if f.motorroad == "yes" {
		have |= routing.Highway
	}
	if f.tunnel != "" && f.tunnel != "no" && f.tunnel != "building_passage" && f.tunnel != "culvert" {
		have |= routing.Tunnel
	}
	if f.unpaved(c) {
		have |= routing.Unpaved
	}
	return have
}

// laneCount reads the number of lanes, 0 when the value is not one.
func laneCount(value string) int {
	if len(value) == 0 || len(value) > 2 {
		return 0
	}
	n := 0
	for _, c := range []byte(value) {
		if c < '0' || c > '9' {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}
