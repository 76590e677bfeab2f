package guide

import (
	"math"
	"slices"
)

// A view is a junction as the traveller sees it who arrives by one road and leaves by another.
type view struct {
	in, out *Road
	inName  street
	outName street
	angle   float64  // of the way taken, positive to the right
	others  []option // all other roads except the one arrived by, from left to right
}

// An option is another road at a junction.
type option struct {
	*Branch
	street
	angle float64
}

// bend is how far a way lies from straight ahead, in degrees.
func bend(angle float64) float64 { return math.Abs(angle) }

func (p *Path) view(i int) view {
	in, out, j := &p.Roads[i], &p.Roads[i+1], &p.Junctions[i]
	v := view{in: in, out: out, inName: streetOf(in.Name, in.Ref), outName: streetOf(out.Name, out.Ref), angle: turn(j.In, j.Out)}
	for k := range j.Branches {
		b := &j.Branches[k]
		v.others = append(v.others, option{b, streetOf(b.Name, b.Ref), turn(j.In, b.Bearing)})
	}
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

// visible tells whether a road that cannot be entered still makes a junction of the place: it is one
// for the same traffic, not a footpath that meets a road.
func (v *view) visible(o option) bool {
	return o.Enterable || o.Oneway || o.Public
}

// open tells whether another road could be taken instead in the same manner of travel.
func (v *view) open(o option) bool {
	return o.Enterable && (o.Travel == "" || o.Travel == v.out.Travel || o.Travel == v.in.Travel)
}

// ways returns the other roads that could be taken instead.
func (v *view) ways() []option {
	var out []option
	for _, o := range v.others {
		if v.open(o) {
			out = append(out, o)
		}
	}
	return out
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
	stays := v.inName.known() && v.inName.same(v.outName) || !v.inName.known() && !v.outName.known()
	junction := false
	competitors := 0
	for _, o := range v.others {
		if !v.visible(o) {
			continue
		}
		junction = true
		if !v.open(o) || v.lesser(o) {
			continue
		}
		competitors++
		if !v.distinct(o, t, stays) {
			return false
		}
	}
	switch {
	case !junction:
		return true // a bend of the road
	case competitors == 0:
		return t < narrow || stays && t < 1.5*narrow
	}
	return t < narrow || stays && t < 1.5*narrow
}

// lesser tells whether another road is of so much less importance that it does not distract.
func (v *view) lesser(o option) bool {
	mine, its := rank(v.out.Class), rank(o.Class)
	if its >= rankService && mine < rankService && rank(v.in.Class) < rankService {
		return true
	}
	return 7*mine < 4*its && v.in.Class == v.out.Class
}

// distinct tells whether the way taken, at a bend of t degrees, stands out against another one.
func (v *view) distinct(o option, t float64, stays bool) bool {
	c := bend(o.angle)
	itStays := v.inName.known() && v.inName.same(o.street)
	switch {
	case stays && itStays:
		return c >= nearlyAhead && c >= 3*t
	case stays:
		return t < 1 || c >= nearlyAhead && c >= 1.33*t
	case itStays && t < dead && rank(o.Class) == rank(v.out.Class):
		return false // the street turns off while another goes ahead
	case t < dead:
		return c > nearlyAhead
	case rank(o.Class) != rank(v.out.Class):
		return c >= 1.6*t
	}
	return c >= 2*t
}
