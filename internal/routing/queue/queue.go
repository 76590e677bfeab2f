// Package queue is the priority queue of all label-setting searches over roads.
package queue

// An Entry is a label and the key that it had when it was put into the queue.
type Entry struct {
	Key   uint64
	Label uint32
}

// less orders entries by their keys, and those of the same key by their labels, so that searches run the
// same way each time.
func (a Entry) less(b Entry) bool {
	return a.Key < b.Key || a.Key == b.Key && a.Label < b.Label
}

// A Queue is a heap with four children per entry: flatter than a binary one, and the four lie in one or
// two cache lines. Labels can be in it several times; the caller skips entries that were improved later
// when they come out. The zero value is empty, and q[:0] empties a queue for the next search.
type Queue []Entry

// Push adds an entry.
func (q *Queue) Push(e Entry) {
	h := append(*q, e)
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.less(h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
	*q = h
}

// Pop removes the least entry of a queue that has one.
func (q *Queue) Pop() Entry {
	h := *q
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		child := 4*i + 1
		if child >= len(h) {
			break
		}
		best := child
		for c := child + 1; c < min(child+4, len(h)); c++ {
			if h[c].less(h[best]) {
				best = c
			}
		}
		if !h[best].less(last) {
			break
		}
		h[i] = h[best]
		i = best
	}
	h[i] = last
	return top
}
