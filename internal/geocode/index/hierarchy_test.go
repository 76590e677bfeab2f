package index_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode/index/indextest"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/osm"
)

// What no address names, such as a district of England, is the town of what has no other: neither a
// border that counts nor a place within its reach.
func TestUnnamedLevels(t *testing.T) {
	m := new(osmtest.Map).Grid(100, 2, 2, -1.5, 51.5, 0.3)
	m.Way(1, []int64{100, 101, 103, 102, 100})
	m.Relation(1, []osm.Member{osmtest.WayMember(1, "outer")}, "type=boundary", "boundary=administrative", "admin_level=8", "name=South Shire")
	m.Relation(2, []osm.Member{osmtest.WayMember(1, "outer")}, "type=boundary", "boundary=administrative", "admin_level=6", "name=Shire", "ISO3166-2=GB-XXX")
	m.Node(1, -1.4, 51.6, "place=village", "name=Nether Mill")
	m.Node(10, -1.401, 51.601, "amenity=cafe", "name=Near")
	m.Node(11, -1.3, 51.7, "amenity=cafe", "name=Far")
	x := open(t, m)
	for id, want := range map[string]string{
		"osm:node/10":    `venue "Near" < Nether Mill < Shire GB`,
		"osm:node/11":    `venue "Far" < South Shire < Shire GB`,
		"osm:relation/1": `locality "South Shire" < Shire GB`,
	} {
		if got := describe(x, find(t, x, id)); got != want {
			t.Errorf("%s: got %s, want %s", id, got, want)
		}
	}
}

// Where no border tells, the place counts whose reach the point is deepest in: a city's is wider than a
// hamlet's.
func TestReachByRank(t *testing.T) {
	m := new(osmtest.Map)
	m.Node(1, 10, 50, "place=city", "name=Grand")
	m.Node(2, 10.1, 50, "place=hamlet", "name=Petty") // 7.2 km to the east
	m.Node(3, 10.05, 50.2, "place=isolated_dwelling", "name=Lone")
	for i, lon := range []float64{10.05, 10.085, 10.095, 10.5} {
		m.Node(int64(10+i), lon, 50, "amenity=cafe", "name=Fern")
	}
	m.Node(20, 10.05, 50.2, "amenity=cafe", "name=Fern")
	x := open(t, m)
	for id, want := range map[string]string{
		"osm:node/10": `venue "Fern" < Grand DE`,
		"osm:node/11": `venue "Fern" < Grand DE`, // 1.1 of the hamlet's 1.5 km, 6.1 of the city's 12 km
		"osm:node/12": `venue "Fern" < Petty DE`,
		"osm:node/13": `venue "Fern" DE`,
		"osm:node/20": `venue "Fern" DE`, // a farm does not reach out
	} {
		if got := describe(x, find(t, x, id)); got != want {
			t.Errorf("%s: got %s, want %s", id, got, want)
		}
	}
}

func TestMissingMembersAreCounted(t *testing.T) {
	m := new(osmtest.Map).Grid(100, 4, 4, 10, 50, 0.01)
	m.Way(1, []int64{100, 103, 115, 112, 100}).Way(2, []int64{105, 99, 106})
	area := func(id int64, name string, ways ...int64) {
		var members []osm.Member
		for _, w := range ways {
			members = append(members, osmtest.WayMember(w, "outer"))
		}
		m.Relation(id, members, "type=boundary", "boundary=administrative", "admin_level=8", "name="+name)
	}
	area(1, "Whole", 1)
	area(2, "Partly", 1, 97, 98)
	area(3, "Stretch", 2, 96)
	area(4, "Gone", 95)
	report, err := indextest.Build(context.Background(), filepath.Join(t.TempDir(), "x.region"), m.PBF(t))
	if err != nil {
		t.Fatal(err)
	}
	for reason, want := range map[string]int{
		"areas whose borders lack pieces":        3,
		"missing pieces of the borders of areas": 5,
		"areas that nothing says the place of":   1,
	} {
		if got := report.Skipped[reason]; got != want {
			t.Errorf("%s: got %d, want %d", reason, got, want)
		}
	}
	if report.Counts["areas and settlements"] != 3 {
		t.Errorf("got %v", report.Counts)
	}
}
