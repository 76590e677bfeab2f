package query

import (
	"math/bits"

	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// nameMatch is a name that the lattice spells, wholly or in part.
type nameMatch struct {
	name     index.Name
	mask     uint32 // atoms that it explains
	from, to uint8  // the stretch that they lie in
	edits    uint8
	whole    bool    // every term of the name was found
	gain     float32 // weight of the explained atoms, less the cost of bending
	missing  float32 // weight of the terms that were not found
	kindless float32 // of these, what designators weigh; see text.Designator
	unturned float32 // of these, what directions weigh; see text.Direction
	road     bool    // it is the number of a road; see lattice.roads
	entire   bool    // every atom of the text is explained, as it is written
	bend     float32 // for gaps, wrong order and commas inside
	worth    float32 // value, once it is found
}

// value is the most that the match is worth for any kind of place; see loss.
func (m *nameMatch) value() float32 {
	return m.gain - min(m.loss(index.Venue), m.loss(index.Street)) - m.bend
}

// loss returns the cost of the terms that the text lacks. Of venues, what says only what they are
// costs little, and so does the direction of a street; and a text of several words that all stand in
// a name means that name, however long the rest of it is.
func (m *nameMatch) loss(k index.Kind) float32 {
	missing := m.missing
	switch k {
	case index.Venue:
		missing -= (1 - designatorShare) * m.kindless
	case index.Street:
		missing -= (1 - directionShare) * m.unturned
	}
	loss := missingShare * missing
	if m.entire {
		loss = min(loss, entireShare*m.gain)
	}
	return loss
}

// Penalties of an alignment.
const (
	missingShare = 0.6
	// directionShare and designatorShare are what is left of the weight of a missing word by its role.
	directionShare  = 0.3
	designatorShare = 0.3
	entireShare     = 0.35
	comingShare     = 0.9  // of the weight of a word that may come yet
	bendGap         = 0.12 // an atom inside the stretch that the name does not explain
	bendOrder       = 0.12
	bendComma       = 0.25
	bendMisspelt    = 0.3 // a misspelt word where the text has it rightly written, too
)

// termOfName is a term of a name: what it weighs, should it be missing, and the words of the lattice that begin with it.
type termOfName struct {
	weight   float32
	role     text.Role
	from, to uint16
}

// aligner finds the best way to lay a name over the lattice.
type aligner struct {
	l       *lattice
	seq     []index.Term
	terms   []termOfName // of the name, see search.measure
	steps   int
	best    nameMatch
	found   bool
	prefix  bool   // terms behind a prefix are not missed
	blocked uint32 // atoms that are taken already
}

// maxAlignSteps bounds the tries of one alignment.
const maxAlignSteps = 160

// align lays a name over the lattice, outside of some atoms, false when no word of it is there.
func (a *aligner) align(name index.Name, blocked uint32) (nameMatch, bool) {
	a.blocked = blocked
	a.steps, a.found, a.best = maxAlignSteps, false, nameMatch{}
	a.try(0, nameMatch{name: name, from: 255, whole: true}, 255)
	return a.best, a.found && a.best.mask != 0
}

// try places the terms of the name from k on; last is the end of the atoms placed last, 255 before
// the first.
func (a *aligner) try(k int, m nameMatch, last uint8) {
	if a.steps--; a.steps < 0 {
		return
	}
	if k == len(a.seq) {
		if m.mask == 0 {
			return
		}
		m.bend += a.stretch(m)
		all := uint32(1)<<len(a.l.atoms) - 1
		m.entire = m.mask == all && m.edits == 0 && len(a.l.atoms) > 1 && !a.prefix
		if m.worth = m.value(); !a.found || m.worth > a.best.worth {
			a.best, a.found = m, true
		}
		return
	}
	for i := range a.l.ranges {
		a.place(k, &m, last, &a.l.words[i])
	}
	t := a.terms[k]
	same := a.l.words[t.from:t.to]
	written := false
	for i := range same {
		written = written || same[i].edits == 0 && a.free(&m, &same[i])
	}
	for i := range same {
		if same[i].edits > 0 && written {
			misspelt := m
			misspelt.bend += bendMisspelt
			a.place(k, &misspelt, last, &same[i])
			continue
		}
		a.place(k, &m, last, &same[i])
	}
	// The term is not in the text.
	m.missing += t.weight
	switch {
	case a.prefix: // what is missing may come yet
	case t.role == text.Designator:
		m.kindless += t.weight
	case t.role == text.Direction:
		m.unturned += t.weight
	}
	m.whole = false
	if a.prefix && last != 255 && int(last) == len(a.l.atoms) {
		m.missing -= comingShare * t.weight
	}
	a.try(k+1, m, last)
}

// free tells whether the atoms of a word are not taken yet.
func (a *aligner) free(m *nameMatch, w *word) bool { return (m.mask|a.blocked)&w.mask() == 0 }

// place puts a word on term k of the name, if it fits there, and goes on.
func (a *aligner) place(k int, m *nameMatch, last uint8, w *word) {
	n := w.matches(a.seq, k)
	if n == 0 || !a.free(m, w) {
		return
	}
	next := *m
	next.mask |= w.mask()
	next.from, next.to = min(m.from, w.from), max(m.to, w.to)
	next.edits += w.edits
	next.road = m.road || w.road
	gain := float32(0)
	for j := w.from; j < w.to; j++ {
		gain += a.l.weights[j]
	}
	next.gain += gain * (1 - w.cost)
	if last != 255 && w.from < last {
		next.bend += bendOrder
	}
	a.try(k+n, next, w.to)
}

// stretch returns the penalty for what lies between the atoms of a name.
func (a *aligner) stretch(m nameMatch) float32 {
	gaps := int(m.to-m.from) - bits.OnesCount32(m.mask)
	if m.whole && gaps == 0 && m.bend == 0 {
		return 0 // the name may have its commas
	}
	bend := float32(gaps) * bendGap
	for i := int(m.from) + 1; i < int(m.to); i++ {
		if a.l.atoms[i].Comma {
			bend += bendComma
		}
	}
	return bend
}
