package isochrone

import (
	"context"
	"math"
)

// A thinner takes corners out of many rings at once and keeps them simple and apart. A corner may
// go when the triangle that it forms with its neighbours holds no other corner of any ring:
// whatever crossed the new side would have a corner there, since the rings were apart before. The
// origin counts as such a corner, so that it stays on its side.
//
// Corners go in the order of the area that is lost (Visvalingam and Whyatt 1993).
type thinner struct {
	spots      []spot
	prev, next []int32
	ringOf     []int32
	first      []int32 // corner of each ring, and the end
	left       []int   // corners left of each ring
	gone       []bool
	buckets
	mx, my           float64 // metres per unit
	originU, originV float64
	queue            cornerQueue
}

// fewest is the least number of corners that thinning leaves to a ring.
const fewest = 4

// reset takes up rings.
func (t *thinner) reset(rings []ring, g *grid) {
	n := 0
	for _, r := range rings {
		n += len(r.spots)
	}
	t.spots = t.spots[:0]
	t.prev, t.next, t.ringOf = grown(t.prev, n), grown(t.next, n), grown(t.ringOf, n)
	t.gone = grown(t.gone, n)
	clear(t.gone)
	t.first, t.left = t.first[:0], t.left[:0]
	t.mx, t.my = g.mx, g.my
	t.originU, t.originV = g.origin[0]*unitsPerDegree, g.origin[1]*unitsPerDegree
	for i, r := range rings {
		from := int32(len(t.spots))
		t.first, t.left = append(t.first, from), append(t.left, len(r.spots))
		t.spots = append(t.spots, r.spots...)
		to := int32(len(t.spots))
		for c := from; c < to; c++ {
			t.prev[c], t.next[c], t.ringOf[c] = c-1, c+1, int32(i)
		}
		t.prev[from], t.next[to-1] = to-1, from
	}
	t.first = append(t.first, int32(len(t.spots)))
	t.buckets.reset(t.spots, 4*max(g.du, g.dv))
}

// within takes out what can go without leaving more than the given metres between any corner that
// was there and the ring.
func (t *thinner) within(ctx context.Context, metres float64) error {
	t.queue = t.queue[:0]
	for c := range t.spots {
		t.push(int32(c))
	}
	return t.run(ctx, func() bool { return false }, func(a, c int32) bool { return t.near(a, c, metres) })
}

// down takes corners out of the rings from one number up to another until no more than so many
// points are left in all of them together, or none can go.
func (t *thinner) down(ctx context.Context, from, to, most int) error {
	count := 0
	t.queue = t.queue[:0]
	for r := from; r < to; r++ {
		count += t.left[r] + 1 // with the first one repeated at the end
		for c := t.first[r]; c < t.first[r+1]; c++ {
			if !t.gone[c] {
				t.push(c)
			}
		}
	}
	return t.run(ctx, func() bool { return count <= most }, func(a, c int32) bool { count--; return true })
}

// run takes corners out, cheapest first, until enough says so or none can go. may is the last to be
// asked whether the corner between two others goes.
func (t *thinner) run(ctx context.Context, enough func() bool, may func(a, c int32) bool) error {
	for n := 0; len(t.queue) > 0 && !enough(); n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		e := t.queue.pop()
		b := e.corner
		if t.gone[b] || t.left[t.ringOf[b]] <= fewest || t.lost(b) != e.lost {
			continue // in the last case a neighbour went, and b was queued anew
		}
		a, c := t.prev[b], t.next[b]
		// Without a corner in the middle of a straight line, the ring is the same.
		if e.lost != 0 && !t.empty(a, b, c) || !may(a, c) {
			continue
		}
		t.gone[b] = true
		t.next[a], t.prev[c] = c, a
		t.left[t.ringOf[b]]--
		t.push(a)
		t.push(c)
	}
	return nil
}

func (t *thinner) push(c int32) { t.queue.push(corner{t.lost(c), c}) }

// lost is double the area that goes with a corner in square units.
func (t *thinner) lost(b int32) int64 {
	l := cross(t.spots[t.prev[b]], t.spots[b], t.spots[t.next[b]])
	return max(l, -l)
}

// near tells whether every corner that was once between two corners of a ring lies within the
// given metres of the line between them.
func (t *thinner) near(a, c int32, metres float64) bool {
	r := t.ringOf[a]
	from, to := t.first[r], t.first[r+1]
	ax, ay := float64(t.spots[a].u)*t.mx, float64(t.spots[a].v)*t.my
	dx, dy := float64(t.spots[c].u)*t.mx-ax, float64(t.spots[c].v)*t.my-ay
	l2 := dx*dx + dy*dy
	for i := a; ; {
		if i++; i == to {
			i = from
		}
		if i == c {
			return true
		}
		px, py := float64(t.spots[i].u)*t.mx-ax, float64(t.spots[i].v)*t.my-ay
		along := 0.0
		if l2 > 0 {
			along = math.Max(0, math.Min(1, (px*dx+py*dy)/l2))
		}
		if ex, ey := px-along*dx, py-along*dy; ex*ex+ey*ey > metres*metres {
			return false
		}
	}
}

// empty tells whether no corner but its own, and not the origin, lies in or on the triangle.
func (t *thinner) empty(a, b, c int32) bool {
	p, q, r := t.spots[a], t.spots[b], t.spots[c]
	if cross(p, q, r) < 0 {
		p, r = r, p
	}
	if t.holdsOrigin(p, q, r) {
		return false
	}
	return t.search(p, q, r, func(i int32) bool {
		if i == a || i == b || i == c || t.gone[i] {
			return true
		}
		s := t.spots[i]
		return cross(p, q, s) < 0 || cross(q, r, s) < 0 || cross(r, p, s) < 0
	})
}

// holdsOrigin tells whether the origin lies in or on a triangle that runs counter-clockwise.
func (t *thinner) holdsOrigin(p, q, r spot) bool {
	side := func(a, b spot) float64 {
		return float64(b.u-a.u)*(t.originV-float64(a.v)) - float64(b.v-a.v)*(t.originU-float64(a.u))
	}
	// Within a square unit the origin's place is as good as any other.
	return side(p, q) >= -1 && side(q, r) >= -1 && side(r, p) >= -1
}

// rest returns what is left of a ring.
func (t *thinner) rest(r int) []spot {
	spots := make([]spot, 0, t.left[r])
	for c := t.first[r]; c < t.first[r+1]; c++ {
		if !t.gone[c] {
			spots = append(spots, t.spots[c])
		}
	}
	return spots
}
