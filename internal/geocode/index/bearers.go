package index

import (
	"math/bits"
	"slices"

	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
)

// bearers are the docs that bear each name, as 2 × doc + 1 if it is not their first name. Of most names
// there is one. A group of names begins with a bit for each that tells so, and the docs of these, so that
// they are found without reading others; the lists of the other names follow.
type bearers struct {
	n      int
	width  uint         // bits of a doc with its mark
	starts packed.Table // of each group, in bits
	data   []byte
}

// bearerGroup is the number of names that share one offset.
const bearerGroup = 16

// Orders of the codes of lists.
const (
	moreOrder = 0 // of how many docs there are beyond one, 0 for none at all
	listOrder = 6 // of the bits that they take
)

func openBearers(f *region.File, n, docs int) (b bearers, err error) {
	data, err := f.Section(secBearers)
	if err != nil {
		return b, err
	}
	b.n, b.width = n, termBits(2*docs)
	b.starts, b.data, err = openStarts(data, secBearers, (n+bearerGroup-1)/bearerGroup, 8)
	return b, err
}

// visit calls f with the docs of a name until it returns false.
func (b *bearers) visit(name uint32, f func(doc Doc, other bool) bool) {
	if int64(name) >= int64(b.n) {
		return
	}
	i := name % bearerGroup
	r := packed.NewReader(b.data, uint64(b.starts.At(name/bearerGroup, 0)))
	single := r.Bits(bearerGroup)
	if single>>i&1 != 0 {
		r.Skip(uint64(bits.OnesCount64(single&(1<<i-1))) * uint64(b.width))
		if at := r.Bits(b.width); !r.Bad() {
			f(Doc(at>>1), at&1 != 0)
		}
		return
	}
	r.Skip(uint64(bits.OnesCount64(single)) * uint64(b.width))
	for skip := bits.OnesCount64(^single & (1<<i - 1)); skip > 0; skip-- {
		if r.Golomb(moreOrder) > 0 {
			r.Skip(uint64(r.Count(listOrder)))
		}
	}
	more := r.Golomb(moreOrder)
	if more == 0 || r.Count(listOrder) == 0 {
		return
	}
	order, at := uint(r.Bits(orderBits)), r.Bits(b.width)
	for ; !r.Bad() && f(Doc(at>>1), at&1 != 0) && more > 0; more-- {
		if at += 1 + r.Golomb(order); at>>1 > maxRows {
			return
		}
	}
}

// packBearers makes the section: of each name the docs, ascending, as 2 × doc + 1 if it is not their first
// name.
func packBearers(lists [][]uint64, docs int) []byte {
	var w packed.Writer
	var starts []uint64
	width := termBits(2 * docs)
	for group := range slices.Chunk(lists, bearerGroup) {
		starts = append(starts, w.Len())
		single := uint64(0)
		for i, list := range group {
			if len(list) == 1 {
				single |= 1 << i
			}
		}
		w.Bits(single, bearerGroup)
		for _, list := range group {
			if len(list) == 1 {
				w.Bits(list[0], width)
			}
		}
		for _, list := range group {
			switch {
			case len(list) == 0:
				w.Golomb(0, moreOrder)
			case len(list) > 1:
				w.Golomb(uint64(len(list)-1), moreOrder)
				writeBearers(&w, list, width)
			}
		}
	}
	return append(packed.AppendColumn(nil, starts), w.Bytes()...)
}

// writeBearers writes a list of several docs behind its length in bits.
func writeBearers(w *packed.Writer, list []uint64, width uint) {
	var gaps []uint64
	for i := 1; i < len(list); i++ {
		gaps = append(gaps, list[i]-list[i-1]-1)
	}
	order := packed.Order(mostOrder, gaps...)
	size := uint64(orderBits + width)
	for _, g := range gaps {
		size += uint64(packed.SizeGolomb(g, order))
	}
	w.Golomb(size, listOrder)
	w.Bits(uint64(order), orderBits)
	w.Bits(list[0], width)
	for _, g := range gaps {
		w.Golomb(g, order)
	}
}
