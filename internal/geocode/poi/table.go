package poi

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/paulmach/osm"
)

//go:embed categories.txt
var tableText string

// Category is the number of a category in the program's table.
type Category int

// rule is one way to be of a category: tags that an object must have, all of them.
type rule struct {
	category Category
	tags     []condition
}

type condition struct{ key, value string }

// entry is a category of the table.
type entry struct {
	id     string
	rules  []rule
	titles map[string]string // by language, the first word
	words  []string          // of all languages, as written
}

// table is the table of categories.
type table struct {
	entries []entry
	byID    map[string]Category
	byWord  map[string]Category
	byFirst map[condition][]rule // by the first condition of a rule
}

var categories = sync.OnceValue(func() *table {
	t, err := parseTable(tableText)
	if err != nil {
		panic(fmt.Sprintf("poi: table of categories: %v", err)) // a test reads it
	}
	return t
})

// parseTable reads the table; see the head of categories.txt.
func parseTable(s string) (*table, error) {
	t := &table{byID: map[string]Category{}, byWord: map[string]Category{}, byFirst: map[condition][]rule{}}
	for n, line := range strings.Split(s, "\n") {
		body := strings.TrimSpace(line)
		if body == "" || body[0] == '#' {
			continue
		}
		var err error
		if line[0] == ' ' {
			err = t.addWords(body)
		} else {
			err = t.addCategory(body)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	return t, nil
}

func (t *table) addCategory(line string) error {
	fields := strings.Fields(line)
	if _, twice := t.byID[fields[0]]; twice || len(fields) < 2 {
		return fmt.Errorf("category %q is there twice or has no tags", fields[0])
	}
	c := Category(len(t.entries))
	e := entry{id: fields[0], titles: map[string]string{}}
	for _, alternative := range fields[1:] {
		r := rule{category: c}
		for tag := range strings.SplitSeq(alternative, "+") {
			key, value, ok := strings.Cut(tag, "=")
			if !ok || key == "" || value == "" {
				return fmt.Errorf("%q is no tag", tag)
			}
			r.tags = append(r.tags, condition{key, value})
		}
		e.rules = append(e.rules, r)
		t.byFirst[r.tags[0]] = append(t.byFirst[r.tags[0]], r)
	}
	t.byID[e.id] = c
	t.entries = append(t.entries, e)
	return t.addWord(strings.ReplaceAll(e.id, "_", " "), c)
}

func (t *table) addWords(line string) error {
	language, list, _ := strings.Cut(line, " ")
	if len(t.entries) == 0 {
		return fmt.Errorf("words before the first category")
	}
	c := Category(len(t.entries) - 1)
	e := &t.entries[c]
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		if e.titles[language] == "" {
			e.titles[language] = word
		}
		e.words = append(e.words, word)
		if err := t.addWord(word, c); err != nil {
			return err
		}
		if other, has := text.Digraphs(word); has {
			if err := t.addWord(other, c); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *table) addWord(word string, c Category) error {
	folded := Fold(word)
	if other, known := t.byWord[folded]; known && other != c || folded == "" {
		return fmt.Errorf("%q stands for %s too", word, t.entries[other].id)
	}
	t.byWord[folded] = c
	return nil
}

// Fold brings a text to the plain form in which names and words are compared.
func Fold(s string) string {
	var b strings.Builder
	for i, a := range text.Split(nil, s) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(a.Text)
	}
	return b.String()
}

// ByID returns the category with an id.
func ByID(id string) (Category, bool) {
	c, ok := categories().byID[id]
	return c, ok
}

// ByWord returns the category that a word or its id stands for, in any language.
func ByWord(word string) (Category, bool) {
	return ByFolded([]byte(Fold(word)))
}

// ByFolded is ByWord for a word that is folded already.
func ByFolded(word []byte) (Category, bool) {
	c, ok := categories().byWord[string(word)]
	return c, ok
}

// maxEnding is by how many letters the endings of two forms of a word may differ.
const maxEnding = 3

// minStem is the least that is left of a word without its ending, and endings are those of plurals and of
// the definite forms of the northern languages, the longest first.
const minStem = 3

var endings = []string{"erna", "arna", "erne", "ene", "en", "er", "es", "et", "ar", "or", "ja", "s", "e", "n", "r", "a", "i", "y", "t"}

// ByForm returns the category that another form of a word stands for, such as its plural: a word
// that differs in a few letters at its end, where only one category has such words.
func ByForm(word string) (Category, bool) {
	folded := Fold(word)
	if len(folded) < 4 {
		return 0, false
	}
	for _, ending := range endings {
		if stem, cut := strings.CutSuffix(folded, ending); cut && len(stem) >= minStem {
			if c, ok := categories().byWord[stem]; ok {
				return c, true
			}
		}
	}
	best, unique, ending := Category(-1), false, maxEnding+1
	for known, c := range categories().byWord {
		common := 0
		for common < min(len(known), len(folded)) && known[common] == folded[common] {
			common++
		}
		d := max(len(known), len(folded)) - common
		if common < 4 || d > maxEnding || d > ending || 2*common < len(folded) {
			continue
		}
		if d < ending {
			best, unique, ending = c, true, d
		} else if c != best {
			unique = false
		}
	}
	return best, unique
}

// Count returns the number of categories.
func Count() int { return len(categories().entries) }

// ID returns the id of the category.
func (c Category) ID() string { return categories().entries[c].id }

// HasValue tells whether a tag with the given value may make an object one of the category.
func (c Category) HasValue(value string) bool {
	return slices.ContainsFunc(categories().entries[c].rules, func(r rule) bool { return r.tags[0].value == value })
}

// Title returns what an object of the category is called in a language, in English where the
// language is not known.
func (c Category) Title(language string) string {
	titles := categories().entries[c].titles
	primary, _, _ := strings.Cut(strings.ToLower(language), "-")
	if primary == "nb" || primary == "nn" {
		primary = "no"
	}
	if t := titles[primary]; t != "" {
		return t
	}
	return titles["en"]
}

// Of appends the categories of an object to dst, ascending. Of a value that is a list, each counts.
func Of(dst []Category, tags osm.Tags) []Category {
	t := categories()
	from := len(dst)
	for _, tag := range tags {
		for value := range strings.SplitSeq(tag.Value, ";") {
			for _, r := range t.byFirst[condition{tag.Key, strings.TrimSpace(value)}] {
				if r.holds(tags) {
					dst = append(dst, r.category)
				}
			}
		}
	}
	slices.Sort(dst[from:])
	return dst[:from+len(slices.Compact(dst[from:]))]
}

// holds tells whether an object has all tags of the rule.
func (r *rule) holds(tags osm.Tags) bool {
	for _, c := range r.tags[1:] {
		if !slices.Contains(strings.Split(tags.Find(c.key), ";"), c.value) {
			return false
		}
	}
	return true
}

// Reference writes the table of categories for the documentation.
func Reference() []byte {
	var b strings.Builder
	b.WriteString("# Categories\n\nMade by `go test ./internal/geocode/poi -update` from internal/geocode/poi/categories.txt; do not edit.\n\n" +
		"What `search_places` takes as a category: the id or any of its words, also in the plural. A tag list with several values counts for each of them.\n\n" +
		"| id | tags | words |\n| --- | --- | --- |\n")
	for _, e := range categories().entries {
		var tags []string
		for _, r := range e.rules {
			var all []string
			for _, c := range r.tags {
				all = append(all, c.key+"="+c.value)
			}
			tags = append(tags, "`"+strings.Join(all, "` and `")+"`")
		}
		words := slices.Compact(slices.Sorted(slices.Values(e.words)))
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", e.id, strings.Join(tags, " or "), strings.Join(words, ", "))
	}
	return []byte(b.String())
}
