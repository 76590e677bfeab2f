package embedded

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// textOf draws what someone may write: names of the map, with a town, a number or an error.
func textOf(t *rapid.T, g *Geocoder) string {
	name := func(label string) string {
		doc := index.Doc(rapid.IntRange(0, g.x.Len()-1).Draw(t, label))
		return g.x.Text(g.x.Record(doc).Name)
	}
	text := name("name")
	switch rapid.IntRange(0, 6).Draw(t, "form") {
	case 1:
		text = rapid.SampledFrom([]string{"1", "12", "500", "815", "12A"}).Draw(t, "number") + " " + text
	case 2:
		text += ", " + rapid.SampledFrom([]string{"Newark", "Dover", "Wilmington", "DE", "19801", "Lewes, DE"}).Draw(t, "town")
	case 3:
		text += rapid.SampledFrom([]string{" & ", " at ", "/", ", ", " "}).Draw(t, "joint") + name("other name")
	case 4:
		if i := rapid.IntRange(0, len(text)).Draw(t, "cut"); i < len(text) {
			text = text[:i] + text[i+1:]
		}
	case 5:
		words := strings.Fields(text)
		text = strings.Join(words[:rapid.IntRange(min(1, len(words)), len(words)).Draw(t, "words")], " ")
	case 6:
		text = rapid.SampledFrom([]string{"Main Street", "Church Street", "Chestnut Street", "Walnut Street", "2nd Street", "Park Avenue", "DE 1", "I-95"}).Draw(t, "frequent name")
	}
	return strings.ToValidUTF8(text, "")
}

func pointOf(t *rapid.T) orb.Point {
	return orb.Point{rapid.Float64Range(-75.8, -75).Draw(t, "lon"), rapid.Float64Range(38.4, 39.9).Draw(t, "lat")}
}

// everything is a size that no answer reaches.
const everything = 100_000

// A row that passes more filters passes fewer, and filters change nothing else.
func TestMoreFiltersFewerRows(t *testing.T) {
	g := open(t)
	types := []geocode.PlaceType{geocode.Venue, geocode.Address, geocode.Street, geocode.Intersection, geocode.Locality, geocode.Postcode, geocode.Neighbourhood}
	rapid.Check(t, func(t *rapid.T) {
		q := geocode.Query{Text: textOf(t, g), Size: everything, Autocomplete: rapid.Bool().Draw(t, "autocomplete")}
		if rapid.Bool().Draw(t, "bounded") {
			p := pointOf(t)
			q.Bound = &orb.Bound{Min: orb.Point{p[0] - 0.2, p[1] - 0.2}, Max: orb.Point{p[0] + 0.2, p[1] + 0.2}}
		}
		wide := search(t, g, q)
		q.Types = rapid.SliceOfNDistinct(rapid.SampledFrom(types), 1, 3, rapid.ID).Draw(t, "types")
		if rapid.Bool().Draw(t, "with country") {
			q.Countries = []string{rapid.SampledFrom([]string{"US", "DEU"}).Draw(t, "country")}
		}
		narrow := search(t, g, q)
		at := 0
		for _, p := range narrow.Places {
			i := slices.IndexFunc(wide.Places[at:], func(o geocode.Place) bool { return o.ID == p.ID && o.Type == p.Type && o.Confidence == p.Confidence })
			if i < 0 {
				t.Fatalf("%+v: %s (%s, %.2f) is new, changed or out of order", q, p.ID, p.Type, p.Confidence)
			}
			at += i + 1
		}
	})
}

// The focus puts rows in another order; it neither brings nor takes any, nor changes which of several
// equal ones stands for all.
func TestFocusKeepsRows(t *testing.T) {
	g := open(t)
	check := func(t interface {
		Helper()
		Fatalf(string, ...any)
	}, text string, p orb.Point,
	) {
		t.Helper()
		q := geocode.Query{Text: text, Size: everything}
		plain := search(t, g, q)
		q.Focus = &p
		focused := search(t, g, q)
		a, b := ids(plain.Places), ids(focused.Places)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			t.Fatalf("%q: %d rows without focus, %d with focus on %v", q.Text, len(a), len(b), p)
		}
	}
	// Adding what the focus adds and taking it away again is not exact.
	check(t, "1 Nanticoke Acres", orb.Point{-75.53515625, 38.625})
	check(t, "Yeatman, Wilmington", orb.Point{-75.32323688268661, 38.4})
	rapid.Check(t, func(t *rapid.T) { check(t, textOf(t, g), pointOf(t)) })
}

// The same question has the same answer, whatever was asked before, and a shorter answer is the
// beginning of a longer one.
func TestSameAnswerAgain(t *testing.T) {
	g := open(t)
	rapid.Check(t, func(t *rapid.T) {
		q := geocode.Query{Text: textOf(t, g), Size: 12, Autocomplete: rapid.Bool().Draw(t, "autocomplete"), Language: rapid.SampledFrom([]string{"", "de", "fi"}).Draw(t, "language")}
		show := func() string {
			b, err := json.Marshal(search(t, g, q))
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		first := show()
		search(t, g, geocode.Query{Text: textOf(t, g), Autocomplete: true})
		if again := show(); again != first {
			t.Fatalf("%q: %s, then %s", q.Text, first, again)
		}
		long := search(t, g, q)
		q.Size = rapid.IntRange(1, 11).Draw(t, "size")
		if short := search(t, g, q); !slices.Equal(ids(short.Places), ids(long.Places[:min(q.Size, len(long.Places))])) || short.Total != long.Total {
			t.Fatalf("%q: %v is not the beginning of %v", q.Text, ids(short.Places), ids(long.Places))
		}
	})
}
