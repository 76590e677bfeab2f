package guide

import (
	"math"
	"slices"
)

// A view is a junction as the traveller sees it who arrives by one road and leaves by another.
type view struct {
	in, out *Road
	inName  *Street
	outName *Street
	angle   float64  // of the way taken, positive to the right
	others  []option // all other roads except the one arrived by, from left to right; until the next view
}

// An option is another road at a junction.
type option struct {
	*Branch
	street *Street
	angle  float64
}

// bend is how far a way lies from straight ahead, in degrees.
func bend(angle float64) float64 { return math.Abs(angle) }

func (p *Path) view(i int) view {
	in, out, j := &p.Roads[i], &p.Roads[i+1], &p.Junctions[i]
	v := view{in: in, out: out, inName: in.street(), outName: out.street(), angle: turn(j.In, j.Out), others: p.room.options[:0]}
	for k := range j.Branches {
		b := &j.Branches[k]
		v.others = append(v.others, option{b, b.Street.orUnnamed(), turn(j.In, b.Bearing)})
	}
	p.room.options = v.others
	slices.SortStableFunc(v.others, func(a, b option) int {
		switch {
		case a.angle < b.angle:
			return -1
		case a.angle > b.angle:
			return 1
		}
		return 0
	})
	return v
}

// visible tells whether a road makes a junction of the place even where it cannot be entered: it is one
// for the same traffic, not a footpath that meets a road.
func (o *option) visible() bool { return o.Enterable || o.Oneway || o.Public }

// open tells whether another road could be taken instead in the same manner of travel.
func (v *view) open(o *option) bool {
	return o.Enterable && (o.Travel == "" || o.Travel == v.out.Travel || o.Travel == v.in.Travel)
}

// Bounds for telling one way from another, in degrees. They are ours, chosen on the junctions of the tests.
const (
	dead        = 3  // ahead, as near as mapping allows
	nearlyAhead = 25 // what competes with going straight on
	narrow      = 40
)

// obvious tells whether a traveller takes this way without being told, because no other comes into
// question.
func (v *view) obvious() bool {
	t := bend(v.angle)
	stays := v.inName.same(v.outName)
	junction := false
	for i := range v.others {
		o := &v.others[i]
		if !o.visible() {
			continue
		}
		junction = true
		if !stays && t > nearlyAhead && v.outName.same(o.street) && !o.Oneway && !v.out.OneWay && bend(turn(v.angle, o.angle)) > 120 {
			return false // onto a street that goes both ways
		}
		if !v.open(o) || v.lesser(o, t) || v.opposite(o) {
			continue
		}
		if !v.distinct(o, t, stays) {
			return false
		}
	}
	// Without a junction it is a bend of the road.
	return !junction || t < narrow || stays && t < 1.5*narrow
}

// lesser tells whether another road is of so much less importance than the way taken, at a bend of
// t degrees, that it does not distract.
func (v *view) lesser(o *option, t float64) bool {
	mine, its := rank(v.out.Class), rank(o.Class)
	if its >= rankService && mine < rankService && rank(v.in.Class) < rankService {
		return true
	}
	if v.in.Class != v.out.Class {
		return false
	}
	// The street goes on where a slip road leaves it, or where one of a lower class does.
	if o.Link && !v.out.Link && v.inName.same(v.outName) {
		return true
	}
	if t > straightDegrees && bend(o.angle) < t/2 {
		return its >= mine+6
	}
	return 7*mine < 4*its
}

// opposite tells whether another road is the opposite carriageway where the one arrived by and it become one road.
func (v *view) opposite(o *option) bool {
	return v.in.OneWay && !v.out.OneWay && o.Oneway && v.outName.same(o.street) && bend(turn(v.angle+180, o.angle)) < 75
}

// distinct tells whether the way taken, at a bend of t degrees, stands out against another one.
func (v *view) distinct(o *option, t float64, stays bool) bool {
	c := bend(o.angle)
	itStays := v.inName.same(o.street)
	higher := rank(v.out.Class) < rank(o.Class) && v.in.Class == v.out.Class
	switch {
	case stays && itStays:
		return c >= nearlyAhead && (c >= 3*t || c >= t+2*narrow)
	case stays && higher:
		return t < 1 || c >= straightDegrees && c >= 0.9*t
	case stays && t > straightDegrees:
		return c >= 2*t
	case stays:
		return t < 1 || c >= nearlyAhead && c >= 1.33*t
	case itStays && t < dead && rank(o.Class) == rank(v.out.Class):
		return false // the street turns off while another goes ahead
	case t < dead:
		return c > nearlyAhead
	case rank(o.Class) != rank(v.out.Class):
		return c >= 1.6*t
	}
	return c > nearlyAhead && c >= 2*t
}
