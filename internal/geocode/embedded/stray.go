package embedded

import (
	"fmt"
	"strings"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/query"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// elsewhere is the most confidence of a row that lies in another region than the text names.
const elsewhere = 0.3

// stray lowers the confidence of rows that cannot be what the text asks for, and says why: it names
// a category of places, or another region of the country. While someone types, the last word may be
// the beginning of what the best row has: "Ne" is Newark, not Nebraska.
func (g *Geocoder) stray(a *query.Answer, rows []geocode.Place, typing bool) (warnings []string) {
	if a.Category != "" {
		warnings = append(warnings, fmt.Sprintf("the text seems to ask for a category, %s: use search_places for categories, with near for the place", strings.ReplaceAll(a.Category, "_", " ")))
	}
	if last := len(a.Atoms) - 1; typing && a.Hits[0].Open>>last&1 == 0 {
		return warnings
	}
	if r := namedRegion(a.Atoms, admin.ParseCountry(rows[0].CountryCode)); r != nil {
		there := false
		for i := range rows {
			if row := &rows[i]; row.Region != "" && admin.RegionOf(r.Country, row.Region) != r {
				row.Confidence = min(row.Confidence, elsewhere)
			} else {
				there = true
			}
		}
		switch {
		case there:
		case g.covers(r):
			warnings = append(warnings, fmt.Sprintf("nothing of the name is known in %s: the results lie elsewhere", r.Name))
		default:
			warnings = append(warnings, fmt.Sprintf("%s is not covered by this region file: the results lie elsewhere", r.Name))
		}
	}
	return warnings
}

// namedRegion returns the region of a country that stands last in a text, behind a comma or as a
// code, nil when there is none. A postcode or the country may follow.
func namedRegion(atoms []text.Atom, country admin.Country) *admin.Region {
	end := len(atoms)
	for end > 1 && (atoms[end-1].Number() || admin.CountryOf(atoms[end-1].Text) == country && admin.RegionOf(country, atoms[end-1].Text) == nil) {
		end--
	}
	for n := min(3, end-1); n > 0; n-- {
		if !atoms[end-n].Comma && (n > 1 || len(atoms[end-1].Text) != 2) {
			continue
		}
		var words []string
		for _, a := range atoms[end-n : end] {
			words = append(words, a.Text)
		}
		if r := admin.RegionOf(country, strings.Join(words, " ")); r != nil {
			return r
		}
	}
	return nil
}

// covers tells whether the border of a region is in the index.
func (g *Geocoder) covers(r *admin.Region) bool {
	found := false
	g.x.DocsOf(r.Name, func(doc index.Doc) bool {
		found = g.x.Record(doc).Kind() == index.Region && g.x.Details(doc).HasBox
		return !found
	})
	return found
}
