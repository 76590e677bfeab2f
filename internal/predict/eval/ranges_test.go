package eval

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/elevation/elevationtest"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/orb"
)

// TestRanges judges at the places of Andorra with made-up ranges in place of its mountains: ridges help there as they do with
// real heights, and the whole is not worse than rings by more than so few agents can tell.
func TestRanges(t *testing.T) {
	if testing.Short() {
		t.Skip("importing Andorra and walking over it takes some seconds; not in short mode")
	}
	folder := t.TempDir()
	for i, name := range []string{"N42E001.hgt", "N41E001.hgt"} {
		elevationtest.HGT(t, folder, name, 1201, 1201, func(col, row int) int {
			return int(1500 + 500*math.Sin(float64(col)/12)*math.Cos(float64(row+1200*i)/9))
		})
	}
	source, heights, list := variants(t, osmtest.Andorra(t), "region", orb.Bound{Min: orb.Point{1.41, 42.42}, Max: orb.Point{1.79, 42.66}}, folder)
	list = slices.DeleteFunc(list, func(v Variant) bool {
		return !slices.Contains([]string{"model", "without ridges", "with slope"}, v.Name)
	})
	sites := slices.Clone(andorraSites)
	for i := range sites {
		sites[i].Source, sites[i].Heights, sites[i].Variants = source, heights, list
	}
	rep, err := Run(context.Background(), sites, Options{Profile: "despondent", Radius: 2000, Agents: 100, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	ridges, slope, all := rep.Gain("model", "without ridges"), rep.Gain("with slope", "model"), rep.Gain("model", string(Rings))
	t.Logf("ridges %+.4f, slope %+.4f, all over rings %+.4f", ridges.Mean, slope.Mean, all.Mean)
	if ridges.Mean <= 0 || all.Mean < -0.02 {
		t.Errorf("ridges %+v, over rings %+v", ridges, all)
	}
}
