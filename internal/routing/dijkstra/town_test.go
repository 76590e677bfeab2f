package dijkstra_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/paulmach/orb"
)

const towns = 6

// unreachable stands for no path in a matrix.
const unreachable = math.MaxUint64

// spotsAt returns the spots of the roads that meet at a corner.
func spotsAt(m *graph.Metric, p orb.Point) (spots []graph.Spot) {
	m.Network.Nearest(p, 0.01, m.Landable, func(s graph.Spot) bool {
		spots = append(spots, s)
		return true
	})
	return spots
}

func routeCost(t *testing.T, m *graph.Metric, from, to []graph.Spot) uint64 {
	t.Helper()
	path, err := dijkstra.Route(context.Background(), m, from, to)
	if errors.Is(err, dijkstra.ErrNoPath) {
		return unreachable
	}
	if err != nil {
		t.Fatal(err)
	}
	return path.Cost
}

// matrix returns the costs between all corners of a town.
func matrix(t *testing.T, town *graphtest.Town, mode routing.Mode, o routing.Options) (costs [][]uint64, m *graph.Metric) {
	t.Helper()
	m = newMetric(t, graphtest.Graph(t, town.Map(), mode).Network(mode), o)
	for _, a := range town.Corners {
		var row []uint64
		for _, b := range town.Corners {
			row = append(row, routeCost(t, m, spotsAt(m, a), spotsAt(m, b)))
		}
		costs = append(costs, row)
	}
	return costs, m
}

func reachable(costs [][]uint64) (n int) {
	for _, row := range costs {
		for _, c := range row {
			if c != unreachable {
				n++
			}
		}
	}
	return n
}

// compare checks got against want pair by pair; tolerance is for what rounding may do.
func compare(t *testing.T, got, want [][]uint64, tolerance uint64) {
	t.Helper()
	if n := reachable(want); n < len(want)*3 {
		t.Fatalf("only %d pairs are connected: the test shows little", n)
	}
	for i := range want {
		for j, w := range want[i] {
			g := got[i][j]
			if (g == unreachable) != (w == unreachable) || g != w && max(g, w)-min(g, w) > tolerance {
				t.Errorf("from %d to %d: %d, want %d", i, j, g, w)
			}
		}
	}
}

func forTowns(t *testing.T, test func(t *testing.T, seed uint64, mode routing.Mode)) {
	for _, mode := range graphtest.Modes {
		for seed := range uint64(towns) {
			t.Run(fmt.Sprintf("%s %d", mode, seed), func(t *testing.T) { test(t, seed, mode) })
		}
	}
}

func TestSplittingWaysChangesNothing(t *testing.T) {
	forTowns(t, func(t *testing.T, seed uint64, mode routing.Mode) {
		town := graphtest.RandomTown(seed)
		want, _ := matrix(t, town, mode, routing.Options{})
		got, _ := matrix(t, town.Split(), mode, routing.Options{})
		compare(t, got, want, 40) // each cut can round by a millisecond
	})
}

func TestAnIslandChangesNothing(t *testing.T) {
	forTowns(t, func(t *testing.T, seed uint64, mode routing.Mode) {
		town := graphtest.RandomTown(seed).Restrict(seed, 8, "no_left_turn", "only_right_turn")
		want, _ := matrix(t, town, mode, routing.Options{})
		got, _ := matrix(t, town.WithIsland(seed+100), mode, routing.Options{})
		compare(t, got, want, 0)
	})
}

func TestTheAntimeridianChangesNothing(t *testing.T) {
	forTowns(t, func(t *testing.T, seed uint64, mode routing.Mode) {
		town := graphtest.RandomTown(seed)
		want, _ := matrix(t, town.Shifted(-30), mode, routing.Options{})
		got, _ := matrix(t, town.Shifted(170-0.004), mode, routing.Options{})
		compare(t, got, want, 40) // coordinates round differently
	})
}

func TestReversedStreetsReverseDistances(t *testing.T) {
	forTowns(t, func(t *testing.T, seed uint64, mode routing.Mode) {
		town := graphtest.RandomTown(seed)
		want, _ := matrix(t, town, mode, routing.Options{Shortest: true})
		got, _ := matrix(t, town.Reversed(), mode, routing.Options{Shortest: true})
		transposed := make([][]uint64, len(got))
		for i := range got {
			for j := range got {
				transposed[i] = append(transposed[i], got[j][i])
			}
		}
		compare(t, transposed, want, 0)
	})
}

func TestASlowerRoadHelpsNobody(t *testing.T) {
	forTowns(t, func(t *testing.T, seed uint64, mode routing.Mode) {
		town := graphtest.RandomTown(seed)
		before, _ := matrix(t, town, mode, routing.Options{})
		for way := range 3 {
			after, _ := matrix(t, town.Slowed(way*7), mode, routing.Options{})
			for i := range before {
				for j := range before {
					if after[i][j] < before[i][j] {
						t.Errorf("from %d to %d: %d, before way %d was slowed %d", i, j, after[i][j], way, before[i][j])
					}
				}
			}
		}
	})
}

// A turn restriction shortens no way where all roads are open: what lies behind private ones depends on how
// the others are joined.
func TestARestrictionHelpsNobody(t *testing.T) {
	changed := false
	forTowns(t, func(t *testing.T, seed uint64, mode routing.Mode) {
		town := graphtest.RandomTown(seed)
		for i := range town.Ways {
			town.Ways[i].Tags = slices.DeleteFunc(town.Ways[i].Tags, func(tag string) bool { return tag == "access=private" })
		}
		for i := range town.Nodes {
			town.Nodes[i].Tags = nil
		}
		before, _ := matrix(t, town, mode, routing.Options{})
		for _, kind := range []string{"no_left_turn", "only_straight_on"} {
			after, _ := matrix(t, town.Shifted(0).Restrict(seed, 12, kind), mode, routing.Options{})
			for i := range before {
				for j := range before {
					if after[i][j] < before[i][j] {
						t.Errorf("from %d to %d: %d, without any %s %d", i, j, after[i][j], kind, before[i][j])
					}
					changed = changed || after[i][j] > before[i][j]
				}
			}
		}
	})
	if !changed {
		t.Error("no restriction changes anything: the test shows nothing")
	}
}

// Whoever can get to a core and whoever can be reached from it are connected; nobody else is said
// to be, and different islands never are.
func TestReachMeansConnected(t *testing.T) {
	forTowns(t, func(t *testing.T, seed uint64, mode routing.Mode) {
		town := graphtest.RandomTown(seed).Restrict(seed, 10, "no_left_turn", "no_straight_on", "only_right_turn")
		g := graphtest.Graph(t, town.Map(), mode)
		n := g.Network(mode)
		m := newMetric(t, n, routing.Options{})
		for a := range uint32(len(g.Edges)) {
			for b := range uint32(len(g.Edges)) {
				if !m.Landable(a) || !m.Landable(b) {
					continue
				}
				leaves, arrives := n.Reaches[2*a]|n.Reaches[2*a+1], n.Reaches[2*b]|n.Reaches[2*b+1]
				same := n.IslandOf(a) == n.IslandOf(b)
				connected := routeCost(t, m, []graph.Spot{spotOn(g, a, .7)}, []graph.Spot{spotOn(g, b, .3)}) != unreachable &&
					routeCost(t, m, []graph.Spot{spotOn(g, a, .3)}, []graph.Spot{spotOn(g, b, .7)}) != unreachable
				if !same && routeCost(t, m, []graph.Spot{spotOn(g, a, .5)}, []graph.Spot{spotOn(g, b, .5)}) != unreachable {
					t.Errorf("edges %d and %d are connected and on two islands", a, b)
				}
				if same && leaves&graph.ToCore != 0 && arrives&graph.FromCore != 0 && !connected {
					t.Errorf("edge %d gets to the core and edge %d is reached from it, but there is no path", a, b)
				}
			}
		}
	})
}

// walker finds shortest paths by remembering all of the path that any restriction could ask for. It
// reads the town, not the network.
type walker struct {
	n     *graph.Network
	m     *graph.Metric
	rules []rule
}

// rule is a restriction: the arcs up to its last turn, the arc after it, and whether that arc is
// the only one allowed or the only one not.
type rule struct {
	path []uint32
	to   uint32
	only bool
}

func newWalker(t *testing.T, m *graph.Metric, town *graphtest.Town) *walker {
	t.Helper()
	w := &walker{n: m.Network, m: m}
	edge := map[int64]uint32{}
	for e := range w.n.Edges {
		edge[w.n.Way(uint32(2*e)).ID] = uint32(e)
	}
	// leaving returns the arc of a way that begins at a node.
	leaving := func(way int64, node uint32) (arc, far uint32) {
		arc = 2 * edge[way]
		if w.n.Tail(arc) != node {
			arc++
		}
		return arc, w.n.Head(arc)
	}
	byID := map[int64]uint32{}
	for v, id := range w.n.NodeIDs {
		byID[id] = uint32(v)
	}
	for _, x := range town.Restrictions {
		if slices.ContainsFunc(append([]int64{x.From, x.To}, x.Via...), func(way int64) bool { _, ok := edge[way]; return !ok }) {
			continue // over a footpath
		}
		node := byID[x.Node]
		back, _ := leaving(x.From, node)
		r := rule{path: []uint32{back ^ 1}, only: x.Kind[:4] == "only"}
		for _, via := range x.Via {
			var arc uint32
			arc, node = leaving(via, node)
			r.path = append(r.path, arc)
		}
		r.to, _ = leaving(x.To, node)
		usable := w.m.OfArc(r.to).Choose > 0
		for _, arc := range r.path {
			usable = usable && w.m.OfArc(arc).Choose > 0
		}
		if usable {
			w.rules = append(w.rules, r)
		}
	}
	return w
}

func (w *walker) allowed(history []uint32, to uint32) bool {
	last := history[len(history)-1]
	if to == last^1 {
		for _, out := range w.n.Leaving(w.n.Head(last)) {
			if out != to && w.m.OfArc(out).Choose > 0 {
				return false
			}
		}
	}
	for _, r := range w.rules {
		if len(history) >= len(r.path) && slices.Equal(history[len(history)-len(r.path):], r.path) && (to == r.to) != r.only {
			return false
		}
	}
	return true
}

// cost returns the millimetres of the shortest path between the middles of two edges.
func (w *walker) cost(from, to uint32) uint64 {
	const remembered = 4
	type state struct {
		history [remembered]uint32 // the last arcs, None before the first
	}
	best := map[state]uint64{}
	half := func(edge uint32) uint64 { return uint64(w.n.Edges[edge].Length / 2) }
	found := uint64(unreachable)
	var open []state
	relax := func(s state, cost uint64) {
		if old, ok := best[s]; !ok || cost < old {
			best[s] = cost
			open = append(open, s)
		}
	}
	for arc := 2 * from; arc <= 2*from+1; arc++ {
		if w.m.OfArc(arc).Choose == 0 {
			continue
		}
		s := state{[remembered]uint32{graph.None, graph.None, graph.None, arc}}
		rest := half(from)
		if arc&1 == 0 {
			rest = uint64(w.n.Edges[from].Length) - half(from)
		}
		relax(s, rest)
		if from == to {
			found = 0
		}
	}
	for len(open) > 0 {
		s := open[0]
		open = open[1:]
		history := s.history[:]
		for history[0] == graph.None {
			history = history[1:]
		}
		last := history[len(history)-1]
		for _, out := range w.n.Leaving(w.n.Head(last)) {
			if w.m.OfArc(out).Choose == 0 || !w.allowed(history, out) {
				continue
			}
			if out>>1 == to {
				part := half(to)
				if out&1 == 1 {
					part = uint64(w.n.Edges[to].Length) - half(to)
				}
				found = min(found, best[s]+part)
			}
			next := state{}
			copy(next.history[:], s.history[1:])
			next.history[remembered-1] = out
			relax(next, best[s]+uint64(w.n.Edges[out>>1].Length))
		}
	}
	return found
}

// Restrictions over nodes and over whole ways, many of which overlap, hold exactly.
func TestRestrictionsAgainstWalker(t *testing.T) {
	differ := false
	for seed := range uint64(25) {
		town := graphtest.RandomTown(seed)
		for i := range town.Ways { // private roads and gates have a test of their own
			town.Ways[i].Tags = slices.DeleteFunc(slices.Clone(town.Ways[i].Tags), func(tag string) bool { return tag == "access=private" })
		}
		for i := range town.Nodes {
			town.Nodes[i].Tags = nil
		}
		free := newMetric(t, graphtest.Graph(t, town.Map(), routing.Auto).Network(routing.Auto), routing.Options{Shortest: true})
		town.Restrict(seed, 25, "no_left_turn", "no_u_turn", "no_straight_on", "only_straight_on", "only_left_turn")
		g := graphtest.Graph(t, town.Map(), routing.Auto)
		m := newMetric(t, g.Network(routing.Auto), routing.Options{Shortest: true})
		w := newWalker(t, m, town)
		for a := range uint32(len(g.Edges)) {
			if !m.Landable(a) {
				continue
			}
			for b := range uint32(len(g.Edges)) {
				if !m.Landable(b) || (a+b)%5 != uint32(seed%5) {
					continue
				}
				from, to := []graph.Spot{{Edge: a, Offset: g.Edges[a].Length / 2}}, []graph.Spot{{Edge: b, Offset: g.Edges[b].Length / 2}}
				got, want := routeCost(t, m, from, to), w.cost(a, b)
				if got != want {
					t.Fatalf("seed %d, from edge %d to %d: %d, want %d", seed, a, b, got, want)
				}
				differ = differ || got != routeCost(t, free, from, to)
			}
		}
	}
	if !differ {
		t.Error("the restrictions change nothing: the test shows nothing")
	}
}
