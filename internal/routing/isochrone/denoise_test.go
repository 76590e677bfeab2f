package isochrone

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// A far island is joined by a ferry that takes no time: a road that is not drawn.
func TestDenoise(t *testing.T) {
	origin := orb.Point{-75.5, 39.7}
	r := geo.NewRuler(origin)
	island := func(x float64, metres float64) Reached { return straight(r.Point(x, 0), metres, 10) }
	reached := []Reached{straight(origin, 2000, 0), island(5000, 900), island(8000, 100)}
	for _, test := range []struct {
		denoise float64
		limit   float64
		want    int
	}{
		{0, 2000, 3},
		{0.2, 2000, 2},
		{0.6, 2000, 1},
		{1, 2000, 1},
		// With 400 m to go, the islands are as large as the origin's.
		{0, 410, 3},
		{0.2, 410, 3},
	} {
		areas, err := Areas(context.Background(), reached, []float64{test.limit}, Options{Origin: origin, OffRoad: 1, Denoise: test.denoise})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(areas[0]); got != test.want {
			t.Errorf("denoise %v, limit %v: %d polygons, want %d", test.denoise, test.limit, got, test.want)
		}
	}
}

func TestDenoiseKeepsTheOrigin(t *testing.T) {
	origin := orb.Point{-75.5, 39.7}
	reached := []Reached{straight(origin, 50, 0), straight(geo.NewRuler(origin).Point(3000, 0), 3000, 10)}
	areas, err := Areas(context.Background(), reached, []float64{2000}, Options{Origin: origin, OffRoad: 1, Denoise: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(areas[0]) != 2 || !holds(areas[0], origin) {
		t.Errorf("%d polygons, the origin inside: %v; want the largest and the origin's", len(areas[0]), holds(areas[0], origin))
	}
}

// A ring road encloses a hole, within which lies an island.
func TestHoles(t *testing.T) {
	middle := orb.Point{-75.5, 39.7}
	r := geo.NewRuler(middle)
	circle := func(radius float64) Reached {
		var shape orb.LineString
		for i := range 73 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 36)
			shape = append(shape, r.Point(radius*cos, radius*sin))
		}
		return Reached{shape, 0, 0, 100, 100}
	}
	reached := []Reached{circle(3000), circle(200)}
	for _, test := range []struct {
		name     string
		denoise  float64
		polygons int
		holes    int
		inside   bool // 1 km from the middle
	}{
		{"all", 0, 2, 1, false},
		{"without the island", 0.5, 1, 1, false},
	} {
		areas, err := Areas(context.Background(), reached, []float64{1000}, Options{Origin: reached[0].Shape[0], OffRoad: 1, Denoise: test.denoise})
		if err != nil {
			t.Fatal(err)
		}
		if err := checkAreas(areas); err != nil {
			t.Fatal(err)
		}
		if got := len(areas[0]); got != test.polygons {
			t.Errorf("%s: %d polygons, want %d", test.name, got, test.polygons)
		}
		if got := len(areas[0][0]) - 1; got != test.holes {
			t.Errorf("%s: %d holes, want %d", test.name, got, test.holes)
		}
		if got := holds(areas[0], r.Point(1000, 0)); got != test.inside {
			t.Errorf("%s: inside is %v, want %v", test.name, got, test.inside)
		}
	}
}

// Small holes are filled with what lies in them.
func TestDenoiseFillsHoles(t *testing.T) {
	square := func(u, v, size int32, hole bool, island, part int32) ring {
		s := []spot{{u, v}, {u + size, v}, {u + size, v + size}, {u, v + size}}
		if hole {
			slices.Reverse(s)
		}
		return ring{spots: s, twice: twiceArea(s), island: island, part: part, column: int(u), row: int(v)}
	}
	shell, hole, islet := square(0, 0, 100, false, 0, 0), square(40, 40, 20, true, 0, 0), square(45, 45, 5, false, 1, 1)
	rings := []ring{shell, hole, islet}
	none := labels{rows: make([]int32, 100)}
	for _, test := range []struct {
		denoise float64
		want    int
	}{{0, 3}, {0.002, 3}, {0.5, 2}} {
		if got := denoise(slices.Clone(rings), test.denoise, none, 0, 0, nil); len(got) != test.want {
			t.Errorf("denoise %v: %d rings, want %d", test.denoise, len(got), test.want)
		}
	}
	// The islet in the small hole holds one of a smaller limit, but the filled hole covers it.
	small := square(40, 40, 6, true, 0, 0)
	within := square(42, 42, 2, false, 1, 1)
	islands := labels{runs: []run{{label: 0}, {42, 42, 1}}, rows: make([]int32, 100)}
	for row := 1; row < 100; row++ {
		islands.rows[row] = 1
		if row > 42 {
			islands.rows[row] = 2
		}
	}
	smaller := []ring{{column: 42, row: 42}}
	if got := denoise([]ring{shell, within}, 1, islands, 0, 0, smaller); len(got) != 2 {
		t.Errorf("an islet that holds one of a smaller limit: %d rings, want both", len(got))
	}
	if got := denoise([]ring{shell, small, within}, 1, islands, 0, 0, smaller); len(got) != 1 {
		t.Errorf("a small hole with an islet: %d rings, want the shell alone", len(got))
	}
}
