package guide

import "github.com/footstepd/footstepd/internal/routing"

// roundabout returns what is to be told where a roundabout begins or ends; along it there is nothing.
func (p *Path) roundabout(i int, v view) (manoeuvre, bool) {
	m := manoeuvre{road: i + 1, angle: v.angle, name: v.outName}
	switch {
	case !v.in.Roundabout:
		m.kind = routing.RoundaboutEnter
		m.ring = v.outName
		m.exit, m.name = p.exit(i + 1)
		if m.exit == 0 {
			m.name = m.ring
		}
		return m, true
	case !v.out.Roundabout:
		m.kind = routing.RoundaboutExit
		return m, true
	}
	return m, false
}

// exit counts the exits from the first road on a roundabout to the one that the path takes, and
// returns its street; 0 when the path ends before. Every road counts that leads away from the roundabout and
// that the vehicle may enter or that is open to traffic in general; roads that lead in only never do.
func (p *Path) exit(first int) (int, street) {
	count := 1
	for i := first; i < len(p.Junctions); i++ {
		if !p.Roads[i+1].Roundabout {
			return count, p.street(i + 1)
		}
		for _, b := range p.Junctions[i].Branches {
			if !b.Roundabout && (b.Enterable || b.Public && !b.Oneway) {
				count++
			}
		}
	}
	return 0, street{}
}
