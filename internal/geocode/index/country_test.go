package index_test

import (
	"testing"

	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/index/indextest"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/osm"
)

// Extracts without any border: villages on both sides of the Rhine, one on each.
func TestCountryWithoutBorders(t *testing.T) {
	villages := func() *osmtest.Map {
		return new(osmtest.Map).
			Node(6, 7.64, 47.59, "place=hamlet", "name=Eck").   // in Germany, 500 m from Switzerland
			Node(1, 7.67, 47.63, "place=town", "name=Lörrach"). // 3 km from Switzerland
			Node(2, 7.588, 47.557, "place=city", "name=Basel").
			Node(3, 7.56, 47.59, "place=town", "name=Saint-Louis").
			Node(4, 7.60, 47.50, "place=town", "name=Münchenstein", "addr:country=CH")
	}
	for _, tc := range []struct {
		name string
		m    *osmtest.Map
		want map[string]string
	}{
		{"one tag", villages(), map[string]string{"osm:node/1": "DE", "osm:node/2": "CH", "osm:node/3": "FR", "osm:node/4": "CH", "osm:node/6": "CH"}},
		{"tags of two", villages().Node(5, 7.57, 47.6, "place=village", "name=Huningue", "addr:country=FR"), map[string]string{"osm:node/1": "DE", "osm:node/2": "CH", "osm:node/3": "FR", "osm:node/5": "FR", "osm:node/6": "DE"}},
		{
			"a border", villages().Grid(100, 2, 2, 7.5, 47.4, 0.25).Way(1, []int64{100, 101, 103, 102, 100}).
				Relation(1, []osm.Member{osmtest.WayMember(1, "outer")}, "type=boundary", "boundary=administrative", "admin_level=2", "ISO3166-1=FR", "name=Farther France"),
			map[string]string{"osm:node/1": "FR", "osm:node/2": "FR", "osm:node/4": "CH"},
		},
	} {
		x, err := index.Open(indextest.Map(t, tc.m))
		if err != nil {
			t.Fatal(err)
		}
		for id, want := range tc.want {
			if got := x.CountryOf(x.Record(find(t, x, id)).Chain()).Alpha2(); got != want {
				t.Errorf("%s: %s lies in %q, want %q", tc.name, id, got, want)
			}
		}
	}
}
