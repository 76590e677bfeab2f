package graph

import (
	"context"
	"math"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// climbs are the levels of how hilly a road is: by how much dearer it is to who avoids hills altogether.
// A road counts as the level nearest to it. Each level makes classes of its own, so there are few.
var climbs = [...]float64{0, 0.25, 0.5, 1, 2, 4, 8, 12}

// climbLevel returns the level nearest to a measured value.
func climbLevel(v float64) uint8 {
	best := 0
	for i, c := range climbs {
		if math.Abs(c-v) < math.Abs(climbs[best]-v) {
			best = i
		}
	}
	return uint8(best)
}

// maxClimbClasses bounds the classes of a network that are made for hills' sake: there is room for no more
// than 65,536 in all.
const maxClimbClasses = 60_000

// climb gives the arcs of modes that know hills classes that tell how hilly they are.
func (b *networkBuilder) climb(ctx context.Context) error {
	if b.Climb == nil || !knows(muscle, b.n.Mode) {
		return nil
	}
	b.n.Classes[0].Climb = 1
	var line orb.LineString
	for e := range b.t.Edges {
		if e%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		arcs := [2]int{2 * e, 2*e + 1}
		if b.n.Arcs[arcs[0]] == 0 && b.n.Arcs[arcs[1]] == 0 {
			continue
		}
		way := &b.t.Ways[b.t.Edges[e].Way]
		if way.Features&routing.Ferry != 0 {
			continue
		}
		line = b.t.AppendPart(line[:0], uint32(2*e), 0, b.t.Edges[e].Length)
		along, against := b.Climb(line, way.Features&routing.Tunnel != 0 || way.Flags&Bridge != 0)
		for i, climb := range [2]float64{along, against} {
			level := climbLevel(climb)
			if b.n.Arcs[arcs[i]] == 0 || level == 0 {
				continue
			}
			if len(b.n.Classes) >= maxClimbClasses {
				b.report.Skip("stretches whose hills are not weighed, since roads are of too many kinds", 1)
				continue
			}
			c := *b.n.ClassOf(uint32(arcs[i]))
			c.Climb = level
			number, err := b.number(c)
			if err != nil {
				return err
			}
			b.n.Arcs[arcs[i]] = number
		}
	}
	return nil
}

// KnowsHills tells whether it is known how hilly the roads are.
func (n *Network) KnowsHills() bool { return n.Classes[0].Climb == 1 }
