package text

import (
	"strings"
	"unicode/utf8"
)

// Number is a house number, a range of them or a list.
type Number struct {
	// Text is the normal form: folded, without spaces, parts parted by "-", "/" or ",".
	Text string
	// First and Last are the smallest and the largest number that it covers, 0 when it holds none.
	// They are equal for a single number.
	First, Last uint32
	// Suffix is what follows the digits of a single number: "a", "bis", "s".
	Suffix string
}

// ParseNumber reads a house number. The zero Number is returned for a text without letters and
// digits.
func ParseNumber(s string) Number {
	n := Number{Text: foldNumber(s)}
	if n.Text == "" {
		return n
	}
	if v, rest := leadingDigits(n.Text); rest != n.Text && !strings.ContainsAny(rest, "-/,") {
		n.First, n.Last, n.Suffix = v, v, rest
		return n
	}
	for part := range strings.FieldsFuncSeq(n.Text, func(r rune) bool { return r == '-' || r == '/' || r == ',' }) {
		v, rest := leadingDigits(part)
		if rest == part {
			continue
		}
		if n.First == 0 || v < n.First {
			n.First = v
		}
		n.Last = max(n.Last, v)
	}
	return n
}

// Single tells whether the number is one number, not a range or a list.
func (n Number) Single() bool { return !strings.ContainsAny(n.Text, "-/,") }

// Parts returns the single numbers that a range or list names: both ends of a range.
func (n Number) Parts() []Number {
	var out []Number
	for part := range strings.FieldsFuncSeq(n.Text, func(r rune) bool { return r == '-' || r == '/' || r == ',' }) {
		out = append(out, ParseNumber(part))
	}
	return out
}

// Fit says how a house number that is asked for and one that stands on a house go together.
type Fit uint8

// The fits, from none to the best.
const (
	NoFit    Fit = iota
	Relative     // the same digits with another suffix: 12a for 12
	Other        // one of several numbers that were asked for, not the one that leads
	Part         // the leading one of several: the first of a range, the house of "unit/house"
	Covered      // the house stands for a range or list that holds the number
	Same         // the very number
)

// Meets tells how the asked number n fits the number of a house.
func (n Number) Meets(house Number) Fit {
	switch {
	case n.Text == "" || house.Text == "":
		return NoFit
	case n.Text == house.Text:
		return Same
	case house.covers(n):
		return Covered
	}
	if n.Single() {
		if house.Single() && n.First == house.First && n.First > 0 {
			return Relative
		}
		return NoFit
	}
	parts, fit := n.Parts(), NoFit
	leader := 0
	if strings.Contains(n.Text, "/") {
		leader = len(parts) - 1
	}
	for i, part := range parts {
		if part.Text == house.Text || house.covers(part) {
			if i == leader {
				return Part
			}
			fit = Other
		}
	}
	return fit
}

// covers tells whether a range or list names n or holds all of it.
func (n Number) covers(o Number) bool {
	if n.Single() || o.First == 0 {
		return false
	}
	if o.Single() {
		for _, part := range n.Parts() {
			if part.Text == o.Text {
				return true
			}
		}
	}
	return strings.Count(n.Text, "-") == 1 && !strings.ContainsAny(n.Text, "/,") &&
		o.Suffix == "" && !strings.ContainsAny(o.Text, "/,") &&
		n.First <= o.First && o.Last <= n.Last && n.Last-n.First <= MaxSpan &&
		((n.Last-n.First)%2 != 0 || (o.First-n.First)%2 == 0 && (o.Last-n.First)%2 == 0)
}

// MaxSpan is the widest range of house numbers that is read as one building. Hyphenated numbers
// that are wider are single numbers, as in Queens, New York ("24-102").
const MaxSpan = 200

// foldNumber folds a house number, keeping "-", "/" and "," between its parts.
func foldNumber(s string) string {
	var out []byte
	sep := byte(0)
	for len(s) > 0 && len(out) < MaxAtomSize {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case wordRune(r):
			if sep != 0 && len(out) > 0 {
				out = append(out, sep)
			}
			sep = 0
			if r < utf8.RuneSelf {
				out = appendLower(out, s[:size])
				break
			}
			for _, c := range Fold(nil, s[:size]) {
				if c != ' ' {
					out = append(out, c)
				}
			}
		case dash(r):
			sep = '-'
		case r == '/' || r == '⁄':
			sep = '/'
		case r == ',' || r == ';':
			sep = ','
		}
		s = s[size:]
	}
	return string(out)
}

// leadingDigits splits a text after its leading digits; values over 999,999,999 are not read.
func leadingDigits(s string) (uint32, string) {
	v, i := uint32(0), 0
	for i < len(s) && i < 9 && digit(s[i]) {
		v = v*10 + uint32(s[i]-'0')
		i++
	}
	if i < len(s) && digit(s[i]) {
		return 0, s
	}
	return v, s[i:]
}
