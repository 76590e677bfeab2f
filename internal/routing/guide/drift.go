package guide

import (
	"slices"

	"github.com/footstepd/footstepd/internal/routing"
)

// drifts adds a manoeuvre wherever a step would go on for long along a road that has nothing to do
// any more with the one it names. Junction by junction nothing changes there: US 13 goes over into
// US 13 and DE 1, and these into DE 1; only beside the beginning of the step does DE 1 look new.
func (p *Path) drifts(list []manoeuvre) []manoeuvre {
	var added []manoeuvre
	for i, m := range list {
		end := len(p.Roads)
		if i+1 < len(list) {
			end = list[i+1].road
		}
		told := m.name
		for r := m.road + 1; r < end; r++ {
			switch s := p.street(r); {
			case p.Roads[r].Roundabout || !s.known():
			case !told.known():
				told = s
			case !p.strange(told, r):
			case p.lasts(told, r, end):
				j := &p.Junctions[r-1]
				added = append(added, manoeuvre{kind: routing.Becomes, road: r, angle: turn(j.In, j.Out), name: s})
				told = s
			}
		}
	}
	if len(added) == 0 {
		return list
	}
	list = append(list, added...)
	slices.SortStableFunc(list, func(a, b manoeuvre) int { return a.road - b.road })
	return list
}

// strange tells whether a road is known, but as no part of the street that was told. Roads like
// motorways are known by their numbers, whatever they are called.
func (p *Path) strange(told *Street, road int) bool {
	s := p.street(road)
	return s.known() && !told.same(s) && !(fast(p.Roads[road].Class) && told.sharesNumber(s))
}

// lasts tells whether the roads from one number up to another keep off the street that was told for
// longer than goes untold. Roads without a name say nothing.
func (p *Path) lasts(told *Street, from, end int) bool {
	back := from
	for back < end && (p.strange(told, back) || !p.street(back).known()) {
		back++
	}
	return p.metres(from, back) > interludeMetres
}
