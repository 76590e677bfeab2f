// Package admin knows what the administrative map of a country is like: what its levels are
// called, its codes and names, the short names of its regions and the way addresses are written.
package admin

import (
	"strings"
	"sync"

	"github.com/footstepd/footstepd/internal/geocode/text"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// Country is an ISO 3166-1 alpha-2 code packed into two bytes, 0 for an unknown country.
type Country uint16

// ParseCountry reads an alpha-2 or alpha-3 code in any case, 0 when it is none.
func ParseCountry(code string) Country {
	code = strings.ToUpper(strings.TrimSpace(code))
	if len(code) != 2 && len(code) != 3 {
		return 0
	}
	for i := 0; i < len(code); i++ {
		if code[i] < 'A' || code[i] > 'Z' {
			return 0
		}
	}
	r, err := language.ParseRegion(code)
	if err != nil || !r.IsCountry() {
		return 0
	}
	return pack(r.Canonicalize().String()) // a country of the past becomes its successor
}

func pack(alpha2 string) Country {
	if len(alpha2) != 2 {
		return 0
	}
	return Country(alpha2[0])<<8 | Country(alpha2[1])
}

// Valid tells whether the value is a country that ISO knows, or 0.
func (c Country) Valid() bool { return c == 0 || ParseCountry(c.Alpha2()) == c }

// Alpha2 returns the two-letter code, "" for 0.
func (c Country) Alpha2() string {
	if c == 0 {
		return ""
	}
	return string([]byte{byte(c >> 8), byte(c)})
}

// alpha3s keeps the three-letter codes of the countries that were asked for, by Country.
var alpha3s sync.Map

// Alpha3 returns the three-letter code, "" for 0.
func (c Country) Alpha3() string {
	if c == 0 {
		return ""
	}
	if code, ok := alpha3s.Load(c); ok {
		return code.(string)
	}
	code := c.alpha3()
	alpha3s.Store(c, code)
	return code
}

func (c Country) alpha3() string {
	r, err := language.ParseRegion(c.Alpha2())
	if err != nil {
		return ""
	}
	return r.ISO3()
}

// Name returns the name of the country in a language (BCP 47), in English when that is unknown.
func (c Country) Name(lang string) string {
	if c == 0 {
		return ""
	}
	if lang != "" {
		return c.nameIn(lang)
	}
	if name, ok := englishNames.Load(c); ok {
		return name.(string)
	}
	name := c.nameIn("")
	englishNames.Store(c, name)
	return name
}

// englishNames keeps the names of the countries that were asked for, by Country.
var englishNames sync.Map

func (c Country) nameIn(lang string) string {
	r, err := language.ParseRegion(c.Alpha2())
	if err != nil {
		return ""
	}
	tag := language.English
	if lang != "" {
		if t, err := language.Parse(lang); err == nil {
			tag = t
		}
	}
	if namer := display.Regions(tag); namer != nil {
		if name := namer.Name(r); name != "" {
			return name
		}
	}
	return display.English.Regions().Name(r)
}

// nameLanguages are the languages in which queries may name a country.
var nameLanguages = []language.Tag{
	language.English, language.German, language.French, language.Spanish, language.Italian, language.Dutch,
	language.Polish, language.Portuguese, language.Danish, language.Swedish, language.Norwegian, language.Finnish, language.Czech,
}

var countryNames = sync.OnceValue(func() map[string]Country {
	names := map[string]Country{
		"usa": pack("US"), "u s a": pack("US"), "u s": pack("US"), "united states of america": pack("US"),
		"uk": pack("GB"), "great britain": pack("GB"), "england": pack("GB"), "scotland": pack("GB"), "wales": pack("GB"),
		"czech republic": pack("CZ"), "holland": pack("NL"), "furstentum liechtenstein": pack("LI"),
	}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			c := ParseCountry(string(a) + string(b))
			if c == 0 || c.Alpha2() != string(a)+string(b) {
				continue
			}
			add := func(name string) {
				key := FoldName(name)
				if old, ok := names[key]; key != "" && (!ok || old == c) {
					names[key] = c
				}
			}
			add(c.Alpha2())
			add(c.Alpha3())
			for _, tag := range nameLanguages {
				if r, err := language.ParseRegion(c.Alpha2()); err == nil {
					add(display.Regions(tag).Name(r))
				}
			}
		}
	}
	return names
})

// CountryOf returns the country of a folded name or code, 0 when there is none.
func CountryOf[S ~string | ~[]byte](folded S) Country { return countryNames()[string(folded)] }

var countryBeginnings = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for name := range countryNames() {
		first, _, _ := strings.Cut(name, " ")
		words[first] = true
	}
	return words
})

// BeginsCountry tells whether a folded word is the first of the name or code of a country.
func BeginsCountry(word string) bool { return countryBeginnings()[word] }

// plates are the letters of cars abroad that differ from the alpha-2 code and still stand before
// postcodes, as in "FL-9490".
var plates = map[string]string{
	"a": "AT", "b": "BE", "d": "DE", "e": "ES", "f": "FR", "fin": "FI", "fl": "LI", "h": "HU", "i": "IT", "irl": "IE", "l": "LU", "n": "NO",
	"p": "PT", "s": "SE",
}

// CountryOfPlate returns the country of the folded letters that stand before a postcode, 0 when they
// are of none.
func CountryOfPlate(letters string) Country {
	if code, ok := plates[letters]; ok {
		return ParseCountry(code)
	}
	return ParseCountry(letters)
}

// FoldName returns the folded atoms of a name with one space between them.
func FoldName(name string) string {
	var b strings.Builder
	for i, a := range text.Split(nil, name) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(a.Text)
	}
	return b.String()
}
