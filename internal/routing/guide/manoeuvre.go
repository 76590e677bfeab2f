package guide

import (
	"github.com/footstepd/footstepd/internal/routing"
)

// A manoeuvre is something to be told at the beginning of a road of the path.
type manoeuvre struct {
	kind  routing.StepType
	road  int     // index of the first road after it
	angle float64 // turned at it, positive to the right
	exit  int     // of a roundabout
	name  *Street // of the road to follow
	ring  *Street // the roundabout entered, nil at other places
	note  note
}

// A note tells more of a manoeuvre than its kind does.
type note uint8

const (
	plain       note = iota
	sameStreet       // stays on the street
	endOfRoad        // the road arrived by ends in a T
	pushBicycle      // gets off and pushes from here
	rideBicycle      // gets on again
	pushRound        // gets off, pushes through the junction, and gets on again
)

// manoeuvres returns what is to be told along the path, in order; the first is the start. What
// is told depends on one junction at a time; merging follows.
func (p *Path) manoeuvres() []manoeuvre {
	out := append(p.room.manoeuvres[:0], manoeuvre{kind: p.startKind(), name: p.street(0)})
	for i := 0; i < len(p.Junctions); i++ {
		if m, ok := p.at(i); ok {
			out = append(out, m)
		}
	}
	return out
}

// at returns what is to be told at a junction, if anything.
func (p *Path) at(i int) (manoeuvre, bool) {
	in, out := &p.Roads[i], &p.Roads[i+1]
	v := p.view(i)
	m := manoeuvre{road: i + 1, angle: v.angle, name: v.outName}
	switch {
	case out.ferry() != in.ferry():
		m.kind = routing.FerryEnter
		if in.ferry() {
			m.kind = routing.FerryExit
		}
		return m, true
	case out.Kind != in.Kind && passages[out.Kind] != "":
		m.kind = passages[out.Kind]
		return m, true
	case in.Kind == "corridor" && out.Kind == "":
		m.kind = routing.BuildingExit
		return m, true
	case in.ferry() && in.Travel == out.Travel:
		m.kind = routing.Becomes // a junction of lines at sea
		return m, v.news() != ""
	case in.Roundabout != out.Roundabout:
		return p.roundabout(i, &v), true
	}
	kind, told := v.kind(p.LeftHand)
	if in.Roundabout {
		told = false // there is but one way round
	}
	if kind == routing.Becomes && len(v.others) == 0 && bend(v.angle) > slightDegrees && p.justLeft(i) {
		kind = turnType(v.angle, p.LeftHand)
	}
	if told && p.Junctions[i].Mini && joins(kind) && !ahead(kind) && len(v.others) > 1 {
		m.kind, m.exit = routing.RoundaboutEnter, p.miniExit(&v)
		return m, true
	}
	if in.Travel != out.Travel {
		m.note = pushBicycle
		if out.Travel == routing.Cycle {
			m.note = rideBicycle
		}
		if !told || kind == routing.Becomes {
			kind = routing.Continue
		}
		m.kind = kind
		return m, true
	}
	if p.Junctions[i].Afoot && in.Travel == routing.Cycle {
		m.note = pushRound
		if m.kind = turnType(v.angle, p.LeftHand); told && kind != routing.Becomes {
			m.kind = kind
		}
		return m, true
	}
	if !told {
		return m, false
	}
	m.kind = kind
	if v.inName.known() && v.inName.same(v.outName) {
		m.note = sameStreet
	} else if v.endOfRoad() {
		m.note = endOfRoad
	}
	return m, true
}

// justLeft tells whether the road before a bend is but a few metres long and begins at a junction,
// so that the bend looks like a turn there.
func (p *Path) justLeft(i int) bool {
	return i > 0 && p.Roads[i].Length <= cornerMetres && len(p.Junctions[i-1].Branches) > 0
}

// passages are the steps that tell of a passage on foot when it begins.
var passages = map[string]routing.StepType{
	"steps": routing.StepsEnter, "elevator": routing.ElevatorEnter,
	"escalator": routing.EscalatorEnter, "corridor": routing.BuildingEnter,
}

// kind returns the kind of a manoeuvre at an ordinary junction, and whether it is to be told.
func (v *view) kind(leftHand bool) (routing.StepType, bool) {
	if kind, ok := v.motorway(); ok {
		return kind, kind != ""
	}
	switch {
	case bend(v.angle) > sharpDegrees:
		return turnType(v.angle, leftHand), true
	case v.obvious():
		return v.news(), v.news() != ""
	}
	if kind, ok := v.fork(); ok {
		return kind, true
	}
	if kind := turnType(v.angle, leftHand); kind != routing.Continue {
		return kind, true
	}
	return v.amongAhead(), true
}

// amongAhead names a way nearly straight ahead by the others close to it.
func (v *view) amongAhead() routing.StepType {
	var near sides
	for i := range v.others {
		if o := &v.others[i]; v.open(o) && bend(turn(v.angle, o.angle)) <= narrow {
			near.add(v, o)
		}
	}
	if near.none() {
		return routing.Continue
	}
	right, beside := near.of()
	if !beside || bend(v.angle) < dead {
		return routing.Continue
	}
	return side(right, routing.SlightLeft, routing.SlightRight)
}

// endOfRoad tells whether the way must turn because the road arrived by goes no farther.
func (v *view) endOfRoad() bool {
	a := bend(v.angle)
	if a < 60 || a > 120 || rank(v.in.Class) > rankService {
		return false
	}
	across := false
	for i := range v.others {
		o := &v.others[i]
		if !o.visible() {
			continue
		}
		b := bend(o.angle)
		if b < 60 || b > 120 || o.angle > 0 == (v.angle > 0) {
			return false
		}
		across = true
	}
	return across
}
