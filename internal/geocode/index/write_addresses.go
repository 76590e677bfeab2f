package index

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/osm"
)

// addressWriter makes the address sections. All blocks must be counted before the first is added,
// street by street; what is frequent takes few bits.
type addressWriter struct {
	flags  ranking[byte]
	mails  ranking[mail]
	rests  ranking[string]
	blocks [][blockColumns]int64
	boxes  []geo.Box
	bits   packed.Writer
	ids    []keyValue
}

// mail is the postcode and the city of an address.
type mail struct{ postcode, city Name }

// ranking numbers things by how often they come, the most frequent first.
type ranking[T comparable] struct {
	counts map[T]int
	rank   map[T]uint64
}

func (r *ranking[T]) count(v T) {
	if r.counts == nil {
		r.counts = map[T]int{}
	}
	r.counts[v]++
}

// list numbers what was counted at least least times, at most most of it, and returns it.
func (r *ranking[T]) list(least, most int, compare func(a, b T) int) []T {
	var out []T
	for v, n := range r.counts {
		if n >= least {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(a, b T) int { return cmp.Or(cmp.Compare(r.counts[b], r.counts[a]), compare(a, b)) })
	out = out[:min(len(out), most)]
	r.rank = make(map[T]uint64, len(out))
	for i, v := range out {
		r.rank[v] = uint64(i)
	}
	return out
}

// flagsOf returns the flags of an address of a block.
func flagsOf(block []Address, i int) (flags byte) {
	a := &block[i]
	before := mail{a.Postcode, a.City} // the head tells of the first
	written := NoName
	if i > 0 {
		before, written = mail{block[i-1].Postcode, block[i-1].City}, block[i-1].Written
	}
	switch a.Key.Type() {
	case osm.TypeWay:
		flags = 1
	case osm.TypeRelation:
		flags = 2
	}
	for _, f := range [...]struct {
		flag byte
		set  bool
	}{
		{addrVenue, a.Key.Class() == AddressOf},
		{addrRest, a.Rest != ""},
		{addrRing, len(a.Ring) > 0},
		{addrMail, mail{a.Postcode, a.City} != before},
		{addrWritten, a.Written != written},
	} {
		if f.set {
			flags |= f.flag
		}
	}
	return flags
}

// count notes what a block holds.
func (w *addressWriter) count(block []Address) {
	for i := range block {
		a := &block[i]
		w.flags.count(flagsOf(block, i))
		w.mails.count(mail{a.Postcode, a.City})
		if a.Rest != "" {
			w.rests.count(a.Rest)
		}
	}
}

// lists appends what was counted, in its order.
func (w *addressWriter) lists(b []byte) []byte {
	mails := w.mails.list(1, maxRows, func(a, b mail) int { return cmp.Or(cmp.Compare(a.postcode, b.postcode), cmp.Compare(a.city, b.city)) })
	b = packed.AppendTable(b, len(mails), 2, func(row, col int) int64 {
		return int64([2]Name{mails[row].postcode, mails[row].city}[col] + 1) // NoName becomes 0
	})
	b = packed.AppendBytes(b, w.flags.list(1, maxRows, cmp.Compare[byte]))
	var rests []byte
	for _, r := range w.rests.list(2, maxRests, cmp.Compare[string]) {
		rests = packed.AppendBytes(rests, []byte(r))
	}
	return packed.AppendBytes(b, rests)
}

const maxRows = 1<<32 - 1

// add writes one block: at most blockSize addresses of one street, sorted by number, and the last
// number that any of them covers.
func (w *addressWriter) add(block []Address, last uint32) {
	first := &block[0]
	low, high := toVertex(first.At), toVertex(first.At)
	box := geo.BoxOf(first.At)
	var steps []uint64
	for i := range block {
		a := &block[i]
		v := toVertex(a.At)
		low.x, low.y, high.x, high.y = min(low.x, v.x), min(low.y, v.y), max(high.x, v.x), max(high.y, v.y)
		box = box.Union(geo.BoxOf(append(a.Ring[:len(a.Ring):len(a.Ring)], a.At)...))
		if i > 0 {
			steps = append(steps, packed.Zigzag(a.Key.ID()-block[i-1].Key.ID()))
		}
		w.ids = append(w.ids, keyValue{a.Key, uint64(len(w.blocks))})
	}
	w.boxes = append(w.boxes, box)
	w.blocks = append(w.blocks, [blockColumns]int64{
		blockBit: int64(w.bits.Len()), blockStreet: int64(first.Street), blockFirst: int64(first.Value), blockSpan: int64(last) - int64(first.Value),
		blockX: int64(low.x), blockY: int64(low.y), blockID: first.Key.ID(), blockMail: int64(w.mails.rank[mail{first.Postcode, first.City}]),
	})
	width, height := uint(bits.Len32(uint32(high.x-low.x))), uint(bits.Len32(uint32(high.y-low.y)))
	order := packed.Order(mostOrder, steps...)
	for _, v := range [...]uint{uint(len(block)) - 1, width, height, order} {
		w.bits.Bits(uint64(v), sizeBits)
	}
	for i := range block {
		a, flags := &block[i], flagsOf(block, i)
		w.bits.Golomb(w.flags.rank[flags], flagOrder)
		if i > 0 {
			w.bits.Golomb(uint64(a.Value-block[i-1].Value), valueOrder)
			w.bits.Golomb(steps[i-1], order)
		}
		v := toVertex(a.At)
		dx, dy := v.minus(low)
		w.bits.Bits(uint64(dx), width)
		w.bits.Bits(uint64(dy), height)
		if flags&addrRest != 0 {
			w.rest(a.Rest)
		}
		if flags&addrRing != 0 {
			writeVertex(&w.bits, toVertex(a.Ring[0]), v, cornerOrder)
			writeLine(&w.bits, a.Ring)
		}
		if flags&addrMail != 0 {
			w.bits.Golomb(w.mails.rank[mail{a.Postcode, a.City}], mailOrder)
		}
		if flags&addrWritten != 0 {
			w.bits.Golomb(uint64(a.Written+1), writtenOrder)
		}
	}
}

// rest writes what follows the digits of a number.
func (w *addressWriter) rest(s string) {
	if code, ok := w.rests.rank[s]; ok {
		w.bits.Golomb(code+1, restOrder)
		return
	}
	w.bits.Golomb(0, restOrder)
	s = s[:min(len(s), maxRest)]
	w.bits.Bits(uint64(len(s)), 8)
	for i := range len(s) {
		w.bits.Bits(uint64(s[i]), 8)
	}
}

// write writes the sections behind the lists and returns the number of keys.
func (w *addressWriter) write(out *region.Writer, lists []byte) (int, error) {
	order := geo.BuildRTree(w.boxes).Items
	sorted := make([]geo.Box, len(order))
	for i, b := range order {
		sorted[i] = w.boxes[b]
	}
	tree := packed.BuildTree(sorted)
	b := packed.AppendTable(nil, len(w.blocks), blockColumns, func(row, col int) int64 { return w.blocks[row][col] })
	if err := out.Add(secBlocks, packed.AppendColumn(tree.Append(b), order)); err != nil {
		return 0, err
	}
	if err := out.Add(secAddresses, append(lists, w.bits.Bytes()...)); err != nil {
		return 0, err
	}
	return writeKeys(out, secAddressIDs, w.ids)
}
