package graph_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/paulmach/orb"
)

// A wish about hills makes roads dearer by how hilly they are in the direction of travel, for bicycles and
// pedestrians; nothing else changes by it, and without a wish nothing does.
func TestClimb(t *testing.T) {
	m := new(osmtest.Map).Node(1, 10, 0).Node(2, 10, 0.01).Node(3, 10.01, 0.01).Node(4, 10.02, 0.01).Node(5, 10.03, 0.01).
		Way(1, []int64{1, 2}, "highway=tertiary", "name=Slope").
		Way(2, []int64{2, 3}, "highway=tertiary", "name=Level").
		Way(3, []int64{3, 4}, "highway=tertiary", "name=Bridge", "bridge=yes").
		Way(4, []int64{4, 5}, "route=ferry", "bicycle=yes", "foot=yes", "motor_vehicle=yes", "name=Ferry")
	aloft := 0
	climb := func(line orb.LineString, up bool) (float64, float64) {
		if up {
			aloft++
			return 0.26, 0.3
		}
		if line[0][0] == line[len(line)-1][0] {
			if line[0][1] < line[len(line)-1][1] {
				return 7.9, 1.9
			}
			return 1.9, 7.9
		}
		return 0.1, 0.05
	}
	modes := []routing.Mode{routing.Auto, routing.Bicycle, routing.Pedestrian}
	path, _ := graphtest.ImportHills(t, t.TempDir(), m.PBF(t), climb, modes...)
	hilly := graphtest.FromFile(t, graphtest.Open(t, path))
	flatPath, _ := graphtest.Import(t, t.TempDir(), m.PBF(t), modes...)
	flat := graphtest.FromFile(t, graphtest.Open(t, flatPath))
	if filepath.Base(path) != filepath.Base(flatPath) || aloft != 2 { // for bicycles and pedestrians
		t.Errorf("%d calls for bridges", aloft)
	}
	zero, half := 0.0, 0.5
	for _, mode := range modes {
		n, plain := hilly.Network(mode), flat.Network(mode)
		if n.KnowsHills() != (mode != routing.Auto) || plain.KnowsHills() {
			t.Errorf("%s: knows hills %v, without heights %v", mode, n.KnowsHills(), plain.KnowsHills())
		}
		price := func(n *graph.Network, o routing.Options, arc uint32) *graph.Priced {
			metric, err := graph.NewMetric(n, o)
			if err != nil {
				t.Fatal(err)
			}
			return metric.OfArc(arc)
		}
		for arc := range uint32(2 * len(hilly.Edges)) {
			base := price(plain, routing.Options{}, arc)
			if got := price(n, routing.Options{}, arc); *got != *base {
				t.Errorf("%s: arc %d costs %v with heights and %v without", mode, arc, got, base)
			}
			if mode == routing.Auto {
				continue
			}
			tail, head := hilly.Nodes[hilly.Tail(arc)].Point(), hilly.Nodes[hilly.Tail(arc^1)].Point()
			want := 1.0
			switch name := hilly.Text(hilly.Way(arc).Name); {
			case name == "Slope" && head[1] > tail[1]:
				want = 9
			case name == "Slope":
				want = 3
			case name == "Bridge":
				want = 1.25
			}
			for o, share := range map[*float64]float64{&zero: 1, &half: 0.5} {
				got := price(n, routing.Options{UseHills: o}, arc)
				if factor := float64(got.Choose) / float64(base.Choose); math.Abs(factor-(1+share*(want-1))) > 1e-4 || got.Time != base.Time {
					t.Errorf("%s: arc %d is %.3f times dearer at %v, want %g at 0", mode, arc, factor, *o, want)
				}
			}
		}
	}
}

// An import that is stopped asks for no more hills.
func TestClimbCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b, err := graph.NewBuilder(routing.Bicycle)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	b.Climb = func(orb.LineString, bool) (float64, float64) {
		cancel()
		asked++
		return 0, 0
	}
	const roads = 4900
	m := new(osmtest.Map).Grid(1, roads+1, 1, 10, 50, 0.001)
	for i := range int64(roads) {
		m.Way(1+i, []int64{1 + i, 2 + i}, "highway=residential")
	}
	src, err := osm.Open(m.PBF(t))
	if err != nil {
		t.Fatal(err)
	}
	loc, err := osm.Read(ctx, src, nil, b)
	if err != nil {
		t.Fatal(err)
	}
	w, err := region.Create(filepath.Join(t.TempDir(), "x.region"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	err = b.Finish(ctx, loc, w, &region.Report{}, nil)
	if !errors.Is(err, context.Canceled) || asked == 0 || asked > 1024 {
		t.Errorf("%v after %d of %d roads", err, asked, roads)
	}
}
