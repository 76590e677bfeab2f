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

// street is how a road is known: its name, and its numbers.
type street struct {
	name string
	refs []string
}

func streetOf(name, ref string) street { return street{clean(name), split(ref)} }

// entries lists the name and the numbers.
func (s street) entries() []string {
	if s.name == "" {
		return s.refs
	}
	out := append(make([]string, 0, 1+len(s.refs)), s.name)
	for _, r := range s.refs {
		if r != s.name {
			out = append(out, r)
		}
	}
	return out
}

func (s street) known() bool { return s.name != "" || len(s.refs) > 0 }

// same tells whether two roads are one street to a traveller: they share the name up to a point of
// the compass or, where one has no name, a number.
func (s street) same(o street) bool {
	if s.name != "" && o.name != "" {
		return s.name == o.name || sameButCompass(s.name, o.name)
	}
	return s.sharesNumber(o)
}

func (s street) sharesNumber(o street) bool {
	for _, r := range s.refs {
		if slices.Contains(o.refs, r) {
			return true
		}
	}
	return false
}

// continues tells whether a traveller on s who comes onto o has no news: the same street, or one of
// two without a name, or a street that has lost its name.
func (s street) continues(o street) bool { return !o.known() || s.same(o) }

// sameButCompass tells whether two names differ by a point of the compass at either end, as
// "North Market Street" and "Market Street" do, or "4th Street Northeast" and "4th Street Northwest".
func sameButCompass(a, b string) bool {
	return strings.EqualFold(stripCompass(a), stripCompass(b))
}

func stripCompass(name string) string {
	if first, rest, ok := strings.Cut(name, " "); ok && isCompass(first) {
		name = rest
	}
	if i := strings.LastIndexByte(name, ' '); i > 0 && isCompass(name[i+1:]) {
		name = name[:i]
	}
	return name
}

// compassPoints are the words in the languages at hand.
var compassPoints = []string{
	"n", "s", "e", "w", "ne", "nw", "se", "sw",
	"north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest",
	"northbound", "southbound", "eastbound", "westbound",
	"nord", "süd", "ost", "est", "ouest", "sud", "norte", "sur", "este", "oeste",
}

func isCompass(word string) bool {
	word = strings.Trim(word, "().")
	for _, point := range compassPoints {
		if strings.EqualFold(word, point) {
			return true
		}
	}
	return false
}

// saysNumber tells whether a name says no more than a number, as "Interstate 95" does of I 95.
func saysNumber(name string, refs []string) bool {
	for _, r := range refs {
		digits := strings.TrimLeftFunc(r, func(c rune) bool { return !unicode.IsDigit(c) })
		if digits != "" && slices.Contains(strings.Fields(name), digits) {
			return true
		}
	}
	return false
}
