package hierarchy_test

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// span is what the measure of best paths can be: where several cost the same, it can differ.
type span struct{ low, high uint64 }

var nothing = span{math.MaxUint64, 0}

func (s span) join(t span) span { return span{min(s.low, t.low), max(s.high, t.high)} }

func (s span) plus(d uint64) span {
	if s == nothing {
		return s
	}
	return span{s.low + d, s.high + d}
}

// reachOracle finds in what spans of time or distance arcs are reached from a place, or the place from
// them, along best paths.
type reachOracle struct {
	m       *graph.Metric
	n       *graph.Network
	measure dijkstra.Measure
	before  [][]step // of each label, if searching backwards
	cost    []uint64 // of each label, at its head; in a search backwards from its head to the place
	span    []span
}

// step is a turn to or from another label.
type step struct {
	label uint32
	ms    uint64
}

func (x *reachOracle) steps(label uint32) (list []step) {
	states := uint32(x.n.States())
	state, layer := label%states, label/states
	arc := x.n.Arc(state)
	for _, to := range x.n.Leaving(x.n.Head(arc)) {
		ms, ok := x.n.Turn(arc, to)
		next := x.n.Next(state, to)
		if !ok || next == graph.None || x.m.OfArc(to).Choose == 0 {
			continue
		}
		if l, ok := graph.Layer(x.m.OfArc(arc).Access, layer, x.m.OfArc(to).Access); ok {
			list = append(list, step{next + l*states, uint64(ms)})
		}
	}
	return list
}

func (x *reachOracle) turn(ms uint64) (cost, measure uint64) {
	if x.m.Turns {
		cost = ms
	}
	if x.measure == dijkstra.Milliseconds {
		measure = ms
	}
	return cost, measure
}

func (x *reachOracle) road(arc, mm uint32) (cost, measure uint64) {
	p := x.m.OfArc(arc)
	if x.measure == dijkstra.Millimetres {
		return p.Choose.Over(mm), uint64(mm)
	}
	return p.Choose.Over(mm), p.Time.Over(mm)
}

func (x *reachOracle) arcOf(label uint32) uint32 { return x.n.Arc(label % uint32(x.n.States())) }

// run searches from labels with their costs and spans.
func (x *reachOracle) run(start map[uint32]arrivalSpan, next func(label uint32, visit func(label uint32, cost, measure uint64))) {
	count := 2 * x.n.States()
	x.cost, x.span = make([]uint64, count), make([]span, count)
	for i := range x.cost {
		x.cost[i], x.span[i] = math.MaxUint64, nothing
	}
	var queue oracleQueue
	joins := make([]uint8, count)
	improve := func(label uint32, a arrivalSpan) {
		switch {
		case a.cost < x.cost[label]:
			x.cost[label], x.span[label] = a.cost, a.span
			heap.Push(&queue, oracleEntry{a.cost, label})
		case a.cost == x.cost[label] && x.span[label].join(a.span) != x.span[label] && joins[label] < 8: // no rounds that cost nothing
			joins[label]++
			x.span[label] = x.span[label].join(a.span)
			heap.Push(&queue, oracleEntry{a.cost, label})
		}
	}
	for label, a := range start {
		improve(label, a)
	}
	for queue.Len() > 0 {
		e := heap.Pop(&queue).(oracleEntry)
		if e.cost != x.cost[e.label] {
			continue
		}
		next(e.label, func(label uint32, cost, measure uint64) {
			improve(label, arrivalSpan{e.cost + cost, x.span[e.label].plus(measure)})
		})
	}
}

type arrivalSpan struct {
	cost uint64
	span span
}

// from returns the spans in which arcs are entered, by arc.
func (x *reachOracle) from(spots []graph.Spot) []span {
	start := map[uint32]arrivalSpan{}
	home := map[uint32]bool{}
	for _, s := range spots {
		for arc := 2 * s.Edge; arc <= 2*s.Edge+1; arc++ {
			if x.m.OfArc(arc).Choose == 0 {
				continue
			}
			home[arc] = true
			cost, measure := x.road(arc, x.n.Edges[s.Edge].Length-s.At(arc, x.n.Graph))
			if a, ok := start[arc]; !ok || cost < a.cost {
				start[arc] = arrivalSpan{cost, span{measure, measure}}
			}
		}
	}
	x.run(start, func(label uint32, visit func(uint32, uint64, uint64)) {
		for _, s := range x.steps(label) {
			arc := x.arcOf(s.label)
			turnCost, turn := x.turn(s.ms)
			roadCost, road := x.road(arc, x.n.Edges[arc>>1].Length)
			visit(s.label, turnCost+roadCost, turn+road)
		}
	})
	// The best ways to the tail of each label.
	tails := make([]arrivalSpan, len(x.cost))
	for i := range tails {
		tails[i] = arrivalSpan{math.MaxUint64, nothing}
	}
	for label := range x.cost {
		if x.cost[label] == math.MaxUint64 {
			continue
		}
		for _, s := range x.steps(uint32(label)) {
			cost, measure := x.turn(s.ms)
			cost += x.cost[label]
			switch t := &tails[s.label]; {
			case cost < t.cost:
				*t = arrivalSpan{cost, x.span[label].plus(measure)}
			case cost == t.cost:
				t.span = t.span.join(x.span[label].plus(measure))
			}
		}
	}
	return x.byArc(func(label uint32) (arrivalSpan, bool) { return tails[label], true })
}

// to returns the spans in which the place is reached from the heads of arcs.
func (x *reachOracle) to(spots []graph.Spot) []span {
	count := uint32(2 * x.n.States())
	if x.before == nil {
		x.before = make([][]step, count)
		for label := range count {
			if x.m.OfArc(x.arcOf(label)).Choose == 0 {
				continue
			}
			for _, s := range x.steps(label) {
				x.before[s.label] = append(x.before[s.label], step{label, s.ms})
			}
		}
	}
	start := map[uint32]arrivalSpan{}
	for _, s := range spots {
		for label := range count {
			arc := x.arcOf(label)
			if arc>>1 != s.Edge || x.m.OfArc(arc).Choose == 0 {
				continue
			}
			roadCost, road := x.road(arc, s.At(arc, x.n.Graph))
			for _, b := range x.before[label] {
				cost, measure := x.turn(b.ms)
				cost, measure = cost+roadCost, measure+road
				switch a, ok := start[b.label]; {
				case !ok || cost < a.cost:
					start[b.label] = arrivalSpan{cost, span{measure, measure}}
				case cost == a.cost:
					start[b.label] = arrivalSpan{cost, a.span.join(span{measure, measure})}
				}
			}
		}
	}
	x.run(start, func(label uint32, visit func(uint32, uint64, uint64)) {
		arc := x.arcOf(label)
		roadCost, road := x.road(arc, x.n.Edges[arc>>1].Length)
		for _, b := range x.before[label] {
			turnCost, turn := x.turn(b.ms)
			visit(b.label, turnCost+roadCost, turn+road)
		}
	})
	return x.byArc(func(label uint32) (arrivalSpan, bool) {
		return arrivalSpan{x.cost[label], x.span[label]}, int(label) < len(x.n.Arcs) // where trips begin
	})
}

// byArc joins the labels of arcs: the least of them counts.
func (x *reachOracle) byArc(of func(label uint32) (arrivalSpan, bool)) []span {
	list := make([]span, len(x.n.Arcs))
	for i := range list {
		list[i] = span{math.MaxUint64, math.MaxUint64}
	}
	for label := range uint32(len(x.cost)) {
		a, ok := of(label)
		if !ok || a.cost == math.MaxUint64 {
			continue
		}
		s := &list[x.arcOf(label)]
		*s = span{min(s.low, a.span.low), min(s.high, a.span.high)}
	}
	return list
}

func TestReachAgainstOracle(t *testing.T) {
	ctx := context.Background()
	router := delawareRouter(t)
	for _, mode := range modes {
		for _, set := range optionSets {
			if mode == routing.Pedestrian || !set.holds(mode) {
				continue // walkers' hierarchy is one of nodes
			}
			h := router.Hierarchy(mode)
			m := metricOf(t, h.Network(), set.o)
			w := weightsOf(t, h, m)
			x, err := h.Measure(ctx, w, m)
			if err != nil {
				t.Fatal(err)
			}
			for _, measure := range []dijkstra.Measure{dijkstra.Milliseconds, dijkstra.Millimetres} {
				if measure == dijkstra.Millimetres && set.name != "shortest" && set.name != "avoid" {
					continue
				}
				t.Run(fmt.Sprintf("%s, %s, %d", mode, set.name, measure), func(t *testing.T) {
					r := rand.New(rand.NewPCG(4, uint64(len(set.name))))
					oracle := &reachOracle{m: m, n: h.Network(), measure: measure}
					places := 2
					if testing.Short() {
						places = 1
					}
					found := 0
					for i := range places {
						spots := []graph.Spot{randomSpot(r, m)}
						if i%2 == 1 {
							spots = atNode(r, m)
						}
						for towards, want := range map[bool][]span{false: oracle.from(spots), true: oracle.to(spots)} {
							find := h.From
							if towards {
								find = h.To
							}
							for _, limit := range []uint32{20_000, uint32(math.Pow(10, 5+2.5*r.Float64())), dijkstra.MaxLimit} {
								visits, err := find(ctx, w, x, m, spots, measure, limit)
								if err != nil {
									t.Fatal(err)
								}
								found += len(visits)
								checkVisits(t, visits, want, limit, fmt.Sprintf("towards %v, %+v", towards, spots))
							}
						}
					}
					if found < 1000 {
						t.Errorf("only %d arcs are reached: the test shows too little", found)
					}
				})
			}
		}
	}
}

func checkVisits(t *testing.T, got []dijkstra.Visit, want []span, limit uint32, what string) {
	t.Helper()
	entries := map[uint32]uint64{}
	for i, v := range got {
		if i > 0 && got[i-1].Arc >= v.Arc {
			t.Fatalf("%s: visits are out of order", what)
		}
		entries[v.Arc] = uint64(v.Entry)
	}
	for arc, s := range want {
		entry, ok := entries[uint32(arc)]
		switch {
		case ok && (entry < s.low || entry > s.high || entry > uint64(limit)):
			t.Fatalf("%s, limit %d: arc %d is entered at %d, want %d to %d", what, limit, arc, entry, s.low, s.high)
		case !ok && s.high <= uint64(limit):
			t.Fatalf("%s, limit %d: arc %d is not entered, want %d to %d", what, limit, arc, s.low, s.high)
		}
	}
}

// The router reaches what a plain search reaches, before it has weights for a metric and after.
func TestRouterReachesTheSame(t *testing.T) {
	ctx := context.Background()
	router := delawareRouter(t)
	for _, mode := range modes {
		for _, o := range []routing.Options{{}, {Exclude: routing.Ferry}} {
			m := metricOf(t, router.Hierarchy(mode).Network(), o)
			r := rand.New(rand.NewPCG(6, 6))
			for range 4 {
				spots := []graph.Spot{randomSpot(r, m)}
				for name, find := range map[string][2]func(context.Context, *graph.Metric, []graph.Spot, dijkstra.Measure, uint32) ([]dijkstra.Visit, error){
					"from": {dijkstra.From, router.From}, "to": {dijkstra.To, router.To},
				} {
					want, err := find[0](ctx, m, spots, dijkstra.Milliseconds, 1_800_000)
					if err != nil {
						t.Fatal(err)
					}
					got, err := find[1](ctx, m, spots, dijkstra.Milliseconds, 1_800_000)
					if err != nil {
						t.Fatal(err)
					}
					if d := differences(got, want); len(d)*1000 > len(want) {
						t.Errorf("%s, %+v: %s %+v: %d of %d visits differ: %v", mode, o, name, spots, len(d), len(want), d[:min(3, len(d))])
					}
				}
			}
		}
	}
}

func TestReachIsCancelled(t *testing.T) {
	router := delawareRouter(t)
	m := metricOf(t, router.Hierarchy(routing.Auto).Network(), routing.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	spots := []graph.Spot{randomSpot(rand.New(rand.NewPCG(1, 1)), m)}
	if _, err := router.From(ctx, m, spots, dijkstra.Milliseconds, dijkstra.MaxLimit); !errors.Is(err, context.Canceled) {
		t.Errorf("From with a cancelled context: %v", err)
	}
	if _, err := router.Route(ctx, m, spots, spots); !errors.Is(err, context.Canceled) {
		t.Errorf("Route with a cancelled context: %v", err)
	}
}

// differences lists where visits differ.
func differences(got, want []dijkstra.Visit) (list []string) {
	for len(got) > 0 || len(want) > 0 {
		switch {
		case len(want) == 0 || len(got) > 0 && got[0].Arc < want[0].Arc:
			list = append(list, fmt.Sprintf("arc %d at %d, want none", got[0].Arc, got[0].Entry))
			got = got[1:]
		case len(got) == 0 || want[0].Arc < got[0].Arc:
			list = append(list, fmt.Sprintf("arc %d missing, want %d", want[0].Arc, want[0].Entry))
			want = want[1:]
		default:
			if got[0].Entry != want[0].Entry {
				list = append(list, fmt.Sprintf("arc %d at %d, want %d", got[0].Arc, got[0].Entry, want[0].Entry))
			}
			got, want = got[1:], want[1:]
		}
	}
	return list
}

// atNode returns the spots of a place where roads meet.
func atNode(r *rand.Rand, m *graph.Metric) (spots []graph.Spot) {
	n := m.Network
	for {
		v := uint32(r.IntN(len(n.Nodes)))
		for _, arc := range n.Leaving(v) {
			if e := arc >> 1; m.Landable(e) {
				s := graph.Spot{Edge: e}
				if n.Edges[e].From != v {
					s.Offset = n.Edges[e].Length
				}
				spots = append(spots, s)
			}
		}
		if len(spots) > 1 {
			return spots
		}
		spots = spots[:0]
	}
}
