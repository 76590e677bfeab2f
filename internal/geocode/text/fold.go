package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode/table"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold appends the plain form of a word to dst: compatibility forms composed (NFKC), case folded,
// transliterated to lower-case ASCII letters and digits, everything else dropped. Scripts that are
// read syllable by syllable give several words with a space between them. Letters that no table
// knows stay as they are, case folded.
func Fold(dst []byte, word string) []byte {
	ascii := true
	for i := 0; i < len(word); i++ {
		if word[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return appendLower(dst, word)
	}
	word = cases.Fold().String(norm.NFKC.String(word))
	if out, ok := foldGreek(dst, word); ok {
		return out
	}
	start := len(dst)
	for _, r := range word {
		if r < utf8.RuneSelf {
			dst = appendLower(dst, string(r))
			continue
		}
		if apostrophe(r) {
			continue
		}
		plain, known := transliterate(r)
		switch {
		case known:
			for i := 0; i < len(plain); i++ {
				if plain[i] == ' ' && len(dst) > start && dst[len(dst)-1] != ' ' {
					dst = append(dst, ' ')
				}
				dst = appendLower(dst, plain[i:i+1])
			}
		case wordRune(r):
			dst = utf8.AppendRune(dst, r)
		}
	}
	if len(dst) == start { // letters that have no sound of their own
		dst = append(dst, word...)
	}
	return dst
}

// Digraphs returns a text with the letters that are also written with two, in the way of those who
// lack them on their keyboard (ä ae, ö and ø oe, ü ue, å aa), and false when it has none.
func Digraphs(s string) (string, bool) {
	found := false
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			found = true
			break
		}
	}
	if !found {
		return s, false
	}
	found = false
	var out []byte
	for _, r := range norm.NFC.String(s) {
		two := ""
		switch r {
		case 'ä', 'Ä':
			two = "ae"
		case 'ö', 'Ö', 'ø', 'Ø':
			two = "oe"
		case 'ü', 'Ü':
			two = "ue"
		case 'å', 'Å':
			two = "aa"
		}
		if two == "" {
			out = utf8.AppendRune(out, r)
			continue
		}
		found = true
		out = append(out, two...)
	}
	return string(out), found
}

// transliterate returns the ASCII spelling of a letter, which may be empty, and false when no table
// has it.
func transliterate(r rune) (string, bool) {
	if r > 0xeffff {
		return "", unicode.IsMark(r)
	}
	section := table.Tables[r>>8]
	if i := int(r & 0xff); i < len(section) && section[i] != "[?]" {
		return section[i], true
	}
	return "", unicode.IsMark(r)
}

// appendLower appends the letters and digits of an ASCII string in lower case.
func appendLower(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'A' <= c && c <= 'Z':
			dst = append(dst, c+'a'-'A')
		case 'a' <= c && c <= 'z' || digit(c):
			dst = append(dst, c)
		}
	}
	return dst
}
