package embedded

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"
)

func search(t interface {
	Helper()
	Fatalf(string, ...any)
}, g *Geocoder, q geocode.Query,
) *geocode.Result {
	t.Helper()
	if q.Size == 0 {
		q.Size = 5
	}
	r, err := g.Search(context.Background(), q)
	if err != nil {
		t.Fatalf("search %q: %v", q.Text, err)
	}
	return r
}

// What a local would mean, whatever else may change.
func TestSearchMeans(t *testing.T) {
	g := open(t)
	for _, tc := range []struct {
		text, label string
		typ         geocode.PlaceType
		level       geocode.MatchLevel
		least, most float64 // confidence
	}{
		{"Wilmington, DE", "Wilmington, DE", geocode.Locality, geocode.PlaceLevel, 0.95, 1},
		{"Delaware", "Delaware, United States", geocode.Region, geocode.AdminLevel, 0.95, 1},
		{"Rodney Square", "Rodney Square, Wilmington, DE", geocode.Venue, geocode.Exact, 0.95, 1},
		{"King Street, Wilmington", "North King Street, Wilmington, DE", geocode.Street, geocode.StreetLevel, 0.7, 0.95},
		{"19801", "19801, Wilmington, DE", geocode.Postcode, geocode.PostcodeLevel, 0.95, 1},
		{"University of Delaware", "University of Delaware", geocode.Venue, geocode.Exact, 0.95, 1},
		{"815 Colorado Drive, Newark, DE 19713", "815 Colorado Drive, Newark, DE 19713", geocode.Address, geocode.Exact, 0.95, 1},
		{"117 Syraxuse Drive, Newark", "117 Syracuse Drive, Newark, DE", geocode.Address, geocode.Exact, 0.8, 0.97},
		{"9999 Colorado Drive, Newark", "Colorado Drive, Newark, DE", geocode.Street, geocode.StreetLevel, 0.4, 0.7},
		{"100 W 10th St Ste 300, Wilmington, DE", "West 10th Street, Wilmington, DE", geocode.Street, geocode.StreetLevel, 0.4, 0.7},
		{"4th/King, Wilmington", "North King Street & East 4th Street, Wilmington, DE", geocode.Intersection, geocode.IntersectionLevel, 0.4, 1},
		{"Market & 9th, Wilmington", "West 9th Street & North Market Street, Wilmington, DE", geocode.Intersection, geocode.IntersectionLevel, 0.4, 1},
		{"King & 4th", "North King Street & East 4th Street, Wilmington, DE", geocode.Intersection, geocode.IntersectionLevel, 0.6, 0.9},
		{"corner of 4th and King, Wilmington", "North King Street & East 4th Street, Wilmington, DE", geocode.Intersection, geocode.IntersectionLevel, 0.6, 0.9},
		{"King Street & 4th Street, Wilmington", "North King Street & East 4th Street, Wilmington, DE", geocode.Intersection, geocode.IntersectionLevel, 0.7, 1},
	} {
		r := search(t, g, geocode.Query{Text: tc.text})
		if len(r.Places) == 0 {
			t.Errorf("%q: nothing found", tc.text)
			continue
		}
		p := r.Places[0]
		if !strings.HasPrefix(p.Label, tc.label) || p.Type != tc.typ || p.MatchLevel != tc.level || p.Confidence < tc.least || p.Confidence > tc.most {
			t.Errorf("%q: got %s, %s, %s, %.2f, want %s, %s, %s, %.2f to %.2f", tc.text, p.Label, p.Type, p.MatchLevel, p.Confidence, tc.label, tc.typ, tc.level, tc.least, tc.most)
		}
	}
	for _, text := range []string{"zdgpclzf", "kakoziqoyo jowukuvaza keyazikozo 295", "Tashkent", "Wagga Wagga", "Thiruvananthapuram", "vaxzeq vyqkoj 212"} {
		if r := search(t, g, geocode.Query{Text: text}); len(r.Places) > 0 && r.Places[0].Confidence >= 0.4 {
			t.Errorf("%q: got %s with confidence %.2f, want nothing or less than 0.4", text, r.Places[0].Label, r.Places[0].Confidence)
		}
	}
}

// eachAddress visits every house number of the index.
func eachAddress(x *index.Index, visit func(a *index.Address)) {
	for doc := range x.Len() {
		d := x.Details(index.Doc(doc))
		for b := d.FirstBlock; b < d.FirstBlock+d.Blocks; b++ {
			x.Addresses(b, nil, func(a *index.Address) bool { visit(a); return true })
		}
	}
}

func TestAddressesFindThemselves(t *testing.T) {
	g := open(t)
	n, i, missed := 0, 0, 0
	eachAddress(g.x, func(a *index.Address) {
		if i++; i%4 != 0 {
			return
		}
		p := g.addressPlace(a, "")
		text := p.HouseNumber + " " + p.Street
		if p.Locality != "" {
			text += ", " + p.Locality
		}
		if p.Postcode != "" {
			text += " " + p.Postcode
		}
		n++
		r := search(t, g, geocode.Query{Text: text})
		if len(r.Places) == 0 || r.Places[0].HouseNumber != p.HouseNumber || geo.Distance(r.Places[0].Point, p.Point) > 100 {
			if missed++; missed < 6 {
				t.Logf("%s (%s): got %+v", text, p.ID, r.Places)
			}
		}
	})
	if n < 300 || float64(missed) > 0.03*float64(n) {
		t.Errorf("%d of %d addresses do not find themselves, want at most 3 %%", missed, n)
	}
}

// Every id resolves to the place that has it.
func TestIDsResolve(t *testing.T) {
	g := open(t)
	ctx := context.Background()
	check := func(want geocode.Place) {
		t.Helper()
		got, err := g.Place(ctx, want.ID, "")
		if err != nil || got == nil {
			t.Fatalf("%s: got %v, %v", want.ID, got, err)
		}
		if d := cmp.Diff(want, *got); d != "" {
			t.Fatalf("%s resolves to another place (-want +got):\n%s", want.ID, d)
		}
	}
	for doc := range g.x.Len() {
		check(g.docPlace(index.Doc(doc), ""))
	}
	eachAddress(g.x, func(a *index.Address) { check(g.addressPlace(a, "")) })
	for _, id := range []string{"", "osm:node/1", "osm:way/x", "addr:node/9", "xing:way/1/way/2", "xing:", "addr:way/17221560/number/x", "addr:way/17221560/number/", "nonsense", "osm:way/17221560/2"} {
		if p, err := g.Place(ctx, id, ""); p != nil || err != nil {
			t.Errorf("%q: got %v, %v, want nothing", id, p, err)
		}
	}
}

func TestCrossingIDsResolve(t *testing.T) {
	g := open(t)
	for _, text := range []string{"King Street & 4th Street, Wilmington", "Tennyson Drive & Lyric Drive", "Marsh Road at Woodcroft Lane"} {
		found := 0
		for _, p := range search(t, g, geocode.Query{Text: text, Size: 40}).Places {
			if p.Type != geocode.Intersection {
				continue
			}
			found++
			got, err := g.Place(context.Background(), p.ID, "")
			if err != nil || got == nil || got.Point != p.Point || got.Label != p.Label || got.ID != p.ID {
				t.Errorf("%s resolves to %+v, %v, want %+v", p.ID, got, err, p)
			}
		}
		if found == 0 {
			t.Errorf("%q: no crossing found", text)
		}
	}
}

// Any way of a street leads to the street.
func TestMergedWaysResolve(t *testing.T) {
	g := openMap(t, twoWays())
	for _, id := range []string{"osm:way/10", "osm:way/11"} {
		p, err := g.Place(context.Background(), id, "")
		if err != nil || p == nil || p.ID != "osm:way/10" {
			t.Errorf("%s: got %+v, %v, want osm:way/10", id, p, err)
		}
	}
}

func ids(list []geocode.Place) []string {
	var out []string
	for _, p := range list {
		out = append(out, p.ID)
	}
	return out
}

// Filters only take rows away.
func TestFilters(t *testing.T) {
	g := open(t)
	wilmington := &orb.Bound{Min: orb.Point{-75.6, 39.7}, Max: orb.Point{-75.5, 39.8}}
	for _, text := range []string{"Wilmington", "King Street", "Newark, DE", "Delaware Avenue", "501 North Market Street, Wilmington", "main s", "Church", "19801", "Univrsity"} {
		all := search(t, g, geocode.Query{Text: text, Size: 100_000})
		if all.Total != len(all.Places) {
			t.Errorf("%q: total %d with %d rows", text, all.Total, len(all.Places))
		}
		for name, q := range map[string]geocode.Query{
			"streets":              {Types: []geocode.PlaceType{geocode.Street}},
			"areas and houses":     {Types: []geocode.PlaceType{geocode.Locality, geocode.Address, geocode.Postcode}},
			"in the United States": {Countries: []string{"US"}},
			"alpha-3":              {Countries: []string{"USA", "DEU"}},
			"in Germany":           {Countries: []string{"DE"}},
			"nowhere":              {Countries: []string{"??"}},
			"bbox":                 {Bound: wilmington},
			"bbox and type":        {Bound: wilmington, Types: []geocode.PlaceType{geocode.Venue}},
		} {
			q.Text, q.Size = text, 100_000
			some := search(t, g, q)
			at := 0
			for _, p := range some.Places {
				i := slices.IndexFunc(all.Places[at:], func(o geocode.Place) bool { return o.ID == p.ID && o.Type == p.Type })
				if i < 0 {
					t.Errorf("%q, %s: %s is new, or out of its order", text, name, p.ID)
					break
				}
				at += i + 1
				if len(q.Types) > 0 && !slices.Contains(q.Types, p.Type) || q.Bound != nil && !q.Bound.Contains(p.Point) || len(q.Countries) > 0 && p.CountryCode != "USA" {
					t.Errorf("%q, %s: %s passes the filter", text, name, p.ID)
				}
			}
			// What the filter lets pass is there.
			for _, p := range all.Places {
				passes := (len(q.Types) == 0 || slices.Contains(q.Types, p.Type)) && (q.Bound == nil || q.Bound.Contains(p.Point)) &&
					(len(q.Countries) == 0 || slices.Contains(q.Countries, "US") || slices.Contains(q.Countries, "USA"))
				if passes && !slices.Contains(ids(some.Places), p.ID) {
					t.Errorf("%q, %s: %s is gone", text, name, p.ID)
					break
				}
			}
		}
	}
}

// With focus the same places are found, the nearer before the farther, with distances from it.
func TestFocus(t *testing.T) {
	g := open(t)
	for _, tc := range []struct {
		name  string
		focus orb.Point
	}{{"Rehoboth Beach", orb.Point{-75.0791, 38.7168}}, {"Dover", orb.Point{-75.5244, 39.1582}}, {"Newark", orb.Point{-75.7497, 39.6837}}} {
		r := search(t, g, geocode.Query{Text: "Church Street", Focus: &tc.focus, Size: 1})
		all := search(t, g, geocode.Query{Text: "Church Street", Size: 1000})
		nearest := 1e9
		for _, p := range all.Places {
			if p.Name == "Church Street" {
				nearest = min(nearest, geo.Distance(tc.focus, p.Point))
			}
		}
		if len(r.Places) == 0 || r.Places[0].Name != "Church Street" || *r.Places[0].Distance > nearest+2000 {
			t.Errorf("near %s: got %+v, want the Church Street some %.0f m away", tc.name, r.Places, nearest)
		}
		// An exact match stays, however far it is.
		if r := search(t, g, geocode.Query{Text: "815 Colorado Drive, Newark", Focus: &tc.focus}); len(r.Places) == 0 || r.Places[0].HouseNumber != "815" || r.Places[0].Bearing == nil {
			t.Errorf("with focus on %s the address is not first: %+v", tc.name, r.Places)
		}
	}
}

func TestAutocomplete(t *testing.T) {
	g := open(t)
	for _, tc := range []struct{ text, prefix string }{
		{"wil", "Wil"}, {"wilmi", "Wilmington"}, {"rodney sq", "Rodney Square"}, {"main s", "Main S"}, {"university of d", "University of Delaware"}, {"W", "W"}, {"newa", "Newark"},
	} {
		r := search(t, g, geocode.Query{Text: tc.text, Autocomplete: true})
		if len(r.Places) == 0 || !strings.HasPrefix(r.Places[0].Name, tc.prefix) {
			t.Errorf("%q: got %v, want a name that begins with %q", tc.text, r.Places, tc.prefix)
		}
	}
	if r := search(t, g, geocode.Query{Text: "815 colo", Autocomplete: true}); len(r.Places) == 0 || !strings.HasPrefix(r.Places[0].Label, "815 Colorado Drive") {
		t.Errorf("815 colo: got %v", r.Places)
	}
	if r := search(t, g, geocode.Query{Text: "815 Colorado Dr, Ne", Autocomplete: true}); len(r.Places) == 0 || r.Places[0].Confidence < 0.7 || len(r.Warnings) > 0 {
		t.Errorf("the beginning of a town is taken for a state: %v, %q", r.Places, r.Warnings)
	}
	if r := search(t, g, geocode.Query{Text: "Baltimore St, MD", Autocomplete: true}); len(r.Places) == 0 || r.Places[0].Confidence > elsewhere || len(r.Warnings) == 0 {
		t.Errorf("another state is overlooked: %v, %q", r.Places, r.Warnings)
	}
	if r := search(t, g, geocode.Query{Text: "rodney squ"}); len(r.Places) > 0 && r.Places[0].Name == "Rodney Square" && r.Places[0].Confidence > 0.9 {
		t.Errorf("without autocomplete an unfinished word is a whole match: %+v", r.Places[0])
	}
}

func TestLanguage(t *testing.T) {
	g := openMap(t, village())
	if p := search(t, g, geocode.Query{Text: "Oldham", Language: "fi"}).Places; len(p) == 0 || p[0].Name != "Vanhala" || p[0].Country != "Iso-Britannia" {
		t.Errorf("in Finnish: got %+v", p)
	}
	if p := search(t, g, geocode.Query{Text: "vanhala"}).Places; len(p) == 0 || p[0].Name != "Oldham" {
		t.Errorf("by its Finnish name: got %+v", p)
	}
	if p := search(t, g, geocode.Query{Text: "Mill Street", Language: "fi-FI"}).Places; len(p) == 0 || p[0].Locality != "Vanhala" || p[0].Name != "Mill Street" {
		t.Errorf("a street in Finnish: got %+v", p)
	}
}

func TestInterpolation(t *testing.T) {
	g := openMap(t, village())
	for _, tc := range []struct {
		text, number string
		level        geocode.MatchLevel
		lon          float64
	}{
		{"3 Mill Street", "3", geocode.Exact, 10.0022},
		{"7 Mill Street, Oldham", "7", geocode.Interpolated, 10.0027}, // half way between 3 and 11
		{"8 Mill Street", "", geocode.StreetLevel, 10.005},            // nobody knows where the even numbers are
		{"24 High Street", "20-28", geocode.Exact, 10.0049},
		{"24-26 High Street", "20-28", geocode.Exact, 10.0049},
	} {
		p := search(t, g, geocode.Query{Text: tc.text}).Places
		if len(p) == 0 || p[0].HouseNumber != tc.number || p[0].MatchLevel != tc.level || p[0].Point[0] < tc.lon-2e-5 || p[0].Point[0] > tc.lon+2e-5 {
			t.Errorf("%q: got %+v, want number %q, %s, at %v", tc.text, p, tc.number, tc.level, tc.lon)
			continue
		}
		same, err := g.Place(context.Background(), p[0].ID, "")
		if err != nil || same == nil || same.Point != p[0].Point || same.Label != p[0].Label || same.HouseNumber != tc.number {
			t.Errorf("%s resolves to %+v, %v", p[0].ID, same, err)
		}
	}
}

// A town and the county of the same name.
func TestSameNameTwice(t *testing.T) {
	m := new(osmtest.Map).Grid(100, 4, 4, 10, 50, 0.01)
	m.Way(1, []int64{100, 103, 115, 112, 100}, "boundary=administrative", "admin_level=6", "name=New Ham")
	m.Way(2, []int64{100, 101, 105, 104, 100}, "boundary=administrative", "admin_level=8", "name=New Ham")
	g := openMap(t, m)
	for _, text := range []string{"New Ham, New Ham", "new ham new ham"} {
		if p := search(t, g, geocode.Query{Text: text}).Places; len(p) == 0 || p[0].ID != "osm:way/2" || p[0].Confidence < 0.95 {
			t.Errorf("%q: got %+v, want the town", text, p)
		}
	}
}

func TestCrossings(t *testing.T) {
	g := openMap(t, village())
	for text, want := range map[string]bool{
		"Mill Street & High Street": true, "high st and mill st, Oldham": true, "corner of Mill St and High St": true, "Mill Street / A 1": true,
		"Skyway & High Street":      false, // a bridge
		"Mill Street & Mill Street": false,
	} {
		p := search(t, g, geocode.Query{Text: text}).Places
		if got := len(p) > 0 && p[0].Type == geocode.Intersection; got != want {
			t.Errorf("%q: got %+v, want a crossing: %v", text, p, want)
		} else if got && (p[0].Point != orb.Point{10.005, 50.005} || p[0].ID != "xing:way/10/way/11") {
			t.Errorf("%q: got %s at %v", text, p[0].ID, p[0].Point)
		}
	}
}

// The order in which queries come, and how many at once, changes nothing.
func TestConcurrentSearches(t *testing.T) {
	g := open(t)
	show := func(i int) string {
		r, err := g.Search(context.Background(), geocode.Query{Text: goldenQueries[i], Size: 5, Autocomplete: i%2 == 1})
		if err != nil {
			return err.Error()
		}
		b, err := json.Marshal(r)
		if err != nil {
			return err.Error()
		}
		return string(b)
	}
	want := make([]string, len(goldenQueries))
	for i := range goldenQueries {
		want[i] = show(i)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := len(goldenQueries) - 1; i >= 0; i-- {
				if got := show(i); got != want[i] {
					t.Errorf("%q: got %s, want %s", goldenQueries[i], got, want[i])
				}
			}
		})
	}
	wg.Wait()
}

func TestSearchCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := openMap(t, village())
	if _, err := g.Search(ctx, geocode.Query{Text: "Mill Street", Size: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("search: got %v, want %v", err, context.Canceled)
	}
	if _, err := g.Place(ctx, "osm:way/10", ""); !errors.Is(err, context.Canceled) {
		t.Errorf("place: got %v, want %v", err, context.Canceled)
	}
}

func TestSearchCoordinates(t *testing.T) {
	g := open(t)
	want := search(t, g, geocode.Query{Text: "39.7459, -75.5466"}).Places[0].ID
	for _, text := range []string{"39°44'45.2\"N 75°32'47.8\"W", "N 39 44.754 W 75 32.796", "geo:39.7459,-75.5466", "(39.7459; -75.5466)"} {
		if r := search(t, g, geocode.Query{Text: text}); len(r.Places) == 0 || r.Places[0].ID != want {
			t.Errorf("%q: got %+v, want %s", text, r.Places, want)
		}
	}
	full, short := search(t, g, geocode.Query{Text: "87F6PFW3+9Q"}), search(t, g, geocode.Query{Text: "PFW3+9Q Wilmington"})
	if len(full.Places) == 0 || len(short.Places) == 0 || full.Places[0].ID != short.Places[0].ID {
		t.Errorf("full plus code %+v, short one %+v", full.Places, short.Places)
	}
	if r := search(t, g, geocode.Query{Text: "123.4, -75.5"}); len(r.Places) > 0 || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "latitude") {
		t.Errorf("latitude 123.4: got %+v", r)
	}
}

// What people try first: each text and what must come first, or must not.
func TestSearchPrefers(t *testing.T) {
	g := open(t)
	for _, tc := range []struct {
		text, first string // the beginning of the label
		least, most float64
	}{
		{"Main St, Newark, DE", "West Main Street, Newark", 0.7, 1},
		{"Univrsity of Delaware", "University of Delaware", 0.8, 1}, // the word of a category, misspelt
		{"Lewes Ferry", "Cape May-Lewes Ferry", 0.5, 0.9},
		{"Dover Downs", "Dover Downs ", 0.5, 0.9},
		{"Dover AFB", "Dover Air Force Base (Dover AFB)", 0.9, 1},
		{"Route 9", "", 0.6, 1},
		{"Interstate 95", "", 0.6, 1},
		{"New Castle Airport", "New Castle County Airport", 0.8, 1},
		{"Cape Henlopen", "Cape Henlopen State Park", 0.8, 1},
		{"Newcastle", "New Castle, DE", 0.9, 1},
		{"Newcastle, DE", "New Castle, DE", 0.9, 1},
		{"restaurants in Lewes", "Lewes, DE", 0.1, 0.49},
		{"gas station Dover", "Dover, DE", 0.1, 0.49},
		{"Baltimore, MD", "Baltimore Street", 0.1, 0.3},
		{"Baltimore, Maryland", "", 0, 0.3},
		{"Maryland Avenue, Wilmington, DE", "Maryland Avenue, Wilmington", 0.9, 1},
		{"Airport Road, New Castle, DE", "Airport Road", 0.8, 1},
		{"500 N Market St Wilmington", "North Market Street, Wilmington", 0.6, 0.7},
	} {
		r := search(t, g, geocode.Query{Text: tc.text})
		if len(r.Places) == 0 {
			t.Errorf("%q: nothing found", tc.text)
			continue
		}
		if p := r.Places[0]; !strings.HasPrefix(p.Label, tc.first) || p.Confidence < tc.least || p.Confidence > tc.most {
			t.Errorf("%q: got %s, %.2f, want %s, %.2f to %.2f", tc.text, p.Label, p.Confidence, tc.first, tc.least, tc.most)
		}
	}
	for _, p := range search(t, g, geocode.Query{Text: "Wilmington Airport"}).Places[:2] {
		if p.Category != "aerodrome" {
			t.Errorf("Wilmington Airport: got %s, a %s, want an aerodrome", p.Label, p.Category)
		}
	}
	// A word that is there as it is written comes before one that differs by a letter.
	for _, p := range search(t, g, geocode.Query{Text: "Lewes Ferry"}).Places {
		if strings.HasPrefix(p.Label, "Jerry Street") {
			t.Errorf("Lewes Ferry: got %s", p.Label)
		}
	}
}

func TestSearchWarnings(t *testing.T) {
	g := open(t)
	for text, want := range map[string]string{
		"9999 Colorado Drive, Newark": "house number 9999 is not mapped on Colorado Drive",
		"gas station Dover":           "the text seems to ask for a category, fuel: use search_places for categories, with near for the place",
		"Baltimore, MD":               "Maryland is not covered by this region file: the results lie elsewhere",
		"Philadelphia, PA 19103":      "Pennsylvania is not covered by this region file: the results lie elsewhere",
		"Wilmington xyzzyq":           "the best match, Wilmington, leaves out \"xyzzyq\"",
		"Wilmington, DE 19801":        "",
		"Main St, Newark, DE":         "",
		"King Street, Wilmington, DE": "",
	} {
		r := search(t, g, geocode.Query{Text: text})
		if want == "" && len(r.Warnings) > 0 || want != "" && !slices.Contains(r.Warnings, want) {
			t.Errorf("%q: got %q, want %q", text, r.Warnings, want)
		}
	}
}

// A place that was found by a further name says which.
func TestSearchNamesWhatMatched(t *testing.T) {
	g := openMap(t, village())
	for text, want := range map[string]string{
		"Miller's Way, Oldham":   "Mill Street (Miller's Way), Oldham",
		"3 Miller's Way, Oldham": "3 Mill Street (Miller's Way), Oldham",
		"Mill St, Oldham":        "Mill Street, Oldham",
		"Vanhala":                "Oldham (Vanhala)",
	} {
		r := search(t, g, geocode.Query{Text: text})
		if len(r.Places) == 0 || !strings.HasPrefix(r.Places[0].Label, want) {
			t.Errorf("%q: got %+v, want %s", text, r.Places, want)
		}
	}
	if r := search(t, g, geocode.Query{Text: "Vanhala", Language: "fi"}); len(r.Places) == 0 || !strings.HasPrefix(r.Places[0].Label, "Vanhala, ") {
		t.Errorf("in Finnish: got %+v", r.Places)
	}
}

// A road goes on beyond the border of its town, and one that has only a number through all of them.
func TestRoadsAreOneStreet(t *testing.T) {
	m := new(osmtest.Map).Grid(100, 7, 2, 10, 50, 0.01)
	m.Way(1, []int64{100, 102, 109, 107, 100}, "boundary=administrative", "admin_level=8", "name=Left")
	m.Way(2, []int64{102, 104, 111, 109, 102}, "boundary=administrative", "admin_level=8", "name=Right")
	m.Node(300, 10.041, 50.005, "place=city", "name=Beyond")
	m.Node(201, 10.001, 50.005).Node(202, 10.02, 50.005).Node(203, 10.039, 50.005).Node(204, 10.059, 50.005)
	m.Way(11, []int64{201, 202}, "highway=trunk", "ref=A 7").Way(12, []int64{202, 203}, "highway=trunk", "ref=A 7")
	m.Node(211, 10.041, 50.002).Node(212, 10.049, 50.002).Node(213, 10.0592, 50.002)
	m.Way(21, []int64{211, 212}, "highway=residential", "name=Far Road", "postal_code=1111").Way(22, []int64{212, 213}, "highway=residential", "name=Far Road", "postal_code=2222")
	g := openMap(t, m)
	for _, text := range []string{"A 7", "Far Road"} {
		if r := search(t, g, geocode.Query{Text: text}); len(r.Places) != 1 {
			t.Errorf("%q: got %d rows, want one street: %+v", text, len(r.Places), r.Places)
		}
	}
}

// Two towns that share a long road leave no doubt which road is meant.
func TestRoadsThatGoOnLeaveNoDoubt(t *testing.T) {
	m := new(osmtest.Map).Grid(100, 3, 2, 10, 50, 0.05)
	m.Way(1, []int64{100, 101, 104, 103, 100}, "boundary=administrative", "admin_level=8", "name=Left")
	m.Way(2, []int64{101, 102, 105, 104, 101}, "boundary=administrative", "admin_level=8", "name=Right")
	m.Node(201, 10.001, 50.01).Node(202, 10.05, 50.01).Node(203, 10.099, 50.01).Node(204, 10.001, 50.04).Node(205, 10.04, 50.04).Node(206, 10.06, 50.04).Node(207, 10.099, 50.04)
	m.Way(11, []int64{201, 202}, "highway=residential", "name=Through Road").Way(12, []int64{202, 203}, "highway=residential", "name=Through Road")
	m.Way(21, []int64{204, 205}, "highway=residential", "name=Broken Lane").Way(22, []int64{206, 207}, "highway=residential", "name=Broken Lane")
	g := openMap(t, m)
	for text, sure := range map[string]bool{"Through Road": true, "Broken Lane": false} {
		r := search(t, g, geocode.Query{Text: text})
		if len(r.Places) != 2 || (r.Places[0].Confidence > 0.9) != sure {
			t.Errorf("%q: got %+v, want two rows, sure: %v", text, r.Places, sure)
		}
	}
}

// A house whose outline the edge of the extract cuts keeps its number.
func TestHouseAtTheEdge(t *testing.T) {
	m := village()
	m.Node(3100, 10.0080, 50.0052).Node(3101, 10.0082, 50.0053)
	m.Way(40, []int64{3100, 9001, 9002, 9003, 3101}, "building=church", "amenity=place_of_worship", "name=Edge Church", "addr:housenumber=60", "addr:street=Mill Street")
	g := openMap(t, m)
	if p := search(t, g, geocode.Query{Text: "60 Mill Street"}).Places; len(p) == 0 || p[0].MatchLevel != geocode.Exact || p[0].HouseNumber != "60" {
		t.Errorf("got %+v, want number 60", p)
	}
}
