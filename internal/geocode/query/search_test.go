package query

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/index/indextest"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/orb"
)

func delaware(tb testing.TB) *index.Index {
	tb.Helper()
	x, err := index.Open(indextest.Delaware(tb))
	if err != nil {
		tb.Fatal(err)
	}
	return x
}

// run searches with a state of its own and checks what holds of every answer, and that the search
// kept within its bounds.
func run(t testing.TB, x *index.Index, q geocode.Query) (Answer, effort) {
	t.Helper()
	s := &search{byKey: map[hitKey]int{}}
	a, err := s.run(context.Background(), x, &q)
	if err != nil {
		t.Fatalf("%q: %v", q.Text, err)
	}
	e := s.spent
	if e.passes > maxPass+1 || e.names > maxNames*e.passes || e.docs > (maxDocs+2*maxVenues)*e.passes || e.blocks > (maxWork+1)*max(1, e.passes) || e.crossings > 2*maxCrossings*e.passes || e.approaches > maxApproaches*e.passes {
		t.Fatalf("%q: looked at %+v", q.Text, e)
	}
	if len(s.l.words) > maxWords || len(s.contexts) > maxContexts+4*len(s.atoms) {
		t.Fatalf("%q: %d words, %d contexts", q.Text, len(s.l.words), len(s.contexts))
	}
	if len(a.Hits) > q.Size || a.Total < len(a.Hits) {
		t.Fatalf("%q: %d hits of %d, asked for %d", q.Text, len(a.Hits), a.Total, q.Size)
	}
	for i, h := range a.Hits {
		if h.Confidence < 0 || h.Confidence > 1 || h.Level == "" || int(h.Doc) >= x.Len() || i > 0 && h.rankNear() > a.Hits[i-1].rankNear() {
			t.Fatalf("%q: hit %d is %+v", q.Text, i, h)
		}
	}
	return a, e
}

// hostile are texts that try to make a search long.
func hostile() map[string]string {
	return map[string]string{
		"empty":                  "",
		"one letter":             "a",
		"ten thousand letters":   strings.Repeat("a", 10_000),
		"ten thousand words":     strings.Repeat("street ", 10_000),
		"thousand letters":       strings.Repeat("a n s ", 334),
		"beginnings":             "ma no so we ea ch st ro de la wi ne do le mi gr ha ri cr po su be",
		"one word again":         strings.Repeat("street ", 24),
		"long numbers":           strings.Repeat("12345678901234567890", 50) + " " + strings.Repeat("19801 ", 24),
		"letters of all scripts": strings.Repeat("Straße улица 街道 شارع ถนน οδός ", 6),
		"frequent words":         "north street road drive lane avenue court way place circle park church school creek point north street road drive lane",
		"crossings":              strings.Repeat("street & ", 20),
		"crossings of names":     strings.Repeat("main street and church street & ", 6),
		"misspelt words":         "wilmingtn nwark dovr marekt streat avenu corut circel univrsity delawar county churhc schol libary squar cntre",
		"long misspelt words":    "universitty delawaree wilmingtton rehobothh bethanny middletownn georgetownn washingtonn",
		"digits":                 strings.Repeat("1234567890 ", 30),
		"numbers and one street": "1 2 3 4 5 6 7 8 9 10 11 12 13 14 main street 15 16 17 18 19 20 21 22 23 24",
		"unknown joined words":   strings.Repeat("mainstreetchurchroadparkavenue", 2) + " northmarketstreetwilmington kingstreetnewark",
		"short words":            "a b c d e f g h i j k l m n o p q r s t u v w x y z",
		"states":                 "DE MD PA NJ DE MD PA NJ usa united states of america delaware maryland",
		"right to left":          "شارع الملك ديلاوير 12",
		"mixed scripts":          "Main улица 街道 Straße ถนน",
		"emoji":                  "🏠 12 🍕 Main Street 🚗",
		"SQL":                    "'; DROP TABLE places; -- Main Street",
		"shell":                  "$(rm -rf /) `Main Street` | cat && echo",
		"control characters":     "Main\x00Street\x1b[31m\u202e",
		"invalid UTF-8":          "Main \xff\xfe Street \xc3",
		"quotes and brackets":    "((((\"Main\" [Street]))))",
	}
}

func TestBoundedWork(t *testing.T) {
	x := delaware(t)
	for name, text := range hostile() {
		for _, autocomplete := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " ", autocomplete), func(t *testing.T) {
				_, spent := run(t, x, geocode.Query{Text: text, Size: 5, Autocomplete: autocomplete, Focus: &orb.Point{-75.5, 39.5}})
				t.Logf("%+v", spent)
			})
		}
	}
}

func FuzzSearch(f *testing.F) {
	x := fenwick(f)
	for _, text := range hostile() {
		f.Add(text, false, uint8(5))
	}
	for _, text := range []string{"815 Colorado Drive, Newark, DE 19713", "King & 4th", "7/212 Main", "19713-0001", "39.7, -75.5", "wil"} {
		f.Add(text, true, uint8(1))
	}
	f.Fuzz(func(t *testing.T, text string, autocomplete bool, size uint8) {
		FindCrossing(x, text)
		FindApproach(x, text)
		FindBetween(x, text)
		run(t, x, geocode.Query{Text: text, Size: 1 + int(size)%40, Autocomplete: autocomplete})
	})
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Search(ctx, delaware(t), &geocode.Query{Text: "Main Street", Size: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// fenwick is a map of streets whose names are hard to tell apart.
func fenwick(tb testing.TB) *index.Index {
	m := new(osmtest.Map).Grid(100, 20, 20, 10, 50, 0.002)
	for i, name := range []string{
		"Saint Patrick Street", "St Mark Street", "S Street NW", "South Street NW", "Moosbacherstraße", "Hohenwalder Straße", "Ackermannstraße",
		"Fredrikinkatu", "Sankt Peders Stræde", "Rue du Marché Saint-Honoré", "4th Street", "Juniper Street SE", "Juniper Street NW", "Clubhouse Lane",
	} {
		row := int64(i) + 1
		m.Way(int64(10+i), []int64{100 + row*20 + 1, 100 + row*20 + 8}, "highway=residential", "name="+name)
		m.Node(int64(5000+i), 10.005, 50+0.002*float64(row)+0.0001, "addr:housenumber=12", "addr:street="+name)
	}
	x, err := index.Open(indextest.Map(tb, m))
	if err != nil {
		tb.Fatal(err)
	}
	return x
}

// Spellings that mean the same street.
func TestSpellings(t *testing.T) {
	x := fenwick(t)
	for text, want := range map[string]string{
		"12 St Patrick St": "Saint Patrick Street", "12 Saint Mark Street": "St Mark Street", "12 st. mark st.": "St Mark Street",
		"12 S St NW": "S Street NW", "12 South St NW": "South Street NW", "Moosbacher Straße 12": "Moosbacherstraße", "Moosbacherstr. 12": "Moosbacherstraße",
		"Moosbacher Str 12": "Moosbacherstraße", "Hohenwalderstrasse 12": "Hohenwalder Straße", "Hohenwalderstr. 12": "Hohenwalder Straße",
		"HOHENWALDER STRASSE 12": "Hohenwalder Straße", "Ackermannstr. 12": "Ackermannstraße", "Fredrikink. 12": "Fredrikinkatu", "Fredrikin katu 12": "Fredrikinkatu",
		"Skt. Peders Straede 12": "Sankt Peders Stræde", "sankt peders stræde 12": "Sankt Peders Stræde", "12 rue du marche st honore": "Rue du Marché Saint-Honoré",
		"12 Fourth Street": "4th Street", "12 Juniper St SE": "Juniper Street SE", "12 Juniper St NW": "Juniper Street NW", "12 Club House Ln": "Clubhouse Lane",
	} {
		a, _ := run(t, x, geocode.Query{Text: text, Size: 5})
		if len(a.Hits) == 0 || x.Text(x.Record(a.Hits[0].Doc).Name) != want || a.Hits[0].Address == nil || a.Hits[0].Confidence < 0.9 {
			got := "nothing"
			if len(a.Hits) > 0 {
				got = fmt.Sprintf("%s with confidence %.2f", x.Text(x.Record(a.Hits[0].Doc).Name), a.Hits[0].Confidence)
			}
			t.Errorf("%q: got %s, want number 12 in %s", text, got, want)
		}
	}
}

// One typing error in a long enough word leads to the same street as the word without it, and less
// surely.
func TestTypos(t *testing.T) {
	x := fenwick(t)
	for _, name := range []string{"Ackermannstraße", "Fredrikinkatu", "Clubhouse Lane", "Saint Patrick Street", "Juniper Street SE"} {
		right, _ := run(t, x, geocode.Query{Text: name, Size: 1})
		letters := []rune(name)
		for i := 1; i < min(len(letters)-1, 9); i++ {
			for kind, wrong := range map[string]string{
				"left out": string(letters[:i]) + string(letters[i+1:]),
				"put in":   string(letters[:i]) + "q" + string(letters[i:]),
				"changed":  string(letters[:i]) + "q" + string(letters[i+1:]),
				"swapped":  string(letters[:i]) + string(letters[i+1]) + string(letters[i]) + string(letters[i+2:]),
			} {
				if strings.Contains(string(letters[i:i+2]), " ") || letters[i] == letters[i+1] {
					continue
				}
				first, _, _ := strings.Cut(wrong, " ")
				if len(first) < minEdit {
					continue
				}
				a, _ := run(t, x, geocode.Query{Text: wrong, Size: 1})
				if len(a.Hits) == 0 || a.Hits[0].Doc != right.Hits[0].Doc {
					t.Errorf("%q (%s): got %+v, want %s", wrong, kind, a.Hits, name)
				} else if a.Hits[0].Confidence >= right.Hits[0].Confidence {
					t.Errorf("%q (%s): confidence %.2f, no less than the %.2f of %q", wrong, kind, a.Hits[0].Confidence, right.Hits[0].Confidence, name)
				}
			}
		}
	}
}

// Of two words that may be the same one, each street takes the one beside it, however it is written.
func TestTypoBesideTheSameWord(t *testing.T) {
	m := new(osmtest.Map).Grid(100, 6, 6, 10, 50, 0.002)
	m.Way(10, []int64{106, 107, 109, 110}, "highway=residential", "name=Ash Avenue").Way(11, []int64{101, 107, 113}, "highway=residential", "name=Woodlawn Avenue")
	m.Way(12, []int64{118, 119, 121}, "highway=residential", "name=Pont d'Engordany").Way(13, []int64{124, 125, 127}, "highway=residential", "name=P.D. Lark Lane")
	x, err := index.Open(indextest.Map(t, m))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"Ash Aveneu & Woodlawn Avenue": "Ash Avenue", "Ash Avenue & Woodlawn Aveneu": "Ash Avenue", "Woodlawn Avnue at Ash Avenue": "Ash Avenue",
		"pont dengordany": "Pont d'Engordany", "pd lark lane": "P.D. Lark Lane", "P D Lark Lane": "P.D. Lark Lane",
	} {
		a, _ := run(t, x, geocode.Query{Text: text, Size: 1})
		if len(a.Hits) == 0 || x.Text(x.Record(a.Hits[0].Doc).Name) != want || strings.Contains(text, "Ash") != (a.Hits[0].Cross != nil) || a.Hits[0].Confidence < 0.8 {
			t.Errorf("%q: got %+v, want %s", text, a.Hits, want)
		}
	}
}

// The state at the end of a text tells where a place lies; hundreds of roads whose numbers begin with its
// letters are neither read nor answered. Where it may be the beginning of a street, it is.
func TestStateIsNoRoad(t *testing.T) {
	x := delaware(t)
	for _, text := range []string{"Broad Acres, DE", "Madelyn Gardens, DE 19810", "Dover, DE, USA", "Bookhamer Landing Road, Bookhammer Landing, DE"} {
		a, spent := run(t, x, geocode.Query{Text: text, Size: 40})
		if len(a.Hits) == 0 || spent.docs > 300*spent.passes {
			t.Errorf("%q: %d hits of %d docs", text, len(a.Hits), spent.docs)
		}
		for _, h := range a.Hits {
			if name := x.Text(h.name); h.Open&1 != 0 && strings.HasPrefix(name, "DE ") {
				t.Errorf("%q: got %s", text, name)
			}
		}
	}
	for text, want := range map[string]string{"DE 1": "DE 1", "DE 1, Dover": "DE 1", "DE 1, Dover, DE": "DE 1"} {
		a, _ := run(t, x, geocode.Query{Text: text, Size: 5})
		if len(a.Hits) == 0 || !strings.HasPrefix(x.Text(a.Hits[0].name), want) || a.Hits[0].kind != index.Street {
			t.Errorf("%q: got %+v, want %s", text, a.Hits, want)
		}
	}
	a, _ := run(t, x, geocode.Query{Text: "1200 Delaware", Size: 40})
	if !slices.ContainsFunc(a.Hits, func(h Hit) bool { return h.kind == index.Street && strings.HasPrefix(x.Text(h.name), "Delaware ") }) {
		t.Errorf("no street whose name begins with that of the state: %+v", a.Hits)
	}
}

// expiring is a context that ends once it has been asked so many times.
type expiring struct {
	context.Context
	left int
}

func (e *expiring) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// A search ends between two pairs of streets, which may be as long as a state.
func TestCancelledBetweenPairs(t *testing.T) {
	x := delaware(t)
	for text, count := range map[string]func(effort) int{
		"Main Street & Union Street": func(e effort) int { return e.crossings },
		"US 13 & US 113":             func(e effort) int { return e.approaches },
	} {
		spent := map[int]bool{}
		for left := range 400 {
			s := &search{byKey: map[hitKey]int{}}
			if _, err := s.run(&expiring{t.Context(), left}, x, &geocode.Query{Text: text, Size: 1}); err != nil {
				spent[count(s.spent)] = true
			}
		}
		if !spent[1] || !spent[2] {
			t.Errorf("%q: ends after so many pairs: %v; want it after one and after two, too", text, spent)
		}
	}
}
