package bench_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
)

// BenchmarkRatio finds the same random paths by the plain bidirectional search and by the lane that a
// request takes, in turn, so that whatever else the machine does slows both alike. Both must find the
// same cost, to the millisecond.
func BenchmarkRatio(b *testing.B) {
	for _, mode := range modes {
		b.Run(string(mode), func(b *testing.B) {
			g := roads(b)
			router, err := hierarchy.NewRouter(open(b), g, hierarchy.DefaultCacheBytes)
			if err != nil {
				b.Fatal(err)
			}
			if router.Hierarchy(mode) == nil {
				b.Skipf("the region has no hierarchy for %s; import it again", mode)
			}
			m, err := graph.NewMetric(g.Network(mode), routing.Options{})
			if err != nil {
				b.Fatal(err)
			}
			ends := spots(m, 11, 2000)
			plain, fast := newTimes(), newTimes()
			compared := 0
			for i := 0; b.Loop(); i++ {
				from, to := ends[i%2000:i%2000+1], ends[(i*7+1001)%2000:(i*7+1001)%2000+1]
				start := time.Now()
				want, plainErr := dijkstra.Route(context.Background(), m, from, to)
				middle := time.Now()
				got, fastErr := router.Route(context.Background(), m, from, to)
				fast.add(time.Since(middle))
				plain.add(middle.Sub(start))
				if errors.Is(plainErr, dijkstra.ErrNoPath) && errors.Is(fastErr, dijkstra.ErrNoPath) {
					continue
				}
				if plainErr != nil || fastErr != nil || got.Cost != want.Cost {
					b.Fatalf("trip %d: cost %d (%v) by hierarchy, %d (%v) by plain search", i, got.Cost, fastErr, want.Cost, plainErr)
				}
				compared++
			}
			slow, quick := plain.report(b, "plain-"), fast.report(b, "lane-")
			b.ReportMetric(float64(slow)/float64(max(quick, 1)), "times-faster")
			b.ReportMetric(float64(compared), "equal-costs")
		})
	}
}
