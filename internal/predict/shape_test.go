package predict

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"github.com/uber/h3-go/v4"
	"pgregory.net/rapid"
)

// star returns a ring of rising angles around the origin, so one that does not cross itself.
func star(t *rapid.T) []vec {
	n := rapid.IntRange(3, 14).Draw(t, "corners")
	var out []vec
	for i := range n {
		r := rapid.Float64Range(100, 2000).Draw(t, "r")
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out = append(out, vec{r * cos, r * sin})
	}
	return out
}

func shapes(t *rapid.T) shape {
	switch rapid.IntRange(0, 2).Draw(t, "shape") {
	case 0:
		return disc{rapid.Float64Range(100, 2500).Draw(t, "radius")}
	case 1:
		return newStrip(star(t), rapid.Float64Range(10, 500).Draw(t, "buffer"))
	}
	ring := star(t)
	return newRings([][]vec{ring}, ringArea(ring))
}

// TestRelate checks that a disc that is said to be inside or outside is so in random points.
func TestRelate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shapes(t)
		p := vec{rapid.Float64Range(-3000, 3000).Draw(t, "x"), rapid.Float64Range(-3000, 3000).Draw(t, "y")}
		radius := rapid.Float64Range(0.1, 500).Draw(t, "radius")
		relation := s.relate(p, radius)
		if relation == crosses {
			return
		}
		for range 20 {
			r := radius * rapid.Float64Range(0, 0.999).Draw(t, "r")
			sin, cos := math.Sincos(rapid.Float64Range(0, 2*math.Pi).Draw(t, "angle"))
			if got := s.relate(vec{p.x + r*cos, p.y + r*sin}, 0); got != relation {
				t.Fatalf("disc %v radius %g is %d, a point of it %d", p, radius, relation, got)
			}
		}
		if d := math.Hypot(p.x, p.y); relation == inside && d > s.reach()+1e-6 {
			t.Fatalf("%v lies inside, beyond the reach of %g", p, s.reach())
		}
	})
}

// TestQuadratureArea checks the areas of the parts of cells against the shape's own.
func TestQuadratureArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ring := star(t)
		var s shape = newRings([][]vec{ring}, ringArea(ring))
		if rapid.Bool().Draw(t, "disc") {
			s = disc{rapid.Float64Range(200, 2500).Draw(t, "radius")}
		}
		hexes, err := cover(context.Background(), geo.NewRuler(rodney), s, 10)
		if err != nil {
			t.Fatal(err)
		}
		var sum float64
		for i := range hexes {
			var p part
			q := quadrature{shape: s, part: &p, finest: hexes[i].radius / 12}
			q.hex(&hexes[i])
			if p.area > hexes[i].area*(1+1e-9) {
				t.Fatalf("part of %g m² of a cell of %g m²", p.area, hexes[i].area)
			}
			sum += p.area
		}
		if want := s.size(); math.Abs(sum-want) > 0.01*want+2000 {
			t.Fatalf("parts of cells add up to %g m², the area has %g", sum, want)
		}
	})
}

// TestCover compares the cells with H3's own filling: all that it finds, and every cell at random
// points of the area.
func TestCover(t *testing.T) {
	for _, at := range []orb.Point{rodney, {179.99, 0}, {24.94, 60.17}, {0, 0}} {
		ruler := geo.NewRuler(at)
		for resolution := 8; resolution <= 10; resolution++ {
			s := disc{3000}
			hexes, err := cover(context.Background(), ruler, s, resolution)
			if err != nil {
				t.Fatal(err)
			}
			have := map[h3.Cell]bool{}
			for i, h := range hexes {
				have[h.cell] = true
				if i > 0 && uint64(hexes[i-1].cell) >= uint64(h.cell) {
					t.Fatal("cells are not sorted")
				}
				if avg := h3.HexagonAreaAvgM2(resolution); h.area < avg/2 || h.area > avg*2 {
					t.Errorf("cell of %g m², average %g", h.area, avg)
				}
				if exact := h3.CellAreaM2(h.cell); math.Abs(h.area/exact-1) > 0.01 {
					t.Errorf("cell of %g m², H3 says %g", h.area, exact)
				}
			}
			for y := -3000.0; y <= 3000; y += 37 {
				for x := -3000.0; x <= 3000; x += 37 {
					if math.Hypot(x, y) < 3000 {
						if c := h3.LatLngToCell(latLng(ruler.Point(x, y)), resolution); !have[c] {
							t.Fatalf("cell at %v, resolution %d is missing", ruler.Point(x, y), resolution)
						}
					}
				}
			}
		}
	}
}

// TestCoverPentagon covers the surroundings of a pentagon.
func TestCoverPentagon(t *testing.T) {
	pentagon := h3.Pentagons(9)[3]
	l := pentagon.LatLng()
	ruler := geo.NewRuler(orb.Point{l.Lng, l.Lat})
	hexes, err := cover(context.Background(), ruler, disc{2000}, 9)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(hexes, func(h hex) bool { return h.cell == pentagon })
	if i < 0 || len(hexes[i].corners) < 5 {
		t.Fatal("the pentagon is missing")
	}
	var sum float64
	for i := range hexes {
		var p part
		q := quadrature{shape: disc{2000}, part: &p, finest: 10}
		q.hex(&hexes[i])
		sum += p.area
	}
	if want := (disc{2000}).size(); math.Abs(sum/want-1) > 0.01 {
		t.Errorf("parts of cells add up to %g m², want %g", sum, want)
	}
	at := orb.Point{l.Lng, l.Lat}
	m := fakeModel(t, &fakeSource{})
	req := circle("hiker", at, 2000)
	surface, err := m.Predict(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	checkSurface(t, "pentagon", surface)
}

func TestChooseResolution(t *testing.T) {
	for _, test := range []struct {
		km2   float64
		small bool
		want  int
	}{{1, true, 11}, {1, false, 10}, {25, true, 11}, {26, true, 10}, {180, false, 10}, {181, false, 9}, {1260, false, 9}, {1300, false, 8}, {8800, false, 8}} {
		if got := chooseResolution(test.km2*1e6, test.small); got != test.want {
			t.Errorf("%g km², small %v: resolution %d, want %d", test.km2, test.small, got, test.want)
		}
	}
	m := fakeModel(t, &fakeSource{})
	for radius, want := range map[float64]int{1000: 11, 1100: 10, 2000: 10, 7000: 10, 8000: 9, 20_000: 9, 52_000: 8} {
		s, err := m.Predict(context.Background(), circle("despondent", rodney, radius))
		if err != nil || s.Resolution != want {
			t.Errorf("radius %g: %v, resolution %v, want %d", radius, err, s, want)
		}
	}
}

// TestStripOutline checks buffers drawn around lines that bend, cross themselves and double back:
// the area in random points, orientation, closure.
func TestStripOutline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "points")
		var line []vec
		for range n {
			line = append(line, vec{rapid.Float64Range(-1500, 1500).Draw(t, "x"), rapid.Float64Range(-1500, 1500).Draw(t, "y")})
		}
		s := newStrip(line, rapid.Float64Range(20, 500).Draw(t, "buffer"))
		var all [][]vec
		for _, polygon := range s.outline() {
			for i, ring := range polygon {
				if (ringArea(ring) > 0) != (i == 0) {
					t.Fatalf("ring %d has area %g", i, ringArea(ring))
				}
				all = append(all, ring)
			}
		}
		drawn := newRings(all, 0)
		for range 60 {
			p := vec{rapid.Float64Range(-2000, 2000).Draw(t, "px"), rapid.Float64Range(-2000, 2000).Draw(t, "py")}
			d := s.edges.distance(p, 1e4, 0)
			if math.Abs(d-s.buffer) < s.buffer/8+3 {
				continue
			}
			if got := drawn.relate(p, 0) == inside; got != (d < s.buffer) {
				t.Fatalf("%v at %g m of %g: inside %v", p, d, s.buffer, got)
			}
		}
	})
}

// TestArealPrior compares the averaged curves with random starting places.
func TestArealPrior(t *testing.T) {
	f, err := loadFigures()
	if err != nil {
		t.Fatal(err)
	}
	metres, _, _ := f.Profiles["dementia_alzheimers"].blend(environment{urban: 1})
	c := newCurve(f.Origin.Metres, f.Origin.Share, metres)
	line := []vec{{-1000, 0}, {0, 300}, {1500, 200}}
	ring := []vec{{-1000, -800}, {1200, -700}, {900, 600}, {0, 100}, {-900, 900}}
	for name, test := range map[string]struct {
		shape shape
		start func(i, n int) (vec, float64) // place and weight
	}{
		"path": {newStrip(line, 200), func(i, n int) (vec, float64) {
			at := (float64(i) + 0.5) / float64(n) * newStrip(line, 0).length()
			if first := line[0].distance(line[1]); at < first {
				return line[0].along(line[1], at/first), 1
			} else {
				return line[1].along(line[2], (at-first)/line[1].distance(line[2])), 1
			}
		}},
		"polygon": {newRings([][]vec{ring}, ringArea(ring)), func(i, n int) (vec, float64) {
			k := int(math.Sqrt(float64(n)))
			p := vec{-1000 + 2200*(float64(i%k)+0.5)/float64(k), -800 + 1700*(float64(i/k)+0.5)/float64(k)}
			if newRings([][]vec{ring}, 0).edges.odd(p) {
				return p, 1
			}
			return p, 0
		}},
	} {
		prior := c.uniform(test.shape, nil)
		for _, p := range []vec{{0, 0}, {-950, 20}, {800, -300}, {1400, 250}, {3000, 3000}} {
			const n = 40_000
			var sum, all float64
			for i := range n {
				at, w := test.start(i, n)
				sum += w * c.density(at.distance(p))
				all += w
			}
			got, want := prior.density(p), sum/all
			if math.Abs(got/want-1) > 0.03 {
				t.Errorf("%s at %v: density %g, want %g", name, p, got, want)
			}
		}
	}
}
