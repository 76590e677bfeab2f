package geo

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/paulmach/orb"
)

// ThinLine returns the line with at most n points (at least 2): the ones that shape it most, by the
// area of the triangle that a point makes with its neighbours (Visvalingam and Whyatt, 1993). Its
// ends stay. Thinning a thinned line further gives the same as thinning the whole line at once. The
// line itself is not changed and is returned as it is when it is short enough.
func ThinLine(line orb.LineString, n int) orb.LineString {
	n = max(n, 2)
	if len(line) <= n {
		return line
	}
	t := newThinner(len(line))
	defer thinners.Put(t)
	t.addRing(line, false)
	t.run(n)
	return orb.LineString(t.points(0, len(line)))
}

// ThinArea returns the area with at most n positions in all its rings together, as far as its
// topology allows: no ring comes to cross itself or another, holes stay in their shells, and each
// ring keeps at least four positions. Where there are more than n/8 rings, the smallest vanish
// first, shells with their holes; the largest shell always stays. The area must be valid; it is not
// changed, and it is returned as it is when it is small enough.
func ThinArea(area orb.MultiPolygon, n int) orb.MultiPolygon {
	if positions(area) <= n {
		return area
	}
	area = largestRings(area, max(1, n/8))
	total := positions(area)
	if total <= n {
		return area
	}
	t := newThinner(total)
	defer thinners.Put(t)
	rings := 0
	for _, p := range area {
		for _, r := range p {
			t.addRing(orb.LineString(r[:len(r)-1]), true)
			rings++
		}
	}
	t.buildIndex()
	t.run(n - rings)
	out, from := make(orb.MultiPolygon, len(area)), 0
	for i, p := range area {
		out[i] = make(orb.Polygon, len(p))
		for j, r := range p {
			kept := t.points(from, from+len(r)-1)
			out[i][j] = append(kept, kept[0])
			from += len(r) - 1
		}
	}
	return out
}

// positions counts the positions of all rings, closing ones included.
func positions(area orb.MultiPolygon) int {
	n := 0
	for _, p := range area {
		for _, r := range p {
			n += len(r)
		}
	}
	return n
}

// largestRings keeps at most n rings by their area, and no hole without its shell. Rings of fewer
// than four positions enclose nothing and are left out.
func largestRings(area orb.MultiPolygon, n int) orb.MultiPolygon {
	type entry struct {
		polygon, ring int
		size          float64
	}
	var entries []entry
	for i, p := range area {
		for j, r := range p {
			if len(r) >= 4 {
				entries = append(entries, entry{i, j, math.Abs(ringArea(r))})
			}
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(b.size, a.size) })
	keep := make(map[[2]int]bool, n)
	for _, e := range entries[:min(n, len(entries))] {
		keep[[2]int{e.polygon, e.ring}] = true
	}
	var out orb.MultiPolygon
	for i, p := range area {
		if !keep[[2]int{i, 0}] {
			continue
		}
		q := orb.Polygon{p[0]}
		for j := 1; j < len(p); j++ {
			if keep[[2]int{i, j}] {
				q = append(q, p[j])
			}
		}
		out = append(out, q)
	}
	return out
}

// ringArea returns twice the signed area of a ring in square degrees.
func ringArea(r orb.Ring) float64 {
	var sum float64
	for i := 1; i < len(r); i++ {
		sum += (r[i-1][0]-r[0][0])*(r[i][1]-r[0][1]) - (r[i][0]-r[0][0])*(r[i-1][1]-r[0][1])
	}
	return sum
}

// A thinner removes vertices from lines and rings, least important first.
type thinner struct {
	vertices []vertex
	limits   []limit // of each ring or arc
	queue    thinQueue
	alive    int     // vertices left, each as often as it counts
	index    *RTree  // over the vertices that were alive when it was built; nil for lines
	indexed  []int32 // the vertex of each item of index
}

// limit says how far a ring or arc may be thinned.
type limit struct {
	left, least int // vertices, now and at least, the ends of arcs not counted
	counts      int // how often each of them counts
}

type vertex struct {
	point      orb.Point
	prev, next int32 // neighbours that are still there, -1 beyond an end
	ring       int32 // index in limits of its ring or arc, -1 on a line
	gone       bool
}

var thinners = sync.Pool{New: func() any { return new(thinner) }}

// newThinner returns a thinner with the memory of one that has been used, which goes back to thinners.
func newThinner(capacity int) *thinner {
	t := thinners.Get().(*thinner)
	*t = thinner{vertices: slices.Grow(t.vertices[:0], capacity), limits: t.limits[:0], queue: t.queue, indexed: t.indexed[:0]}
	t.queue.reset(capacity)
	return t
}

// addRing adds a line, or a ring without its closing position.
func (t *thinner) addRing(points orb.LineString, closed bool) {
	first := int32(len(t.vertices))
	last := first + int32(len(points)) - 1
	for i, p := range points {
		v := vertex{point: p, prev: first + int32(i) - 1, next: first + int32(i) + 1, ring: -1}
		if closed {
			v.ring = int32(len(t.limits))
			if v.prev < first {
				v.prev = last
			}
		}
		if v.next > last {
			v.next = -1
			if closed {
				v.next = first
			}
		}
		t.vertices = append(t.vertices, v)
	}
	if closed {
		t.limits = append(t.limits, limit{len(points), 3, 1})
	} else {
		t.vertices[first].prev = -1
	}
	t.alive += len(points)
}

// buildIndex makes an R-tree over the vertices that are left.
func (t *thinner) buildIndex() {
	boxes := make([]Box, 0, t.alive)
	t.indexed = t.indexed[:0]
	for i, v := range t.vertices {
		if !v.gone {
			boxes = append(boxes, BoxOf(ToFixed(v.point)))
			t.indexed = append(t.indexed, int32(i))
		}
	}
	t.index = BuildRTree(boxes)
}

// run removes vertices until n are left or none can go. With an index, a vertex stays while
// another lies in the triangle that its removal would sweep over; since no edge crosses another,
// that is exactly when an edge would come to cross.
func (t *thinner) run(n int) {
	for i := range t.vertices {
		if e, ok := t.entry(int32(i)); ok {
			t.queue.add(e)
		}
	}
	t.queue.order()
	var blocked []int32
	for t.alive > n {
		if t.index != nil && 2*t.alive < len(t.indexed) {
			t.buildIndex() // so that searches do not wade through what is gone
		}
		if len(t.queue.entries) == 0 {
			// What blocked a vertex may be gone by now.
			again := blocked
			blocked = nil
			for _, i := range again {
				switch v := &t.vertices[i]; {
				case v.gone || t.limits[v.ring].least >= t.limits[v.ring].left:
				case t.occupied(i):
					blocked = append(blocked, i)
				default:
					t.push(i)
				}
			}
			if len(t.queue.entries) == 0 {
				return
			}
			continue
		}
		e := t.queue.pop()
		v := &t.vertices[e.vertex]
		counts := 1
		if v.ring >= 0 {
			limit := &t.limits[v.ring]
			if limit.left <= limit.least {
				continue
			}
			if t.occupied(e.vertex) {
				blocked = append(blocked, e.vertex)
				continue
			}
			limit.left--
			counts = limit.counts
		}
		v.gone = true
		t.alive -= counts
		t.vertices[v.prev].next, t.vertices[v.next].prev = v.next, v.prev
		t.push(v.prev)
		t.push(v.next)
	}
}

// push queues a vertex with the size of its present triangle. Sizes may fall as neighbours go;
// taking them as they are keeps no memory, so that thinning in steps is thinning at once.
func (t *thinner) push(i int32) {
	if e, ok := t.entry(i); ok {
		t.queue.push(e)
	}
}

// entry is what to queue of a vertex; ok is false for the ends of lines.
func (t *thinner) entry(i int32) (e thinEntry, ok bool) {
	v := &t.vertices[i]
	if v.prev < 0 || v.next < 0 {
		return e, false
	}
	a, c := t.vertices[v.prev].point, t.vertices[v.next].point
	return thinEntry{math.Abs(cross(a, v.point, c)), i}, true
}

// occupied tells whether a vertex other than the three lies in the triangle of i and its neighbours.
func (t *thinner) occupied(i int32) bool {
	v := &t.vertices[i]
	a, b, c := t.vertices[v.prev].point, v.point, t.vertices[v.next].point
	box := BoxOf(ToFixed(a), ToFixed(b), ToFixed(c))
	found := false
	t.index.Search(box, func(item uint32) bool {
		j := t.indexed[item]
		if w := &t.vertices[j]; !w.gone && j != i && j != v.prev && j != v.next &&
			w.point != a && w.point != c && inTriangle(w.point, a, b, c) {
			found = true
		}
		return !found
	})
	return found
}

// points returns what is left of the vertices from (included) to to (excluded).
func (t *thinner) points(from, to int) []orb.Point {
	left := 0
	for i := from; i < to; i++ {
		if !t.vertices[i].gone {
			left++
		}
	}
	out := make([]orb.Point, 0, left+1) // a ring is closed by one more
	for i := from; i < to; i++ {
		if v := &t.vertices[i]; !v.gone {
			out = append(out, v.point)
		}
	}
	return out
}

// cross is twice the signed area of triangle abc, positive when it turns left.
func cross(a, b, c orb.Point) float64 {
	return (b[0]-a[0])*(c[1]-a[1]) - (c[0]-a[0])*(b[1]-a[1])
}

// inTriangle tells whether p lies in the triangle abc or on its edge.
func inTriangle(p, a, b, c orb.Point) bool {
	d1, d2, d3 := cross(a, b, p), cross(b, c, p), cross(c, a, p)
	return !((d1 < 0 || d2 < 0 || d3 < 0) && (d1 > 0 || d2 > 0 || d3 > 0))
}
