package geo

import "slices"

// thinQueue is a binary heap of vertices, least important first, that knows where each lies in it, so that
// one whose importance changes moves instead of coming a second time.
type thinQueue struct {
	entries []thinEntry
	place   []int32 // of each vertex among the entries, -1 when it is not there
}

type thinEntry struct {
	size   float64
	vertex int32
}

func (e *thinEntry) before(o *thinEntry) bool {
	if e.size != o.size {
		return e.size < o.size
	}
	return e.vertex < o.vertex
}

// reset makes the queue empty, with room for so many vertices.
func (q *thinQueue) reset(vertices int) {
	q.entries = slices.Grow(q.entries[:0], vertices)
	q.place = slices.Grow(q.place[:0], vertices)[:vertices]
	for i := range q.place {
		q.place[i] = -1
	}
}

// add puts an entry last; order has to follow.
func (q *thinQueue) add(e thinEntry) { q.entries = append(q.entries, e) }

// order makes a heap of entries in any order.
func (q *thinQueue) order() {
	for i, e := range q.entries {
		q.place[e.vertex] = int32(i)
	}
	for i := len(q.entries)/2 - 1; i >= 0; i-- {
		q.sink(i, q.entries[i])
	}
}

// push puts a vertex into the queue, or moves it where it is there already.
func (q *thinQueue) push(e thinEntry) {
	i := int(q.place[e.vertex])
	if i < 0 {
		i = len(q.entries)
		q.entries = append(q.entries, e)
	}
	if i > 0 && e.before(&q.entries[(i-1)/2]) {
		q.rise(i, e)
	} else {
		q.sink(i, e)
	}
}

func (q *thinQueue) pop() thinEntry {
	end := len(q.entries) - 1
	top, last := q.entries[0], q.entries[end]
	q.entries = q.entries[:end]
	q.place[top.vertex] = -1
	if end > 0 {
		q.sink(0, last)
	}
	return top
}

// rise puts an entry at a place that is free, or above it.
func (q *thinQueue) rise(i int, e thinEntry) {
	for i > 0 {
		parent := (i - 1) / 2
		if !e.before(&q.entries[parent]) {
			break
		}
		q.put(i, q.entries[parent])
		i = parent
	}
	q.put(i, e)
}

// sink puts an entry at a place that is free, or below it.
func (q *thinQueue) sink(i int, e thinEntry) {
	for {
		child := 2*i + 1
		if child >= len(q.entries) {
			break
		}
		if child+1 < len(q.entries) && q.entries[child+1].before(&q.entries[child]) {
			child++
		}
		if !q.entries[child].before(&e) {
			break
		}
		q.put(i, q.entries[child])
		i = child
	}
	q.put(i, e)
}

func (q *thinQueue) put(i int, e thinEntry) {
	q.entries[i] = e
	q.place[e.vertex] = int32(i)
}
