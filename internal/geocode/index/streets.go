package index

import (
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
)

// SearchStreets calls visit with the pieces of streets that may meet a box, until it returns
// false. buf is reused for the line of each piece and returned, grown as needed.
func (x *Index) SearchStreets(box geo.Box, buf []geo.Fixed, visit func(street Doc, line []geo.Fixed) bool) []geo.Fixed {
	x.streets.search(box, func(n int, r *packed.Reader, f *frame) bool {
		for ; n > 0; n-- {
			doc := Doc(r.Bits(x.streets.docBits))
			buf = readLine(r, buf[:0], f.read(r))
			if r.Bad() || int(doc) >= x.Len() {
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
	return leafEntry{uint32(doc), geo.BoxOf(line...), len(line), func(w *packed.Writer, f *frame) {
		f.write(w, toVertex(line[0]))
		writeLine(w, line)
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
