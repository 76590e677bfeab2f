package dijkstra

import (
	"context"

	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/queue"
)

// A Total is what the best path between two places comes to.
type Total struct {
	Cost         uint64 // what the search minimised, Unreachable when there is no path
	Milliseconds uint64 // of travel
	Millimetres  uint64
}

// Unreachable is the cost of a total where there is no path.
const Unreachable = infinity

// Measure adds up a path as a route through it is reported.
func (p *Path) Measure(m *graph.Metric) Total {
	t := Total{Cost: p.Cost}
	n := m.Network
	last := len(p.States) - 1
	before := uint32(graph.None)
	for i, state := range p.States {
		arc := n.Arc(state)
		begin, end := uint32(0), n.Edges[arc>>1].Length
		if i == 0 {
			begin = p.From
		}
		if i == last {
			end = p.To
		}
		t.add(m, before, arc, end-begin)
		before = arc
	}
	return t
}

// add takes another stretch and the turn onto it.
func (t *Total) add(m *graph.Metric, before, arc, mm uint32) {
	if before != graph.None {
		ms, _ := m.Network.Turn(before, arc)
		t.Milliseconds += uint64(ms)
	}
	t.Milliseconds += m.OfArc(arc).Time.Over(mm)
	t.Millimetres += uint64(mm)
}

// Table finds what the best paths from each origin to each destination come to, as Route would find
// them: one search per origin. Origins and destinations are the spots of one place each. Where paths
// cost the same to the millisecond, any of them counts. The error is the context's.
func Table(ctx context.Context, m *graph.Metric, origins, destinations [][]graph.Spot) ([][]Total, error) {
	w := pool.Get().(*workspace)
	defer pool.Put(w)
	t := newTable(m, w, destinations)
	rows := make([][]Total, len(origins))
	for i, origin := range origins {
		row, err := t.row(ctx, origin, destinations)
		if err != nil {
			return nil, err
		}
		rows[i] = row
	}
	return rows, nil
}

// table is a search from one place to many.
type table struct {
	search
	list []entrance
	at   map[uint32][]int32 // of each arc on which destinations lie: their entrances
	ends []uint64           // bit per arc: destinations lie on it
	best []arrival          // of each destination
}

// entrance is an arc by which a destination is reached.
type entrance struct {
	destination int
	arc         uint32
	mm          uint32 // from the arc's tail to the destination
}

// arrival is the best path to a destination that was found so far.
type arrival struct {
	cost  uint64
	label uint32 // before the turn onto the last arc, graph.None when the path lies on one arc
	arc   uint32
	from  uint32 // where a path on one arc begins
	mm    uint32
}

func newTable(m *graph.Metric, w *workspace, destinations [][]graph.Spot) *table {
	t := &table{
		search: search{n: m.Network, m: m, w: w, states: uint32(m.Network.States())},
		at:     map[uint32][]int32{}, best: make([]arrival, len(destinations)),
		ends: make([]uint64, (len(m.Network.Arcs)+63)/64),
	}
	for i, spots := range destinations {
		for _, d := range spots {
			for _, arc := range ArcsOf(d) {
				if t.usable(arc) && d.Takes(arc) {
					t.at[arc] = append(t.at[arc], int32(len(t.list)))
					t.ends[arc>>6] |= 1 << (arc & 63)
					t.list = append(t.list, entrance{i, arc, d.At(arc, m.Network.Graph)})
				}
			}
		}
	}
	return t
}

// row finds the paths from one origin.
func (t *table) row(ctx context.Context, origin []graph.Spot, destinations [][]graph.Spot) ([]Total, error) {
	for i := range t.best {
		t.best[i] = arrival{cost: infinity, label: graph.None}
	}
	t.w.forward.reset(labelCount(t.n))
	t.start(origin)
	t.within(origin)
	if err := t.run(ctx); err != nil {
		return nil, err
	}
	row := make([]Total, len(destinations))
	for i := range row {
		row[i] = t.total(&t.best[i], origin)
	}
	return row, nil
}

// within looks at paths that stay on one arc.
func (t *table) within(origin []graph.Spot) {
	for _, o := range origin {
		for _, arc := range ArcsOf(o) {
			if !o.Takes(arc) {
				continue
			}
			from := o.At(arc, t.n.Graph)
			for _, i := range t.at[arc] {
				e := &t.list[i]
				if from > e.mm {
					continue
				}
				if cost := t.m.OfArc(arc).Choose.Over(e.mm - from); cost < t.best[e.destination].cost {
					t.best[e.destination] = arrival{cost, graph.None, arc, from, e.mm}
				}
			}
		}
	}
}

// run settles labels until no destination can be reached for less.
func (t *table) run(ctx context.Context) error {
	worst := t.worst()
	for settled := 1; ; settled++ {
		top := t.w.forward.top()
		if top == infinity {
			return nil
		}
		if top >= worst {
			// What was the worst may have been improved since.
			if worst = t.worst(); top >= worst {
				return nil
			}
		}
		if settled%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if t.settle(t.w.forward.queue.Pop()) && worst == infinity {
			worst = t.worst()
		}
	}
}

// worst returns the cost of the destination that is the farthest as far as is known.
func (t *table) worst() (cost uint64) {
	for i := range t.best {
		cost = max(cost, t.best[i].cost)
	}
	return cost
}

// settle looks at the turns from the head of a label. It tells whether a destination was reached for
// the first time.
func (t *table) settle(e queue.Entry) (found bool) {
	state, layer := e.Label, uint32(0)
	if state >= t.states {
		state, layer = state-t.states, 1
	}
	n, m := t.n, t.m
	arc := n.Arc(state)
	access := m.OfArc(arc).Access
	out, turns := n.TurnsOut(arc)
	for i, to := range out {
		p := m.OfArc(to)
		if turns[i] == graph.NoTurn || p.Choose == 0 || m.Bans(state, to) {
			continue
		}
		nextLayer, ok := graph.Layer(access, layer, p.Access)
		if !ok {
			continue
		}
		next := n.Next(state, to)
		if next == graph.None {
			continue
		}
		atTail := e.Key + m.TurnCost(turns[i])
		if t.ends[to>>6]&(1<<(to&63)) != 0 {
			found = t.arrive(e.Label, to, atTail) || found
		}
		t.w.forward.improve(next+nextLayer*t.states, atTail+p.Choose.Over(n.Edges[to>>1].Length), e.Label)
	}
	return found
}

// arrive looks at the destinations on an arc. It tells whether any is reached for the first time.
func (t *table) arrive(label, arc uint32, atTail uint64) (first bool) {
	for _, i := range t.at[arc] {
		e := &t.list[i]
		best := &t.best[e.destination]
		if cost := atTail + t.m.OfArc(arc).Choose.Over(e.mm); cost < best.cost {
			first = first || best.cost == infinity
			*best = arrival{cost, label, arc, 0, e.mm}
		}
	}
	return first
}

// total adds up the path to a destination.
func (t *table) total(a *arrival, origin []graph.Spot) Total {
	sum := Total{Cost: a.cost}
	if a.cost == infinity {
		return sum
	}
	if a.label == graph.None {
		sum.add(t.m, graph.None, a.arc, a.mm-a.from)
		return sum
	}
	after, mm := a.arc, a.mm
	for label := a.label; label != graph.None; label = t.w.forward.at[label].parent {
		arc := t.n.Arc(label % t.states)
		sum.add(t.m, arc, after, mm)
		after, mm = arc, t.n.Edges[arc>>1].Length
	}
	_, left := nearest(origin, after, func(o graph.Spot) uint32 { return t.n.Edges[o.Edge].Length - o.At(after, t.n.Graph) })
	sum.add(t.m, graph.None, after, left)
	return sum
}
