package predict

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// arealPrior is for a person who may have set out from anywhere in an area or along a line: the
// distance curve averaged over all those places. Its bands are those of highest density.
type arealPrior struct {
	// density returns the probability per square metre at p.
	density func(p vec) float64
}

// uniform returns the prior of a shape without an initial planning point: any place of it, or of a line
// weighted by start when that is given.
func (c *curve) uniform(s shape, start func(vec) float64) *arealPrior {
	switch s := s.(type) {
	case *strip:
		line := pieces(s, start)
		var length float64
		for _, p := range line {
			length += p.weight * p.from.distance(p.to)
		}
		return &arealPrior{func(p vec) float64 {
			var sum float64
			for i := range line {
				sum += line[i].weight * c.overSegment(p, line[i].from, line[i].to)
			}
			return sum / length
		}}
	case *rings:
		var outline [][]vec
		for _, ring := range largest(s.rings, maxPriorRings) {
			outline = append(outline, thin(ring, true, max(4, maxPriorPoints*len(ring)/len(s.edges.from))))
		}
		return &arealPrior{func(p vec) float64 {
			var sum float64
			for _, ring := range outline {
				for i, a := range ring {
					sum += c.overAngle(p, a, ring[(i+1)%len(ring)])
				}
			}
			return math.Abs(sum) / (2 * math.Pi) / s.area
		}}
	}
	panic("predict: a circle has a point")
}

// maxPriorPoints bounds the positions of a line or outline for the prior, and maxPriorRings the
// rings. The curve spreads over hundreds of metres, so it does not see the details.
const (
	maxPriorPoints = 80
	maxPriorRings  = 20
)

// largest returns at most n rings, those of the largest areas.
func largest(list [][]vec, n int) [][]vec {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b []vec) int {
		return cmp.Compare(math.Abs(ringArea(b)), math.Abs(ringArea(a)))
	})
	return list[:min(n, len(list))]
}

// overSegment integrates the density around p along a segment.
func (c *curve) overSegment(p, a, b vec) float64 {
	length, r := a.distance(b), middle(a, b).distance(p)
	// The density falls by a step at the edge of the origin.
	if length <= c.origin/8 || r > 2*c.origin && length <= 0.4*r {
		return c.density(r) * length
	}
	m := middle(a, b)
	return c.overSegment(p, a, m) + c.overSegment(p, m, b)
}

// overAngle integrates F(r) over the angle that a segment takes up as seen from p. Summed around
// an outline that is 2π times the mass of the curve around p that lies inside (Green's theorem).
func (c *curve) overAngle(p, a, b vec) float64 {
	u, v := a.minus(p), b.minus(p)
	length, r := a.distance(b), middle(u, v)
	near := math.Hypot(r.x, r.y)
	if length > max(tiny, 0.4*near) {
		m := middle(a, b)
		return c.overAngle(p, a, m) + c.overAngle(p, m, b)
	}
	return c.mass(near) * math.Atan2(cross(u, v), u.x*v.x+u.y*v.y)
}

func (a *arealPrior) spread(ctx context.Context, hexes []hex, s shape) ([]part, error) {
	parts := make([]part, len(hexes))
	order := make([]int32, len(hexes))
	density := make([]float64, len(hexes))
	var total float64
	for i := range hexes {
		if i%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		h := &hexes[i]
		order[i] = int32(i)
		q := quadrature{shape: s, part: &parts[i], finest: h.radius / 12}
		q.hex(h)
		density[i] = a.density(h.centre)
		total += density[i] * parts[i].area
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(density[b], density[a]), cmp.Compare(a, b))
	})
	k, below := 1, 0.0 // band 0 is the origin, which there is none of here
	for _, i := range order {
		for k <= len(quantiles) && below >= quantiles[k-1]*total {
			k++
		}
		m := density[i] * parts[i].area
		parts[i].mass[k] = m
		below += m
	}
	return parts, nil
}

func (a *arealPrior) targets(parts []part) [bands]float64 {
	var t [bands]float64
	for i := range parts {
		for k, m := range parts[i].mass {
			t[k] += m
		}
	}
	return t
}
