package index

import (
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
	"pgregory.net/rapid"
)

// star draws a ring around a middle, without crossings, with vertices on whole shape units.
func star(t *rapid.T, middle vertex, low, high float64, n int) []geo.Fixed {
	ring := make([]geo.Fixed, n)
	for i := range ring {
		r := rapid.Float64Range(low, high).Draw(t, "radius")
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		ring[i] = vertex{middle.x + int32(r*cos), middle.y + int32(r*sin)}.fixed()
	}
	return ring
}

func orbRing(ring []geo.Fixed) orb.Ring {
	out := make(orb.Ring, 0, len(ring)+1)
	for _, p := range append(ring[:len(ring):len(ring)], ring[0]) {
		out = append(out, p.Point())
	}
	return out
}

func TestContaining(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var entries []leafEntry
		var polygons []orb.Polygon
		for i := range rapid.IntRange(1, 6).Draw(t, "areas") {
			middle := vertex{rapid.Int32Range(-20_000, 20_000).Draw(t, "x"), rapid.Int32Range(-20_000, 20_000).Draw(t, "y")}
			shell := star(t, middle, 8000, 12_000, rapid.IntRange(3, 150).Draw(t, "n"))
			rings := [][]geo.Fixed{shell}
			polygon := orb.Polygon{orbRing(shell)}
			if rapid.Bool().Draw(t, "hole") {
				hole := star(t, middle, 500, 3000, rapid.IntRange(3, 70).Draw(t, "hole n"))
				rings, polygon = append(rings, hole), append(polygon, orbRing(hole))
			}
			entries = append(entries, areaShape(uint32(i), rings))
			polygons = append(polygons, polygon)
		}
		tree, err := readLeafTree(packLeaves(entries), "areas")
		if err != nil {
			t.Fatal(err)
		}
		for range 30 {
			p := vertex{rapid.Int32Range(-35_000, 35_000).Draw(t, "px"), rapid.Int32Range(-35_000, 35_000).Draw(t, "py")}.fixed()
			got := map[uint32]bool{}
			tree.containing(p, func(area uint32) bool { got[area] = true; return true })
			for i, polygon := range polygons {
				if want := planar.PolygonContains(polygon, p.Point()); got[uint32(i)] != want && !onEdge(polygon, p) {
					t.Fatalf("area %d holds %v: got %v, want %v", i, p, got[uint32(i)], want)
				}
			}
		}
	})
}

// onEdge tells whether a point lies on the border of a polygon, or too near for floating point.
func onEdge(polygon orb.Polygon, p geo.Fixed) bool {
	for _, ring := range polygon {
		for i := 1; i < len(ring); i++ {
			if offset(p, geo.ToFixed(ring[i-1]), geo.ToFixed(ring[i]), 1) < 1 {
				return true
			}
		}
	}
	return false
}

func TestRingHolds(t *testing.T) {
	square := []geo.Fixed{{Lon: 0, Lat: 0}, {Lon: 100, Lat: 0}, {Lon: 100, Lat: 100}, {Lon: 0, Lat: 100}}
	for _, tc := range []struct {
		p    geo.Fixed
		want bool
	}{{geo.Fixed{Lon: 50, Lat: 50}, true}, {geo.Fixed{Lon: 150, Lat: 50}, false}, {geo.Fixed{Lon: -50, Lat: 50}, false}, {geo.Fixed{Lon: 50, Lat: 101}, false}} {
		if got := RingHolds(square, tc.p); got != tc.want {
			t.Errorf("RingHolds(%v) = %v, want %v", tc.p, got, tc.want)
		}
	}
}

// Thinning keeps the ends and every kept point, adds none, and moves the line by no more than the
// tolerance.
func TestThin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := geo.Fixed{Lon: 100_000_000, Lat: 390_000_000}
		line := []geo.Fixed{p}
		for range rapid.IntRange(0, 60).Draw(t, "n") {
			p.Lon += rapid.Int32Range(-3000, 5000).Draw(t, "dx")
			p.Lat += rapid.Int32Range(-500, 500).Draw(t, "dy")
			line = append(line, p)
		}
		metres := rapid.Float64Range(0.1, 50).Draw(t, "metres")
		kept := rapid.IntRange(0, len(line)-1).Draw(t, "kept")
		got := thin(line, metres, func(i int) bool { return i == kept })
		if got[0] != line[0] || got[len(got)-1] != line[len(line)-1] {
			t.Fatal("an end is gone")
		}
		seen, at := false, 0
		for _, q := range got {
			seen = seen || q == line[kept]
			for at < len(line) && line[at] != q {
				at++
			}
			if at == len(line) {
				t.Fatalf("point %v is not of the line, or out of order", q)
			}
		}
		if !seen {
			t.Fatal("the kept point is gone")
		}
		for _, q := range line {
			if d := lineDistance(q, [][]geo.Fixed{got}); len(got) > 1 && d > metres*1.001 {
				t.Fatalf("%v lies %.2f m off the thinned line, want at most %.2f", q, d, metres)
			}
		}
	})
}

func TestJoinLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		point := func(name string) geo.Fixed {
			return geo.Fixed{Lon: rapid.Int32Range(0, 3).Draw(t, name), Lat: rapid.Int32Range(0, 2).Draw(t, name)}
		}
		type edge [2]geo.Fixed
		edges := func(lines [][]geo.Fixed) map[edge]int {
			out := map[edge]int{}
			for _, l := range lines {
				for i := 1; i < len(l); i++ {
					a, b := l[i-1], l[i]
					if a.Lon > b.Lon || a.Lon == b.Lon && a.Lat > b.Lat {
						a, b = b, a
					}
					out[edge{a, b}]++
				}
			}
			return out
		}
		var lines [][]geo.Fixed
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			var l []geo.Fixed
			for range rapid.IntRange(2, 4).Draw(t, "length") {
				l = append(l, point("p"))
			}
			lines = append(lines, l)
		}
		want := edges(lines)
		joined := joinLines(lines)
		got := edges(joined)
		if len(joined) > len(lines) || len(got) != len(want) {
			t.Fatalf("%d lines with %d edges of %d with %d", len(joined), len(got), len(lines), len(want))
		}
		for e, n := range want {
			if got[e] != n {
				t.Fatalf("edge %v: got %d, want %d", e, got[e], n)
			}
		}
	})
}

func TestInnerPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shell := star(t, vertex{1000, 5000}, 3000, 9000, rapid.IntRange(3, 40).Draw(t, "n"))
		polygon := [][]geo.Fixed{shell}
		for _, p := range []geo.Fixed{innerPoint(polygon), centre(polygon)} {
			if !RingHolds(shell, p) && !onEdge(orb.Polygon{orbRing(shell)}, p) {
				t.Fatalf("%v lies outside of %v", p, shell)
			}
		}
	})
}

func TestCutLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := lineFrom(t, rapid.IntRange(2, 100).Draw(t, "n"))
		at := 0
		cutLine(line, func(piece []geo.Fixed) {
			if len(piece) < 2 || len(piece) > pieceVertices || &piece[0] != &line[at] {
				t.Fatalf("a piece of %d vertices, want it to begin at %d", len(piece), at)
			}
			at += len(piece) - 1
		})
		if at != len(line)-1 {
			t.Fatalf("pieces end at %d of %d", at, len(line)-1)
		}
	})
}
