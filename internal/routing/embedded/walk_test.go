package embedded_test

import (
	"context"
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// TestWalk checks that in a town of straight streets the ends of all stretches are as far as the
// blocks between add up to, that all streets within the distance are there, and that none comes from
// too far away.
func TestWalk(t *testing.T) {
	e := engine(t, grid(new(osmtest.Map), 1, 0, 0))
	const limit = 650
	all, err := e.Walk(context.Background(), at(500, 500), limit)
	if err != nil {
		t.Fatal(err)
	}
	blocks := func(p orb.Point) float64 {
		return math.Abs((p[0]-10)/deg-500) + math.Abs(p[1]/deg-500)
	}
	var length float64
	for _, s := range all {
		for _, end := range []struct {
			at     orb.Point
			metres float64
			other  float64
		}{{s.Shape[0], s.From, s.To}, {s.Shape[len(s.Shape)-1], s.To, s.From}} {
			want := blocks(end.at)
			if got := min(end.metres, end.other+s.Length); got < want*0.99-1 || want <= limit && got > want*1.01+1 {
				t.Errorf("it is %.0f m to %v, want %.0f", got, end.at, want)
			}
			if want > limit+101 {
				t.Errorf("%v is %.0f m away, beyond the limit", end.at, want)
			}
		}
		length += s.Length
	}
	// Blocks of 100 m with an end within six blocks of the origin, counted one by one.
	var streets float64
	for x := 0.0; x <= 1900; x += 100 {
		for y := 0.0; y <= 1900; y += 100 {
			for _, next := range [][2]float64{{x + 100, y}, {x, y + 100}} {
				if next[0] <= 1900 && next[1] <= 1900 && min(blocks(at(x, y)), blocks(at(next[0], next[1]))) <= limit {
					streets += 100
				}
			}
		}
	}
	if math.Abs(length-streets) > 0.02*streets {
		t.Errorf("stretches add up to %.0f m, want %.0f", length, streets)
	}
}

// TestWalkAgreesWithRoutes compares distances over real paths with the shortest routes.
func TestWalkAgreesWithRoutes(t *testing.T) {
	if testing.Short() {
		t.Skip("imports Delaware")
	}
	e := delaware(t)
	ctx := context.Background()
	origin := orb.Point{-75.5466, 39.7459}
	all, err := e.Walk(ctx, origin, 1500)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 500 {
		t.Fatalf("only %d stretches", len(all))
	}
	for i := 0; i < len(all); i += len(all) / 40 {
		s := all[i]
		if math.IsInf(s.From, 1) || s.From > 1500 {
			continue
		}
		r, err := e.Route(ctx, routing.RouteRequest{Mode: routing.Pedestrian, Stops: []orb.Point{origin, s.Shape[0]}, Options: routing.Options{Shortest: true, Exclude: routing.Ferry}})
		if err != nil {
			t.Errorf("to %v: %v", s.Shape[0], err)
			continue
		}
		if got, want := min(s.From, s.To+s.Length), r.Distance+r.Waypoints[0].Distance; math.Abs(got-want) > 2 {
			t.Errorf("it is %.1f m to %v, and %.1f m by route", got, s.Shape[0], want)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := e.Walk(ctx, origin, 1500); err == nil {
		t.Error("a cancelled walk goes on")
	}
	if far, err := e.Walk(context.Background(), orb.Point{-74.5, 38.0}, 1500); err != nil || len(far) != 0 {
		t.Errorf("far from all paths: %d stretches, %v", len(far), err)
	}
}
