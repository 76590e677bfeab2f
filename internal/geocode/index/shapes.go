package index

import (
	"encoding/binary"
	"fmt"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/region"
)

// vertex is a position in units of 1e-6 degree: what shapes are stored in.
type vertex struct{ x, y int32 }

// toVertex rounds to the nearest vertex.
func toVertex(p geo.Fixed) vertex { return vertex{roundUnit(p.Lon), roundUnit(p.Lat)} }

func roundUnit(v int32) int32 {
	if v < 0 {
		return (v - boxUnit/2) / boxUnit
	}
	return (v + boxUnit/2) / boxUnit
}

func (v vertex) fixed() geo.Fixed { return geo.Fixed{Lon: v.x * boxUnit, Lat: v.y * boxUnit} }

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

// line reads a number of vertices and the vertices, and appends them to dst.
func (c *cursor) line(dst []geo.Fixed, from vertex) []geo.Fixed {
	for n := c.count(2); n > 0; n-- {
		from = c.next(from)
		if c.bad {
			break
		}
		dst = append(dst, from.fixed())
	}
	return dst
}

func appendLine(b []byte, line []geo.Fixed, from vertex) []byte {
	b = binary.AppendUvarint(b, uint64(len(line)))
	for _, p := range line {
		v := toVertex(p)
		b = appendVertex(b, v, from)
		from = v
	}
	return b
}

// origin returns the vertex that the shapes of a leaf with the given box are told from.
func origin(b geo.Box) vertex { return vertex{b.MinLon / boxUnit, b.MinLat / boxUnit} }

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
