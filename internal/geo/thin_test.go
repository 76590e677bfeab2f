package geo_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	polyline "github.com/twpayne/go-polyline"
	"pgregory.net/rapid"
)

func TestThinLine(t *testing.T) {
	line := orb.LineString{{0, 0}, {1, 0.01}, {2, 0}, {3, 2}, {4, 0}, {5, 0.02}, {6, 0}}
	got := geo.ThinLine(line, 5)
	want := orb.LineString{{0, 0}, {2, 0}, {3, 2}, {4, 0}, {6, 0}}
	if !got.Equal(want) {
		t.Errorf("ThinLine(5) = %v, want %v", got, want)
	}
	if got := geo.ThinLine(line, 1); !got.Equal(orb.LineString{{0, 0}, {6, 0}}) {
		t.Errorf("ThinLine(1) = %v, want the two ends", got)
	}
	if got := geo.ThinLine(line, 7); !got.Equal(line) {
		t.Errorf("ThinLine(7) = %v, want the line itself", got)
	}
}

// TestThinLineNested checks that thinning in steps gives what thinning at once gives, that ends
// stay and that only given points are kept, in their order.
func TestThinLineNested(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := make(orb.LineString, rapid.IntRange(2, 200).Draw(t, "points"))
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for i := range line {
			line[i] = orb.Point{r.Float64(), r.Float64()}
		}
		n := rapid.IntRange(2, 100).Draw(t, "n")
		m := rapid.IntRange(2, n).Draw(t, "m")
		once, twice := geo.ThinLine(line, m), geo.ThinLine(geo.ThinLine(line, n), m)
		if len(once) > m || !once.Equal(twice) {
			t.Fatalf("thinned to %d at once %v, over %d %v", m, once, n, twice)
		}
		if once[0] != line[0] || once[len(once)-1] != line[len(line)-1] {
			t.Fatalf("ends moved: %v", once)
		}
		next := 0
		for _, p := range once {
			for next < len(line) && line[next] != p {
				next++
			}
			if next == len(line) {
				t.Fatalf("%v is not of the line or out of order", p)
			}
		}
	})
}

// blob returns a star-shaped polygon with wobbly rings round about the centre: a shell and, inside
// of it, holes side by side.
func blob(r *rand.Rand, centre orb.Point, radius float64, points, holes int) orb.Polygon {
	ring := func(c orb.Point, radius float64, n int) orb.Ring {
		out := make(orb.Ring, 0, n+1)
		for i := range n {
			a := 2 * math.Pi * float64(i) / float64(n)
			d := radius * (0.6 + 0.4*r.Float64())
			out = append(out, orb.Point{c[0] + d*math.Cos(a), c[1] + d*math.Sin(a)})
		}
		return append(out, out[0])
	}
	p := orb.Polygon{ring(centre, radius, points)}
	for i := range holes {
		// Holes lie on a circle of 0.35 radius, each small enough not to reach the next.
		a := 2 * math.Pi * float64(i) / float64(holes)
		c := orb.Point{centre[0] + 0.35*radius*math.Cos(a), centre[1] + 0.35*radius*math.Sin(a)}
		p = append(p, ring(c, math.Min(0.2, 1/float64(holes))*radius, max(4, points/8)))
	}
	return p
}

func TestThinAreaKeepsTopology(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		points := rapid.IntRange(8, 120).Draw(t, "points")
		holes := rapid.IntRange(0, 5).Draw(t, "holes")
		area := orb.MultiPolygon{
			blob(r, orb.Point{-75, 39}, 0.1, points, holes),
			blob(r, orb.Point{-74.79, 39}, 0.1, points, 0),
		}
		n := rapid.IntRange(30, 200).Draw(t, "n")
		got := geo.ThinArea(area, n)
		if crossing(got) {
			t.Fatalf("rings cross after thinning to %d: %v", n, got)
		}
		if again := geo.ThinArea(area, n); !again.Equal(got) {
			t.Fatalf("not deterministic")
		}
		total := 0
		for i, p := range got {
			for j, ring := range p {
				total += len(ring)
				if len(ring) < 4 || ring[0] != ring[len(ring)-1] {
					t.Fatalf("polygon %d ring %d is not closed: %v", i, j, ring)
				}
				if got, want := ring.Orientation(), ringLike(area, ring).Orientation(); got != want {
					t.Fatalf("ring turned over: %v", ring)
				}
			}
		}
		// A star-shaped ring can always lose a vertex, so that the budget is reached.
		if total > n {
			t.Errorf("%d positions left, want at most %d", total, n)
		}
	})
}

// ringLike returns the ring of area that holds the first point of ring.
func ringLike(area orb.MultiPolygon, ring orb.Ring) orb.Ring {
	for _, p := range area {
		for _, r := range p {
			for _, q := range r {
				if q == ring[0] {
					return r
				}
			}
		}
	}
	return nil
}

// crossing tells by brute force whether any two edges of an area cross or touch other than at
// shared ends.
func crossing(area orb.MultiPolygon) bool {
	var edges [][2]orb.Point
	for _, p := range area {
		for _, r := range p {
			for i := 1; i < len(r); i++ {
				edges = append(edges, [2]orb.Point{r[i-1], r[i]})
			}
		}
	}
	side := func(a, b, c orb.Point) float64 {
		return (b[0]-a[0])*(c[1]-a[1]) - (c[0]-a[0])*(b[1]-a[1])
	}
	for i, e := range edges {
		for _, f := range edges[:i] {
			if e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1] {
				continue
			}
			if side(e[0], e[1], f[0])*side(e[0], e[1], f[1]) < 0 && side(f[0], f[1], e[0])*side(f[0], f[1], e[1]) < 0 {
				return true
			}
		}
	}
	return false
}

// TestThinAreaComb thins a comb whose teeth reach between each other, where plain thinning would
// make rings cross.
func TestThinAreaComb(t *testing.T) {
	comb := func(base, tip float64, shift float64) orb.Ring {
		var r orb.Ring
		r = append(r, orb.Point{0, base})
		for i := range 40 {
			x := float64(i) + shift
			r = append(r, orb.Point{x + 0.2, base}, orb.Point{x + 0.25, tip}, orb.Point{x + 0.3, base})
		}
		r = append(r, orb.Point{41, base}, orb.Point{41, 2*base - tip/2}, orb.Point{0, 2*base - tip/2})
		return append(r, r[0])
	}
	area := orb.MultiPolygon{{comb(1, -0.8, 0)}, {comb(-1, 0.8, 0.5)}}
	if crossing(area) {
		t.Fatal("the combs cross to begin with")
	}
	for _, n := range []int{200, 100, 50, 20, 8} {
		if got := geo.ThinArea(area, n); crossing(got) {
			t.Errorf("combs thinned to %d cross", n)
		}
	}
}

func TestThinAreaDropsSmallRings(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	var area orb.MultiPolygon
	for i := range 50 {
		area = append(area, blob(r, orb.Point{float64(i), 0}, 0.1+0.005*float64(i), 20, 1))
	}
	got := geo.ThinArea(area, 80)
	if len(got) != 10 {
		t.Fatalf("%d polygons left of 50 at 80 positions, want 10", len(got))
	}
	for i, p := range got {
		if len(p) != 1 || p[0][0][0] < 39 {
			t.Errorf("polygon %d is not one of the ten largest shells: %v", i, p)
		}
	}
}

func TestThinAreaOddRings(t *testing.T) {
	for name, area := range map[string]orb.MultiPolygon{
		"no polygon":   {},
		"no ring":      {{}, {}},
		"empty ring":   {{{}}, {{{0, 0}}}},
		"equal points": {{make(orb.Ring, 50)}},
	} {
		t.Run(name, func(t *testing.T) {
			geo.ThinArea(area, 1)
		})
	}
}

func TestAppendPolyline(t *testing.T) {
	// The example of the format's description.
	line := orb.LineString{{-120.2, 38.5}, {-120.95, 40.7}, {-126.453, 43.252}}
	if got, want := string(geo.AppendPolyline(nil, line)), "_p~iF~ps|U_ulLnnqC_mqNvxq`@"; got != want {
		t.Errorf("AppendPolyline = %q, want %q", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		var line orb.LineString
		for range rapid.IntRange(0, 20).Draw(t, "points") {
			line = append(line, orb.Point{
				float64(rapid.IntRange(-18000000, 18000000).Draw(t, "lon")) / 1e5,
				float64(rapid.IntRange(-9000000, 9000000).Draw(t, "lat")) / 1e5,
			})
		}
		coords, rest, err := polyline.DecodeCoords(geo.AppendPolyline(nil, line))
		if err != nil || len(rest) > 0 || len(coords) != len(line) {
			t.Fatalf("%v comes back as %v, rest %q, error %v", line, coords, rest, err)
		}
		for i, c := range coords {
			if math.Abs(c[1]-line[i][0]) > 1e-9 || math.Abs(c[0]-line[i][1]) > 1e-9 {
				t.Fatalf("point %d comes back as %v, want %v", i, c, line[i])
			}
		}
	})
}

func BenchmarkThinArea(b *testing.B) {
	area := orb.MultiPolygon{blob(rand.New(rand.NewPCG(1, 1)), orb.Point{-75, 39}, 0.1, 5000, 5)}
	b.ReportAllocs()
	for b.Loop() {
		geo.ThinArea(area, 300)
	}
}
