package index

import (
	"fmt"
	"math"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
)

// postings are the names that each term is in. Those that begin with a term are neighbours, since names are
// sorted by their terms: of them only the number is stored. Short lists of others have a fixed number of
// bits for each name, long ones are roaring bitmaps.
type postings struct {
	n      int
	names  uint64
	width  uint
	groups packed.Table // of postingGroup terms: bit, and first name that begins with one of them
	data   []byte
}

const groupName = groupTerm // the second column of a group of postings

// Orders of the codes of postings.
const (
	beginOrder  = 0
	othersOrder = 0
	bytesOrder  = 10
)

// postingGroup is the number of terms that share one offset.
const postingGroup = 8

// longPosting is the number of other names from which a list is a bitmap.
const longPosting = 256

func openPostings(f *region.File, n, names int) (p postings, err error) {
	b, err := f.Section(secPostings)
	if err != nil {
		return p, err
	}
	p.n, p.names, p.width = n, uint64(names), termBits(names)
	if p.groups, p.data, err = packed.OpenTable(b, groupColumns); err != nil {
		return p, fmt.Errorf("index: section %q: %w", secPostings, err)
	}
	if p.groups.Len() != (n+postingGroup-1)/postingGroup || !p.groups.Ascending(groupBit, 0, int64(len(p.data))*8) || !p.groups.Ascending(groupName, 0, int64(names)) {
		return p, fmt.Errorf("index: section %q has %d groups for %d terms, or not in order", secPostings, p.groups.Len(), n)
	}
	return p, nil
}

// posting is the list of one term: the names from first on that begin with it, and others.
type posting struct {
	first, count Name
	others       int
	r            packed.Reader // of the others
	data         []byte        // of the bitmap of a long list
	width        uint
}

// at returns the posting of a term, an empty one when there is none or it is damaged: no list is longer than there
// are names.
func (p *postings) at(term uint32) posting {
	if int64(term) >= int64(p.n) {
		return posting{}
	}
	g := term / postingGroup
	q := posting{r: packed.NewReader(p.data, uint64(p.groups.At(g, groupBit))), first: Name(p.groups.At(g, groupName)), width: p.width}
	for skip := term % postingGroup; ; skip-- {
		count := q.r.Golomb(beginOrder)
		q.others = q.r.Count(othersOrder)
		size := uint64(q.others) * uint64(p.width)
		if q.others >= longPosting {
			size = 8 * uint64(q.r.Count(bytesOrder))
			q.r.Align()
		}
		if q.r.Bad() || count > p.names-uint64(q.first) || uint64(q.others) > p.names {
			return posting{}
		}
		q.count = Name(count)
		if skip == 0 {
			if q.others >= longPosting {
				q.data = q.r.Bytes(int(size / 8))
			}
			return q
		}
		q.first += q.count
		q.r.Skip(size)
	}
}

// weights returns how much each term tells, in 255ths, by how many of so many names it is in.
func (p *postings) weights(names int) []byte {
	out := make([]byte, p.n)
	var known [64]byte // of those in few names; 0 is none
	for i := range out {
		q := p.at(uint32(i))
		n := int(q.count) + q.others
		if n < len(known) && known[n] != 0 {
			out[i] = known[n]
			continue
		}
		out[i] = byte(math.Round(255 * (1 - 0.75*math.Log1p(float64(n))/math.Log(float64(names)+3))))
		if n < len(known) {
			known[n] = out[i]
		}
	}
	return out
}

// begins tells whether a name begins with the term.
func (p *posting) begins(n Name) bool { return n >= p.first && n-p.first < p.count }

// bitmap returns the others of a long list, nil when it is short or damaged.
func (p *posting) bitmap() *roaring.Bitmap {
	if p.others < longPosting {
		return nil
	}
	bm, err := readBitmap(p.data)
	if err != nil || bm.GetCardinality() != uint64(p.others) { // a few bytes can hold runs of all numbers
		return roaring.New()
	}
	return bm
}

func readBitmap(b []byte) (bm *roaring.Bitmap, err error) {
	defer func() {
		if damaged(recover()) {
			err = errDictionary
		}
	}()
	bm = roaring.New()
	_, err = bm.FromBuffer(b)
	return bm, err
}

// append appends all names of the list to dst, ascending.
func (p *posting) append(dst []Name) []Name {
	begun := false
	begin := func() {
		begun = true
		for i := range p.count {
			dst = append(dst, p.first+i)
		}
	}
	if bm := p.bitmap(); bm != nil {
		for it := bm.Iterator(); it.HasNext(); {
			n := Name(it.Next())
			if !begun && n > p.first {
				begin()
			}
			dst = append(dst, n)
		}
	} else {
		for range p.others {
			n := Name(p.r.Bits(p.width))
			if p.r.Bad() {
				break
			}
			if !begun && n > p.first {
				begin()
			}
			dst = append(dst, n)
		}
	}
	if !begun {
		begin()
	}
	return dst
}

// packPostings makes the section of postings of so many names: lists has all names of each term, firsts
// how many of them begin with it.
func packPostings(lists [][]Name, firsts []Name, names int) ([]byte, error) {
	var w packed.Writer
	var groups [][groupColumns]int64
	width, first := termBits(names), Name(0)
	for i, list := range lists {
		if i%postingGroup == 0 {
			groups = append(groups, [groupColumns]int64{groupBit: int64(w.Len()), groupName: int64(first)})
		}
		end := first + firsts[i]
		others := make([]Name, 0, len(list))
		for _, n := range list {
			if n < first || n >= end {
				others = append(others, n)
			}
		}
		w.Golomb(uint64(firsts[i]), beginOrder)
		w.Golomb(uint64(len(others)), othersOrder)
		first = end
		if len(others) < longPosting {
			for _, n := range others {
				w.Bits(uint64(n), width)
			}
			continue
		}
		bm := roaring.New()
		for _, n := range others {
			bm.Add(uint32(n))
		}
		bm.RunOptimize()
		b, err := bm.ToBytes()
		if err != nil {
			return nil, fmt.Errorf("index: postings: %w", err)
		}
		w.Golomb(uint64(len(b)), bytesOrder)
		w.Align()
		for _, c := range b {
			w.Bits(uint64(c), 8)
		}
	}
	return append(packed.AppendTable(nil, len(groups), groupColumns, func(row, col int) int64 { return groups[row][col] }), w.Bytes()...), nil
}
