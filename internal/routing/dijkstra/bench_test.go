package dijkstra_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
)

func BenchmarkRoute(b *testing.B) {
	g := graphtest.FromFile(b, graphtest.Delaware(b))
	for _, n := range g.Networks() {
		b.Run(string(n.Mode), func(b *testing.B) {
			m := newMetric(b, n, routing.Options{})
			r := rand.New(rand.NewPCG(1, 2))
			var spots []graph.Spot
			for len(spots) < 100 {
				if s := randomSpot(r, m); n.Islands[n.IslandOf(s.Edge)].Core > 1000 {
					spots = append(spots, s)
				}
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				from, to := spots[i%100:i%100+1], spots[(i+37)%100:(i+37)%100+1]
				_, _ = dijkstra.Route(context.Background(), m, from, to)
			}
		})
	}
}

func BenchmarkFrom(b *testing.B) {
	g := graphtest.FromFile(b, graphtest.Delaware(b))
	for _, n := range g.Networks() {
		b.Run(string(n.Mode)+" 30 min", func(b *testing.B) {
			m := newMetric(b, n, routing.Options{})
			r := rand.New(rand.NewPCG(1, 2))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := dijkstra.From(context.Background(), m, []graph.Spot{randomSpot(r, m)}, dijkstra.Milliseconds, 30*60*1000); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
