package query

import (
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geocode/index"
)

// Bounds of the names that a search looks at.
const (
	rareTerm     = 200  // names up to which all names of a term are looked at
	maxNames     = 6000 // names aligned in all
	maxBeginning = 40   // of the names that begin with a frequent word, the weightiest
	maxHolding   = 300  // names that hold a word which begins like an unfinished one
)

// findNames aligns the names that share a rare word with the lattice, two frequent ones, or begin
// with one, and keeps them in s.matches, best first.
func (s *search) findNames() {
	x := s.x
	s.names = s.names[:0]
	states := s.statesBehind()
	for i := range s.l.words {
		w := &s.l.words[i]
		switch {
		case w.end-w.first > 1:
			s.namesByPrefix(w)
		case w.mask()&^states == 0 && w.edits == 0 && !w.split:
			s.stateNames(w)
		case w.split:
			s.names = x.NamesWithAll(s.names, w.first, w.second)
		case x.Frequency(w.first) <= rareTerm:
			s.names = x.NamesWith(s.names, w.first)
		default:
			s.frequentNames(w)
		}
		if len(s.names) > maxNames {
			break
		}
	}
	slices.Sort(s.names)
	s.names = slices.Compact(s.names)
	s.names = s.names[:min(len(s.names), maxNames)]
	s.matches = s.matches[:0]
	s.spent.names += len(s.names)
	al := &s.aligner
	al.l, al.prefix = &s.l, s.l.prefix
	for _, n := range s.names {
		al.seq = x.Sequence(al.seq[:0], n)
		al.weights, al.roles = al.weights[:0], al.roles[:0]
		for _, t := range al.seq {
			al.weights, al.roles = append(al.weights, x.TermWeight(t)), append(al.roles, x.RoleOf(t))
		}
		m, ok := al.align(n, 0)
		if !ok || m.worth <= 0 {
			continue
		}
		s.matches = append(s.matches, m)
		if m.whole {
			// "New York, New York" names the town and what it lies in.
			if m, ok := al.align(n, m.mask); ok && m.whole && m.worth > 0 {
				s.matches = append(s.matches, m)
			}
		}
	}
	s.sortMatches()
}

// maxMatches is how many matches there may be: each name is laid over the text twice at most.
const maxMatches = 2 * maxNames

// sortMatches puts the matches of the greatest worth first, then those of the weightiest names; others stay
// in the order of names. Worths are above zero, so that their bits are in their order.
func (s *search) sortMatches() {
	const indexBits = 24
	var _ [1<<indexBits - maxMatches]struct{}
	s.order = s.order[:0]
	for i := range s.matches {
		m := &s.matches[i]
		s.order = append(s.order, uint64(^math.Float32bits(m.worth))<<32|uint64(^s.x.Weight(m.name))<<indexBits|uint64(i))
	}
	slices.Sort(s.order)
	s.sorted = s.sorted[:0]
	for _, o := range s.order {
		s.sorted = append(s.sorted, s.matches[o&(1<<indexBits-1)])
	}
	s.matches, s.sorted = s.sorted, s.matches
}

// frequentNames finds names of a frequent word: the bare name, the weightiest names that begin with
// it, and those that hold another frequent word beside it.
func (s *search) frequentNames(w *word) {
	s.prefixSeq = append(s.prefixSeq[:0], w.first)
	from, to := s.x.Range(s.prefixSeq, 0, 0)
	s.weightiest(from, to, maxBeginning)
	for j := range s.l.words {
		v := &s.l.words[j]
		if v.from != w.to || v.split || v.end-v.first > 1 || v.first == w.first {
			continue
		}
		if s.x.Frequency(v.first) > rareTerm {
			s.names = s.x.NamesWithAll(s.names, w.first, v.first)
		}
	}
}

// statesBehind returns the single atoms at the end of a text that name a state or a country; see outer. A text
// of two streets has none.
func (s *search) statesBehind() uint32 {
	if len(s.joints()) > 0 {
		return 0
	}
	mask := uint32(0)
	for i := len(s.atoms) - 1; i >= 0; i-- {
		switch {
		case s.atoms[i].Number():
		case s.unfinished(i):
			return 0
		case s.namesState(s.atoms[i].Text):
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
	return s.l.prefix && i == len(s.atoms)-1 && !(i > 0 && s.atoms[i].Comma && s.namesState(s.atoms[i].Text))
}

// namesState tells whether a word alone is the name of a state or a country that is mapped.
func (s *search) namesState(word string) bool {
	t, ok := s.x.Lookup(word)
	if !ok {
		return false
	}
	found := false
	from, to := s.bare(t)
	for n := from; n < to && !found; n++ {
		s.x.Docs(n, func(doc index.Doc, _ bool) bool {
			found = s.x.Record(doc).Kind() >= index.Region
			return !found
		})
	}
	return found
}

// bare returns the names that are made of one term.
func (s *search) bare(t index.Term) (from, to index.Name) {
	s.prefixSeq = append(s.prefixSeq[:0], t)
	first, end := s.x.Range(s.prefixSeq, 0, 0)
	if first == end {
		return first, end
	}
	if s.prefixSeq = s.x.Sequence(s.prefixSeq[:0], first); len(s.prefixSeq) > 1 {
		return first, first
	}
	return s.x.Alike(first).Bounds()
}

// stateNames finds names of a word that names a state where the text ends: the bare name, and those that
// hold a frequent word before it, too. The names that it shares with rare words are found by these.
func (s *search) stateNames(w *word) {
	for n, to := s.bare(w.first); n < to; n++ {
		s.names = append(s.names, n)
	}
	for j := range s.l.words {
		v := &s.l.words[j]
		if v.to <= w.from && !v.split && v.end-v.first == 1 && v.first != w.first && s.x.Frequency(v.first) > rareTerm {
			s.names = s.x.NamesWithAll(s.names, w.first, v.first)
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
	few, held := 0, len(s.names)
	for t := w.first; t < w.end; t++ {
		f := s.x.Frequency(t)
		if f > rareTerm {
			continue
		}
		if few += f + 1; few > maxHolding {
			s.names = s.names[:held]
			return
		}
		s.names = s.x.NamesWith(s.names, t)
	}
}

// exactTerms puts the terms of the atoms from from to to into s.prefixSeq, false when one of them
// is unknown.
func (s *search) exactTerms(from, to int) bool {
	s.prefixSeq = s.prefixSeq[:0]
	for i := from; i < to; i++ {
		t, ok := s.x.Lookup(s.l.atoms[i].Text)
		if !ok {
			return false
		}
		s.prefixSeq = append(s.prefixSeq, t)
	}
	return true
}

// weightiest adds the n weightiest names of a range, and its first, which is the bare one.
func (s *search) weightiest(from, to index.Name, n int) {
	if from >= to {
		return
	}
	s.names = append(s.names, from)
	if int(to-from) <= n {
		for i := from; i < to; i++ {
			s.names = append(s.names, i)
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
			s.names = append(s.names, i)
		case w == limit && left > 0:
			s.names = append(s.names, i)
			left--
		}
	}
}
