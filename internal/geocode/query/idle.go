package query

import "github.com/footstepd/footstepd/internal/geocode/index"

// leadWords may stand before the name of a place without being part of it, in the languages of the
// abbreviation files.
const leadWords = `in near at around by close next opposite nearby behind beside bei nahe neben gegenuber nahebei
	pres face en cerca junto frente vicino presso bij nabij kolo obok przy em perto ved naer nara vid lahella blizko vedle
	gemeinde gemeente kommun kommune gmina obec comune i u v a
	to the of du le la les der die das den al da do del della di`

// settlements are such words where one of ofWords follows: "city of".
const (
	settlements = "city town village municipality commune ville ciudad pueblo municipio citta comune cidade miasto gmina stadt gemeinde kommune"
	ofWords     = "of de du di do da del af"
)

// streetWords stand before the name of a street that does not hold them: "ul. Bronimira".
const streetWords = "ul ulica ulice calle c carrer rua r via rue"

// numberWords stand between a street and its house number: "Main Street no. 5".
const numberWords = "no nr nro num number numero nummer n hausnummer hnr house numer cislo c cp talo"

// idle returns those of the unexplained atoms that ask for nothing: words that lead to the name of a place
// at the front of the text, a word for a street before the name of one, and words for a number beside a
// house number.
func (s *search) idle(open uint32, m *nameMatch, kind index.Kind, number *asked) uint32 {
	mask := s.leading(open)
	if i := int(m.from) - 1; i >= 0 && kind == index.Street && open>>i&1 != 0 && s.is(i, streetWord) {
		mask |= 1 << i
	}
	if number != nil {
		for i := 0; i+1 < len(s.atoms); i++ {
			if open>>i&1 != 0 && number.mask>>(i+1)&1 != 0 && s.is(i, numberWord) {
				mask |= 1 << i
			}
		}
	}
	return mask
}

// idleWords returns the atoms that may ask for nothing beside a street or a number.
func (s *search) idleWords() uint32 {
	mask := uint32(0)
	for i := range s.atoms {
		if s.is(i, streetWord|numberWord) {
			mask |= 1 << i
		}
	}
	return mask
}

// leading returns those of the atoms at the front of the text that only lead to a name.
func (s *search) leading(open uint32) uint32 {
	mask := uint32(0)
	for i := 0; i+1 < len(s.atoms); i++ {
		if open>>i&1 == 0 || !s.is(i, leadWord) && !(i > 0 && s.is(i, ofWord)) && !(s.is(i, settlementWord) && s.is(i+1, ofWord)) {
			break
		}
		mask |= 1 << i
	}
	return mask
}

// vagueConfidence is the most that a reading is worth for which the text has nothing that tells it
// from others.
const vagueConfidence = 0.39

// vague tells whether all that a reading explains are numbers while there are words too, or a single
// word, such as a street type or a direction, that is only a part of its name. Of a crossing, the
// other street tells it from others.
func (s *search) vague(m *nameMatch, used uint32, crossing bool) bool {
	words, signs, telling := 0, 0, false
	for i := range s.atoms {
		a := &s.atoms[i]
		switch {
		case a.Text == "&":
			signs++
		case used>>i&1 != 0 && !a.Number():
			words++
			telling = telling || !s.is(i, leadWord|genericWord)
		}
	}
	if words == 0 {
		return !m.whole || signs == len(s.atoms) || s.opensWord(^used)
	}
	return words == 1 && !telling && !m.whole && !crossing
}

// opensWord tells whether a word is among some atoms.
func (s *search) opensWord(mask uint32) bool {
	for i := range s.atoms {
		if mask>>i&1 != 0 && !s.atoms[i].Number() && s.atoms[i].Text != "&" {
			return true
		}
	}
	return false
}

// strayShare is what is left of the confidence of a reading that does not account for where the
// text says that the place is.
const strayShare = 0.8

// strays tells whether a part of the text behind a comma stays open as a whole: "Baker Street, London"
// where no London is known.
func (s *search) strays(kind index.Kind, used, open uint32) bool {
	if kind.Area() {
		return false
	}
	for i := 1; i < len(s.atoms); i++ {
		if !s.atoms[i].Comma {
			continue
		}
		word, whole := false, true
		for j := i; j < len(s.atoms) && (j == i || !s.atoms[j].Comma); j++ {
			a := &s.atoms[j]
			if a.Number() || open>>j&1 == 0 && used>>j&1 == 0 {
				continue // digits and flats say nothing of where it is
			}
			word = word || len(a.Text) > 2
			whole = whole && open>>j&1 != 0
		}
		if word && whole {
			return true
		}
	}
	return false
}
