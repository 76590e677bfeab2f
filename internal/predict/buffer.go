package predict

import (
	"cmp"
	"math"
	"slices"
)

// outline draws the strip as polygons: shells counter-clockwise, holes clockwise, none closed. It
// traces the distance to the line on a lattice (marching squares), so that a line may cross itself
// or double back as it likes.
func (s *strip) outline() [][][]vec {
	// Nodes lie in a band of the buffer's width and two steps more on either side.
	step := max(s.buffer/4, math.Sqrt(s.size()/maxLattice), 4*s.length()/maxLattice)
	l := lattice{step: step, level: s.buffer, distance: map[node]float64{}}
	for i := 1; i < len(s.line); i++ {
		l.measure(s.line[i-1], s.line[i])
	}
	return nest(l.trace())
}

// straight is how far in metres a point may lie off a line to be left out.
const straight = 0.01

// maxLattice bounds the nodes of a lattice.
const maxLattice = 40_000

// node is a point of the lattice, in steps.
type node struct{ x, y int32 }

func (n node) compare(o node) int { return cmp.Or(cmp.Compare(n.y, o.y), cmp.Compare(n.x, o.x)) }

// A lattice holds distances from a line at its nodes, as far as they are near the level.
type lattice struct {
	step, level float64
	distance    map[node]float64
}

// measure notes the distances from a segment, up to two steps beyond the level.
func (l *lattice) measure(a, b vec) {
	reach := l.level + 2*l.step
	d := b.minus(a)
	for y := int32(math.Ceil((min(a.y, b.y) - reach) / l.step)); float64(y)*l.step <= max(a.y, b.y)+reach; y++ {
		// The part of the segment that is near this row, and its reach along the row.
		t0, t1 := 0.0, 1.0
		if d.y != 0 {
			u, v := (float64(y)*l.step-reach-a.y)/d.y, (float64(y)*l.step+reach-a.y)/d.y
			t0, t1 = max(0, min(u, v)), min(1, max(u, v))
		}
		if t0 > t1 {
			continue
		}
		x0, x1 := a.x+t0*d.x, a.x+t1*d.x
		for x := int32(math.Ceil((min(x0, x1) - reach) / l.step)); float64(x)*l.step <= max(x0, x1)+reach; x++ {
			n := node{x, y}
			r := math.Sqrt(segmentDistance2(vec{float64(x) * l.step, float64(y) * l.step}, a, b))
			if old, ok := l.distance[n]; r <= reach && (!ok || r < old) {
				l.distance[n] = r
			}
		}
	}
}

// inside tells whether a node lies within the level.
func (l *lattice) inside(n node) bool {
	d, ok := l.distance[n]
	return ok && d <= l.level
}

// edge is a side between two nodes: from the node to the east, or to the north.
type edge struct {
	node
	north bool
}

// cut returns the point of an edge where the level lies, kept a little off the nodes, so that no
// two edges share one.
func (l *lattice) cut(e edge) vec {
	a, b := e.node, node{e.x + 1, e.y}
	if e.north {
		b = node{e.x, e.y + 1}
	}
	da, okA := l.distance[a]
	db, okB := l.distance[b]
	t := 0.5
	if okA && okB {
		t = max(0.01, min(0.99, (l.level-da)/(db-da)))
	}
	p := vec{float64(a.x) * l.step, float64(a.y) * l.step}
	return p.along(vec{float64(b.x) * l.step, float64(b.y) * l.step}, t)
}

// trace returns the rings around what lies inside, which is on their left.
func (l *lattice) trace() [][]vec {
	next := map[edge]edge{}
	var starts []edge
	link := func(from, to edge) {
		next[from] = to
		starts = append(starts, from)
	}
	seen := map[node]bool{}
	for n := range l.distance {
		for _, c := range [4]node{n, {n.x - 1, n.y}, {n.x, n.y - 1}, {n.x - 1, n.y - 1}} {
			if seen[c] {
				continue
			}
			seen[c] = true
			l.square(c, link)
		}
	}
	slices.SortFunc(starts, func(a, b edge) int {
		north := func(e edge) int {
			if e.north {
				return 1
			}
			return 0
		}
		return cmp.Or(a.compare(b.node), cmp.Compare(north(a), north(b)))
	})
	var out [][]vec
	for _, s := range starts {
		var ring []vec
		for e := s; ; {
			to, ok := next[e]
			if !ok {
				break // this ring has been walked
			}
			delete(next, e)
			ring = append(ring, l.cut(e))
			e = to
		}
		// Along straight lines the border is straight too and needs no points in between.
		if len(ring) >= 3 {
			out = append(out, thinRing(ring, straight))
		}
	}
	return out
}

// square links the edges that the border enters and leaves a square by. Two opposite corners inside
// are kept apart.
func (l *lattice) square(n node, link func(from, to edge)) {
	south, west := edge{n, false}, edge{n, true}
	north, east := edge{node{n.x, n.y + 1}, false}, edge{node{n.x + 1, n.y}, true}
	var corners int
	for i, c := range [4]node{n, {n.x + 1, n.y}, {n.x + 1, n.y + 1}, {n.x, n.y + 1}} {
		if l.inside(c) {
			corners |= 1 << i
		}
	}
	// Corner bits: 1 south-west, 2 south-east, 4 north-east, 8 north-west.
	switch corners {
	case 1:
		link(south, west)
	case 2:
		link(east, south)
	case 3:
		link(east, west)
	case 4:
		link(north, east)
	case 5:
		link(south, west)
		link(north, east)
	case 6:
		link(north, south)
	case 7:
		link(north, west)
	case 8:
		link(west, north)
	case 9:
		link(south, north)
	case 10:
		link(east, south)
		link(west, north)
	case 11:
		link(east, north)
	case 12:
		link(west, east)
	case 13:
		link(south, east)
	case 14:
		link(west, south)
	}
}

// nest makes polygons of rings that do not cross: each hole goes to the smallest shell around it.
func nest(list [][]vec) [][][]vec {
	slices.SortStableFunc(list, func(a, b []vec) int { return cmp.Compare(ringArea(b), ringArea(a)) })
	var out [][][]vec
	var shells []*rings
	for _, ring := range list { // shells first, largest first; then holes
		if ringArea(ring) > 0 {
			out = append(out, [][]vec{ring})
			shells = append(shells, newRings([][]vec{ring}, 0))
			continue
		}
		for i := len(shells) - 1; i >= 0; i-- {
			if shells[i].edges.odd(ring[0]) {
				out[i] = append(out[i], ring)
				break
			}
		}
	}
	return out
}
