package build

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/embedded"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/google/go-cmp/cmp"
	posm "github.com/paulmach/osm"
)

// What an import finds out of the countries holds in all rooms: the coarse map where nothing else is
// known, the border of the extract where there is one.
func TestCountriesInAllRooms(t *testing.T) {
	for _, tc := range []struct {
		name string
		m    *osmtest.Map
		want region.Country
		left bool
	}{
		{"no border", town(), region.Country{Code: "USA", DrivingSide: "right", SpeedUnit: "mph", TimeZones: []string{"America/New_York"}}, false},
		{
			"a border", town().Relation(3, []posm.Member{osmtest.WayMember(202, "outer")},
				"type=boundary", "boundary=administrative", "admin_level=2", "ISO3166-1=IE", "driving_side=left", "timezone=Europe/Dublin", "name=Hibernia"),
			region.Country{Code: "IRL", DrivingSide: "left", SpeedUnit: "km/h", TimeZones: []string{"Europe/Dublin"}},
			true,
		},
	} {
		path := filepath.Join(t.TempDir(), "x.region")
		s, err := Import(context.Background(), options(t, path, tc.m.PBF(t)))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tc.want, s.Meta.Countries[0]); d != "" {
			t.Errorf("%s: the first of the countries (-want +got):\n%s", tc.name, d)
		}
		f, err := region.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if d := cmp.Diff(s.Meta.Countries, f.Meta().Countries); d != "" {
			t.Errorf("%s: countries of the file (-want +got):\n%s", tc.name, d)
		}
		g, err := graph.Open(f)
		if err != nil {
			t.Fatal(err)
		}
		left := 0
		for _, flags := range g.NodeFlags {
			if flags&graph.LeftHand != 0 {
				left++
			}
		}
		// Nodes on the border itself may count to either side.
		if inside := 18 * 18; tc.left && left < inside || !tc.left && left > 0 {
			t.Errorf("%s: traffic keeps left at %d of %d nodes", tc.name, left, len(g.NodeFlags))
		}
		places, err := embedded.New(f)
		if err != nil {
			t.Fatal(err)
		}
		r, err := places.Search(context.Background(), geocode.Query{Text: "Gridville", Size: 1})
		if err != nil || len(r.Places) != 1 || r.Places[0].CountryCode != tc.want.Code {
			t.Errorf("%s: got %+v, %v, want it in %s", tc.name, r, err, tc.want.Code)
		}
	}
}
