package index

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// editDistance is the oracle: optimal string alignment by the full table.
func editDistance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

func TestEditAutomaton(t *testing.T) {
	letters := rapid.StringMatching(`[abc]{0,9}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := letters.Draw(t, "a"), letters.Draw(t, "b")
		most := rapid.IntRange(1, MaxEdits).Draw(t, "most")
		auto := &editAutomaton{word: a, most: most, left: 1000}
		want := min(editDistance(a, b), most+1)
		if got := auto.distance([]byte(b)); got != want {
			t.Fatalf("distance of %q and %q up to %d: got %d, want %d", a, b, most, got, want)
		}
	})
}

// dictionary opens an index of nothing but words.
func dictionary(t testing.TB, words []string) *Index {
	book := newNameBook()
	for i, w := range words {
		book.add(w, Doc(i), false, 10)
	}
	return writeNames(t, book)
}

func TestFuzzy(t *testing.T) {
	words := rapid.SliceOfNDistinct(rapid.StringMatching(`[abcd]{1,7}`), 1, 60, rapid.ID[string])
	rapid.Check(t, func(rt *rapid.T) {
		list := words.Draw(rt, "words")
		word := rapid.StringMatching(`[abcd]{1,8}`).Draw(rt, "word")
		edits := rapid.IntRange(1, MaxEdits).Draw(rt, "edits")
		first := ""
		if rapid.Bool().Draw(rt, "first letter right") {
			first = word[:1]
		}
		var want []string
		slices.Sort(list)
		for _, w := range list {
			if editDistance(word, w) <= edits && (first == "" || w[:1] == first) {
				want = append(want, w)
			}
		}
		x := dictionary(t, list)
		var got []string
		x.Fuzzy(word, first, edits, func(term Term, found []byte, n int) bool {
			got = append(got, string(found))
			if list[term] != string(found) || editDistance(word, string(found)) != n {
				rt.Fatalf("term %d, %q at %d edits of %q", term, found, n, word)
			}
			return true
		})
		if !slices.Equal(got, want) {
			rt.Fatalf("words within %d edits of %q, beginning with %q: got %v, want %v", edits, word, first, got, want)
		}
	})
}

func TestFuzzyStops(t *testing.T) {
	x := dictionary(t, []string{"aaaa", "aaab", "aaac"})
	n := 0
	x.Fuzzy("aaaa", "", 1, func(Term, []byte, int) bool { n++; return false })
	if n != 1 {
		t.Errorf("visited %d words after being told to stop, want 1", n)
	}
}
