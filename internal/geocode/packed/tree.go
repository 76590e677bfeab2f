package packed

import (
	"encoding/binary"

	"github.com/footstepd/footstepd/internal/geo"
)

// A Tree is an R-tree over boxes whose nodes lie level by level, leaves first, as in geo.RTree. A box
// takes four bytes: its distances from the sides of its parent's box, in 256ths of the parent's width
// or height, rounded so that it holds what it should. The zero value is an empty tree.
type Tree struct {
	root   geo.Box
	levels []int // where each level begins, leaves first; the root comes last and is not stored
	quads  []byte
}

// OpenTree reads a tree from the head of bytes and returns what is behind it.
func OpenTree(b []byte) (t Tree, rest []byte, err error) {
	n, b := uvarint(b)
	if b == nil || n > maxRows {
		return t, nil, ErrDamaged
	}
	if n == 0 {
		return t, b, nil
	}
	if len(b) < 16 {
		return t, nil, ErrDamaged
	}
	side := func(i int) int32 { return int32(binary.LittleEndian.Uint32(b[4*i:])) }
	t.root = geo.Box{MinLon: side(0), MinLat: side(1), MaxLon: side(2), MaxLat: side(3)}
	b = b[16:]
	if t.root.MinLon > t.root.MaxLon || t.root.MinLat > t.root.MaxLat || n > uint64(len(b))/4+1 {
		return Tree{}, nil, ErrDamaged
	}
	t.levels = levelsOf(int(n))
	size := 4 * t.levels[len(t.levels)-1]
	if size > len(b) {
		return Tree{}, nil, ErrDamaged
	}
	t.quads = b[:size:size]
	return t, b[size:], nil
}

// levelsOf returns where the levels below the root begin; the last one is where the root would be.
func levelsOf(n int) []int {
	levels := []int{0}
	for total := 0; n > 1; n = (n + geo.Fanout - 1) / geo.Fanout {
		total += n
		levels = append(levels, total)
	}
	return levels
}

// Len returns the number of leaves.
func (t *Tree) Len() int {
	switch len(t.levels) {
	case 0:
		return 0
	case 1:
		return 1
	}
	return t.levels[1]
}

// Search calls visit with the leaves whose boxes meet query, ascending, and their boxes, until visit
// returns false.
func (t *Tree) Search(query geo.Box, visit func(leaf uint32, box geo.Box) bool) {
	if len(t.levels) > 0 && t.root.Intersects(query) {
		t.search(len(t.levels)-1, 0, t.root, &query, visit)
	}
}

// search visits what meets the query below a node of a level, whose box does.
func (t *Tree) search(level, node int, box geo.Box, query *geo.Box, visit func(uint32, geo.Box) bool) bool {
	if level == 0 {
		return visit(uint32(node), box)
	}
	// A child meets the query if its distances from the sides of the node are no more than these.
	width, height := int64(box.MaxLon)-int64(box.MinLon), int64(box.MaxLat)-int64(box.MinLat)
	west, south := reach(int64(query.MaxLon)-int64(box.MinLon), width), reach(int64(query.MaxLat)-int64(box.MinLat), height)
	east, north := reach(int64(box.MaxLon)-int64(query.MinLon), width), reach(int64(box.MaxLat)-int64(query.MinLat), height)
	first, end := t.levels[level-1], t.levels[level]
	from := first + node*geo.Fanout
	to := min(from+geo.Fanout, end)
	for i := from; i < to; i++ {
		q := t.quads[4*i : 4*i+4 : 4*i+4]
		if q[0] > west || q[1] > south || q[2] > east || q[3] > north {
			continue
		}
		child := geo.Box{
			MinLon: int32(int64(box.MinLon) + width*int64(q[0])>>8), MinLat: int32(int64(box.MinLat) + height*int64(q[1])>>8),
			MaxLon: int32(int64(box.MaxLon) - width*int64(q[2])>>8), MaxLat: int32(int64(box.MaxLat) - height*int64(q[3])>>8),
		}
		if !t.search(level-1, i-first, child, query, visit) {
			return false
		}
	}
	return true
}

// reach returns the greatest byte that stands for a distance of no more than d in 256ths of a length.
func reach(d, length int64) byte {
	if length <= 0 || d >= length {
		return 255
	}
	// width*q>>8 <= d means width*q < (d+1)*256.
	return byte(min(255, (d<<8+255)/length))
}

// All is a box that all boxes meet.
var All = geo.Box{MinLon: -1 << 31, MinLat: -1 << 31, MaxLon: 1<<31 - 1, MaxLat: 1<<31 - 1}

// Boxes returns the boxes of all leaves as they are stored.
func (t *Tree) Boxes() []geo.Box {
	out := make([]geo.Box, 0, t.Len())
	t.Search(All, func(_ uint32, box geo.Box) bool {
		out = append(out, box)
		return true
	})
	return out
}

// BuildTree makes a tree over boxes, which should come in an order in which neighbours lie near each
// other.
func BuildTree(boxes []geo.Box) Tree {
	if len(boxes) == 0 {
		return Tree{}
	}
	t := Tree{levels: levelsOf(len(boxes))}
	exact := [][]geo.Box{boxes}
	for len(exact[len(exact)-1]) > 1 {
		below := exact[len(exact)-1]
		var level []geo.Box
		for i, b := range below {
			if i%geo.Fanout == 0 {
				level = append(level, b)
			}
			level[len(level)-1] = level[len(level)-1].Union(b)
		}
		exact = append(exact, level)
	}
	t.root = exact[len(exact)-1][0]
	t.quads = make([]byte, 4*t.levels[len(t.levels)-1])
	stored := []geo.Box{t.root}
	for level := len(exact) - 2; level >= 0; level-- {
		next := make([]geo.Box, len(exact[level]))
		for i, b := range exact[level] {
			p := stored[i/geo.Fanout]
			q := t.quads[4*(t.levels[level]+i):]
			width, height := int64(p.MaxLon)-int64(p.MinLon), int64(p.MaxLat)-int64(p.MinLat)
			q[0], q[1] = reach(int64(b.MinLon)-int64(p.MinLon), width), reach(int64(b.MinLat)-int64(p.MinLat), height)
			q[2], q[3] = reach(int64(p.MaxLon)-int64(b.MaxLon), width), reach(int64(p.MaxLat)-int64(b.MaxLat), height)
			next[i] = geo.Box{
				MinLon: int32(int64(p.MinLon) + width*int64(q[0])>>8), MinLat: int32(int64(p.MinLat) + height*int64(q[1])>>8),
				MaxLon: int32(int64(p.MaxLon) - width*int64(q[2])>>8), MaxLat: int32(int64(p.MaxLat) - height*int64(q[3])>>8),
			}
		}
		stored = next
	}
	return t
}

// Append appends the tree.
func (t *Tree) Append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(t.Len()))
	if t.Len() == 0 {
		return b
	}
	for _, side := range [4]int32{t.root.MinLon, t.root.MinLat, t.root.MaxLon, t.root.MaxLat} {
		b = binary.LittleEndian.AppendUint32(b, uint32(side))
	}
	return append(b, t.quads...)
}
