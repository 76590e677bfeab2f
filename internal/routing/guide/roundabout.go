package guide

import "github.com/footstepd/footstepd/internal/routing"

// roundabout returns what is to be told where a roundabout begins or ends.
func (p *Path) roundabout(i int, v *view) manoeuvre {
	m := manoeuvre{kind: routing.RoundaboutExit, road: i + 1, angle: v.angle, name: v.outName}
	if v.out.Roundabout {
		m.kind, m.ring = routing.RoundaboutEnter, v.outName
		if exit, name := p.exit(i + 1); exit > 0 {
			m.exit, m.name = exit, name
		}
	}
	return m
}

// exit counts the exits from the first road on a roundabout to the one that the path takes, and
// returns its street; 0 when the path ends before. Every road counts that leads away from the
// roundabout and that the vehicle may enter or that is open to traffic in general; roads that lead
// in only never do. An exit at the very place of the entry counts when it comes before the
// roundabout to the traveller.
func (p *Path) exit(first int) (int, *Street) {
	count := 1
	entry := &p.Junctions[first-1]
	ahead := turn(entry.In, entry.Out)
	for k := range entry.Branches {
		b := &entry.Branches[k]
		if a := turn(entry.In, b.Bearing); p.leadsOff(b) && (p.LeftHand && a < ahead || !p.LeftHand && a > ahead) {
			count++
		}
	}
	for i := first; i < len(p.Junctions); i++ {
		if !p.Roads[i+1].Roundabout {
			return count, p.street(i + 1)
		}
		for k := range p.Junctions[i].Branches {
			if p.leadsOff(&p.Junctions[i].Branches[k]) {
				count++
			}
		}
	}
	return 0, nil
}

// leadsOff tells whether a branch is an exit of a roundabout.
func (p *Path) leadsOff(b *Branch) bool {
	pushed := p.Mode == routing.Bicycle && b.Travel == routing.Walk
	return !b.Roundabout && !pushed && (b.Enterable || b.Public && !b.Oneway)
}

// miniExit counts the exits of a roundabout that is drawn as a single node up to the way taken:
// those that come before it on the way round.
func (p *Path) miniExit(v *view) int {
	count := 1
	for i := range v.others {
		o := &v.others[i]
		if p.leadsOff(o.Branch) && (p.LeftHand && o.angle < v.angle || !p.LeftHand && o.angle > v.angle) {
			count++
		}
	}
	return count
}
