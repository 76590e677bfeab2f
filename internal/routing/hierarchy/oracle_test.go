package hierarchy_test

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/profile"
)

// The oracle is Dijkstra's algorithm in its plainest form, from one side and to all places.
type oracle struct {
	m      *graph.Metric
	n      *graph.Network
	cost   []uint64 // of each label, at the head of its arc
	tail   []uint64 // of each arc: the cheapest way to its tail, the turn onto it included
	queue  oracleQueue
	order  []uint32 // arcs in the order in which they were reached
	origin graph.Spot
}

type oracleEntry struct {
	cost  uint64
	label uint32
}

type oracleQueue []oracleEntry

func (q oracleQueue) Len() int           { return len(q) }
func (q oracleQueue) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q oracleQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *oracleQueue) Push(v any)        { *q = append(*q, v.(oracleEntry)) }
func (q *oracleQueue) Pop() any {
	old := *q
	v := old[len(old)-1]
	*q = old[:len(old)-1]
	return v
}

// The oracle's labels are a state and a phase of the trip, 3·state+phase. The phases are: before any
// open road, on open roads, after them.
func phaseOn(phase uint32, access profile.Access) (uint32, bool) {
	switch {
	case access == profile.Open && phase <= 1:
		return 1, true
	case access == profile.Open:
		return 0, false
	case phase == 1:
		return 2, true
	}
	return phase, true
}

func runOracle(m *graph.Metric, from graph.Spot) *oracle {
	n := m.Network
	x := &oracle{m: m, n: n, origin: from, cost: make([]uint64, 3*n.States()), tail: make([]uint64, len(n.Arcs))}
	for i := range x.cost {
		x.cost[i] = math.MaxUint64
	}
	for i := range x.tail {
		x.tail[i] = math.MaxUint64
	}
	for arc := 2 * from.Edge; arc <= 2*from.Edge+1; arc++ {
		if p := m.OfArc(arc); p.Choose > 0 {
			phase, _ := phaseOn(0, p.Access)
			x.improve(3*arc+phase, p.Choose.Over(n.Edges[from.Edge].Length-from.At(arc, n.Graph)))
		}
	}
	for x.queue.Len() > 0 {
		e := heap.Pop(&x.queue).(oracleEntry)
		if e.cost == x.cost[e.label] {
			x.settle(e)
		}
	}
	return x
}

func (x *oracle) improve(label uint32, cost uint64) {
	if cost < x.cost[label] {
		x.cost[label] = cost
		heap.Push(&x.queue, oracleEntry{cost, label})
	}
}

func (x *oracle) settle(e oracleEntry) {
	n, m := x.n, x.m
	state, phase := e.label/3, e.label%3
	arc := n.Arc(state)
	for _, to := range n.Leaving(n.Head(arc)) {
		ms, ok := n.Turn(arc, to)
		next := n.Next(state, to)
		if p := m.OfArc(to); !ok || next == graph.None || p.Choose == 0 {
			continue
		}
		nextPhase, ok := phaseOn(phase, m.OfArc(to).Access)
		if !ok {
			continue
		}
		cost := e.cost
		if m.Turns {
			cost += uint64(ms)
		}
		if x.tail[to] == math.MaxUint64 {
			x.order = append(x.order, to)
		}
		x.tail[to] = min(x.tail[to], cost)
		x.improve(3*next+nextPhase, cost+m.OfArc(to).Choose.Over(n.Edges[to/2].Length))
	}
}

// to returns what the best path to a spot costs, MaxUint64 when there is none.
func (x *oracle) to(spot graph.Spot) uint64 {
	best := uint64(math.MaxUint64)
	for arc := 2 * spot.Edge; arc <= 2*spot.Edge+1; arc++ {
		p := x.m.OfArc(arc)
		if p.Choose == 0 {
			continue
		}
		at := spot.At(arc, x.n.Graph)
		if x.tail[arc] != math.MaxUint64 {
			best = min(best, x.tail[arc]+p.Choose.Over(at))
		}
		if begin := x.origin.At(arc, x.n.Graph); x.origin.Edge == spot.Edge && begin <= at {
			best = min(best, p.Choose.Over(at-begin))
		}
	}
	return best
}

// near picks a destination: half of them anywhere, half near the origin.
func (x *oracle) near(r *rand.Rand) graph.Spot {
	switch {
	case r.IntN(4) == 0 || len(x.order) == 0:
		return randomSpot(r, x.m)
	case r.IntN(10) == 0:
		return spotOn(r, x.m, x.origin.Edge)
	}
	if e := x.order[min(len(x.order)-1, int(math.Pow(float64(len(x.order)), r.Float64())))] >> 1; x.m.Landable(e) {
		return spotOn(r, x.m, e)
	}
	return randomSpot(r, x.m)
}

// randomSpot returns a spot on a road that the metric allows.
func randomSpot(r *rand.Rand, m *graph.Metric) graph.Spot {
	for {
		if e := uint32(r.IntN(len(m.Network.Edges))); m.Landable(e) {
			return spotOn(r, m, e)
		}
	}
}

// spotOn returns a spot on an edge, every tenth time at its end.
func spotOn(r *rand.Rand, m *graph.Metric, edge uint32) graph.Spot {
	share := r.Float64()
	if r.IntN(10) == 0 {
		share = math.Round(share)
	}
	return graph.Spot{Edge: edge, Offset: uint32(share * float64(m.Network.Edges[edge].Length))}
}

func use(v float64) *float64 { return &v }

// optionSet is a set of options that modes are tested with.
type optionSet struct {
	name  string
	modes string // separated by spaces, "" for all
	o     routing.Options
}

func (s *optionSet) holds(mode routing.Mode) bool {
	return s.modes == "" || slices.Contains(strings.Fields(s.modes), string(mode))
}

var optionSets = []optionSet{
	{"default", "", routing.Options{}},
	{"shortest", "", routing.Options{Shortest: true}},
	{"exclude", "auto bicycle pedestrian", routing.Options{Exclude: routing.Ferry | routing.Unpaved | routing.Steps | routing.Tunnel}},
	{"no highways", "auto bus", routing.Options{Exclude: routing.Highway | routing.Toll}},
	{"avoid", "auto truck", routing.Options{UseHighways: use(0), UseTolls: use(0.5), UseFerries: use(0)}},
	{"heavy", "truck", routing.Options{Height: use(4.5), Weight: use(40), Hazmat: true}},
	{"light", "truck bus", routing.Options{Height: use(2), Weight: use(3), Length: use(5)}},
	{"fast", "bicycle", routing.Options{CyclingSpeed: 25, UseFerries: use(0.2)}},
	{"calm", "bicycle", routing.Options{UseRoads: use(0), AvoidBadSurfaces: use(1), Bicycle: routing.RoadBicycle}},
	{"no hills", "bicycle pedestrian", routing.Options{UseHills: use(0)}},
	{"few hills", "bicycle pedestrian", routing.Options{UseHills: use(0.6), UseLit: use(0.3)}},
	{"slow", "pedestrian", routing.Options{WalkingSpeed: 3, Exclude: routing.Steps, UseLit: use(1)}},
}
