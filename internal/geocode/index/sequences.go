package index

import (
	"fmt"
	"math/bits"

	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
)

// sequences are the terms of each name, in order. Since names are sorted by them, the first one is told
// as the difference from that of the name before; the others have a fixed number of bits.
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

// at returns the sequence of a name, an empty one when there is none.
func (s *sequences) at(name uint32) sequence {
	if int64(name) >= int64(s.n) {
		return sequence{}
	}
	g := name / heapGroup
	q := sequence{r: packed.NewReader(s.data, uint64(s.groups.At(g, groupBit))), first: Term(s.groups.At(g, groupTerm)), width: s.width}
	for skip := name % heapGroup; ; skip-- {
		others := uint(q.r.Count(lengthOrder))
		q.first += Term(q.r.Golomb(firstOrder))
		if q.r.Bad() {
			return sequence{}
		}
		if skip == 0 {
			q.left = int(others) + 1
			return q
		}
		q.r.Skip(uint64(others * s.width))
	}
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
	for i, seq := range seqs {
		if i%heapGroup == 0 {
			groups = append(groups, [groupColumns]int64{groupBit: int64(w.Len()), groupTerm: int64(last)})
		}
		w.Golomb(uint64(len(seq)-1), lengthOrder)
		w.Golomb(uint64(seq[0]-last), firstOrder)
		for _, t := range seq[1:] {
			w.Bits(uint64(t), width)
		}
		last = seq[0]
	}
	return append(packed.AppendTable(nil, len(groups), groupColumns, func(row, col int) int64 { return groups[row][col] }), w.Bytes()...)
}
