package embedded_test

import (
	"context"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// Dangerous goods may be brought to a road that is signed for it, and to what lies behind, and nothing
// makes them pass through.
func TestDangerousGoodsForDelivery(t *testing.T) {
	m := new(osmtest.Map)
	node(node(node(node(m, 1, 0, 0), 2, 500, 0), 3, 1000, 0), 4, 500, 300)
	node(node(node(m, 5, -300, 0), 6, 1300, 0), 7, 500, 20_000)
	m.Way(1, []int64{5, 1}, "highway=primary", "name=West").Way(2, []int64{3, 6}, "highway=primary", "name=East").
		Way(3, []int64{1, 2, 3}, "highway=primary", "name=Village", "hazmat=destination").
		Way(4, []int64{2, 4}, "highway=residential", "name=Behind").
		Way(5, []int64{1, 7}, "highway=primary", "name=Round").Way(6, []int64{7, 3}, "highway=primary", "name=Round")
	e := engineFor(t, m, routing.Truck)
	for _, tc := range []struct {
		name     string
		from, to orb.Point
		hazmat   bool
		want     []string
	}{
		{"through", at(-200, 0), at(1200, 0), true, []string{"West", "Round", "East"}},
		{"through, with other goods", at(-200, 0), at(1200, 0), false, []string{"West", "Village", "East"}},
		{"to it", at(-200, 0), at(700, 0), true, []string{"West", "Village"}},
		{"from it", at(300, 0), at(1200, 0), true, []string{"Village", "East"}},
		{"to what lies behind", at(-200, 0), at(500, 250), true, []string{"West", "Village", "Behind"}},
		{"from what lies behind", at(500, 250), at(1200, 0), true, []string{"Behind", "Village", "East"}},
		{"within", at(500, 250), at(700, 0), true, []string{"Behind", "Village"}},
	} {
		r, err := e.Route(context.Background(), routing.RouteRequest{Mode: routing.Truck, Stops: []orb.Point{tc.from, tc.to}, Options: routing.Options{Hazmat: tc.hazmat}})
		if err != nil || !slices.Equal((&result{r}).streets(), tc.want) {
			t.Errorf("%s: %v, %v; want %v", tc.name, r, err, tc.want)
		}
	}
}
