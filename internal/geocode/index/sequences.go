package index

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
)

// sequences are the terms of each name, in order. Since names are sorted by them, the first one is told
// as the difference from that of the name before; the others have a fixed number of bits. A group of
// names begins with a bit: 0 when all lengths and differences have four bits and lie in front, so that a
// name is found without reading those before it.
type sequences struct {
	n      int
	width  uint
	groups packed.Table // of heapGroup names: bit, and first term of the name before
	data   []byte
}

const (
	groupBit = iota
	groupTerm
	groupColumns
)

// Orders of the codes of sequences.
const (
	lengthOrder = 1
	firstOrder  = 0
)

func openSequences(f *region.File, n, terms int) (s sequences, err error) {
	b, err := f.Section(secSequences)
	if err != nil {
		return s, err
	}
	s.n, s.width = n, termBits(terms)
	if s.groups, s.data, err = packed.OpenTable(b, groupColumns); err != nil {
		return s, fmt.Errorf("index: section %q: %w", secSequences, err)
	}
	if s.groups.Len() != (n+heapGroup-1)/heapGroup || !s.groups.Ascending(groupBit, 0, int64(len(s.data))*8) {
		return s, fmt.Errorf("index: section %q has %d groups for %d names, or not in order", secSequences, s.groups.Len(), n)
	}
	return s, nil
}

// termBits is what a term takes.
func termBits(terms int) uint { return uint(max(1, bits.Len(uint(max(0, terms-1))))) }

// sequence reads the terms of one name; left of them are to come.
type sequence struct {
	r       packed.Reader
	left    int
	first   Term
	started bool
	width   uint
}

// groupHead is what lies before the terms of a group of names.
type groupHead struct {
	group          uint32 // 1 + number, 0 for none
	long           bool
	first          Term // of the name before
	bit            uint64
	lengths, steps uint64 // of a group that is not long
}

// head reads what lies before the terms of a group.
func (s *sequences) head(group uint32) groupHead {
	h := groupHead{group: group + 1, bit: uint64(s.groups.At(group, groupBit)), first: Term(s.groups.At(group, groupTerm))}
	r := packed.NewReader(s.data, h.bit)
	h.long = r.Bits(1) != 0
	if !h.long {
		h.lengths, h.steps = r.Bits(64), r.Bits(64)
	}
	h.bit = r.Pos()
	return h
}

// at returns the sequence of a name, an empty one when there is none.
func (s *sequences) at(name uint32) sequence {
	if int64(name) >= int64(s.n) {
		return sequence{}
	}
	h := s.head(name / heapGroup)
	return s.in(&h, name)
}

// in returns the sequence of a name in the group of a head.
func (s *sequences) in(h *groupHead, name uint32) sequence {
	i := uint(name % heapGroup)
	q := sequence{first: h.first, width: s.width}
	if !h.long {
		q.first = h.firstOf(i)
		q.r = packed.NewReader(s.data, h.bit+sumNibbles(h.lengths&(1<<(4*i)-1))*uint64(s.width))
		q.left = int(h.lengths>>(4*i)&15) + 1
		return q
	}
	for q.r = packed.NewReader(s.data, h.bit); ; i-- {
		others := q.r.Count(lengthOrder)
		q.first += Term(q.r.Golomb(firstOrder))
		if q.r.Bad() {
			return sequence{}
		}
		if i == 0 {
			q.left = others + 1
			return q
		}
		q.r.Skip(uint64(others) * uint64(s.width))
	}
}

// A Reader reads the terms of names, quickest of those that lie near each other. Its zero value is ready; it is not
// safe for concurrent use.
type Reader struct {
	s    *sequences
	head groupHead
}

// Reset makes the reader read names of an index.
func (r *Reader) Reset(x *Index) { r.s, r.head = &x.seqs, groupHead{} }

// Sequence appends the terms of a name to dst.
func (r *Reader) Sequence(dst []Term, name Name) []Term {
	if !r.seek(name) {
		return dst
	}
	s := r.s.in(&r.head, uint32(name))
	if s.left > 0 {
		dst = append(dst, s.first)
	}
	for s.left--; s.left > 0 && !s.r.Bad(); s.left-- {
		dst = append(dst, Term(s.r.Bits(s.width)))
	}
	return dst
}

// First returns the first term of a name.
func (r *Reader) First(name Name) Term {
	if !r.seek(name) {
		return 0
	}
	if !r.head.long {
		return r.head.firstOf(uint(name % heapGroup))
	}
	s := r.s.in(&r.head, uint32(name))
	return s.first
}

// seek reads the head of the group of a name, false when there is none.
func (r *Reader) seek(name Name) bool {
	if int64(name) >= int64(r.s.n) {
		return false
	}
	if g := uint32(name) / heapGroup; r.head.group != g+1 {
		r.head = r.s.head(g)
	}
	return true
}

// firstOf returns the first term of a name of a group that is not long.
func (h *groupHead) firstOf(i uint) Term {
	return h.first + Term(sumNibbles(h.steps&(1<<(4*(i+1))-1)))
}

// sumNibbles returns the sum of sixteen numbers of four bits.
func sumNibbles(v uint64) uint64 {
	const low = 0x0f0f0f0f0f0f0f0f
	return (v&low + v>>4&low) * 0x0101010101010101 >> 56
}

// next returns the next term.
func (q *sequence) next() Term {
	q.left--
	if !q.started {
		q.started = true
		return q.first
	}
	if q.r.Bad() {
		q.left = 0
	}
	return Term(q.r.Bits(q.width))
}

// packSequences makes the section of sequences, which must be in order.
func packSequences(seqs [][]Term, terms int) []byte {
	var w packed.Writer
	var groups [][groupColumns]int64
	width, last := termBits(terms), Term(0)
	for group := range slices.Chunk(seqs, heapGroup) {
		groups = append(groups, [groupColumns]int64{groupBit: int64(w.Len()), groupTerm: int64(last)})
		var lengths, steps uint64
		long, before := false, last
		for i, seq := range group {
			length, step := uint64(len(seq)-1), uint64(seq[0]-before)
			long = long || length > 15 || step > 15
			lengths, steps = lengths|length<<(4*i), steps|step<<(4*i)
			before = seq[0]
		}
		if long {
			w.Bits(1, 1)
		} else {
			w.Bits(0, 1)
			w.Bits(lengths, 64)
			w.Bits(steps, 64)
		}
		for _, seq := range group {
			if long {
				w.Golomb(uint64(len(seq)-1), lengthOrder)
				w.Golomb(uint64(seq[0]-last), firstOrder)
			}
			for _, t := range seq[1:] {
				w.Bits(uint64(t), width)
			}
			last = seq[0]
		}
	}
	return append(packed.AppendTable(nil, len(groups), groupColumns, func(row, col int) int64 { return groups[row][col] }), w.Bytes()...)
}
