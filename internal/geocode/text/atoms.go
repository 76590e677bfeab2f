package text

import (
	"unicode"
	"unicode/utf8"
)

// Limits of one text. What lies beyond them is not read.
const (
	MaxBytes    = 1024 // bytes of a text
	MaxAtoms    = 32   // atoms of a text
	MaxAtomSize = 64   // bytes of one folded atom
)

// Atom is one word, number or sign of a text.
type Atom struct {
	// Text is the folded form: lower-case Latin letters and digits wherever transliteration knows
	// them, "&" for an and sign. House numbers may hold "-" and "/", as in "803-811" or "7/212".
	Text string
	// From and To delimit the bytes of the text that the atom was read from.
	From, To int
	Comma    bool // a comma, semicolon, bracket or line break stands before it
	Close    bool // only a hyphen, slash or apostrophe stands between it and the atom before
	Dot      bool // a full stop follows: it may be an abbreviation
	Hash     bool // a number sign stands before it
	Foreign  bool // it is written in other letters than Latin ones, and transliterated
	Stroke   bool // a slash, an at sign or a dash between spaces stands before it, as between streets that cross
}

// Number tells whether the atom begins with a digit.
func (a Atom) Number() bool { return len(a.Text) > 0 && digit(a.Text[0]) }

// Ordinal tells whether the atom is an English ordinal such as "10th", which names streets and floors and
// is never the number of a house: "100 West 10th Street" is not number 10 on Route 100.
func (a Atom) Ordinal() bool {
	n := len(a.Text)
	if n < 3 || !digit(a.Text[n-3]) {
		return false
	}
	switch a.Text[n-2:] {
	case "st", "nd", "rd", "th":
		return true
	}
	return false
}

// Split breaks a text into atoms and appends them to dst. It reads at most MaxBytes bytes and
// returns at most MaxAtoms atoms.
func Split(dst []Atom, s string) []Atom {
	if len(s) > MaxBytes {
		s = s[:MaxBytes]
		for len(s) > 0 && !utf8.ValidString(s[max(0, len(s)-utf8.UTFMax):]) && !utf8.RuneStart(s[len(s)-1]) {
			s = s[:len(s)-1]
		}
	}
	sc := splitter{s: s, atoms: dst, start: len(dst)}
	sc.run()
	return sc.atoms
}

type splitter struct {
	s           string
	pos         int
	atoms       []Atom
	start       int
	comma, hash bool // what stood since the last atom
	stroke      bool
	gap         bool // something else than a joining sign did
	buf         []byte
}

func (sc *splitter) run() {
	sc.gap = true
	for sc.pos < len(sc.s) && len(sc.atoms)-sc.start < MaxAtoms {
		r, size := sc.rune(sc.pos)
		switch {
		case wordRune(r):
			sc.word()
			continue
		case r == '&' || r == '+':
			sc.emit("&", sc.pos, sc.pos+size)
		case r == '#':
			sc.hash, sc.gap = true, true
		case r == '@':
			sc.stroke, sc.gap = true, true
		case r == '.':
			if n := len(sc.atoms); n > sc.start && sc.atoms[n-1].To == sc.pos {
				sc.atoms[n-1].Dot = true
			}
			sc.gap = true
		case r == ',' || r == ';' || r == '\n' || r == '(' || r == ')' || r == '，' || r == '、' || r == '،':
			sc.comma, sc.gap = true, true
		case r == '/' && sc.spaced(size):
			sc.emit("&", sc.pos, sc.pos+size) // "Saxgass / Landstrasse"
		case dash(r) || r == '/':
			sc.stroke = sc.stroke || r == '/' || sc.spaced(size)
			// Joins, unless there is a space too.
		case apostrophe(r):
		default:
			sc.gap = true
		}
		sc.pos += size
	}
}

// word reads a run of letters, digits and marks, with apostrophes inside, or a house number.
func (sc *splitter) word() {
	from := sc.pos
	if end := houseNumberEnd(sc.s, from); end > from {
		sc.pos = end
		sc.emit(foldNumber(sc.s[from:end]), from, end)
		return
	}
	for sc.pos < len(sc.s) {
		r, size := sc.rune(sc.pos)
		if apostrophe(r) {
			next, _ := sc.rune(sc.pos + size)
			if !wordRune(next) {
				break
			}
			if elided(sc.s[from:sc.pos]) {
				break // l'Annonciade: two words
			}
		} else if r == ':' && sc.pos-from <= 2 && utf8.RuneCountInString(sc.s[from:sc.pos]) == 1 {
			if next, _ := sc.rune(sc.pos + size); !unicode.IsLetter(next) {
				break // "S:t" is one word
			}
		} else if !wordRune(r) {
			break
		}
		sc.pos += size
	}
	sc.buf = Fold(sc.buf[:0], sc.s[from:sc.pos])
	// Transliteration may turn one run into several words.
	for i := 0; i < len(sc.buf) && len(sc.atoms)-sc.start < MaxAtoms; {
		j := i
		for j < len(sc.buf) && sc.buf[j] != ' ' {
			j++
		}
		if j > i {
			sc.emit(string(sc.buf[i:min(j, i+MaxAtomSize)]), from, sc.pos)
			sc.atoms[len(sc.atoms)-1].Foreign = foreign(sc.s[from:])
		}
		i = j + 1
	}
}

// foreign tells whether a word begins with a letter that is not Latin but was read as such.
func foreign(word string) bool {
	if word[0] < utf8.RuneSelf {
		return false
	}
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
}

func (sc *splitter) emit(text string, from, to int) {
	sc.atoms = append(sc.atoms, Atom{
		Text: text, From: from, To: to,
		Comma: sc.comma && len(sc.atoms) > sc.start, Close: !sc.gap, Hash: sc.hash, Stroke: sc.stroke && len(sc.atoms) > sc.start,
	})
	sc.comma, sc.hash, sc.gap, sc.stroke = false, false, false, false
}

// spaced tells whether there are spaces before and behind the sign of some bytes that comes next.
func (sc *splitter) spaced(size int) bool {
	return sc.pos > 0 && sc.s[sc.pos-1] == ' ' && sc.pos+size < len(sc.s) && sc.s[sc.pos+size] == ' '
}

func (sc *splitter) rune(at int) (rune, int) {
	if at >= len(sc.s) {
		return utf8.RuneError, 0
	}
	if c := sc.s[at]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(sc.s[at:])
}

// houseNumberEnd returns the end of a number that is written with a dash or slash inside, as in
// "803-811", "119 - 121", "7/212" or "12a/3", and from when there is none.
func houseNumberEnd(s string, from int) int {
	end := numberRun(s, from)
	if end == from {
		return from
	}
	joined := from
	for {
		i := end
		for i < len(s) && s[i] == ' ' && i-end < 2 {
			i++
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !dash(r) && r != '/' && r != '⁄' {
			return joined
		}
		j := i + size
		for j < len(s) && s[j] == ' ' && j-i-size < 2 {
			j++
		}
		// Spaces must stand on both sides or on none: "5 -7" is too odd to read as one.
		if (i > end) != (j > i+size) {
			return joined
		}
		next := numberRun(s, j)
		if next == j {
			return joined
		}
		end, joined = next, next
	}
}

// numberRun returns the end of digits with at most two ASCII letters behind them that stand alone,
// and from when there are none.
func numberRun(s string, from int) int {
	i := from
	for i < len(s) && digit(s[i]) {
		i++
	}
	if i == from || i-from > 9 {
		return from
	}
	for n := 0; n < 2 && i < len(s) && letter(s[i]); n++ {
		i++
	}
	if r, _ := utf8.DecodeRuneInString(s[i:]); i < len(s) && wordRune(r) {
		return from
	}
	return i
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return r != utf8.RuneError && !apostrophe(r) && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

func dash(r rune) bool { return r == '-' || '‐' <= r && r <= '―' || r == '−' }

func apostrophe(r rune) bool {
	switch r {
	case '\'', '’', '‘', '`', '´', 'ʼ', 'ʻ', '′', '＇':
		return true
	}
	return false
}

func digit(c byte) bool  { return '0' <= c && c <= '9' }
func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// elided tells whether a word before an apostrophe is a shortened article or preposition, so that
// the apostrophe parts two words.
func elided(word string) bool {
	switch string(Fold(nil, word)) {
	case "l", "d", "j", "m", "n", "t", "qu", "dell", "all", "dall", "nell", "sull", "sant", "un":
		return true
	}
	return false
}
