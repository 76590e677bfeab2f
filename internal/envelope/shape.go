package envelope

import (
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// Area is an area on its way into an answer. It is cut at the antimeridian and rounded to the wire's
// precision once, and remembers how it looks when thinned, since the same area may be a layer and
// raw geometry, and an answer may be encoded several times until it fits. It is for one answer.
type Area struct {
	full  orb.MultiPolygon // for exports
	total int              // positions in full
	thin  []thinned[orb.MultiPolygon]
}

// thinned is a shape at some budget of points.
type thinned[T any] struct {
	budget int
	shape  T
}

// NewArea returns an area; nil polygons make an empty one.
func NewArea(area orb.MultiPolygon) *Area {
	a := &Area{full: splitArea(area)}
	for _, p := range a.full {
		for _, r := range p {
			a.total += len(r)
		}
	}
	a.thin = []thinned[orb.MultiPolygon]{{1 << 30, roundArea(a.full)}}
	return a
}

// MaxPoints is how many points of an area an answer shows at most.
const MaxPoints = 300

// Outlined gives an area an outline of its own for MaxPoints points and fewer, such as one that lies within
// those of other areas. It returns the area. No outline changes nothing, nor one of no fewer points.
func (a *Area) Outlined(outline orb.MultiPolygon) *Area {
	n := 0
	for _, p := range outline {
		for _, r := range p {
			n += len(r)
		}
	}
	if n > 0 && n < a.total {
		a.thin = append(a.thin, thinned[orb.MultiPolygon]{MaxPoints, geo.ThinArea(roundArea(splitArea(outline)), MaxPoints)})
	}
	return a
}

// Drawn gives an area an outline for MaxPoints points and fewer that shows it just as well, such as a circle
// with fewer corners: an answer that shows it does not count as simplified. It returns the area.
func (a *Area) Drawn(outline orb.MultiPolygon) *Area {
	a.Outlined(outline)
	if len(a.thin) > 1 {
		_, a.total = a.within(MaxPoints)
	}
	return a
}

// roundArea brings an area to the precision of the wire.
func roundArea(area orb.MultiPolygon) orb.MultiPolygon {
	out := make(orb.MultiPolygon, 0, len(area))
	for _, p := range area {
		var q orb.Polygon
		for j, r := range p {
			if s := roundRing(r); s != nil {
				q = append(q, s)
			} else if j == 0 {
				break // the shell vanished, and its holes with it
			}
		}
		if q != nil {
			out = append(out, q)
		}
	}
	return out
}

// within returns the area with at most budget positions, and how many it has. Rounding came before
// thinning, so that it cannot undo what thinning keeps in order.
func (a *Area) within(budget int) (area orb.MultiPolygon, kept int) {
	area = thinTo(&a.thin, budget, geo.ThinArea)
	for _, p := range area {
		for _, r := range p {
			kept += len(r)
		}
	}
	return area, kept
}

// roundRing rounds a ring's positions and leaves out repeated ones; nil when nothing is left that
// encloses an area.
func roundRing(r orb.Ring) orb.Ring {
	out := make(orb.Ring, 0, len(r))
	for _, p := range r {
		p = orb.Point{Round(p[0], decimals), Round(p[1], decimals)}
		if len(out) == 0 || out[len(out)-1] != p {
			out = append(out, p)
		}
	}
	if len(out) < 4 || out[0] != out[len(out)-1] {
		return nil
	}
	return out
}

// thinTo returns a shape at a budget. It starts from the nearest larger budget at hand, whose
// shape holds all that is kept, and remembers the outcome. known lists budgets from large to small.
func thinTo[T any](known *[]thinned[T], budget int, thin func(T, int) T) T {
	i := 0
	for i < len(*known) && (*known)[i].budget > budget {
		i++
	}
	if i < len(*known) && (*known)[i].budget == budget {
		return (*known)[i].shape
	}
	shape := thin((*known)[i-1].shape, budget)
	*known = slices.Insert(*known, i, thinned[T]{budget, shape})
	return shape
}
