package embedded_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/paulmach/orb"
)

// stops returns points along the roads of northern and central Delaware.
func stops(n int) (list []orb.Point) {
	r := rand.New(rand.NewPCG(21, 22))
	for range n {
		list = append(list, orb.Point{-75.7 + r.Float64()*0.15, 39.1 + r.Float64()*0.6})
	}
	return list
}

func BenchmarkRoute(b *testing.B) {
	e := delaware(b)
	points := stops(64)
	for _, mode := range e.Modes() {
		b.Run(string(mode), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				_, _ = route(e, mode, points[i%64], points[(i*7+3)%64])
			}
		})
	}
}

func BenchmarkIsochrone(b *testing.B) {
	e := delaware(b)
	for _, bc := range []struct {
		name    string
		mode    routing.Mode
		seconds float64
	}{{"auto 15 min", routing.Auto, 900}, {"auto 30 min", routing.Auto, 1800}, {"auto 60 min", routing.Auto, 3600}, {"pedestrian 30 min", routing.Pedestrian, 1800}} {
		b.Run(bc.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := e.Isochrone(context.Background(), routing.IsochroneRequest{
					Mode: bc.mode, Origin: orb.Point{-75.5466, 39.7459}, Contours: []routing.Contour{{Metric: routing.ByTime, Value: bc.seconds}}, Denoise: 0.5,
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSnap(b *testing.B) {
	e := delaware(b)
	points := stops(64)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := e.Snap(context.Background(), routing.Auto, points[i%64], 1, routing.MaxSnapMetres); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBuild reads the extract and builds the graph of all modes.
func BenchmarkBuild(b *testing.B) {
	extract := osmtest.Delaware(b)
	b.ReportAllocs()
	for b.Loop() {
		graphtest.Import(b, b.TempDir(), extract)
	}
}
