package embedded

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/paulmach/orb"
)

// A place is where a stop can lie on the network: one spot, or several where roads meet.
type place struct {
	spots  []graph.Spot
	metres float64 // from the stop
	rank   float64 // metres, made longer for roads on which nobody wants to begin
	// leaves and arrives tell that a trip can get from the place to the core of its island, and
	// from the core to the place.
	leaves, arrives bool
	// anchored tells that it does both, and that the core is no mere stub: whoever begins or ends
	// here can get about.
	anchored bool
	islands  []uint32
}

func (p *place) point() orb.Point { return p.spots[0].Point }

// Numbers that govern the choice of places.
const (
	// anchorStates is the size of a core from which on it counts as the road network and not as
	// a stub: some thirty two-way roads.
	anchorStates = 64
	// highwayRank is how much farther a motorway seems than it is: who stands beside one wants
	// the local road nearby.
	highwayRank = 4
	// samePlace is the distance in metres within which spots on different roads are one place.
	samePlace = 0.001
)

// places lists where a stop can lie: the nearest place, and the nearest anchored one if that is
// another. What lies between is no better than the nearest. None at all means that the network is too
// far away.
func (e *Engine) places(ctx context.Context, m *graph.Metric, p orb.Point) ([]place, error) {
	var list []place
	limit := math.Inf(1) // of the distance, once something anchored is found
	e.graph.Nearest(p, routing.MaxSnapMetres, m.Landable, func(s graph.Spot) bool {
		if s.Metres > limit+samePlace || ctx.Err() != nil {
			return false
		}
		last := len(list) - 1
		if last < 0 || list[last].point() != s.Point {
			if last > 0 && !list[last].anchored {
				list = list[:last]
			}
			list = append(list, place{metres: s.Metres})
			last = len(list) - 1
		}
		x := &list[last]
		x.add(m, s)
		if x.anchored {
			limit = min(limit, x.rank)
		}
		return true
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return ranked(list), nil
}

// add puts another spot at the place.
func (p *place) add(m *graph.Metric, s graph.Spot) {
	n := m.Network
	p.spots = append(p.spots, s)
	island := n.IslandOf(s.Edge)
	p.islands = append(p.islands, island)
	reach := n.Reaches[2*s.Edge] | n.Reaches[2*s.Edge+1]
	p.leaves = p.leaves || reach&graph.ToCore != 0
	p.arrives = p.arrives || reach&graph.FromCore != 0
	p.anchored = p.anchored || reach == graph.ToCore|graph.FromCore && n.Islands[island].Core >= anchorStates
	rank := p.metres
	if n.Way(2*s.Edge).Features&routing.Highway != 0 {
		rank *= highwayRank
	}
	if len(p.spots) == 1 || rank < p.rank {
		p.rank = rank
	}
}

// ranked sorts places by rank and leaves the nearest, and the first anchored one.
func ranked(list []place) []place {
	slices.SortStableFunc(list, func(a, b place) int { return cmp.Compare(a.rank, b.rank) })
	if len(list) == 0 || list[0].anchored {
		return list[:min(1, len(list))]
	}
	kept := list[:1]
	if i := slices.IndexFunc(list, func(p place) bool { return p.anchored }); i > 0 {
		kept = append(kept, list[i])
	}
	return kept
}

// shares tells whether two places have an island in common.
func (p *place) shares(q *place) bool {
	for _, a := range p.islands {
		for _, b := range q.islands {
			if a == b {
				return true
			}
		}
	}
	return false
}

// nearest returns the place on the network nearest to a point however far away, for an error.
func (e *Engine) nearest(m *graph.Metric, p orb.Point) (found *routing.Snap) {
	e.graph.Nearest(p, math.Inf(1), m.Landable, func(s graph.Spot) bool {
		snap := e.snap(m, s)
		found = &snap
		return false
	})
	return found
}
