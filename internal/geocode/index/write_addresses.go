package index

import (
	"cmp"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
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
	heads  uint64     // blocks counted
	ids    []keyValue // of the addresses, with their blocks
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
		flags = byte(min(a.Value-block[i-1].Value, addrStep))
	}
	for _, f := range [...]struct {
		flag byte
		set  bool
	}{
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
func (w *addressWriter) count(b *blockOfHouses) {
	for i := range b.list {
		a := &b.list[i]
		w.ids = append(w.ids, keyValue{b.keys[i], w.heads})
		w.flags.count(flagsOf(b.list, i))
		w.mails.count(mail{a.Postcode, a.City})
		if a.Rest != "" {
			w.rests.count(a.Rest)
		}
	}
	w.heads++
}

// lists numbers what was counted and appends it in its order.
func (w *addressWriter) lists(b []byte) []byte {
	w.ids = sortKeys(w.ids)
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

// id returns the number of a key that was counted.
func (w *addressWriter) id(k Key) HouseID {
	i, _ := slices.BinarySearchFunc(w.ids, k, func(kv keyValue, k Key) int { return cmp.Compare(kv.key, k) })
	return HouseID(i)
}

// add writes one block: at most blockSize addresses of one street, sorted by number.
func (w *addressWriter) add(b *blockOfHouses) {
	block := b.list
	first := &block[0]
	box := geo.BoxOf(first.At)
	from := sidesAt(uint64(first.Value), toVertex(first.At))
	var steps [][2]int64
	for i := range block {
		a := &block[i]
		box = box.Union(geo.BoxOf(append(a.Ring[:len(a.Ring):len(a.Ring)], a.At)...))
		if i > 0 {
			v := toVertex(a.At)
			dx, dy := v.minus(from.before(uint64(a.Value)))
			steps = append(steps, [2]int64{dx, dy})
			from.add(uint64(a.Value), v)
		}
	}
	w.boxes = append(w.boxes, box)
	id, v := w.id(b.keys[0]), toVertex(first.At)
	w.blocks = append(w.blocks, [blockColumns]int64{
		blockBit: int64(w.bits.Len()), blockStreet: int64(first.Street), blockFirst: int64(first.Value), blockSpan: int64(b.last) - int64(first.Value),
		blockX: int64(v.x), blockY: int64(v.y), blockID: int64(id), blockMail: int64(w.mails.rank[mail{first.Postcode, first.City}]),
	})
	w.bits.Bits(uint64(len(block))-1, sizeBits)
	line, ids, width := rowOf(steps), idRuns{id, id}, idWidth(len(w.ids))
	line.writeHead(&w.bits)
	for i := range block {
		a, flags := &block[i], flagsOf(block, i)
		w.bits.Golomb(w.flags.rank[flags], flagOrder)
		if i > 0 {
			if flags&addrStep == addrStep {
				w.bits.Golomb(uint64(a.Value-block[i-1].Value)-addrStep, stepOrder)
			}
			ids.write(&w.bits, w.id(b.keys[i]), width)
			line.write(&w.bits, steps[i-1])
		}
		if flags&addrRest != 0 {
			w.rest(a.Rest)
		}
		if flags&addrRing != 0 {
			writeVertex(&w.bits, toVertex(a.Ring[0]), toVertex(a.At), cornerOrder)
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
	return len(w.ids), addKeys(out, secAddressIDs, w.ids)
}
