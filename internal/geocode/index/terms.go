package index

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/vellum"
	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/footstepd/footstepd/internal/region"
)

// Term is the number of a folded word in the dictionary, in alphabetical order.
type Term uint32

// Alias says that a term is only another spelling of a second one, such as "koeln" of "koln".
type Alias struct{ Term, Of Term }

// terms is the dictionary: an FST that numbers the words, and for each the names that it is in.
type terms struct {
	fst     *vellum.FST
	readers sync.Pool // of *vellum.Reader
	n       int
	names   heap
	aliases []Alias // sorted by Term, then Of
	weights []byte
	roles   [2][]uint64 // by text.Role less one: a bit for each term
}

// longPosting is the number of names from which a term's list is a roaring bitmap instead of
// differences.
const longPosting = 256

func (t *terms) open(f *region.File, names int) error {
	data, err := f.Section(secTerms)
	if err != nil {
		return err
	}
	if t.fst, err = loadFST(data); err != nil {
		return fmt.Errorf("index: section %q: %w", secTerms, err)
	}
	t.n = t.fst.Len()
	if t.names, err = openHeap(f, secPostings, t.n); err != nil {
		return err
	}
	if t.aliases, err = region.Slice[Alias](f, secAliases); err != nil {
		return err
	}
	ordered := slices.IsSortedFunc(t.aliases, func(a, b Alias) int { return cmp.Compare(a.Term, b.Term) })
	if !ordered || slices.ContainsFunc(t.aliases, func(a Alias) bool { return int(a.Term) >= t.n || int(a.Of) >= t.n }) {
		return fmt.Errorf("index: section %q is out of order or range", secAliases)
	}
	if t.weights, err = f.Section(secTermWeights); err != nil {
		return err
	}
	if len(t.weights) != t.n {
		return fmt.Errorf("index: section %q has %d bytes, want %d", secTermWeights, len(t.weights), t.n)
	}
	t.readers.New = func() any { r, _ := t.fst.Reader(); return r }
	for i := range t.roles {
		t.roles[i] = make([]uint64, t.n/64+1)
	}
	text.Roles(func(word string, r text.Role) {
		if term, ok := t.Lookup(word); ok {
			t.roles[r-1][term/64] |= 1 << (term % 64)
		}
	})
	return nil
}

// RoleOf returns the role of the word that a term is.
func (t *terms) RoleOf(term Term) text.Role {
	if int(term) < t.n {
		for i := range t.roles {
			if t.roles[i][term/64]>>(term%64)&1 != 0 {
				return text.Role(i + 1)
			}
		}
	}
	return text.Plain
}

var errDictionary = errors.New("the dictionary cannot be read")

// damaged tells whether a decoder that trusts its input panicked. A fault at an address is not the
// decoder's: the file under the map was cut, and whoever asks must hear of it.
func damaged(recovered any) bool {
	if fault, ok := recovered.(interface{ Addr() uintptr }); ok {
		panic(fault)
	}
	return recovered != nil
}

// loadFST turns a panic of the decoder, which trusts its input, into an error.
func loadFST(data []byte) (fst *vellum.FST, err error) {
	defer func() {
		if damaged(recover()) {
			fst, err = nil, errDictionary
		}
	}()
	if fst, err = vellum.Load(data); err != nil {
		return nil, err
	}
	if n := fst.Len(); n < 0 || n > len(data)*256 {
		return nil, errDictionary
	}
	_, _, err = fst.Get([]byte("a"))
	return fst, err
}

// Lookup returns the term of a folded word.
func (t *terms) Lookup(word string) (term Term, ok bool) {
	defer func() {
		if damaged(recover()) { // the decoder trusts its input
			term, ok = 0, false
		}
	}()
	r := t.readers.Get().(*vellum.Reader)
	defer t.readers.Put(r)
	var buf [96]byte
	v, found, err := r.Get(append(buf[:0], word...))
	if err != nil || !found || v >= uint64(t.n) {
		return 0, false
	}
	return Term(v), true
}

// Prefix returns the range of terms, end excluded, that begin with the given letters.
func (t *terms) Prefix(prefix string) (first, end Term) {
	if prefix == "" {
		return 0, Term(t.n)
	}
	first = t.lowerBound([]byte(prefix))
	upper := []byte(prefix)
	for len(upper) > 0 && upper[len(upper)-1] == 0xff {
		upper = upper[:len(upper)-1]
	}
	if len(upper) == 0 {
		return first, Term(t.n)
	}
	upper[len(upper)-1]++
	return first, max(first, t.lowerBound(upper))
}

// lowerBound returns the first term that is not less than key.
func (t *terms) lowerBound(key []byte) (term Term) {
	defer func() {
		if damaged(recover()) {
			term = Term(t.n)
		}
	}()
	it, err := t.fst.Iterator(key, nil)
	if err != nil {
		return Term(t.n)
	}
	_, v := it.Current()
	return Term(min(v, uint64(t.n)))
}

// AliasesOf returns the terms that a term is another spelling of.
func (t *terms) AliasesOf(term Term) []Alias {
	i, ok := slices.BinarySearchFunc(t.aliases, term, func(a Alias, term Term) int { return cmp.Compare(a.Term, term) })
	if !ok {
		return nil
	}
	j := i
	for j < len(t.aliases) && t.aliases[j].Term == term {
		j++
	}
	return t.aliases[i:j]
}

// Terms returns the number of terms.
func (t *terms) Terms() int { return t.n }

// Frequency returns how many names a term is in.
func (t *terms) Frequency(term Term) int {
	c := t.names.at(uint32(term))
	if len(c.b) == 0 {
		return 0
	}
	return int(c.uint32())
}

// TermWeight returns how much a term tells: from 1 for a word of a single name down to 0.25 for one
// that would be in all.
func (t *terms) TermWeight(term Term) float32 {
	if int(term) >= len(t.weights) {
		return 1
	}
	return float32(t.weights[term]) / 255
}

// NamesWith appends the names that hold a term to dst, ascending.
func (t *terms) NamesWith(dst []Name, term Term) []Name {
	c := t.names.at(uint32(term))
	if len(c.b) == 0 {
		return dst
	}
	n := c.uint()
	if n >= longPosting {
		bm, err := readBitmap(c.b)
		if err != nil {
			return dst
		}
		for it := bm.Iterator(); it.HasNext(); {
			dst = append(dst, Name(it.Next()))
		}
		return dst
	}
	at := uint64(0)
	for ; n > 0 && !c.bad; n-- {
		at += c.uint()
		if !c.bad {
			dst = append(dst, Name(at))
		}
	}
	return dst
}

// NamesWithAll appends the names that hold both of two terms to dst, ascending.
func (t *terms) NamesWithAll(dst []Name, a, b Term) []Name {
	ca, cb := t.names.at(uint32(a)), t.names.at(uint32(b))
	if len(ca.b) == 0 || len(cb.b) == 0 {
		return dst
	}
	na, nb := ca.uint(), cb.uint()
	if na > nb {
		a, b, na, nb, ca, cb = b, a, nb, na, cb, ca
	}
	if nb >= longPosting {
		bm, err := readBitmap(cb.b)
		if err != nil {
			return dst
		}
		if na >= longPosting {
			other, err := readBitmap(ca.b)
			if err != nil {
				return dst
			}
			for it := roaring.And(other, bm).Iterator(); it.HasNext(); {
				dst = append(dst, Name(it.Next()))
			}
			return dst
		}
		start := len(dst)
		dst = t.NamesWith(dst, a)
		kept := dst[:start]
		for _, n := range dst[start:] {
			if bm.Contains(uint32(n)) {
				kept = append(kept, n)
			}
		}
		return kept
	}
	start := len(dst)
	dst = t.NamesWith(dst, a)
	mid := len(dst)
	dst = t.NamesWith(dst, b)
	kept, other := dst[:start], dst[mid:]
	for _, n := range dst[start:mid] {
		for len(other) > 0 && other[0] < n {
			other = other[1:]
		}
		if len(other) > 0 && other[0] == n {
			kept = append(kept, n)
		}
	}
	return kept
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

// termWriter makes the dictionary sections.
type termWriter struct {
	words    []string // sorted, distinct
	postings [][]Name // by word, each ascending and distinct
	aliases  []Alias
	names    int // in all
}

func (t *termWriter) write(w *region.Writer) error {
	var fst bytes.Buffer
	b, err := vellum.New(&fst, nil)
	if err != nil {
		return fmt.Errorf("index: dictionary: %w", err)
	}
	var out heapWriter
	for i, word := range t.words {
		if err := b.Insert([]byte(word), uint64(i)); err != nil {
			return fmt.Errorf("index: dictionary: %w", err)
		}
		posting, err := encodePosting(t.postings[i])
		if err != nil {
			return err
		}
		out.add(posting)
	}
	if err := b.Close(); err != nil {
		return fmt.Errorf("index: dictionary: %w", err)
	}
	if err := w.Add(secTerms, fst.Bytes()); err != nil {
		return err
	}
	if err := w.Add(secTermWeights, t.weights()); err != nil {
		return err
	}
	if err := out.write(w, secPostings); err != nil {
		return err
	}
	return region.AddSlice(w, secAliases, t.aliases)
}

// weights returns the weight of each term by the number of names that it is in.
func (t *termWriter) weights() []byte {
	out := make([]byte, len(t.words))
	for i, list := range t.postings {
		out[i] = byte(math.Round(255 * (1 - 0.75*math.Log1p(float64(len(list)))/math.Log(float64(t.names)+3))))
	}
	return out
}

func encodePosting(names []Name) ([]byte, error) {
	if len(names) == 0 {
		return nil, nil
	}
	b := binary.AppendUvarint(nil, uint64(len(names)))
	if len(names) < longPosting {
		last := Name(0)
		for _, n := range names {
			b = binary.AppendUvarint(b, uint64(n-last))
			last = n
		}
		return b, nil
	}
	bm := roaring.New()
	for _, n := range names {
		bm.Add(uint32(n))
	}
	bm.RunOptimize()
	packed, err := bm.ToBytes()
	if err != nil {
		return nil, fmt.Errorf("index: postings: %w", err)
	}
	return append(b, packed...), nil
}
