package bench_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
)

// optionSet is a set of options that lanes are compared by.
type optionSet struct {
	name  string
	modes string // separated by spaces, "" for all
	o     routing.Options
	// closed is the radius, in metres, of a circle on the way that is to be avoided, 0 for none.
	closed float64
}

func (s *optionSet) holds(mode routing.Mode) bool {
	return s.modes == "" || slices.Contains(strings.Fields(s.modes), string(mode))
}

func value[T any](v T) *T { return &v }

var optionSets = []optionSet{
	{name: "default"},
	{name: "avoid a circle of 2 km", closed: 2000},
	{name: "vehicle of 3.8 m and 30 t", modes: "truck", o: routing.Options{Height: value(3.8), Weight: value(30.0)}},
	{name: "exclude tolls and ferries", modes: "auto truck", o: routing.Options{Exclude: routing.Toll | routing.Ferry}},
	{name: "exclude motorways", modes: "auto", o: routing.Options{Exclude: routing.Highway}},
	{name: "exclude unpaved roads", modes: "bicycle", o: routing.Options{Exclude: routing.Unpaved}},
	{name: "exclude steps", modes: "pedestrian", o: routing.Options{Exclude: routing.Steps}},
	{name: "use_tolls 0", modes: "auto truck", o: routing.Options{UseTolls: value(0.0)}},
	{name: "use_highways 0.5", modes: "auto", o: routing.Options{UseHighways: value(0.5)}},
	{name: "use_highways 0", modes: "auto truck", o: routing.Options{UseHighways: value(0.0)}},
	{name: "use_highways 0, avoid a circle", modes: "auto", o: routing.Options{UseHighways: value(0.0)}, closed: 2000},
	{name: "use_roads 0, bad surfaces 1", modes: "bicycle", o: routing.Options{UseRoads: value(0.0), AvoidBadSurfaces: value(1.0)}},
	{name: "use_lit 1", modes: "bicycle pedestrian", o: routing.Options{UseLit: value(1.0)}},
	{name: "cycling_speed 25", modes: "bicycle", o: routing.Options{CyclingSpeed: 25}},
	{name: "shortest", o: routing.Options{Shortest: true}},
	{name: "shortest, avoid a circle", modes: "auto", o: routing.Options{Shortest: true}, closed: 2000},
}

// BenchmarkRatio finds the same paths across the region by the plain bidirectional search and by the lane
// that a request takes, in turn, so that whatever else the machine does slows both alike: once by a router
// that may customise what is asked for often, once by one that must not. All must find the same cost, to
// the millisecond.
func BenchmarkRatio(b *testing.B) {
	for _, mode := range []routing.Mode{routing.Auto, routing.Truck, routing.Bicycle, routing.Pedestrian} {
		for _, set := range optionSets {
			if set.holds(mode) {
				b.Run(fmt.Sprintf("%s/%s", mode, set.name), func(b *testing.B) { ratio(b, mode, set) })
			}
		}
	}
}

func ratio(b *testing.B, mode routing.Mode, set optionSet) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ctx := context.Background()
	g := roads(b)
	n := g.Network(mode)
	router := newRouter(b, mode)
	usual := newMetric(b, n, routing.Options{})
	bound := bounds(b, router.Hierarchy(mode), newMetric(b, n, set.o))
	list := across(usual, 500)
	plain, lane, first := newTimes(), newTimes(), newTimes()
	compared := 0
	for i := 0; b.Loop(); i++ {
		from, to := list[i%len(list)][:1], list[i%len(list)][1:]
		m := newMetric(b, n, set.o)
		if set.closed > 0 {
			p, err := router.Route(ctx, usual, from, to)
			if errors.Is(err, dijkstra.ErrNoPath) {
				continue
			}
			if err != nil {
				b.Fatal(err)
			}
			m.Close(around(g, n.Arc(p.States[len(p.States)/2]), set.closed))
		}
		var want, got, alone dijkstra.Path
		var wantErr, gotErr, aloneErr error
		plain.time(func() { want, wantErr = dijkstra.Route(ctx, m, from, to) })
		lane.time(func() { got, gotErr = router.Route(ctx, m, from, to) })
		if bound != nil {
			first.time(func() { alone, _, aloneErr = router.Hierarchy(mode).Guided(ctx, bound, m, from, to) })
		} else {
			alone, aloneErr = got, gotErr
		}
		if errors.Is(wantErr, dijkstra.ErrNoPath) && errors.Is(gotErr, dijkstra.ErrNoPath) && errors.Is(aloneErr, dijkstra.ErrNoPath) {
			continue
		}
		if wantErr != nil || gotErr != nil || aloneErr != nil || got.Cost != want.Cost || alone.Cost != want.Cost {
			b.Fatalf("trip %d: cost %d (%v) and %d (%v) by the router, %d (%v) by plain search", i, got.Cost, gotErr, alone.Cost, aloneErr, want.Cost, wantErr)
		}
		compared++
	}
	slow := plain.report(b, "plain-")
	b.ReportMetric(float64(slow)/float64(lane.report(b, "lane-")), "times-faster")
	if bound != nil {
		b.ReportMetric(float64(slow)/float64(first.report(b, "first-")), "first-times-faster")
	}
	b.ReportMetric(float64(compared), "equal-costs")
}

// bounds returns the weights that guide searches by a metric the first times, nil where there are none.
func bounds(b *testing.B, h *hierarchy.Hierarchy, m *graph.Metric) *hierarchy.Weights {
	b.Helper()
	if h.Default().Bound(m) {
		return h.Default()
	}
	size, axles := 0.0, 2
	small := routing.Options{Height: &size, Width: &size, Length: &size, Weight: &size, AxleLoad: &size, AxleCount: &axles}
	floor, err := graph.NewMetric(h.Network(), small)
	if err != nil {
		return nil // no vehicle with sizes
	}
	w, err := h.Customize(context.Background(), floor, 2)
	if err != nil {
		b.Fatal(err)
	}
	if !w.Bound(m) {
		return nil
	}
	return w
}

func newRouter(b *testing.B, mode routing.Mode) *hierarchy.Router {
	b.Helper()
	router, err := hierarchy.NewRouter(open(b), roads(b), hierarchy.CacheBytes(open(b)))
	if err != nil {
		b.Fatal(err)
	}
	if router.Hierarchy(mode) == nil {
		b.Skipf("the region has no hierarchy for %s; import it again", mode)
	}
	return router
}

func newMetric(b *testing.B, n *graph.Network, o routing.Options) *graph.Metric {
	b.Helper()
	m, err := graph.NewMetric(n, o)
	if err != nil {
		b.Fatal(err)
	}
	return m
}

// across returns pairs of places that lie at least half as far apart as any two do.
func across(m *graph.Metric, count int) (pairs [][]graph.Spot) {
	places := spots(m, 11, 4*count)
	longest := 0.0
	for _, p := range places {
		longest = max(longest, geo.Distance(places[0].Point, p.Point))
	}
	for i := 0; len(pairs) < count; i++ {
		pair := []graph.Spot{places[i%len(places)], places[(7*i+1001+i/len(places))%len(places)]}
		if geo.Distance(pair[0].Point, pair[1].Point) >= longest/2 {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// around returns the edges that begin within so many metres of the head of an arc.
func around(g *graph.Graph, arc uint32, metres float64) (edges []uint32) {
	middle := g.Nodes[g.Head(arc)].Point()
	for e := range uint32(len(g.Edges)) {
		if geo.Distance(middle, g.Nodes[g.Tail(2*e)].Point()) <= metres {
			edges = append(edges, e)
		}
	}
	return edges
}

// time adds the processor time that a call takes of this thread.
func (t *times) time(call func()) {
	start := threadTime()
	call()
	t.add(threadTime() - start)
}
