package dijkstra_test

import (
	"container/heap"
	"math"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/profile"
)

// The oracle is Dijkstra's algorithm in its plainest form, from one side and to all places. It
// shares nothing with the searches under test but the arrays of the graph: it prices roads by
// itself, finds turns through the node, and knows the rule about restricted roads in words of its own.
type oracle struct {
	n      *graph.Network
	choose []uint64 // price per class, 0 forbidden
	time   []uint64
	turns  bool
	closed map[uint32]bool    // edges
	banned map[[2]uint32]bool // turns
}

func (x *oracle) shut(arc uint32) bool { return x.choose[x.n.Arcs[arc]] == 0 || x.closed[arc/2] }

func newOracle(n *graph.Network, o routing.Options) *oracle {
	x := &oracle{n: n, turns: !o.Shortest}
	for _, c := range n.Classes {
		if c.Access == profile.No || c.Features&o.Exclude != 0 || tooLarge(n.Mode, c.Limits, o) || o.MaxHiking != nil && int(c.Traits.Hiking) > *o.MaxHiking {
			x.choose, x.time = append(x.choose, 0), append(x.time, 0)
			continue
		}
		speed := c.SpeedKPH
		if c.Travel == graph.Walk && o.WalkingSpeed > 0 {
			speed *= o.WalkingSpeed / 5
		}
		if c.Travel == graph.Cycle && o.CyclingSpeed > 0 {
			speed *= o.CyclingSpeed / 15
		}
		if c.Travel == graph.Cycle && o.Bicycle == routing.RoadBicycle {
			speed *= []float64{1.3, 1.1, .8, .6, .5}[c.Traits.Rough]
		}
		if c.Travel == graph.Cycle && o.Bicycle == routing.MountainBicycle {
			speed *= []float64{.9, 1, 1.3, 1.4, 1.5}[c.Traits.Rough]
		}
		perMM := 3.6 / speed
		choose := perMM * float64(c.Penalty)
		if o.Shortest {
			choose = 1
		}
		for _, w := range []struct {
			use *float64
			f   routing.Feature
		}{{o.UseHighways, routing.Highway}, {o.UseTolls, routing.Toll}, {o.UseFerries, routing.Ferry}} {
			if w.use != nil && c.Features&w.f != 0 {
				choose *= 1 + (1-*w.use)*14
			}
		}
		if c.Travel != graph.Boat {
			if o.UseLit != nil && c.Traits.Lit == profile.Unlit {
				choose *= 1 + *o.UseLit*4
			}
			if o.UseLit != nil && c.Traits.Lit == profile.LightUnknown {
				choose *= 1 + *o.UseLit*1.5
			}
			if o.UseRoads != nil && c.Traffic == 1 {
				times := map[profile.RoadClass]float64{
					profile.Motorway: 7, profile.Trunk: 7, profile.Primary: 7, profile.Secondary: 5, profile.Tertiary: 3,
					profile.LivingStreet: 1.2, profile.Service: 1.2,
				}[c.Road]
				if times == 0 {
					times = 2
				}
				choose *= 1 + (1-*o.UseRoads)*(times-1)
			}
			if o.AvoidBadSurfaces != nil {
				choose *= 1 + *o.AvoidBadSurfaces*([]float64{1, 1.5, 3, 6, 15}[c.Traits.Rough]-1)
			}
		}
		x.choose = append(x.choose, uint64(math.Round(choose*16777216)))
		x.time = append(x.time, uint64(math.Round(perMM*16777216)))
	}
	return x
}

// tooLarge holds a vehicle against limits, which are hundredths of metres and tonnes.
func tooLarge(mode routing.Mode, l profile.Limits, o routing.Options) bool {
	sizes := map[routing.Mode][]float64{
		routing.Auto: {190, 190, 480, 200, 100, 2}, routing.Truck: {411, 260, 2164, 2177, 907, 5}, routing.Bus: {320, 255, 1200, 1800, 1150, 2},
	}[mode]
	if sizes == nil {
		return false
	}
	asked := []*float64{o.Height, o.Width, o.Length, o.Weight, o.AxleLoad, nil}
	if o.AxleCount != nil {
		n := float64(*o.AxleCount) / 100
		asked[5] = &n
	}
	for i, limit := range []float64{float64(l.Height), float64(l.Width), float64(l.Length), float64(l.Weight), float64(l.AxleLoad), float64(l.Axles)} {
		size := sizes[i]
		if asked[i] != nil {
			size = math.Round(*asked[i] * 100)
		}
		if limit != 0 && size > limit {
			return true
		}
	}
	return o.Hazmat && l.Hazmat == 2
}

func (x *oracle) price(prices []uint64, arc, mm uint32) uint64 {
	return (uint64(mm)*prices[x.n.Arcs[arc]] + 8388608) / 16777216
}

// The oracle's labels are a state and a phase of the trip, 3·state+phase. The phases are: before
// any open road, on open roads, after them.
func phaseOn(phase int, access profile.Access) (int, bool) {
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

// arrival is the cheapest way to the tail of an arc, the turn onto it included.
type arrival struct {
	cost uint64 // MaxUint64 when there is none
	time uint64 // milliseconds along it
}

type item struct {
	cost  uint64
	label int
}

type items []item

func (h items) Len() int           { return len(h) }
func (h items) Less(i, j int) bool { return h[i].cost < h[j].cost }
func (h items) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *items) Push(v any)        { *h = append(*h, v.(item)) }
func (h *items) Pop() any {
	old := *h
	v := old[len(old)-1]
	*h = old[:len(old)-1]
	return v
}

// run finds the cheapest way from a spot to the tail of every arc. order lists arcs as they were
// reached, nearest first.
func (x *oracle) run(from graph.Spot) (at []arrival, order []uint32) {
	n := x.n
	at = make([]arrival, 2*len(n.Edges))
	for i := range at {
		at[i].cost = math.MaxUint64
	}
	cost := make([]uint64, 3*n.States()) // at the head of the label's arc
	time := make([]uint64, 3*n.States())
	for i := range cost {
		cost[i] = math.MaxUint64
	}
	done := make([]bool, 3*n.States())
	var queue items
	for dir := uint32(0); dir < 2; dir++ {
		arc := 2*from.Edge + dir
		if x.shut(arc) {
			continue
		}
		left := from.Offset
		if dir == 0 {
			left = n.Edges[from.Edge].Length - from.Offset
		}
		phase, _ := phaseOn(0, n.Classes[n.Arcs[arc]].Access)
		label := 3*int(arc) + phase
		cost[label], time[label] = x.price(x.choose, arc, left), x.price(x.time, arc, left)
		heap.Push(&queue, item{cost[label], label})
	}
	for queue.Len() > 0 {
		label := heap.Pop(&queue).(item).label
		if done[label] {
			continue
		}
		done[label] = true
		state, phase := uint32(label/3), label%3
		arc := n.Arc(state)
		node := n.Edges[arc/2].To
		if arc%2 == 1 {
			node = n.Edges[arc/2].From
		}
		for i := n.First[node]; i < n.First[node+1]; i++ {
			to := n.Out[i]
			ms, ok := n.Turn(arc, to)
			next := n.Next(state, to)
			if x.shut(to) || !ok || next == graph.None || x.banned[[2]uint32{arc, to}] {
				continue
			}
			nextPhase, ok := phaseOn(phase, n.Classes[n.Arcs[to]].Access)
			if !ok {
				continue
			}
			tail, tailTime := cost[label], time[label]+uint64(ms)
			if x.turns {
				tail += uint64(ms)
			}
			if at[to].cost == math.MaxUint64 {
				order = append(order, to)
			}
			if tail < at[to].cost {
				at[to] = arrival{tail, tailTime}
			}
			l := 3*int(next) + nextPhase
			length := n.Edges[to/2].Length
			if head := tail + x.price(x.choose, to, length); head < cost[l] {
				cost[l], time[l] = head, tailTime+x.price(x.time, to, length)
				heap.Push(&queue, item{head, l})
			}
		}
	}
	return at, order
}

// cost returns what the best path from one spot to another costs, false when there is none.
func (x *oracle) cost(at []arrival, from, to graph.Spot) (best uint64, ok bool) {
	best = math.MaxUint64
	for dir := uint32(0); dir < 2; dir++ {
		arc := 2*to.Edge + dir
		if x.shut(arc) {
			continue
		}
		length := x.n.Edges[to.Edge].Length
		begin, end := from.Offset, to.Offset
		if dir == 1 {
			begin, end = length-from.Offset, length-to.Offset
		}
		if at[arc].cost != math.MaxUint64 {
			best = min(best, at[arc].cost+x.price(x.choose, arc, end))
		}
		if from.Edge == to.Edge && begin <= end {
			best = min(best, x.price(x.choose, arc, end-begin))
		}
	}
	return best, best != math.MaxUint64
}
