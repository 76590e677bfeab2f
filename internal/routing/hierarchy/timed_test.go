package hierarchy_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
)

// At times when roads are closed, slow or restricted and turns are not allowed, the router finds paths that
// may be travelled then and cost what a plain search says.
func TestWhatHoldsAtTimes(t *testing.T) {
	ctx := context.Background()
	const hours = "10:00-12:00"
	o := routing.Options{DepartAt: time.Date(2026, 11, 30, 11, 0, 0, 0, time.UTC)}
	banned, restricted, changed := 0, 0, 0
	for seed := range uint64(6) {
		town := graphtest.RandomTown(seed).Restrict(seed, 30, "no_left_turn", "no_straight_on", "only_right_turn")
		for i := range town.Restrictions {
			town.Restrictions[i].Hours = hours
		}
		for i := range town.Ways {
			switch tags := &town.Ways[i].Tags; {
			case i%9 == 2:
				*tags = append(*tags, "access:conditional=no @ ("+hours+")")
			case i%9 == 4:
				*tags = append(*tags, "maxspeed:conditional=10 @ "+hours)
			case i%9 == 6 && seed%2 == 1:
				*tags = append(*tags, "access:conditional=private @ ("+hours+")")
			}
		}
		router := newRouter(t, graphtest.Open(t, withHierarchies(t, t.TempDir(), roadsOf(t, town.Map()))), 1<<20)
		for _, mode := range modes {
			n := router.Hierarchy(mode).Network()
			m, usual := metricOf(t, n, o), metricOf(t, n, routing.Options{})
			switch {
			case m.Restricts():
				restricted++
			case m.Plain():
				banned++
			}
			r := rand.New(rand.NewPCG(seed, 7))
			for range 150 {
				from, to := randomSpot(r, m), randomSpot(r, m)
				want, wantErr := dijkstra.Route(ctx, m, []graph.Spot{from}, []graph.Spot{to})
				got, err := router.Route(ctx, m, []graph.Spot{from}, []graph.Spot{to})
				if !errors.Is(err, wantErr) || got.Cost != want.Cost {
					t.Fatalf("seed %d, %s: from %+v to %+v costs %d, %v; want %d, %v", seed, mode, from, to, got.Cost, err, want.Cost, wantErr)
				}
				if err != nil {
					continue
				}
				for i, state := range got.States[1:] {
					if m.Bans(got.States[i], n.Arc(state)) {
						t.Fatalf("seed %d, %s: the path takes a turn that is not allowed at that time", seed, mode)
					}
				}
				if before, err := router.Route(ctx, usual, []graph.Spot{from}, []graph.Spot{to}); err != nil || before.Cost != got.Cost {
					changed++
				}
			}
		}
	}
	if banned < 5 || restricted < 5 || changed < 100 {
		t.Errorf("%d metrics with turns that are not allowed, %d with restricted roads, %d other costs: the test shows too little", banned, restricted, changed)
	}
}
