package guide

// trimMetres is the length of road at an end of the path that is not told of: a stop at a corner lies on one
// street or the other by chance.
const trimMetres = 1

// trim drops what is to be told of roads shorter than that at the ends, so that a path begins on the road
// it follows and ends on the one that leads there. It returns the manoeuvres left and the last road that is
// told of. The shorter end goes first, so that of a path no longer than that the longest stretch stays.
func (p *Path) trim(list []manoeuvre) (left []manoeuvre, last int) {
	last = len(p.Roads) - 1
	for len(list) > 1 {
		second, final := list[1].road, list[len(list)-1].road
		start := p.trims(list[1], 0, second)
		end := p.trims(list[len(list)-1], final, len(p.Roads))
		switch {
		case start && (!end || p.metres(list[0].road, second) <= p.metres(final, last+1)):
			list[1].kind, list[1].note = list[0].kind, plain
			list = list[1:]
		case end:
			list, last = list[:len(list)-1], final-1
		default:
			list[0].road = 0
			return list, last
		}
	}
	list[0].road = 0
	return list, last
}

// trims tells whether the roads between an end of the path and a manoeuvre are not worth telling of.
func (p *Path) trims(m manoeuvre, from, to int) bool {
	return p.metres(from, to) < trimMetres && joins(m.kind) && p.Roads[m.road].Travel == p.Roads[m.road-1].Travel
}
