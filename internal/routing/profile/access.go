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
type rulings [maxChain]statement

// decided returns the first statement that says something, with its place in the chain.
func (r *rulings) decided() (statement, int) {
	for i, s := range r {
		if s != nothing {
			return s, i
		}
	}
	return nothing, maxChain
}

// read gathers what the tags say about access in both directions. A key with a suffix for one
// direction outranks the same key without.
func (c keyChain) read(tags osm.Tags) (forward, backward rulings) {
	var ownForward, ownBackward [maxChain]bool
	for i := range tags {
		key := tags[i].Key
		for rank, name := range c {
			if !strings.HasPrefix(key, name) {
				continue
			}
			switch key[len(name):] {
			case "":
				s := c.parse(tags[i].Value, rank)
				if !ownForward[rank] {
					forward[rank] = s
				}
				if !ownBackward[rank] {
					backward[rank] = s
				}
			case ":forward":
				if s := c.parse(tags[i].Value, rank); s != nothing {
					forward[rank], ownForward[rank] = s, true
				}
			case ":backward":
				if s := c.parse(tags[i].Value, rank); s != nothing {
					backward[rank], ownBackward[rank] = s, true
				}
			}
		}
	}
	return forward, backward
}

// node gathers what the tags of a node say, which has no directions.
func (c keyChain) node(tags osm.Tags) (statement, int) {
	var r rulings
	for i := range tags {
		for rank, name := range c {
			if tags[i].Key == name {
				r[rank] = c.parse(tags[i].Value, rank)
			}
		}
	}
	return r.decided()
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
	case "yes", "permissive", "designated", "true", "1", "public":
		return allowed
	case "dismount":
		return dismount
	case "destination", "customers", "permit", "residents", "customer", "resident", "permit_only":
		return ending
	case "private":
		return private
	case "delivery", "deliveries":
		return deliveries
	case "use_sidepath", "separate":
		return sidepath
	case "no", "agricultural", "forestry", "emergency", "emergency_vehicle", "military", "restricted",
		"none", "false", "0", "staff", "closed", "impassable":
		return denied
	case "official":
		// Under the vehicle's own key it means signposted for it; elsewhere, for officials.
		if rank == 0 {
			return allowed
		}
		return denied
	case "motor_vehicle", "motorcar", "vehicle", "bicycle", "foot", "hgv", "goods", "bus", "psv", "minibus", "coach", "tourist_bus",
		"taxi", "share_taxi", "moped", "mofa", "motorcycle", "horse", "hov", "tram", "ski", "snowmobile":
		// A kind of traffic as the value: the way is for that kind.
		if value == "hov" || indexOf(c, value) >= 0 {
			return allowed
		}
		return denied
	}
	return nothing
}
