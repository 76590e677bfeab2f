package profile

import (
	"strconv"
	"strings"
)

// maxDuration bounds tagged durations: a ferry that takes longer than 30 days is a typing error.
const maxDuration = 30 * 24 * 3600.0

// seconds reads the value of the duration key: "H:MM", "H:MM:SS", minutes alone ("25"), or an
// ISO 8601 duration such as "PT1H30M" or "P5D". It returns 0 for what is none of these.
func seconds(value string) float64 {
	value = strings.TrimSpace(value)
	var s float64
	if value != "" && (value[0] == 'P' || value[0] == 'p') {
		s = isoSeconds(value[1:])
	} else {
		s = clockSeconds(value)
	}
	if s > 0 && s <= maxDuration {
		return s
	}
	return 0
}

func clockSeconds(value string) float64 {
	hours, rest, colon := strings.Cut(value, ":")
	h, ok := digits(hours)
	if !ok {
		return 0
	}
	if !colon {
		return h * 60 // the value is minutes
	}
	minutes, secs, colon := strings.Cut(rest, ":")
	m, ok := digits(minutes)
	if !ok || m >= 60 {
		return 0
	}
	s := 0.0
	if colon {
		if s, ok = digits(secs); !ok || s >= 60 {
			return 0
		}
	}
	return h*3600 + m*60 + s
}

// isoSeconds reads what follows the P of an ISO 8601 duration. Years and months have no fixed
// length and are refused. Every unit comes at most once and in order.
func isoSeconds(s string) float64 {
	units, clock := "WD", false
	total, seen := 0.0, false
	for s != "" {
		if s[0] == 'T' || s[0] == 't' {
			if clock || len(s) == 1 {
				return 0
			}
			units, clock, s = "HMS", true, s[1:]
			continue
		}
		n := 0
		for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.' || s[n] == ',') {
			n++
		}
		if n == 0 || n == len(s) {
			return 0
		}
		value, err := strconv.ParseFloat(strings.Replace(s[:n], ",", ".", 1), 64)
		at := strings.IndexByte(units, s[n]&^0x20)
		if err != nil || at < 0 {
			return 0
		}
		switch units[at] {
		case 'W':
			value *= 7 * 86400
		case 'D':
			value *= 86400
		case 'H':
			value *= 3600
		case 'M':
			value *= 60
		}
		total += value
		seen = true
		units, s = units[at+1:], s[n+1:]
	}
	if !seen {
		return 0
	}
	return total
}

// digits reads a number of at most six plain digits.
func digits(s string) (float64, bool) {
	if s == "" || len(s) > 6 {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return float64(n), true
}
