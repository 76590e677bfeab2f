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
	words map[string][]string // a word or short form and all that it may stand for
	ends  map[string][]string // the same for endings of compounds
	sizes []int               // lengths of the keys of ends, longest first
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
	return t
})

// Equivalents returns the words that a folded word may stand for or be written as, in all
// languages: "st" gives street, saint, sankt and more. The answer must not be changed.
func Equivalents(word string) []string { return abbreviations().words[word] }

// minStem is the shortest beginning of a compound that an ending is cut off.
const minStem = 3

// Compounds calls visit with the other spellings of a word that ends like a compound:
// "hauptstr" gives "hauptstrasse" and the other way round. dotted says that a full stop follows:
// only then do endings of one letter count.
func Compounds(word string, dotted bool, visit func(string)) {
	t := abbreviations()
	for _, n := range t.sizes {
		if n == 1 && !dotted || len(word) < n+minStem {
			continue
		}
		stem, end := word[:len(word)-n], word[len(word)-n:]
		for _, other := range t.ends[end] {
			visit(stem + other)
		}
	}
}

// Expand returns a folded word written out where that is certain enough to compare two names by:
// a short form with exactly one full word, or "st", which at the end of a name is a street. The
// index never uses it; it serves to tell whether an address and a street mean the same name.
func Expand(word string, last bool) string {
	switch word {
	case "st", "str":
		if last {
			return "street"
		}
		return "saint"
	}
	if forms := Equivalents(word); len(forms) == 1 && len(forms[0]) > len(word) {
		return forms[0]
	}
	return word
}
