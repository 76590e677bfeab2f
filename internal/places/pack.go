package places

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
)

// Section names; their layout is described in docs/region-format.md.
const (
	kindsSection  = "places.kinds"
	dataSection   = "places.data"
	blocksSection = "places.blocks"
	boxesSection  = "places.boxes"
	itemsSection  = "places.items"
)

const (
	// precision is the number of units in a degree of stored positions: 11 cm.
	precision = 1e6
	// blockFeatures and blockBytes end a block, whichever comes first. Searching decodes whole
	// blocks, so they are small.
	blockFeatures = 32
	blockBytes    = 2048
)

// Geometry tags of the packed form.
const (
	packedPoint = iota
	packedLine
	packedPolygon
)

// sizeClasses are the extents in degrees that divide features, so that a few large ones do not
// blow up the boxes of blocks of small ones.
var sizeClasses = [...]float64{0.005, 0.05, math.Inf(1)}

// grid is a stored position.
type grid struct{ x, y int32 }

func toGrid(p orb.Point) grid {
	return grid{int32(math.Round(p[0] * precision)), int32(math.Round(p[1] * precision))}
}

func (g grid) point() orb.Point {
	return orb.Point{float64(g.x) / precision, float64(g.y) / precision}
}

func (g grid) fixed() geo.Fixed {
	const k = geo.Scale / precision
	return geo.Fixed{Lon: g.x * k, Lat: g.y * k}
}

// packed is a feature waiting to be written.
type packed struct {
	kind  int
	shape int
	area  uint64
	rings [][]grid // one for points and lines; polygons without the closing position
	box   geo.Box
}

// A packer collects features and writes them in blocks.
type packer struct {
	kinds    []kind
	numbers  map[string]int // of kinds, by tag
	features []packed
}

func newPacker() *packer { return &packer{numbers: map[string]int{}} }

func (p *packer) len() int { return len(p.features) }

func (p *packer) kind(k kind) int {
	n, ok := p.numbers[k.tag]
	if !ok {
		n = len(p.kinds)
		p.numbers[k.tag] = n
		p.kinds = append(p.kinds, k)
	}
	return n
}

func (p *packer) addPoint(k kind, at orb.Point, area float64) {
	p.add(packed{kind: p.kind(k), shape: packedPoint, area: uint64(math.Round(area)), rings: [][]grid{{toGrid(at)}}})
}

func (p *packer) addLine(k kind, line orb.LineString) {
	if points := toGrids(line); len(points) > 1 {
		p.add(packed{kind: p.kind(k), shape: packedLine, rings: [][]grid{points}})
	}
}

func (p *packer) addPolygon(k kind, polygon orb.Polygon) {
	f := packed{shape: packedPolygon}
	for i, ring := range polygon {
		points := toGrids(orb.LineString(ring))
		if len(points) > 1 && points[0] == points[len(points)-1] {
			points = points[:len(points)-1]
		}
		if len(points) >= 3 {
			f.rings = append(f.rings, points)
		} else if i == 0 {
			return
		}
	}
	f.kind = p.kind(k)
	p.add(f)
}

func (p *packer) add(f packed) {
	f.box = geo.BoxOf(f.rings[0][0].fixed())
	for _, ring := range f.rings { // thinned holes may stick out of their shell a little
		for _, g := range ring {
			f.box = f.box.Extend(g.fixed())
		}
	}
	p.features = append(p.features, f)
}

func toGrids(line orb.LineString) []grid {
	out := make([]grid, 0, len(line))
	for _, q := range line {
		if g := toGrid(q); len(out) == 0 || out[len(out)-1] != g {
			out = append(out, g)
		}
	}
	return out
}

// write writes all sections.
func (p *packer) write(ctx context.Context, w *region.Writer) error {
	if err := w.Add(kindsSection, p.encodeKinds()); err != nil {
		return err
	}
	data, err := w.Section(dataSection)
	if err != nil {
		return err
	}
	var (
		starts []uint64
		boxes  []geo.Box
		offset uint64
		block  []byte
		enc    encoder
	)
	flush := func() error {
		if enc.count == 0 {
			return nil
		}
		n, err := data.Write(block)
		offset += uint64(n)
		block, enc = block[:0], encoder{}
		return err
	}
	class := -1
	for i, n := range p.order() {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		f := &p.features[n]
		c := f.sizeClass()
		if enc.count == blockFeatures || len(block) >= blockBytes || c != class {
			if err := flush(); err != nil {
				return err
			}
		}
		class = c
		if enc.count == 0 {
			starts = append(starts, offset)
			boxes = append(boxes, f.box)
		}
		boxes[len(boxes)-1] = boxes[len(boxes)-1].Union(f.box)
		block = enc.feature(block, f)
	}
	if err := flush(); err != nil {
		return err
	}
	if err := region.AddSlice(w, blocksSection, append(starts, offset)); err != nil {
		return err
	}
	tree := geo.BuildRTree(boxes)
	if err := region.AddSlice(w, boxesSection, tree.Boxes); err != nil {
		return err
	}
	return region.AddSlice(w, itemsSection, tree.Items)
}

// order returns the features by size class, within it along the Hilbert curve.
func (p *packer) order() []int {
	byClass := make([][]int, len(sizeClasses))
	for i := range p.features {
		c := p.features[i].sizeClass()
		byClass[c] = append(byClass[c], i)
	}
	out := make([]int, 0, len(p.features))
	for _, members := range byClass {
		boxes := make([]geo.Box, len(members))
		for i, n := range members {
			boxes[i] = p.features[n].box
		}
		for _, i := range geo.BuildRTree(boxes).Items { // in Hilbert order
			out = append(out, members[i])
		}
	}
	return out
}

func (f *packed) sizeClass() int {
	extent := max(float64(f.box.MaxLon)-float64(f.box.MinLon), float64(f.box.MaxLat)-float64(f.box.MinLat)) / geo.Scale
	return slices.IndexFunc(sizeClasses[:], func(limit float64) bool { return extent <= limit })
}

// encodeKinds returns a line of class name, space and tag for each kind.
func (p *packer) encodeKinds() []byte {
	var b strings.Builder
	for _, k := range p.kinds {
		fmt.Fprintf(&b, "%s %s\n", k.class, k.tag)
	}
	return []byte(b.String())
}

// An encoder writes the features of one block: positions as differences from the one before.
type encoder struct {
	last  grid
	count int
}

func (e *encoder) feature(b []byte, f *packed) []byte {
	e.count++
	b = binary.AppendUvarint(b, uint64(f.kind)<<2|uint64(f.shape))
	switch f.shape {
	case packedPoint:
		b = e.grid(b, f.rings[0][0])
		return binary.AppendUvarint(b, f.area)
	case packedPolygon:
		b = binary.AppendUvarint(b, uint64(len(f.rings)))
	}
	for _, ring := range f.rings {
		b = binary.AppendUvarint(b, uint64(len(ring)))
		for _, g := range ring {
			b = e.grid(b, g)
		}
	}
	return b
}

func (e *encoder) grid(b []byte, g grid) []byte {
	b = binary.AppendVarint(b, int64(g.x)-int64(e.last.x))
	b = binary.AppendVarint(b, int64(g.y)-int64(e.last.y))
	e.last = g
	return b
}
