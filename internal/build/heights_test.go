package build

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/elevation"
	"github.com/footstepd/footstepd/internal/elevation/elevationtest"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/embedded"
	"github.com/paulmach/orb"
)

// With heights, bicycles and pedestrians that avoid hills go round a hill that others go over; without
// heights the answer says that nothing can be avoided.
func TestUseHills(t *testing.T) {
	const step = 0.01
	m := new(osmtest.Map)
	for i, p := range [][2]float64{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {-1, 0}, {3, 0}} {
		m.Node(int64(1+i), 10.5+step*p[0], 45.5+step*p[1])
	}
	m.Way(1, []int64{1, 2, 3}, "highway=tertiary", "name=Over").
		Way(2, []int64{1, 4, 5, 3}, "highway=tertiary", "name=Round").
		Way(3, []int64{6, 1}, "highway=tertiary", "name=West").
		Way(4, []int64{3, 7}, "highway=tertiary", "name=East")
	dir := t.TempDir()
	// A hill of 80 m in the middle of the straight road, some 780 m from either end: 10 %.
	elevationtest.HGT(t, dir, "N45E010.hgt.gz", 1201, 1201, func(col, row int) int {
		dx, dy := col-612, row-600
		return 500 + max(0, 80-80*max(dx, -dx)/12-80*max(dy, -dy)/9)
	})
	for _, hilly := range []bool{true, false} {
		parts, err := Rooms(Profiles...)
		if err != nil {
			t.Fatal(err)
		}
		if hilly {
			heights, err := elevation.NewBuilder(dir)
			if err != nil {
				t.Fatal(err)
			}
			parts = WithHeights(parts, heights)
		}
		o := Options{Inputs: []string{m.PBF(t)}, Output: filepath.Join(t.TempDir(), "x.region"), Parts: parts}
		if _, err := Import(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		if err := verify(o.Output); err != nil {
			t.Fatal(err)
		}
		f, err := region.Open(o.Output)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(f.Close)
		e, err := embedded.New(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range []routing.Mode{routing.Bicycle, routing.Pedestrian} {
			times := map[string]float64{}
			for name, use := range map[string]*float64{"by default": nil, "at 1": new(1.0), "at 0": new(0.0)} {
				r, err := e.Route(context.Background(), routing.RouteRequest{
					Mode: mode, Stops: []orb.Point{{10.5 - step/2, 45.5}, {10.5 + 2.5*step, 45.5}}, Options: routing.Options{UseHills: use},
				})
				if err != nil {
					t.Fatal(err)
				}
				var names []string
				for _, s := range r.Legs[0].Steps {
					names = append(names, s.Streets...)
				}
				want := "Over"
				if hilly && name == "at 0" {
					want = "Round"
				}
				if !slices.Contains(names, want) {
					t.Errorf("hilly %v, %s, use_hills %s: over %v, want %s", hilly, mode, name, names, want)
				}
				times[want] = r.Duration
				if warned := strings.Contains(strings.Join(r.Warnings, " "), "no heights are loaded"); warned != (!hilly && use != nil) {
					t.Errorf("hilly %v, use_hills %s: warnings %q", hilly, name, r.Warnings)
				}
			}
			if hilly && times["Round"] <= times["Over"] {
				t.Errorf("%s: %v: the time is that of the road, not of the wish", mode, times)
			}
		}
	}
}
