package envelope

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName bounds a name from map data, in characters. OpenStreetMap allows 255.
const MaxName = 255

// Clean makes text of others fit to be shown: control characters, line breaks and invisible
// direction marks become single spaces or vanish, broken UTF-8 is dropped, and what is longer than
// limit characters is cut with an ellipsis.
func Clean(s string, limit int) string {
	if isClean(s, limit) {
		return s
	}
	var b strings.Builder
	space, n := false, 0
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			continue // an invalid byte
		case unicode.IsSpace(r) || r == '\u2028' || r == '\u2029':
			space = n > 0
			continue
		case hidden(r):
			continue
		}
		need := 1
		if space {
			need = 2
		}
		if n+need > limit {
			return ellipsis(b.String(), limit)
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
		n += need
	}
	return b.String()
}

// ellipsis ends s with an ellipsis within limit characters; s has at most limit.
func ellipsis(s string, limit int) string {
	runes := []rune(s)
	if len(runes) >= limit && limit > 0 {
		runes = runes[:limit-1]
	}
	return strings.TrimRight(string(runes), " ") + "…"
}

func isClean(s string, limit int) bool {
	if len(s) > limit || s != "" && (s[0] == ' ' || s[len(s)-1] == ' ') {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' || c == ' ' && s[i-1] == ' ' {
			return false
		}
	}
	return true
}

// hidden tells whether r shows nothing or changes the direction of what follows. The joiners
// U+200C and U+200D stay, since Persian and Indian scripts need them.
func hidden(r rune) bool {
	switch r {
	case '\u200c', '\u200d':
		return false
	}
	return unicode.Is(unicode.C, r)
}
