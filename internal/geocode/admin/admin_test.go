package admin

import (
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
)

func TestParseCountry(t *testing.T) {
	for in, want := range map[string]string{"US": "US", "usa": "US", " de ": "DE", "DNK": "DK", "UK": "GB", "": "", "XX": "", "EU": "", "Q": "", "12": "", "AUS": "AU", "日本": ""} {
		if got := ParseCountry(in); got.Alpha2() != want || !got.Valid() {
			t.Errorf("ParseCountry(%q) = %q, want %q", in, got.Alpha2(), want)
		}
	}
	us := ParseCountry("US")
	if us.Alpha3() != "USA" || us.Name("") != "United States" || us.Name("de") != "Vereinigte Staaten" || us.Name("no such language") != "United States" {
		t.Errorf("got %q, %q, %q, %q", us.Alpha3(), us.Name(""), us.Name("de"), us.Name("no such language"))
	}
	if Country(0).Alpha3() != "" || Country(0).Name("") != "" || Country(0x2020).Valid() {
		t.Error("no country has a code, a name or is valid by accident")
	}
}

func TestCountryOf(t *testing.T) {
	for name, want := range map[string]string{
		"usa": "US", "united states": "US", "us": "US", "vereinigte staaten": "US", "danmark": "DK", "suomi": "FI", "deutschland": "DE",
		"schweiz": "CH", "li": "LI", "atlantis": "", "": "",
	} {
		if got := CountryOf(name); got.Alpha2() != want {
			t.Errorf("CountryOf(%q) = %q, want %q", name, got.Alpha2(), want)
		}
	}
	if got := CountryOf([]byte("norge")); got.Alpha2() != "NO" {
		t.Errorf("got %q, want NO", got.Alpha2())
	}
}

func TestCountryOfPlate(t *testing.T) {
	for letters, want := range map[string]string{"fl": "LI", "d": "DE", "dk": "DK", "fin": "FI", "qq": "", "": ""} {
		if got := CountryOfPlate(letters); got.Alpha2() != want {
			t.Errorf("CountryOfPlate(%q) = %q, want %q", letters, got.Alpha2(), want)
		}
	}
}

func TestRegions(t *testing.T) {
	if n := len(Regions()); n < 70 {
		t.Fatalf("got %d regions, want the states of three countries", n)
	}
	seen := map[string]bool{}
	for _, r := range Regions() {
		if r.Country == 0 || r.Name == "" || len(r.Codes) == 0 || seen[r.Country.Alpha2()+r.Codes[0]] {
			t.Errorf("bad or repeated region %+v", r)
		}
		seen[r.Country.Alpha2()+r.Codes[0]] = true
		if RegionOf(r.Country, r.Name) == nil || RegionOf(r.Country, r.Codes[0]) != RegionOf(r.Country, r.Name) {
			t.Errorf("region %s is not found by its name and code", r.Name)
		}
	}
	us := ParseCountry("US")
	if r := RegionOf(us, "delaware"); r == nil || r.Codes[0] != "DE" {
		t.Errorf("got %+v, want Delaware", r)
	}
	if RegionOf(ParseCountry("DE"), "Delaware") != nil || RegionOf(us, "") != nil || RegionOf(0, "DE") != nil {
		t.Error("a region was found where there is none")
	}
}

func TestLevelRole(t *testing.T) {
	for _, tc := range []struct {
		country string
		level   int
		want    Role
	}{
		{"US", 2, CountryRole},
		{"US", 4, RegionRole},
		{"US", 6, CountyRole},
		{"US", 8, LocalityRole},
		{"US", 10, NeighbourhoodRole},
		{"DK", 7, LocalityRole},
		{"DE", 9, DistrictRole},
		{"", 8, LocalityRole},
		{"US", 1, NoRole},
		{"US", 12, NoRole},
		{"NO", 6, NoRole},
		{"DE", 7, NoRole},
		{"DE", 8, LocalityRole},
		{"AT", 6, CountyRole},
		{"CH", 8, LocalityRole},
		{"LU", 6, CountyRole},
		{"BE", 7, NoRole},
		{"BE", 6, CountyRole},
		{"FR", 6, CountyRole},
		{"FR", 7, NoRole},
		{"FR", 8, LocalityRole},
		{"ES", 7, NoRole},
		{"ES", 6, CountyRole},
		{"IT", 4, RegionRole},
		{"IT", 6, CountyRole},
		{"NL", 10, LocalityRole},
		{"NL", 8, NoRole},
		{"PL", 7, NoRole},
		{"PL", 8, LocalityRole},
		{"PT", 7, LocalityRole},
		{"BR", 4, RegionRole},
		{"BR", 8, LocalityRole},
		{"SE", 7, LocalityRole},
		{"FI", 6, RegionRole},
		{"FI", 8, LocalityRole},
		{"CZ", 6, RegionRole},
		{"CZ", 7, CountyRole},
		{"CZ", 8, LocalityRole},
		{"GB", 6, CountyRole},
		{"GB", 8, NoRole},
		{"IE", 6, CountyRole},
		{"CA", 8, LocalityRole},
		{"AU", 4, RegionRole},
		{"AU", 9, LocalityRole},
		{"AU", 10, LocalityRole},
	} {
		if got := LevelRole(ParseCountry(tc.country), tc.level); got != tc.want {
			t.Errorf("level %d in %q: got %d, want %d", tc.level, tc.country, got, tc.want)
		}
	}
	if LocalityRole.Type() != geocode.Locality || DistrictRole.Type() != geocode.Neighbourhood || PostcodeRole.Type() != geocode.Postcode {
		t.Error("roles have the types of their places")
	}
}

// Every country of the table has a letter for each level.
func TestLevels(t *testing.T) {
	for country, own := range levels {
		if len(own) != 10 || !ParseCountry(country).Valid() || ParseCountry(country) == 0 {
			t.Errorf("%s: %q", country, own)
		}
		for i := range own {
			if _, ok := roleLetters[own[i]]; !ok {
				t.Errorf("%s: %q has no role", country, own[i])
			}
		}
	}
}

func TestPlaceRank(t *testing.T) {
	last := 0
	for _, v := range []string{"country", "state", "county", "city", "town", "village", "hamlet", "suburb", "quarter", "neighbourhood", "farm"} {
		rank, role, _ := PlaceRank(v)
		if rank <= last || role == NoRole {
			t.Errorf("%s has rank %d and role %d after rank %d", v, rank, role, last)
		}
		last = rank
	}
	if rank, role, _ := PlaceRank("island"); rank != 0 || role != NoRole {
		t.Error("an island is no populated place")
	}
}

func TestLabel(t *testing.T) {
	us, li, gb := ParseCountry("US"), ParseCountry("LI"), ParseCountry("GB")
	for _, tc := range []struct {
		in   Address
		want string
	}{
		{Address{}, ""},
		{Address{Country: us, HouseNumber: "815", Street: "Colorado Drive", Locality: "Newark", County: "New Castle County", Region: "Delaware", RegionCode: "DE", Postcode: "19713"}, "815 Colorado Drive, Newark, DE 19713"},
		{Address{Country: us, Name: "Rodney Square", Locality: "Wilmington", RegionCode: "DE"}, "Rodney Square, Wilmington, DE"},
		{Address{Country: us, Street: "Old Road", County: "Kent County", RegionCode: "DE"}, "Old Road, Kent County, DE"},
		{Address{Country: us, Name: "19801", Locality: "Wilmington", RegionCode: "DE"}, "19801, Wilmington, DE"},
		{Address{Country: li, HouseNumber: "12", Street: "Dorfstrasse", Postcode: "9495", Locality: "Triesen"}, "Dorfstrasse 12, 9495 Triesen"},
		{Address{Country: li, Name: "9490", Postcode: "9490", Locality: "Vaduz"}, "9490, Vaduz"},
		{Address{Country: li, Locality: "Vaduz", Region: "Vaduz"}, "Vaduz"},
		{Address{Country: gb, Locality: "Oldham", County: "Midshire"}, "Oldham, Midshire"},
		{Address{Name: "Delaware", CountryName: "United States"}, "Delaware, United States"},
		{Address{HouseNumber: "5", Street: "Main Street"}, "Main Street 5"},
	} {
		if got := tc.in.Label(); got != tc.want {
			t.Errorf("got %q, want %q", got, tc.want)
		}
	}
}

// One address in the way of each country, with all that is known of it.
func TestLabelHabits(t *testing.T) {
	for country, want := range map[string]string{
		"US": "12 High Road, Millford, WA 98765", "CA": "12 High Road, Millford, WA 98765", "AU": "12 High Road, Millford WA 98765",
		"GB": "12 High Road, Millford 98765", "IE": "12 High Road, Millford, 98765", "NZ": "12 High Road, Millford 98765", "ZA": "12 High Road, Millford, 98765",
		"DE": "High Road 12, 98765 Millford", "AT": "High Road 12, 98765 Millford", "CH": "High Road 12, 98765 Millford", "LI": "High Road 12, 98765 Millford",
		"LU": "12 High Road, 98765 Millford", "BE": "High Road 12, 98765 Millford", "NL": "High Road 12, 98765 Millford", "FR": "12 High Road, 98765 Millford",
		"ES": "High Road, 12, 98765 Millford", "IT": "High Road 12, 98765 Millford", "PT": "High Road 12, 98765 Millford", "BR": "High Road, 12, Millford, WA, 98765",
		"PL": "High Road 12, 98765 Millford", "CZ": "High Road 12, 98765 Millford", "DK": "High Road 12, 98765 Millford", "SE": "High Road 12, 98765 Millford",
		"NO": "High Road 12, 98765 Millford", "FI": "High Road 12, 98765 Millford", "MX": "High Road 12, 98765 Millford",
	} {
		a := Address{Country: ParseCountry(country), Street: "High Road", HouseNumber: "12", Locality: "Millford", County: "Shire", Region: "Westland", RegionCode: "WA", Postcode: "98765"}
		if got := a.Label(); got != want {
			t.Errorf("%s: got %q, want %q", country, got, want)
		}
		// Without a postcode the region tells which town of the name is meant.
		a.Postcode = ""
		if got := a.Label(); !strings.Contains(got, "Millford") || !strings.Contains(got, "WA") || strings.Contains(got, "Shire") {
			t.Errorf("%s: without a postcode: %q", country, got)
		}
	}
}
