package hierarchy_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
)

// trips returns pairs of random spots that belong to the large part of the network.
func trips(m *graph.Metric, count int) (list [][2][]graph.Spot) {
	r := rand.New(rand.NewPCG(1, 2))
	spot := func() []graph.Spot {
		for {
			if s := randomSpot(r, m); m.Network.Islands[m.Network.IslandOf(s.Edge)].Core > 1000 {
				return []graph.Spot{s}
			}
		}
	}
	for range count {
		list = append(list, [2][]graph.Spot{spot(), spot()})
	}
	return list
}

// BenchmarkBuild builds what an import builds, for each family of modes.
func BenchmarkBuild(b *testing.B) {
	delawareRouter(b)
	g := graphtest.FromFile(b, state.roads)
	for _, family := range [][]routing.Mode{{routing.Auto, routing.Truck, routing.Bus}, {routing.Bicycle}, {routing.Pedestrian}} {
		var networks []*graph.Network
		for _, mode := range family {
			networks = append(networks, g.Network(mode))
		}
		b.Run(string(family[0]), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				list, err := hierarchy.New(context.Background(), networks...)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(list[0].Vertices()), "vertices")
				b.ReportMetric(float64(list[0].Arcs()), "arcs")
			}
		})
	}
}

// BenchmarkCost finds what the best path costs, without the path.
func BenchmarkCost(b *testing.B) {
	for _, mode := range modes {
		b.Run(string(mode), func(b *testing.B) {
			h := delaware(b, mode)
			m := metricOf(b, h.Network(), routing.Options{})
			w := weightsOf(b, h, m)
			list := trips(m, 1000)
			took := make([]time.Duration, 0, 1<<20)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				_, _ = h.Cost(w, m, list[i%1000][0], list[i%1000][1])
				if len(took) < cap(took) {
					took = append(took, time.Since(start))
				}
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)/2].Seconds()*1e6, "p50-µs")
			b.ReportMetric(took[len(took)*99/100].Seconds()*1e6, "p99-µs")
		})
	}
}

func BenchmarkRoute(b *testing.B) {
	for _, mode := range modes {
		b.Run(string(mode), func(b *testing.B) {
			h := delaware(b, mode)
			m := metricOf(b, h.Network(), routing.Options{})
			w := weightsOf(b, h, m)
			list := trips(m, 1000)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				_, _ = h.Route(w, m, list[i%1000][0], list[i%1000][1])
			}
		})
	}
}

// BenchmarkOptions compares the lanes for options that are asked for once.
func BenchmarkOptions(b *testing.B) {
	ctx := context.Background()
	for _, mode := range modes {
		h := delaware(b, mode)
		for _, set := range optionSets {
			if !set.holds(mode) || !dearer(h.Network(), set.o) {
				continue
			}
			m := metricOf(b, h.Network(), set.o)
			list := trips(m, 100)
			b.Run(fmt.Sprintf("%s, %s, guided", mode, set.name), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					_, _, _ = h.Guided(ctx, h.Default(), m, list[i%100][0], list[i%100][1])
				}
			})
			b.Run(fmt.Sprintf("%s, %s, plain", mode, set.name), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					_, _ = dijkstra.Route(ctx, m, list[i%100][0], list[i%100][1])
				}
			})
		}
	}
}

func BenchmarkTable(b *testing.B) {
	ctx := context.Background()
	for _, mode := range modes {
		h := delaware(b, mode)
		m := metricOf(b, h.Network(), routing.Options{})
		w := weightsOf(b, h, m)
		x, err := h.Measure(ctx, w, m)
		if err != nil {
			b.Fatal(err)
		}
		for _, size := range []int{50, 100} {
			b.Run(fmt.Sprintf("%s, %d", mode, size), func(b *testing.B) {
				list := trips(m, size)
				var origins, destinations [][]graph.Spot
				for _, pair := range list {
					origins, destinations = append(origins, pair[0]), append(destinations, pair[1])
				}
				b.ReportAllocs()
				for b.Loop() {
					if _, err := h.Table(ctx, w, x, m, origins, destinations); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	for _, mode := range modes {
		b.Run(string(mode), func(b *testing.B) {
			h := delaware(b, mode)
			m := metricOf(b, h.Network(), routing.Options{})
			w := weightsOf(b, h, m)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := h.Measure(context.Background(), w, m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkFrom(b *testing.B) {
	ctx := context.Background()
	for _, mode := range []routing.Mode{routing.Auto, routing.Bicycle} {
		h := delaware(b, mode)
		m := metricOf(b, h.Network(), routing.Options{})
		w := weightsOf(b, h, m)
		x, err := h.Measure(ctx, w, m)
		if err != nil {
			b.Fatal(err)
		}
		list := trips(m, 100)
		for _, minutes := range []uint32{15, 60, 24 * 60} {
			b.Run(fmt.Sprintf("%s, %d min", mode, minutes), func(b *testing.B) {
				b.ReportAllocs()
				visits := 0
				for i := 0; b.Loop(); i++ {
					v, err := h.From(ctx, w, x, m, list[i%100][0], dijkstra.Milliseconds, minutes*60_000)
					if err != nil {
						b.Fatal(err)
					}
					visits += len(v)
				}
				b.ReportMetric(float64(visits)/float64(b.N), "arcs")
			})
			b.Run(fmt.Sprintf("%s, %d min, plain", mode, minutes), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if _, err := dijkstra.From(ctx, m, list[i%100][0], dijkstra.Milliseconds, minutes*60_000); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkOpen opens and checks the hierarchies of all modes.
func BenchmarkOpen(b *testing.B) {
	delawareRouter(b)
	g := graphtest.FromFile(b, state.file)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := hierarchy.NewRouter(state.file, g, 0); err != nil {
			b.Fatal(err)
		}
	}
}
