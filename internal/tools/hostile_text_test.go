package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode/embedded"
	"github.com/footstepd/footstepd/internal/geocode/index/indextest"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
)

// mapped is Delaware with the built-in geocoder over a few streets.
func mapped(tb testing.TB) *world {
	tb.Helper()
	m := new(osmtest.Map).Grid(100, 6, 6, -75.56, 39.74, 0.002)
	m.Node(1, -75.555, 39.745, "place=city", "name=Wilmington")
	for i, name := range []string{"Market Street", "King Street", "Rodney Street", "Saint Mary Street"} {
		row := int64(i) * 6
		m.Way(int64(10+i), []int64{100 + row, 103 + row, 105 + row}, "highway=residential", "name="+name)
		m.Node(int64(20+i), -75.558, 39.7401+0.002*float64(i), "addr:housenumber=12", "addr:street="+name, "addr:city=Wilmington", "addr:postcode=19801")
	}
	m.Node(40, -75.5551, 39.7441, "amenity=cafe", "name=Brew HaHa")
	g, err := embedded.New(indextest.Map(tb, m))
	if err != nil {
		tb.Fatal(err)
	}
	w := delaware(tb)
	w.Geocoder, w.Finder, w.Parser = g, g, g
	return w
}

// nonsense are texts that mean nothing anywhere, or try to do harm. Those marked are read as empty.
var nonsense = map[string]struct {
	text  string
	blank bool
}{
	"empty":              {"", true},
	"spaces":             {" \t\n ", true},
	"nothing that shows": {"\u200b\u2066\ufeff", true},
	"one letter":         {"q", false},
	"10,000 letters":     {strings.Repeat("q", 10_000), false},
	"10,000 words":       {strings.Repeat("street ", 10_000), false},
	"300 letters":        {strings.Repeat("zq", 150), false},
	"digits":             {"482910477", false},
	"many digits":        {strings.Repeat("9", 280), false},
	"right to left":      {"شارع الاستقلال ٤٢", false},
	"overrides":          {"\u202eteertS teleuf\u202c", false},
	"mixed scripts":      {"Zaqv улица 街道 ถนน", false},
	"emoji":              {"🦄🍕🦄🏴‍☠️", false},
	"controls":           {"zq\u0000\u001b[31m\u0007zv", false},
	"SQL":                {"'; DROP TABLE places; --", false},
	"shell":              {"$(rm -rf /) | `cat /etc/passwd` && :", false},
	"markup":             {"<script>alert(1)</script>&lt;&#0;&#x110000;", false},
	"template":           {"${jndi:ldap://x/y}{{7*7}}%n%s", false},
	"path":               {"../../../../etc/passwd", false},
	"replacement":        {"Zqv \ufffd\ufffd zvq", false},
	"combining":          {"z" + strings.Repeat("\u0301", 140), false},
	"signs":              {"&&&///---###@@@,,,;;;", false},
	"separators":         {strings.Repeat("a/", 140), false},
	"brackets":           {strings.Repeat("((", 140), false},
	"an odd id":          {"osm:node/99999999999999999999", false},
	"another odd id":     {"xing:way/1/way/2/../..", false},
	"almost coordinates": {"1e999, -1e999", false},
}

// Each tool that takes a text answers nonsense with an error that names the argument, or honestly with
// nothing, or a guess that it says is one; soon, and without repeating what could do harm.
func TestNonsense(t *testing.T) {
	w := mapped(t)
	all := compileAll(t)
	for name, n := range nonsense {
		t.Run(name, func(t *testing.T) {
			quoted, err := json.Marshal(n.text)
			if err != nil {
				t.Fatal(err)
			}
			for form, args := range map[string]string{
				"geocode":                   `{"text": %s}`,
				"geocode autocomplete":      `{"text": %s, "autocomplete": true}`,
				"geocode everything":        `{"text": %s, "focus": {"lat": 39.74, "lon": -75.55}, "countries": ["US"], "place_types": ["street"], "bbox": [-76, 39, -75, 40], "size": 40}`,
				"batch_geocode":             `{"addresses": [%s]}`,
				"batch_geocode parts":       `{"addresses": [{"address": %[1]s, "locality": %[1]s, "country": %[1]s}]}`,
				"parse_address":             `{"addresses": [%s]}`,
				"parse_address country":     `{"addresses": [{"text": "12 King Street", "country": %s}]}`,
				"search_places":             `{"query": %s}`,
				"search_places near":        `{"query": %s, "near": {"lat": 39.74, "lon": -75.55}}`,
				"search_places near a text": `{"query": "cafe", "near": %s}`,
				"search_places open":        `{"query": "cafe", "open_at": %s}`,
				"get_place":                 `{"id": %s}`,
				"get_directions":            `{"locations": [%s, "Wilmington"]}`,
				"find_and_route":            `{"origin": "12 King Street", "destination": %s}`,
			} {
				tool, _, _ := strings.Cut(form, " ")
				start := time.Now()
				a := call(t, context.Background(), tool, fmt.Sprintf(args, quoted), w)
				if took := time.Since(start); took > 5*time.Second { // the machine may be busy; the work is bounded by tests of the search
					t.Errorf("%s: took %v", form, took)
				}
				switch a.Code {
				case "", envelope.InvalidInput, envelope.NotFound, envelope.GeocodeAmbiguous:
				default:
					t.Errorf("%s: code %q: %s", form, a.Code, a.Text)
				}
				if n.blank && form == "geocode" && (a.Code != envelope.InvalidInput || !strings.Contains(a.Text, "text is empty")) && !strings.Contains(a.Text, "shows") {
					t.Errorf("%s: %q, want the argument named as empty", form, a.Text)
				}
				all[tool].check(t, form, a.Structured)
				for _, r := range a.Text + string(a.Structured) {
					if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
						t.Errorf("%s: the answer repeats %U: %q", form, r, a.Text)
						break
					}
				}
				if form == "geocode" && a.Code == "" {
					var out struct {
						Results []struct {
							Label      string
							Confidence *float64
						}
					}
					if err := json.Unmarshal(a.Structured, &out); err != nil {
						t.Fatal(err)
					}
					if len(out.Results) > 0 && (out.Results[0].Confidence == nil || *out.Results[0].Confidence >= 0.4) {
						t.Errorf("%s: taken for %+v", form, out.Results[0])
					}
				}
			}
		})
	}
}

// Bytes that are no UTF-8 are no JSON text either, or come to the tools as replacement characters.
func TestInvalidUTF8(t *testing.T) {
	w := mapped(t)
	for _, text := range []string{"Main \xff\xfe Street", "\xc3", "King Street\xed\xa0\x80"} {
		a := call(t, context.Background(), "geocode", `{"text": "`+text+`"}`, w)
		if a.Code != "" && a.Code != envelope.InvalidInput {
			t.Errorf("%q: code %q: %s", text, a.Code, a.Text)
		}
		if !json.Valid(a.Structured) || !utf8.Valid(a.Structured) || !utf8.ValidString(a.Text) {
			t.Errorf("%q: %q", text, a.Structured)
		}
	}
}

// Countries that are none, boxes that cannot be, and sizes out of range are errors that name the argument.
func TestFiltersThatCannotBe(t *testing.T) {
	w := mapped(t)
	for args, field := range map[string]string{
		`geocode {"text": "King Street", "countries": ["ZZ"]}`:                              "countries[0]",
		`geocode {"text": "King Street", "countries": ["US", "Atlantis"]}`:                  "countries[1]",
		`geocode {"text": "King Street", "bbox": [-75, 40, -76, 39]}`:                       "bbox",
		`geocode {"text": "King Street", "bbox": [-76, 39]}`:                                "bbox",
		`geocode {"text": "King Street", "size": 0}`:                                        "size",
		`geocode {"text": "King Street", "size": 41}`:                                       "size",
		`geocode {"text": "King Street", "place_types": ["planet"]}`:                        "place_types[0]",
		`geocode {"text": "King Street", "focus": {"lat": 91, "lon": 0}}`:                   "focus.lat",
		`batch_geocode {"addresses": ["King Street"], "countries": ["XX"]}`:                 "countries[0]",
		`search_places {"query": "cafe", "bbox": [-75, 40, -76, 39]}`:                       "bbox",
		`search_places {"query": "cafe", "radius_m": 5}`:                                    "radius_m",
		`search_places {"query": "cafe", "near": "Wilmington", "radius_m": 1e9}`:            "radius_m",
		`reverse_geocode {"location": {"lat": 39.7, "lon": -75.5}, "place_types": ["sky"]}`: "place_types[0]",
		`reverse_geocode {"location": {"lat": "x", "lon": -75.5}}`:                          "location",
	} {
		tool, args, _ := strings.Cut(args, " ")
		if a := call(t, context.Background(), tool, args, w); a.Code != envelope.InvalidInput || !strings.Contains(a.Text, field) {
			t.Errorf("%s %s: %q, want invalid_input that names %s", tool, args, a.Text, field)
		}
	}
}
