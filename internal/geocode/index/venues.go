package index

import (
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
)

// ShapeKind says what the vertices of a shape are.
type ShapeKind uint8

// The kinds of shapes.
const (
	PointShape ShapeKind = iota
	LineShape
	RingShape // closed; the first vertex is not repeated
)

// SearchVenues calls visit with the venues that may meet a box and their shapes, until it returns
// false. A venue of several lines or rings comes once for each. buf is reused and returned.
func (x *Index) SearchVenues(box geo.Box, buf []geo.Fixed, visit func(venue Doc, kind ShapeKind, shape []geo.Fixed) bool) []geo.Fixed {
	x.venues.search(box, func(n int, r *packed.Reader, f *frame) bool {
		for ; n > 0; n-- {
			doc, kind := Doc(r.Bits(x.venues.docBits)), ShapeKind(r.Bits(kindBits))
			if int(doc) >= x.Len() || kind > RingShape {
				break
			}
			if kind == PointShape {
				buf = append(buf[:0], x.Record(doc).At)
			} else {
				buf = readLine(r, buf[:0], f.read(r))
			}
			if r.Bad() {
				break
			}
			if !visit(doc, kind, buf) {
				return false
			}
		}
		return true
	})
	return buf
}

// kindBits is what the kind of a shape takes.
const kindBits = 2

// venueShape makes the leaf entry of a venue; shape is its point for PointShape.
func venueShape(doc Doc, kind ShapeKind, shape []geo.Fixed) leafEntry {
	return leafEntry{uint32(doc), geo.BoxOf(shape...), len(shape), func(w *packed.Writer, f *frame) {
		w.Bits(uint64(kind), kindBits)
		if kind != PointShape {
			f.write(w, toVertex(shape[0]))
			writeLine(w, shape)
		}
	}}
}
