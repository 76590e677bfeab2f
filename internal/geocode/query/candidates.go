package query

import (
	"slices"

	"github.com/footstepd/footstepd/internal/geocode/index"
)

// Bounds of the names that a search looks at.
const (
	rareTerm     = 200  // names up to which all names of a term are looked at
	maxNames     = 6000 // names looked at in all
	maxBeginning = 40   // of the names that begin with a frequent word, the weightiest
	maxHolding   = 300  // names that hold a word which begins like an unfinished one
)

// spelling is a word of the lattice with the names that have it.
type spelling struct {
	list index.List // of its first term; none for a range of terms
	kind spellingKind
}

// A spellingKind tells which of the names that have a word are looked at.
type spellingKind uint8

const (
	rare     spellingKind = iota // all
	split                        // all that have both of its terms
	frequent                     // those that begin with it, the weightiest of them, or have another frequent word behind it
	state                        // of a state where the text ends: those that have a frequent word of the text, too
	unfinished
)

// spell finds the lists of the words of the lattice.
func (s *search) spell() {
	s.spellings = s.spellings[:0]
	states := s.statesBehind()
	for i := range s.l.words {
		w, sp := &s.l.words[i], spelling{}
		if w.end-w.first > 1 {
			sp.kind = unfinished
		} else {
			sp.list = s.x.List(w.first)
			switch {
			case w.split:
				sp.kind = split
			case w.mask()&^states == 0 && w.edits == 0:
				sp.kind = state
			case sp.list.Len() > rareTerm:
				sp.kind = frequent
			}
		}
		s.spellings = append(s.spellings, sp)
	}
}

// addNames adds the names to look at for some kinds of words to those that are chosen.
func (s *search) addNames(kinds ...spellingKind) {
	for i := range s.l.words {
		w, sp := &s.l.words[i], &s.spellings[i]
		if len(s.chosen) >= maxNames || !slices.Contains(kinds, sp.kind) {
			continue
		}
		switch sp.kind {
		case rare:
			s.chosen = sp.list.Append(s.chosen)
		case split:
			s.chosen = sp.list.AppendBoth(s.chosen, s.x.List(w.second))
		case frequent:
			s.frequentNames(w, sp)
		case state:
			s.stateNames(w, sp)
		case unfinished:
			s.namesByPrefix(w)
		}
	}
}

// frequentNames finds names of a frequent word: the bare name, the weightiest names that begin with
// it, and those that hold another frequent word behind it.
func (s *search) frequentNames(w *word, sp *spelling) {
	from, to := sp.list.Begun()
	s.weightiest(from, to, maxBeginning)
	for j := range s.l.words {
		if v := &s.l.words[j]; v.from == w.to && s.frequent(j) && v.first != w.first {
			s.chosen = sp.list.AppendBoth(s.chosen, s.spellings[j].list)
		}
	}
}

// frequent tells whether a word of the lattice is in more names than are looked at.
func (s *search) frequent(i int) bool {
	return !s.l.words[i].split && s.spellings[i].list.Len() > rareTerm
}

// statesBehind returns the single atoms at the end of a text that name a state or a country; see outer. A text
// of two streets has none.
func (s *search) statesBehind() uint32 {
	if len(s.joints) > 0 {
		return 0
	}
	mask := uint32(0)
	for i := len(s.atoms) - 1; i >= 0; i-- {
		switch {
		case s.atoms[i].Number():
		case s.unfinished(i):
			return 0
		case s.namesState(i):
			mask |= 1 << i
		default:
			return mask
		}
	}
	return 0
}

// unfinished tells whether an atom is the last one, of which more may come. The whole name of a state behind a comma
// ends a text: "Dover, DE".
func (s *search) unfinished(i int) bool {
	return s.l.prefix && i == len(s.atoms)-1 && !(i > 0 && s.atoms[i].Comma && s.namesState(i))
}

// namesState tells whether an atom alone is the name of a state or a country that is mapped.
func (s *search) namesState(i int) bool {
	if !s.l.known(i) {
		return false
	}
	found := false
	for n, to := s.bare(s.x.List(s.l.terms[i])); n < to && !found; n++ {
		s.x.Docs(n, func(doc index.Doc, _ bool) bool {
			found = s.x.Record(doc).Kind() >= index.Region
			return !found
		})
	}
	return found
}

// bare returns the names that are made of the term of a list alone, which come first of those that begin with it.
func (s *search) bare(list index.List) (from, to index.Name) {
	from, end := list.Begun()
	for to = from; to < end && s.x.Length(to) == 1; to++ {
	}
	return from, to
}

// stateNames finds names of a word that names a state where the text ends: the bare name, and those that
// hold a frequent word before it, too. The names that it shares with rare words are found by these.
func (s *search) stateNames(w *word, sp *spelling) {
	for n, to := s.bare(sp.list); n < to; n++ {
		s.chosen = append(s.chosen, n)
	}
	for j := range s.l.words {
		if v := &s.l.words[j]; v.to <= w.from && s.frequent(j) && v.first != w.first {
			s.chosen = sp.list.AppendBoth(s.chosen, s.spellings[j].list)
		}
	}
}

// namesByPrefix finds names for an unfinished last word: those that begin with the atoms before
// it, from any of them on, and it; and all names that hold it when they are few.
func (s *search) namesByPrefix(w *word) {
	for from := int(w.from); from >= 0; from-- {
		if !s.exactTerms(from, int(w.from)) {
			continue
		}
		lo, hi := s.x.Range(s.prefixSeq, w.first, w.end)
		s.weightiest(lo, hi, 4*maxBeginning)
	}
	// Where many names hold one of so many words, some of them say nothing of those that are meant, and the
	// names that hold other words of the text, too, are found by these.
	few, held := 0, len(s.chosen)
	for t := w.first; t < w.end; t++ {
		list := s.x.List(t)
		if list.Len() > rareTerm {
			continue
		}
		if few += list.Len() + 1; few > maxHolding {
			s.chosen = s.chosen[:held]
			return
		}
		s.chosen = list.Append(s.chosen)
	}
}

// exactTerms puts the terms of the atoms from from to to into s.prefixSeq, false when one of them
// is unknown.
func (s *search) exactTerms(from, to int) bool {
	s.prefixSeq = s.prefixSeq[:0]
	for i := from; i < to; i++ {
		if s.l.terms[i] == index.NoTerm {
			return false
		}
		s.prefixSeq = append(s.prefixSeq, s.l.terms[i])
	}
	return true
}

// weightiest adds the n weightiest names of a range, and its first, which is the bare one.
func (s *search) weightiest(from, to index.Name, n int) {
	if from >= to {
		return
	}
	s.chosen = append(s.chosen, from)
	if int(to-from) <= n {
		for i := from; i < to; i++ {
			s.chosen = append(s.chosen, i)
		}
		return
	}
	// Count weights to find the least that belongs to the n weightiest.
	var counts [256]int
	for i := from; i < to; i++ {
		counts[s.x.Weight(i)]++
	}
	limit, left := 255, n
	for limit > 0 && counts[limit] <= left {
		left -= counts[limit]
		limit--
	}
	for i := from; i < to; i++ {
		w := int(s.x.Weight(i))
		switch {
		case w > limit:
			s.chosen = append(s.chosen, i)
		case w == limit && left > 0:
			s.chosen = append(s.chosen, i)
			left--
		}
	}
}
