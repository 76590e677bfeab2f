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

// reset takes up corners in buckets of at least the given size.
func (b *buckets) reset(spots []spot, size int32) {
	if len(spots) == 0 {
		b.columns, b.rows = 0, 0
		return
	}
	box := boxOf(spots)
	width, height := int64(box.maxU)-int64(box.minU), int64(box.maxV)-int64(box.minV)
	for (width/int64(size)+1)*(height/int64(size)+1) > mostBuckets {
		size *= 2
	}
	b.u0, b.v0, b.size = box.minU, box.minV, size
	b.columns, b.rows = int(width/int64(size))+1, int(height/int64(size))+1
	b.items = grown(b.items, len(spots))
	b.starts = grown(b.starts, b.columns*b.rows+1)
	clear(b.starts)
	for _, s := range spots {
		b.starts[b.of(s)]++
	}
	// Counted down to where each bucket begins while items are put in from its end.
	sum := int32(0)
	for i := range b.starts {
		sum += b.starts[i]
		b.starts[i] = sum
	}
	for i := len(spots) - 1; i >= 0; i-- {
		at := b.of(spots[i])
		b.starts[at]--
		b.items[b.starts[at]] = int32(i)
	}
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
