package embedded_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/embedded"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/paulmach/orb"
)

func engine(tb testing.TB, m *osmtest.Map) *embedded.Engine {
	tb.Helper()
	path, _ := graphtest.Import(tb, tb.TempDir(), m.PBF(tb))
	e, err := embedded.New(graphtest.Open(tb, path))
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

func delaware(tb testing.TB) *embedded.Engine {
	tb.Helper()
	e, err := embedded.New(graphtest.Delaware(tb))
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

// deg turns metres near the equator into degrees.
const deg = 1 / 111_200.0

// grid adds a street grid that is big enough to count as the road network, with its south-west
// corner at (x, y) metres from longitude 10 on the equator and streets 100 m apart. Corner (c, r) is
// node first+20·r+c.
func grid(m *osmtest.Map, first int64, x, y float64) *osmtest.Map {
	m.Grid(first, 20, 20, 10+x*deg, y*deg, 100*deg)
	for i := range int64(20) {
		var row, column []int64
		for j := range int64(20) {
			row = append(row, first+20*i+j)
			column = append(column, first+20*j+i)
		}
		m.Way(first+1000+i, row, "highway=residential", "name=Row")
		m.Way(first+2000+i, column, "highway=residential", "name=Column")
	}
	return m
}

// at returns a point some metres from longitude 10 on the equator.
func at(x, y float64) orb.Point { return orb.Point{10 + x*deg, y * deg} }

func (r *result) streets() (names []string) {
	for _, leg := range r.Legs {
		for _, s := range leg.Steps {
			for _, n := range s.Streets[:min(1, len(s.Streets))] {
				if len(names) == 0 || names[len(names)-1] != n {
					names = append(names, n)
				}
			}
		}
	}
	return names
}

type result struct{ *routing.Route }

func route(e *embedded.Engine, mode routing.Mode, stops ...orb.Point) (result, error) {
	r, err := e.Route(context.Background(), routing.RouteRequest{Mode: mode, Stops: stops})
	return result{r}, err
}

func node(m *osmtest.Map, id int64, x, y float64, tags ...string) *osmtest.Map {
	p := at(x, y)
	return m.Node(id, p[0], p[1], tags...)
}

func TestErrors(t *testing.T) {
	e := engine(t, grid(new(osmtest.Map), 1, 0, 0))
	ctx := context.Background()
	two := []orb.Point{at(0, 0), at(100, 100)}
	for _, tc := range []struct {
		name  string
		req   routing.RouteRequest
		field string
	}{
		{"one stop", routing.RouteRequest{Mode: routing.Auto, Stops: two[:1]}, "locations"},
		{"unknown mode", routing.RouteRequest{Mode: "balloon", Stops: two}, "travel"},
		{"mode that was not built", routing.RouteRequest{Mode: routing.Truck, Stops: two}, "travel"},
		{"wish out of range", routing.RouteRequest{Mode: routing.Auto, Stops: two, Options: routing.Options{UseTolls: ptr(1.5)}}, "use_tolls"},
		{"wish is not a number", routing.RouteRequest{Mode: routing.Auto, Stops: two, Options: routing.Options{UseFerries: ptr(math.NaN())}}, "use_ferries"},
		{"wish of another mode", routing.RouteRequest{Mode: routing.Pedestrian, Stops: two, Options: routing.Options{UseHighways: ptr(0)}}, "use_highways"},
		{"walking by car", routing.RouteRequest{Mode: routing.Auto, Stops: two, Options: routing.Options{WalkingSpeed: 5}}, "walking_speed"},
		{"walking too fast", routing.RouteRequest{Mode: routing.Pedestrian, Stops: two, Options: routing.Options{WalkingSpeed: 100}}, "walking_speed"},
		{"cycling backwards", routing.RouteRequest{Mode: routing.Bicycle, Stops: two, Options: routing.Options{CyclingSpeed: -3}}, "cycling_speed"},
	} {
		var wrong *routing.OptionError
		if _, err := e.Route(ctx, tc.req); !errors.As(err, &wrong) || wrong.Field != tc.field {
			t.Errorf("%s: %v, want a fault in %s", tc.name, err, tc.field)
		}
	}
	var far *routing.UnroutableError
	if _, err := route(e, routing.Auto, at(0, 0), at(0, -6000)); !errors.As(err, &far) || far.Index != 1 || far.Nearest == nil || math.Abs(far.Nearest.Distance-6000) > 60 {
		t.Errorf("far away: %v", err)
	}
	empty := engine(t, new(osmtest.Map).Node(1, 1, 1))
	if _, err := route(empty, routing.Auto, two...); !errors.As(err, &far) || far.Index != 0 || far.Nearest != nil {
		t.Errorf("without any road: %v", err)
	}
	if snaps, err := empty.Snap(ctx, routing.Auto, two[0], 5, 1e9); err != nil || len(snaps) != 0 {
		t.Errorf("snaps to %v, %v", snaps, err)
	}
}

func ptr(v float64) *float64 { return &v }

func TestSnapAgainstBruteForce(t *testing.T) {
	e := delaware(t)
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	n := g.Network(routing.Bicycle)
	r := rand.New(rand.NewPCG(1, 3))
	for range 5 {
		p := orb.Point{-75.7 + r.Float64()*0.3, 38.6 + r.Float64()}
		ruler := geo.NewRuler(p)
		var want []float64
		for edge := range uint32(len(g.Edges)) {
			if !n.Usable(2*edge) && !n.Usable(2*edge+1) || g.Way(2*edge).RoadClass() == "ferry" {
				continue
			}
			best := math.Inf(1)
			shape := g.AppendShape(nil, 2*edge)
			for i := 1; i < len(shape); i++ {
				_, d, _ := ruler.Project(p, shape[i-1], shape[i])
				best = min(best, d)
			}
			want = append(want, best)
		}
		slices.Sort(want)
		got, err := e.Snap(context.Background(), routing.Bicycle, p, 30, 1e6)
		if err != nil || len(got) != 30 {
			t.Fatalf("%d snaps, %v", len(got), err)
		}
		for i, s := range got {
			if math.Abs(s.Distance-want[i]) > 1e-6 {
				t.Errorf("snap %d at %v m, want %v", i, s.Distance, want[i])
			}
		}
	}
}

func TestCancellation(t *testing.T) {
	e := delaware(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a, b := orb.Point{-75.5466, 39.7459}, orb.Point{-75.1, 38.7}
	if _, err := e.Route(ctx, routing.RouteRequest{Mode: routing.Auto, Stops: []orb.Point{a, b}}); !errors.Is(err, context.Canceled) {
		t.Errorf("route: %v", err)
	}
	if _, err := e.Isochrone(ctx, routing.IsochroneRequest{Mode: routing.Auto, Origin: a, Contours: []routing.Contour{{Metric: routing.ByTime, Value: 600}}}); !errors.Is(err, context.Canceled) {
		t.Errorf("isochrone: %v", err)
	}
	if _, err := e.Snap(ctx, routing.Auto, a, 10, 1000); !errors.Is(err, context.Canceled) {
		t.Errorf("snap: %v", err)
	}
}

// An engine is used by many at once.
func TestConcurrentRoutes(t *testing.T) {
	e := delaware(t)
	a, b := orb.Point{-75.5466, 39.7459}, orb.Point{-75.6, 39.68}
	want, err := route(e, routing.Auto, a, b)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	for range 8 {
		go func() {
			got, err := route(e, routing.Auto, a, b)
			if err == nil && (got.Duration != want.Duration || !slices.Equal(got.Legs[0].Shape, want.Legs[0].Shape)) {
				err = errors.New("two answers to one question")
			}
			done <- err
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
