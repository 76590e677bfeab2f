package geo

import (
	"container/heap"
	"math"

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
	q := &nearestQueue{}
	root := len(t.levels) - 2
	heap.Push(q, nearestEntry{boxDistance(ruler, p, t.Boxes[t.levels[root]]), root, uint32(t.levels[root])})
	for q.Len() > 0 {
		e := heap.Pop(q).(nearestEntry)
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
			if d := exact(item); d <= maxMetres {
				heap.Push(q, nearestEntry{d, itemLevel, item})
			}
		default:
			first := t.levels[e.level-1] + (int(e.node)-t.levels[e.level])*Fanout
			for child := first; child < min(first+Fanout, t.levels[e.level]); child++ {
				if d := boxDistance(ruler, p, t.Boxes[child]); d <= maxMetres {
					heap.Push(q, nearestEntry{d, e.level - 1, uint32(child)})
				}
			}
		}
	}
}

// itemLevel marks a queue entry whose exact distance is known.
const itemLevel = -1

type nearestEntry struct {
	metres float64
	level  int
	node   uint32 // index in Boxes, or an item when level is itemLevel
}

type nearestQueue []nearestEntry

func (q nearestQueue) Len() int { return len(q) }
func (q nearestQueue) Less(i, j int) bool {
	if q[i].metres != q[j].metres {
		return q[i].metres < q[j].metres
	}
	// Boxes before items, so that ties come out in the order of item numbers.
	if (q[i].level == itemLevel) != (q[j].level == itemLevel) {
		return q[j].level == itemLevel
	}
	return q[i].node < q[j].node
}
func (q nearestQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *nearestQueue) Push(x any)   { *q = append(*q, x.(nearestEntry)) }
func (q *nearestQueue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
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
