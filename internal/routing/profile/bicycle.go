package profile

import (
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/osm"
)

// bicycle holds the rules of bicycles. Where riding is not allowed but walking is, the bicycle is
// pushed: such directions are travelled as routing.Walk.
type bicycle struct{}

// CyclingKPH is the speed of a bicycle on a flat paved road, the base of all cycling speeds.
const CyclingKPH = 15

const (
	pushingKPH     = 4
	pushingStepKPH = 2
	trainKPH       = 10 // of a train that takes bicycles, its wait included
	dismountSecs   = 15 // to get off, put by what was loose, and to get on again
)

var (
	bicycleAccess   = keyChain{"bicycle", "vehicle", "access"}
	bicycleVehicles = []string{"bicycle", "vehicle"}
	bicycleLimits   = speedKeys{"maxspeed"}
	pushingAccess   = keyChain{"foot"}
)

// Speeds by class where bicycles may be ridden unless tags say otherwise, after OSRM's bicycle profile.
var bicycleKPH = [classes]float64{
	Primary: CyclingKPH, Secondary: CyclingKPH, Tertiary: CyclingKPH, Unclassified: CyclingKPH, Residential: CyclingKPH,
	LivingStreet: CyclingKPH, Service: CyclingKPH, Road: CyclingKPH, Cycleway: CyclingKPH,
	Track: 12, Path: 13, ParkingArea: 10,
}

// Factors for roads that are shared with fast traffic, where the direction has no cycleway.
var bicyclePenalty = [classes]float64{Trunk: 2, Primary: 1.5, Secondary: 1.25, Tertiary: 1.1}

func (bicycle) Mode() routing.Mode { return routing.Bicycle }

func (b bicycle) RestrictionApplies(tags osm.Tags) bool { return b.Restriction(tags) != Unrestricted }

func (bicycle) Restriction(tags osm.Tags) Restriction { return restriction(tags, bicycleVehicles) }

// Afoot tells whether the restriction is one for vehicles in general: a bicycle is a vehicle while somebody
// rides it, and may be pushed round the corner. One that names bicycles means pushed ones, too.
func (bicycle) Afoot(tags osm.Tags) bool {
	return tags.Find("restriction:bicycle") == "" && tags.Find("type") != "restriction:bicycle"
}

// Seconds lost at devices by a bicycle: signals after OSRM, signs hardly slow a rider.
var bicycleWait = wait{Signals: 2, Stop: 1}

func (bicycle) Timed(tags osm.Tags) []TimedRestriction {
	return timedRestrictions(tags, bicycleVehicles)
}

func (bicycle) Turn(t Turn) float64 { return bicycleWait.at(t.Control) + bicycleTurn(t) }

func (bicycle) ModeChange(from, to routing.TravelMode) float64 {
	if from == routing.Cycle && to == routing.Walk {
		return dismountSecs
	}
	return modeChange(from, to)
}

func (b bicycle) Way(tags osm.Tags, c Context) Way {
	var f facts
	if !f.read(tags) {
		return Way{}
	}
	f.openTrunks = c.OpenTrunks
	class, _ := f.classify()
	if f.closed() || class == Unknown && !f.unknownRoad() {
		return Way{}
	}
	forward, backward := bicycleAccess.read(tags)
	if class == Railway {
		return f.bicycleTrain(forward)
	}
	flow := f.flow(specific(tags, "oneway:", bicycleVehicles, f.oneway))
	lanes := f.cycleLanes(flow, c)
	if f.sidepathBeside(class, f.cycleway, f.cyclewayBoth, f.cyclewayLeft, f.cyclewayRight) {
		if !lanes.forward {
			forward = forward.beside()
		}
		if !lanes.backward {
			backward = backward.beside()
		}
	}
	limitForward, limitBackward := bicycleLimits.read(tags)
	walkForward, walkBackward := pushingAccess.read(tags)

	w := Way{Traits: f.traits(class)}
	w.Forward = f.ride(class, forward, flow != backwardOnly && flow != reversible, lanes.forward, limitForward)
	w.Backward = f.ride(class, backward, flow != forwardOnly && flow != reversible, lanes.backward, limitBackward)
	if class == Ferry || class == ShuttleTrain {
		w.carry(&f, class)
		return w
	}
	if w.Forward.Access == No {
		w.Forward = f.push(class, forward, walkForward, !f.impliedOneway() || flow != backwardOnly)
	}
	if w.Backward.Access == No {
		w.Backward = f.push(class, backward, walkBackward, !f.impliedOneway() || flow != forwardOnly)
	}
	if !w.Usable() {
		return Way{}
	}
	if f.bridge == "movable" {
		w.DurationSeconds = seconds(f.duration)
	}
	return w
}

// traffic tells whether motor vehicles use the ways of the class.
func (c RoadClass) traffic() bool {
	switch c {
	case Motorway, Trunk, Primary, Secondary, Tertiary, Unclassified, Residential, LivingStreet, Service, Road, Busway:
		return true
	}
	return false
}

// ride judges riding in one direction of a way: whether traffic flows that way and whether there
// is a lane for bicycles.
func (f *facts) ride(class RoadClass, r ruling, flows, lane bool, limit float64) Direction {
	if f.unrideable() || !flows && !lane && !r.against() {
		return Direction{}
	}
	access := f.onFootOrBicycle(class, r, f.rideable(class) || lane)
	if access == No {
		return Direction{}
	}
	d := Direction{Access: access, Travel: routing.Cycle, SpeedKPH: bicycleKPH[class], Penalty: 1, Traffic: class.traffic() && !lane}
	if d.SpeedKPH == 0 || lane {
		d.SpeedKPH = CyclingKPH
	}
	d.SpeedKPH = capped(d.SpeedKPH, bicycleSurfaceKPH(f.surface), bicycleSmoothnessKPH(f.smoothness), limit)
	if p := bicyclePenalty[class]; p > 0 && !lane {
		d.Penalty = p
	}
	return d
}

// rideable tells whether bicycles may be ridden on the way unless access tags say otherwise.
func (f *facts) rideable(class RoadClass) bool {
	return (bicycleKPH[class] > 0 || f.openTrunk(class)) && f.motorroad != "yes" || class == Ferry
}

// push judges a direction in which the bicycle cannot be ridden. r is what is said about riding,
// walk what is said about walking; against the flow of traffic a bicycle is pushed on the sidewalk,
// which roundabouts and motorways lack: free is false there.
func (f *facts) push(class RoadClass, r, walk ruling, free bool) Direction {
	d := Direction{Travel: routing.Walk, SpeedKPH: pushingKPH, Penalty: 1, Access: Open}
	if class == Steps {
		d.SpeedKPH = pushingStepKPH
	}
	walkers := class.forWalkers()
	switch r.said {
	case denied, deliveries:
		// A ban on riding leaves walkers' ways open, a ban on everybody does not. Elsewhere a ban
		// on bicycles is taken to mean pushed ones too.
		if !walkers || r.rank == len(bicycleAccess)-1 {
			return Direction{}
		}
	case private, sidepath:
		return Direction{}
	case ending:
		d.Access = Restricted
	}
	switch walk.said {
	case denied, sidepath, deliveries, private:
		return Direction{}
	case ending:
		d.Access = Restricted
	case allowed:
		if walkers || free {
			return d
		}
	}
	if walkers || r.said == dismount || f.rideable(class) && free {
		return d
	}
	return Direction{}
}

// bicycleTrain judges railways: bicycles are taken along where the key bicycle says so.
func (f *facts) bicycleTrain(r ruling) Way {
	if r.said != allowed || r.rank > 0 {
		return Way{}
	}
	d := Direction{Access: Open, Travel: routing.Cycle, SpeedKPH: CyclingKPH, Penalty: 1}
	switch f.railway {
	case "construction", "proposed", "planned", "razed", "demolished", "dismantled", "station", "yard", "turntable":
		return Way{}
	case "train", "railway", "rail", "narrow_gauge", "light_rail", "subway", "tram", "monorail", "funicular", "preserved":
		d.Travel, d.SpeedKPH = routing.TakeBoat, trainKPH
	}
	return Way{Forward: d, Backward: d}
}

// local tells whether people live and work along ways of the class, so that trips end on them.
func (c RoadClass) local() bool {
	switch c {
	case Motorway, Trunk, Primary, Secondary, Tertiary, Ferry, ShuttleTrain, Railway, Unknown:
		return false
	}
	return true
}

// forWalkers tells whether the ways of the class are for walking by their kind.
func (c RoadClass) forWalkers() bool {
	switch c {
	case Footway, Pedestrian, Steps, Corridor, Platform, Pier:
		return true
	}
	return false
}
