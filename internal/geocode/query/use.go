package query

import (
	"strings"

	"github.com/footstepd/footstepd/internal/geocode/text"
)

// A wordUse says what a word may be in a text besides a word of a name; its bits are the sets that it is in.
type wordUse uint16

// The uses of words.
const (
	leadWord wordUse = 1 << iota
	settlementWord
	ofWord
	streetWord
	numberWord
	connective
	cornerWord
	preposition
	unitWord
	genericWord
)

// wordUses are the uses of words but for the last two, which the text package knows.
var wordUses = func() map[string]wordUse {
	uses := map[string]wordUse{}
	for use, list := range map[wordUse]string{
		leadWord: leadWords, settlementWord: settlements, ofWord: ofWords, streetWord: streetWords, numberWord: numberWords,
		connective: connectives, cornerWord: cornerWords, preposition: prepositions,
	} {
		for word := range strings.FieldsSeq(list) {
			uses[word] |= use
		}
	}
	return uses
}()

// findUses looks up what the words of the text may be used for: many readings ask for it.
func (s *search) findUses() {
	s.uses = s.uses[:0]
	for i := range s.atoms {
		word := s.atoms[i].Text
		use := wordUses[word]
		if text.UnitWord(word) {
			use |= unitWord
		}
		if text.Generic(word) {
			use |= genericWord
		}
		s.uses = append(s.uses, use)
	}
}

// is tells whether an atom has one of some uses.
func (s *search) is(i int, use wordUse) bool { return s.uses[i]&use != 0 }
