package geo

import (
	"slices"
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// patchwork returns the areas of the numbers on a board of squares, a hundredth of a degree each, as rings: shells
// counter-clockwise, holes clockwise, each as a polygon of its own.
func patchwork(board [][]int, numbers int, jitter func(x, y int) orb.Point) []orb.MultiPolygon {
	at := func(x, y int) int {
		if y < 0 || y >= len(board) || x < 0 || x >= len(board[0]) {
			return -1
		}
		return board[y][x]
	}
	out := make([]orb.MultiPolygon, numbers)
	for n := range out {
		next := map[[2]int][][2]int{}
		for y := range board {
			for x := range board[y] {
				if board[y][x] != n {
					continue
				}
				for _, e := range [][4]int{{x, y, x + 1, y}, {x + 1, y, x + 1, y + 1}, {x + 1, y + 1, x, y + 1}, {x, y + 1, x, y}} {
					beyond := at(x+sign(e[3]-e[1]), y-sign(e[2]-e[0]))
					if beyond != n {
						next[[2]int{e[0], e[1]}] = append(next[[2]int{e[0], e[1]}], [2]int{e[2], e[3]})
					}
				}
			}
		}
		for y := 0; y <= len(board); y++ {
			for x := 0; x <= len(board[0]); x++ {
				for len(next[[2]int{x, y}]) > 0 {
					var ring orb.Ring
					from, here := [2]int{}, [2]int{x, y}
					for {
						ring = append(ring, jitter(here[0], here[1]))
						options := next[here]
						k := 0
						if len(options) == 2 { // turn left where squares meet at a corner, so that rings do not cross
							d := [2]int{here[0] - from[0], here[1] - from[1]}
							for i, o := range options {
								if d[0]*(o[1]-here[1])-d[1]*(o[0]-here[0]) > 0 {
									k = i
								}
							}
						}
						step := options[k]
						next[here] = slices.Delete(slices.Clone(options), k, k+1)
						from, here = here, step
						if here == ([2]int{x, y}) {
							break
						}
					}
					out[n] = append(out[n], orb.Polygon{append(ring, ring[0])})
				}
			}
		}
	}
	return out
}

func sign(v int) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// winding counts how often rings run around a point, counter-clockwise.
func winding(areas []orb.MultiPolygon, p orb.Point) (sum int) {
	for _, a := range areas {
		for _, poly := range a {
			for _, r := range poly {
				for i := 1; i < len(r); i++ {
					a, b := r[i-1], r[i]
					switch {
					case a[1] <= p[1] && b[1] > p[1] && cross(a, b, p) > 0:
						sum++
					case a[1] > p[1] && b[1] <= p[1] && cross(a, b, p) < 0:
						sum--
					}
				}
			}
		}
	}
	return sum
}

// TestThinCoverage thins patchworks and checks that areas neither overlap nor part: a point anywhere lies in exactly one
// of them within the outer border, in none beyond, and the outer border is where a step is taken one way only.
func TestThinCoverage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h, numbers := rapid.IntRange(2, 14).Draw(t, "w"), rapid.IntRange(2, 14).Draw(t, "h"), rapid.IntRange(2, 6).Draw(t, "numbers")
		board := make([][]int, h)
		for y := range board {
			board[y] = make([]int, w)
			for x := range board[y] {
				switch {
				case x > 0 && rapid.Bool().Draw(t, "west"):
					board[y][x] = board[y][x-1]
				case y > 0 && rapid.Bool().Draw(t, "south"):
					board[y][x] = board[y-1][x]
				default:
					board[y][x] = rapid.IntRange(0, numbers-1).Draw(t, "number")
				}
			}
		}
		seed := rapid.IntRange(0, 1000).Draw(t, "seed")
		// Corners off the lattice, the same to some centimetres for all areas that meet there.
		tick := 0
		corner := func(x, y int) orb.Point {
			tick++
			a, b := (x*7919+y*104729+seed)%97, (x*15485863+y*32452843+seed)%89
			return orb.Point{float64(x)*0.01 + float64(a)*3e-5 + float64(tick%3)*1e-7, float64(y)*0.01 + float64(b)*3e-5}
		}
		areas := patchwork(board, numbers, corner)
		total := 0
		for _, a := range areas {
			total += positions(a)
		}
		n := rapid.IntRange(0, total).Draw(t, "n")
		thin := ThinCoverage(areas, n)
		left := 0
		steps := map[[4]float64]int{}
		for i, a := range thin {
			left += positions(a)
			if len(a) != len(areas[i]) {
				t.Fatalf("area %d has %d polygons, had %d", i, len(a), len(areas[i]))
			}
			for k, p := range a {
				for j, r := range p {
					if len(r) < 4 || r[0] != r[len(r)-1] || len(r) > len(areas[i][k][j]) || (ringArea(r) > 0) != (ringArea(areas[i][k][j]) > 0) {
						t.Fatalf("ring %v of %v", r, areas[i][k][j])
					}
					for s := 1; s < len(r); s++ {
						steps[[4]float64{r[s-1][0], r[s-1][1], r[s][0], r[s][1]}]++
					}
				}
			}
		}
		if left > total || left > n && left == total && w*h > 60 && n < total/2 && numbers < 4 {
			t.Fatalf("%d positions of %d, wanted %d", left, total, n)
		}
		var border []orb.MultiPolygon
		for s, k := range steps {
			if k != 1 {
				t.Fatalf("a step is taken %d times", k)
			}
			if left < total && steps[[4]float64{s[2], s[3], s[0], s[1]}] == 0 {
				border = append(border, orb.MultiPolygon{{{{s[0], s[1]}, {s[2], s[3]}}}})
			}
		}
		if left == total {
			return // nothing was thinned, so corners still differ by centimetres
		}
		for range 100 {
			p := orb.Point{rapid.Float64Range(-0.01, float64(w)*0.01+0.01).Draw(t, "x"), rapid.Float64Range(-0.01, float64(h)*0.01+0.01).Draw(t, "y")}
			in := 0
			for i := range thin {
				switch winding(thin[i:i+1], p) {
				case 0:
				case 1:
					in++
				default:
					t.Fatalf("%v: an area winds %d times", p, winding(thin[i:i+1], p))
				}
			}
			if whole := winding(border, p); in != whole {
				t.Fatalf("%v lies in %d areas, in the whole %d times", p, in, whole)
			}
		}
	})
}

// TestThinCoverageFew checks that a straight border of many points goes, and what meets there stays.
func TestThinCoverageFew(t *testing.T) {
	var west, east orb.Ring
	for i := range 50 { // up the border for the western area, down for the eastern
		west = append(west, orb.Point{0.5 + 0.001*float64(i%2), 0.02 * float64(i)})
	}
	east = slices.Clone(west)
	slices.Reverse(east)
	west = append(west, orb.Point{0, 0.98}, orb.Point{0, 0}, west[0])
	east = append(east, orb.Point{1, 0}, orb.Point{1, 0.98}, east[0])
	thin := ThinCoverage([]orb.MultiPolygon{{{west}}, {{east}}}, 14)
	for i, a := range thin {
		if n := len(a[0][0]); n < 5 || n > 8 {
			t.Errorf("area %d has %d positions: %v", i, n, a[0][0])
		}
	}
	if same := ThinCoverage([]orb.MultiPolygon{{{west}}, {{east}}}, 200); len(same[0][0][0]) != len(west) {
		t.Error("an area that is small enough has changed")
	}
}

// BenchmarkThinCoverage thins fifty areas of some two hundred squares each.
func BenchmarkThinCoverage(b *testing.B) {
	const side, numbers = 110, 50
	board := make([][]int, side)
	for y := range board {
		board[y] = make([]int, side)
		for x := range board[y] {
			nearest := side * side * 2
			for n := range numbers {
				dx, dy := x-n*7919%side, y-n*104729%side
				if d := dx*dx + dy*dy; d < nearest {
					nearest, board[y][x] = d, n
				}
			}
		}
	}
	areas := patchwork(board, numbers, func(x, y int) orb.Point { return orb.Point{0.001 * float64(x), 0.001 * float64(y)} })
	b.ReportAllocs()
	for b.Loop() {
		ThinCoverage(areas, 14*numbers)
	}
}
