package index

import (
	"encoding/binary"

	"github.com/footstepd/footstepd/internal/geo"
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
	x.venues.tree.Search(box, func(leaf uint32) bool {
		c, from := x.venues.leaves.at(leaf), origin(x.venues.tree.Boxes[leaf])
		for len(c.b) > 0 {
			v := c.uint()
			doc, kind := Doc(v>>2), ShapeKind(v&3)
			if v>>2 >= uint64(x.Len()) || kind > RingShape {
				break
			}
			if kind == PointShape {
				buf = append(buf[:0], x.records[doc].At)
			} else {
				buf = c.line(buf[:0], from)
			}
			if c.bad || len(buf) == 0 {
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

// venueShape makes the leaf entry of a venue; shape is its point for PointShape.
func venueShape(doc Doc, kind ShapeKind, shape []geo.Fixed) leafEntry {
	return leafEntry{geo.BoxOf(shape...), len(shape), func(b []byte, origin vertex) []byte {
		b = binary.AppendUvarint(b, uint64(doc)<<2|uint64(kind))
		if kind == PointShape {
			return b
		}
		return appendLine(b, shape, origin)
	}}
}
