package profile

import "github.com/paulmach/osm"

// obstacle are the tags of a node that decide who can pass it.
type obstacle struct {
	barrier, kerb, bollard, sensory, locked, highway, entrance, amenity string
}

func (o *obstacle) read(tags osm.Tags) {
	for i := range tags {
		v := tags[i].Value
		switch tags[i].Key {
		case "barrier":
			o.barrier = v
		case "kerb":
			o.kerb = v
		case "bollard":
			o.bollard = v
		case "sensory":
			o.sensory = v
		case "locked":
			o.locked = v
		case "highway":
			o.highway = v
		case "entrance":
			o.entrance = v
		case "amenity":
			o.amenity = v
		}
	}
}

// virtual tells whether the barrier only makes noise.
func (o *obstacle) virtual() bool { return o.sensory == "audible" || o.sensory == "audio" }

// opens tells whether the owner of the place can let people through.
func (o *obstacle) opens() bool {
	switch o.barrier {
	case "gate", "lift_gate", "swing_gate", "sliding_gate", "sliding_beam", "wicket_gate", "entrance",
		"hampshire_gate", "bump_gate", "door", "turnstile", "full-height_turnstile", "kissing_gate":
		return true
	}
	return o.entrance != "" || o.amenity == "parking_entrance"
}

// passage turns what the access tags of a node say into access. ok is false when they say nothing.
func passage(said statement) (a Access, ok bool) {
	switch said {
	case allowed, dismount:
		return Open, true
	case ending, private, deliveries:
		return Restricted, true
	case denied, sidepath:
		return No, true
	}
	return No, false
}

// Seconds lost at barriers that must be opened or that somebody is asked at.
const (
	gateSeconds      = 60 // by a vehicle, after OSRM
	tollBoothSeconds = 15
	borderSeconds    = 60
	wicketSeconds    = 10 // by a walker or a rider who gets off
	stileSeconds     = 10
	liftSeconds      = 30
)

func (m *motor) Node(tags osm.Tags) Barrier {
	if len(tags) == 0 {
		return Barrier{Access: Open}
	}
	var o obstacle
	o.read(tags)
	pass := Barrier{Access: Open}
	pass.Seconds = o.motorDelay()
	if o.highway != "crossing" {
		if a, ok := passage(m.access.node(tags)); ok {
			if a == Open && pass.Seconds == gateSeconds {
				pass.Seconds = 0 // a gate that stands open
			}
			pass.Access = a
			return pass
		}
	}
	switch o.barrier {
	case "", "no", "cattle_grid", "sally_port", "entrance", "arch", "coupure", "height_restrictor", "toll_booth", "border_control":
		return pass
	case "gate", "lift_gate", "sliding_gate", "bump_gate", "hampshire_gate":
		if o.locked != "yes" {
			return pass
		}
	case "kerb":
		if o.highway == "crossing" || o.kerb == "lowered" || o.kerb == "flush" || o.kerb == "rolled" || o.kerb == "no" {
			return pass
		}
	case "bollard":
		if o.bollard == "rising" {
			return pass
		}
	case "bus_trap":
		if m.busways {
			return pass
		}
	}
	if o.virtual() {
		return pass
	}
	return Barrier{}
}

// motorDelay returns the seconds that a motor vehicle loses.
func (o *obstacle) motorDelay() float64 {
	switch o.barrier {
	case "toll_booth":
		return tollBoothSeconds
	case "border_control":
		return borderSeconds
	case "gate", "lift_gate", "swing_gate", "sliding_gate", "bump_gate", "hampshire_gate":
		return gateSeconds
	}
	return 0
}

func (bicycle) Node(tags osm.Tags) Barrier { return onFootOrBicycle(tags, bicycleAccess, true) }

func (foot) Node(tags osm.Tags) Barrier { return onFootOrBicycle(tags, footAccess, false) }

// onFootOrBicycle judges a node for those who get through narrow gaps.
func onFootOrBicycle(tags osm.Tags, access keyChain, rider bool) Barrier {
	if len(tags) == 0 {
		return Barrier{Access: Open}
	}
	var o obstacle
	o.read(tags)
	pass := Barrier{Access: Open, Seconds: o.delay(rider)}
	if o.highway != "crossing" {
		said := access.node(tags)
		if said == deliveries || said == private && !o.opens() {
			return Barrier{} // nobody is there to let them through
		}
		if a, ok := passage(said); ok {
			pass.Access = a
			return pass
		}
	}
	switch {
	case o.virtual():
		return Barrier{Access: Open}
	case o.locked == "yes" && o.opens():
		return Barrier{}
	}
	switch o.barrier {
	case "wall", "fence", "yes", "hedge", "city_wall", "retaining_wall", "guard_rail", "ditch":
		return Barrier{}
	case "full-height_turnstile":
		if rider {
			return Barrier{}
		}
	}
	return pass
}

// delay returns the seconds that a walker or a rider loses.
func (o *obstacle) delay(rider bool) float64 {
	switch o.barrier {
	case "gate", "swing_gate", "wicket_gate", "sliding_gate", "hampshire_gate", "kissing_gate", "turnstile",
		"full-height_turnstile", "door":
		return wicketSeconds
	case "stile":
		if rider {
			return 3 * stileSeconds
		}
		return stileSeconds
	case "cycle_barrier", "motorcycle_barrier":
		if rider {
			return wicketSeconds
		}
	}
	if o.highway == "elevator" {
		return liftSeconds
	}
	return 0
}
