package embedded_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// Between two towns there are several ways, each along the same ends and none much longer.
func TestRouteAlternates(t *testing.T) {
	e := delaware(t)
	req := routing.RouteRequest{
		Mode: routing.Auto, Alternates: 3,
		Stops: []orb.Point{{-75.5466, 39.7459}, {-75.5244, 39.1582}}, // Wilmington, Dover
	}
	got, err := e.Route(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.Alternates); n < 1 || n > 3 {
		t.Fatalf("%d other routes, want 1 to 3", n)
	}
	req.Alternates = 0
	plain, err := e.Route(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if len(plain.Alternates) != 0 || plain.Duration != got.Duration || !plain.Legs[0].Shape.Equal(got.Legs[0].Shape) {
		t.Error("asking for other routes changes the best one")
	}
	for i := range got.Alternates {
		other := &got.Alternates[i]
		if len(other.Legs) != 1 || other.Distance != other.Legs[0].Distance || other.Duration != other.Legs[0].Duration || len(other.Legs[0].Steps) < 2 {
			t.Fatalf("route %d is not whole: %v m, %v s, %d legs", i, other.Distance, other.Duration, len(other.Legs))
		}
		shape, best := other.Legs[0].Shape, got.Legs[0].Shape
		if shape[0] != best[0] || shape[len(shape)-1] != best[len(best)-1] {
			t.Errorf("route %d has other ends than the best", i)
		}
		if other.Duration > 1.4*got.Duration {
			t.Errorf("route %d takes %.0f s, the best %.0f s", i, other.Duration, got.Duration)
		}
		same := slices.ContainsFunc(got.Alternates[:i], func(r routing.Route) bool { return r.Legs[0].Shape.Equal(shape) })
		if same || shape.Equal(best) {
			t.Errorf("route %d is offered twice", i)
		}
	}
}

func TestRouteAlternatesErrors(t *testing.T) {
	e := delaware(t)
	a, b := orb.Point{-75.5466, 39.7459}, orb.Point{-75.5244, 39.1582}
	for _, tc := range []struct {
		name  string
		count int
		stops []orb.Point
	}{
		{"too many", 4, []orb.Point{a, b}},
		{"negative", -1, []orb.Point{a, b}},
		{"three stops", 1, []orb.Point{a, b, a}},
	} {
		var wrong *routing.OptionError
		_, err := e.Route(context.Background(), routing.RouteRequest{Mode: routing.Auto, Stops: tc.stops, Alternates: tc.count})
		if !errors.As(err, &wrong) || wrong.Field != "alternates" {
			t.Errorf("%s: %v, want a fault in alternates", tc.name, err)
		}
	}
	// From a place to itself there is one way.
	got, err := e.Route(context.Background(), routing.RouteRequest{Mode: routing.Auto, Stops: []orb.Point{a, a}, Alternates: 3})
	if err != nil || len(got.Alternates) != 0 {
		t.Errorf("from a place to itself: %v, %v", got, err)
	}
}
