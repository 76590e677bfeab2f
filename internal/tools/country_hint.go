package tools

import (
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geocode"
)

// countryHint parts the country of a row into a code, which says where to look first, and words, which
// belong to the text. A code that is none is words.
func countryHint(country string) (code, words string) {
	country = trimmed(country)
	if c := strings.ToUpper(country); isCountry(c) {
		return c, ""
	}
	return "", country
}

// otherCountry is what is left of the confidence of a place that lies in another country than its row
// says.
const otherCountry = 0.75

// hinted returns the query with the hint as its filter, false where the filter of the whole call leaves
// nothing to choose.
func hinted(q geocode.Query, hint string) (geocode.Query, bool) {
	if hint == "" || len(q.Countries) > 0 && !slices.ContainsFunc(q.Countries, func(c string) bool { return sameCountry(c, hint) }) {
		return q, false
	}
	q.Countries = []string{hint}
	return q, true
}
