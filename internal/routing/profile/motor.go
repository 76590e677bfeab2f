package profile

import (
	"strings"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/osm"
)

// motor holds the rules of a motor vehicle as data, so that vehicles differ by a few figures.
type motor struct {
	mode   routing.Mode
	access keyChain
	limits speedKeys
	top    float64 // km/h that the vehicle does not exceed
	// penalty holds factors for roads that are no good for the vehicle; below 1 stands for none.
	penalty [classes]float64
	busways bool // busways and bus lanes are for it
}

// car is a large car.
var car = &motor{
	mode:   routing.Auto,
	access: keyChain{"motorcar", "motor_vehicle", "vehicle", "access"},
	limits: motorSpeedKeys,
	top:    maxKPH,
}

// truck is a lorry for heavy goods. Law or a limiter holds lorries to some 90 km/h in most countries; they
// keep off narrow and quiet streets where there is another way.
var truck = &motor{
	mode:    routing.Truck,
	access:  keyChain{"hgv", "motor_vehicle", "vehicle", "access"},
	limits:  append(speedKeys{"maxspeed:hgv"}, motorSpeedKeys...),
	top:     90,
	penalty: [classes]float64{Unclassified: 1.2, Residential: 1.5, LivingStreet: 2, Track: 2},
}

// bus is a bus in service.
var bus = &motor{
	mode:    routing.Bus,
	access:  keyChain{"bus", "psv", "motor_vehicle", "vehicle", "access"},
	limits:  append(speedKeys{"maxspeed:bus", "maxspeed:psv"}, motorSpeedKeys...),
	top:     100,
	busways: true,
}

func (m *motor) Mode() routing.Mode { return m.mode }

// vehicles lists the keys of the chain that name vehicles, most specific first.
func (m *motor) vehicles() []string { return m.access[:len(m.access)-1] }

func (m *motor) RestrictionApplies(tags osm.Tags) bool { return m.Restriction(tags) != Unrestricted }

func (m *motor) Restriction(tags osm.Tags) Restriction { return restriction(tags, m.vehicles()) }

// Afoot is false: nobody pushes a car round a corner.
func (m *motor) Afoot(osm.Tags) bool { return false }

// Seconds lost at devices by a car, after OSRM.
var motorWait = wait{Signals: 2, Stop: 2, GiveWay: 1}

func (m *motor) Timed(tags osm.Tags) []TimedRestriction { return timedRestrictions(tags, m.vehicles()) }

func (m *motor) Turn(t Turn) float64 { return motorWait.at(t.Control) + motorTurn(t) }

func (m *motor) ModeChange(from, to routing.TravelMode) float64 { return modeChange(from, to) }

// Speeds by class in km/h where nothing is signposted, after OSRM's car profile.
var motorKPH = [classes]float64{
	Motorway: 90, Trunk: 85, Primary: 65, Secondary: 55, Tertiary: 40, Unclassified: 25, Residential: 25,
	LivingStreet: 10, Service: 15, WinterRoad: 20, IceRoad: 15,
}

var motorLinkKPH = [...]float64{Motorway: 45, Trunk: 40, Primary: 30, Secondary: 25, Tertiary: 20}

const (
	buswayKPH       = 40
	motorOtherKPH   = 10 // on a way that access tags alone open
	shuttleTrainKPH = 10 // of a car train, its wait included
	limitShare      = 0.8
)

func (m *motor) Way(tags osm.Tags, _ Context) Way {
	var f facts
	if !f.read(tags) {
		return Way{}
	}
	class, link := f.classify()
	ferry := class == Ferry || class == ShuttleTrain
	switch {
	case f.highway == "" && !ferry, class == Steps, class == Unknown && !f.unknownRoad(), f.area == "yes", f.closed(), f.unrideable():
		return Way{}
	}
	flow := f.flow(specific(tags, "oneway:", m.vehicles(), f.oneway))
	if flow == reversible {
		return Way{}
	}
	if m.busways && f.contraflowBuses(tags) {
		flow = twoWay
	}
	forward, backward := m.access.read(tags)
	var w Way
	if flow != backwardOnly || forward.against() {
		w.Forward.Access = m.judge(forward, &f, class)
	}
	if flow != forwardOnly || backward.against() {
		w.Backward.Access = m.judge(backward, &f, class)
	}
	if !w.Usable() {
		return Way{}
	}
	if !m.busways { // a bus carries several people
		f.carpools(&w, flow)
	}
	w.Traits = f.traits(class)
	m.limit(&w, tags, forward, backward)
	if ferry {
		w.carry(&f, class)
		return w
	}
	m.travel(&w, tags, &f, class, link)
	f.penalise(&w, flow)
	for _, d := range [...]*Direction{&w.Forward, &w.Backward} {
		if p := m.penalty[class]; d.Access != No && p > d.Penalty {
			d.Penalty = p
		}
	}
	return w
}

// limit sets the limits.
func (m *motor) limit(w *Way, tags osm.Tags, forward, backward ruling) {
	f, b := limits(tags, m.vehicles())
	bansForward, bansBackward := m.access.sizeBans(tags, forward, backward)
	if w.Forward.Access != No {
		w.Forward.Limits = f.And(bansForward)
	}
	if w.Backward.Access != No {
		w.Backward.Limits = b.And(bansBackward)
	}
}

// travel sets the speeds.
func (m *motor) travel(w *Way, tags osm.Tags, f *facts, class RoadClass, link bool) {
	kph := motorKPH[class]
	if class == Busway {
		kph = buswayKPH
	}
	if link {
		kph = motorLinkKPH[class]
	}
	if kph == 0 {
		kph = motorOtherKPH
	}
	surface, track, smooth := motorSurfaceKPH(f.surface), motorTracktypeKPH(f.tracktype), motorSmoothnessKPH(f.smoothness)
	forward, backward := m.limits.read(tags)
	set := func(d *Direction, limit float64) {
		if d.Access == No {
			return
		}
		d.Travel, d.Penalty, d.SpeedKPH = routing.Drive, 1, kph
		if limit > 0 {
			d.SpeedKPH = limit * limitShare
		}
		d.SpeedKPH = capped(d.SpeedKPH, surface, track, smooth, m.top)
	}
	if f.bridge == "movable" {
		// Some transport their load as a ferry does, and are tagged with the time it takes.
		w.DurationSeconds = seconds(f.duration)
	}
	set(&w.Forward, forward)
	set(&w.Backward, backward)
}

// judge turns what the access tags say of a direction into access.
func (m *motor) judge(r ruling, f *facts, class RoadClass) Access {
	open := (motorKPH[class] > 0 || m.busways && class == Busway) && f.service != "emergency_access" || class == Ferry || class == ShuttleTrain
	switch r.said {
	case nothing:
		switch {
		case open && f.bicycleRoad == "yes":
			return Restricted // where the sign stands alone, motor traffic has to leave it
		case open:
			return Open
		}
	case allowed:
		return Open
	case ending, private, deliveries:
		// Paths and the like do not become roads by it. A track does when the tag speaks of vehicles.
		if open || class == Track && r.rank < len(m.access)-1 {
			return Restricted
		}
	}
	return No
}

// closed tells whether nobody can use the way.
func (f *facts) closed() bool {
	switch f.construction {
	case "", "no", "widening", "minor":
	default:
		return true
	}
	return f.impassable == "yes" || f.status == "impassable"
}

// unrideable tells whether the surface stops everything on wheels.
func (f *facts) unrideable() bool { return f.smoothness == "impassable" }

// unknownRoad tells whether a highway of unknown kind is something that access tags can open.
func (f *facts) unknownRoad() bool {
	switch f.highway {
	case "":
		return f.bridge == "movable"
	case "construction", "proposed", "planned", "abandoned", "disused", "razed", "demolished", "dismantled", "removed",
		"destroyed", "historic", "no", "none", "rest_area", "services", "bus_stop", "crossing", "street_lamp", "via_ferrata", "ladder",
		"traffic_island", "ventilation_shaft", "toll_gantry":
		return false
	}
	return true
}

// specific returns the value of the key prefix+vehicle that names the most specific vehicle, or
// general when there is none.
func specific(tags osm.Tags, prefix string, vehicles []string, general string) string {
	best := len(vehicles)
	for i := range tags {
		if name, ok := strings.CutPrefix(tags[i].Key, prefix); ok {
			if rank := indexOf(vehicles[:best], name); rank >= 0 {
				best, general = rank, tags[i].Value
			}
		}
	}
	return general
}
