package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// show writes atoms with their marks: "," a comma before, "~" joined to the one before, "." a full
// stop behind, "#" a number sign before.
func show(atoms []Atom) string {
	var out []string
	for _, a := range atoms {
		s := a.Text
		for _, m := range []struct {
			is   bool
			mark string
		}{{a.Comma, ","}, {a.Close, "~"}, {a.Dot, "."}, {a.Hash, "#"}, {a.Stroke, "|"}} {
			if m.is {
				s += m.mark
			}
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestSplit(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"only signs", " ,;-–!?’ ", ""},
		{"address", "815 Colorado Drive, Newark, DE 19713", "815 colorado drive newark, de, 19713"},
		{"line breaks", "12 High St\nDover", "12 high st dover,"},
		{"abbreviations", "H.C. Ørsteds Vej", "h. c. orsteds vej"},
		{"apostrophe of possession", "Hawk's Nest", "hawks nest"},
		{"other apostrophes", "O’Neill Nukuʻalofa", "oneill nukualofa"},
		{"elision", "Avenue de l'Annonciade", "avenue de l annonciade~"},
		{"elision in Italian", "via Sant'Ulderico", "via sant ulderico~"},
		{"hyphen", "Middletown-Warwick Road", "middletown warwick~ road"},
		{"sharp s", "WEIẞDORNWEG Straße", "weissdornweg strasse"},
		{"decomposed letters", "Mühlenörter", "muhlenorter"},
		{"full width", "Ｍａｉｎ", "main"},
		{"range", "803-811 West 4th", "803-811 west 4th"},
		{"range with spaces and an en dash", "20 – 28 Kirschgarten", "20-28 kirschgarten"},
		{"unit and house", "7/212 Wattlebird", "7/212 wattlebird"},
		{"two numbers of a house", "Vrbová 123/45", "vrbova 123/45"},
		{"letters on numbers", "12a-14b Foo", "12a-14b foo"},
		{"a dash with a space on one side only", "5 -7", "5 7"},
		{"number and word", "7-Eleven", "7 eleven~"},
		{"road number", "I-95", "i 95~"},
		{"number sign", "5 Main St #2B", "5 main st 2b#"},
		{"and sign", "King & 4th", "king & 4th"},
		{"slash between streets", "Saxgass / Landstrasse", "saxgass & landstrasse"},
		{"slash without spaces", "Saxgass/Landstrasse", "saxgass landstrasse~|"},
		{"dash between streets", "Simonkatu - Yrjönkatu", "simonkatu yrjonkatu|"},
		{"at sign between streets", "King St @ 4th", "king st 4th|"},
		{"colon in a word", "S:t Larsgatan", "st larsgatan"},
		{"colon between words", "nr:5 A: b", "nr 5 a b"},
		{"numero sign", "Hellasvej № 4", "hellasvej 4"},
		{"brackets", "Frederiksberg (Metro)", "frederiksberg metro,"},
		{"Cyrillic", "Тула", "tula"},
		{"Chinese", "北京市", "bei jing~ shi~"},
		{"Arabic", "ديلاوير", "dylwyr"},
		{"emoji", "🍕 Pizza 🍕", "pizza"},
		{"control characters", "a\x00b\x1bc", "a b c"},
		{"an apostrophe that counts as a letter", "ʻ Cʻ ʻx", "c x"},
		{"invalid UTF-8", "ab\xffcd \xc3", "ab cd"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := show(Split(nil, tc.in)); got != tc.want {
				t.Errorf("Split(%q) = %q, want %q", tc.in, got, tc.want)
			}
		})
	}
}

func TestSplitLimits(t *testing.T) {
	if got := len(Split(nil, strings.Repeat("word ", 10_000))); got != MaxAtoms {
		t.Errorf("got %d atoms, want %d", got, MaxAtoms)
	}
	atoms := Split(nil, strings.Repeat("x", 100_000))
	if len(atoms) != 1 || len(atoms[0].Text) != MaxAtomSize {
		t.Errorf("got %d atoms, the first of %d bytes, want one of %d", len(atoms), len(atoms[0].Text), MaxAtomSize)
	}
	if got := Split(make([]Atom, 3), "a b"); len(got) != 5 {
		t.Errorf("appended to 3 atoms: got %d, want 5", len(got))
	}
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{"", "815 Colorado Drive, Newark", "7/212 - 3 – 4", "l'Annonciade", "北京 ẞ ½", "\xff\xfe", "a'b'c", "#", "1-2-3-4-5", "12345678901"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		atoms := Split(nil, s)
		if len(atoms) > MaxAtoms {
			t.Fatalf("%d atoms", len(atoms))
		}
		last := 0
		var folded []string
		for _, a := range atoms {
			if a.Text == "" || len(a.Text) > MaxAtomSize {
				t.Fatalf("atom %q", a.Text)
			}
			if a.From < last && a.From != last || a.To <= a.From || a.To > len(s) {
				t.Fatalf("atom %q lies at %d to %d of %d, behind %d", a.Text, a.From, a.To, len(s), last)
			}
			last = a.From
			folded = append(folded, a.Text)
		}
		// What is folded stays as it is.
		again := Split(nil, strings.Join(folded, " "))
		if len(s) < MaxBytes/4 && utf8.ValidString(s) && len(again) < MaxAtoms {
			for i, a := range again {
				if i < len(folded) && isPlain(folded[i]) && a.Text != folded[i] {
					t.Fatalf("%q folded to %q, then to %q", s, folded, show(again))
				}
				if !isPlain(folded[min(i, len(folded)-1)]) {
					break
				}
			}
		}
	})
}

// isPlain tells whether an atom is one run of letters and digits.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if !letter(s[i]) && !digit(s[i]) {
			return false
		}
	}
	return true
}

func TestDigraphs(t *testing.T) {
	for _, tc := range []struct {
		in, want string
		ok       bool
	}{
		{"København", "Koebenhavn", true},
		{"Älvsborg Ångström Übersee Östra", "aelvsborg aangstroem uebersee oestra", true},
		{"Mu\u0308hle", "Muehle", true},
		{"Straße", "Straße", false},
		{"Main Street", "Main Street", false},
	} {
		if got, ok := Digraphs(tc.in); !strings.EqualFold(got, tc.want) || ok != tc.ok {
			t.Errorf("Digraphs(%q) = %q, %v, want %q, %v", tc.in, got, ok, tc.want, tc.ok)
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	var atoms []Atom
	b.ReportAllocs()
	for b.Loop() {
		atoms = Split(atoms[:0], "815 Colorado Drive, Newark, DE 19713")
	}
}

func TestOrdinal(t *testing.T) {
	for text, want := range map[string]bool{"1st": true, "22nd": true, "3rd": true, "110th": true, "th": false, "10": false, "10a": false, "10bis": false, "st": false, "": false} {
		if got := (Atom{Text: text}).Ordinal(); got != want {
			t.Errorf("%q: got %t", text, got)
		}
	}
}
