package dijkstra

// entry is a label in a queue with the cost it had when it was put there.
type entry struct {
	cost  uint64
	label uint32
}

func (a entry) less(b entry) bool {
	return a.cost < b.cost || a.cost == b.cost && a.label < b.label
}

// A queue is a heap with four children per entry: flatter than a binary one, and the four lie in
// one or two cache lines. Labels can be in it several times; entries that were improved later are
// skipped when they come out.
type queue []entry

func (q *queue) push(e entry) {
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

func (q *queue) pop() entry {
	h := *q
	top := h[0]
	last := h[len(h)-1]
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
