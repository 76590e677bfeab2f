package predict

import (
	"context"
	"math"
)

// A part is what the distance prior gives a cell before anything is known of its ground.
type part struct {
	area float64        // square metres of the cell that lie in the area asked for
	mass [bands]float64 // probability by band, bearing included
}

func (p *part) total() float64 {
	var sum float64
	for _, m := range p.mass {
		sum += m
	}
	return sum
}

// A prior spreads the probability by distance alone (and bearing).
type prior interface {
	// spread returns the part of each cell.
	spread(ctx context.Context, hexes []hex, s shape) ([]part, error)
	// targets returns the mass of each band inside the area.
	targets(parts []part) [bands]float64
}

// pointPrior measures distances from the initial planning point.
type pointPrior struct {
	point   vec
	curve   *curve
	heading *heading // nil without bearing
	full    float64  // radius in metres of a circle around the point that is the whole area, else 0
}

// weight returns the density per square metre at p.
func (a *pointPrior) weight(p vec) float64 {
	d := p.minus(a.point)
	w := a.curve.density(d.length())
	if a.heading != nil {
		w *= a.heading.weight(d.x, d.y)
	}
	return w
}

func (a *pointPrior) spread(ctx context.Context, hexes []hex, s shape) ([]part, error) {
	parts := make([]part, len(hexes))
	for i := range hexes {
		if err := ctx.Err(); err != nil { // a single cell of a long path takes long
			return nil, err
		}
		h := &hexes[i]
		q := quadrature{shape: s, prior: a, part: &parts[i], finest: h.radius / 12}
		q.hex(h)
	}
	return parts, nil
}

func (a *pointPrior) targets(parts []part) [bands]float64 {
	var t [bands]float64
	if a.full > 0 {
		// Full rings: the bearing moves mass around within them only.
		low := 0.0
		for k := range t {
			r := a.full
			if k < len(a.curve.radii) {
				r = min(r, a.curve.radii[k])
			}
			t[k] = a.curve.mass(r) - a.curve.mass(low)
			low = r
		}
		return t
	}
	for i := range parts {
		for k, m := range parts[i].mass {
			t[k] += m
		}
	}
	return t
}

// A quadrature integrates the prior over the part of a cell that lies in the area. It splits the
// cell into triangles until each is small against its distance from the point, crosses no ring by
// more than a little, and lies inside or outside the area or is the smallest allowed.
type quadrature struct {
	shape  shape
	prior  *pointPrior // nil measures the area only
	part   *part
	finest float64 // radius in metres of the smallest triangles on the outline
}

const (
	// smooth is the radius of a piece over its distance from the point up to which the density at
	// its centre stands for it: an error of about 0.2 %.
	smooth = 0.08
	// sharp is the same for pieces that a ring crosses.
	sharp = 0.02
	// tiny in metres ends all splitting.
	tiny = 2
)

func (q *quadrature) hex(h *hex) {
	whole := q.shape.relate(h.centre, h.radius) == inside
	if whole && q.fine(h.centre, h.radius) {
		q.add(h.centre, h.area)
		return
	}
	for i, a := range h.corners {
		q.triangle(h.centre, a, h.corners[(i+1)%len(h.corners)], whole)
	}
}

func (q *quadrature) triangle(a, b, c vec, whole bool) {
	centre := vec{(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3}
	radius := max(a.distance(centre), b.distance(centre), c.distance(centre))
	if !whole {
		switch q.shape.relate(centre, radius) {
		case outside:
			return
		case inside:
			whole = true
		case crosses:
			if radius <= q.finest {
				if q.shape.relate(centre, 0) == outside {
					return
				}
				whole = true
			}
		}
	}
	if whole && q.fine(centre, radius) {
		q.add(centre, math.Abs(cross(b.minus(a), c.minus(a)))/2)
		return
	}
	ab, bc, ca := middle(a, b), middle(b, c), middle(c, a)
	q.triangle(a, ab, ca, whole)
	q.triangle(ab, b, bc, whole)
	q.triangle(ca, bc, c, whole)
	q.triangle(bc, ca, ab, whole)
}

// fine tells whether a piece need not be split for the prior's sake.
func (q *quadrature) fine(centre vec, radius float64) bool {
	if q.prior == nil || radius <= tiny {
		return true
	}
	r := centre.distance(q.prior.point)
	if radius > smooth*r {
		return false
	}
	if radius <= sharp*r {
		return true
	}
	for _, edge := range q.prior.curve.radii {
		if math.Abs(r-edge) < radius {
			return false
		}
	}
	return true
}

func (q *quadrature) add(centre vec, area float64) {
	q.part.area += area
	if q.prior != nil {
		k := q.prior.curve.band(centre.distance(q.prior.point))
		q.part.mass[k] += q.prior.weight(centre) * area
	}
}
