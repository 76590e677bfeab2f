package graph

import (
	"context"
	"unicode/utf8"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/region"
)

// Check opens the graph of a region file and verifies all that Open takes on trust: shapes have the
// lengths that edges say, boxes hold their edges, turn tables lead nowhere that the mode may not go,
// and islands and cores are what they claim. It reads everything and takes a while. Errors wrap
// ErrInvalid.
func Check(ctx context.Context, file *region.File) error {
	g, err := Open(file)
	if err != nil {
		return err
	}
	if err := g.validate(); err != nil {
		return err
	}
	if err := g.check(ctx); err != nil {
		return err
	}
	for _, n := range g.networks {
		if err := n.validate(); err != nil {
			return err
		}
		if err := n.check(ctx); err != nil {
			return err
		}
	}
	return nil
}

// cutSlack is by how many millimetres the rounding of a position can change the length of a road that ends
// there: half the diagonal of a unit of 1e-7 degree.
const cutSlack = 8

// checkEvery is how many items are looked at between two looks at the context.
const checkEvery = 1 << 14

func (g *Graph) check(ctx context.Context) error {
	for v, p := range g.Nodes {
		if !onEarth(p) {
			return invalid("node %d lies off the earth", v)
		}
	}
	for i, p := range g.Shapes {
		if !onEarth(p) {
			return invalid("shape point %d lies off the earth", i)
		}
	}
	held := make([]bool, len(g.Edges))
	for i, e := range g.tree.Items {
		if held[e] {
			return invalid("edge %d is in the tree twice", e)
		}
		held[e] = true
		if box := g.box(e); box != g.tree.Boxes[i] {
			return invalid("box of edge %d", e)
		}
	}
	for e := range g.Edges {
		if e%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !held[e] {
			return invalid("edge %d is not in the tree", e)
		}
		metres := 0.0
		for i := 1; i < g.Points(uint32(e)); i++ {
			metres += geo.Distance(g.Point(uint32(e), i-1), g.Point(uint32(e), i))
		}
		// Shape points that coincide are left out, which moves no length. The end of what was cut off beside a
		// node with limits was moved to the next position that can be stored.
		slack := uint32(1)
		for _, v := range [2]uint32{g.Edges[e].From, g.Edges[e].To} {
			if g.NodeIDs[v] == 0 {
				slack += cutSlack
			}
		}
		if got, want := g.Edges[e].Length, millimetres(metres); got+slack < want || got > want+slack {
			return invalid("edge %d is said to have %d mm and has %d", e, got, want)
		}
	}
	for i := range g.textEnds {
		if !utf8.ValidString(g.Text(uint32(i))) {
			return invalid("text %d is not UTF-8", i)
		}
	}
	return nil
}

func onEarth(p geo.Fixed) bool {
	return p.Lon >= -180*geo.Scale && p.Lon <= 180*geo.Scale && p.Lat >= -90*geo.Scale && p.Lat <= 90*geo.Scale
}

func (n *Network) check(ctx context.Context) error {
	hasArcs := make([]uint32, len(n.Islands))
	for e := range n.Edges {
		island := n.islandOf[e]
		for arc := uint32(2 * e); arc <= uint32(2*e+1); arc++ {
			if !n.Usable(arc) {
				if n.Reaches[arc] != 0 {
					return invalid("arc %d reaches a core and cannot be used (%s)", arc, n.Mode)
				}
				continue
			}
			if island == None {
				return invalid("edge %d can be used and is on no island (%s)", e, n.Mode)
			}
			hasArcs[island]++
		}
	}
	for i := range n.Islands {
		if n.Islands[i].Arcs != hasArcs[i] {
			return invalid("island %d has %d arcs, not %d (%s)", i, hasArcs[i], n.Islands[i].Arcs, n.Mode)
		}
	}
	for v := range n.Nodes {
		if v%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		out, table := n.Leaving(uint32(v)), n.tableAt(uint32(v))
		for i, back := range out {
			for j, to := range out {
				if table[i*len(out)+j] == noTurn {
					continue
				}
				if !n.Usable(back^1) || !n.Usable(to) {
					return invalid("turn at node %d over roads that cannot be used (%s)", v, n.Mode)
				}
				if n.islandOf[back>>1] != n.islandOf[to>>1] {
					return invalid("turn at node %d from one island to another (%s)", v, n.Mode)
				}
			}
		}
	}
	return n.checkCores(ctx)
}

// checkCores verifies that what is marked as reaching a core, or as reached from it, is next to
// something that is marked likewise.
func (n *Network) checkCores(ctx context.Context) error {
	inCore := n.cores(n.coreEligible())
	sizes := make([]uint32, len(n.Islands))
	for state, in := range inCore {
		if in {
			sizes[n.islandOf[n.Arc(uint32(state))>>1]]++
		}
	}
	for i, island := range n.Islands {
		if island.Core != sizes[i] {
			return invalid("island %d has a core of %d, not %d (%s)", i, sizes[i], island.Core, n.Mode)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	fresh := Network{
		Graph: n.Graph, Mode: n.Mode, Classes: n.Classes, Arcs: n.Arcs, Copies: n.Copies, turnsAt: n.turnsAt, turns: n.turns,
		overrides: n.overrides, islandOf: n.islandOf, special: n.special, Reaches: make([]Reach, len(n.Arcs)),
	}
	fresh.markFromCore(inCore)
	fresh.markToCore(inCore)
	for arc := range n.Arcs {
		if n.Reaches[arc] != fresh.Reaches[arc] {
			return invalid("reach of arc %d (%s)", arc, n.Mode)
		}
	}
	return nil
}
