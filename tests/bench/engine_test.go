package bench_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/atlas"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/embedded"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/paulmach/orb"
)

// engine opens the engine, and stops for each mode.
func engine(b *testing.B, mode routing.Mode, count int) (*embedded.Engine, []orb.Point) {
	b.Helper()
	e, err := embedded.New(open(b))
	if err != nil {
		b.Fatal(err)
	}
	m, err := graph.NewMetric(roads(b).Network(mode), routing.Options{})
	if err != nil {
		b.Fatal(err)
	}
	points := make([]orb.Point, count)
	for i, s := range spots(m, 7, count) {
		points[i] = s.Point
	}
	return e, points
}

// tolerate fails for all errors but those of places that are not connected.
func tolerate(b *testing.B, err error) {
	b.Helper()
	var none *routing.NoRouteError
	if err != nil && !errors.As(err, &none) {
		b.Fatal(err)
	}
}

// BenchmarkOpen opens the region as the program does: every section is checked and all engines are made.
func BenchmarkOpen(b *testing.B) {
	open(b)
	took := newTimes()
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		a := atlas.New()
		if err := a.Load(context.Background(), []string{opened.path}); err != nil {
			b.Fatal(err)
		}
		took.add(time.Since(start))
		a.Close()
	}
	took.report(b, "")
}

// BenchmarkRoute finds routes between random places, with geometry and steps.
func BenchmarkRoute(b *testing.B) {
	for _, mode := range modes {
		for _, others := range []int{0, 3} {
			b.Run(fmt.Sprintf("%s, %d alternates", mode, others), func(b *testing.B) {
				e, stops := engine(b, mode, 1000)
				measure(b, func(i int) {
					_, err := e.Route(context.Background(), routing.RouteRequest{
						Mode: mode, Stops: []orb.Point{stops[i%1000], stops[(i*7+501)%1000]}, Alternates: others,
					})
					tolerate(b, err)
				})
			})
		}
	}
}

// measure reports what calls take. The first one is told apart: it also measures the best paths of the hierarchy,
// which are kept.
func measure(b *testing.B, call func(i int)) {
	cold := cpuTime()
	call(0)
	cold = cpuTime() - cold
	runtime.GC() // what opening left is no part of what calls take
	took := newTimes()
	b.ReportAllocs()
	for i := 1; b.Loop(); i++ {
		start := time.Now()
		call(i)
		took.add(time.Since(start))
	}
	took.report(b, "")
	b.ReportMetric(float64(cold)/1e6, "first-cpu-ms")
}

// BenchmarkIsochrone draws areas around random places.
func BenchmarkIsochrone(b *testing.B) {
	for _, mode := range modes {
		for _, minutes := range []float64{15, 30, 60, 24 * 60} {
			b.Run(fmt.Sprintf("%s, %v min", mode, minutes), func(b *testing.B) {
				e, origins := engine(b, mode, 100)
				measure(b, func(i int) {
					_, err := e.Isochrone(context.Background(), routing.IsochroneRequest{
						Mode: mode, Origin: origins[i%100], Denoise: 0.5,
						Contours: []routing.Contour{{Metric: routing.ByTime, Value: 60 * minutes}},
					})
					tolerate(b, err)
				})
			})
		}
	}
}

// BenchmarkMatrix fills tables between random places.
func BenchmarkMatrix(b *testing.B) {
	for _, mode := range modes {
		for _, size := range []int{50, 100} {
			b.Run(fmt.Sprintf("%s, %d x %d", mode, size, size), func(b *testing.B) {
				e, points := engine(b, mode, 2*size)
				measure(b, func(int) {
					_, err := e.Matrix(context.Background(), routing.MatrixRequest{Mode: mode, Sources: points[:size], Targets: points[size:]})
					tolerate(b, err)
				})
			})
		}
	}
}
