package isochrone

import (
	"container/heap"
	"math"
	"math/rand/v2"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// network is a made-up road network for tests: a jittered grid of streets with gaps, bends and
// one-ways.
type network struct {
	nodes []orb.Point
	roads []testRoad
}

type testRoad struct {
	from, to          int
	shape             orb.LineString
	forward, backward float64
}

// newNetwork makes size × size junctions around a middle, the given metres apart. Speeds are in
// metres per unit of cost.
func newNetwork(rng *rand.Rand, middle orb.Point, size int, metres, speed float64) *network {
	r := geo.NewRuler(middle)
	n := &network{}
	for y := range size {
		for x := range size {
			dx, dy := rng.Float64()-0.5, rng.Float64()-0.5
			n.nodes = append(n.nodes, r.Point((float64(x)-float64(size-1)/2+dx/2)*metres, (float64(y)-float64(size-1)/2+dy/2)*metres))
		}
	}
	add := func(a, b int) {
		if rng.IntN(10) == 0 {
			return
		}
		shape := orb.LineString{n.nodes[a]}
		for i := range rng.IntN(3) {
			ax, ay := r.XY(n.nodes[a])
			bx, by := r.XY(n.nodes[b])
			t := float64(i+1) / 4
			shape = append(shape, r.Point(ax+t*(bx-ax)+(rng.Float64()-0.5)*metres/8, ay+t*(by-ay)+(rng.Float64()-0.5)*metres/8))
		}
		shape = append(shape, n.nodes[b])
		length := 0.0
		for i := 1; i < len(shape); i++ {
			length += r.Distance(shape[i-1], shape[i])
		}
		road := testRoad{a, b, shape, length / speed / (0.5 + rng.Float64()), length / speed / (0.5 + rng.Float64())}
		switch rng.IntN(8) {
		case 0:
			road.backward = math.Inf(1)
		case 1:
			road.forward = math.Inf(1)
		}
		n.roads = append(n.roads, road)
	}
	for y := range size {
		for x := range size {
			at := y*size + x
			if x+1 < size {
				add(at, at+1)
			}
			if y+1 < size {
				add(at, at+size)
			}
		}
	}
	return n
}

// costs runs Dijkstra's algorithm from a node.
func (n *network) costs(origin int) []float64 {
	type arc struct {
		to   int
		cost float64
	}
	out := make([][]arc, len(n.nodes))
	for _, r := range n.roads {
		out[r.from] = append(out[r.from], arc{r.to, r.forward})
		out[r.to] = append(out[r.to], arc{r.from, r.backward})
	}
	cost := make([]float64, len(n.nodes))
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	cost[origin] = 0
	q := &costQueue{{origin, 0}}
	for q.Len() > 0 {
		e := heap.Pop(q).(queued)
		if e.cost > cost[e.node] {
			continue
		}
		for _, a := range out[e.node] {
			if c := e.cost + a.cost; c < cost[a.to] {
				cost[a.to] = c
				heap.Push(q, queued{a.to, c})
			}
		}
	}
	return cost
}

// reached returns the roads as a search from a node leaves them.
func (n *network) reached(origin int) []Reached {
	cost := n.costs(origin)
	var out []Reached
	for _, r := range n.roads {
		if math.IsInf(cost[r.from], 1) && math.IsInf(cost[r.to], 1) {
			continue
		}
		out = append(out, Reached{r.shape, cost[r.from], cost[r.to], r.forward, r.backward})
	}
	return out
}

type queued struct {
	node int
	cost float64
}

type costQueue []queued

func (q costQueue) Len() int           { return len(q) }
func (q costQueue) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q costQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *costQueue) Push(x any)        { *q = append(*q, x.(queued)) }
func (q *costQueue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}
