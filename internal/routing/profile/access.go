package profile

import (
	"strings"

	"github.com/paulmach/osm"
)

// A keyChain lists the keys that speak of a vehicle, from the most specific to the most general,
// such as motorcar, motor_vehicle, vehicle, access. The most specific key with a known value wins.
type keyChain []string

// maxChain bounds the length of chains, so that what is read for one fits an array.
const maxChain = 6

// A statement is what a key says about access.
type statement uint8

const (
	nothing    statement = iota // the key is absent or its value unknown
	denied                      // no
	sidepath                    // no, since a parallel way must be used
	deliveries                  // goods only
	private                     // by leave of the owner
	ending                      // to reach or leave something on it: destination, customers …
	dismount                    // bicycles are pushed
	allowed                     // yes
)

// rulings holds the statements of the keys of a chain in one direction, most specific first.
type rulings struct {
	said [maxChain]statement
	own  [maxChain]bool // said by a key with the suffix of the direction
}

// A ruling is the statement that counts.
type ruling struct {
	said statement
	rank int  // place in the chain of the key that says it, maxChain when none does
	own  bool // said of this direction alone
}

// decide returns the first statement that says something.
func (r *rulings) decide() ruling {
	for i, s := range r.said {
		if s != nothing {
			return ruling{s, i, r.own[i]}
		}
	}
	return ruling{nothing, maxChain, false}
}

func (r *rulings) set(rank int, s statement, own bool) {
	if s != nothing && (own || !r.own[rank]) {
		r.said[rank], r.own[rank] = s, own
	}
}

// read decides what the tags say about access in both directions. A key with a suffix for one
// direction outranks the same key without.
func (c keyChain) read(tags osm.Tags) (forward, backward ruling) {
	var f, b rulings
	for i := range tags {
		for rank, name := range c {
			suffix, ok := strings.CutPrefix(tags[i].Key, name)
			if !ok {
				continue
			}
			switch suffix {
			case "":
				s := c.parse(tags[i].Value, rank)
				f.set(rank, s, false)
				b.set(rank, s, false)
			case ":forward":
				f.set(rank, c.parse(tags[i].Value, rank), true)
			case ":backward":
				b.set(rank, c.parse(tags[i].Value, rank), true)
			}
		}
	}
	return f.decide(), b.decide()
}

// against tells whether the vehicle is expressly allowed in this direction, whatever a one-way
// tag says of traffic in general: bicycle:backward=yes.
func (r ruling) against() bool { return r.said == allowed && r.own && r.rank == 0 }

// onFootOrBicycle turns a ruling about walkers or bicycles into access to a way of the class, which
// is open to them by its kind or not.
func (f *facts) onFootOrBicycle(class RoadClass, r ruling, open bool) Access {
	byKey := r.rank == 0 // said of walkers or bicycles themselves
	switch r.said {
	case nothing:
		if open {
			return Open
		}
	case allowed:
		// Who tags access=yes on a motorway does not think of walkers.
		if open || byKey || class != Motorway && class != Trunk && f.motorroad != "yes" {
			return Open
		}
	case ending:
		if open || byKey {
			return Restricted
		}
	case private:
		// A private main road is part of a plant or a barracks, not of somebody's home.
		if class.local() && (open || byKey) {
			return Restricted
		}
	}
	return No
}

// node decides what the tags of a node say, which has no directions.
func (c keyChain) node(tags osm.Tags) statement {
	var r rulings
	for i := range tags {
		if rank := indexOf(c, tags[i].Key); rank >= 0 {
			r.set(rank, c.parse(tags[i].Value, rank), false)
		}
	}
	return r.decide().said
}

// parse reads the value of an access key. Of a list such as "private;delivery" the part that
// allows most counts.
func (c keyChain) parse(value string, rank int) statement {
	if !strings.Contains(value, ";") {
		return c.word(value, rank)
	}
	best := nothing
	for part := range parts(value) {
		best = max(best, c.word(part, rank))
	}
	return best
}

func (c keyChain) word(value string, rank int) statement {
	switch value {
	case "yes", "permissive", "designated", "public", "true", "1":
		return allowed
	case "dismount":
		return dismount
	case "destination", "customers", "customer", "permit", "residents", "resident", "local":
		return ending
	case "private":
		return private
	case "delivery", "deliveries":
		return deliveries
	case "use_sidepath", "separate":
		return sidepath
	case "no", "none", "false", "0", "agricultural", "forestry", "emergency", "emergency_vehicle", "fire_lane",
		"military", "restricted", "staff", "closed", "impassable":
		return denied
	case "official":
		// Under the vehicle's own key it means signposted for it; elsewhere, for officials.
		if rank == 0 {
			return allowed
		}
		return denied
	case "hov": // how many are in a car is not known; a bus carries several
		if indexOf(c, "psv") >= 0 {
			return allowed
		}
		return ending
	case "pedestrian":
		value = "foot"
	}
	// A kind of traffic as the value: the way is for that kind.
	if indexOf(c, value) >= 0 {
		return allowed
	}
	if kindOfTraffic(value) {
		return denied
	}
	return nothing
}

// kindOfTraffic tells whether the value of an access key names who may use the way.
func kindOfTraffic(value string) bool {
	switch value {
	case "foot", "bicycle", "vehicle", "motor_vehicle", "motorcar", "motorcycle", "moped", "mofa", "hgv", "goods",
		"psv", "bus", "minibus", "coach", "tourist_bus", "taxi", "share_taxi", "tram", "horse", "ski", "snowmobile", "golf_cart":
		return true
	}
	return false
}
