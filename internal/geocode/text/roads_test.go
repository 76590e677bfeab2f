package text

import (
	"slices"
	"strings"
	"testing"
)

// Every name of a system of roads is read as a whole, though another one may begin it.
func TestRoadSystems(t *testing.T) {
	for words, want := range roads().letters {
		atoms := Split(nil, words+" 12")
		n, letters := RoadSystems(atoms)
		if n != len(atoms)-1 || !slices.Equal(letters, want) {
			t.Errorf("%q: %d atoms, letters %q, want %d, %q", words, n, letters, len(atoms)-1, want)
		}
		if len(strings.Fields(words)) > maxRoadWords {
			t.Errorf("%q has more than %d words", words, maxRoadWords)
		}
	}
	for _, s := range []string{"", "12", "Main Street 12", "state of Delaware"} {
		if n, _ := RoadSystems(Split(nil, s)); n != 0 {
			t.Errorf("%q: %d atoms name a system of roads", s, n)
		}
	}
}
