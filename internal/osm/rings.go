package osm

import (
	"cmp"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// segment is a straight piece of a boundary; a comes before b in the order of positions.
type segment struct{ a, b geo.Fixed }

func newSegment(a, b geo.Fixed) segment {
	if compareFixed(a, b) > 0 {
		a, b = b, a
	}
	return segment{a, b}
}

func (s segment) box() geo.Box { return geo.BoxOf(s.a, s.b) }

func compareFixed(a, b geo.Fixed) int {
	return cmp.Or(cmp.Compare(a.Lon, b.Lon), cmp.Compare(a.Lat, b.Lat))
}

// assemble makes polygons of boundary segments in any order; see Assembler.Rings.
func assemble(segments []segment, report *AreaReport) orb.MultiPolygon {
	segments = cancelPairs(segments)
	if len(segments) < 3 {
		report.OpenSegments += len(segments)
		return nil
	}
	n := newNetwork(segments)
	n.prune()
	rings := n.rings()
	report.OpenSegments += n.dropped
	return nest(rings)
}

// cancelPairs sorts segments and removes those that occur an even number of times: an area on
// either side of a segment does not end there.
func cancelPairs(segments []segment) []segment {
	slices.SortFunc(segments, func(s, t segment) int {
		return cmp.Or(compareFixed(s.a, t.a), compareFixed(s.b, t.b))
	})
	out := segments[:0]
	for i := 0; i < len(segments); {
		j := i
		for j < len(segments) && segments[j] == segments[i] {
			j++
		}
		if (j-i)%2 == 1 {
			out = append(out, segments[i])
		}
		i = j
	}
	return out
}

// network is the graph of segments: its vertices are positions in sorted order, and each segment
// is an edge between two of them.
type network struct {
	segments []segment
	points   []geo.Fixed
	ends     [][2]int32 // vertices of each segment
	first    []int32    // start of each vertex' incident segments in incident; one more at the end
	incident []int32    // segment numbers
	used     []bool     // per segment
	degree   []int32    // unused incident segments per vertex
	dropped  int        // segments that close no ring
	index    *geo.RTree // over segments, built when parity first needs it
}

func newNetwork(segments []segment) *network {
	n := &network{segments: segments, used: make([]bool, len(segments)), ends: make([][2]int32, len(segments))}
	n.points = make([]geo.Fixed, 0, 2*len(segments))
	for _, s := range segments {
		n.points = append(n.points, s.a, s.b)
	}
	slices.SortFunc(n.points, compareFixed)
	n.points = slices.Compact(n.points)
	n.degree = make([]int32, len(n.points))
	for i, s := range segments {
		a, _ := slices.BinarySearchFunc(n.points, s.a, compareFixed)
		b, _ := slices.BinarySearchFunc(n.points, s.b, compareFixed)
		n.ends[i] = [2]int32{int32(a), int32(b)}
		n.degree[a]++
		n.degree[b]++
	}
	n.first = make([]int32, len(n.points)+1)
	for v, d := range n.degree {
		n.first[v+1] = n.first[v] + d
	}
	n.incident = make([]int32, 2*len(segments))
	next := slices.Clone(n.first)
	for i, e := range n.ends {
		for _, v := range e {
			n.incident[next[v]] = int32(i)
			next[v]++
		}
	}
	return n
}

// other returns the end of a segment that is not v.
func (n *network) other(seg, v int32) int32 {
	if n.ends[seg][0] == v {
		return n.ends[seg][1]
	}
	return n.ends[seg][0]
}

func (n *network) use(seg int32) {
	n.used[seg] = true
	n.degree[n.ends[seg][0]]--
	n.degree[n.ends[seg][1]]--
}

// prune drops chains with a loose end: they cannot be part of a ring.
func (n *network) prune() {
	var loose []int32
	for v, d := range n.degree {
		if d == 1 {
			loose = append(loose, int32(v))
		}
	}
	for len(loose) > 0 {
		v := loose[len(loose)-1]
		loose = loose[:len(loose)-1]
		for _, seg := range n.incident[n.first[v]:n.first[v+1]] {
			if n.used[seg] {
				continue
			}
			n.use(seg)
			n.dropped++
			if w := n.other(seg, v); n.degree[w] == 1 {
				loose = append(loose, w)
			}
		}
	}
}

// rings walks the network and takes out a ring whenever the walk meets itself, so that no ring
// visits a position twice. Where more than two segments meet it keeps to the edge of one piece of
// the interior, so that rings touch but do not cross.
func (n *network) rings() []ring {
	n.pairUp()
	var rings []ring
	onPath := make([]int32, len(n.points)) // position in path plus one, 0 when not on it
	var path, taken []int32                // vertices, and the segment that led to each
	for start := range n.ends {
		if n.used[start] {
			continue
		}
		v := n.ends[start][0]
		path, taken = append(path[:0], v), append(taken[:0], -1)
		onPath[v] = 1
		for len(path) > 0 {
			v := path[len(path)-1]
			seg := n.next(v, taken[len(taken)-1])
			if seg < 0 { // a dead end: take the last step back
				onPath[v] = 0
				if taken[len(taken)-1] >= 0 {
					n.dropped++
				}
				path, taken = path[:len(path)-1], taken[:len(taken)-1]
				continue
			}
			n.use(seg)
			w := n.other(seg, v)
			if at := onPath[w]; at > 0 {
				r := make(ring, 0, len(path)-int(at)+1)
				for _, u := range path[at-1:] {
					r = append(r, n.points[u])
				}
				for _, u := range path[at:] {
					onPath[u] = 0
				}
				path, taken = path[:at], taken[:at]
				rings = append(rings, r)
				continue
			}
			path, taken = append(path, w), append(taken, seg)
			onPath[w] = int32(len(path))
		}
	}
	return rings
}

// pairUp sorts the segments that meet in a busy vertex by angle, so that each pair of neighbours
// (0 and 1, 2 and 3, …) has a piece of the interior between them.
func (n *network) pairUp() {
	for v, d := range n.degree {
		if d < 4 || d%2 != 0 {
			continue
		}
		at := n.incident[n.first[v]:n.first[v+1]]
		p := n.points[v]
		angle := func(seg int32) float64 { // [0, 2π), counter-clockwise from east
			q := n.points[n.other(seg, int32(v))]
			a := math.Atan2(float64(q.Lat)-float64(p.Lat), float64(q.Lon)-float64(p.Lon))
			if a < 0 {
				a += 2 * math.Pi
			}
			return a
		}
		slices.SortFunc(at, func(s, t int32) int {
			// Pruned segments go last, out of the way.
			if n.used[s] != n.used[t] {
				if n.used[t] {
					return -1
				}
				return 1
			}
			return cmp.Compare(angle(s), angle(t))
		})
		live := at[:d]
		// The sector just above east begins after the last segment unless one points due east.
		inside := n.insideEastOf(int32(v))
		if angle(live[0]) == 0 {
			inside = !inside
		}
		if inside { // the sector from the last to the first segment is interior: bring them together
			last := live[d-1]
			copy(live[1:], live[:d-1])
			live[0] = last
		}
	}
}

// next returns the unused segment with which a walk that came to v by segment came goes on, -1
// when there is none.
func (n *network) next(v, came int32) int32 {
	at := n.incident[n.first[v]:n.first[v+1]]
	if len(at) > 2 && came >= 0 {
		i := slices.Index(at, came)
		if mate := i ^ 1; mate < len(at) && !n.used[at[mate]] {
			return at[mate]
		}
	}
	for _, seg := range at {
		if !n.used[seg] {
			return seg
		}
	}
	return -1
}

// insideEastOf tells whether the place just east and above of a vertex is interior: whether a ray
// from there to the east crosses an odd number of segments. Segments that end in the vertex lie
// behind that place, apart from one due east, which lies below it.
func (n *network) insideEastOf(v int32) bool {
	if n.index == nil {
		n.index = indexSegments(n.segments)
	}
	odd := false
	p := n.points[v]
	crossings(n.index, n.segments, float64(p.Lon), float64(p.Lat), func(seg uint32) {
		if n.ends[seg][0] != v && n.ends[seg][1] != v && !n.used[seg] {
			odd = !odd
		}
	})
	return odd
}

func indexSegments(segments []segment) *geo.RTree {
	boxes := make([]geo.Box, len(segments))
	for i, s := range segments {
		boxes[i] = s.box()
	}
	return geo.BuildRTree(boxes)
}

// crossings calls visit for each segment that a ray from x, y (in fixed-point units) to the east
// crosses. The ray runs an infinitesimal bit above y, so that it meets no end.
func crossings(index *geo.RTree, segments []segment, x, y float64, visit func(seg uint32)) {
	row := int32(math.Floor(y))
	strip := geo.Box{MinLon: int32(math.Floor(x)), MinLat: row, MaxLon: math.MaxInt32, MaxLat: int32(math.Ceil(y))}
	index.Search(strip, func(i uint32) bool {
		ax, ay := float64(segments[i].a.Lon), float64(segments[i].a.Lat)
		bx, by := float64(segments[i].b.Lon), float64(segments[i].b.Lat)
		if (ay > y) != (by > y) {
			// Side of the segment that the point lies on, with the segment turned to point up.
			side := (bx-ax)*(y-ay) - (x-ax)*(by-ay)
			if (side > 0) == (by > ay) && side != 0 {
				visit(i)
			}
		}
		return true
	})
}

// ring is a closed line without its repeated last point.
type ring []geo.Fixed

// area2 returns twice the signed area in square fixed-point units, positive when the ring runs
// counter-clockwise.
func (r ring) area2() float64 {
	var sum float64
	x0, y0 := float64(r[0].Lon), float64(r[0].Lat)
	for i := range r {
		a, b := r[i], r[(i+1)%len(r)]
		sum += (float64(a.Lon)-x0)*(float64(b.Lat)-y0) - (float64(b.Lon)-x0)*(float64(a.Lat)-y0)
	}
	return sum
}

// orb returns the ring in degrees, closed, in the given direction, from its first position in
// sorted order on.
func (r ring) orb(counterClockwise bool) orb.Ring {
	r = slices.Clone(r)
	if r.area2() > 0 != counterClockwise {
		slices.Reverse(r)
	}
	start := 0
	for i := range r {
		if compareFixed(r[i], r[start]) < 0 {
			start = i
		}
	}
	out := make(orb.Ring, 0, len(r)+1)
	for i := range len(r) + 1 {
		out = append(out, r[(start+i)%len(r)].Point())
	}
	return out
}
