package guide

import (
	"slices"
	"strings"
	"unicode"
)

// A Street is how a road is known: its name, and its numbers. It never changes, so that all roads of a
// region that are known alike can share one.
type Street struct {
	name    string
	refs    []string
	entries []string // the name and the numbers
	bare    string   // the name without points of the compass, folded
	label   string   // what sentences call it
	sign    string   // what they call it on roads like motorways, whose signs show the number
}

// mostNumbers is how many numbers of a road a sentence names; most are shared with one other at most.
const mostNumbers = 2

// NewStreet returns the street of a name and of route numbers as tagged, separated by semicolons.
func NewStreet(name, ref string) *Street {
	s := &Street{name: clean(name), refs: split(ref)}
	s.bare = fold(stripCompass(s.name))
	numbers := strings.Join(s.refs[:min(mostNumbers, len(s.refs))], "/")
	s.label, s.sign = s.name, s.name
	switch {
	case s.name == "":
		s.label, s.sign = numbers, numbers
	case numbers == s.name, saysNumber(s.name, s.refs):
		s.sign = numbers
	case numbers != "":
		s.sign = numbers + " (" + s.name + ")"
	}
	if s.name == "" {
		s.entries = s.refs
		return s
	}
	s.entries = append(make([]string, 0, 1+len(s.refs)), s.name)
	for _, r := range s.refs {
		if r != s.name {
			s.entries = append(s.entries, r)
		}
	}
	return s
}

// unnamed is the street of roads with neither name nor number.
var unnamed = &Street{}

// orUnnamed returns the street, or unnamed where there is none.
func (s *Street) orUnnamed() *Street {
	if s == nil {
		return unnamed
	}
	return s
}

func (s *Street) known() bool { return s.name != "" || len(s.refs) > 0 }

// same tells whether two roads are one street to a traveller: they share the name up to a point of
// the compass at either end, as "North Market Street" and "Market Street" do, or "4th Street Northeast" and
// "4th Street Northwest"; or, where one has no name, a number.
func (s *Street) same(o *Street) bool {
	if s.name != "" && o.name != "" {
		return s.bare == o.bare
	}
	return s.sharesNumber(o)
}

func (s *Street) sharesNumber(o *Street) bool {
	for _, r := range s.refs {
		if slices.Contains(o.refs, r) {
			return true
		}
	}
	return false
}

// continues tells whether a traveller on s who comes onto o has no news: the same street, or one of
// two without a name, or a street that has lost its name.
func (s *Street) continues(o *Street) bool { return !o.known() || s.same(o) }

// fold returns a text that is the same for all texts that strings.EqualFold holds equal: of each letter
// the least form.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		return least
	}, s)
}

// stripCompass cuts the points of the compass off a name, one at either end.
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
