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
	// core is the size of the core if the place does both and the core is no mere stub, else 0.
	core    uint32
	islands []uint32
}

func (p *place) point() orb.Point { return p.spots[0].Point }

// Numbers that govern the choice of places.
const (
	// anchorStates is the size of a core from which on it counts as the road network and not as
	// a stub: some thirty two-way roads.
	anchorStates = 64
	// mainStates is the size of a core from which on no larger one is looked for: that of a town.
	mainStates = 4000
	// highwayRank is how much farther a motorway seems than it is: who stands beside one wants
	// the local road nearby.
	highwayRank = 4
	// samePlace is the distance in metres within which spots on different roads are one place.
	samePlace = 0.001
)

// places lists where a stop can lie: the nearest place, then the nearest ones on ever larger road
// networks, up to the first that is large enough. What lies between is no better. None at all means
// that the network is too far away.
func (e *Engine) places(ctx context.Context, m *graph.Metric, p orb.Point) ([]place, error) {
	return e.placesWhere(ctx, m, p, func(graph.Spot) graph.Shut { return 0 })
}

// placesWhere lists places at which a trip sets out or arrives in some directions alone; those without any
// are left out.
func (e *Engine) placesWhere(ctx context.Context, m *graph.Metric, p orb.Point, shut func(graph.Spot) graph.Shut) ([]place, error) {
	var c candidates
	enough := min(mainStates, e.largest[m.Network.Mode])
	e.graph.Nearest(p, routing.MaxSnapMetres, m.Landable, func(s graph.Spot) bool {
		if ctx.Err() != nil || c.done && s.Metres > c.limit+samePlace {
			return false
		}
		s.Shut = shut(s)
		if m.OfArc(2*s.Edge).Choose > 0 && s.Takes(2*s.Edge) || m.OfArc(2*s.Edge+1).Choose > 0 && s.Takes(2*s.Edge+1) {
			c.add(m, s, enough)
		}
		return true
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return c.finish(), nil
}

// candidates are the places found so far, the last of which may still grow.
type candidates struct {
	list  []place
	last  place
	done  bool    // a large enough network is found
	limit float64 // the distance up to which a better place on it can lie
}

func (c *candidates) add(m *graph.Metric, s graph.Spot, enough uint32) {
	if len(c.last.spots) == 0 || c.last.point() != s.Point {
		c.keep()
		c.last = place{metres: s.Metres}
	}
	c.last.add(m, s)
	if c.last.core >= enough && c.last.core > 0 {
		if !c.done || c.last.rank < c.limit {
			c.done, c.limit = true, c.last.rank
		}
	}
}

// keep lists the last place if it is the first, on a larger network than those before, or better
// placed on it.
func (c *candidates) keep() {
	if len(c.last.spots) == 0 {
		return
	}
	for i := range c.list {
		if p := &c.list[i]; p.core >= c.last.core && p.rank <= c.last.rank {
			return
		}
	}
	c.list = append(c.list, c.last)
}

// finish returns the places by rank, each on a larger network than those before.
func (c *candidates) finish() []place {
	c.keep()
	slices.SortStableFunc(c.list, func(a, b place) int { return cmp.Compare(a.rank, b.rank) })
	var kept []place
	for _, p := range c.list {
		if len(kept) == 0 || p.core > kept[len(kept)-1].core {
			kept = append(kept, p)
		}
	}
	return kept
}

// add puts another spot at the place.
func (p *place) add(m *graph.Metric, s graph.Spot) {
	n := m.Network
	p.spots = append(p.spots, s)
	island := n.IslandOf(s.Edge)
	p.islands = append(p.islands, island)
	var reach graph.Reach
	for arc := 2 * s.Edge; arc <= 2*s.Edge+1; arc++ {
		if s.Takes(arc) {
			reach |= n.Reaches[arc]
		}
	}
	p.leaves = p.leaves || reach&graph.ToCore != 0
	p.arrives = p.arrives || reach&graph.FromCore != 0
	if core := n.Islands[island].Core; reach == graph.ToCore|graph.FromCore && core >= anchorStates {
		p.core = max(p.core, core)
	}
	rank := p.metres
	if n.Way(2*s.Edge).Features&routing.Highway != 0 {
		rank *= highwayRank
	}
	if len(p.spots) == 1 || rank < p.rank {
		p.rank = rank
	}
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
