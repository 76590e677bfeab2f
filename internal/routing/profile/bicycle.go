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

// Seconds lost at devices by a bicycle: signals after OSRM, signs hardly slow a rider.
var bicycleWait = wait{Signals: 2, Stop: 1}

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
	class, _ := f.classify()
	if f.closed() || class == Unknown && !f.unknownRoad() {
		return Way{}
	}
	forward, backward := bicycleAccess.read(tags)
	if class == Railway {
		return f.bicycleTrain(&forward)
	}
	pushForward, pushBackward := pushingAccess.read(tags)
	flow := f.flow(specific(tags, "oneway:", bicycleVehicles, f.oneway))
	lanes := f.cycleLanes(flow, c)

	var w Way
	w.Forward = f.bicycleDirection(class, &forward, &pushForward, flow != backwardOnly && flow != reversible, lanes.forward, true)
	w.Backward = f.bicycleDirection(class, &backward, &pushBackward, flow != forwardOnly && flow != reversible, lanes.backward, !f.impliedOneway())
	if class == Ferry || class == ShuttleTrain {
		w.carry(&f, class)
		return w
	}
	limitForward, limitBackward := bicycleLimits.read(tags)
	surface, smooth := bicycleSurfaceKPH(f.surface), bicycleSmoothnessKPH(f.smoothness)
	for _, d := range []struct {
		*Direction
		limit float64
	}{{&w.Forward, limitForward}, {&w.Backward, limitBackward}} {
		if d.Travel == routing.Cycle {
			d.SpeedKPH = capped(d.SpeedKPH, surface, smooth, d.limit)
		}
	}
	return w
}

// bicycleDirection judges one direction of a way: whether traffic flows that way, whether there is
// a cycleway for it, and whether a bicycle may be pushed against the flow.
func (f *facts) bicycleDirection(class RoadClass, r, push *rulings, flows, cycleway, pushable bool) Direction {
	said, rank := r.decided()
	ride := Direction{Travel: routing.Cycle, SpeedKPH: bicycleKPH[class], Penalty: 1}
	if ride.SpeedKPH == 0 || cycleway {
		ride.SpeedKPH = CyclingKPH
	}
	byClass := bicycleKPH[class] > 0 && f.motorroad != "yes" || class == Ferry
	if f.sidepathBeside(class, f.cycleway, f.cyclewayBoth, f.cyclewayLeft, f.cyclewayRight) && rank > 0 {
		if said != denied {
			said, rank = sidepath, 0
		}
	}
	switch said {
	case nothing:
		if byClass || cycleway {
			ride.Access = Open
		}
	case allowed:
		ride.Access = Open
	case ending:
		if byClass || cycleway || rank == 0 {
			ride.Access = Restricted
		}
	case private:
		if class.local() && (byClass || cycleway || rank == 0) {
			ride.Access = Restricted
		}
	}
	if !flows && !cycleway {
		ride.Access = No
	}
	if ride.Access != No {
		if bicyclePenalty[class] > 0 && !cycleway {
			ride.Penalty = bicyclePenalty[class]
		}
		return ride
	}
	if class == Ferry || class == ShuttleTrain {
		return Direction{}
	}
	return f.pushDirection(class, push, said, rank, byClass, flows || pushable)
}

// pushDirection judges a direction in which the bicycle cannot be ridden. said and rank are what
// the access tags say about riding.
func (f *facts) pushDirection(class RoadClass, push *rulings, said statement, rank int, byClass, pushable bool) Direction {
	walk := Direction{Travel: routing.Walk, SpeedKPH: pushingKPH, Penalty: 1, Access: Open}
	if class == Steps {
		walk.SpeedKPH = pushingStepKPH
	}
	foot, _ := push.decided()
	walkers := class.forWalkers()
	switch said {
	case denied, sidepath, deliveries, private:
		// A ban on riding leaves walkers' ways open, a ban on everybody does not. Elsewhere a ban
		// on bicycles is taken to mean pushed ones too.
		if said == private || said == sidepath || !walkers || rank == len(bicycleAccess)-1 {
			return Direction{}
		}
	case ending:
		walk.Access = Restricted
	}
	switch foot {
	case denied, sidepath, deliveries, private:
		return Direction{}
	case ending:
		walk.Access = Restricted
	case allowed:
		if !pushable && !walkers {
			return Direction{}
		}
		return walk
	}
	if said == dismount || walkers || byClass && pushable {
		return walk
	}
	return Direction{}
}

// bicycleTrain judges railways: bicycles are taken along where the tag bicycle says so.
func (f *facts) bicycleTrain(r *rulings) Way {
	said, rank := r.decided()
	if said != allowed || rank > 0 {
		return Way{}
	}
	d := Direction{Access: Open, Travel: routing.Cycle, SpeedKPH: CyclingKPH, Penalty: 1}
	switch f.railway {
	case "construction", "proposed", "razed", "demolished", "dismantled":
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
