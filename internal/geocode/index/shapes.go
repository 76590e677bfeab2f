package index

import (
	"fmt"
	"math/bits"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
)

// shapeUnit is the precision of shapes in fixed-point units: 1e-6 degree, some 11 cm.
const shapeUnit = 10

// vertex is a position in units of 1e-6 degree: what shapes are stored in.
type vertex struct{ x, y int32 }

// toVertex rounds to the nearest vertex.
func toVertex(p geo.Fixed) vertex { return vertex{roundUnit(p.Lon), roundUnit(p.Lat)} }

func roundUnit(v int32) int32 {
	if v < 0 {
		return (v - shapeUnit/2) / shapeUnit
	}
	return (v + shapeUnit/2) / shapeUnit
}

func (v vertex) fixed() geo.Fixed { return geo.Fixed{Lon: v.x * shapeUnit, Lat: v.y * shapeUnit} }

// maxVertex bounds what decoding may yield, so that sums never overflow: 180 degrees.
const maxVertex = 180_000_000

// plus returns the vertex at a distance from another one, which is held within bounds.
func (v vertex) plus(dx, dy int64) vertex {
	return vertex{
		int32(max(-maxVertex, min(maxVertex, int64(v.x)+dx))),
		int32(max(-maxVertex, min(maxVertex, int64(v.y)+dy))),
	}
}

// minus returns the difference of two vertices.
func (v vertex) minus(o vertex) (dx, dy int64) {
	return int64(v.x) - int64(o.x), int64(v.y) - int64(o.y)
}

// readVertex reads a vertex as the difference from another one.
func readVertex(r *packed.Reader, from vertex, order uint) vertex {
	dx := r.Signed(order)
	return from.plus(dx, r.Signed(order))
}

func writeVertex(w *packed.Writer, v, from vertex, order uint) {
	dx, dy := v.minus(from)
	w.Signed(dx, order)
	w.Signed(dy, order)
}

// frame is a box that vertices are told from, in as many bits as it takes.
type frame struct {
	corner        vertex
	width, height uint // bits
}

func frameOf(b geo.Box) frame {
	corner := vertex{floorUnit(b.MinLon), floorUnit(b.MinLat)}
	size := func(from, to int32) uint { return uint(bits.Len32(uint32(max(0, int64(to)-int64(from)+1)))) }
	return frame{corner, size(corner.x, floorUnit(b.MaxLon)), size(corner.y, floorUnit(b.MaxLat))}
}

func floorUnit(v int32) int32 {
	if v < 0 {
		return -((shapeUnit - 1 - v) / shapeUnit)
	}
	return v / shapeUnit
}

func (f *frame) read(r *packed.Reader) vertex {
	dx := int64(r.Bits(f.width))
	return f.corner.plus(dx, int64(r.Bits(f.height)))
}

func (f *frame) write(w *packed.Writer, v vertex) {
	dx, dy := v.minus(f.corner)
	w.Bits(uint64(dx), f.width)
	w.Bits(uint64(dy), f.height)
}

// Orders of the codes of small numbers, and bits that an order takes.
const (
	countOrder = 2
	orderBits  = 5
	mostOrder  = 1<<orderBits - 1
)

// readLine appends the vertices of a line behind its first one to dst, and the first one before them.
func readLine(r *packed.Reader, dst []geo.Fixed, first vertex) []geo.Fixed {
	dst = append(dst, first.fixed())
	n := r.Count(countOrder)
	if n == 0 {
		return dst
	}
	order := uint(r.Bits(orderBits))
	for ; n > 0 && !r.Bad(); n-- {
		first = readVertex(r, first, order)
		dst = append(dst, first.fixed())
	}
	return dst
}

// writeLine writes what readLine reads of a line that begins with the given vertex.
func writeLine(w *packed.Writer, line []geo.Fixed) {
	w.Golomb(uint64(len(line)-1), countOrder)
	writeVertices(w, line)
}

// writeVertices writes the vertices of a line behind its first one, if there are any.
func writeVertices(w *packed.Writer, line []geo.Fixed) {
	if len(line) < 2 {
		return
	}
	var steps []uint64
	for i, p := range line[1:] {
		dx, dy := toVertex(p).minus(toVertex(line[i]))
		steps = append(steps, packed.Zigzag(dx), packed.Zigzag(dy))
	}
	order := packed.Order(mostOrder, steps...)
	w.Bits(uint64(order), orderBits)
	for _, s := range steps {
		w.Golomb(s, order)
	}
}

// leafTree is an R-tree whose leaves hold several shapes each. The first number of a leaf tells how
// many; a shape begins with a number of docBits bits.
type leafTree struct {
	tree    packed.Tree
	starts  packed.Table // where each leaf begins, in bits, and one more for the end
	data    []byte
	docBits uint
}

func openLeafTree(f *region.File, name string) (leafTree, error) {
	b, err := f.Section(name)
	if err != nil {
		return leafTree{}, err
	}
	return readLeafTree(b, name)
}

// readLeafTree reads a tree from the bytes of a section.
func readLeafTree(b []byte, name string) (t leafTree, err error) {
	if len(b) == 0 || b[0] > 32 {
		return leafTree{}, fmt.Errorf("index: section %q: %w", name, packed.ErrDamaged)
	}
	t.docBits = uint(b[0])
	if t.tree, b, err = packed.OpenTree(b[1:]); err != nil {
		return leafTree{}, fmt.Errorf("index: section %q: %w", name, err)
	}
	t.starts, t.data, err = openStarts(b, name, t.tree.Len()+1, 8)
	return t, err
}

// search calls visit with the leaves whose boxes meet a box, until it returns false: with the number
// of shapes, what they are read from and what they are told from.
func (t *leafTree) search(box geo.Box, visit func(n int, r *packed.Reader, f *frame) bool) {
	t.tree.Search(box, func(leaf uint32, box geo.Box) bool {
		r, f := t.leaf(leaf), frameOf(box)
		n := r.Count(countOrder)
		return visit(n, &r, &f)
	})
}

// leaf returns a reader of a leaf.
func (t *leafTree) leaf(i uint32) packed.Reader {
	end := (uint64(t.starts.At(i+1, 0)) + 7) / 8
	return packed.NewReader(t.data[:min(end, uint64(len(t.data)))], uint64(t.starts.At(i, 0)))
}

// leafEntry is a shape on its way into a leafTree.
type leafEntry struct {
	doc    uint32
	box    geo.Box
	weight int // vertices
	write  func(w *packed.Writer, f *frame)
}

// Leaves hold entries up to this many vertices and entries.
const (
	leafVertices = 48
	leafEntries  = 12
)

// packLeaves packs entries that lie near each other into leaves and makes a tree over them.
func packLeaves(entries []leafEntry) []byte {
	boxes := make([]geo.Box, len(entries))
	most := uint32(0)
	for i, e := range entries {
		boxes[i], most = e.box, max(most, e.doc)
	}
	var leaves [][]uint32
	var leafBoxes []geo.Box
	size := leafVertices + 1
	for _, i := range geo.BuildRTree(boxes).Items { // Hilbert order
		e := entries[i]
		if n := len(leaves); size+e.weight <= leafVertices && len(leaves[n-1]) < leafEntries {
			leaves[n-1] = append(leaves[n-1], i)
			leafBoxes[n-1] = leafBoxes[n-1].Union(e.box)
			size += e.weight
			continue
		}
		leaves, leafBoxes, size = append(leaves, []uint32{i}), append(leafBoxes, e.box), e.weight
	}
	tree := packed.BuildTree(leafBoxes)
	docBits := uint(bits.Len32(most))
	var w packed.Writer
	starts := make([]uint64, 1, len(leaves)+1)
	for i, box := range tree.Boxes() {
		f := frameOf(box)
		w.Golomb(uint64(len(leaves[i])), countOrder)
		for _, e := range leaves[i] {
			w.Bits(uint64(entries[e].doc), docBits)
			entries[e].write(&w, &f)
		}
		starts = append(starts, w.Len())
	}
	return append(packed.AppendColumn(tree.Append([]byte{byte(docBits)}), starts), w.Bytes()...)
}
