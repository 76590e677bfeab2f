package guide

import (
	"slices"
	"strings"
	"unicode"
)

// mostNameRunes caps a name: names come from strangers, and a sentence has to stay one. It is the length
// to which OSM itself holds values.
const mostNameRunes = 255

// clean makes a name from outside fit for one line of text: control characters, line ends and marks
// that reorder text become spaces, runs of spaces one space, and overlong names end in an ellipsis.
func clean(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] > ' ' && s[i] < 0x7f || s[i] == ' ' && i > 0 && i < len(s)-1 && s[i-1] != ' '
	}
	if plain && len(s) <= mostNameRunes {
		return s
	}
	s = strings.ToValidUTF8(s, " ")
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	}), " ")
	if runes := []rune(s); len(runes) > mostNameRunes {
		s = strings.TrimSpace(string(runes[:mostNameRunes-1])) + "…"
	}
	return s
}

// split returns the entries of a list as tagged, "A 1;B 2", each cleaned, without empty ones and
// repetitions.
func split(list string) []string {
	if list == "" {
		return nil
	}
	var out []string
	for entry := range strings.SplitSeq(list, ";") {
		if entry = clean(strings.TrimSpace(entry)); entry != "" && !slices.Contains(out, entry) {
			out = append(out, entry)
		}
	}
	return out
}
