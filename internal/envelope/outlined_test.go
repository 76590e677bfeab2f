package envelope

import (
	"math"
	"testing"

	"github.com/paulmach/orb"
)

// An outline is shown in place of the area where it has fewer points.
func TestOutlined(t *testing.T) {
	circle := func(n int, radius float64) orb.MultiPolygon {
		ring := make(orb.Ring, n+1)
		for i := range n {
			a := 2 * math.Pi * float64(i) / float64(n)
			ring[i] = orb.Point{radius * math.Cos(a), radius * math.Sin(a)}
		}
		ring[n] = ring[0]
		return orb.MultiPolygon{{ring}}
	}
	large, outline := circle(1000, 1), circle(40, 2)
	for _, tc := range []struct {
		name          string
		area, outline orb.MultiPolygon
		budget, want  int
	}{
		{"none", large, nil, MaxPoints, MaxPoints},
		{"at the cap", large, outline, MaxPoints, 41},
		{"in full", large, outline, 2000, 1001},
		{"below the cap", large, outline, 20, 20},
		{"an area that is small anyway", circle(100, 1), outline, MaxPoints, 41},
		{"an outline of more points", circle(100, 1), circle(120, 2), MaxPoints, 101},
		{"an outline that is not", large, circle(500, 2), MaxPoints, MaxPoints},
	} {
		a := NewArea(tc.area).Outlined(tc.outline)
		got, kept := a.within(tc.budget)
		if kept != tc.want && !(kept <= tc.want && kept > tc.want-3) {
			t.Errorf("%s: %d points, want %d", tc.name, kept, tc.want)
		}
		if usesOutline := math.Hypot(got[0][0][0][0], got[0][0][0][1]) > 1.5; usesOutline != (tc.outline != nil && len(tc.area[0][0]) > len(tc.outline[0][0]) && tc.budget <= MaxPoints) {
			t.Errorf("%s: begins at %v", tc.name, got[0][0][0])
		}
	}
}

// An area that is drawn with fewer points does not count as simplified until it has fewer still; exports
// have all.
func TestDrawn(t *testing.T) {
	circle := func(n int) orb.MultiPolygon {
		ring := make(orb.Ring, n+1)
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			ring[i] = orb.Point{cos, sin}
		}
		ring[n] = ring[0]
		return orb.MultiPolygon{{ring}}
	}
	for budget, simplified := range map[int]bool{MaxPoints: false, 17: false, 9: true} {
		c := &areaContent{area: NewArea(circle(72)).Drawn(circle(16))}
		if _, kept, of := c.encode(budget); kept < of != simplified || of != 17 {
			t.Errorf("budget %d: %d of %d points", budget, kept, of)
		}
		if full := c.features()[0].Geometry.(orb.Polygon); len(full[0]) != 73 {
			t.Errorf("%d points in exports", len(full[0]))
		}
	}
	if c := (&areaContent{area: NewArea(circle(72)).Drawn(nil)}); c.area.total != 73 {
		t.Errorf("nothing drawn: %d points", c.area.total)
	}
}
