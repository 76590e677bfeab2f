package text

import (
	"embed"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed data/*.txt
var data embed.FS

// shortForms holds the abbreviations of all languages. It is filled once, at first use.
type shortForms struct {
	words    map[string][]string // a word or short form and all that it may stand for
	ends     map[string][]string // the same for endings of compounds
	sizes    []int               // lengths of the keys of ends, longest first
	families map[string]string   // see Family
}

var abbreviations = sync.OnceValue(func() *shortForms {
	words, ends := map[string]map[string]bool{}, map[string]map[string]bool{}
	files, _ := data.ReadDir("data")
	for _, f := range files {
		content, _ := data.ReadFile("data/" + f.Name())
		for line := range strings.Lines(string(content)) {
			full, short, ok := strings.Cut(strings.TrimSpace(line), ":")
			if !ok || strings.HasPrefix(full, "#") {
				continue
			}
			group, into := append(strings.Fields(short), full), words
			if strings.HasPrefix(full, "-") {
				into = ends
			}
			for _, a := range group {
				for _, b := range group {
					a, b := strings.TrimPrefix(a, "-"), strings.TrimPrefix(b, "-")
					if a == b {
						continue
					}
					if into[a] == nil {
						into[a] = map[string]bool{}
					}
					into[a][b] = true
				}
			}
		}
	}
	t := &shortForms{words: map[string][]string{}, ends: map[string][]string{}}
	for k, set := range words {
		t.words[k] = slices.Sorted(maps.Keys(set))
	}
	sizes := map[int]bool{}
	for k, set := range ends {
		t.ends[k] = slices.Sorted(maps.Keys(set))
		sizes[len(k)] = true
	}
	t.sizes = slices.Sorted(maps.Keys(sizes))
	slices.Reverse(t.sizes)
	t.families = families(t.words)
	return t
})

// families maps each word to the alphabetically first word that it is linked with.
func families(words map[string][]string) map[string]string {
	out := map[string]string{}
	for _, first := range slices.Sorted(maps.Keys(words)) {
		if out[first] != "" {
			continue
		}
		for queue := []string{first}; len(queue) > 0; queue = queue[1:] {
			if w := queue[0]; out[w] == "" {
				out[w] = first
				queue = append(queue, words[w]...)
			}
		}
	}
	return out
}

// Equivalents returns the words that a folded word may stand for or be written as, in all
// languages: "st" gives street, saint, sankt and more. The answer must not be changed.
func Equivalents(word string) []string { return abbreviations().words[word] }

// minStem is the shortest beginning of a compound that an ending is cut off; before an ending of three letters
// and a full stop, as in "Austr.", it may be shorter still.
const (
	minStem    = 3
	minDotted  = 2
	longEnding = 3
)

// Compounds calls visit with the other spellings of a word that ends like a compound:
// "hauptstr" gives "hauptstrasse" and the other way round. dotted says that a full stop follows:
// only then do endings of one letter count.
func Compounds(word string, dotted bool, visit func(string)) {
	t := abbreviations()
	for _, n := range t.sizes {
		least := minStem
		if dotted && n >= longEnding {
			least = minDotted
		}
		if n == 1 && !dotted || len(word) < n+least {
			continue
		}
		stem, end := word[:len(word)-n], word[len(word)-n:]
		for _, other := range t.ends[end] {
			visit(stem + other)
		}
	}
}

// Family returns a word that stands for all that a folded word may be written as, over any number
// of steps: words that are equivalent have the same family, but words of one family need not be.
func Family(word string) string {
	if f, ok := abbreviations().families[word]; ok {
		return f
	}
	return word
}

// Equivalent tells whether two folded words are the same or may stand for each other.
func Equivalent(a, b string) bool { return a == b || slices.Contains(Equivalents(a), b) }
