package isochrone

import "math"

// buckets find the corners near a triangle: a square raster with the corners of each cell.
type buckets struct {
	u0, v0        int32
	size          int32 // units
	columns, rows int
	starts        []int32 // of each bucket in items, and the end
	items         []int32
}

// mostBuckets bounds the memory of the raster, which grows with the extent of the corners.
const mostBuckets = 1 << 18

func newBuckets(spots []spot, size int32) buckets {
	if len(spots) == 0 {
		return buckets{}
	}
	box := boxOf(spots)
	width, height := int64(box.maxU)-int64(box.minU), int64(box.maxV)-int64(box.minV)
	for (width/int64(size)+1)*(height/int64(size)+1) > mostBuckets {
		size *= 2
	}
	b := buckets{u0: box.minU, v0: box.minV, size: size,
		columns: int(width/int64(size)) + 1, rows: int(height/int64(size)) + 1, items: make([]int32, len(spots))}
	b.starts = make([]int32, b.columns*b.rows+1)
	for _, s := range spots {
		b.starts[b.of(s)+1]++
	}
	for i := 1; i < len(b.starts); i++ {
		b.starts[i] += b.starts[i-1]
	}
	next := make([]int32, b.columns*b.rows)
	for i, s := range spots {
		at := b.of(s)
		b.items[b.starts[at]+next[at]] = int32(i)
		next[at]++
	}
	return b
}

func (b *buckets) of(s spot) int {
	return int((s.v-b.v0)/b.size)*b.columns + int((s.u-b.u0)/b.size)
}

// search visits all corners in the buckets that a triangle meets, and some beside it, until visit
// returns false; then it returns false.
func (b *buckets) search(p, q, r spot, visit func(int32) bool) bool {
	low, high := min(p.v, q.v, r.v), max(p.v, q.v, r.v)
	for row := (low - b.v0) / b.size; row <= (high-b.v0)/b.size; row++ {
		bottom := float64(b.v0) + float64(row)*float64(b.size)
		from, to := math.Inf(1), math.Inf(-1)
		for _, side := range [3][2]spot{{p, q}, {q, r}, {r, p}} {
			lo, hi := slab(side[0], side[1], bottom, bottom+float64(b.size))
			from, to = math.Min(from, lo), math.Max(to, hi)
		}
		if from > to {
			continue
		}
		// One unit more on both sides makes up for rounding.
		first := max(0, int(math.Floor((from-1-float64(b.u0))/float64(b.size))))
		last := min(b.columns-1, int(math.Floor((to+1-float64(b.u0))/float64(b.size))))
		for at := int(row)*b.columns + first; at <= int(row)*b.columns+last; at++ {
			for _, i := range b.items[b.starts[at]:b.starts[at+1]] {
				if !visit(i) {
					return false
				}
			}
		}
	}
	return true
}

// slab returns how far a segment reaches west and east between two heights.
func slab(a, b spot, bottom, top float64) (lo, hi float64) {
	if a.v > b.v {
		a, b = b, a
	}
	if float64(a.v) > top || float64(b.v) < bottom {
		return math.Inf(1), math.Inf(-1)
	}
	at := func(v float64) float64 {
		if a.v == b.v {
			return float64(a.u)
		}
		return float64(a.u) + (v-float64(a.v))*float64(b.u-a.u)/float64(b.v-a.v)
	}
	lo, hi = at(math.Max(bottom, float64(a.v))), at(math.Min(top, float64(b.v)))
	if a.v == b.v {
		hi = float64(b.u)
	}
	return math.Min(lo, hi), math.Max(lo, hi)
}

// corner is an entry of a cornerQueue.
type corner struct {
	lost   int64
	corner int32
}

// cornerQueue is a binary heap with the least lost area first, among equals the lowest corner.
type cornerQueue []corner

func (a corner) less(b corner) bool {
	return a.lost < b.lost || a.lost == b.lost && a.corner < b.corner
}

func (q *cornerQueue) push(c corner) {
	h := append(*q, c)
	i := len(h) - 1
	for i > 0 && h[i].less(h[(i-1)/2]) {
		h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
		i = (i - 1) / 2
	}
	*q = h
}

func (q *cornerQueue) pop() corner {
	h := *q
	top := h[0]
	n := len(h) - 1
	h[0] = h[n]
	h = h[:n]
	for i := 0; ; {
		least := 2*i + 1
		if least >= n {
			break
		}
		if least+1 < n && h[least+1].less(h[least]) {
			least++
		}
		if !h[least].less(h[i]) {
			break
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
	*q = h
	return top
}
