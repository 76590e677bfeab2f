package elevation

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// plain is the yardstick: the bilinear mean of the known heights around a point of a raster, where the
// nearest one is known.
func plain(r *Raster, p orb.Point) (float64, bool) {
	for _, turn := range []float64{0, 360, -360} {
		x, y := (p[0]+turn-r.West)*r.PerLon, (r.North-p[1])*r.PerLat
		at := func(x, y float64) float64 {
			if x < 0 || y < 0 || x >= float64(r.Columns) || y >= float64(r.Rows) {
				return math.NaN()
			}
			return float64(r.Heights[int(y)*r.Columns+int(x)])
		}
		if math.IsNaN(at(math.Floor(x+0.5), math.Floor(y+0.5))) {
			continue
		}
		var sum, weight float64
		for _, dx := range []float64{0, 1} {
			for _, dy := range []float64{0, 1} {
				cx, cy := math.Floor(x)+dx, math.Floor(y)+dy
				if h := at(cx, cy); !math.IsNaN(h) {
					w := (1 - math.Abs(x-cx)) * (1 - math.Abs(y-cy))
					sum, weight = sum+w*h, weight+w
				}
			}
		}
		return sum / weight, true
	}
	return 0, false
}

func drawRaster(t *rapid.T, west, north float64) Raster {
	r := Raster{
		West: west, North: north,
		PerLon:  float64(rapid.SampledFrom([]int{4, 16, 1200, 3600}).Draw(t, "per degree of longitude")),
		PerLat:  float64(rapid.SampledFrom([]int{4, 16, 1200, 3600}).Draw(t, "per degree of latitude")),
		Columns: rapid.IntRange(1, 60).Draw(t, "columns"), Rows: rapid.IntRange(1, 60).Draw(t, "rows"),
	}
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	relief := rapid.SampledFrom([]float64{0, 1, 40, 9000}).Draw(t, "relief")
	unit := rapid.SampledFrom([]float64{1, 0.1}).Draw(t, "unit")
	holes := rapid.SampledFrom([]float64{0, 0.05, 0.9, 1}).Draw(t, "holes")
	for range r.Columns * r.Rows {
		h := float32(math.Round((rng.Float64()*relief-400*rng.Float64())/unit) * unit)
		if rng.Float64() < holes {
			h = void
		}
		r.Heights = append(r.Heights, h)
	}
	return r
}

// Stored heights are those of the raster, and between them bilinear ones, to half a stored unit.
func TestAtEqualsRaster(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		west := rapid.SampledFrom([]float64{-180, -1.25, 1, 100, 179.5}).Draw(t, "west")
		north := rapid.SampledFrom([]float64{90, 43, 0.5, -70}).Draw(t, "north")
		r := drawRaster(t, west, north)
		s, err := New(r)
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			x := rapid.Float64Range(-1, float64(r.Columns)).Draw(t, "x")
			y := rapid.Float64Range(-1, float64(r.Rows)).Draw(t, "y")
			if math.Abs(x-math.Floor(x)-0.5) < 1e-5 || math.Abs(y-math.Floor(y)-0.5) < 1e-5 {
				continue // rounding decides which is nearest
			}
			p := orb.Point{r.West + x/r.PerLon, r.North - y/r.PerLat}
			for p[0] > 180 {
				p[0] -= 360
			}
			if p[0] < -180 {
				p[0] += 360
			}
			want, known := plain(&r, p)
			got, ok := s.At(p)
			if ok != known || ok && math.Abs(got-want) > 1e-3 {
				t.Fatalf("at %v (%g, %g): %g, %v; the raster says %g, %v", p, x, y, got, ok, want, known)
			}
		}
	})
}

// Where several grids know a height the finest counts, and a coarser one where that has a hole.
func TestFinestFirst(t *testing.T) {
	level := func(per float64, n int, h float32) Raster {
		r := Raster{West: 10, North: 50, PerLon: per, PerLat: per, Columns: n, Rows: n, Heights: make([]float32, n*n)}
		for i := range r.Heights {
			r.Heights[i] = h
		}
		return r
	}
	coarse, fine := level(10, 11, 100), level(100, 51, 200)
	fine.Heights[20*51+20] = void
	for _, rasters := range [][]Raster{{coarse, fine}, {fine, coarse}} {
		s, err := New(rasters...)
		if err != nil {
			t.Fatal(err)
		}
		for p, want := range map[orb.Point]float64{{10.1, 49.9}: 200, {10.2, 49.8}: 100, {10.21, 49.8}: 200, {10.8, 49.3}: 100} {
			if got, ok := s.At(p); !ok || got != want {
				t.Errorf("%v: %g, %v; want %g", p, got, ok, want)
			}
		}
	}
}

// Around the whole earth there is no seam, and the poles are part of it.
func TestWholeEarth(t *testing.T) {
	r := Raster{West: -180, North: 90, PerLon: 1, PerLat: 1, Columns: 361, Rows: 181}
	for row := range r.Rows {
		for col := range r.Columns {
			r.Heights = append(r.Heights, float32(row*10+col%360/10))
		}
	}
	s, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		at   orb.Point
		want float64
	}{{orb.Point{180, 0}, 900}, {orb.Point{-180, 0}, 900}, {orb.Point{179.5, 0}, 917.5}, {orb.Point{0, 90}, 18}, {orb.Point{0, -90}, 1818}} {
		if got, ok := s.At(tc.at); !ok || math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("%v: %g, %v; want %g", tc.at, got, ok, tc.want)
		}
	}
	for _, p := range []orb.Point{{math.NaN(), 0}, {0, math.NaN()}, {math.Inf(1), 0}, {0, math.Inf(-1)}, {0, 91}, {1e300, 0}} {
		if h, ok := s.At(p); ok {
			t.Errorf("%v: %g", p, h)
		}
	}
	if h, ok := (*Source)(nil).At(orb.Point{}); ok {
		t.Errorf("no source: %g", h)
	}
}

func TestAtAllocatesNothing(t *testing.T) {
	s, err := New(Raster{West: 0, North: 1, PerLon: 1, PerLat: 1, Columns: 2, Rows: 2, Heights: []float32{1, 2, 3, 4.5}})
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { s.At(orb.Point{0.5, 0.5}) }); n > 0 {
		t.Errorf("%g allocations", n)
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 1000 {
				if h, ok := s.At(orb.Point{0.5, 0.5}); !ok || h != 2.625 {
					t.Errorf("%g, %v", h, ok)
					return
				}
			}
		})
	}
	wait.Wait()
}

func TestNewRefuses(t *testing.T) {
	good := Raster{West: 0, North: 1, PerLon: 1, PerLat: 1, Columns: 2, Rows: 1, Heights: []float32{1, 2}}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Raster){
		"a height missing": func(r *Raster) { r.Heights = r.Heights[:1] },
		"no rows":          func(r *Raster) { r.Rows, r.Heights = 0, nil },
		"off the earth":    func(r *Raster) { r.North = 95 },
		"no corner":        func(r *Raster) { r.West = math.NaN() },
		"no distance":      func(r *Raster) { r.PerLat = 0 },
	} {
		r := good
		spoil(&r)
		if _, err := New(r); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func BenchmarkAt(b *testing.B) {
	r := Raster{West: 1, North: 43, PerLon: 3600, PerLat: 3600, Columns: 3601, Rows: 3601}
	for i := range r.Columns * r.Rows {
		r.Heights = append(r.Heights, float32(1000+i%977))
	}
	s, err := New(r)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var at [4096]orb.Point
	for i := range at {
		at[i] = orb.Point{1 + rng.Float64(), 42 + rng.Float64()}
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		s.At(at[i&4095])
		i++
	}
}
