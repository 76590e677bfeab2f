package geocode

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/paulmach/orb"
)

// maxCoordinates is the length in bytes of the longest text that is read as coordinates.
const maxCoordinates = 100

// ErrRange is the error of coordinates that lie on no globe.
var ErrRange = errors.New("coordinates are out of range")

// ParseCoordinates reads a text that is a latitude and a longitude: decimal degrees, or degrees,
// minutes and seconds, with signs or letters for the hemispheres, a "geo:" URI (RFC 5870), or a
// full plus code. ok is false for all other texts; two whole numbers with nothing between them are
// such, since they may be a house number and a postcode. The error, ErrRange, says that the text
// can only mean coordinates and that there are no such; the point has them as they are.
func ParseCoordinates(s string) (p orb.Point, ok bool, err error) {
	s = strings.Trim(strings.TrimSpace(s), "()[]{}")
	if len(s) > maxCoordinates || len(s) < 3 {
		return p, false, nil
	}
	if p, ok := ParsePlusCode(s); ok {
		return p, true, nil
	}
	uri := len(s) > 4 && strings.EqualFold(s[:4], "geo:")
	if uri {
		s, _, _ = strings.Cut(s[4:], ";")
		s, _, _ = strings.Cut(s, "?")
		if parts := strings.Split(s, ","); len(parts) == 3 {
			if _, err := strconv.ParseFloat(strings.TrimSpace(parts[2]), 64); err == nil {
				s = parts[0] + "," + parts[1] // the third number is the altitude
			}
		}
	}
	tokens, ok := coordinateTokens(s)
	if !ok {
		return p, false, nil
	}
	first, second, ok := halves(tokens)
	if !ok {
		return p, false, nil
	}
	a, okA := readAngle(first)
	b, okB := readAngle(second)
	if !okA || !okB {
		return p, false, nil
	}
	if a.axis == 'x' || b.axis == 'y' {
		a, b = b, a
	}
	if a.axis == 'x' || b.axis == 'y' {
		return p, false, nil // twice the same axis
	}
	exact := uri || a.marked || b.marked || a.point && b.point
	named := a.axis != 0 && b.axis != 0
	comma := strings.ContainsAny(s, ",;")
	if !exact && !comma && (!named && !a.point && !b.point || named && !a.point && !b.point && a.parts+b.parts < 3) {
		return p, false, nil
	}
	if a.parts+b.parts > 2 && !a.marked && !b.marked && !named {
		return p, false, nil
	}
	if a.degrees < -90 || a.degrees > 90 || b.degrees < -180 || b.degrees > 180 {
		if !exact && !a.point && !b.point && !a.signed && !b.signed {
			return p, false, nil
		}
		if a.degrees < -90 || a.degrees > 90 {
			return orb.Point{b.degrees, a.degrees}, true, fmt.Errorf("%w: latitude %v is not from -90 to 90", ErrRange, a.degrees)
		}
		return orb.Point{b.degrees, a.degrees}, true, fmt.Errorf("%w: longitude %v is not from -180 to 180", ErrRange, b.degrees)
	}
	return orb.Point{b.degrees, a.degrees}, true, nil
}

// coordinateToken is a number, or a sign: 'd', 'm' and 's' for the marks of degrees, minutes and
// seconds, 'N', 'S', 'E' and 'W', 'y' and 'x' for the words latitude and longitude, and ','.
type coordinateToken struct {
	sign     rune
	value    float64
	negative bool
	point    bool // the number has decimals
}

// coordinateWords are what may stand in coordinates besides numbers, longest first where one begins
// with another.
var coordinateWords = []struct {
	word string
	sign rune
}{
	{"latitude", 'y'},
	{"longitude", 'x'},
	{"lat", 'y'},
	{"long", 'x'},
	{"lon", 'x'},
	{"lng", 'x'},
	{"north", 'N'},
	{"south", 'S'},
	{"east", 'E'},
	{"west", 'W'},
	{"n", 'N'},
	{"s", 'S'},
	{"e", 'E'},
	{"w", 'W'},
	{"degrees", 'd'},
	{"deg", 'd'},
	{"°", 'd'},
	{"º", 'd'},
	{"˚", 'd'},
	{"''", 's'},
	{"′′", 's'},
	{"’’", 's'},
	{"\"", 's'},
	{"″", 's'},
	{"”", 's'},
	{"“", 's'},
	{"'", 'm'},
	{"′", 'm'},
	{"’", 'm'},
	{"‘", 'm'},
	{"´", 'm'},
	{"`", 'm'},
	{",", ','},
	{";", ','},
	{"/", ','},
}

// coordinateTokens breaks a text up, false when something else stands in it.
func coordinateTokens(s string) ([]coordinateToken, bool) {
	s = strings.ToLower(strings.ReplaceAll(s, "−", "-"))
	decimalComma := commaIsPoint(s)
	var out []coordinateToken
next:
	for len(s) > 0 {
		switch c := s[0]; {
		case c == ' ' || c == '\t' || c == ':' || c == '=':
			s = s[1:]
			continue
		case digit(c) || (c == '-' || c == '+') && len(s) > 1 && digit(s[1]):
			n := 1
			for n < len(s) && (digit(s[n]) || s[n] == '.' || decimalComma && s[n] == ',' && n+1 < len(s) && digit(s[n+1])) {
				n++
			}
			text := strings.ReplaceAll(s[:n], ",", ".")
			whole, _, point := strings.Cut(strings.TrimLeft(text, "+-"), ".")
			v, err := strconv.ParseFloat(text, 64)
			if err != nil || len(whole) > 3 {
				return nil, false
			}
			out = append(out, coordinateToken{value: max(v, -v), negative: c == '-', point: point})
			s = s[n:]
			continue
		}
		for _, w := range coordinateWords {
			if strings.HasPrefix(s, w.word) {
				out = append(out, coordinateToken{sign: w.sign})
				s = s[len(w.word):]
				continue next
			}
		}
		if r, size := utf8.DecodeRuneInString(s); unicode.IsSpace(r) {
			s = s[size:]
			continue
		}
		return nil, false
	}
	return out, true
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// commaIsPoint tells whether the commas of a text are decimal ones: both numbers have one and
// something else parts them.
func commaIsPoint(s string) bool {
	n := 0
	for i := 1; i+1 < len(s); i++ {
		if s[i] == ',' && digit(s[i-1]) && digit(s[i+1]) {
			n++
		}
	}
	return n == 2 && !strings.Contains(s, ".")
}

// halves parts the tokens of two angles.
func halves(t []coordinateToken) (first, second []coordinateToken, ok bool) {
	var commas, letters, degrees, numbers []int
	for i := range t {
		switch t[i].sign {
		case 0:
			numbers = append(numbers, i)
		case ',':
			commas = append(commas, i)
		case 'N', 'S', 'E', 'W', 'x', 'y':
			letters = append(letters, i)
		case 'd':
			degrees = append(degrees, i)
		}
	}
	switch {
	case len(numbers) < 2 || len(commas) > 1:
		return nil, nil, false
	case len(commas) == 1:
		return t[:commas[0]], t[commas[0]+1:], true
	case len(letters) == 2 && letters[0] == 0:
		return t[:letters[1]], t[letters[1]:], true
	case len(letters) == 2 && letters[1] == len(t)-1:
		return t[:letters[0]+1], t[letters[0]+1:], true
	case len(degrees) == 2 && degrees[1] > 0:
		at := degrees[1] - 1
		return t[:at], t[at:], true
	case len(numbers) == 2:
		return t[:numbers[1]], t[numbers[1]:], true
	}
	return nil, nil, false
}

// angle is half of a pair of coordinates.
type angle struct {
	degrees float64
	axis    rune // 'y' for a latitude, 'x' for a longitude, 0 where nothing tells
	parts   int  // numbers: degrees, minutes, seconds
	marked  bool // with the mark of degrees
	point   bool // with decimals
	signed  bool // below zero by a sign
}

// readAngle reads degrees with minutes and seconds, and a letter or sign for the hemisphere.
func readAngle(t []coordinateToken) (a angle, ok bool) {
	const units = "dms"
	negative, letter := false, rune(0)
	for i, k := range t {
		switch k.sign {
		case 'N', 'S', 'E', 'W':
			if letter != 0 || i != 0 && i != len(t)-1 && t[i-1].sign != 'x' && t[i-1].sign != 'y' {
				return a, false
			}
			letter = k.sign
			axis := 'y'
			if letter == 'E' || letter == 'W' {
				axis = 'x'
			}
			if a.axis != 0 && a.axis != axis {
				return a, false
			}
			a.axis = axis
		case 'x', 'y':
			if a.axis != 0 || i != 0 && i != len(t)-1 {
				return a, false
			}
			a.axis = k.sign
		case 0:
			if a.parts == 3 || a.point || a.parts > 0 && (k.negative || k.value >= 60) {
				return a, false
			}
			negative = negative || k.negative
			a.signed = negative
			a.degrees += k.value / [...]float64{1, 60, 3600}[a.parts]
			a.point = k.point
			a.parts++
		default:
			if a.parts == 0 || rune(units[a.parts-1]) != k.sign || t[i-1].sign != 0 {
				return a, false
			}
			a.marked = a.marked || k.sign == 'd'
		}
	}
	if negative || letter == 'S' || letter == 'W' {
		a.degrees = -a.degrees
	}
	if negative && (letter == 'N' || letter == 'E') {
		return a, false
	}
	return a, a.parts > 0
}
