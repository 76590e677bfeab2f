package index

import (
	"encoding/binary"
	"fmt"

	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/footstepd/footstepd/internal/region"
)

// Name is the number of a distinct text that places are called by. Names are sorted by their terms,
// so that names with the same beginning are neighbours.
type Name uint32

// names holds for each name its terms, its text, the docs that bear it and the importance of the
// most important of them.
type names struct {
	seqs       heap
	texts      heap
	importance []byte
}

func (n *names) open(f *region.File, count, terms int) (err error) {
	if n.seqs, err = openHeap(f, secSequences, count); err != nil {
		return err
	}
	if n.texts, err = openHeap(f, secNames, count); err != nil {
		return err
	}
	if n.importance, err = f.Section(secNameWeights); err != nil {
		return err
	}
	if len(n.importance) != count {
		return fmt.Errorf("index: section %q has %d bytes, want %d", secNameWeights, len(n.importance), count)
	}
	return nil
}

// Names returns the number of names.
func (n *names) Names() int { return n.seqs.n }

// Sequence appends the terms of a name to dst.
func (n *names) Sequence(dst []Term, name Name) []Term {
	c := n.seqs.at(uint32(name))
	for len(c.b) > 0 {
		t := c.uint32()
		if c.bad {
			break
		}
		dst = append(dst, Term(t))
	}
	return dst
}

// Weight returns the importance of the most important doc of a name, 0 to 255.
func (n *names) Weight(name Name) uint8 {
	if int(name) >= len(n.importance) {
		return 0
	}
	return n.importance[name]
}

// Text returns a name as it is written. A record begins with how many bytes the text shares with the
// one before it in its group, and the rest.
func (n *names) Text(name Name) string {
	if int64(name) >= int64(n.texts.n) {
		return ""
	}
	var text []byte
	for i := uint32(name) / heapGroup * heapGroup; i <= uint32(name); i++ {
		c := n.texts.at(i)
		shared := c.uint()
		rest := c.bytes(c.count(1))
		if c.bad || shared > uint64(len(text)) {
			return ""
		}
		text = append(text[:shared], rest...)
	}
	return string(text)
}

// Docs calls visit with the docs that bear a name, ascending, until it returns false; other tells
// that it is not their first name but a translation, an old or a short one.
func (n *names) Docs(name Name, visit func(doc Doc, other bool) bool) {
	c := n.texts.at(uint32(name))
	c.uint()
	c.bytes(c.count(1))
	at := uint64(0)
	for len(c.b) > 0 {
		at += c.uint()
		if c.bad || at>>1 > 1<<32-1 || !visit(Doc(at>>1), at&1 != 0) {
			return
		}
	}
}

// Range returns the names, end excluded, whose terms begin with the given ones and then have a
// term of first to end, end excluded. With end 0 any next term will do, and none too.
func (n *names) Range(prefix []Term, first, end Term) (from, to Name) {
	from = n.search(prefix, first, end == 0)
	if end == 0 {
		return from, n.searchAfter(prefix)
	}
	return from, n.search(prefix, end, false)
}

// search returns the first name whose terms are not less than prefix followed by next, or than
// prefix alone when bare.
func (n *names) search(prefix []Term, next Term, bare bool) Name {
	lo, hi := 0, n.Names()
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		c := n.seqs.at(uint32(mid))
		less, rest := compareTerms(&c, prefix)
		if !less && rest && !bare {
			less = len(c.b) == 0 || Term(c.uint32()) < next
		}
		if less {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return Name(lo)
}

// searchAfter returns the first name that is greater than all names beginning with prefix.
func (n *names) searchAfter(prefix []Term) Name {
	lo, hi := 0, n.Names()
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		c := n.seqs.at(uint32(mid))
		if less, begins := compareTerms(&c, prefix); less || begins {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return Name(lo)
}

// compareTerms tells whether a sequence is less than a prefix, and whether it begins with it; then
// the cursor stands behind it.
func compareTerms(c *cursor, prefix []Term) (less, begins bool) {
	for _, want := range prefix {
		if len(c.b) == 0 {
			return true, false
		}
		if got := Term(c.uint32()); got != want {
			return got < want, false
		}
	}
	return false, true
}

// nameWriter makes the name sections.
type nameWriter struct {
	seqs       heapWriter
	texts      heapWriter
	importance []byte
	last       string
	buf        []byte
}

// add writes one name; docs are doc<<1|other, ascending.
func (n *nameWriter) add(terms []Term, text string, docs []uint64, importance uint8) {
	n.buf = n.buf[:0]
	for _, t := range terms {
		n.buf = binary.AppendUvarint(n.buf, uint64(t))
	}
	n.seqs.add(n.buf)
	shared := 0
	if n.texts.n%heapGroup != 0 {
		for shared < min(len(text), len(n.last)) && text[shared] == n.last[shared] {
			shared++
		}
	}
	n.last = text
	n.buf = appendRecord(binary.AppendUvarint(n.buf[:0], uint64(shared)), []byte(text[shared:]))
	last := uint64(0)
	for _, d := range docs {
		n.buf = binary.AppendUvarint(n.buf, d-last)
		last = d
	}
	n.texts.add(n.buf)
	n.importance = append(n.importance, importance)
}

func (n *nameWriter) write(w *region.Writer) error {
	if err := n.seqs.write(w, secSequences); err != nil {
		return err
	}
	if err := n.texts.write(w, secNames); err != nil {
		return err
	}
	return w.Add(secNameWeights, n.importance)
}

// SameWords tells whether two names are made of the same terms.
func (n *names) SameWords(a, b Name) bool {
	if a == b {
		return a != NoName
	}
	ca, cb := n.seqs.at(uint32(a)), n.seqs.at(uint32(b))
	return len(ca.b) > 0 && string(ca.b) == string(cb.b)
}

// commonWeight is the weight up to which a word, such as "street", says little of a name.
const commonWeight = 0.5

// ShareWord tells whether two names have a word in common that says something of them.
func (x *Index) ShareWord(a, b Name) bool {
	var bufA, bufB [16]Term
	for _, t := range x.Sequence(bufA[:0], a) {
		for _, u := range x.Sequence(bufB[:0], b) {
			if t == u && x.TermWeight(t) > commonWeight && x.RoleOf(t) == text.Plain {
				return true
			}
		}
	}
	return false
}
