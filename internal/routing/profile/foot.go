package profile

import (
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/osm"
)

// foot holds the rules of walkers.
type foot struct{}

// WalkingKPH is the speed of a walker on a level paved way, the base of all walking speeds.
const WalkingKPH = 5

const stepsKPH = 3

var footAccess = keyChain{"foot", "access"}

// Factors for roads that are shared with fast traffic, where no sidewalk is tagged.
var footPenalty = [classes]float64{Trunk: 1.5, Primary: 1.25, Secondary: 1.15, Tertiary: 1.05}

func (foot) Mode() routing.Mode { return routing.Pedestrian }

func (p foot) RestrictionApplies(tags osm.Tags) bool { return p.Restriction(tags) != Unrestricted }

// Restriction binds walkers only where the relation names them.
func (foot) Restriction(tags osm.Tags) Restriction {
	return restrictionKind(tags.Find("restriction:foot"))
}

// Afoot is false: a walker is on foot as it is.
func (foot) Afoot(osm.Tags) bool { return false }

// Timed binds walkers only where the relation names them, as Restriction does.
func (foot) Timed(tags osm.Tags) []TimedRestriction {
	var own osm.Tags
	for _, t := range tags {
		if t.Key == "restriction:foot:conditional" {
			own = append(own, t)
		}
	}
	return timedRestrictions(own, []string{"foot"})
}

// Turn costs a walker nothing but the wait at signals.
func (foot) Turn(t Turn) float64 { return footWait.at(t.Control) }

var footWait = wait{Signals: 2}

func (foot) ModeChange(from, to routing.TravelMode) float64 { return modeChange(from, to) }

// walkable tells whether ways of the class are open to walkers unless tags say otherwise.
func (c RoadClass) walkable() bool {
	switch c {
	case Unknown, Motorway, Trunk, Road, Busway, Cycleway, Bridleway, ShuttleTrain, Railway:
		return false
	}
	return true
}

func (foot) Way(tags osm.Tags, c Context) Way {
	var f facts
	if !f.read(tags) {
		return Way{}
	}
	f.openTrunks = c.OpenTrunks
	class, _ := f.classify()
	if class == Railway || f.closed() || class == Unknown && !f.unknownRoad() {
		return Way{}
	}
	forward, backward := footAccess.read(tags)
	flow := directionOf(tags.Find("oneway:foot"))
	if class == Steps && f.oneway != "no" {
		switch f.conveying {
		case "forward":
			flow = forwardOnly
		case "backward":
			flow = backwardOnly
		}
	}
	if f.sidepathBeside(class, f.sidewalk, f.sidewalkBoth, f.sidewalkLeft, f.sidewalkRight) {
		forward, backward = forward.beside(), backward.beside()
	}
	var w Way
	if flow != backwardOnly {
		w.Forward = f.walk(class, forward)
	}
	if flow != forwardOnly {
		w.Backward = f.walk(class, backward)
	}
	if !w.Usable() {
		return Way{}
	}
	w.Traits = f.traits(class)
	if class == Ferry || class == ShuttleTrain {
		w.carry(&f, class)
	}
	return w
}

// walk judges one direction of a way for walkers.
func (f *facts) walk(class RoadClass, r ruling) Direction {
	sidewalk := f.hasSidewalk()
	access := f.onFootOrBicycle(class, r, (class.walkable() || f.openTrunk(class)) && f.motorroad != "yes" || sidewalk)
	if access == No {
		return Direction{}
	}
	d := Direction{Access: access, Travel: routing.Walk, SpeedKPH: WalkingKPH, Penalty: 1}
	if class == Steps && f.conveying == "" {
		d.SpeedKPH = stepsKPH
	}
	d.SpeedKPH = capped(d.SpeedKPH, footSurfaceKPH(f.surface), hikingKPH(f.sacScale))
	if p := footPenalty[class]; p > 0 && !sidewalk {
		d.Penalty = p
	}
	return d
}

// hasSidewalk tells whether the road has a sidewalk that belongs to it.
func (f *facts) hasSidewalk() bool {
	switch f.sidewalk {
	case "yes", "both", "left", "right":
		return true
	}
	return f.sidewalkBoth == "yes" || f.sidewalkLeft == "yes" || f.sidewalkRight == "yes"
}

// hikingKPH caps the speed by the difficulty of a mountain path, 0 sets no cap.
func hikingKPH(scale string) float64 {
	switch scale {
	case "mountain_hiking":
		return 4
	case "demanding_mountain_hiking":
		return 3
	case "alpine_hiking":
		return 2
	case "demanding_alpine_hiking", "difficult_alpine_hiking":
		return 1
	}
	return 0
}
