package tools_test

import (
	"context"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
)

// What a stop says beside its point reaches the engine, stop by stop.
func TestStopsWithHints(t *testing.T) {
	w := delaware(t)
	run := func(locations string) []routing.Hint {
		t.Helper()
		if a := call(t, context.Background(), "get_directions", `{"locations": `+locations+`}`, w); a.Code != "" {
			t.Fatalf("%s: %s", locations, a.Text)
		}
		return w.router.lastRoute.Hints
	}
	if got := run(`["osm:node/1", {"lat": 39.7, "lng": -75.5}]`); got != nil {
		t.Errorf("without hints: %+v", got)
	}
	got := run(`["osm:node/1", {"lat": 39.7, "lon": -75.5, "heading": 0, "heading_tolerance": 30}, {"lat": 39.71, "lon": -75.5, "side": "opposite"}, "39.72, -75.5"]`)
	if len(got) != 4 || got[0] != (routing.Hint{}) || got[3] != (routing.Hint{}) {
		t.Fatalf("hints %+v", got)
	}
	if h := got[1]; h.Heading == nil || *h.Heading != 0 || h.Tolerance != 30 || h.Side != "" {
		t.Errorf("heading: %+v", h)
	}
	if h := got[2]; h.Heading != nil || h.Tolerance != 0 || h.Side != routing.OppositeSide {
		t.Errorf("side: %+v", h)
	}
}
