package embedded

import (
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
)

// The word of a category beside the whole name of a venue tells of which kind it is, in any language and on either side;
// it is no such word where the venue is of another kind, and beside the name of a town it asks for the category.
func TestKindBesideName(t *testing.T) {
	m := new(osmtest.Map).Node(1, 10, 50, "place=town", "name=Dorwick").
		Node(2, 10.001, 50, "tourism=hotel", "name=Metrolux").Node(3, 10.002, 50, "amenity=restaurant", "name=Nomara").
		Node(4, 10.003, 50, "railway=station", "name=Dorwick").Node(5, 10.004, 50, "shop=shoes", "name=Zapatella")
	g := geocoder(t, m)
	for text, want := range map[string]string{
		"Hotel Metrolux": "osm:node/2", "Metrolux hotel": "osm:node/2", "restaurant Nomara": "osm:node/3", "Nomara ravintola, Dorwick": "osm:node/3", "Restaurant Metrolux": "", "Hotel Zapatella": "",
		"Dorwick train station": "osm:node/4", "Bahnhof Dorwick": "osm:node/4", "gare de Dorwick": "osm:node/4",
	} {
		r := search(t, g, geocode.Query{Text: text, Size: 3})
		switch {
		case want == "" && (len(r.Places) == 0 || r.Places[0].Confidence > 0.45 || !strings.Contains(strings.Join(r.Warnings, " "), "category")):
			t.Errorf("%s: got %+v, %q", text, r.Places, r.Warnings)
		case want != "" && (len(r.Places) == 0 || r.Places[0].ID != want || r.Places[0].Confidence < 0.8 || len(r.Warnings) > 0):
			t.Errorf("%s: got %+v, %q, want %s", text, r.Places, r.Warnings, want)
		}
	}
	// The whole text is the kind and a part of the name: a longer name will do, and is less sure.
	g = geocoder(t, m.Node(6, 10.004, 50.001, "railway=station", "name=Quensdale-Altmoor").Node(7, 10.004, 50.002, "shop=shoes", "name=Quensdale Nether Shoes"))
	if r := search(t, g, geocode.Query{Text: "Bahnhof Quensdale", Size: 3}); len(r.Places) == 0 || r.Places[0].ID != "osm:node/6" || r.Places[0].Confidence < 0.55 || r.Places[0].Confidence > 0.9 {
		t.Errorf("got %+v", r)
	}
	if r := search(t, g, geocode.Query{Text: "pharmacy Dorwick", Size: 3}); len(r.Places) == 0 || r.Places[0].Confidence > 0.45 || len(r.Warnings) == 0 {
		t.Errorf("got %+v", r)
	}
}

// Of places that the text names equally well, the one that has its very letters comes first.
func TestVeryLetters(t *testing.T) {
	m := new(osmtest.Map).Node(1, 10, 50, "railway=station", "name=Cap d'Orm").Node(2, 10.05, 50, "amenity=post_office", "name=CAP D ORM").
		Node(3, 10, 51).Node(4, 10.01, 51).Node(5, 10.005, 51.0001, "addr:housenumber=164", "addr:street=South Lime Avenue").Node(6, 10.006, 51.0002, "amenity=parking", "name=164 S. Lime Avenue")
	m.Way(10, []int64{3, 4}, "highway=residential", "name=South Lime Avenue")
	g := geocoder(t, m)
	for text, want := range map[string]string{
		"Cap d'Orm": "osm:node/1", "CAP D ORM": "osm:node/2", "cap d orm": "osm:node/1", "164 S. Lime Avenue": "osm:node/6", "164 South Lime Avenue": "osm:node/5",
	} {
		if r := search(t, g, geocode.Query{Text: text, Size: 3}); len(r.Places) == 0 || r.Places[0].ID != want {
			t.Errorf("%s: got %+v, want %s", text, r.Places, want)
		}
	}
}
