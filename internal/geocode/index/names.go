package index

import (
	"fmt"

	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/footstepd/footstepd/internal/region"
)

// Name is the number of a distinct text that places are called by. Names are sorted by their terms,
// so that names with the same beginning are neighbours.
type Name uint32

// names holds for each name its terms, its text, the docs that bear it and the importance of the
// most important of them.
type names struct {
	seqs       sequences
	texts      packed.Texts
	bearers    bearers
	importance []byte
}

func (n *names) open(f *region.File, count, terms, docs int) (err error) {
	if n.seqs, err = openSequences(f, count, terms); err != nil {
		return err
	}
	b, err := f.Section(secNames)
	if err != nil {
		return err
	}
	if n.texts, err = packed.OpenTexts(b); err != nil {
		return fmt.Errorf("index: section %q: %w", secNames, err)
	}
	if n.texts.Len() != count {
		return fmt.Errorf("index: section %q has %d texts, want %d", secNames, n.texts.Len(), count)
	}
	if n.bearers, err = openBearers(f, count, docs); err != nil {
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
	for s := n.seqs.at(uint32(name)); s.left > 0; {
		dst = append(dst, s.next())
	}
	return dst
}

// Length returns the number of terms of a name.
func (n *names) Length(name Name) int { return n.seqs.at(uint32(name)).left }

// Weight returns the importance of the most important doc of a name, 0 to 255.
func (n *names) Weight(name Name) uint8 {
	if int(name) >= len(n.importance) {
		return 0
	}
	return n.importance[name]
}

// Text returns a name as it is written.
func (n *names) Text(name Name) string { return n.texts.At(uint32(name)) }

// Docs calls visit with the docs that bear a name, ascending, until it returns false; other tells
// that it is not their first name but a translation, an old or a short one.
func (n *names) Docs(name Name, visit func(doc Doc, other bool) bool) {
	n.bearers.visit(uint32(name), visit)
}

// Bearers returns how many docs bear a name.
func (n *names) Bearers(name Name) (count int) {
	n.Docs(name, func(Doc, bool) bool {
		count++
		return true
	})
	return count
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

// Followed returns those names, end excluded, of some that begin with the same term whose next term is one of first
// to end, end excluded.
func (n *names) Followed(from, to Name, first, end Term) (lo, hi Name) {
	lo = n.followed(from, to, first)
	return lo, n.followed(lo, to, end)
}

// followed returns the first of some names that begin with the same term whose next term is not less than one.
func (n *names) followed(from, to Name, next Term) Name {
	for from < to {
		mid := from + (to-from)/2
		s := n.seqs.at(uint32(mid))
		s.next()
		if s.left <= 0 || s.next() < next {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from
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
			less = c.left == 0 || c.next() < next
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
func compareTerms(c *sequence, prefix []Term) (less, begins bool) {
	for _, want := range prefix {
		if c.left == 0 {
			return true, false
		}
		if got := c.next(); got != want {
			return got < want, false
		}
	}
	return false, true
}

// nameWriter makes the name sections.
type nameWriter struct {
	seqs       [][]Term
	texts      []string
	docs       [][]uint64
	importance []byte
}

// add writes one name; docs are doc<<1|other, ascending.
func (n *nameWriter) add(terms []Term, text string, docs []uint64, importance uint8) {
	n.seqs, n.texts, n.docs = append(n.seqs, terms), append(n.texts, text), append(n.docs, docs)
	n.importance = append(n.importance, importance)
}

func (n *nameWriter) write(w *region.Writer, terms, docs int) error {
	if err := w.Add(secSequences, packSequences(n.seqs, terms)); err != nil {
		return err
	}
	if err := w.Add(secNames, packed.AppendTexts(nil, n.texts)); err != nil {
		return err
	}
	if err := w.Add(secBearers, packBearers(n.docs, docs)); err != nil {
		return err
	}
	return w.Add(secNameWeights, n.importance)
}

// Alike are names that are made of the same terms.
type Alike struct{ from, to Name }

// Alike returns the names that are made of the same terms as one, itself among them.
func (n *names) Alike(name Name) Alike {
	if int64(name) >= int64(n.Names()) {
		return Alike{}
	}
	a := Alike{name, name + 1}
	for a.from > 0 && n.SameWords(a.from-1, name) {
		a.from--
	}
	for int64(a.to) < int64(n.Names()) && n.SameWords(a.to, name) {
		a.to++
	}
	return a
}

// Bounds returns the first of the names and the one behind the last.
func (a Alike) Bounds() (from, to Name) { return a.from, a.to }

// Has tells whether a name is one of them.
func (a Alike) Has(name Name) bool { return name >= a.from && name < a.to }

// SameWords tells whether two names are made of the same terms.
func (n *names) SameWords(a, b Name) bool {
	if a == b {
		return a != NoName
	}
	ca, cb := n.seqs.at(uint32(a)), n.seqs.at(uint32(b))
	if ca.left == 0 || ca.left != cb.left {
		return false
	}
	for ca.left > 0 {
		if ca.next() != cb.next() {
			return false
		}
	}
	return true
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
