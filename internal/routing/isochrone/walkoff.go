package isochrone

import (
	"context"
	"math"
)

// A walkOff tells how far from a spot on a road an area reaches: as far as the rest of the limit
// allows, but within bounds.
type walkOff struct {
	limit       float64
	offRoad     float64 // cost of a metre
	least, most float64 // metres
}

// at returns the metres at a spot that costs c.
func (w walkOff) at(c float64) float64 {
	return max(w.least, min(w.most, (w.limit-c)/w.offRoad))
}

// costAt is the cost of a spot from which so many metres are left.
func (w walkOff) costAt(metres float64) float64 { return w.limit - metres*w.offRoad }

// A region is what surrounds the roads within a limit: the discs and capsules whose radius is the
// walk-off's greatest, which are most of them, and those that are narrower somewhere.
type region struct {
	radius float64
	wide   []capsule
	narrow []capsule
}

// surroundings returns the surroundings of all that costs at most the limit. Roads are drawn straighter
// than they are by at most slack metres. Roads that were wide in a smaller limit of the same greatest
// walk-off are left out, since they have been drawn: before is the cost up to which they were, negative when
// there is none.
func (w walkOff) surroundings(ctx context.Context, to *region, all *roads, slack, before float64) error {
	to.radius, to.wide, to.narrow = w.most, to.wide[:0], to.narrow[:0]
	to.narrow = append(to.narrow, newCapsule(0, 0, w.at(0), 0, 0, w.at(0)))
	wide := w.wideUpTo()
	for i := range all.reached {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line := all.line(i)
		if len(line) == 0 {
			continue
		}
		road := &all.reached[i]
		if worst := road.worst(); worst <= wide {
			if worst > before {
				to.wide = straighten(to.wide, line, w.most, slack)
			}
			continue
		}
		parts, n := road.spans(line[len(line)-1].along, w.limit)
		for _, p := range parts[:n] {
			to.narrow = w.along(to.narrow, line, p, slack)
		}
	}
	return nil
}

// wideUpTo returns the greatest cost of a spot around which the area is as wide as anywhere.
func (w walkOff) wideUpTo() float64 {
	if w.least >= w.most {
		return w.limit
	}
	return w.costAt(w.most)
}

// straighten appends the surroundings of a whole road. Points that lie within slack metres of a
// straight line between two others are left out.
func straighten(to []capsule, line []vertex, radius, slack float64) []capsule {
	const most = 12 // points left out at a time, which bounds the work
	from := 0
	for i := 2; i < len(line); i++ {
		if i-from > most || !isStraight(line[from:i+1], slack) {
			a, b := line[from], line[i-1]
			to = append(to, newCapsule(a.x, a.y, radius, b.x, b.y, radius))
			from = i - 1
		}
	}
	a, b := line[from], line[len(line)-1]
	return append(to, newCapsule(a.x, a.y, radius, b.x, b.y, radius))
}

// isStraight tells whether all points lie within slack metres of the line between the first and last.
func isStraight(line []vertex, slack float64) bool {
	a, b := line[0], line[len(line)-1]
	dx, dy := b.x-a.x, b.y-a.y
	square := dx*dx + dy*dy
	for _, v := range line[1 : len(line)-1] {
		px, py := v.x-a.x, v.y-a.y
		switch along := px*dx + py*dy; {
		case along <= 0:
		case along >= square:
			px, py = v.x-b.x, v.y-b.y
		default:
			if c := px*dy - py*dx; c*c > slack*slack*square {
				return false
			}
			continue
		}
		if px*px+py*py > slack*slack {
			return false
		}
	}
	return true
}

// along appends the surroundings of a part of a road.
func (w walkOff) along(to []capsule, line []vertex, p span, skip float64) []capsule {
	if p.near == p.far {
		v, r := at(line, p.near), w.at(p.cost)
		return append(to, newCapsule(v.x, v.y, r, v.x, v.y, r))
	}
	// The radius shrinks evenly between two places on the span and is constant elsewhere.
	bends := [2]float64{math.Inf(1), math.Inf(1)}
	if p.perMetre > 0 {
		bends = [2]float64{(w.costAt(w.most) - p.cost) / p.perMetre, (w.costAt(w.least) - p.cost) / p.perMetre}
	}
	var last vertex
	radius := -1.0
	add := func(v vertex) {
		r := w.at(p.cost + p.perMetre*v.along)
		if radius >= 0 {
			to = append(to, newCapsule(last.x, last.y, radius, v.x, v.y, r))
		}
		last, radius = v, r
	}
	walk(line, p, skip, func(v vertex) {
		from := last
		for _, bend := range bends {
			if radius >= 0 && from.along < bend && bend < v.along {
				t := (bend - from.along) / (v.along - from.along)
				add(vertex{from.x + t*(v.x-from.x), from.y + t*(v.y-from.y), bend})
			}
		}
		add(v)
	})
	return to
}
