package query

import (
	"cmp"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// Names are laid over the text in steps, so that few have to be: at first those of which every word is there,
// since only they tell where a place lies; then those that may be read nearly as well as the text can be; and
// others only if the best reading turns out to be so bad that they might matter beside it. See bound.go.

// wellRead is a match that the best reading of most texts comes up to.
const wellRead = 0.995

// layNames lays the names that may be read well, and finds the places that whole ones tell.
func (s *search) layNames() {
	s.matches, s.partial, s.laid, s.namesLeft = s.matches[:0], s.partial[:0], s.laid[:0], maxNames
	s.layWhole()
	s.sortMatches(s.matches)
	s.findContexts()
	s.findBeside()
	s.layFitting(s.fitting(wellRead))
	s.sortMatches(s.matches)
}

// layRest lays the other names that may matter beside the best reading, and returns the new matches.
func (s *search) layRest() []nameMatch {
	if s.best >= wellRead {
		return nil
	}
	if s.best < goodFit { // streets will tell where venues are
		for i := range s.matches {
			if s.matches[i].whole {
				s.beside.add(s.matches[i].mask)
			}
		}
	}
	n := len(s.matches)
	s.layFitting(s.fitting(s.best))
	s.sortMatches(s.matches[n:])
	return s.matches[n:]
}

// layWhole lays the names of which every word is in the text: they begin with one of them. It measures others that
// do, to be laid when they are needed; while someone types, their words may come yet.
func (s *search) layWhole() {
	s.chosen = s.chosen[:0]
	if s.l.prefix {
		s.addNames(split, frequent, state, unfinished)
	} else {
		s.addNames(split)
		for i := range s.spellings {
			s.addBegun(i)
		}
	}
	s.findBegun()
	for i := range s.spellings {
		if sp := &s.spellings[i]; sp.kind == rare && len(s.chosen) < maxNames {
			n := len(s.chosen)
			s.chosen = sp.list.Append(s.chosen)
			s.chosen = s.chosen[:n+s.keepBegun(s.chosen[n:], sp)]
		}
	}
	slices.Sort(s.chosen)
	for i, name := range s.chosen {
		if i > 0 && name == s.chosen[i-1] || !s.read(name) {
			continue
		}
		p := s.measure(name)
		if p.whole() || s.l.prefix {
			s.lay(name)
			s.laid = append(s.laid, name)
		} else {
			s.partial = append(s.partial, p)
		}
	}
}

// fewBegun is the number of names beginning with a word up to which all are looked at.
const fewBegun = 24

// addBegun chooses from the names that begin with a word of the lattice those that may be whole and are not in the
// list of another rare word: those that have no other, and those with a frequent one behind it.
func (s *search) addBegun(i int) {
	w, sp := &s.l.words[i], &s.spellings[i]
	from, to := sp.list.Begun()
	if w.split || len(s.chosen) >= maxNames {
		return
	}
	if to-from <= fewBegun {
		for n := from; n < to; n++ {
			s.chosen = append(s.chosen, n)
		}
		return
	}
	for n, end := s.bare(sp.list); n < end; n++ {
		s.chosen = append(s.chosen, n)
	}
	for j := range s.l.words {
		v, k := &s.l.words[j], s.spellings[j].kind
		if v.mask()&w.mask() != 0 || v.first != w.first && (k != frequent && k != state || sp.kind != rare && v.from != w.to) {
			continue
		}
		for n, end := s.x.Followed(from, to, v.first, v.end); n < end; n++ {
			s.chosen = append(s.chosen, n)
		}
	}
}

// layFitting lays the names that are not laid yet and may be read so that they explain a weight.
func (s *search) layFitting(weight float32) {
	for i := range s.partial {
		if p := &s.partial[i]; !p.laid && s.fits(p, weight) && s.read(p.name) {
			p.laid = true
			s.measure(p.name)
			s.lay(p.name)
		}
	}
	s.choose(weight)
	if len(s.chosen) == 0 {
		return
	}
	slices.Sort(s.chosen)
	slices.SortFunc(s.partial, func(a, b partial) int { return cmp.Compare(a.name, b.name) })
	left, laid := s.partial, s.laid
	for i, name := range s.chosen {
		for len(left) > 0 && left[0].name < name {
			left = left[1:]
		}
		for len(laid) > 0 && laid[0] < name {
			laid = laid[1:]
		}
		if i > 0 && name == s.chosen[i-1] || len(left) > 0 && left[0].name == name || len(laid) > 0 && laid[0] == name || !s.read(name) {
			continue
		}
		if p := s.measure(name); s.fits(&p, weight) {
			s.lay(name)
			s.laid = append(s.laid, name)
		} else {
			s.partial = append(s.partial, p)
		}
	}
	slices.Sort(s.laid)
}

// choose picks from the lists of rare words those names that begin with another word than the text has, and may be
// read so that they explain a weight. An atom's lists are asked for names that have no heavier atoms, since those
// are in the lists of the heavier ones. Any name may have the atoms of which not all names are in lists.
func (s *search) choose(weight float32) {
	s.chosen = s.chosen[:0]
	named := uint32(0)
	for i := range s.l.words {
		if k := s.spellings[i].kind; k != rare && k != split {
			named |= s.l.words[i].mask()
		}
	}
	s.least = s.leastMissing()
	if b := s.limits(named, weight, s.sides); !b.none(&s.least) && !s.l.prefix {
		s.addNames(frequent, state)
	}
	for added := named; ; {
		s.chooseOf(added, named, weight)
		lightest := -1
		for i, w := range s.l.weights {
			if named>>i&1 == 0 && (lightest < 0 || w < s.l.weights[lightest]) {
				lightest = i
			}
		}
		if lightest < 0 {
			return
		}
		added = 1 << lightest
		named |= added
	}
}

// chooseOf picks names from the lists of the words among some atoms that have one of those added to them.
func (s *search) chooseOf(added, named uint32, weight float32) {
	var bound [2]limits // of any word, and of one that is in no street of a crossing
	bounded := false
	for i := range s.spellings {
		sp, mask := &s.spellings[i], s.l.words[i].mask()
		if sp.kind != rare || mask&^named != 0 || mask&added == 0 || len(s.chosen) >= maxNames {
			continue
		}
		if !bounded {
			bound[0], bound[1], bounded = s.limits(named, weight, s.sides), s.limits(named, weight, nil), true
		}
		b := &bound[0]
		if !slices.ContainsFunc(s.sides, func(side uint32) bool { return mask&side != 0 }) {
			b = &bound[1]
		}
		if b.none(&s.least) {
			continue
		}
		n := len(s.chosen)
		s.chosen = sp.list.Append(s.chosen)
		kept, begun, roles := s.chosen[:n], s.begun, s.x.RoleNames()
		for _, name := range s.chosen[n:] {
			for len(begun) > 0 && begun[0].to <= name {
				begun = begun[1:]
			}
			fits := len(begun) > 0 && begun[0].from <= name
			if !fits && b[text.Plain] < s.least[text.Plain] { // the first word must have a role
				for len(roles) > 0 && roles[0].To <= name {
					roles = roles[1:]
				}
				fits = len(roles) > 0 && roles[0].From <= name && roles[0].Weight <= b[roles[0].Role]
			} else if !fits {
				first := s.reader.First(name)
				fits = s.x.TermWeight(first) <= b[s.x.RoleOf(first)]
			}
			if fits {
				kept = append(kept, name)
			}
		}
		s.chosen = kept
	}
}

// stretchOfNames are names that lie behind each other, to excluded.
type stretchOfNames struct{ from, to index.Name }

// findBegun finds the names that begin with a word of the lattice.
func (s *search) findBegun() {
	s.begun = s.begun[:0]
	for i := range s.l.words {
		from, to := s.spellings[i].list.Begun()
		if w := &s.l.words[i]; w.end-w.first > 1 {
			from, _ = s.x.List(w.first).Begun()
			_, to = s.x.List(w.end - 1).Begun()
		}
		if from < to {
			s.begun = append(s.begun, stretchOfNames{from, to})
		}
	}
	slices.SortFunc(s.begun, func(a, b stretchOfNames) int { return cmp.Compare(a.from, b.from) })
	merged := s.begun[:0]
	for _, b := range s.begun {
		if n := len(merged); n > 0 && b.from < merged[n-1].to {
			merged[n-1].to = max(merged[n-1].to, b.to)
		} else {
			merged = append(merged, b)
		}
	}
	s.begun = merged
}

// keepBegun moves those names of a list, which must ascend, to the front that begin with a word of the lattice
// other than that of the list, and returns their number.
func (s *search) keepBegun(names []index.Name, sp *spelling) int {
	kept, k := 0, 0
	from, to := sp.list.Begun()
	for _, n := range names {
		if n >= from && n < to && !s.l.prefix {
			continue
		}
		for k < len(s.begun) && s.begun[k].to <= n {
			k++
		}
		if k == len(s.begun) {
			break
		}
		if s.begun[k].from <= n {
			names[kept] = n
			kept++
		}
	}
	return kept
}

// read reads the terms of a name for the aligner, false when too many names were read.
func (s *search) read(name index.Name) bool {
	if s.namesLeft--; s.namesLeft < 0 {
		return false
	}
	s.spent.names++
	s.aligner.seq = s.reader.Sequence(s.aligner.seq[:0], name)
	return true
}

// lay aligns the name that was read and measured, and keeps what it explains.
func (s *search) lay(n index.Name) {
	al := &s.aligner
	al.l, al.prefix = &s.l, s.l.prefix
	m, ok := al.align(n, 0)
	if !ok || m.worth <= 0 {
		return
	}
	s.matches = append(s.matches, m)
	if m.whole {
		// "New York, New York" names the town and what it lies in.
		if m, ok := al.align(n, m.mask); ok && m.whole && m.worth > 0 {
			s.matches = append(s.matches, m)
		}
	}
}

// matchKey puts a match in order.
type matchKey struct{ worth, name uint64 }

// sortMatches puts the matches of the greatest worth first, then those of the weightiest names, then those of the
// first names; those of one name stay as they are. Worths are above zero, so that their bits are in their order.
func (s *search) sortMatches(list []nameMatch) {
	s.order, s.unsorted = s.order[:0], append(s.unsorted[:0], list...)
	for i := range list {
		m := &list[i]
		s.order = append(s.order, matchKey{
			uint64(^math.Float32bits(m.worth))<<8 | uint64(^s.x.Weight(m.name)), uint64(m.name)<<32 | uint64(i),
		})
	}
	slices.SortFunc(s.order, func(a, b matchKey) int {
		if a.worth != b.worth {
			return cmp.Compare(a.worth, b.worth)
		}
		return cmp.Compare(a.name, b.name)
	})
	for i, k := range s.order {
		list[i] = s.unsorted[uint32(k.name)]
	}
}
