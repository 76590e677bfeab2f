package profile

import (
	"iter"
	"strings"

	"github.com/paulmach/osm"
)

// facts are the tags of a way that several rules ask for, gathered in one pass over the tags.
// Keys that depend on the mode (access, one-way, speed by vehicle) are read by a keyChain.
type facts struct {
	openTrunks bool // as Context has it

	// What kind of way it is.
	highway, route, railway, publicTransport, manMade, amenity, leisure string
	junction, service, area, tunnel, bridge, conveying, sideRoad        string
	motorroad, bicycleRoad, sacScale, parking, building                 string
	// Whether it can be used.
	construction, impassable, status, oneway string
	// Its surface.
	surface, tracktype, smoothness, lit string
	// Its lanes.
	busway, lanes, laneMarkings, priority, hov, hovLanes, hovLanesForward, hovLanesBackward string
	// Its dimensions; for limits see Limits.
	width string
	// What runs beside the carriageway.
	cycleway, cyclewayBoth, cyclewayLeft, cyclewayRight                         string
	cyclewayOneway, cyclewayBothOneway, cyclewayLeftOneway, cyclewayRightOneway string
	sidewalk, sidewalkBoth, sidewalkLeft, sidewalkRight                         string

	duration string
}

// read gathers the facts of a way. It returns false at once when the way has no tag that could
// make it routable, so that buildings and the like cost next to nothing.
func (f *facts) read(tags osm.Tags) bool {
	if !routable(tags) {
		return false
	}
	for i := range tags {
		if p := f.field(tags[i].Key); p != nil {
			*p = tags[i].Value
		}
	}
	return true
}

func routable(tags osm.Tags) bool {
	for i := range tags {
		switch tags[i].Key {
		case "highway", "route", "railway", "public_transport", "man_made", "amenity", "leisure":
			return true
		case "bridge":
			if tags[i].Value == "movable" {
				return true
			}
		}
	}
	return false
}

func (f *facts) field(key string) *string {
	switch key {
	case "highway":
		return &f.highway
	case "route":
		return &f.route
	case "railway":
		return &f.railway
	case "public_transport":
		return &f.publicTransport
	case "man_made":
		return &f.manMade
	case "amenity":
		return &f.amenity
	case "leisure":
		return &f.leisure
	case "junction":
		return &f.junction
	case "oneway":
		return &f.oneway
	case "service":
		return &f.service
	case "area":
		return &f.area
	case "construction":
		return &f.construction
	case "impassable":
		return &f.impassable
	case "status":
		return &f.status
	case "motorroad":
		return &f.motorroad
	case "tunnel":
		return &f.tunnel
	case "bridge":
		return &f.bridge
	case "conveying":
		return &f.conveying
	case "side_road":
		return &f.sideRoad
	case "lane_markings":
		return &f.laneMarkings
	case "duration":
		return &f.duration
	case "lanes":
		return &f.lanes
	case "hov":
		return &f.hov
	case "hov:lanes":
		return &f.hovLanes
	case "hov:lanes:forward":
		return &f.hovLanesForward
	case "hov:lanes:backward":
		return &f.hovLanesBackward
	case "priority":
		return &f.priority
	case "surface":
		return &f.surface
	case "tracktype":
		return &f.tracktype
	case "smoothness":
		return &f.smoothness
	case "cycleway":
		return &f.cycleway
	case "cycleway:both":
		return &f.cyclewayBoth
	case "cycleway:left":
		return &f.cyclewayLeft
	case "cycleway:right":
		return &f.cyclewayRight
	case "cycleway:oneway":
		return &f.cyclewayOneway
	case "cycleway:both:oneway":
		return &f.cyclewayBothOneway
	case "cycleway:left:oneway":
		return &f.cyclewayLeftOneway
	case "cycleway:right:oneway":
		return &f.cyclewayRightOneway
	case "sidewalk":
		return &f.sidewalk
	case "sidewalk:both":
		return &f.sidewalkBoth
	case "sidewalk:left":
		return &f.sidewalkLeft
	case "sidewalk:right":
		return &f.sidewalkRight
	case "sac_scale":
		return &f.sacScale
	case "width":
		return &f.width
	case "lit":
		return &f.lit
	case "busway":
		return &f.busway
	case "bicycle_road":
		return &f.bicycleRoad
	case "parking":
		return &f.parking
	case "building":
		return &f.building
	}
	return nil
}

// parts yields the trimmed, non-empty members of a semicolon list.
func parts(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for list != "" {
			var part string
			part, list, _ = strings.Cut(list, ";")
			if part = strings.TrimSpace(part); part != "" && !yield(part) {
				return
			}
		}
	}
}
