package places

import (
	"math"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// TestSpots draws a map with every kind of spot, and with what must not be one.
func TestSpots(t *testing.T) {
	m := (&osmtest.Map{}).Grid(1, 11, 11, 10, 50, 0.001) // node (c, r) is 1 + 11r + c
	at := func(c, r int64) int64 { return 1 + 11*r + c }
	box := func(c, r, w, h int64) []int64 {
		return []int64{at(c, r), at(c+w, r), at(c+w, r+h), at(c, r+h), at(c, r)}
	}
	m.Node(500, 10.0005, 50.0005, "tourism=viewpoint")
	m.Node(501, 10.0005, 50.0015, "natural=peak")
	m.Node(502, 10.0005, 50.0025, "shop=bakery", "opening_hours=Mo-Fr 08:00-18:00")
	m.Node(503, 10.0005, 50.0035, "shop=bakery", "opening_hours="+strings.Repeat("x", 300)) // too long
	m.Node(504, 10.0005, 50.0035, "tourism=viewpoint", "location=underground")
	m.Way(1, []int64{at(0, 5), at(5, 5), at(10, 5)}, "highway=residential")
	m.Way(2, []int64{at(5, 5), at(5, 8)}, "highway=path")                            // meets the road, ends at (5, 8)
	m.Way(3, []int64{at(10, 5), at(10, 8)}, "highway=service", "service=driveway")   // does not count
	m.Way(4, []int64{at(0, 7), at(10, 7)}, "waterway=stream")                        // the path crosses it at (5, 7)
	m.Way(5, []int64{at(0, 6), at(10, 6)}, "waterway=stream", "tunnel=culvert")      // and this at (5, 6)
	m.Way(6, []int64{at(0, 9), at(4, 9)}, "highway=footway", "bridge=yes")           // a bridge with two ends
	m.Way(7, []int64{at(0, 10), at(4, 10)}, "highway=footway", "footway=sidewalk")   // does not count
	m.Way(8, []int64{at(6, 9), at(8, 9)}, "natural=cliff")                           //
	m.Way(9, box(6, 0, 2, 2), "natural=water", "water=reservoir")                    //
	m.Way(10, box(0, 0, 2, 2), "building=yes", "opening_hours=24/7")                 // twice: structure and hours
	m.Way(11, box(3, 0, 2, 2), "highway=path")                                       // a ring has no end
	m.Way(12, []int64{at(9, 0), at(9, 3)}, "highway=path", "tunnel=yes")             // out of sight
	m.Way(13, []int64{at(8, 3), at(9, 2)}, "highway=motorway")                       // not for people on foot
	m.Way(14, []int64{at(6, 3), at(8, 4), at(6, 4)}, "waterway=stream", "layer=-1")  // met by nothing
	m.Way(15, []int64{at(0, 3), at(2, 3)}, "barrier=fence", "bridge=yes")            // no bridge to walk over
	m.Way(16, []int64{at(10, 10), at(9, 10), 999}, "highway=track", "surface=grass") // the extract lacks its end
	_, got, _ := importMap(t, m)
	for kind, want := range map[string]int{
		"tourism=viewpoint": 1, "natural=peak": 1, HoursPrefix + "Mo-Fr 08:00-18:00": 1, HoursPrefix + "24/7": 1,
		"bridge=yes": 1, "natural=cliff": 1, "water=reservoir": 1, "building=yes": 1,
		DeadEnd: 6, Junction: 1, StreamCrossing: 2,
	} {
		if len(got[kind]) != want {
			t.Errorf("%d features of kind %s, want %d: %v", len(got[kind]), kind, want, got[kind])
		}
	}
	for _, f := range got["bridge=yes"] {
		if f.Class != Spot || len(f.Line) != 2 {
			t.Errorf("bridge %+v", f)
		}
	}
	near := func(f Feature, c, r float64) bool {
		return f.Point != nil && math.Abs(f.Point[0]-10-c*0.001) < 2e-6 && math.Abs(f.Point[1]-50-r*0.001) < 2e-6
	}
	if j := got[Junction][0]; !near(j, 5, 5) {
		t.Errorf("junction at %v", j.Point)
	}
	for _, f := range got[StreamCrossing] {
		if !near(f, 5, 6) && !near(f, 5, 7) {
			t.Errorf("crossing at %v", f.Point)
		}
	}
}

// TestCrossing compares crossings with the definition: a point of both segments.
func TestCrossing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fixed := rapid.Custom(func(t *rapid.T) geo.Fixed {
			return geo.Fixed{Lon: rapid.Int32Range(-20, 20).Draw(t, "x"), Lat: rapid.Int32Range(-20, 20).Draw(t, "y")}
		})
		a, b, c, d := fixed.Draw(t, "a"), fixed.Draw(t, "b"), fixed.Draw(t, "c"), fixed.Draw(t, "d")
		at, ok := crossing(a, b, c, d)
		back, okBack := crossing(c, d, a, b)
		if ok != okBack {
			t.Fatalf("crossing one way %v, the other %v", ok, okBack)
		}
		onto := func(p orb.Point, a, b geo.Fixed) float64 {
			x, y := p[0]*geo.Scale, p[1]*geo.Scale
			dx, dy := float64(b.Lon-a.Lon), float64(b.Lat-a.Lat)
			k := 0.0
			if l := dx*dx + dy*dy; l > 0 {
				k = max(0, min(1, ((x-float64(a.Lon))*dx+(y-float64(a.Lat))*dy)/l))
			}
			return math.Hypot(x-float64(a.Lon)-k*dx, y-float64(a.Lat)-k*dy)
		}
		if ok {
			for _, p := range []orb.Point{at, back} {
				if onto(p, a, b) > 1e-6 || onto(p, c, d) > 1e-6 {
					t.Fatalf("%v lies off %v %v or %v %v", p, a, b, c, d)
				}
			}
			return
		}
		// No point of one, looked at closely, lies on the other, unless they run along each other.
		if int64(b.Lon-a.Lon)*int64(d.Lat-c.Lat) == int64(b.Lat-a.Lat)*int64(d.Lon-c.Lon) {
			return
		}
		p, q := a.Point(), b.Point()
		for k := range 2001 {
			s := float64(k) / 2000
			if e := onto(orb.Point{p[0] + s*(q[0]-p[0]), p[1] + s*(q[1]-p[1])}, c, d); e < 1e-9 {
				t.Fatalf("missed a crossing at %g", s)
			}
		}
	})
}
