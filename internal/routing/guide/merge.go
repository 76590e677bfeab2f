package guide

import (
	"github.com/footstepd/footstepd/internal/routing"
)

// Distances in metres within which two manoeuvres are one to a traveller.
const (
	togetherMetres = 30 // one junction of wide roads
	carriageMetres = 70 // from one carriageway over to the other
	slipMetres     = 80 // a lane that cuts the corner of a junction
	cornerMetres   = 15 // a turn that follows at once
	staggerMetres  = 4  // a crossing whose arms do not quite meet
)

// interludeMetres is the longest stretch of another name on a street that goes untold.
const interludeMetres = 300

// uturnDegrees is the bend from which on two turns lead back.
const uturnDegrees = 135

// merge joins manoeuvres that follow each other so closely that a traveller sees one: first those of
// which one is no turn, then turns. Last come changes of the street that no single junction shows.
func (p *Path) merge(list []manoeuvre) []manoeuvre {
	p.slips(list)
	list = p.joinAll(p.joinAll(list, p.joinAhead), p.joinTurns)
	return p.drifts(p.interludes(list))
}

// interludes drops the two name changes at the ends of a bridge or the like on a street.
func (p *Path) interludes(list []manoeuvre) []manoeuvre {
	out := list[:1]
	for _, m := range list[1:] {
		a := &out[len(out)-1]
		if len(out) > 1 && a.kind == routing.Becomes && m.kind == routing.Becomes &&
			p.metres(a.road, m.road) <= interludeMetres && p.street(a.road-1).same(m.name) {
			out = out[:len(out)-1]
			continue
		}
		out = append(out, m)
	}
	return out
}

// slips names the turns that lanes make which cut the corner of a junction: by the roads before and
// behind, not by the bend at which such a lane begins or ends.
func (p *Path) slips(list []manoeuvre) {
	for i := 1; i < len(list); i++ {
		m := &list[i]
		from, to := m.road, m.road
		if ahead(m.kind) {
			// The lane began untold, and the street changes at its end.
			for from > max(1, list[i-1].road+1) && p.Roads[from-1].Link {
				from--
			}
		} else {
			for to < len(p.Roads)-1 && p.Roads[to].Link {
				to++
			}
			if i+1 < len(list) && list[i+1].road <= to {
				continue // told of as well, and joined later
			}
		}
		if from == to || !onward(m.kind) || !joins(m.kind) || m.note >= pushBicycle || p.metres(from, to) > slipMetres || !p.slip(from, to) {
			continue
		}
		net := turn(p.Junctions[from-1].In, p.Junctions[to-1].Out)
		switch {
		case bend(net) > uturnDegrees:
			m.kind = side(m.angle > 0, routing.UturnLeft, routing.UturnRight)
		case bend(net) > slightDegrees:
			m.kind = turnType(net, p.LeftHand)
		default:
			continue
		}
		m.road, m.angle = from, net
		p.rename(m, p.street(to), m.note)
	}
}

// A joiner makes one manoeuvre of two; keep is false when nothing is left to tell, ok when they stay
// two.
type joiner func(a, b manoeuvre) (joined manoeuvre, keep, ok bool)

func (p *Path) joinAll(list []manoeuvre, join joiner) []manoeuvre {
	out := list[:1]
	for _, b := range list[1:] {
		a := &out[len(out)-1]
		if len(out) == 1 || !joins(a.kind) || !joins(b.kind) || a.note >= pushBicycle || b.note >= pushBicycle {
			out = append(out, b)
			continue
		}
		joined, keep, ok := join(*a, b)
		switch {
		case !ok:
			out = append(out, b)
		case keep:
			*a = joined
		default:
			out = out[:len(out)-1]
		}
	}
	return out
}

// joins tells whether a manoeuvre is of a kind that can be part of another.
func joins(kind routing.StepType) bool {
	switch kind {
	case routing.Becomes, routing.Continue, routing.SlightLeft, routing.Left, routing.SharpLeft,
		routing.SlightRight, routing.Right, routing.SharpRight, routing.UturnLeft, routing.UturnRight,
		routing.StayLeft, routing.StayRight, routing.StayStraight, routing.RampLeft, routing.RampRight, routing.RampStraight,
		routing.ExitLeft, routing.ExitRight, routing.Merge, routing.MergeLeft, routing.MergeRight:
		return true
	}
	return false
}

// ahead tells whether a manoeuvre is no turn.
func ahead(kind routing.StepType) bool { return kind == routing.Becomes || kind == routing.Continue }

// onward tells whether a manoeuvre is an ordinary turn or none, of no motorway.
func onward(kind routing.StepType) bool {
	switch kind {
	case routing.RampLeft, routing.RampRight, routing.RampStraight, routing.ExitLeft, routing.ExitRight,
		routing.Merge, routing.MergeLeft, routing.MergeRight:
		return false
	}
	return true
}

// ontoRamp tells whether a manoeuvre leads onto a ramp off an ordinary road.
func ontoRamp(kind routing.StepType) bool {
	return kind == routing.RampLeft || kind == routing.RampRight || kind == routing.RampStraight
}

// joinAhead joins two manoeuvres of which one at least is no turn.
func (p *Path) joinAhead(a, b manoeuvre) (manoeuvre, bool, bool) {
	within := float64(togetherMetres)
	if p.slip(a.road, b.road) {
		within = slipMetres
	}
	if p.metres(a.road, b.road) > within || !ahead(a.kind) && !ahead(b.kind) || !onward(a.kind) || !onward(b.kind) {
		return a, true, false
	}
	before := p.street(a.road - 1)
	angle := p.net(a, b)
	switch {
	case ahead(a.kind) && ahead(b.kind):
		a.kind, a.name, a.angle = routing.Becomes, b.name, angle
		return a, !before.continues(b.name), true
	case ahead(a.kind):
		b.road, b.angle = a.road, angle
		p.rename(&b, b.name, b.note)
		return b, true, true
	}
	a.angle = angle
	p.rename(&a, b.name, a.note)
	if t := turnType(angle, p.LeftHand); t != routing.Continue && onward(a.kind) && bend(angle) > slightDegrees {
		a.kind = t
	}
	return a, true, true
}

// joinTurns joins two turns.
func (p *Path) joinTurns(a, b manoeuvre) (manoeuvre, bool, bool) {
	gap := p.metres(a.road, b.road)
	if ahead(a.kind) || ahead(b.kind) && onward(a.kind) || gap > slipMetres {
		return a, true, false
	}
	before := p.street(a.road - 1)
	net := p.net(a, b)
	joined := a
	joined.angle = net
	p.rename(&joined, b.name, a.note)
	switch {
	case gap <= carriageMetres && a.angle > 0 == (b.angle > 0) && bend(net) > uturnDegrees &&
		(p.crossover(a.road, b.road) || gap <= cornerMetres) && before.continues(b.name):
		joined.kind, joined.note = side(a.angle > 0, routing.UturnLeft, routing.UturnRight), sameStreet
		return joined, true, true
	case p.slip(a.road, b.road) && bend(net) > slightDegrees && bend(net) < sharpDegrees:
		joined.kind = turnType(net, p.LeftHand)
		return joined, true, true
	case gap <= cornerMetres && onward(a.kind) && ontoRamp(b.kind):
		// The ramp begins within the crossing: it lies on the side to which both together lead.
		joined = b
		joined.kind, joined.angle = routing.RampStraight, net
		if bend(net) > straightDegrees {
			joined.kind = side(net > 0, routing.RampLeft, routing.RampRight)
		}
		return joined, true, true
	case gap > togetherMetres:
		return a, true, false
	case bend(net) <= straightDegrees && p.jog(before, a, b, gap):
		joined.kind = routing.Becomes
		return joined, !before.continues(b.name), true
	case (a.kind == routing.StayLeft || a.kind == routing.StayRight) && onward(b.kind) && bend(net) > slightDegrees:
		joined.kind = turnType(net, p.LeftHand)
		p.rename(&joined, b.name, b.note)
		return joined, true, true
	}
	return a, true, false
}

// jog tells whether two opposite turns are no more than a crossing of a road whose arms do not quite meet,
// or to somebody on foot the crossing of a street.
func (p *Path) jog(before *Street, a, b manoeuvre, gap float64) bool {
	if gap <= staggerMetres && before.known() {
		return true
	}
	unnamed := p.Mode == routing.Pedestrian && !before.known() && !b.name.known()
	return gap <= cornerMetres && b.road == a.road+1 && (before.same(b.name) || unnamed)
}

// rename gives a manoeuvre the street to follow after it, and the note that holds unless the street is
// the one followed before.
func (p *Path) rename(m *manoeuvre, name *Street, n note) {
	m.name, m.note = name, n
	switch {
	case p.street(m.road - 1).same(name):
		m.note = sameStreet
	case n == sameStreet:
		m.note = plain
	}
}

// net is the angle from the direction before one manoeuvre to that after another.
func (p *Path) net(a, b manoeuvre) float64 {
	return turn(p.Junctions[a.road-1].In, p.Junctions[b.road-1].Out)
}

// crossover tells whether the roads between two manoeuvres lead from one carriageway to the other.
func (p *Path) crossover(from, to int) bool {
	return p.Roads[from-1].OneWay && p.Roads[to].OneWay
}

// slip tells whether the roads between two manoeuvres are a lane that cuts the corner of a junction
// at one level: a link off a road other than a motorway onto another.
func (p *Path) slip(from, to int) bool {
	if off, on := p.Roads[from-1].Class, p.Roads[to].Class; off == "motorway" || ramp(off) || on == "motorway" || p.Roads[to].Link {
		return false
	}
	for _, r := range p.Roads[from:to] {
		if !r.Link {
			return false
		}
	}
	return true
}

// metres is the length of the roads from one number up to another.
func (p *Path) metres(from, to int) float64 {
	sum := 0.0
	for i := from; i < to; i++ {
		sum += p.Roads[i].Length
	}
	return sum
}
