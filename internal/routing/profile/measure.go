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

// metres reads a length: metres, or with a unit m, cm, km, ft, in, or feet and inches as 7'6" or 7 ft 6 in.
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
	case "in", "inch", "inches", `"`, "''":
		return v * metresPerInch, true
	}
	feet := v * metresPerFoot
	for _, unit := range [...]string{"'", "feet", "foot", "ft"} {
		if inches, ok := strings.CutPrefix(rest, unit); ok {
			rest = strings.TrimLeft(inches, ". ")
			break
		}
		if unit == "ft" {
			return 0, false
		}
	}
	if rest == "" {
		return feet, true
	}
	inches, rest, ok := number(rest)
	if !ok {
		return 0, false
	}
	switch rest {
	case "", `"`, "in", "in.", "inch", "inches", "''":
		return feet + inches*metresPerInch, true
	}
	return 0, false
}

// tonnes reads a weight: metric tonnes, or with a unit t, kg, lbs, st (short tons), lt (long tons).
// "tons" is what signs in the United States say and means short ones.
func tonnes(value string) (float64, bool) {
	if strings.HasSuffix(value, "lbs") || strings.HasSuffix(value, "lb") || strings.HasSuffix(value, "kg") {
		value = withoutThousands(value)
	}
	v, rest, ok := number(value)
	if !ok {
		return 0, false
	}
	switch rest {
	case "", "t", "tonnes", "tonne":
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

// withoutThousands drops the first comma of a number that three digits follow: 12,000 lbs is no decimal
// fraction.
func withoutThousands(value string) string {
	before, after, ok := strings.Cut(value, ",")
	if !ok || len(after) < 3 {
		return value
	}
	for i := range 3 {
		if after[i] < '0' || after[i] > '9' {
			return value
		}
	}
	return before + after
}
