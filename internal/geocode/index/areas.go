package index

import (
	"encoding/binary"

	"github.com/footstepd/footstepd/internal/geo"
)

// chunkVertices is the number of edges that a chunk of a ring holds. Chunks that a point lies
// outside of by latitude or longitude are passed over without being read.
const chunkVertices = 32

// Containing calls visit with the areas that contain a point, until it returns false, in the order
// of the tree. A point on a border lies in one of its two areas or in none. An area of several
// polygons comes once.
func (x *Index) Containing(p geo.Fixed, visit func(area Doc) bool) {
	x.areas.containing(p, func(area uint32) bool { return int64(area) >= int64(x.Len()) || visit(Doc(area)) })
}

// containing visits the numbers of the areas that contain a point.
func (t *leafTree) containing(p geo.Fixed, visit func(area uint32) bool) {
	t.tree.Search(geo.BoxOf(p), func(leaf uint32) bool {
		c, inside := t.leaves.at(leaf), false
		area := c.uint32()
		from, at := origin(t.tree.Boxes[leaf]), toVertex(p)
		for rings := c.count(3); rings > 0 && !c.bad; rings-- {
			if c.ringHolds(from, at) {
				inside = !inside
			}
		}
		return !inside || c.bad || visit(area)
	})
}

// ringHolds reads a ring and tells whether an odd number of its edges lies east of a point.
func (c *cursor) ringHolds(from, at vertex) bool {
	odd := false
	start := c.next(from)
	for chunks := c.count(7); chunks > 0 && !c.bad; chunks-- {
		end := c.next(start)
		west, south := int64(start.x)-int64(c.uint32()), int64(start.y)-int64(c.uint32())
		east, north := int64(start.x)+int64(c.uint32()), int64(start.y)+int64(c.uint32())
		body := c.record()
		x, y := int64(at.x), int64(at.y)
		switch {
		case y < south || y > north || x > east:
			// No edge of the chunk lies east of the point.
		case x < west:
			// All of the chunk lies east: only its ends count.
			if (int64(start.y) > y) != (int64(end.y) > y) {
				odd = !odd
			}
		default:
			prev := start
			for len(body.b) > 0 {
				v := body.next(prev)
				if body.bad {
					break
				}
				if crossesEast(prev, v, at) {
					odd = !odd
				}
				prev = v
			}
			if crossesEast(prev, end, at) {
				odd = !odd
			}
		}
		start = end
	}
	return odd
}

// crossesEast tells whether the edge ab crosses the half line that runs east from p.
func crossesEast(a, b, p vertex) bool {
	if (a.y > p.y) == (b.y > p.y) {
		return false
	}
	// The side of the edge that p lies on, with the edge going up.
	if a.y > b.y {
		a, b = b, a
	}
	return (int64(b.x)-int64(a.x))*(int64(p.y)-int64(a.y)) > (int64(p.x)-int64(a.x))*(int64(b.y)-int64(a.y))
}

// areaShape makes the leaf entry of one polygon of an area: its shell and its holes, each closed
// without repeating the first vertex.
func areaShape(area uint32, rings [][]geo.Fixed) leafEntry {
	// The weight makes every polygon a leaf of its own.
	return leafEntry{geo.BoxOf(rings[0]...), leafVertices + 1, func(b []byte, origin vertex) []byte {
		b = binary.AppendUvarint(b, uint64(area))
		b = binary.AppendUvarint(b, uint64(len(rings)))
		for _, ring := range rings {
			b = appendRing(b, ring, origin)
		}
		return b
	}}
}

func appendRing(b []byte, ring []geo.Fixed, from vertex) []byte {
	vs := make([]vertex, 0, len(ring)+1)
	for _, p := range ring {
		vs = append(vs, toVertex(p))
	}
	vs = append(vs, vs[0])
	b = appendVertex(b, vs[0], from)
	b = binary.AppendUvarint(b, uint64((len(vs)-1+chunkVertices-1)/chunkVertices))
	for i := 0; i < len(vs)-1; i += chunkVertices {
		j := min(i+chunkVertices, len(vs)-1)
		west, south, east, north := vs[i].x, vs[i].y, vs[i].x, vs[i].y
		var body []byte
		for k := i + 1; k <= j; k++ {
			west, south = min(west, vs[k].x), min(south, vs[k].y)
			east, north = max(east, vs[k].x), max(north, vs[k].y)
			if k < j {
				body = appendVertex(body, vs[k], vs[k-1])
			}
		}
		b = appendVertex(b, vs[j], vs[i])
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(vs[i].x-west)), uint64(vs[i].y-south))
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(east-vs[i].x)), uint64(north-vs[i].y))
		b = appendRecord(b, body)
	}
	return b
}

// RingHolds tells whether a point lies inside a ring given without its closing point.
func RingHolds(ring []geo.Fixed, p geo.Fixed) bool {
	odd := false
	at := vertex{p.Lon, p.Lat}
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		if crossesEast(vertex{a.Lon, a.Lat}, vertex{b.Lon, b.Lat}, at) {
			odd = !odd
		}
	}
	return odd
}
