package graph

import (
	"context"
	"math"

	"github.com/footstepd/footstepd/internal/routing/profile"
)

// bearingMetres is the distance over which the angle of a turn is measured.
const bearingMetres = 12

// makeTurns fills the turn tables: what each turn costs, and which ones nobody can make, because
// the mode cannot use one of the roads or something stands in the way. One can turn round where the
// road ends, at a barrier that ends it, and at turning circles.
func (b *networkBuilder) makeTurns(ctx context.Context) error {
	n := b.n
	n.turnsAt = make([]uint32, len(n.Nodes))
	total := uint32(0)
	for v := range n.Nodes {
		n.turnsAt[v] = total
		d := n.First[v+1] - n.First[v]
		total += d * d
	}
	n.turns = make([]uint16, total)
	bearings := b.bearings()
	for v := range n.Nodes {
		if v%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b.turnTable(uint32(v), n.Leaving(uint32(v)), bearings, n.tableAt(uint32(v)))
	}
	return nil
}

// tableAt returns the turn table of a node.
func (n *Network) tableAt(v uint32) []uint16 {
	d := n.First[v+1] - n.First[v]
	return n.turns[n.turnsAt[v] : n.turnsAt[v]+d*d]
}

// packTurns stores each distinct turn table once.
func (n *Network) packTurns() {
	pool := newTurnPool()
	for v := range n.Nodes {
		n.turnsAt[v] = pool.add(n.tableAt(uint32(v)))
	}
	n.turns = pool.turns
}

// barrier returns what a node means for the mode.
func (b *networkBuilder) barrier(v uint32) profile.Barrier {
	if stop := b.t.stops[v]; stop != nil && stop.barriers != nil {
		return stop.barriers[b.mode]
	}
	return profile.Barrier{Access: profile.Open}
}

// bearings returns the bearing of each arc at its tail, computed once for all modes.
func (b *networkBuilder) bearings() []float32 {
	if b.t.bearings == nil {
		b.t.bearings = make([]float32, 2*len(b.t.Edges))
		for arc := range b.t.bearings {
			b.t.bearings[arc] = float32(b.t.bearing(uint32(arc), bearingMetres))
		}
	}
	return b.t.bearings
}

// turnTable fills the table of one node.
func (b *networkBuilder) turnTable(v uint32, out []uint32, bearings []float32, table []uint16) {
	n := b.n
	stop := b.t.stops[v]
	barrier := b.barrier(v)
	roads := 0
	for _, arc := range out {
		if n.Usable(arc) || n.Usable(arc^1) {
			roads++
		}
	}
	turning := n.NodeFlags[v]&TurningPlace != 0
	round := uint32(None) // by which a roundabout goes on from here
	for _, arc := range out {
		if n.Way(arc).Flags&Roundabout != 0 && n.Usable(arc) {
			round = arc
		}
	}
	for i, back := range out {
		in := back ^ 1
		row := table[i*len(out) : (i+1)*len(out)]
		onward := false // something open other than turning round
		for j, to := range out {
			row[j] = noTurn
			if to == back || !n.Usable(in) || !n.Usable(to) || barrier.Access == profile.No || round != None && b.cuts(v, in, to, round, bearings) {
				continue
			}
			row[j] = b.turnTenths(v, in, to, roads > 2, stop, barrier.Seconds, bearings)
			onward = onward || n.ClassOf(to).Access == profile.Open
		}
		if n.Usable(in) && n.Usable(back) && (!onward || turning) {
			row[i] = b.turnTenths(v, in, back, roads > 2, stop, 0, bearings)
		}
	}
}

// cuts tells whether a turn at a roundabout leads from a carriageway that enters it to one that leaves it
// at the same place, against the way round: where the way out lies before the way in, who has just come in
// has to go round.
func (b *networkBuilder) cuts(v, in, to, round uint32, bearings []float32) bool {
	n := b.n
	oneway := func(arc uint32) bool { return !n.Usable(arc^1) && n.Way(arc).Flags&Roundabout == 0 }
	if !oneway(in) || !oneway(to) {
		return false
	}
	// Around the node from where the roundabout goes on, away from its middle.
	side := func(arc uint32) float64 {
		turn := float64(bearings[arc] - bearings[round])
		if n.NodeFlags[v]&LeftHand != 0 {
			turn = -turn
		}
		return math.Mod(turn+720, 360)
	}
	return side(in^1) < side(to)
}

// turnTenths returns the cost of a turn in tenths of a second.
func (b *networkBuilder) turnTenths(v, in, to uint32, junction bool, stop *rawNode, delay float64, bearings []float32) uint16 {
	n := b.n
	turn := profile.Turn{
		Angle:    turnAngle(math.Mod(float64(bearings[in^1])+180, 360), float64(bearings[to])),
		UTurn:    to == in^1,
		Junction: junction,
		LeftHand: n.NodeFlags[v]&LeftHand != 0,
	}
	if turn.UTurn {
		turn.Angle = 180
	}
	if stop != nil {
		turn.Control = b.control(v, in, stop)
	}
	seconds := b.profile.Turn(turn) + b.changeSeconds(n.ClassOf(in).Travel, n.ClassOf(to).Travel) + delay
	return uint16(math.Min(maxTurn, math.Max(0, math.Round(seconds*10))))
}

// control returns what stops the traffic that arrives at a node over an arc. A sign inside one way
// can face one direction; a stop sign that does not say which stands before the nearer end.
func (b *networkBuilder) control(v, in uint32, stop *rawNode) profile.Control {
	n := b.n
	j := stop.junction
	if j.Control == profile.NoControl {
		return j.Control
	}
	out := n.Leaving(v)
	if len(out) == 2 && n.Edges[out[0]>>1].Way == n.Edges[out[1]>>1].Way && out[0]>>1 != out[1]>>1 {
		onward := out[0]
		if onward == in^1 {
			onward = out[1]
		}
		facing := j.Facing
		switch {
		case facing == profile.Along && in&1 == 1, facing == profile.Against && in&1 == 0:
			return profile.NoControl
		case facing == profile.Both && j.Control != profile.Signals && n.Edges[in>>1].Length < n.Edges[onward>>1].Length:
			return profile.NoControl
		}
		return j.Control
	}
	if j.Minor && b.isMajor(v, in) {
		return profile.NoControl
	}
	return j.Control
}

// isMajor tells whether an arc arrives on one of the most important roads of a junction, and there
// are lesser ones.
func (b *networkBuilder) isMajor(v, in uint32) bool {
	best, worst := profile.RoadClass(math.MaxUint8), profile.RoadClass(0)
	for _, arc := range b.n.Leaving(v) {
		road := b.n.Way(arc).Road
		best, worst = min(best, road), max(worst, road)
	}
	return b.n.Way(in).Road == best && best != worst
}

// turnPool keeps each distinct table once.
type turnPool struct {
	turns []uint16
	at    map[string]uint32
	key   []byte
}

func newTurnPool() *turnPool { return &turnPool{at: map[string]uint32{}} }

func (p *turnPool) add(table []uint16) uint32 {
	p.key = p.key[:0]
	for _, t := range table {
		p.key = append(p.key, byte(t), byte(t>>8))
	}
	if at, ok := p.at[string(p.key)]; ok {
		return at
	}
	at := uint32(len(p.turns))
	p.turns = append(p.turns, table...)
	p.at[string(p.key)] = at
	return at
}
