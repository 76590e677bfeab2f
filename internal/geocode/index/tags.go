package index

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/paulmach/osm"
)

// tagName is a further name of an object and the kind that it is reported as.
type tagName struct{ kind, text string }

// nameKinds are the keys whose values are names of the object, besides "name" itself.
var nameKinds = []string{
	"alt_name", "old_name", "short_name", "loc_name", "official_name", "int_name", "nat_name", "reg_name", "brand", "operator", "ref", "was:name", "iata", "icao",
}

// maxNames bounds the names of one object.
const maxNames = 250

// namesOf returns the name of an object and its further names, those in key order, without
// duplicates. The first of them stands in for a missing name where it is one by itself.
func namesOf(tags osm.Tags) (name string, others []tagName) {
	name = clean(tags.Find("name"))
	for _, t := range tags {
		kind := nameKind(t.Key)
		if kind == "" {
			continue
		}
		for part := range strings.SplitSeq(t.Value, ";") {
			if part = clean(part); part != "" {
				others = append(others, tagName{kind, part})
			}
		}
	}
	if head, tail, ok := strings.Cut(name, ";"); ok && clean(head) != "" {
		name = clean(head)
		for part := range strings.SplitSeq(tail, ";") {
			if part = clean(part); part != "" {
				others = append(others, tagName{"alt_name", part})
			}
		}
	}
	slices.SortFunc(others, func(a, b tagName) int {
		if c := strings.Compare(a.kind, b.kind); c != 0 {
			return c
		}
		return strings.Compare(a.text, b.text)
	})
	others = slices.Compact(others)
	return name, others[:min(len(others), maxNames)]
}

// nameKind returns the kind of names that a key holds, "" when it holds none.
func nameKind(key string) string {
	base, lang, has := strings.Cut(key, ":")
	if base == "name" {
		if has && languageTag(lang) {
			return key
		}
		return ""
	}
	if strings.HasPrefix(base, "name_") && !has {
		if _, err := strconv.Atoi(base[5:]); err == nil {
			return "alt_name"
		}
	}
	if i := strings.LastIndexByte(base, '_'); i > 0 {
		if _, err := strconv.Atoi(base[i+1:]); err == nil {
			base = base[:i]
		}
	}
	if slices.Contains(nameKinds, key) {
		return key
	}
	if slices.Contains(nameKinds, base) && (!has || languageTag(lang)) {
		return base
	}
	return ""
}

// languageTag tells whether a key's ending is a language, such as "fi" or "zh-Hant".
func languageTag(s string) bool {
	primary, _, _ := strings.Cut(s, "-")
	primary, _, _ = strings.Cut(primary, "_")
	if len(primary) < 2 || len(primary) > 3 {
		return false
	}
	for i := 0; i < len(primary); i++ {
		if primary[i] < 'a' || primary[i] > 'z' {
			return false
		}
	}
	return true
}

// clean trims a tag value and cuts it to a length that names have.
func clean(s string) string {
	s = strings.TrimSpace(strings.ToValidUTF8(s, ""))
	if len(s) > 200 {
		s = strings.TrimSpace(strings.ToValidUTF8(s[:200], ""))
	}
	return s
}

// tagAddress is the address that an object's tags tell.
type tagAddress struct {
	number, street, place, city, postcode string
}

func addressOf(tags osm.Tags) (a tagAddress) {
	// Czech and Slovak houses have a number in their town and one in their street: "1234/12".
	conscription, inStreet := "", ""
	for _, t := range tags {
		switch t.Key {
		case "addr:conscriptionnumber", "addr:provisionalnumber":
			conscription = clean(t.Value)
		case "addr:streetnumber":
			inStreet = clean(t.Value)
		case "addr:housenumber":
			a.number = clean(t.Value)
		case "addr:street":
			a.street = clean(t.Value)
		case "addr:place":
			a.place = clean(t.Value)
		case "addr:city":
			a.city = clean(t.Value)
		case "addr:postcode", "postal_code":
			if a.postcode == "" || t.Key == "addr:postcode" {
				a.postcode = clean(t.Value)
			}
		}
	}
	if a.number == "" {
		if a.number = cmp.Or(conscription, inStreet); conscription != "" && inStreet != "" {
			a.number = conscription + "/" + inStreet
		}
	}
	if len(a.number) > 40 {
		a.number = ""
	}
	for _, field := range []*string{&a.number, &a.street, &a.place, &a.city, &a.postcode} {
		if !hasWords(*field) {
			*field = ""
		}
	}
	a.postcode = cleanPostcode(a.postcode)
	a.city = withoutRegion(a.city)
	return a
}

// cleanPostcode takes off what is often written with an American postcode, the state before it and
// four digits behind it, and drops what is no postcode.
func cleanPostcode(s string) string {
	if len(s) == 10 && s[5] == '-' && digits(s[:5]) && digits(s[6:]) {
		s = s[:5]
	}
	if len(s) == 8 && s[2] == ' ' && digits(s[3:]) && !digits(s[:1]) {
		s = s[3:]
	}
	if len(s) > 12 || strings.ContainsAny(s, ";,") {
		return ""
	}
	return s
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// countryOf returns the country that an object's tags name, 0 when they name none.
func countryOf(tags osm.Tags) admin.Country {
	for _, t := range tags {
		code := ""
		switch t.Key {
		case "ISO3166-1", "ISO3166-1:alpha2", "addr:country", "is_in:country_code", "country_code_iso3166_1_alpha_2":
			code = t.Value
		case "ISO3166-2":
			code, _, _ = strings.Cut(t.Value, "-")
		}
		if c := admin.ParseCountry(code); c != 0 {
			return c
		}
	}
	return 0
}

// number reads a whole number of a tag, 0 when it is none.
func number(s string) int {
	n, err := strconv.Atoi(strings.NewReplacer(",", "", " ", "", ".", "").Replace(s))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// roadImportance returns the importance of streets of a highway value; ok is false when it is no
// street.
func roadImportance(highway string) (importance int, ok bool) {
	switch highway {
	case "motorway":
		return 92, true
	case "trunk":
		return 90, true
	case "primary":
		return 88, true
	case "secondary":
		return 84, true
	case "tertiary":
		return 80, true
	case "residential", "unclassified", "living_street", "pedestrian", "road":
		return 74, true
	case "motorway_link", "trunk_link", "primary_link", "secondary_link", "tertiary_link":
		return 56, true
	case "service", "track", "busway":
		return 60, true
	case "footway", "path", "cycleway", "bridleway", "steps", "corridor", "byway", "construction":
		return 54, true
	}
	return 0, false
}

// withoutRegion takes the state or country off the name of a town: "Wilmington, DE" and "Wilmington
// DE" are Wilmington.
func withoutRegion(city string) string {
	if head, tail, ok := strings.Cut(city, ","); ok {
		for part := range strings.SplitSeq(tail, ",") {
			words := strings.Fields(part)
			if len(words) > 1 && digits(words[len(words)-1]) {
				words = words[:len(words)-1] // a postcode
			}
			name := strings.Join(words, " ")
			if name != "" && !admin.RegionNamed(name) && admin.CountryOf(admin.FoldName(name)) == 0 {
				return city
			}
		}
		return clean(head)
	}
	if i := strings.LastIndexByte(city, ' '); i > 0 {
		if tail := city[i+1:]; len(tail) == 2 && tail == strings.ToUpper(tail) && admin.RegionNamed(tail) {
			return clean(city[:i])
		}
	}
	return city
}
