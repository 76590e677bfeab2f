package predict

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

func isInput(err error, field string) bool {
	var e *InputError
	return errors.As(err, &e) && e.Field == field
}

func isUnsupported(err error) bool {
	var e *UnsupportedError
	return errors.As(err, &e)
}

// TestSearched checks Bayes' rule on real ground: mass is conserved, what was searched gets less by
// the POD, everything else grows by one factor, the outside too, and order does not matter.
func TestSearched(t *testing.T) {
	m := delaware(t)
	at := sites["Newark"]
	req := circle("dementia_alzheimers", at, 2000)
	_, ground := prepare(t, m, &req)
	before := solveOn(t, m, ground, &req, environment{urban: 0.5})
	r := geo.NewRuler(at)
	searches := []Search{
		{orb.MultiPolygon{square(r.Point(600, 0), 500)}, 0.8},
		{orb.MultiPolygon{square(r.Point(900, 300), 400)}, 0.5},
	}
	req.Searched = searches
	after := solveOn(t, m, ground, &req, environment{urban: 0.5})
	checkSurface(t, "searched", after.answer())
	growth := (1 - after.inside) / (1 - before.inside)
	if growth <= 1 {
		t.Errorf("the outside grows by %g", growth)
	}
	left := 1 - before.inside
	for i := range before.hexes {
		h := &before.hexes[i]
		want, exact := 1.0, true
		for k := range after.task.searched {
			s := &after.task.searched[k]
			switch s.area.relate(h.centre, h.radius) {
			case inside:
				want *= 1 - s.pod
			case crosses:
				exact = false
			}
		}
		got := after.mass[i] / before.mass[i] / growth
		if exact && math.Abs(got-want) > 1e-9 {
			t.Fatalf("cell %d keeps %g, want %g", i, got, want)
		}
		if !exact && !(got >= 0.1-1e-9 && got <= 1+1e-9) {
			t.Fatalf("cell %d on an outline keeps %g", i, got)
		}
		left += before.mass[i] * got
	}
	if math.Abs(1/growth-left) > 1e-9 || math.Abs(after.detected-(1-left)) > 1e-9 {
		t.Errorf("mass is not conserved: %g left, growth %g, %g detected", left, growth, after.detected)
	}
	slices.Reverse(searches)
	again := solveOn(t, m, ground, &req, environment{urban: 0.5})
	for i := range after.mass {
		if math.Abs(after.mass[i]-again.mass[i]) > 1e-12 {
			t.Fatalf("the order of searches matters to cell %d", i)
		}
	}
	// The share of a cut cell is that of its area.
	req.Searched = []Search{{orb.MultiPolygon{square(r.Point(5000, 0), 5000)}, 1}} // everything to the east
	half := solveOn(t, m, ground, &req, environment{urban: 0.5})
	for i := range half.hexes {
		if h := &half.hexes[i]; h.centre.distance(vec{}) < 1500 && math.Abs(h.centre.x) < h.radius {
			var within, all float64
			for x := -60; x <= 60; x++ {
				for y := -60; y <= 60; y++ {
					p := vec{h.centre.x + h.radius*float64(x)/60, h.centre.y + h.radius*float64(y)/60}
					if newRings([][]vec{h.corners}, 0).edges.odd(p) {
						all++
						if p.x > 0 {
							within++
						}
					}
				}
			}
			kept := half.mass[i] / before.mass[i] * (1 - before.inside) / (1 - half.inside)
			if math.Abs(kept-(1-within/all)) > 0.06 {
				t.Errorf("cell %d keeps %.3f of its mass, want %.3f", i, kept, 1-within/all)
			}
		}
	}
}

// TestSearchedSmall checks that searches much smaller than a cell count by their area, and that one of the
// same ground over again is no search of more ground.
func TestSearchedSmall(t *testing.T) {
	m := delaware(t)
	at := sites["Newark"]
	req := circle("dementia_alzheimers", at, 8000)
	req.Resolution = 8
	_, ground := prepare(t, m, &req)
	before := solveOn(t, m, ground, &req, environment{})
	cell := func() int { // a whole cell of land
		for i := range before.hexes {
			if h := &before.hexes[i]; before.mass[i] > 0 && before.task.shape.relate(h.centre, h.radius) == inside {
				return i
			}
		}
		return 0
	}()
	h := &before.hexes[cell]
	for _, side := range []float64{10, 40, 150, 300} {
		at := before.task.ruler.Point(h.centre.x+20, h.centre.y-30)
		one := Search{orb.MultiPolygon{square(at, side/2)}, 0.5}
		for n, pod := range map[int]float64{1: 0.5, 3: 0.875} {
			req.Searched = nil
			for range n {
				req.Searched = append(req.Searched, one)
			}
			after := solveOn(t, m, ground, &req, environment{})
			growth := (1 - after.inside) / (1 - before.inside)
			got, want := 1-after.mass[cell]/before.mass[cell]/growth, pod*side*side/h.area
			if math.Abs(got-want) > 0.12*want {
				t.Errorf("%d searches of %g m: the cell loses %.3g of its mass, want %.3g", n, side, got, want)
			}
		}
	}
	// Too small to matter, but in the area.
	req.Searched = []Search{{orb.MultiPolygon{square(at, 0.6)}, 1}}
	if _, err := m.Predict(context.Background(), req); err != nil {
		t.Error(err)
	}
}

// TestSearchedErrors checks searches that cannot be.
func TestSearchedErrors(t *testing.T) {
	m := delaware(t)
	at := sites["Newark"]
	bow := orb.Polygon{{{-75.75, 39.68}, {-75.74, 39.69}, {-75.74, 39.68}, {-75.75, 39.69}, {-75.75, 39.68}}}
	for name, tc := range map[string]struct {
		search Search
		field  string
	}{
		"pod above 1":     {Search{orb.MultiPolygon{square(at, 500)}, 1.2}, "searched[0].pod"},
		"pod no number":   {Search{orb.MultiPolygon{square(at, 500)}, math.NaN()}, "searched[0].pod"},
		"no area":         {Search{nil, 0.5}, "searched[0].polygon"},
		"crossing itself": {Search{orb.MultiPolygon{bow}, 0.5}, "searched[0].polygon"},
		"elsewhere":       {Search{orb.MultiPolygon{square(sites["Dover"], 500)}, 0.5}, "searched[0].polygon"},
		"another country": {Search{orb.MultiPolygon{square(orb.Point{1.5, 42.5}, 500)}, 0.5}, "searched[0].polygon"},
	} {
		req := circle("dementia_alzheimers", at, 1000)
		req.Searched = []Search{tc.search}
		if _, err := m.Predict(context.Background(), req); !isInput(err, tc.field) {
			t.Errorf("%s: %v", name, err)
		}
	}
	req := circle("dementia_alzheimers", at, 1000)
	req.Searched = []Search{{orb.MultiPolygon{square(at, 5000)}, 1}}
	var none *NoSignalError
	if _, err := m.Predict(context.Background(), req); !errors.As(err, &none) {
		t.Errorf("everything searched: %v", err)
	}
}
