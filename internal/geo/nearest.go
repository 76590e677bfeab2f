package geo

import (
	"math"
	"sync"

	"github.com/paulmach/orb"
)

// Nearest calls visit with items in the order of their distance from p, nearest first, until
// visit returns false or maxMetres is passed. exact gives the true distance in metres from p to
// an item; it must not be smaller than the distance to the item's box. Items at equal distance
// come in the order of their numbers.
func (t *RTree) Nearest(p orb.Point, maxMetres float64, exact func(item uint32) float64, visit func(item uint32, metres float64) bool) {
	if len(t.Items) == 0 {
		return
	}
	ruler := NewRuler(p)
	q := nearestQueues.Get().(*nearestQueue)
	defer q.putBack()
	root := len(t.levels) - 2
	q.push(nearestEntry{boxDistance(ruler, p, t.Boxes[t.levels[root]]), uint32(t.levels[root]), int8(root)})
	for len(q.entries) > 0 {
		e := q.pop()
		if e.metres > maxMetres {
			return
		}
		switch {
		case e.level == itemLevel:
			if !visit(e.node, e.metres) {
				return
			}
		case e.level == 0:
			item := t.Items[e.node]
			if int(item) >= len(t.Items) {
				continue // a damaged file
			}
			if d := exact(item); d <= maxMetres {
				q.push(nearestEntry{d, item, itemLevel})
			}
		default:
			level := int(e.level)
			first := t.levels[level-1] + (int(e.node)-t.levels[level])*Fanout
			for child := first; child < min(first+Fanout, t.levels[level]); child++ {
				if d := boxDistance(ruler, p, t.Boxes[child]); d <= maxMetres {
					q.push(nearestEntry{d, uint32(child), e.level - 1})
				}
			}
		}
	}
}

// itemLevel marks a queue entry whose exact distance is known.
const itemLevel = -1

type nearestEntry struct {
	metres float64
	node   uint32 // index in Boxes, or an item when level is itemLevel
	level  int8
}

// before is the order in which entries come out. At equal distance boxes come before items, so
// that ties between items come out in the order of their numbers.
func (e nearestEntry) before(o nearestEntry) bool {
	if e.metres != o.metres {
		return e.metres < o.metres
	}
	if (e.level == itemLevel) != (o.level == itemLevel) {
		return o.level == itemLevel
	}
	return e.node < o.node
}

// nearestQueues keeps queues for reuse: a search is short and there are many.
var nearestQueues = sync.Pool{New: func() any { return &nearestQueue{entries: make([]nearestEntry, 0, 256)} }}

// putBack returns a queue to the pool, unless a search over far distances has made it large.
func (q *nearestQueue) putBack() {
	if cap(q.entries) <= 1<<16 {
		q.entries = q.entries[:0]
		nearestQueues.Put(q)
	}
}

// nearestQueue is a binary heap. Unlike container/heap it does not put entries into interfaces.
type nearestQueue struct{ entries []nearestEntry }

func (q *nearestQueue) push(e nearestEntry) {
	q.entries = append(q.entries, e)
	h := q.entries
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !e.before(h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
}

func (q *nearestQueue) pop() nearestEntry {
	h := q.entries
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	q.entries = h
	i := 0
	for {
		child := 2*i + 1
		if child >= len(h) {
			break
		}
		if child+1 < len(h) && h[child+1].before(h[child]) {
			child++
		}
		if !h[child].before(last) {
			break
		}
		h[i] = h[child]
		i = child
	}
	if len(h) > 0 {
		h[i] = last
	}
	return top
}

// boxDistance returns a lower bound of the metres from p to any point of b.
func boxDistance(r Ruler, p orb.Point, b Box) float64 {
	lo, hi := float64(b.MinLon)/Scale, float64(b.MaxLon)/Scale
	dx := min(axisGap(p[0], lo, hi), axisGap(p[0]-360, lo, hi), axisGap(p[0]+360, lo, hi))
	dy := axisGap(p[1], float64(b.MinLat)/Scale, float64(b.MaxLat)/Scale)
	return math.Hypot(dx*r.kx, dy*r.ky)
}

func axisGap(v, lo, hi float64) float64 {
	return math.Max(0, math.Max(lo-v, v-hi))
}
