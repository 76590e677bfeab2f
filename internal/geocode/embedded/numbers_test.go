package embedded

import (
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
)

// twinStreets is a map of two villages that have a street of one name, with the houses 8, 12 and 29 in each.
func twinStreets() *osmtest.Map {
	m := new(osmtest.Map)
	for v, village := range []struct{ name, postcode string }{{"Obermoos", "9495"}, {"Untermoos", "9491"}} {
		lat, id := 47+0.1*float64(v), int64(100*(v+1))
		m.Node(id, 9.5, lat, "place=village", "name="+village.name).Node(id+1, 9.5, lat).Node(id+2, 9.51, lat)
		m.Way(id, []int64{id + 1, id + 2}, "highway=residential", "name=Dorfstrasse")
		for i, number := range []string{"8", "12", "29"} {
			m.Node(id+10+int64(i), 9.502+0.002*float64(i), lat+0.0001, "addr:housenumber="+number, "addr:street=Dorfstrasse", "addr:postcode="+village.postcode, "addr:city="+village.name)
		}
	}
	return m
}

// A short number behind that of the house is a postcode where there is one of these digits, not a flat; and one behind the word
// or the sign of a flat is a flat, though it stands nearer to the street.
func TestNumbersBesideTheHouse(t *testing.T) {
	g := geocoder(t, twinStreets())
	for text, want := range map[string]string{
		"Dorfstrasse 29, 9491": "osm:node/212", "Dorfstrasse 29, 9495": "osm:node/112", "Dorfstrasse 29 9491": "osm:node/212",
		"8 #12 Dorfstrasse, Obermoos": "osm:node/110", "8 Apt 12 Dorfstrasse, Untermoos": "osm:node/210", "8, appt 12 Dorfstrasse, Untermoos": "osm:node/210",
		"Apt 12, 8 Dorfstrasse, Obermoos": "osm:node/110", "#12 Dorfstrasse, Obermoos": "osm:node/111",
	} {
		r := search(t, g, geocode.Query{Text: text, Size: 2})
		if len(r.Places) == 0 || r.Places[0].ID != want || r.Places[0].Confidence < 0.9 {
			t.Errorf("%s: got %+v, want %s", text, r.Places, want)
		}
	}
}

// A street with a letter left out, which may also be the short form of another word, is found before the kiosk of that word.
func TestMisspeltStreetBesideShortForm(t *testing.T) {
	m := new(osmtest.Map).Node(1, 12.5, 55.6).Node(2, 12.51, 55.6).Node(3, 12.502, 55.6001, "addr:housenumber=45", "addr:street=Jelborggade", "addr:postcode=1999", "addr:city=Vesterby").
		Node(4, 12.504, 55.6001, "shop=kiosk", "name=Jelborg Bladhandel")
	m.Way(1, []int64{1, 2}, "highway=residential", "name=Jelborggade")
	g := geocoder(t, m)
	for text, want := range map[string]string{"Jelborgade": "osm:way/1", "Jelborgade 45, 1999 Vesterby": "osm:node/3", "Jelborg Bladhandel": "osm:node/4"} {
		if r := search(t, g, geocode.Query{Text: text, Size: 2}); len(r.Places) == 0 || r.Places[0].ID != want {
			t.Errorf("%s: got %+v, want %s", text, r.Places, want)
		}
	}
}
