package text

import (
	"slices"
	"testing"
)

func TestEquivalents(t *testing.T) {
	for _, tc := range []struct {
		word     string
		has, not []string
	}{
		{"st", []string{"street", "saint", "sankt"}, []string{"st"}},
		{"street", []string{"st"}, []string{"saint"}},
		{"saint", []string{"st", "s"}, []string{"street"}},
		{"n", []string{"north"}, nil},
		{"avenue", []string{"ave", "av"}, nil},
		{"4th", []string{"fourth"}, nil},
		{"sw", []string{"swietego", "swietej", "southwest"}, nil},
		{"&", []string{"and", "und", "og"}, nil},
		{"colorado", nil, []string{"co"}},
	} {
		got := Equivalents(tc.word)
		for _, w := range tc.has {
			if !slices.Contains(got, w) {
				t.Errorf("Equivalents(%q) = %v lacks %q", tc.word, got, w)
			}
		}
		for _, w := range tc.not {
			if slices.Contains(got, w) {
				t.Errorf("Equivalents(%q) = %v holds %q", tc.word, got, w)
			}
		}
	}
}

// Every word of the data files folds to itself, or it could never match, and stands for something
// else than itself; what it stands for stands for it.
func TestAbbreviationData(t *testing.T) {
	tab := abbreviations()
	if len(tab.words) < 300 || len(tab.ends) < 20 {
		t.Fatalf("got %d words and %d endings, want the data of all languages", len(tab.words), len(tab.ends))
	}
	for _, forms := range []map[string][]string{tab.words, tab.ends} {
		for word, list := range forms {
			if atoms := Split(nil, word); len(atoms) != 1 || atoms[0].Text != word {
				t.Errorf("%q folds to %q", word, show(atoms))
			}
			if !slices.IsSorted(list) {
				t.Errorf("forms of %q are not sorted: %v", word, list)
			}
			for _, o := range list {
				if o == word || !slices.Contains(forms[o], word) {
					t.Errorf("%q stands for %q, but not the other way round", word, o)
				}
			}
		}
	}
}

func TestCompounds(t *testing.T) {
	for _, tc := range []struct {
		word   string
		dotted bool
		want   string
	}{
		{"hauptstr", false, "hauptstrasse"},
		{"hauptstrasse", false, "hauptstr"},
		{"fredrikink", true, "fredrikinkatu"},
		{"fredrikink", false, ""},
		{"vestergade", false, "vesterg"},
		{"strasse", false, ""}, // no compound
		{"austr", true, "austrasse"},
		{"austr", false, ""},
		{"birkenw", true, "birkenweg"},
		{"xyz", true, ""},
	} {
		var got []string
		Compounds(tc.word, tc.dotted, func(s string) { got = append(got, s) })
		if tc.want == "" && len(got) > 0 && !tc.dotted || tc.want != "" && !slices.Contains(got, tc.want) {
			t.Errorf("Compounds(%q, %v) = %v, want %q", tc.word, tc.dotted, got, tc.want)
		}
	}
}

func TestFamily(t *testing.T) {
	tab := abbreviations()
	for a, list := range tab.words {
		for _, b := range list {
			if Family(a) != Family(b) || !Equivalent(a, b) {
				t.Errorf("%q and %q are equivalent, but of families %q and %q", a, b, Family(a), Family(b))
			}
		}
	}
	if Family("colorado") != "colorado" || Equivalent("street", "saint") || !Equivalent("colorado", "colorado") {
		t.Error("a word without short forms is its own family; street is no saint")
	}
}

func TestUnitWord(t *testing.T) {
	for word, want := range map[string]bool{"apt": true, "lejl": true, "whg": true, "street": false, "": false} {
		if got := UnitWord(word); got != want {
			t.Errorf("UnitWord(%q) = %v, want %v", word, got, want)
		}
	}
}
