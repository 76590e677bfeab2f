package query

import (
	"cmp"
	"slices"

	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// word is a reading of neighbouring atoms as one or two terms.
type word struct {
	from, to   uint8 // atoms that it covers
	first, end index.Term
	second     index.Term // the next term of the name, when split
	split      bool
	road       bool // a system of roads and a number, which only streets bear; see lattice.roads
	edits      uint8
	cost       float32 // share of the weight that is lost by reading it so
}

// mask returns the atoms that the word covers.
func (w *word) mask() uint32 { return uint32(1)<<w.to - uint32(1)<<w.from }

// matches tells whether the word stands at position k of a name, and how many terms it takes.
func (w *word) matches(seq []index.Term, k int) int {
	if t := seq[k]; t < w.first || t >= w.end {
		return 0
	}
	if !w.split {
		return 1
	}
	if k+1 < len(seq) && seq[k+1] == w.second {
		return 2
	}
	return 0
}

// sort orders the words by their first term, so that the words for a term of a name are found
// quickly; words for a range of terms come first.
func (l *lattice) sort() {
	slices.SortFunc(l.words, func(a, b word) int {
		return cmp.Or(-cmp.Compare(a.end-a.first, b.end-b.first), cmp.Compare(a.first, b.first), cmp.Compare(a.from, b.from),
			cmp.Compare(a.to, b.to), cmp.Compare(a.cost, b.cost), cmp.Compare(a.second, b.second))
	})
	l.ranges = 0
	for l.ranges < len(l.words) && l.words[l.ranges].end-l.words[l.ranges].first > 1 {
		l.ranges++
	}
	clear(l.firsts[:])
	clear(l.seconds[:])
	l.starts = l.starts[:0]
	for i := range l.words[l.ranges:] {
		w := &l.words[l.ranges+i]
		l.starts = append(l.starts, w.first)
		l.firsts[w.first/64%firstWords] |= 1 << (w.first % 64)
		if w.split {
			l.seconds[w.second/64%firstWords] |= 1 << (w.second % 64)
		}
	}
}

// covers returns the atoms that may be a term of a name, and where the words begin and end whose first term it is,
// apart from those for a range.
func (l *lattice) covers(t index.Term) (mask uint32, from, to int) {
	for i := range l.words[:l.ranges] {
		if w := &l.words[i]; w.first <= t && t < w.end {
			mask |= w.mask()
		}
	}
	if l.firsts[t/64%firstWords]>>(t%64)&1 != 0 { // unlike for most terms of names
		from, to = l.at(t)
		for i := from; i < to; i++ {
			mask |= l.words[i].mask()
		}
	}
	if l.seconds[t/64%firstWords]>>(t%64)&1 != 0 {
		for i := range l.words {
			if w := &l.words[i]; w.split && w.second == t {
				mask |= w.mask()
			}
		}
	}
	return mask, from, to
}

// at returns where the words begin and end whose first term is t, apart from those for a range.
func (l *lattice) at(t index.Term) (from, to int) {
	lo, hi := 0, len(l.starts)
	for lo < hi {
		if mid := int(uint(lo+hi) / 2); l.starts[mid] < t {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for hi < len(l.starts) && l.starts[hi] == t {
		hi++
	}
	return l.ranges + lo, l.ranges + hi
}

// Costs of the ways to read an atom.
const (
	costShort  = 0.02 // an abbreviation, or what it stands for
	costJoined = 0.03 // two atoms as one word or one as two
	costAlike  = 0.06 // what a word of another script sounds like
	costPrefix = 0.04 // the beginning of a word
	costEdit   = 0.22
	costEdits  = 0.42 // two edits
	costKnown  = 0.16 // besides, where the word is there as it is written
)

// lattice is the text as atoms and the words that they may be.
type lattice struct {
	atoms   []text.Atom
	weights []float32    // what it is worth to explain an atom
	terms   []index.Term // of the atoms as they are, NoTerm where the dictionary lacks them
	words   []word
	ranges  int                // how many of the words stand for a range of terms
	starts  []index.Term       // the first terms of the other words
	firsts  [firstWords]uint64 // a bit for each first term of the other words, and for its like
	seconds [firstWords]uint64 // the same for second terms
	prefix  bool               // the last atom may be unfinished
}

// firstWords is the number of words of bits that tell which first terms there may be.
const firstWords = 32

// maxForeign bounds the words of other scripts that are read by what they sound like.
const maxForeign = 6

const (
	minEdit  = 4 // letters from which one typing error is tolerated
	minEdits = 8 // letters from which two are
)

// build reads the atoms as what they are, as short forms, and joined or split.
func (l *lattice) build(x *index.Index, atoms []text.Atom, prefix bool) {
	l.atoms, l.prefix = atoms, prefix
	l.words, l.weights, l.terms = l.words[:0], l.weights[:0], l.terms[:0]
	foreign := 0
	for i := range atoms {
		a := &atoms[i]
		t := l.exact(x, i, i+1, a.Text, 0)
		open := prefix && i == len(atoms)-1
		for _, other := range text.Equivalents(a.Text) {
			// What is being typed is not written out yet, and who means a place called S does not write "St".
			if (!open || len(other) > len(a.Text)) && (len(other) > 1 || len(atoms) > 1) {
				l.exact(x, i, i+1, other, costShort)
			}
		}
		if !a.Number() {
			text.Compounds(a.Text, a.Dot || t == index.NoTerm, func(other string) { l.exact(x, i, i+1, other, costShort) })
		}
		if t == index.NoTerm && a.Foreign && foreign < maxForeign {
			foreign++
			text.SoundsAlike(a.Text, func(other string) { l.exact(x, i, i+1, other, costAlike) })
		}
		if open {
			if first, end := x.Prefix(a.Text); end > first {
				l.add(word{from: uint8(i), to: uint8(i + 1), first: first, end: end, cost: costPrefix})
			}
		}
		l.terms = append(l.terms, t)
		l.weights = append(l.weights, l.weigh(x, i))
	}
	splits := 0
	for i := range atoms {
		if i+1 < len(atoms) {
			l.join(x, i)
		}
		if !l.settled(x, i) && splits < maxSplits {
			splits++
			l.split(x, i)
		}
	}
	l.roads(x)
}

// exact adds a folded word if the dictionary holds it, and what it is another spelling of. It returns its term.
func (l *lattice) exact(x *index.Index, from, to int, s string, cost float32) index.Term {
	t, ok := x.Lookup(s)
	if !ok {
		return index.NoTerm
	}
	l.add(word{from: uint8(from), to: uint8(to), first: t, end: t + 1, cost: cost})
	for _, a := range x.AliasesOf(t) {
		l.add(word{from: uint8(from), to: uint8(to), first: a.Of, end: a.Of + 1, cost: cost})
	}
	return t
}

// add adds a word unless it is there; the few words of a lattice need no index.
func (l *lattice) add(w word) {
	if len(l.words) == maxWords {
		return
	}
	for i := range l.words {
		if v := &l.words[i]; v.first == w.first && v.from == w.from && v.to == w.to && v.end == w.end && v.second == w.second {
			return
		}
	}
	l.words = append(l.words, w)
}

// join reads two atoms as one word: "Vestermarks vej" as "Vestermarksvej".
func (l *lattice) join(x *index.Index, i int) {
	a, b := l.atoms[i].Text, l.atoms[i+1].Text
	if len(a)+len(b) > text.MaxAtomSize {
		return
	}
	joined := a + b
	l.exact(x, i, i+2, joined, costJoined)
	for _, other := range text.Equivalents(b) {
		if len(other) > 2 && len(b) <= 4 {
			l.exact(x, i, i+2, a+other, costJoined+costShort)
		}
	}
	if l.atoms[i].Dot && len(a) <= 2 && len(joined) <= 5 { // "C.so"
		for _, other := range text.Equivalents(joined) {
			l.exact(x, i, i+2, other, costShort)
		}
	}
	if i+2 < len(l.atoms) && len(joined)+len(l.atoms[i+2].Text) <= text.MaxAtomSize {
		l.exact(x, i, i+3, joined+l.atoms[i+2].Text, costJoined)
	}
}

// settled tells whether an atom needs no reading as two words: numbers, and words that many names
// have as they are.
func (l *lattice) settled(x *index.Index, i int) bool {
	if l.atoms[i].Number() || !l.known(i) {
		return l.atoms[i].Number()
	}
	return len(l.atoms[i].Text) < minSplit || x.List(l.terms[i]).Len() > rareWord
}

// known tells whether the dictionary holds an atom as it is.
func (l *lattice) known(i int) bool { return l.terms[i] != index.NoTerm }

// A word that up to rareWord names have, and at least minSplit letters, may be two as well:
// "Newcastle" is New Castle, though there be a Newcastle Street.
const (
	rareWord = 3
	minSplit = 6
)

// split reads one atom as two words: "Hohenwalderstrasse" as "Hohenwalder Strasse".
func (l *lattice) split(x *index.Index, i int) {
	s := l.atoms[i].Text
	if len(s) > maxSplitSize {
		return
	}
	l.splitWord(x, i, s, costJoined)
	text.Compounds(s, true, func(other string) { l.splitWord(x, i, other, costJoined+costShort) })
}

func (l *lattice) splitWord(x *index.Index, i int, s string, cost float32) {
	minPart := 2
	if !l.known(i) && (len(s) == 2 || s[0] == 'd' || s[0] == 'l') {
		minPart = 1 // initials, and articles that lost their apostrophe: "dengordany"
	}
	number := numberEnd(s)
	for k := 1; k < len(s); k++ {
		if k != number && (k < minPart || k > len(s)-minPart) {
			continue
		}
		a, ok := x.Lookup(s[:k])
		if !ok {
			continue
		}
		b, ok := x.Lookup(s[k:])
		if !ok {
			continue
		}
		firsts, seconds := spellings(x, a), spellings(x, b)
		for _, a := range firsts {
			for _, b := range seconds {
				l.add(word{from: uint8(i), to: uint8(i + 1), first: a, end: a + 1, second: b, split: true, cost: cost})
			}
		}
	}
}

// numberEnd returns where the digits begin that a word of letters ends with, as in "i95", 0 where there are none.
func numberEnd(s string) int {
	k := len(s)
	for k > 0 && '0' <= s[k-1] && s[k-1] <= '9' {
		k--
	}
	if k == len(s) || hasDigit(s[:k]) {
		return 0
	}
	return k
}

// spellings returns a term and those that it is another spelling of.
func spellings(x *index.Index, t index.Term) []index.Term {
	out := []index.Term{t}
	for _, a := range x.AliasesOf(t) {
		out = append(out, a.Of)
	}
	return out
}

// maxSplits bounds the unknown atoms that are tried as two words, and maxSplitSize their length.
const (
	maxSplits    = 8
	maxSplitSize = 32
)

// Each atom is read as at most this many words with typing errors.
const maxFuzzy = 40

// maxWords bounds the lattice.
const maxWords = 1200

// maxMisspelt bounds the atoms of a text that are read with typing errors.
const maxMisspelt = 8

// misspell adds words that differ from the atoms by typing errors. In the first pass the first
// letter must be right, and there may be one error; in the second pass neither, for words long
// enough.
func (l *lattice) misspell(x *index.Index, pass int) {
	left := maxMisspelt
	// Words that the dictionary lacks come first.
	for _, known := range []bool{false, true} {
		for i := range l.atoms {
			if a := &l.atoms[i]; l.known(i) == known && left > 0 && len(a.Text) >= minEdit && !hasDigit(a.Text) {
				left--
				l.fuzzy(x, i, pass)
			}
		}
	}
}

func (l *lattice) fuzzy(x *index.Index, i, pass int) {
	a := &l.atoms[i]
	most, first := 1, a.Text[:1]
	if pass > 1 {
		first = ""
		if len(a.Text) >= minEdits {
			most = 2
		}
	}
	left := maxFuzzy
	x.Fuzzy(a.Text, first, most, func(t index.Term, found []byte, edits int) bool {
		// Numbers and codes are no misspelt words.
		if edits == 0 || hasDigit(string(found)) || len(found) < minEdit-1 {
			return true
		}
		w := word{from: uint8(i), to: uint8(i + 1), edits: uint8(edits), cost: costEdit}
		if edits > 1 {
			w.cost = costEdits
		}
		if l.known(i) {
			w.cost += costKnown
		}
		for _, t := range spellings(x, t) {
			w.first, w.end = t, t+1
			l.add(w)
		}
		left--
		return left > 0
	})
}

// weigh returns what explaining an atom is worth: words that many names share say little.
func (l *lattice) weigh(x *index.Index, i int) float32 {
	a := &l.atoms[i]
	if a.Text == "&" {
		return 0.1
	}
	if a.Number() {
		return 0.8
	}
	weight := float32(1)
	if l.known(i) {
		weight = x.TermWeight(l.terms[i])
	} else if len(a.Text) == 1 {
		return 0.3
	}
	for k := range l.words { // a short form of a common word is as common
		if w := &l.words[k]; int(w.from) == i && int(w.to) == i+1 && w.cost == costShort {
			weight = min(weight, x.TermWeight(w.first))
		}
	}
	return weight
}

func hasDigit(s string) bool {
	for i := 0; i < len(s); i++ {
		if '0' <= s[i] && s[i] <= '9' {
			return true
		}
	}
	return false
}
