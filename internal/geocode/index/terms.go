package index

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/blevesearch/vellum"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/footstepd/footstepd/internal/region"
)

// Term is the number of a folded word in the dictionary, in alphabetical order.
type Term uint32

// NoTerm stands for no term.
const NoTerm = ^Term(0)

// Alias says that a term is only another spelling of a second one, such as "koeln" of "koln".
type Alias struct{ Term, Of Term }

// terms is the dictionary: an FST that numbers the words, and for each the names that it is in.
type terms struct {
	fst      *vellum.FST
	readers  sync.Pool // of *vellum.Reader
	n        int
	postings postings
	aliases  []Alias     // sorted by Term, then Of
	weights  []byte      // by how many names a term is in
	roles    [2][]uint64 // by text.Role less one: a bit for each term
	common   []Term      // the terms that tell the least, those that do first
	begun    []RoleNames
	light    [3]float32 // by text.Role but for plain: what a term tells at least
}

// RoleNames are the names, end excluded, that begin with a term which has a role.
type RoleNames struct {
	From, To Name
	Role     text.Role
	Weight   float32 // of the term
}

// maxCommon is how many of the terms that tell the least are known.
const maxCommon = 24

func (t *terms) open(f *region.File, names int) error {
	data, err := f.Section(secTerms)
	if err != nil {
		return err
	}
	if t.fst, err = loadFST(data); err != nil {
		return fmt.Errorf("index: section %q: %w", secTerms, err)
	}
	t.n = t.fst.Len()
	if t.postings, err = openPostings(f, t.n, names); err != nil {
		return err
	}
	if err := t.openAliases(f); err != nil {
		return err
	}
	t.weights = t.postings.weights(names)
	t.readers.New = func() any { r, _ := t.fst.Reader(); return r }
	for i := range t.roles {
		t.roles[i] = make([]uint64, t.n/64+1)
	}
	t.light = [3]float32{1, 1, 1}
	text.Roles(func(word string, r text.Role) {
		if term, ok := t.Lookup(word); ok {
			t.roles[r-1][term/64] |= 1 << (term % 64)
			t.light[r] = min(t.light[r], t.TermWeight(term))
			if from, to := t.List(term).Begun(); from < to {
				t.begun = append(t.begun, RoleNames{from, to, r, t.TermWeight(term)})
			}
		}
	})
	slices.SortFunc(t.begun, func(a, b RoleNames) int { return cmp.Compare(a.From, b.From) })
	t.findCommon()
	return nil
}

// findCommon finds the terms that tell the least.
func (t *terms) findCommon() {
	for i, w := range t.weights {
		if n := len(t.common); n < maxCommon || w < t.weights[t.common[n-1]] {
			at, _ := slices.BinarySearchFunc(t.common, w, func(c Term, w byte) int { return cmp.Compare(t.weights[c], w) })
			t.common = slices.Insert(t.common, at, Term(i))
			t.common = t.common[:min(n+1, maxCommon)]
		}
	}
}

// Common returns some terms that tell the least, those that do first. All others tell no less.
func (t *terms) Common() []Term { return t.common }

// LeastWeight returns what a term with a role tells at least.
func (t *terms) LeastWeight(r text.Role) float32 { return t.light[r] }

// RoleNames returns the names that begin with terms which have roles, ascending.
func (t *terms) RoleNames() []RoleNames { return t.begun }

// openAliases reads a table with the columns term and what it is another spelling of.
func (t *terms) openAliases(f *region.File) error {
	b, err := f.Section(secAliases)
	if err != nil {
		return err
	}
	table, _, err := packed.OpenTable(b, 2)
	if err != nil {
		return fmt.Errorf("index: section %q: %w", secAliases, err)
	}
	if table.Len() > 8*len(b) {
		return fmt.Errorf("index: section %q has %d rows of no bits", secAliases, table.Len())
	}
	t.aliases = make([]Alias, table.Len())
	for i := range t.aliases {
		row := uint32(i)
		t.aliases[i] = Alias{Term(table.At(row, 0)), Term(table.At(row, 1))}
	}
	ordered := slices.IsSortedFunc(t.aliases, func(a, b Alias) int { return cmp.Compare(a.Term, b.Term) })
	if !ordered || slices.ContainsFunc(t.aliases, func(a Alias) bool { return int(a.Term) >= t.n || int(a.Of) >= t.n }) {
		return fmt.Errorf("index: section %q is out of order or range", secAliases)
	}
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

// TermWeight returns how much a term tells: from 1 for a word of a single name down to 0.25 for one
// that would be in all.
func (t *terms) TermWeight(term Term) float32 {
	if int(term) >= len(t.weights) {
		return 1
	}
	return float32(t.weights[term]) / 255
}

// List returns the names that a term is in.
func (t *terms) List(term Term) List { return List{t.postings.at(uint32(term))} }

// List is the names that a term is in.
type List struct{ posting }

// Len returns the number of names.
func (l List) Len() int { return int(l.count) + l.others }

// Begun returns the names that begin with the term, end excluded.
func (l List) Begun() (from, to Name) { return l.first, l.first + l.count }

// Append appends the names to dst, ascending.
func (l List) Append(dst []Name) []Name { return l.append(dst) }

// AppendBoth appends the names that are in another list, too, to dst, ascending.
func (l List) AppendBoth(dst []Name, o List) []Name {
	if l.Len() > o.Len() {
		l, o = o, l
	}
	start := len(dst)
	dst = l.append(dst)
	if bm := o.bitmap(); bm != nil {
		kept := dst[:start]
		for _, n := range dst[start:] {
			if o.begins(n) || bm.Contains(uint32(n)) {
				kept = append(kept, n)
			}
		}
		return kept
	}
	mid := len(dst)
	dst = o.append(dst)
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

// termWriter makes the dictionary sections.
type termWriter struct {
	words    []string // sorted, distinct
	postings [][]Name // by word, each ascending and distinct
	firsts   []Name   // by word, how many names begin with it
	aliases  []Alias
	names    int // in all
}

func (t *termWriter) write(w *region.Writer) error {
	var fst bytes.Buffer
	b, err := vellum.New(&fst, nil)
	if err != nil {
		return fmt.Errorf("index: dictionary: %w", err)
	}
	for i, word := range t.words {
		if err := b.Insert([]byte(word), uint64(i)); err != nil {
			return fmt.Errorf("index: dictionary: %w", err)
		}
	}
	if err := b.Close(); err != nil {
		return fmt.Errorf("index: dictionary: %w", err)
	}
	if err := w.Add(secTerms, fst.Bytes()); err != nil {
		return err
	}
	postings, err := packPostings(t.postings, t.firsts, t.names)
	if err != nil {
		return err
	}
	if err := w.Add(secPostings, postings); err != nil {
		return err
	}
	return w.Add(secAliases, packed.AppendTable(nil, len(t.aliases), 2, func(row, col int) int64 {
		return int64([2]Term{t.aliases[row].Term, t.aliases[row].Of}[col])
	}))
}
