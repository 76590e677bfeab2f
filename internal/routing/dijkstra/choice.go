package dijkstra

import "github.com/footstepd/footstepd/internal/routing/graph"

// A Choice is a best path and the alternatives to it that have been chosen so far.
type Choice struct{ a alternatives }

// NewChoice returns a choice of the best path alone.
func NewChoice(m *graph.Metric, best Path) *Choice {
	c := &Choice{alternatives{search: search{n: m.Network, m: m}}}
	c.a.accept(best)
	return c
}

// Fits tells whether a path has little enough in common with all that are chosen, see MaxShare, and
// goes nowhere twice that the best path does not.
func (c *Choice) Fits(p *Path) bool { return c.a.differs(p) && !c.a.turnsBack(p) }

// Add chooses a path.
func (c *Choice) Add(p Path) { c.a.accept(p) }
