package geo_test

import (
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

func TestExtent(t *testing.T) {
	for _, tc := range []struct {
		name   string
		points []orb.Point
		boxes  [][4]float64
		want   [4]float64
	}{
		{"one point", []orb.Point{{5, 6}}, nil, [4]float64{5, 6, 5, 6}},
		{"Delaware", []orb.Point{{-75.7, 38.4}, {-75, 39.8}}, nil, [4]float64{-75.7, 38.4, -75, 39.8}},
		{"Fiji", []orb.Point{{177, -18}, {-179, -16}, {179, -17}}, nil, [4]float64{177, -18, -179, -16}},
		{"across the prime meridian", []orb.Point{{-3, 50}, {2, 51}}, nil, [4]float64{-3, 50, 2, 51}},
		{"the world", []orb.Point{{-179, -90}, {179, 90}, {1, 0}, {-1, 0}}, nil, [4]float64{-179, -90, 179, 90}},
		{"box", nil, [][4]float64{{1, 2, 3, 4}}, [4]float64{1, 2, 3, 4}},
		{"box of the world", nil, [][4]float64{{-180, -90, 180, 90}}, [4]float64{-180, -90, 180, 90}},
		{"two boxes across the antimeridian", nil, [][4]float64{{170, -20, -175, -10}, {160, -5, 165, 0}}, [4]float64{160, -20, -175, 0}},
		{"boxes on either side of the antimeridian", nil, [][4]float64{{170, -20, 180, -10}, {-180, -20, -170, -10}}, [4]float64{170, -20, -170, -10}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var e geo.Extent
			for _, p := range tc.points {
				e.Add(p)
			}
			for _, b := range tc.boxes {
				e.AddBox(b)
			}
			if got, ok := e.Box(); !ok || got != tc.want {
				t.Errorf("got %v, %v; want %v", got, ok, tc.want)
			}
		})
	}
	if _, ok := new(geo.Extent).Box(); ok {
		t.Error("an empty extent has a box")
	}
}

func drawCorner(t *rapid.T) orb.Point {
	return orb.Point{float64(rapid.IntRange(-180, 180).Draw(t, "lon")), float64(rapid.IntRange(-90, 90).Draw(t, "lat"))}
}

func drawBox(t *rapid.T) [4]float64 {
	p, q := drawCorner(t), drawCorner(t)
	return [4]float64{p[0], min(p[1], q[1]), q[0], max(p[1], q[1])}
}

// Whatever is added lies in the box, and the box is never wider than half the world when two
// points are all there is.
func TestExtentHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var e geo.Extent
		points := rapid.SliceOfN(rapid.Custom(drawCorner), 1, 5).Draw(t, "points")
		for _, p := range points {
			e.Add(p)
		}
		boxes := rapid.SliceOfN(rapid.Custom(drawBox), 0, 3).Draw(t, "boxes")
		for _, b := range boxes {
			e.AddBox(b)
		}
		box, _ := e.Box()
		for _, p := range points {
			if !geo.BoxContains(box, p) {
				t.Fatalf("%v lacks %v", box, p)
			}
		}
		probe := drawCorner(t)
		probe[0] = geo.NormalizeLon(probe[0] + 0.5)
		for _, b := range boxes {
			if geo.BoxContains(b, probe) && !geo.BoxContains(box, probe) {
				t.Fatalf("%v lacks %v of %v", box, probe, b)
			}
		}
		if width := math.Mod(box[2]-box[0]+360, 360); len(points) == 2 && len(boxes) == 0 && width > 180 {
			t.Fatalf("%v is too wide for %v", box, points)
		}
	})
}

// Two boxes meet when they share a point; on a grid the corners decide.
func TestBoxesMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawBox(t), drawBox(t)
		want := false
		for _, lon := range []float64{a[0], a[2], b[0], b[2]} {
			for _, lat := range []float64{a[1], a[3], b[1], b[3]} {
				p := orb.Point{lon, lat}
				want = want || geo.BoxContains(a, p) && geo.BoxContains(b, p)
			}
		}
		if got := geo.BoxesMeet(a, b); got != want || got != geo.BoxesMeet(b, a) {
			t.Fatalf("%v and %v: got %v, want %v", a, b, got, want)
		}
	})
}

func TestGrowBox(t *testing.T) {
	for _, tc := range []struct {
		name     string
		in, want [4]float64
	}{
		{"plain", [4]float64{1, 2, 3, 4}, [4]float64{0, 1, 4, 5}},
		{"over the antimeridian from the west", [4]float64{170, 0, 179.5, 1}, [4]float64{169, -1, -179.5, 2}},
		{"over the antimeridian from the east", [4]float64{-179.5, 0, -170, 1}, [4]float64{179.5, -1, -169, 2}},
		{"across it", [4]float64{179, 0, -179, 1}, [4]float64{178, -1, -178, 2}},
		{"round the earth", [4]float64{-179.5, -90, 179.5, 90}, [4]float64{-180, -90, 180, 90}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := geo.GrowBox(tc.in, 1); got != tc.want {
				t.Errorf("GrowBox(%v, 1) = %v, want %v", tc.in, got, tc.want)
			}
		})
	}
}
