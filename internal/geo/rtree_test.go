package geo_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

func fixed(t *rapid.T, area geo.Box) geo.Fixed {
	return geo.Fixed{
		Lon: rapid.Int32Range(area.MinLon, area.MaxLon).Draw(t, "lon"),
		Lat: rapid.Int32Range(area.MinLat, area.MaxLat).Draw(t, "lat"),
	}
}

// areas in which boxes are drawn: all over the world, in a few metres so that many coincide, and on
// either side of the antimeridian.
var areas = []geo.Box{
	{MinLon: -1800000000, MinLat: -900000000, MaxLon: 1800000000, MaxLat: 900000000},
	{MinLon: -750000000, MinLat: 390000000, MaxLon: -749999990, MaxLat: 390000010},
	{MinLon: 1790000000, MinLat: -180000000, MaxLon: 1800000000, MaxLat: -170000000},
	{MinLon: -1800000000, MinLat: -180000000, MaxLon: -1790000000, MaxLat: -170000000},
}

func drawBoxes(t *rapid.T) []geo.Box {
	var boxes []geo.Box
	for range rapid.IntRange(0, 400).Draw(t, "n") {
		area := areas[rapid.IntRange(0, len(areas)-1).Draw(t, "area")]
		boxes = append(boxes, geo.BoxOf(fixed(t, area), fixed(t, area)))
	}
	return boxes
}

func TestRTreeSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		boxes := drawBoxes(t)
		built := geo.BuildRTree(boxes)
		tree, err := geo.OpenRTree(built.Boxes, built.Items)
		if err != nil || tree.Len() != len(boxes) {
			t.Fatalf("open: %v", err)
		}
		area := areas[rapid.IntRange(0, len(areas)-1).Draw(t, "query area")]
		query := geo.BoxOf(fixed(t, area), fixed(t, area))
		var got, want []uint32
		tree.Search(query, func(i uint32) bool { got = append(got, i); return true })
		for i, b := range boxes {
			if b.Intersects(query) {
				want = append(want, uint32(i))
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		limit := rapid.IntRange(1, 5).Draw(t, "limit")
		calls := 0
		tree.Search(query, func(uint32) bool { calls++; return calls < limit })
		if calls != min(limit, len(want)) {
			t.Fatalf("%d calls with a limit of %d of %d", calls, limit, len(want))
		}
	})
}

// metres is the distance from p to a box, the short way round the globe.
func metres(p orb.Point, b geo.Box) float64 {
	ruler := geo.NewRuler(p)
	best := math.Inf(1)
	for _, turn := range []float64{-360, 0, 360} {
		x := math.Max(float64(b.MinLon)/geo.Scale, math.Min(p[0]+turn, float64(b.MaxLon)/geo.Scale))
		y := math.Max(float64(b.MinLat)/geo.Scale, math.Min(p[1], float64(b.MaxLat)/geo.Scale))
		east, _ := ruler.XY(orb.Point{p[0] + 1, p[1]})
		_, north := ruler.XY(orb.Point{p[0], p[1] + 1})
		best = math.Min(best, math.Hypot((x-p[0]-turn)*east, (y-p[1])*north))
	}
	return best
}

func TestRTreeNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		boxes := drawBoxes(t)
		tree := geo.BuildRTree(boxes)
		p := fixed(t, areas[rapid.IntRange(0, len(areas)-1).Draw(t, "point area")]).Point()
		limit := rapid.SampledFrom([]float64{0, 1, 1e3, 1e5, 1e7, math.Inf(1)}).Draw(t, "metres")
		type hit struct {
			item   uint32
			metres float64
		}
		var got, want []hit
		tree.Nearest(p, limit,
			func(i uint32) float64 { return metres(p, boxes[i]) },
			func(i uint32, d float64) bool { got = append(got, hit{i, d}); return true })
		for i, b := range boxes {
			if d := metres(p, b); d <= limit {
				want = append(want, hit{uint32(i), d})
			}
		}
		// Lower bounds and distances are computed in different ways, so rounding may exchange what
		// is equally far; what comes out, and that distances rise, is exact.
		for i := 1; i < len(got); i++ {
			if got[i].metres < got[i-1].metres*(1-1e-12) {
				t.Fatalf("distances fall: %v", got)
			}
		}
		byItem := func(a, b hit) int { return int(a.item) - int(b.item) }
		slices.SortFunc(got, byItem)
		if !slices.Equal(got, want) {
			t.Fatalf("from %v within %v: got %v, want %v", p, limit, got, want)
		}
	})
}

// Items at equal distance come in the order of their numbers, and a visitor can end the search.
func TestNearestTies(t *testing.T) {
	var boxes []geo.Box
	for range 100 {
		boxes = append(boxes, geo.BoxOf(geo.Fixed{Lon: 10, Lat: 10}))
	}
	var got []uint32
	geo.BuildRTree(boxes).Nearest(orb.Point{0, 0}, 1e6,
		func(uint32) float64 { return 5 },
		func(i uint32, _ float64) bool { got = append(got, i); return len(got) < 10 })
	if !slices.Equal(got, []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("got %v", got)
	}
}

// A damaged tree is refused, or its searches end without a panic.
func TestDamagedRTree(t *testing.T) {
	var boxes []geo.Box
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		boxes = append(boxes, geo.BoxOf(geo.Fixed{Lon: rng.Int32N(1e9), Lat: rng.Int32N(8e8)}))
	}
	good := geo.BuildRTree(boxes)
	if _, err := geo.OpenRTree(good.Boxes[1:], good.Items); err == nil {
		t.Error("a box too few: no error")
	}
	if _, err := geo.OpenRTree(good.Boxes, good.Items[1:]); err == nil {
		t.Error("an item too few: no error")
	}
	if _, err := geo.OpenRTree(good.Boxes, nil); err == nil {
		t.Error("no items: no error")
	}
	bad, err := geo.OpenRTree(slices.Clone(good.Boxes), slices.Clone(good.Items))
	if err != nil {
		t.Fatal(err)
	}
	for i := range bad.Items {
		if i%3 == 0 {
			bad.Items[i] = rng.Uint32()
		}
	}
	for i := range bad.Boxes {
		if i%2 == 0 {
			bad.Boxes[i] = geo.Box{MinLon: int32(rng.Uint32()), MinLat: int32(rng.Uint32()), MaxLon: int32(rng.Uint32()), MaxLat: int32(rng.Uint32())}
		}
	}
	inRange := func(i uint32) {
		if int(i) >= len(boxes) {
			t.Fatalf("item %d", i)
		}
	}
	bad.Search(areas[0], func(i uint32) bool { inRange(i); return true })
	bad.Nearest(orb.Point{5, 5}, math.Inf(1), func(i uint32) float64 { inRange(i); return 1 }, func(i uint32, _ float64) bool { inRange(i); return true })
}

func benchTree() (*geo.RTree, []geo.Box) {
	rng := rand.New(rand.NewPCG(1, 2))
	boxes := make([]geo.Box, 200_000)
	for i := range boxes {
		p := geo.Fixed{Lon: -757000000 + rng.Int32N(7000000), Lat: 384000000 + rng.Int32N(14000000)}
		boxes[i] = geo.BoxOf(p, geo.Fixed{Lon: p.Lon + rng.Int32N(20000), Lat: p.Lat + rng.Int32N(20000)})
	}
	return geo.BuildRTree(boxes), boxes
}

func BenchmarkNearest(b *testing.B) {
	tree, boxes := benchTree()
	rng := rand.New(rand.NewPCG(3, 4))
	b.ReportAllocs()
	for range b.N {
		p := orb.Point{-75.7 + 0.7*rng.Float64(), 38.4 + 1.4*rng.Float64()}
		ruler := geo.NewRuler(p)
		n := 0
		tree.Nearest(p, 5000, func(i uint32) float64 {
			return ruler.Distance(p, geo.Fixed{Lon: boxes[i].MinLon, Lat: boxes[i].MinLat}.Point())
		}, func(uint32, float64) bool { n++; return n < 8 })
	}
}

func BenchmarkSearch(b *testing.B) {
	tree, _ := benchTree()
	rng := rand.New(rand.NewPCG(3, 4))
	b.ReportAllocs()
	found := 0
	for range b.N {
		p := geo.Fixed{Lon: -757000000 + rng.Int32N(7000000), Lat: 384000000 + rng.Int32N(14000000)}
		tree.Search(geo.BoxOf(p, geo.Fixed{Lon: p.Lon + 50000, Lat: p.Lat + 50000}), func(uint32) bool { found++; return true })
	}
}

func BenchmarkBuildRTree(b *testing.B) {
	_, boxes := benchTree()
	b.ReportAllocs()
	for range b.N {
		geo.BuildRTree(boxes)
	}
}

// allocation budget of the hot path.
func TestNearestAllocates(t *testing.T) {
	tree, _ := benchTree()
	p := orb.Point{-75.5, 39}
	exact := func(uint32) float64 { return 1 }
	n := 0
	visit := func(uint32, float64) bool { n++; return n%8 != 0 }
	if got := testing.AllocsPerRun(100, func() { tree.Nearest(p, 5000, exact, visit) }); got > 0.5 {
		t.Errorf("%v allocations", got)
	}
}

// A box grown by a margin holds what lies within the margin of its corners, and little more.
func TestBoxMeasures(t *testing.T) {
	b := geo.Box{-75.6 * geo.Scale, 39.7 * geo.Scale, -75.5 * geo.Scale, 39.8 * geo.Scale}
	middle, diagonal := b.Middle(), b.Diagonal()
	southWest, northEast := geo.Fixed{b.MinLon, b.MinLat}, geo.Fixed{b.MaxLon, b.MaxLat}
	if d := geo.Distance(southWest.Point(), middle.Point()) + geo.Distance(middle.Point(), northEast.Point()); d < diagonal || d > 1.001*diagonal || diagonal < 13_000 || diagonal > 15_000 {
		t.Errorf("the diagonal has %.0f m, by way of the middle %.0f m", diagonal, d)
	}
	grown := b.Grow(500)
	for corner, was := range map[geo.Fixed]geo.Fixed{{grown.MinLon, grown.MinLat}: southWest, {grown.MaxLon, grown.MaxLat}: northEast} {
		if d := geo.Distance(corner.Point(), was.Point()); d < 500*1.41 || d > 500*1.45 {
			t.Errorf("a corner moved by %.0f m", d)
		}
	}
	whole := geo.Box{-180 * geo.Scale, -90 * geo.Scale, 180 * geo.Scale, 90 * geo.Scale}
	if got := whole.Grow(1000); got != whole || whole.Middle() != (geo.Fixed{}) {
		t.Errorf("the whole earth grows to %v, around %v", got, whole.Middle())
	}
}
