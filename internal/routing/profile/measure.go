package profile

import (
	"strconv"
	"strings"
)

// number reads the decimal number at the start of s and returns it with what follows, trimmed.
// A comma counts as a decimal point.
func number(s string) (value float64, rest string, ok bool) {
	s = strings.TrimSpace(s)
	n, points := 0, 0
	for n < len(s) && n < 16 && (s[n] >= '0' && s[n] <= '9' || (s[n] == '.' || s[n] == ',') && points == 0) {
		if s[n] == '.' || s[n] == ',' {
			points++
		}
		n++
	}
	if n == points {
		return 0, "", false
	}
	text := s[:n]
	if i := strings.IndexByte(text, ','); i >= 0 {
		text = text[:i] + "." + text[i+1:]
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, "", false
	}
	return value, strings.TrimSpace(s[n:]), true
}

const (
	metresPerFoot = 0.3048
	metresPerInch = 0.0254
)

// metres reads a length: metres, or with a unit m, cm, km, ft, in, or feet and inches as 7'6".
// It returns false for words such as "default" and "unsigned", which set no limit.
func metres(value string) (float64, bool) {
	v, rest, ok := number(value)
	if !ok {
		return 0, false
	}
	switch rest {
	case "", "m", "meter", "metre", "meters", "metres":
		return v, true
	case "cm":
		return v / 100, true
	case "km":
		return v * 1000, true
	case "ft", "feet", "foot":
		return v * metresPerFoot, true
	case "in", "inch", "inches", `"`:
		return v * metresPerInch, true
	}
	if rest[0] != '\'' {
		return 0, false
	}
	feet := v * metresPerFoot
	rest = strings.TrimSpace(rest[1:])
	if rest == "" {
		return feet, true
	}
	inches, rest, ok := number(rest)
	if !ok || rest != "" && rest != `"` && rest != "in" && rest != "''" {
		return 0, false
	}
	return feet + inches*metresPerInch, true
}

// tonnes reads a weight: metric tonnes, or with a unit t, kg, lbs, st (short tons), lt (long tons).
// "tons" is what signs in the United States say and means short ones.
func tonnes(value string) (float64, bool) {
	v, rest, ok := number(value)
	if !ok {
		return 0, false
	}
	switch rest {
	case "", "t", "tonnes":
		return v, true
	case "kg":
		return v / 1000, true
	case "lbs", "lb":
		return v * 0.45359237 / 1000, true
	case "st", "ton", "tons":
		return v * 0.90718474, true
	case "lt":
		return v * 1.0160469088, true
	}
	return 0, false
}
