package dijkstra_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
)

// What holds from ten to twelve is, at eleven, as if it held always, and at one and without a time as if
// it were not there: over routes and tables. One does not turn round at a road that is closed at times; so
// the model closes roads by their edges.
func TestWhatHoldsAtTimes(t *testing.T) {
	const hours = "10:00-12:00"
	at := func(hour int) routing.Options {
		return routing.Options{DepartAt: time.Date(2026, 11, 30, hour, 0, 0, 0, time.UTC)}
	}
	forTowns(t, func(t *testing.T, seed uint64, mode routing.Mode) {
		bare := graphtest.RandomTown(seed)
		for i := range bare.Ways {
			bare.Ways[i].Tags = slices.DeleteFunc(bare.Ways[i].Tags, func(tag string) bool { return strings.HasPrefix(tag, "access=") })
		}
		none, timed, always := bare.Shifted(0), bare.Shifted(0), bare.Shifted(0)
		closed := map[int64]bool{}
		for i := range bare.Ways {
			switch i % 9 {
			case 2:
				timed.Ways[i].Tags = append(timed.Ways[i].Tags, "access:conditional=no @ ("+hours+")")
				closed[bare.Ways[i].ID] = true
			case 4:
				timed.Ways[i].Tags = append(timed.Ways[i].Tags, "maxspeed:conditional=10 @ "+hours)
				always.Ways[i].Tags = append(always.Ways[i].Tags, "maxspeed=10")
			}
		}
		always.Restrict(seed, 30, "no_left_turn", "no_straight_on", "only_right_turn")
		if mode == routing.Bicycle { // of those that do not name it, it can be pushed round
			for i := range always.Restrictions {
				always.Restrictions[i].Vehicle = "bicycle"
			}
		}
		timed.Restrictions = slices.Clone(always.Restrictions)
		for i := range timed.Restrictions {
			timed.Restrictions[i].Hours = hours
		}
		g := graphtest.Graph(t, timed.Map(), mode)
		then := newMetric(t, g.Network(mode), at(11))
		model := newMetric(t, graphtest.Graph(t, always.Map(), mode).Network(mode), routing.Options{})
		for e := range model.Network.Edges {
			if closed[model.Network.Way(uint32(2*e)).ID] {
				model.Close([]uint32{uint32(e)})
			}
		}
		want := costs(t, timed, model)
		compareAll(t, costs(t, timed, then), want, "at eleven")
		usual := costs(t, timed, newMetric(t, graphtest.Graph(t, none.Map(), mode).Network(mode), routing.Options{}))
		compareAll(t, costs(t, timed, newMetric(t, g.Network(mode), at(13))), usual, "at one")
		compareAll(t, costs(t, timed, newMetric(t, g.Network(mode), routing.Options{})), usual, "at no time")
		if slices.EqualFunc(want, usual, slices.Equal[[]uint64]) {
			t.Error("the rules change nothing: the test shows nothing")
		}
		var places [][]graph.Spot
		for _, p := range timed.Corners {
			places = append(places, spotsAt(then, p))
		}
		rows, err := dijkstra.Table(context.Background(), then, places, places)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			for j, sum := range row {
				if sum.Cost != want[i][j] {
					t.Errorf("table from %d to %d: %d, want %d", i, j, sum.Cost, want[i][j])
				}
			}
		}
	})
}

// costs returns the costs between all corners of a town.
func costs(t *testing.T, town *graphtest.Town, m *graph.Metric) (all [][]uint64) {
	for _, a := range town.Corners {
		var row []uint64
		for _, b := range town.Corners {
			row = append(row, routeCost(t, m, spotsAt(m, a), spotsAt(m, b)))
		}
		all = append(all, row)
	}
	return all
}

func compareAll(t *testing.T, got, want [][]uint64, when string) {
	t.Helper()
	for i := range want {
		for j := range want[i] {
			if got[i][j] != want[i][j] {
				t.Errorf("%s, from %d to %d: %d, want %d", when, i, j, got[i][j], want[i][j])
			}
		}
	}
}
