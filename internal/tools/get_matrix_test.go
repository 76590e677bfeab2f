package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// manyPoints writes n points as a JSON list.
func manyPoints(n int, lat, lon float64) string {
	points := make([]string, n)
	for i := range points {
		points[i] = fmt.Sprintf(`{"lat": %.4f, "lon": %.4f}`, lat+float64(i)*0.0123, lon-float64(i)*0.0017)
	}
	return "[" + strings.Join(points, ",") + "]"
}

// The largest matrix comes back whole, within the hard limit, and its layer is thinned and says so.
func TestLargestMatrix(t *testing.T) {
	a := call(t, context.Background(), "get_matrix", `{"sources": `+manyPoints(50, 38.5, -75.4)+`, "targets": `+manyPoints(50, 38.6, -75.5)+`}`, delaware(t))
	if a.IsError() || len(a.Structured) > envelope.HardLimit {
		t.Fatalf("%d bytes: %s", len(a.Structured), a.Text)
	}
	var got struct {
		Matrix    [][]*struct{ Distance float64 }
		Warnings  []string
		Truncated bool
		Render    []struct {
			Kind string
			Data struct{ Arcs []any }
		}
	}
	if err := json.Unmarshal(a.Structured, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Matrix) != 50 || len(got.Matrix[49]) != 50 || got.Truncated {
		t.Errorf("%d rows, truncated %v", len(got.Matrix), got.Truncated)
	}
	if len(got.Render) != 1 || got.Render[0].Kind != "arcs" || len(got.Render[0].Data.Arcs) != 150 {
		t.Errorf("%d layers, %d arcs", len(got.Render), len(got.Render[0].Data.Arcs))
	}
	if len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "3 quickest targets") {
		t.Errorf("warnings %q", got.Warnings)
	}
}

// An end that is not near the network is called what the request calls it.
func TestMatrixNamesTheEnd(t *testing.T) {
	w := delaware(t)
	w.router.fail = &routing.UnroutableError{Mode: routing.Auto, Index: 2, Point: orb.Point{-75.1, 38.6}}
	a := call(t, context.Background(), "get_matrix", `{"sources": ["osm:node/1"], "targets": ["osm:way/3", "osm:way/2"]}`, w)
	if a.Code != envelope.UnroutablePoint || !strings.Contains(a.Text, "targets[1], Rodney Square, Wilmington, DE (38.60000, -75.10000)") {
		t.Errorf("%s: %s", a.Code, a.Text)
	}
}

func TestCompareRoutesWithoutARoute(t *testing.T) {
	args := `{"locations": ["osm:node/1", "osm:way/3"], "travel_modes": ["auto", "pedestrian"]}`
	w := delaware(t)
	none := func(mode routing.Mode) error {
		return &routing.NoRouteError{Mode: mode, To: 1, Origin: orb.Point{-75.1, 38.6}, Terminus: orb.Point{-75.2, 38.7}}
	}
	w.router.failMode = map[routing.Mode]error{routing.Auto: none(routing.Auto)}
	a := call(t, context.Background(), "compare_routes", args, w)
	if a.IsError() {
		t.Fatal(a.Text)
	}
	compileAll(t)["compare_routes"].check(t, "one mode without a route", a.Structured)
	for _, want := range []string{`"fastest":"pedestrian"`, `{"travel":"auto","error":{"code":"no_route_found","message":"there is no way`} {
		if !strings.Contains(string(a.Structured), want) {
			t.Errorf("no %s in %s", want, a.Structured)
		}
	}
	if strings.Count(a.Text, "\n") < 2 || !strings.Contains(a.Text, "auto: no route: ") {
		t.Error(a.Text)
	}
	w.router.failMode[routing.Pedestrian] = none(routing.Pedestrian)
	if a = call(t, context.Background(), "compare_routes", args, w); a.Code != envelope.NoRouteFound {
		t.Errorf("no mode has a route: %s", a.Text)
	}
	w.router.failMode[routing.Pedestrian] = context.DeadlineExceeded
	if a = call(t, context.Background(), "compare_routes", args, w); a.Code != envelope.Timeout {
		t.Errorf("out of time: %s", a.Text)
	}
}
