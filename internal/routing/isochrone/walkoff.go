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

// capsules returns the surroundings of all that costs at most the limit, the origin's first.
// Points nearer than skip metres to the last one of a road are left out.
func (w walkOff) capsules(ctx context.Context, all *roads, skip float64) ([]capsule, error) {
	capsules := make([]capsule, 1, 2*len(all.reached)+1)
	capsules[0] = newCapsule(0, 0, w.at(0), 0, 0, w.at(0))
	for i := range all.reached {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		line := all.line(i)
		if len(line) == 0 {
			continue
		}
		parts, n := all.reached[i].spans(line[len(line)-1].along, w.limit)
		for _, p := range parts[:n] {
			capsules = w.along(capsules, line, p, skip)
		}
	}
	return capsules, nil
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
