package embedded

import (
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/paulmach/orb"
)

// Two streets with any sign or word of a corner between them are a crossing.
func TestCrossingForms(t *testing.T) {
	g := openMap(t, village())
	for _, text := range []string{
		"Mill Street/High Street", "Mill Street @ High Street", "Mill Street - High Street", "Mill St at High St", "High Street x Mill Street",
		"corner of Mill Street/High Street", "cnr Mill St & High St, Oldham", "Kreuzung Mill Street High Street", "Mill Street Ecke High Street",
		"à l'angle de Mill Street et High Street", "Mill Street esquina con High Street", "hjørnet af Mill Street og High Street", "Mill Street ja High Street risteys",
		"Mill Street, corner of High Street", "róg Mill Street i High Street", "High Street near Mill Street",
	} {
		p := search(t, g, geocode.Query{Text: text}).Places
		if len(p) == 0 || p[0].Type != geocode.Intersection || (p[0].Point != orb.Point{10.005, 50.005}) || p[0].Confidence < 0.9 {
			t.Errorf("%q: got %+v, want the crossing", text, p)
		}
	}
	for _, text := range []string{"Mill Street/Green Park", "3 Mill Street - Oldham", "Mill Street, High Street", "Mill Street / Skyway"} {
		if p := search(t, g, geocode.Query{Text: text}).Places; len(p) == 0 || p[0].Type == geocode.Intersection {
			t.Errorf("%q: got %+v, want no crossing", text, p)
		}
	}
}

// Words that lead to a name or a number ask for nothing.
func TestIdleWords(t *testing.T) {
	g := openMap(t, village())
	for text, want := range map[string]string{
		"near Green Park": "osm:way/31", "the Green Park": "osm:way/31", "next to Green Park, Oldham": "osm:way/31", "in Oldham": "osm:relation/1", "city of Oldham": "osm:relation/1",
		"Gemeinde von Oldham": "", "cerca de Green Park": "osm:way/31", "Mill Street no. 3": "osm:node/21", "Mill Street Nr 3, 12345 Oldham": "osm:node/21", "Mill Street № 3": "osm:node/21",
		"Mill Street #3, 12345 Oldham": "osm:node/21", "#3 Mill Street": "osm:node/21", "1 Mill Street #3": "osm:node/20",
	} {
		r := search(t, g, geocode.Query{Text: text})
		if want == "" {
			if len(r.Places) > 0 && r.Places[0].Confidence > 0.9 {
				t.Errorf("%q: got %+v, want no sure row", text, r.Places[0])
			}
			continue
		}
		if len(r.Places) == 0 || r.Places[0].ID != want || r.Places[0].Confidence < 0.9 || len(r.Warnings) > 0 {
			t.Errorf("%q: got %+v, %q, want %s", text, r.Places, r.Warnings, want)
		}
	}
}

// A text that has nothing to tell one place from others by is no match, however much of it is there.
func TestVagueTexts(t *testing.T) {
	m := village()
	m.Node(90, 10.0035, 50.0031, "shop=books", "name=12").Node(91, 10.0036, 50.0035, "amenity=pub", "name=The North Star").
		Node(92, 10.0037, 50.0036, "amenity=bar", "name=E").Node(93, 10.0038, 50.0037, "amenity=bar", "name=Hall 20")
	g := openMap(t, m)
	for _, text := range []string{"street", "the", "north", "%20", "the 12", "{a:12}", "zzkqv 12", "Qwvrkstraße 12", "&", "&&&", "St", "Zzkqv Road 12", "vkq & wvz"} {
		if r := search(t, g, geocode.Query{Text: text}); len(r.Places) > 0 && r.Places[0].Confidence >= 0.4 {
			t.Errorf("%q: got %s with confidence %.2f, want nothing or less than 0.4", text, r.Places[0].Label, r.Places[0].Confidence)
		}
	}
	for text, want := range map[string]string{"12": "osm:node/90", "E": "osm:node/92", "Hall 20": "osm:node/93", "north star": "osm:node/91"} {
		if r := search(t, g, geocode.Query{Text: text}); len(r.Places) == 0 || r.Places[0].ID != want || r.Places[0].Confidence < 0.5 {
			t.Errorf("%q: got %+v, want %s", text, r.Places, want)
		}
	}
	// A town that nobody knows makes the street of another doubtful.
	with, without := search(t, g, geocode.Query{Text: "3 Mill Street, Quibbleton"}), search(t, g, geocode.Query{Text: "3 Mill Street"})
	if with.Places[0].ID != without.Places[0].ID || with.Places[0].Confidence > 0.7 || without.Places[0].Confidence < 0.95 {
		t.Errorf("with an unknown town %.2f, without %.2f", with.Places[0].Confidence, without.Places[0].Confidence)
	}
}

// A venue is found by its name and where it stands, with and without its number, by its address and
// where it has none by the street that is near.
func TestVenueAndStreet(t *testing.T) {
	m := village()
	m.Node(94, 10.0052, 50.0021, "amenity=bank", "name=Quillfeather").Node(95, 10.0093, 50.0008, "amenity=bank", "name=Quillfeather").
		Node(96, 10.0072, 50.0051, "shop=books", "name=Paper Moon", "addr:street=Mill Street", "addr:housenumber=12", "addr:city=Oldham").
		Node(97, 10.0012, 50.0091, "shop=books", "name=Paper Moon", "addr:street=Skyway", "addr:housenumber=3", "addr:city=Oldham")
	g := openMap(t, m)
	for text, want := range map[string]string{
		"Quillfeather, High Street": "osm:node/94", "Quillfeather High St, Oldham": "osm:node/94", "Paper Moon, Mill Street": "osm:node/96", "Paper Moon, Mill Street 12, Oldham": "osm:node/96",
		"Paper Moon, 12 Mill St": "osm:node/96", "Paper Moon, Skyway": "osm:node/97", "paper moon 3 skyway": "osm:node/97", "Corner Café, Mill Street 11, Oldham": "osm:node/22",
		"Caf&eacute; Corner, Mill&nbsp;Street": "osm:node/22", "Paper Moon &amp; Co, Skyway": "osm:node/97",
	} {
		r := search(t, g, geocode.Query{Text: text})
		if len(r.Places) == 0 || r.Places[0].ID != want || r.Places[0].Confidence < 0.6 {
			t.Errorf("%q: got %+v, want %s", text, r.Places, want)
		}
	}
	// A street where the venue is not leaves it doubtful.
	if r := search(t, g, geocode.Query{Text: "Corner Café, Skyway"}); len(r.Places) == 0 || r.Places[0].Confidence > 0.8 {
		t.Errorf("in another street: got %+v", r.Places)
	}
}
