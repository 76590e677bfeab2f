package embedded_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// What lies inside an isochrone can be reached in its time, and what lies well outside cannot.
func TestIsochroneAgainstRoutes(t *testing.T) {
	e := delaware(t)
	ctx := context.Background()
	origin := orb.Point{-75.5466, 39.7459} // Wilmington
	for _, direction := range []routing.Direction{routing.From, routing.To} {
		iso, err := e.Isochrone(ctx, routing.IsochroneRequest{
			Mode: routing.Auto, Origin: origin, Direction: direction,
			Contours: []routing.Contour{{Metric: routing.ByTime, Value: 600}, {Metric: routing.ByDistance, Value: 3000}, {Metric: routing.ByTime, Value: 300}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(iso.Areas) != 3 || iso.Areas[0].Size <= iso.Areas[2].Size || iso.Areas[1].Value != 3000 {
			t.Fatalf("areas %v", iso.Areas)
		}
		r := rand.New(rand.NewPCG(2, 2))
		inside, outside := 0, 0
		for range 60 {
			p := orb.Point{origin[0] + (r.Float64()-.5)*.3, origin[1] + (r.Float64()-.5)*.24}
			snaps, err := e.Snap(ctx, routing.Auto, p, 1, 300)
			if err != nil || len(snaps) == 0 {
				continue
			}
			from, to := origin, snaps[0].Point
			if direction == routing.To {
				from, to = to, from
			}
			got, err := route(e, routing.Auto, from, to)
			if err != nil {
				continue
			}
			in := planar.MultiPolygonContains(iso.Areas[0].Geometry, snaps[0].Point)
			// The area is as wide as one can walk off the road, and drawn on a raster.
			switch {
			case got.Duration < 570 && !in:
				t.Errorf("%s: %v is outside and %.0f s away", direction, snaps[0].Point, got.Duration)
			case got.Duration > 800 && in:
				t.Errorf("%s: %v is inside and %.0f s away", direction, snaps[0].Point, got.Duration)
			case in:
				inside++
			default:
				outside++
			}
		}
		if inside < 5 || outside < 5 {
			t.Errorf("%d points inside and %d outside show little", inside, outside)
		}
	}
}

// Outlines have few points, lie within each other, and leave the areas as they are.
func TestIsochroneOutlines(t *testing.T) {
	e := delaware(t)
	req := routing.IsochroneRequest{
		Mode: routing.Auto, Origin: orb.Point{-75.5466, 39.7459}, Denoise: 0.5,
		Contours: []routing.Contour{{Metric: routing.ByTime, Value: 600}, {Metric: routing.ByTime, Value: 720}},
	}
	full, err := e.Isochrone(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	req.MaxPoints = 150
	got, err := e.Isochrone(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	for i, area := range got.Areas {
		points := 0
		for _, polygon := range area.Outline {
			for _, ring := range polygon {
				points += len(ring)
			}
		}
		if points < 50 || points > 150 {
			t.Errorf("outline %d has %d points, want at most 150", i, points)
		}
		if full.Areas[i].Outline != nil || !area.Geometry.Equal(full.Areas[i].Geometry) || area.Size != full.Areas[i].Size {
			t.Errorf("asking for an outline changes area %d", i)
		}
	}
	for _, polygon := range got.Areas[0].Outline {
		for _, p := range polygon[0] {
			if !planar.MultiPolygonContains(got.Areas[1].Outline, p) {
				t.Errorf("%v of the smaller outline lies outside of the larger", p)
			}
		}
	}
}

func TestIsochroneErrors(t *testing.T) {
	e := delaware(t)
	ok := routing.Contour{Metric: routing.ByTime, Value: 60}
	for _, tc := range []struct {
		name, field string
		req         routing.IsochroneRequest
	}{
		{"no contour", "contours", routing.IsochroneRequest{Mode: routing.Auto}},
		{"no time", "contours", routing.IsochroneRequest{Mode: routing.Auto, Contours: []routing.Contour{{Metric: routing.ByTime}}}},
		{"for ever", "contours", routing.IsochroneRequest{Mode: routing.Auto, Contours: []routing.Contour{{Metric: routing.ByTime, Value: math.Inf(1)}}}},
		{"unknown metric", "contours", routing.IsochroneRequest{Mode: routing.Auto, Contours: []routing.Contour{{Metric: "money", Value: 1}}}},
		{"unknown direction", "direction", routing.IsochroneRequest{Mode: routing.Auto, Contours: []routing.Contour{ok}, Direction: "sideways"}},
		{"denoise", "denoise", routing.IsochroneRequest{Mode: routing.Auto, Contours: []routing.Contour{ok}, Denoise: 2}},
		{"points", "max_points", routing.IsochroneRequest{Mode: routing.Auto, Contours: []routing.Contour{ok}, MaxPoints: -1}},
		{"mode", "travel", routing.IsochroneRequest{Mode: routing.Bus, Contours: []routing.Contour{ok}}},
	} {
		var wrong *routing.OptionError
		if _, err := e.Isochrone(context.Background(), tc.req); !errors.As(err, &wrong) || wrong.Field != tc.field {
			t.Errorf("%s: %v, want a fault in %s", tc.name, err, tc.field)
		}
	}
	var far *routing.UnroutableError
	if _, err := e.Isochrone(context.Background(), routing.IsochroneRequest{Mode: routing.Auto, Origin: orb.Point{0, 0}, Contours: []routing.Contour{ok}}); !errors.As(err, &far) {
		t.Errorf("far away: %v", err)
	}
}

// An area cannot be drawn around a pole, and the error says that of the place that was asked for.
func TestIsochroneAtThePole(t *testing.T) {
	e := engine(t, new(osmtest.Map).Grid(1, 2, 2, 10, 89.97, 0.01).Way(1, []int64{1, 2, 4, 3, 1}, "highway=residential"))
	_, err := e.Isochrone(t.Context(), routing.IsochroneRequest{
		Mode: routing.Auto, Origin: orb.Point{10, 89.97}, Contours: []routing.Contour{{Metric: routing.ByTime, Value: 600}},
	})
	var option *routing.OptionError
	if !errors.As(err, &option) || option.Field != "location" {
		t.Errorf("got %v", err)
	}
}
