package query

import (
	"bytes"
	"context"
	"math/bits"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/poi"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// kindWords returns the atoms that are words of a category. They are looked for when first needed.
func (s *search) kindWords() uint32 {
	if !s.kindsRead {
		s.kinds, s.category = categoryWords(s.atoms)
		s.kindsRead = true
	}
	return s.kinds
}

// maxCategoryWords is how many words the name of a category may have.
const maxCategoryWords = 3

// categoryWords returns the atoms of the longest word of a category in a text, such as "gas
// station", also in the plural.
func categoryWords(atoms []text.Atom) (mask uint32, category poi.Category) {
	for n := min(maxCategoryWords, len(atoms)); n > 0; n-- {
		for i := 0; i+n <= len(atoms); i++ {
			if c, ok := categoryOf(atoms[i : i+n]); ok {
				return uint32(1)<<(i+n) - uint32(1)<<i, c
			}
		}
	}
	return 0, 0
}

func categoryOf(atoms []text.Atom) (poi.Category, bool) {
	var buf [64]byte
	b := buf[:0]
	for i := range atoms {
		if atoms[i].Number() || len(b)+len(atoms[i].Text) >= len(buf) {
			return 0, false
		}
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, atoms[i].Text...)
	}
	if len(b) < 3 {
		return 0, false
	}
	c, ok := poi.ByFolded(b)
	for _, ending := range [...]string{"s", "es"} {
		if stem, cut := bytes.CutSuffix(b, []byte(ending)); !ok && cut && len(stem) > 2 {
			c, ok = poi.ByFolded(stem)
		}
	}
	return c, ok
}

// prepositions may stand between the word of a category and a place.
const prepositions = "in near at around by of the me nearby close to bei nahe a pres de i naer nara cerca vicino en"

// kindGain is what the word of a category is worth that a venue is of, besides its name.
const kindGain = 0.95

// readKinds reads the names of venues once more where the text has a word of their category beside them: "Hotel
// Metropole" is a hotel called Metropole. Where there is nothing else in the text, the name may say more: "Bahnhof Heidelberg" is
// the station Heidelberg-Altstadt, among others. It is asked only where that may explain what is open still.
func (s *search) readKinds(ctx context.Context) {
	if s.best >= goodFit || len(s.atoms) < 2 || s.l.prefix {
		return
	}
	kinds := s.kindWords()
	if kinds == 0 || kinds == uint32(1)<<len(s.atoms)-1 {
		return
	}
	all, joining := uint32(1)<<len(s.atoms)-1, uint32(0)
	for i := range s.atoms {
		if s.is(i, preposition|leadWord) {
			joining |= 1 << i
		}
	}
	left := maxVenues
	for i := range s.matches {
		if m := &s.matches[i]; m.mask&kinds != 0 || !m.whole && all&^(m.mask|kinds|joining) != 0 {
			continue
		}
		m := s.matches[i]
		m.entire = m.entire || !m.whole // all of the text is said
		s.asked = s.asked[:0]
		s.x.Docs(m.name, func(doc index.Doc, other bool) bool {
			if left--; s.x.Record(doc).Kind() == index.Venue && s.category.HasValue(s.x.Category(doc)) {
				s.byKind = kinds
				s.readDoc(doc, other, &m)
				s.byKind = 0
			}
			s.spent.docs++
			return left > 0
		})
		if left <= 0 || ctx.Err() != nil {
			return
		}
	}
}

// besideKind returns those of some atoms that stand between the word of a category and a name and ask for nothing.
func (s *search) besideKind(open uint32) uint32 {
	mask := uint32(0)
	for i := 1; i+1 < len(s.atoms); i++ {
		if open>>i&1 != 0 && (s.byKind|mask)>>(i-1)&1 != 0 && s.is(i, preposition|leadWord) {
			mask |= 1 << i
		}
	}
	return mask
}

// unsure is the confidence that hits for a text get that asks for places of a category.
const unsure = 0.45

// asksFor returns the id of the category that a text asks for beside a place, "" when it names a
// place. Then no hit is sure: it is not what was asked for.
func (s *search) asksFor(hits []Hit) string {
	if len(hits) == 0 || hits[0].Open == 0 && !hits[0].kindOnly {
		return "" // everything is explained
	}
	all := uint32(1)<<len(s.atoms) - 1
	rest := all &^ s.kindWords()
	for i := range s.atoms {
		if s.is(i, preposition) {
			rest &^= 1 << i
		}
	}
	if s.kinds == 0 || rest == 0 && bits.OnesCount32(all) == bits.OnesCount32(s.kinds) {
		return ""
	}
	if first := &hits[0]; first.Open&s.kinds == 0 && !first.kindOnly || first.Type() == geocode.Address {
		return "" // the words are in a name
	}
	for i := range hits {
		hits[i].Confidence = min(hits[i].Confidence, unsure)
	}
	return s.category.ID()
}
