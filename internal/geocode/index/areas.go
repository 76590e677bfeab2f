package index

import (
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
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
	at := toVertex(p)
	t.search(geo.BoxOf(p), func(n int, r *packed.Reader, f *frame) bool {
		for ; n > 0; n-- {
			area, inside := uint32(r.Bits(t.docBits)), false
			for rings := r.Count(countOrder); rings > 0 && !r.Bad(); rings-- {
				if ringHolds(r, f, at) {
					inside = !inside
				}
			}
			if r.Bad() {
				break
			}
			if inside && !visit(area) {
				return false
			}
		}
		return true
	})
}

// chunk is a stretch of a ring up to, and without, its end. Its box is told by its distances from
// where the chunk begins.
type chunk struct {
	end                      vertex
	west, south, east, north int64
	vertices                 int
	size                     uint64 // bits that they take
}

// Orders of the codes of chunks.
const (
	endOrder  = 11
	sideOrder = 9
	sizeOrder = 8
)

func readChunk(r *packed.Reader, start vertex) (c chunk) {
	c.end = readVertex(r, start, endOrder)
	c.west, c.south = int64(start.x)-int64(r.Golomb(sideOrder)), int64(start.y)-int64(r.Golomb(sideOrder))
	c.east, c.north = int64(start.x)+int64(r.Golomb(sideOrder)), int64(start.y)+int64(r.Golomb(sideOrder))
	if c.vertices = r.Count(countOrder); c.vertices > 0 {
		c.size = r.Golomb(sizeOrder)
	}
	return c
}

// ringHolds reads a ring and tells whether an odd number of its edges lies east of a point.
func ringHolds(r *packed.Reader, f *frame, at vertex) bool {
	odd := false
	start := f.read(r)
	x, y := int64(at.x), int64(at.y)
	for chunks := r.Count(countOrder); chunks > 0 && !r.Bad(); chunks-- {
		c := readChunk(r, start)
		switch {
		case y < c.south || y > c.north || x > c.east:
			r.Skip(c.size) // no edge of the chunk lies east of the point
		case x < c.west:
			r.Skip(c.size) // all of the chunk lies east: only its ends count
			if (int64(start.y) > y) != (int64(c.end.y) > y) {
				odd = !odd
			}
		default:
			prev := start
			if c.vertices > 0 {
				order := uint(r.Bits(orderBits))
				for ; c.vertices > 0 && !r.Bad(); c.vertices-- {
					v := readVertex(r, prev, order)
					if crossesEast(prev, v, at) {
						odd = !odd
					}
					prev = v
				}
			}
			if crossesEast(prev, c.end, at) {
				odd = !odd
			}
		}
		start = c.end
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
	return leafEntry{area, geo.BoxOf(rings[0]...), leafVertices + 1, func(w *packed.Writer, f *frame) {
		w.Golomb(uint64(len(rings)), countOrder)
		for _, ring := range rings {
			writeRing(w, f, ring)
		}
	}}
}

func writeRing(w *packed.Writer, f *frame, ring []geo.Fixed) {
	closed := append(ring[:len(ring):len(ring)], ring[0])
	f.write(w, toVertex(ring[0]))
	w.Golomb(uint64((len(ring)+chunkVertices-1)/chunkVertices), countOrder)
	for i := 0; i < len(ring); i += chunkVertices {
		j := min(i+chunkVertices, len(ring))
		start, end := toVertex(closed[i]), toVertex(closed[j])
		box := geo.BoxOf(closed[i : j+1]...)
		low, high := toVertex(geo.Fixed{Lon: box.MinLon, Lat: box.MinLat}), toVertex(geo.Fixed{Lon: box.MaxLon, Lat: box.MaxLat})
		writeVertex(w, end, start, endOrder)
		west, south := start.minus(low)
		east, north := high.minus(start)
		for _, side := range [4]int64{west, south, east, north} {
			w.Golomb(uint64(side), sideOrder)
		}
		inner := closed[i:j] // with the vertex that the others are told from
		w.Golomb(uint64(len(inner)-1), countOrder)
		if len(inner) > 1 {
			var body packed.Writer
			writeVertices(&body, inner)
			w.Golomb(body.Len(), sizeOrder)
			writeVertices(w, inner)
		}
	}
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
