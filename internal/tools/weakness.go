package tools

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
)

// tooWeak is the confidence below which a reading of a text is a guess that nothing is built on.
const tooWeak = 0.5

// weakness is the outcome of a text whose best reading is only a guess.
type weakness struct {
	text   string
	index  int
	field  string
	astray bool // the reading leaves out where the text says that the place is
	places []geocode.Place
}

func (w *weakness) Error() string { return "tools: no good match" }

// error tells a client of the guesses, which it may still choose by their ids.
func (w *weakness) error() error {
	guess := &w.places[0]
	why := fmt.Sprintf("confidence %g", envelope.Round(guess.Confidence, 2))
	if w.astray {
		why += ", and it leaves out where the text says that the place is"
	}
	return &envelope.Error{
		Code: envelope.NotFound,
		Message: fmt.Sprintf("%s: no good match for %s in the loaded regions; the nearest guess is %s (%s). If that is meant send its id, %s; else correct the text or give coordinates",
			w.field, quote(w.text), quote(guess.Label), why, guess.ID),
		Details: struct {
			Text       string      `json:"text"`
			Index      int         `json:"index"`
			Candidates []candidate `json:"candidates"`
		}{envelope.Clean(w.text, maxQuery), w.index, candidates(w.places)},
	}
}

// strayed tells whether the words left out of a text say where the place is: words of a part behind a
// comma, or two capitals at the end as in "Baltimore MD". House numbers, suites and the like have
// digits and say nothing of the kind.
func strayed(text string, leftOut []string) bool {
	if len(leftOut) == 0 {
		return false
	}
	parts := strings.Split(text, ",")
	if words := strings.Fields(parts[len(parts)-1]); len(parts) == 1 && len(words) > 1 {
		last := words[len(words)-1]
		return len(last) == 2 && last == strings.ToUpper(last) && slices.Contains(leftOut, strings.ToLower(last))
	}
	for _, part := range parts[1:] {
		if strings.ContainsFunc(part, unicode.IsDigit) {
			continue
		}
		for _, word := range strings.FieldsFunc(strings.ToLower(part), func(r rune) bool { return !unicode.IsLetter(r) }) {
			if slices.Contains(leftOut, word) {
				return true
			}
		}
	}
	return false
}
