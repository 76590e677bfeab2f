package poi

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/paulmach/osm"
)

var update = flag.Bool("update", false, "rewrite docs/categories.md")

func TestWords(t *testing.T) {
	for word, want := range map[string]string{
		"cafe": "cafe", "Cafés": "cafe", "coffee shops": "cafe", "kahvila": "cafe", "kahvilat": "cafe", "kavárna": "cafe",
		"Apotheke": "pharmacy", "Apotheken": "pharmacy", "apteekki": "pharmacy", "lékárna": "pharmacy",
		"Bäckerei": "bakery", "Baeckerei": "bakery", "bakeries": "bakery", "libraries": "library", "Supermärkte": "supermarket",
		"bus stop": "bus_stop", "bus_stop": "bus_stop", "Bushaltestelle": "bus_stop", "bussipysäkki": "bus_stop",
		"ATM": "atm", "Geldautomat": "atm", "gas station": "fuel", "station-service": "fuel", "public toilet": "toilets", "WC": "toilets",
		"école": "school", "churches": "church", "boîte aux lettres": "post_box", "Bank": "bank", "banks": "bank",
	} {
		c, ok := ByWord(word)
		if !ok {
			c, ok = ByForm(word)
		}
		if !ok || c.ID() != want {
			t.Errorf("%q: %v %v, want %s", word, c, ok, want)
		}
	}
	for _, word := range []string{"", "x", "Subway Sandwiches", "McDonald's", "Netto", "Rodney Square", "bar none at all"} {
		if c, ok := ByWord(word); ok {
			t.Errorf("%q is taken for %s", word, c.ID())
		}
		if c, ok := ByForm(word); ok {
			t.Errorf("%q is taken for a form of %s", word, c.ID())
		}
	}
}

// Every category is called something in each of the languages.
func TestTableIsComplete(t *testing.T) {
	for _, e := range categories().entries {
		for _, language := range []string{"en", "de", "fr", "es", "it", "nl", "pl", "pt", "da", "sv", "no", "fi", "cs"} {
			if e.titles[language] == "" {
				t.Errorf("%s has no word in %s", e.id, language)
			}
		}
	}
}

func TestOf(t *testing.T) {
	tags := func(pairs ...string) (out osm.Tags) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, osm.Tag{Key: pairs[i], Value: pairs[i+1]})
		}
		return out
	}
	for _, tt := range []struct {
		tags osm.Tags
		want string
	}{
		{tags("amenity", "cafe"), "cafe"},
		{tags("amenity", "cafe", "shop", "bakery"), "cafe bakery"},
		{tags("amenity", "restaurant; bar"), "restaurant bar"},
		{tags("amenity", "place_of_worship", "religion", "christian"), "church place_of_worship"},
		{tags("amenity", "place_of_worship"), "place_of_worship"},
		{tags("religion", "christian"), ""},
		{tags("disused:amenity", "cafe"), ""},
		{nil, ""},
	} {
		got := ""
		for i, c := range Of(nil, tt.tags) {
			if i > 0 {
				got += " "
			}
			got += c.ID()
		}
		if got != tt.want {
			t.Errorf("%v: %q, want %q", tt.tags, got, tt.want)
		}
	}
}

func TestTableIsRefused(t *testing.T) {
	for _, bad := range []string{"cafe", "cafe amenity", "  en cafe", "a x=1\n  en one\nb x=2\n  de One", "a x=1\na x=2"} {
		if _, err := parseTable(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestReference(t *testing.T) {
	const path = "../../../docs/categories.md"
	if *update {
		if err := os.WriteFile(path, Reference(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, Reference()) {
		t.Errorf("docs/categories.md is not up to date (%v); run the test with -update", err)
	}
}

// Plurals and definite forms lead to the category of the word.
func TestByForm(t *testing.T) {
	for word, want := range map[string]string{
		"pubs": "pub", "bars": "bar", "parker": "park", "banken": "bank", "Bankerne": "bank", "hotels": "hotel", "Museen": "museum", "kirkerne": "church", "skoler": "school", "kavárny": "cafe",
	} {
		c, ok := ByForm(word)
		if !ok || c.ID() != want {
			t.Errorf("%q: got %v, %v, want %s", word, c, ok, want)
		}
	}
	for _, word := range []string{"", "s", "bas", "zzzzzs", "quixotic"} {
		if c, ok := ByForm(word); ok {
			t.Errorf("%q: got %s, want none", word, c.ID())
		}
	}
}
