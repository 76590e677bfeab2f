package graph

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// A Graph is the road network of a region. Its slices lie in the mapped file: they are valid while
// the file is held and must not be written to. A Graph is safe for concurrent use.
type Graph struct {
	Nodes     []geo.Fixed
	NodeIDs   []int64 // of OSM
	NodeFlags []NodeFlags
	Edges     []Edge
	Shapes    []geo.Fixed
	First     []uint32 // Out[First[v]:First[v+1]] are the arcs that leave node v
	Out       []uint32
	Slots     []uint8 // place of each arc among those that leave its tail
	Ways      []Way

	bearings     []uint16 // of each arc at its tail, in bearingUnit
	translations []Translation
	exits        []Exit // by node
	textEnds     []uint32
	text         []byte
	tree         *geo.RTree
	networks     []*Network
}

// ErrInvalid is returned when the sections of a graph contradict each other.
var ErrInvalid = errors.New("road graph is invalid")

func invalid(format string, args ...any) error {
	return fmt.Errorf("graph: %w: "+format, append([]any{ErrInvalid}, args...)...)
}

// Open makes a graph of the sections of a region file. It checks that the sections fit together
// and that every number in them is in range, so that no accessor or search can leave its array
// later. Of files above region.VerifyLimit it checks the sizes of the sections alone, since looking
// at everything would delay the start; Check looks at everything. Errors wrap ErrInvalid or those of
// package region.
func Open(file *region.File) (*Graph, error) {
	g := &Graph{}
	var boxes []geo.Box
	var items []uint32
	err := errors.Join(
		load(file, sectionNodes, &g.Nodes),
		load(file, sectionNodeIDs, &g.NodeIDs),
		load(file, sectionNodeFlags, &g.NodeFlags),
		load(file, sectionEdges, &g.Edges),
		load(file, sectionShapes, &g.Shapes),
		load(file, sectionFirst, &g.First),
		load(file, sectionOut, &g.Out),
		load(file, sectionSlots, &g.Slots),
		load(file, sectionBearings, &g.bearings),
		load(file, sectionWays, &g.Ways),
		load(file, sectionTranslations, &g.translations),
		load(file, sectionExits, &g.exits),
		load(file, sectionTextEnds, &g.textEnds),
		load(file, sectionText, &g.text),
		load(file, sectionTreeBoxes, &boxes),
		load(file, sectionTreeItems, &items),
	)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	if g.tree, err = geo.OpenRTree(boxes, items); err != nil {
		return nil, fmt.Errorf("graph: %w: %w", ErrInvalid, err)
	}
	if err := g.fit(); err != nil {
		return nil, err
	}
	whole := file.Size() <= region.VerifyLimit
	if whole {
		if err := g.validate(); err != nil {
			return nil, err
		}
	}
	modes, err := file.Section(sectionModes)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	for name := range strings.SplitSeq(string(modes), "\n") {
		n, err := openNetwork(file, g, routing.Mode(name), whole)
		if err != nil {
			return nil, err
		}
		g.networks = append(g.networks, n)
	}
	return g, nil
}

func load[T any](file *region.File, name string, into *[]T) (err error) {
	*into, err = region.Slice[T](file, name)
	return err
}

// fit checks that the sections have the sizes that belong together.
func (g *Graph) fit() error {
	nodes, edges := len(g.Nodes), len(g.Edges)
	switch {
	case edges > int(None/4):
		return invalid("%d edges", edges)
	case len(g.NodeIDs) != nodes, len(g.NodeFlags) != nodes, len(g.First) != nodes+1:
		return invalid("%d nodes with %d ids, %d flags, %d adjacencies", nodes, len(g.NodeIDs), len(g.NodeFlags), len(g.First))
	case len(g.Out) != 2*edges, len(g.Slots) != 2*edges, len(g.bearings) != 2*edges:
		return invalid("%d edges with %d outgoing arcs, %d slots, %d bearings", edges, len(g.Out), len(g.Slots), len(g.bearings))
	case g.First[0] != 0, g.First[nodes] != uint32(2*edges):
		return invalid("adjacency covers %d to %d of %d arcs", g.First[0], g.First[nodes], 2*edges)
	case len(g.textEnds) == 0, g.textEnds[0] != 0, int(g.textEnds[len(g.textEnds)-1]) != len(g.text):
		return invalid("texts do not fill their heap")
	}
	return nil
}

// validate checks that every number is in range.
func (g *Graph) validate() error {
	nodes, edges := len(g.Nodes), len(g.Edges)
	for v := range nodes {
		if d := g.First[v+1] - g.First[v]; g.First[v] > g.First[v+1] || d > MaxDegree {
			return invalid("adjacency of node %d", v)
		}
	}
	shape := uint32(0)
	for e := range g.Edges {
		x := &g.Edges[e]
		if int(x.From) >= nodes || int(x.To) >= nodes || int(x.Way) >= len(g.Ways) {
			return invalid("edge %d refers to what does not exist", e)
		}
		if x.Shape < shape || int(x.Shape) > len(g.Shapes) {
			return invalid("shape of edge %d", e)
		}
		shape = x.Shape
	}
	for v := range nodes {
		for i, arc := range g.Out[g.First[v]:g.First[v+1]] {
			if int(arc) >= 2*edges || int(g.Slots[arc]) != i || g.Tail(arc) != uint32(v) {
				return invalid("slot %d of node %d", i, v)
			}
		}
	}
	texts := uint32(len(g.textEnds))
	for i := range g.Ways {
		w := &g.Ways[i]
		if max(w.Name, w.Ref, w.Destination[0], w.Destination[1], w.Lanes[0], w.Lanes[1], w.Surface, w.Exits) >= texts ||
			uint64(w.Translations)+uint64(w.Translated) > uint64(len(g.translations)) {
			return invalid("way %d refers to what does not exist", i)
		}
	}
	for i, t := range g.translations {
		if max(t.Lang, t.Name) >= texts {
			return invalid("translation %d", i)
		}
	}
	for i, x := range g.exits {
		if int(x.Node) >= nodes || x.Ref >= texts || i > 0 && g.exits[i-1].Node >= x.Node {
			return invalid("exit %d", i)
		}
	}
	if !slices.IsSorted(g.textEnds) {
		return invalid("texts are out of order")
	}
	for i, item := range g.tree.Items {
		if int(item) >= edges {
			return invalid("tree item %d", i)
		}
	}
	return nil
}

// Networks returns the networks of all modes of the region.
func (g *Graph) Networks() []*Network { return g.networks }

// Network returns the network of a mode, nil when the region has none.
func (g *Graph) Network(mode routing.Mode) *Network {
	for _, n := range g.networks {
		if n.Mode == mode {
			return n
		}
	}
	return nil
}

// Tail returns the node where an arc begins.
func (g *Graph) Tail(arc uint32) uint32 {
	if arc&1 == 0 {
		return g.Edges[arc>>1].From
	}
	return g.Edges[arc>>1].To
}

// Head returns the node where an arc ends.
func (g *Graph) Head(arc uint32) uint32 {
	if arc&1 == 0 {
		return g.Edges[arc>>1].To
	}
	return g.Edges[arc>>1].From
}

// Leaving returns the arcs that leave a node, in the order of their slots. The arcs that arrive
// are their opposites, arc^1.
func (g *Graph) Leaving(node uint32) []uint32 { return g.Out[g.First[node]:g.First[node+1]] }

// inner returns the points of an edge between its nodes.
func (g *Graph) inner(edge uint32) []geo.Fixed {
	end := len(g.Shapes)
	if int(edge)+1 < len(g.Edges) {
		end = int(g.Edges[edge+1].Shape)
	}
	return g.Shapes[g.Edges[edge].Shape:end]
}

// Points returns how many points the shape of an edge has, its nodes included.
func (g *Graph) Points(edge uint32) int { return len(g.inner(edge)) + 2 }

// Point returns a point of an edge's shape, 0 to Points-1.
func (g *Graph) Point(edge uint32, i int) orb.Point {
	inner := g.inner(edge)
	switch {
	case i == 0:
		return g.Nodes[g.Edges[edge].From].Point()
	case i <= len(inner):
		return inner[i-1].Point()
	}
	return g.Nodes[g.Edges[edge].To].Point()
}

// AppendShape appends the shape of an arc, from its tail to its head, and returns the extended
// line. The tail is left out when the line already ends there.
func (g *Graph) AppendShape(line orb.LineString, arc uint32) orb.LineString {
	if p := g.Nodes[g.Tail(arc)].Point(); len(line) == 0 || line[len(line)-1] != p {
		line = append(line, p)
	}
	inner := g.inner(arc >> 1)
	for i := range inner {
		if arc&1 == 1 {
			i = len(inner) - 1 - i
		}
		line = append(line, inner[i].Point())
	}
	return append(line, g.Nodes[g.Head(arc)].Point())
}

// Text returns a text by its number.
func (g *Graph) Text(n uint32) string {
	if n == 0 {
		return ""
	}
	return string(g.text[g.textEnds[n-1]:g.textEnds[n]])
}

// Name returns the name of a way in the language of a BCP 47 tag where it has one, else its name.
func (g *Graph) Name(way uint32, language string) string { return g.Text(g.NameText(way, language)) }

// NameText returns the number of the text that Name returns.
func (g *Graph) NameText(way uint32, language string) uint32 {
	w := &g.Ways[way]
	if language != "" {
		for _, t := range g.translations[w.Translations : w.Translations+uint32(w.Translated)] {
			if g.Text(t.Lang) == language {
				return t.Name
			}
		}
	}
	return w.Name
}

// ExitAt returns the number of the motorway exit at a node, "" when there is none.
func (g *Graph) ExitAt(node uint32) string {
	i, ok := slices.BinarySearchFunc(g.exits, node, func(x Exit, n uint32) int { return int(x.Node) - int(n) })
	if !ok {
		return ""
	}
	return g.Text(g.exits[i].Ref)
}

// Way returns the way of an arc.
func (g *Graph) Way(arc uint32) *Way { return &g.Ways[g.Edges[arc>>1].Way] }

// RoadClass returns the class of an arc's way as OSM's value, "ferry" for ferries.
func (w *Way) RoadClass() string { return w.Road.Value(w.Flags&Link != 0) }
