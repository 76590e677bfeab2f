package embedded_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/embedded"
	"github.com/paulmach/orb"
)

// checkMatrix compares each cell with the route between the two points. It returns how many pairs
// have a route, and of how many the cell speaks of another path of the same cost.
func checkMatrix(t *testing.T, e *embedded.Engine, req routing.MatrixRequest) (routes, ties int) {
	t.Helper()
	x, err := e.Matrix(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Cells) != len(req.Sources) || len(x.Sources) != len(req.Sources) || len(x.Targets) != len(req.Targets) {
		t.Fatalf("%d rows, %d sources, %d targets", len(x.Cells), len(x.Sources), len(x.Targets))
	}
	for i, a := range req.Sources {
		for j, b := range req.Targets {
			c := x.Cells[i][j]
			r, err := e.Route(context.Background(), routing.RouteRequest{Mode: req.Mode, Stops: []orb.Point{a, b}, Options: req.Options})
			var none *routing.NoRouteError
			if errors.As(err, &none) || err != nil {
				if none == nil || !c.Unreachable {
					t.Errorf("%s from %v to %v: cell %+v, route %v", req.Mode, a, b, c, err)
				}
				continue
			}
			routes++
			switch {
			case c.Unreachable:
				t.Errorf("%s from %v to %v: unreachable, the route has %.0f m", req.Mode, a, b, r.Distance)
			case c.Distance != r.Distance || c.Duration != r.Duration:
				ties++
				if math.Abs(c.Duration-r.Duration) > 0.2*r.Duration {
					t.Errorf("%s from %v to %v: cell %+v, the route has %.1f m, %.1f s", req.Mode, a, b, c, r.Distance, r.Duration)
				}
			}
		}
	}
	return routes, ties
}

func TestMatrixEqualsRoutes(t *testing.T) {
	e := delaware(t)
	r := rand.New(rand.NewPCG(51, 52))
	point := func() orb.Point { return orb.Point{-75.75 + r.Float64()*0.6, 38.5 + r.Float64()*1.3} }
	count := 8
	if testing.Short() {
		count = 4
	}
	for _, mode := range e.Modes() {
		for name, o := range map[string]routing.Options{"default": {}, "shortest": {Shortest: true}, "exclude": {Exclude: routing.Ferry | routing.Highway | routing.Unpaved}} {
			req := routing.MatrixRequest{Mode: mode, Options: o}
			for len(req.Sources) < count {
				p := point()
				if s, err := e.Snap(context.Background(), mode, p, 1, 2000); err != nil || len(s) == 0 {
					continue
				}
				req.Sources = append(req.Sources, p)
			}
			req.Targets = append([]orb.Point{req.Sources[1]}, req.Sources[2:]...)
			routes, ties := checkMatrix(t, e, req)
			if routes < count || ties > routes/20 {
				t.Errorf("%s %s: %d of %d cells are not those of their routes", mode, name, ties, routes)
			}
			t.Logf("%s %s: %d routes, %d of them with a twin", mode, name, routes, ties)
		}
	}
}

// Where the nearest roads are not connected, a cell is that of the route which begins elsewhere.
func TestMatrixLeavesIslands(t *testing.T) {
	m := grid(new(osmtest.Map), 1, 0, 0)
	node(node(node(m, 9001, 2500, 1000), 9002, 2600, 1000), 9003, 2600, 1100).Way(9000, []int64{9001, 9002, 9003}, "highway=service", "name=Park")
	node(node(m, 9011, 2100, 1010), 9012, 2400, 1010).Way(9010, []int64{9011, 9012}, "highway=residential", "oneway=yes", "name=Stub")
	node(node(m, 9021, -1000, -3000), 9022, -1400, -3000).Way(9020, []int64{9021, 9022}, "highway=residential", "name=Far")
	e := engine(t, m)
	points := []orb.Point{at(130, 110), at(2590, 1010), at(2350, 1012), at(2150, 1012), at(1450, 770), at(-1200, -3001)}
	routes, ties := checkMatrix(t, e, routing.MatrixRequest{Mode: routing.Auto, Sources: points, Targets: points})
	if routes < 25 || ties > 3 {
		t.Errorf("%d routes, %d of them with a twin", routes, ties)
	}
}

func TestMatrixErrors(t *testing.T) {
	e := engine(t, grid(new(osmtest.Map), 1, 0, 0))
	near, away := at(0, 0), at(0, -6000)
	for _, tc := range []struct {
		name  string
		req   routing.MatrixRequest
		field string
	}{
		{"no source", routing.MatrixRequest{Mode: routing.Auto, Targets: []orb.Point{near}}, "sources"},
		{"no target", routing.MatrixRequest{Mode: routing.Auto, Sources: []orb.Point{near}}, "targets"},
		{"mode", routing.MatrixRequest{Mode: "balloon", Sources: []orb.Point{near}, Targets: []orb.Point{near}}, "travel"},
	} {
		var wrong *routing.OptionError
		if _, err := e.Matrix(context.Background(), tc.req); !errors.As(err, &wrong) || wrong.Field != tc.field {
			t.Errorf("%s: %v, want a fault in %s", tc.name, err, tc.field)
		}
	}
	var far *routing.UnroutableError
	_, err := e.Matrix(context.Background(), routing.MatrixRequest{Mode: routing.Auto, Sources: []orb.Point{near, near}, Targets: []orb.Point{near, away}})
	if !errors.As(err, &far) || far.Index != 3 || far.Nearest == nil {
		t.Errorf("a target far away: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Matrix(ctx, routing.MatrixRequest{Mode: routing.Auto, Sources: []orb.Point{near}, Targets: []orb.Point{near}}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
