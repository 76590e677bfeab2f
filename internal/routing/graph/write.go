package graph

import (
	"errors"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
)

// write stores what all modes share.
func (g *Graph) write(w *region.Writer, modes []routing.Mode) error {
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = string(m)
	}
	boxes := make([]geo.Box, len(g.Edges))
	for e := range g.Edges {
		boxes[e] = g.box(uint32(e))
	}
	tree := geo.BuildRTree(boxes)
	return errors.Join(
		w.Add(sectionModes, []byte(strings.Join(names, "\n"))),
		region.AddSlice(w, sectionNodes, g.Nodes),
		region.AddSlice(w, sectionNodeIDs, g.NodeIDs),
		region.AddSlice(w, sectionNodeFlags, g.NodeFlags),
		region.AddSlice(w, sectionEdges, g.Edges),
		region.AddSlice(w, sectionShapes, g.Shapes),
		region.AddSlice(w, sectionFirst, g.First),
		region.AddSlice(w, sectionOut, g.Out),
		region.AddSlice(w, sectionSlots, g.Slots),
		region.AddSlice(w, sectionBearings, g.bearings),
		region.AddSlice(w, sectionWays, g.Ways),
		region.AddSlice(w, sectionTranslations, g.translations),
		region.AddSlice(w, sectionExits, g.exits),
		region.AddSlice(w, sectionTextEnds, g.textEnds),
		w.Add(sectionText, g.text),
		region.AddSlice(w, sectionTreeBoxes, tree.Boxes),
		region.AddSlice(w, sectionTreeItems, tree.Items),
	)
}

// write stores the network of one mode.
func (n *Network) write(w *region.Writer) error {
	name := func(s string) string { return modeSection(n.Mode, s) }
	return errors.Join(
		region.AddSlice(w, name(sectionClasses), n.Classes),
		region.AddSlice(w, name(sectionArcs), n.Arcs),
		region.AddSlice(w, name(sectionTurnsAt), n.turnsAt),
		region.AddSlice(w, name(sectionTurns), n.turns),
		region.AddSlice(w, name(sectionCopies), n.Copies),
		region.AddSlice(w, name(sectionOverrides), n.overrides),
		region.AddSlice(w, name(sectionReach), n.Reaches),
		region.AddSlice(w, name(sectionIslandOf), n.islandOf),
		region.AddSlice(w, name(sectionIslands), n.Islands),
		region.AddSlice(w, name(sectionTimed), n.timed),
		region.AddSlice(w, name(sectionBans), n.bans),
		region.AddSlice(w, name(sectionAfoot), n.afoot),
	)
}

// box returns the box around an edge. One that crosses the antimeridian gets the whole width of the
// world: such edges are few, and a search measures them exactly.
func (g *Graph) box(edge uint32) geo.Box {
	from, to := g.Nodes[g.Edges[edge].From], g.Nodes[g.Edges[edge].To]
	b := geo.BoxOf(from)
	last := from
	crosses := false
	extend := func(p geo.Fixed) {
		gap := int64(p.Lon) - int64(last.Lon)
		crosses = crosses || gap > 180*geo.Scale || gap < -180*geo.Scale
		b, last = b.Extend(p), p
	}
	for _, p := range g.inner(edge) {
		extend(p)
	}
	extend(to)
	if crosses {
		b.MinLon, b.MaxLon = -180*geo.Scale, 180*geo.Scale
	}
	return b
}
