package embedded

import (
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/osm"
)

// village is a small map: a town in a county, three streets with houses, a café, a park, a pond.
// Nodes 1000+ form a grid of 0.001 degrees, 11 by 11, from 10.0 E, 50.0 N; row 5 is Mill Street,
// column 5 High Street, and row 8 a road that passes High Street on a bridge.
func village() *osmtest.Map {
	at := func(c, r int64) int64 { return 1000 + r*11 + c }
	m := new(osmtest.Map).Grid(1000, 11, 11, 10, 50, 0.001)
	m.Way(1, []int64{at(0, 0), at(10, 0), at(10, 10), at(0, 10), at(0, 0)})
	m.Relation(1, []osm.Member{osmtest.WayMember(1, "outer")}, "type=boundary", "boundary=administrative", "admin_level=8", "name=Oldham", "name:fi=Vanhala", "ISO3166-2=GB-OLD")
	m.Relation(2, []osm.Member{osmtest.WayMember(1, "outer")}, "type=boundary", "boundary=administrative", "admin_level=6", "name=Midshire")
	m.Way(10, []int64{at(0, 5), at(3, 5), at(5, 5), at(7, 5), at(10, 5)}, "highway=residential", "name=Mill Street", "alt_name=Miller's Way")
	m.Way(11, []int64{at(5, 0), at(5, 5), at(5, 9)}, "highway=primary", "name=High Street", "ref=A 1")
	m.Node(2000, 10.005, 50.008).Way(12, []int64{at(0, 8), 2000, at(10, 8)}, "highway=motorway", "name=Skyway", "bridge=yes")
	m.Node(20, 10.0012, 50.0051, "addr:housenumber=1", "addr:street=Mill Street", "addr:city=Oldham", "addr:postcode=12345")
	m.Node(21, 10.0022, 50.0051, "addr:housenumber=3", "addr:street=Mill Street", "addr:city=Oldham", "addr:postcode=12345")
	m.Node(22, 10.0032, 50.0051, "addr:housenumber=11", "addr:street=Mill Street", "amenity=cafe", "name=Corner Café", "addr:city=Oldham")
	m.Node(23, 10.0049, 50.0021, "addr:housenumber=20-28", "addr:street=High Street")
	m.Node(3000, 10.0060, 50.0052).Node(3001, 10.0066, 50.0052).Node(3002, 10.0066, 50.0056).Node(3003, 10.0060, 50.0056)
	m.Way(30, []int64{3000, 3001, 3002, 3003, 3000}, "building=yes", "addr:housenumber=40", "addr:street=Mill Street")
	m.Way(31, []int64{at(6, 1), at(9, 1), at(9, 4), at(6, 4), at(6, 1)}, "leisure=park", "name=Green Park")
	return m
}

// twoWays is a street of two ways.
func twoWays() *osmtest.Map {
	return new(osmtest.Map).Node(1, 10, 50).Node(2, 10.001, 50).Node(3, 10.002, 50).
		Way(10, []int64{1, 2}, "highway=residential", "name=Long Lane").Way(11, []int64{2, 3}, "highway=residential", "name=Long Lane")
}
