package geo_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// Geodesics on WGS84 computed with Karney's method (GeographicLib's GeodSolve), rounded to
// millimetres and thousandths of a degree.
func TestDistanceAndBearing(t *testing.T) {
	for _, tc := range []struct {
		name     string
		a, b     orb.Point
		metres   float64
		bearing  float64
		accuracy float64 // of Distance, relative: the earth is not quite a sphere
	}{
		{"one degree of longitude on the equator", orb.Point{0, 0}, orb.Point{1, 0}, 111319.491, 90, 0.0015},
		{"one degree of latitude at the equator", orb.Point{0, 0}, orb.Point{0, 1}, 110574.389, 0, 0.006},
		{"one degree of latitude at the pole", orb.Point{0, 90}, orb.Point{0, 89}, 111693.865, 180, 0.006},
		{"no distance", orb.Point{5, 5}, orb.Point{5, 5}, 0, 0, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := geo.Distance(tc.a, tc.b); math.Abs(got-tc.metres) > tc.accuracy*tc.metres {
				t.Errorf("distance %v, want %v", got, tc.metres)
			}
			if got := geo.NewRuler(tc.a).Distance(tc.a, tc.b); math.Abs(got-tc.metres) > 1e-4*tc.metres && tc.a[1] == 0 {
				t.Errorf("ruler %v, want %v", got, tc.metres)
			}
			if got := geo.Bearing(tc.a, tc.b); tc.metres > 0 && math.Abs(got-tc.bearing) > 0.001 {
				t.Errorf("bearing %v, want %v", got, tc.bearing)
			}
		})
	}
}

func TestBearing(t *testing.T) {
	for _, tc := range []struct {
		a, b orb.Point
		want float64
	}{
		{orb.Point{0, 0}, orb.Point{0, 1}, 0},
		{orb.Point{0, 0}, orb.Point{1, 0}, 90},
		{orb.Point{0, 0}, orb.Point{0, -1}, 180},
		{orb.Point{0, 0}, orb.Point{-1, 0}, 270},
		{orb.Point{179.5, 0}, orb.Point{-179.5, 0}, 90},
		{orb.Point{-179.5, 0}, orb.Point{179.5, 0}, 270},
		{orb.Point{0, 0}, orb.Point{0.001, 0.001}, 45},
	} {
		if got := geo.Bearing(tc.a, tc.b); math.Abs(got-tc.want) > 0.001 {
			t.Errorf("%v to %v: got %v, want %v", tc.a, tc.b, got, tc.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawPoint(t), drawPoint(t)
		if got := geo.Bearing(a, b); !(got >= 0 && got < 360) {
			t.Fatalf("%v to %v: %v", a, b, got)
		}
		if ab, ba := geo.Distance(a, b), geo.Distance(b, a); ab != ba || ab > math.Pi*geo.EarthRadius+1 {
			t.Fatalf("%v to %v: %v, and back %v", a, b, ab, ba)
		}
	})
}

func drawPoint(t *rapid.T) orb.Point {
	return orb.Point{rapid.Float64Range(-180, 180).Draw(t, "lon"), rapid.Float64Range(-89.9, 89.9).Draw(t, "lat")}
}

// Over the distances and latitudes that a ruler is promised for it agrees with a great circle, as
// far as the sphere agrees with the ellipsoid (0.6 %).
func TestRuler(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		origin := orb.Point{rapid.Float64Range(-180, 180).Draw(t, "lon"), rapid.Float64Range(-60, 60).Draw(t, "lat")}
		r := geo.NewRuler(origin)
		x, y := rapid.Float64Range(-70e3, 70e3).Draw(t, "x"), rapid.Float64Range(-70e3, 70e3).Draw(t, "y")
		p := r.Point(x, y)
		if p[0] < -180 || p[0] >= 180 {
			t.Fatalf("longitude %v", p[0])
		}
		if gx, gy := r.XY(p); math.Abs(gx-x) > 1e-3 || math.Abs(gy-y) > 1e-3 {
			t.Fatalf("%v, %v came back as %v, %v", x, y, gx, gy)
		}
		want := geo.Distance(origin, p)
		if got := r.Distance(origin, p); math.Abs(got-want) > 0.012*want+1e-6 {
			t.Fatalf("from %v to %v: got %v, want %v", origin, p, got, want)
		}
	})
}

// The projected point lies on the segment, and no sampled point of it is nearer.
func TestProject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		origin := orb.Point{rapid.SampledFrom([]float64{-75, 179.999, -179.999, 0}).Draw(t, "lon"), rapid.Float64Range(-70, 70).Draw(t, "lat")}
		r := geo.NewRuler(origin)
		near := func(label string) orb.Point {
			return r.Point(rapid.Float64Range(-1000, 1000).Draw(t, label), rapid.Float64Range(-1000, 1000).Draw(t, label))
		}
		p, a, b := near("p"), near("a"), near("b")
		got, d, along := r.Project(p, a, b)
		if along < 0 || along > 1 || math.Abs(r.Distance(p, got)-d) > 1e-4 {
			t.Fatalf("at %v of the segment, %v m, measured %v m", along, d, r.Distance(p, got))
		}
		ax, ay := r.XY(a)
		bx, by := r.XY(b)
		for s := 0.0; s <= 1; s += 0.05 {
			if q := r.Point(ax+s*(bx-ax), ay+s*(by-ay)); r.Distance(p, q) < d-1e-4 {
				t.Fatalf("%v is nearer than %v", q, got)
			}
		}
	})
	r := geo.NewRuler(orb.Point{0, 0})
	if near, d, along := r.Project(orb.Point{0, 1}, orb.Point{0, 0}, orb.Point{0, 0}); near != (orb.Point{0, 0}) || along != 0 || math.IsNaN(d) {
		t.Errorf("segment without length: %v, %v, %v", near, d, along)
	}
}

func TestFixed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := fixed(t, areas[0])
		if got := geo.ToFixed(f.Point()); got != f {
			t.Fatalf("%v came back as %v", f, got)
		}
	})
}

func TestNormalizeLon(t *testing.T) {
	for lon, want := range map[float64]float64{0: 0, 180: -180, -180: -180, 181: -179, -181: 179, 540: -180, 720.5: 0.5, 179.5: 179.5, -900: -180} {
		if got := geo.NormalizeLon(lon); got != want {
			t.Errorf("%v: got %v, want %v", lon, got, want)
		}
	}
}

func TestLength(t *testing.T) {
	if got, want := geo.Length(orb.LineString{{0, 0}, {1, 0}, {1, 1}}), 2*geo.Distance(orb.Point{0, 0}, orb.Point{1, 0}); math.Abs(got-want) > 1e-6 {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := geo.Length(nil); got != 0 {
		t.Errorf("no points: %v", got)
	}
}

func ExampleRuler_Project() {
	p := orb.Point{-75.5466, 39.7450}
	near, metres, along := geo.NewRuler(p).Project(p, orb.Point{-75.5480, 39.7440}, orb.Point{-75.5440, 39.7440})
	fmt.Printf("%.4f, %.4f is %.0f m away, %.0f %% along\n", near[0], near[1], metres, 100*along)
	// Output: -75.5466, 39.7440 is 111 m away, 35 % along
}
