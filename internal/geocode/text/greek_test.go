package text

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestFoldGreek(t *testing.T) {
	for word, want := range map[string]string{
		"Θεσσαλονίκη": "thessaloniki", "Αθήνα": "athina", "Σύνταγμα": "syntagma", "Ευαγγελισμός": "evangelismos", "Ναύπλιο": "nafplio", "Πατησίων": "patision", "Μπενάκη": "benaki", "Ολύμπου": "olympou",
		"Ηρώδου": "irodou", "Χαλάνδρι": "chalandri", "ΨΥΧΙΚΟ": "psychiko", "Εύβοια": "evvoia", "Μάιος": "maios", "προϋπολογισμός": "proypologismos", "Γκάζι": "gkazi", "αϋπνία": "aypnia",
	} {
		if got := string(Fold(nil, word)); got != want {
			t.Errorf("%s: got %s, want %s", word, got, want)
		}
	}
}

func TestSoundsAlike(t *testing.T) {
	for word, want := range map[string]string{
		"Γουίλμινγκτον": "wilmington", "Ντόβερ": "dover", "Τίβολι": "tivoli", "Καζίνο": "casino", "Νορρεμπρο": "norrebro", "Харрингтон": "harrington",
	} {
		folded := string(Fold(nil, word))
		found := folded == want
		SoundsAlike(folded, func(s string) { found = found || s == want })
		if !found {
			t.Errorf("%s, read as %s, does not give %s", word, folded, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z]{0,64}`).Draw(t, "word")
		n := 0
		SoundsAlike(word, func(s string) {
			if n++; s == word {
				t.Fatalf("%q gives itself", word)
			}
		})
		if n > maxAlike {
			t.Fatalf("%q gives %d words", word, n)
		}
	})
}

func TestForeignAtoms(t *testing.T) {
	var foreign []string
	for _, a := range Split(nil, "Ντόβερ, Główna 5 Straße Довер улица Éire 12") {
		if a.Foreign {
			foreign = append(foreign, a.Text)
		}
	}
	if want := []string{"ntover", "dover", "ulitsa"}; !slices.Equal(foreign, want) {
		t.Errorf("got %q, want %q", foreign, want)
	}
}
