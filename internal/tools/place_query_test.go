package tools

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// In each language the words between what is looked for and where are known, in capitals too.
func TestReadings(t *testing.T) {
	for query, want := range map[string]whatWhere{
		"cafe in Newark":                       {"cafe", "Newark", true},
		"gas station close to New Castle":      {"gas station", "New Castle", true},
		"Apotheke in der Nähe von Bad Urach":   {"Apotheke", "Bad Urach", true},
		"pharmacie près de Saint-Denis":        {"pharmacie", "Saint-Denis", true},
		"farmacia cerca de Toledo":             {"farmacia", "Toledo", true},
		"farmacia vicino a Siena":              {"farmacia", "Siena", true},
		"apotheek dicht bij Delft":             {"apotheek", "Delft", true},
		"apteka w pobliżu Opole":               {"apteka", "Opole", true},
		"APTEKA KOŁO OPOLE":                    {"APTEKA", "OPOLE", true},
		"farmácia perto de Évora":              {"farmácia", "Évora", true},
		"apotek i nærheden af Ribe":            {"apotek", "Ribe", true},
		"apotek nära Lund":                     {"apotek", "Lund", true},
		"apotek i nærheten av Moss":            {"apotek", "Moss", true},
		"apteekki lähellä Turku":               {"apteekki", "Turku", true},
		"lékárna poblíž Tábor":                 {"lékárna", "Tábor", true},
		"bakery, Dover":                        {"bakery", "Dover", true},
		"bus stop Dover":                       {"bus stop", "Dover", false},
		"Dover bus stop":                       {"bus stop", "Dover", false},
		"chapel in the woods in Stoke on Tern": {"chapel in the woods", "Stoke on Tern", true},
	} {
		if got := readings(query); !slices.Contains(got, want) {
			t.Errorf("%q: got %v, want %v among them", query, got, want)
		} else if want.joined && slices.IndexFunc(got, func(r whatWhere) bool { return !r.joined }) < slices.Index(got, want) {
			t.Errorf("%q: %v comes after one without a joiner: %v", query, want, got)
		}
	}
	for _, query := range []string{"", "cafe", " in ", "in Newark", "cafe in "} {
		for _, r := range readings(query) {
			if r.what == "" || r.where == "" {
				t.Errorf("%q: got %v", query, r)
			}
		}
	}
}

// Readings are made of the query's own words, bounded in number, whatever it holds.
func TestReadingsOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		query := rapid.OneOf(rapid.String(), rapid.StringMatching(`([a-zäöøåİ]{1,6} (in|bei|à|w|lähellä|,) ?){0,6}[A-Za-z]{0,9}`)).Draw(t, "query")
		list := readings(query)
		if len(list) > maxReadings {
			t.Fatalf("%d readings", len(list))
		}
		plain := strings.Join(strings.Fields(query), " ")
		for _, r := range list {
			for _, part := range []string{r.what, r.where} {
				if part == "" || !strings.Contains(plain, strings.Join(strings.Fields(part), " ")) {
					t.Fatalf("%q is no part of %q", part, query)
				}
			}
		}
	})
}
