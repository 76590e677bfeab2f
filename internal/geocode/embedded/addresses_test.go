package embedded

import (
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/osm"
)

// homes is a map of a street, a village and houses that tell where they are in all the ways that there
// are.
func homes() *osmtest.Map {
	m := new(osmtest.Map).Grid(1000, 3, 2, 14.4, 50.08, 0.004)
	m.Way(1, []int64{1000, 1001, 1002}, "highway=residential", "name=Dlouhá")
	m.Way(2, []int64{1003, 1004, 1005}, "highway=residential", "name=Krátká")
	m.Node(1, 14.41, 50.09, "place=hamlet", "name=Samota")
	m.Node(10, 14.4005, 50.0801, "addr:housenumber=1234/12", "addr:conscriptionnumber=1234", "addr:streetnumber=12", "addr:street=Dlouhá")
	m.Node(11, 14.4015, 50.0801, "addr:conscriptionnumber=567", "addr:streetnumber=14", "addr:street=Dlouhá")
	m.Node(12, 14.4101, 50.0901, "addr:conscriptionnumber=7", "addr:place=Samota")
	m.Node(13, 14.4025, 50.0801, "addr:housename=Růžový dům", "addr:street=Dlouhá", "addr:postcode=110 00")
	m.Node(14, 14.4035, 50.0801, "addr:housenumber=20", "addr:housename=Zelený dům", "addr:street=Dlouhá", "addr:postcode=110 00")
	m.Node(15, 14.4035, 50.08011, "addr:housenumber=20", "addr:street=Dlouhá", "addr:postcode=110 07", "office=company", "name=Tiskárna") // a postcode of its own
	// Members of relations, nearer to the wrong street.
	m.Node(20, 14.4005, 50.0802, "addr:housenumber=3")
	m.Node(21, 14.4015, 50.0802, "addr:housenumber=5")
	m.Node(22, 14.4025, 50.0802, "addr:housenumber=7")
	m.Relation(1, []osm.Member{osmtest.NodeMember(20, "house"), osmtest.WayMember(2, "street")}, "type=associatedStreet", "name=Krátká")
	m.Relation(2, []osm.Member{osmtest.NodeMember(21, "house"), osmtest.WayMember(2, "street")}, "type=associatedStreet")
	m.Relation(3, []osm.Member{osmtest.NodeMember(22, "address"), osmtest.WayMember(2, "street")}, "type=street", "name=Krátká")
	return m
}

func TestAddressesOfEveryForm(t *testing.T) {
	g := geocoder(t, homes())
	for _, tc := range []struct{ text, id, number string }{
		{"Dlouhá 1234/12", "osm:node/10", "1234/12"},
		{"Dlouhá 12", "osm:node/10", "1234/12"},
		{"Dlouhá 1234", "osm:node/10", "1234/12"},
		{"Dlouhá 14", "osm:node/11", "567/14"},
		{"dlouha 567/14", "osm:node/11", "567/14"},
		{"Samota 7", "osm:node/12", "7"},
		{"Růžový dům, Dlouhá", "osm:node/13", ""},
		{"ruzovy dum", "osm:node/13", ""},
		{"Dlouhá 20", "osm:node/14", "20"},
		{"Krátká 3", "osm:node/20", "3"},
		{"Krátká 5", "osm:node/21", "5"},
		{"Krátká 7", "osm:node/22", "7"},
		{"110 00", "addr:postcode/node/13", ""},
		{"11000", "addr:postcode/node/13", ""},
		{"110 07", "addr:postcode/node/15", ""},
	} {
		p := search(t, g, geocode.Query{Text: tc.text}).Places
		if len(p) == 0 || p[0].ID != tc.id || p[0].HouseNumber != tc.number || p[0].Confidence < 0.7 {
			t.Errorf("%q: got %+v, want %s", tc.text, p, tc.id)
		}
	}
}
