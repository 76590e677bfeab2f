package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// greek are the Latin letters for those of Greek as signs and passports there have them (ELOT 743); letters of the table
// for all scripts stand for the sound that they had in antiquity, and nobody writes Thessalonike today.
var greek = map[rune]string{
	'α': "a", 'β': "v", 'γ': "g", 'δ': "d", 'ε': "e", 'ζ': "z", 'η': "i", 'θ': "th", 'ι': "i", 'κ': "k", 'λ': "l", 'μ': "m", 'ν': "n", 'ξ': "x", 'ο': "o", 'π': "p",
	'ρ': "r", 'σ': "s", 'ς': "s", 'τ': "t", 'υ': "y", 'φ': "f", 'χ': "ch", 'ψ': "ps", 'ω': "o",
}

// greekPairs are two letters that are written otherwise than each alone.
var greekPairs = map[[2]rune]string{{'ο', 'υ'}: "ou", {'γ', 'γ'}: "ng", {'γ', 'ξ'}: "nx", {'γ', 'χ'}: "nch"}

// foldGreek appends a word in Greek letters, case folded, in Latin ones; false where it has others, which the table knows.
func foldGreek(dst []byte, word string) ([]byte, bool) {
	if r, _ := utf8.DecodeRuneInString(word); !unicode.Is(unicode.Greek, r) {
		return dst, false
	}
	var letters []rune
	for _, r := range norm.NFD.String(word) {
		switch {
		case greek[r] != "":
			letters = append(letters, r)
		case r == '\u0308' && len(letters) > 0: // a diaeresis: the letter sounds alone
			letters = append(letters, r)
		case !unicode.IsMark(r):
			return dst, false
		}
	}
	for i := 0; i < len(letters); i++ {
		r := letters[i]
		next := rune(0)
		if i+1 < len(letters) && !(i+2 < len(letters) && letters[i+2] == '\u0308') {
			next = letters[i+1]
		}
		switch pair := greekPairs[[2]rune{r, next}]; {
		case r == '\u0308':
		case pair != "":
			dst = append(dst, pair...)
			i++
		case i == 0 && r == 'μ' && next == 'π':
			dst = append(dst, 'b')
			i++
		case next == 'υ' && (r == 'α' || r == 'ε' || r == 'η'):
			dst = append(append(dst, greek[r]...), 'v')
			if i+2 == len(letters) || strings.ContainsRune("θκξπστφχψς", letters[i+2]) {
				dst[len(dst)-1] = 'f'
			}
			i++
		default:
			dst = append(dst, greek[r]...)
		}
	}
	return dst, true
}

// soundsAlike are what the letters of a word that comes from another script may stand for in Latin names: the scripts
// have fewer letters for some sounds and more for others.
var soundsAlike = []struct {
	letters string
	others  []string
}{
	{"gou", []string{"w", "gu"}},
	{"sch", []string{"sh", "sch"}},
	{"ch", []string{"h", "kh", "ch"}},
	{"kh", []string{"h", "ch", "kh"}},
	{"ou", []string{"u", "ou", "oo", "w"}},
	{"nt", []string{"d", "nt", "nd"}},
	{"mp", []string{"b", "mp", "mb"}},
	{"gk", []string{"g", "nk", "ng"}},
	{"tz", []string{"j", "tz", "g"}},
	{"ts", []string{"ts", "ch", "z", "c"}},
	{"th", []string{"th", "t"}},
	{"ks", []string{"x", "ks", "cks"}},
	{"yu", []string{"u", "yu", "ju"}},
	{"ya", []string{"ya", "ia", "ja"}},
	{"ai", []string{"ai", "e", "ae"}},
	{"ei", []string{"ei", "i"}},
	{"oi", []string{"oi", "oe"}},
	{"zh", []string{"zh", "j", "g"}},
	{"ll", []string{"ll", "l"}},
	{"dz", []string{"j", "dz"}},
	{"v", []string{"v", "w", "b"}},
	{"b", []string{"b", "v"}},
	{"k", []string{"k", "c", "ck", "q"}},
	{"f", []string{"f", "ph", "v"}},
	{"i", []string{"i", "y", "e", "ee"}},
	{"y", []string{"y", "u", "i"}},
	{"u", []string{"u", "oo"}},
	{"s", []string{"s", "ss", "c", "sh"}},
	{"x", []string{"x", "ks", "cks"}},
	{"l", []string{"l", "ll"}},
	{"t", []string{"t", "tt"}},
	{"n", []string{"n", "nn"}},
	{"e", []string{"e", "ea"}},
	{"r", []string{"r", "rr"}},
	{"g", []string{"g", "h"}},
	{"z", []string{"z", "s"}},
}

// maxAlike bounds the spellings of one word.
const maxAlike = 400

// SoundsAlike calls visit with other Latin spellings of a folded word that is not written in Latin letters: "ntelagouer",
// as Greek has it, gives delawer, delaguer and more. The likelier a letter, the earlier.
func SoundsAlike(word string, visit func(string)) {
	spellings := []string{""}
	for i := 0; i < len(word); {
		options, size := []string{word[i : i+1]}, 1
		for _, s := range soundsAlike {
			if strings.HasPrefix(word[i:], s.letters) {
				options, size = s.others, len(s.letters)
				break
			}
		}
		next := make([]string, 0, len(spellings)*len(options))
		for k := range options { // likelier ones stay where there are too many
			for _, head := range spellings {
				if len(next) < maxAlike {
					next = append(next, head+options[k])
				}
			}
		}
		spellings, i = next, i+size
	}
	for _, s := range spellings {
		if s != word {
			visit(s)
		}
	}
}
