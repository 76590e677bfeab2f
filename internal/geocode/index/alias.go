package index

import (
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/paulmach/osm"
)

// Kinds of names that no tag of the object has: what people say, the short codes of areas, and a street
// as its houses spell it.
const (
	aliasKind   = "alias"
	codeKind    = "code"
	addressKind = "addr"
)

// Tagged tells whether a kind of further names is the key of a tag.
func Tagged(kind string) bool { return kind != aliasKind && kind != codeKind && kind != addressKind }

// acronyms are the folded words that people shorten to their first letters, and the short form.
var acronyms = [...][2]string{
	{"air force base", "AFB"},
	{"naval air station", "NAS"},
	{"national wildlife refuge", "NWR"},
	{"wildlife management area", "WMA"},
	{"army airfield", "AAF"},
	{"air national guard base", "ANGB"},
	{"international airport", "Intl Airport"},
	{"martin luther king jr", "MLK"},
	{"martin luther king", "MLK"},
	{"john f kennedy", "JFK"},
	{"franklin d roosevelt", "FDR"},
}

// aliasesOf returns further names of an object that follow from its names.
func aliasesOf(name string, others []tagName) []tagName {
	var out []tagName
	for _, n := range append([]tagName{{"", name}}, others...) {
		if n.kind == "ref" || len(n.text) < 12 {
			continue
		}
		folded := admin.FoldName(n.text)
		for _, a := range acronyms {
			i := strings.Index(folded, a[0])
			if i < 0 || i > 0 && folded[i-1] != ' ' {
				continue
			}
			if alias := folded[:i] + a[1] + folded[i+len(a[0]):]; !slices.ContainsFunc(others, func(o tagName) bool { return admin.FoldName(o.text) == admin.FoldName(alias) }) {
				out = append(out, tagName{aliasKind, properCase(alias)})
			}
		}
	}
	return out
}

// properCase begins each word with a capital letter.
func properCase(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// routeNames returns what people call a road by its number: "DE 1" is Route 1 and State Route 1, "US
// 13" is Route 13 and US Route 13.
func routeNames(others []tagName) []tagName {
	var out []tagName
	for _, o := range others {
		system, number, ok := strings.Cut(o.text, " ")
		if o.kind != "ref" || !ok || number == "" || !digit(number[0]) || len(number) > 5 {
			continue
		}
		switch {
		case system == "US":
			out = append(out, tagName{aliasKind, "US Route " + number}, tagName{aliasKind, "Route " + number})
		case len(system) == 2 && admin.RegionOf(admin.ParseCountry("US"), system) != nil:
			out = append(out, tagName{aliasKind, "State Route " + number}, tagName{aliasKind, "Route " + number})
		case system == "I":
			out = append(out, tagName{aliasKind, "Interstate " + number})
		}
	}
	return out
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// estateWords end the names of places that are a building or an estate: such a name does not stand
// for a town in addresses, though it be mapped as a hamlet.
var estateWords = []string{
	"apartments", "apartment", "condominiums", "condominium", "condos", "townhouses", "townhomes", "trailer park", "trailer court", "trailer village",
	"mobile home park", "mobile home court", "mobile home estates", "mobile home village", "shopping center", "country club", "campground", "industrial park", "business park",
}

// estate tells whether a populated place is named like a building or an estate.
func estate(tags osm.Tags, name string) bool {
	if tags.Find("place") != "hamlet" && tags.Find("place") != "village" || tags.Find("population") != "" {
		return false
	}
	atoms := text.Split(nil, name)
	words := make([]string, len(atoms))
	for i, a := range atoms {
		words[i] = a.Text
	}
	folded := strings.Join(words, " ")
	return slices.ContainsFunc(estateWords, func(w string) bool { return strings.HasSuffix(folded, " "+w) })
}
