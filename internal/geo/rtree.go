package geo

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Box is an axis-parallel rectangle in fixed-point degrees, edges included.
type Box struct {
	MinLon, MinLat, MaxLon, MaxLat int32
}

// BoxOf returns the smallest box around the given positions; at least one must be given.
func BoxOf(points ...Fixed) Box {
	b := Box{math.MaxInt32, math.MaxInt32, math.MinInt32, math.MinInt32}
	for _, p := range points {
		b = b.Extend(p)
	}
	return b
}

// Extend returns the box grown to hold p.
func (b Box) Extend(p Fixed) Box {
	return Box{min(b.MinLon, p.Lon), min(b.MinLat, p.Lat), max(b.MaxLon, p.Lon), max(b.MaxLat, p.Lat)}
}

// Union returns the smallest box around both.
func (b Box) Union(o Box) Box {
	return Box{min(b.MinLon, o.MinLon), min(b.MinLat, o.MinLat), max(b.MaxLon, o.MaxLon), max(b.MaxLat, o.MaxLat)}
}

// Intersection returns what two boxes have in common; where that is nothing, a box with its sides the wrong way
// round, which meets none.
func (b Box) Intersection(o Box) Box {
	return Box{max(b.MinLon, o.MinLon), max(b.MinLat, o.MinLat), min(b.MaxLon, o.MaxLon), min(b.MaxLat, o.MaxLat)}
}

// Middle returns the point in the middle of a box.
func (b Box) Middle() Fixed {
	return Fixed{Lon: int32((int64(b.MinLon) + int64(b.MaxLon)) / 2), Lat: int32((int64(b.MinLat) + int64(b.MaxLat)) / 2)}
}

// Diagonal returns the distance between two opposite corners of a box in metres.
func (b Box) Diagonal() float64 {
	return Distance(Fixed{Lon: b.MinLon, Lat: b.MinLat}.Point(), Fixed{Lon: b.MaxLon, Lat: b.MaxLat}.Point())
}

// Grow returns a box with a margin of some metres around it; see Around.
func (b Box) Grow(metres float64) Box {
	return Around(Fixed{Lon: b.MinLon, Lat: b.MinLat}, metres).Union(Around(Fixed{Lon: b.MaxLon, Lat: b.MaxLat}, metres))
}

// Intersects tells whether the two boxes share a point.
func (b Box) Intersects(o Box) bool {
	return b.MinLon <= o.MaxLon && o.MinLon <= b.MaxLon && b.MinLat <= o.MaxLat && o.MinLat <= b.MaxLat
}

// Contains tells whether p lies in the box.
func (b Box) Contains(p Fixed) bool {
	return b.MinLon <= p.Lon && p.Lon <= b.MaxLon && b.MinLat <= p.Lat && p.Lat <= b.MaxLat
}

// Fanout is the number of children of an R-tree node.
const Fanout = 16

// An RTree is a static, packed R-tree over boxes, in Hilbert order and without pointers, so that
// its two arrays can lie in a mapped file. Boxes holds the leaves first, then each level up to
// the root; Items[i] is the caller's number of leaf i. Nodes are full (Fanout children) except
// the last of a level.
//
// An RTree is safe for concurrent use. The zero value is an empty tree.
type RTree struct {
	Boxes  []Box
	Items  []uint32
	levels []int // start of each level in Boxes, leaves first; last entry is len(Boxes)
}

// BuildRTree packs boxes into a tree; item i of the answer's callbacks is boxes[i].
func BuildRTree(boxes []Box) *RTree {
	if len(boxes) == 0 {
		return &RTree{}
	}
	all := boxes[0]
	for _, b := range boxes[1:] {
		all = all.Union(b)
	}
	type leaf struct {
		key  uint64
		item uint32
	}
	leaves := make([]leaf, len(boxes))
	width := math.Max(1, float64(all.MaxLon)-float64(all.MinLon))
	height := math.Max(1, float64(all.MaxLat)-float64(all.MinLat))
	for i, b := range boxes {
		x := (float64(b.MinLon)/2 + float64(b.MaxLon)/2 - float64(all.MinLon)) / width
		y := (float64(b.MinLat)/2 + float64(b.MaxLat)/2 - float64(all.MinLat)) / height
		leaves[i] = leaf{hilbert(uint32(x*0xffff), uint32(y*0xffff)), uint32(i)}
	}
	slices.SortFunc(leaves, func(a, b leaf) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.item, b.item))
	})
	levels := rtreeLevels(len(boxes))
	t := &RTree{Boxes: make([]Box, levels[len(levels)-1]), Items: make([]uint32, len(boxes)), levels: levels}
	for i, l := range leaves {
		t.Boxes[i], t.Items[i] = boxes[l.item], l.item
	}
	for level := 1; level < len(levels)-1; level++ {
		from, to := levels[level-1], levels[level]
		for i := from; i < to; i += Fanout {
			b := t.Boxes[i]
			for _, o := range t.Boxes[i+1 : min(i+Fanout, to)] {
				b = b.Union(o)
			}
			t.Boxes[to+(i-from)/Fanout] = b
		}
	}
	return t
}

// OpenRTree makes a tree of two arrays that BuildRTree filled earlier. It fails when their
// lengths do not belong together. Their content is not looked at, since that would page in the
// whole of a mapped file; searches skip items that are out of range.
func OpenRTree(boxes []Box, items []uint32) (*RTree, error) {
	if len(items) == 0 && len(boxes) == 0 {
		return &RTree{}, nil
	}
	levels := rtreeLevels(len(items))
	if levels[len(levels)-1] != len(boxes) {
		return nil, fmt.Errorf("geo: R-tree over %d items has %d boxes, want %d", len(items), len(boxes), levels[len(levels)-1])
	}
	return &RTree{Boxes: boxes, Items: items, levels: levels}, nil
}

// rtreeLevels returns where each level of a tree over n items begins, and the total at the end.
func rtreeLevels(n int) []int {
	levels := []int{0}
	total := 0
	for n > 0 {
		total += n
		levels = append(levels, total)
		if n == 1 {
			break
		}
		n = (n + Fanout - 1) / Fanout
	}
	return levels
}

// Len returns the number of items.
func (t *RTree) Len() int { return len(t.Items) }

// Search calls visit for each item whose box meets query, until visit returns false. The order
// is the tree's own and always the same.
func (t *RTree) Search(query Box, visit func(item uint32) bool) {
	if len(t.Items) > 0 {
		t.search(len(t.levels)-2, t.levels[len(t.levels)-2], query, visit)
	}
}

func (t *RTree) search(level, node int, query Box, visit func(uint32) bool) bool {
	if !t.Boxes[node].Intersects(query) {
		return true
	}
	if level == 0 {
		item := t.Items[node]
		return int(item) >= len(t.Items) || visit(item)
	}
	first := t.levels[level-1] + (node-t.levels[level])*Fanout
	for child := first; child < min(first+Fanout, t.levels[level]); child++ {
		if !t.search(level-1, child, query, visit) {
			return false
		}
	}
	return true
}

// hilbert maps a cell of a 65536×65536 grid to its place on the Hilbert curve.
func hilbert(x, y uint32) uint64 {
	var d uint64
	for s := uint32(1 << 15); s > 0; s >>= 1 {
		var rx, ry uint32
		if x&s != 0 {
			rx = 1
		}
		if y&s != 0 {
			ry = 1
		}
		d += uint64(s) * uint64(s) * uint64((3*rx)^ry)
		if ry == 0 {
			if rx == 1 {
				x, y = 0xffff-x, 0xffff-y
			}
			x, y = y, x
		}
	}
	return d
}
