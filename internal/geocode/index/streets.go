package index

import (
	"encoding/binary"

	"github.com/footstepd/footstepd/internal/geo"
)

// SearchStreets calls visit with the pieces of streets that may meet a box, until it returns
// false. buf is reused for the line of each piece and returned, grown as needed.
func (x *Index) SearchStreets(box geo.Box, buf []geo.Fixed, visit func(street Doc, line []geo.Fixed) bool) []geo.Fixed {
	x.streets.tree.Search(box, func(leaf uint32) bool {
		c, from := x.streets.leaves.at(leaf), origin(x.streets.tree.Boxes[leaf])
		for len(c.b) > 0 {
			doc := Doc(c.uint32())
			buf = c.line(buf[:0], from)
			if c.bad || int(doc) >= x.Len() || len(buf) == 0 {
				break
			}
			if !visit(doc, buf) {
				return false
			}
		}
		return true
	})
	return buf
}

// Pieces of streets are cut at this many vertices, and where their box would grow wider than
// maxPiece, so that boxes stay tight.
const (
	pieceVertices = 24
	maxPiece      = 200_000 // fixed-point units, some 2 km
)

// streetPiece makes the leaf entry of a piece.
func streetPiece(doc Doc, line []geo.Fixed) leafEntry {
	return leafEntry{geo.BoxOf(line...), len(line), func(b []byte, origin vertex) []byte {
		return appendLine(binary.AppendUvarint(b, uint64(doc)), line, origin)
	}}
}

// cutLine cuts a line into pieces that share their ends.
func cutLine(line []geo.Fixed, visit func([]geo.Fixed)) {
	for from := 0; from < len(line)-1; {
		box, to := geo.BoxOf(line[from], line[from+1]), from+1
		for to+1 < len(line) && to-from < pieceVertices-1 {
			grown := box.Extend(line[to+1])
			if int64(grown.MaxLon)-int64(grown.MinLon) > maxPiece || int64(grown.MaxLat)-int64(grown.MinLat) > maxPiece {
				break
			}
			box = grown
			to++
		}
		visit(line[from : to+1])
		from = to
	}
}
