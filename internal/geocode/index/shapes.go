package index

import (
	"encoding/binary"
	"fmt"

	"github.com/footstepd/footstepd/internal/geo"
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

// next reads a vertex as the difference from another one.
func (c *cursor) next(from vertex) vertex {
	x, y := int64(from.x)+c.int(), int64(from.y)+c.int()
	if x < -maxVertex || x > maxVertex || y < -maxVertex || y > maxVertex {
		c.fail()
		return from
	}
	return vertex{int32(x), int32(y)}
}

func appendVertex(b []byte, v, from vertex) []byte {
	return appendInt(appendInt(b, int64(v.x)-int64(from.x)), int64(v.y)-int64(from.y))
}

// line reads a line and appends its vertices to dst: twice their number, plus one when the
// differences are packed; the first vertex; the other vertices as differences, either as varints or
// packed into bits of a width that a byte tells.
func (c *cursor) line(dst []geo.Fixed, from vertex) []geo.Fixed {
	head := c.uint()
	n := head >> 1
	if n == 0 || c.bad {
		return dst
	}
	from = c.next(from)
	dst = append(dst, from.fixed())
	if head&1 == 0 {
		if n-1 > uint64(len(c.b)) {
			c.fail()
		}
		for i := uint64(1); i < n && !c.bad; i++ {
			from = c.next(from)
			dst = append(dst, from.fixed())
		}
		return dst
	}
	width := c.uint()
	if width < 1 || width > 30 || n-1 > uint64(len(c.b))*8 {
		c.fail()
		return dst
	}
	bits := bitReader{b: c.bytes(int((2*width*(n-1) + 7) / 8))}
	for i := uint64(1); i < n && !c.bad; i++ {
		x, y := int64(from.x)+bits.int(uint(width)), int64(from.y)+bits.int(uint(width))
		if x < -maxVertex || x > maxVertex || y < -maxVertex || y > maxVertex {
			c.fail()
			break
		}
		from = vertex{int32(x), int32(y)}
		dst = append(dst, from.fixed())
	}
	return dst
}

// appendLine writes a line as cursor.line reads it, in the shorter of its two ways. The line must
// not be empty.
func appendLine(b []byte, line []geo.Fixed, from vertex) []byte {
	first := toVertex(line[0])
	var plain []byte
	var packed bitWriter
	width := uint(1)
	from, last := first, from
	for _, p := range line[1:] {
		v := toVertex(p)
		plain = appendVertex(plain, v, from)
		width = max(width, packedWidth(v.x-from.x), packedWidth(v.y-from.y))
		from = v
	}
	if 1+(int(2*width)*(len(line)-1)+7)/8 >= len(plain) || width > 30 {
		b = binary.AppendUvarint(b, uint64(len(line))<<1)
		return append(appendVertex(b, first, last), plain...)
	}
	b = binary.AppendUvarint(b, uint64(len(line))<<1|1)
	b = append(appendVertex(b, first, last), byte(width))
	from = first
	for _, p := range line[1:] {
		v := toVertex(p)
		packed.int(int64(v.x)-int64(from.x), width)
		packed.int(int64(v.y)-int64(from.y), width)
		from = v
	}
	return append(b, packed.bytes()...)
}

// origin returns the vertex that the shapes of a leaf with the given box are told from.
func origin(b geo.Box) vertex { return vertex{b.MinLon / shapeUnit, b.MinLat / shapeUnit} }

// leafTree is an R-tree whose leaves hold several shapes each: leaf i has box tree.Boxes[i] and
// its shapes in leaves.at(i).
type leafTree struct {
	tree   *geo.RTree
	leaves lists
}

func (t *leafTree) open(f *region.File, name string) (err error) {
	if t.tree, err = openTree(f, name); err != nil {
		return err
	}
	t.leaves, err = openLists(f, name, t.tree.Len())
	return err
}

// openTree reads an R-tree and checks that its items are numbers below their count.
func openTree(f *region.File, name string) (*geo.RTree, error) {
	boxes, err := region.Slice[geo.Box](f, name+".boxes")
	if err != nil {
		return nil, err
	}
	items, err := region.Slice[uint32](f, name+".items")
	if err != nil {
		return nil, err
	}
	tree, err := geo.OpenRTree(boxes, items)
	if err != nil {
		return nil, fmt.Errorf("index: section %q: %w", name, err)
	}
	for _, i := range items {
		if int(i) >= len(items) {
			return nil, fmt.Errorf("index: section %q has item %d of %d", name, i, len(items))
		}
	}
	return tree, nil
}

func writeTree(w *region.Writer, name string, tree *geo.RTree) error {
	if err := region.AddSlice(w, name+".boxes", tree.Boxes); err != nil {
		return err
	}
	return region.AddSlice(w, name+".items", tree.Items)
}

// leafEntry is a shape on its way into a leafTree.
type leafEntry struct {
	box    geo.Box
	weight int // vertices
	encode func(b []byte, origin vertex) []byte
}

// Leaves hold entries up to this many vertices and entries.
const (
	leafVertices = 48
	leafEntries  = 12
)

// packLeaves packs entries that lie near each other into leaves and makes a tree over them.
func packLeaves(entries []leafEntry) leafTree {
	boxes := make([]geo.Box, len(entries))
	for i, e := range entries {
		boxes[i] = e.box
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
	tree := geo.BuildRTree(leafBoxes)
	var out listWriter
	for i, leaf := range tree.Items {
		for _, e := range leaves[leaf] {
			out.data = entries[e].encode(out.data, origin(leafBoxes[leaf]))
		}
		out.end()
		tree.Items[i] = uint32(i)
	}
	return leafTree{tree, out.lists()}
}

func (t *leafTree) write(w *region.Writer, name string) error {
	if err := writeTree(w, name, t.tree); err != nil {
		return err
	}
	return t.leaves.write(w, name)
}
