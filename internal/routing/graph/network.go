package graph

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/profile"
)

// A Network is the graph as one travel mode sees it.
type Network struct {
	*Graph
	Mode    routing.Mode
	Classes []Class
	Arcs    []uint16 // class of each arc, 0 where the mode cannot use it
	Copies  []uint32 // arc of each state from 2·edges on, ascending
	Reaches []Reach  // of each arc
	Islands []Island

	turnsAt   []uint32 // start of each node's table among turns
	turns     []uint16 // tables of in-slot × out-slot, in tenths of a second
	overrides []Override
	timed     []timed
	bans      []ban       // by their states
	afoot     []afootTurn // by their arcs
	islandOf  []uint32    // of each edge, None where the mode cannot use it
	special   []uint64    // bit per arc: it has copies or overrides; nil when none has
}

func openNetwork(file *region.File, g *Graph, mode routing.Mode, whole bool) (*Network, error) {
	n := &Network{Graph: g, Mode: mode}
	err := errors.Join(
		load(file, modeSection(mode, sectionClasses), &n.Classes),
		load(file, modeSection(mode, sectionArcs), &n.Arcs),
		load(file, modeSection(mode, sectionCopies), &n.Copies),
		load(file, modeSection(mode, sectionReach), &n.Reaches),
		load(file, modeSection(mode, sectionIslands), &n.Islands),
		load(file, modeSection(mode, sectionTurnsAt), &n.turnsAt),
		load(file, modeSection(mode, sectionTurns), &n.turns),
		load(file, modeSection(mode, sectionOverrides), &n.overrides),
		load(file, modeSection(mode, sectionIslandOf), &n.islandOf),
		load(file, modeSection(mode, sectionTimed), &n.timed),
		load(file, modeSection(mode, sectionBans), &n.bans),
		load(file, modeSection(mode, sectionAfoot), &n.afoot),
	)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	err = n.fit()
	if err == nil && whole {
		err = n.validate()
	}
	if err != nil {
		return nil, fmt.Errorf("%w (%s)", err, mode)
	}
	n.markSpecial()
	return n, nil
}

// fit checks that the sections have the sizes that belong together, and what of them is small.
func (n *Network) fit() error {
	arcs := 2 * len(n.Edges)
	states := uint32(arcs + len(n.Copies))
	switch {
	case len(n.Classes) == 0 || n.Classes[0].Access != profile.No:
		return invalid("no class for what cannot be used")
	case len(n.Arcs) != arcs, len(n.Reaches) != arcs, len(n.islandOf) != len(n.Edges):
		return invalid("%d arcs have %d classes, %d reaches, %d islands", arcs, len(n.Arcs), len(n.Reaches), len(n.islandOf))
	case len(n.turnsAt) != len(n.Nodes):
		return invalid("%d nodes have %d turn tables", len(n.Nodes), len(n.turnsAt))
	case len(n.Copies) > arcs, !slices.IsSorted(n.Copies):
		return invalid("copies of arcs")
	}
	for i, c := range n.Classes {
		if i > 0 && (c.Access == profile.No || c.Access > profile.Open) || !(c.SpeedKPH >= 0 && c.SpeedKPH <= maxSpeed) ||
			i > 0 && c.SpeedKPH < minSpeed || !(c.Penalty >= 0 && c.Penalty <= maxPenalty) || c.Travel >= travels || int(c.Climb) >= len(climbs) {
			return invalid("class %d", i)
		}
	}
	if err := n.fitTimed(uint32(arcs)); err != nil {
		return err
	}
	for i, arc := range n.Copies {
		if int(arc) >= arcs {
			return invalid("copy %d", i)
		}
	}
	for i, o := range n.overrides {
		if o.State >= states || int(o.Arc) >= arcs || o.Next != None && (o.Next >= states || n.Arc(o.Next) != o.Arc) ||
			i > 0 && (n.overrides[i-1].State > o.State || n.overrides[i-1].State == o.State && n.overrides[i-1].Arc >= o.Arc) {
			return invalid("override %d", i)
		}
	}
	return nil
}

// validate checks that every number is in range.
func (n *Network) validate() error {
	for i, c := range n.Arcs {
		if int(c) >= len(n.Classes) {
			return invalid("class of arc %d", i)
		}
	}
	for v, at := range n.turnsAt {
		d := uint64(n.First[v+1] - n.First[v])
		if uint64(at)+d*d > uint64(len(n.turns)) {
			return invalid("turn table of node %d", v)
		}
	}
	for i, island := range n.islandOf {
		usable := n.Usable(uint32(2*i)) || n.Usable(uint32(2*i+1))
		if usable != (island != None) || usable && int(island) >= len(n.Islands) {
			return invalid("island of edge %d", i)
		}
	}
	return nil
}

func (n *Network) markSpecial() {
	if len(n.overrides) == 0 {
		return
	}
	n.special = make([]uint64, (2*len(n.Edges)+63)/64)
	for _, o := range n.overrides {
		arc := n.Arc(o.State)
		n.special[arc>>6] |= 1 << (arc & 63)
	}
	for _, arc := range n.Copies {
		n.special[arc>>6] |= 1 << (arc & 63)
	}
}

// States returns the number of states: 2·edges for the arcs, then the copies.
func (n *Network) States() int { return 2*len(n.Edges) + len(n.Copies) }

// Arc returns the arc that a state stands for.
func (n *Network) Arc(state uint32) uint32 {
	if arcs := uint32(2 * len(n.Edges)); state >= arcs {
		return n.Copies[state-arcs]
	}
	return state
}

// CopiesOf returns the range of states that are copies of an arc.
func (n *Network) CopiesOf(arc uint32) (from, to uint32) {
	if !n.isSpecial(arc) {
		return 0, 0
	}
	i := sort.Search(len(n.Copies), func(i int) bool { return n.Copies[i] >= arc })
	j := i
	for j < len(n.Copies) && n.Copies[j] == arc {
		j++
	}
	arcs := uint32(2 * len(n.Edges))
	return arcs + uint32(i), arcs + uint32(j)
}

// isSpecial tells whether an arc has copies or overrides, so that turns from it can depend on how it
// was reached.
func (n *Network) isSpecial(arc uint32) bool {
	return n.special != nil && n.special[arc>>6]&(1<<(arc&63)) != 0
}

// Next returns the state that follows a state over an arc that leaves its head, None where a turn
// restriction over whole ways forbids it: for nearly all states the arc itself. It says nothing
// about what is forbidden at the node; see Turn.
func (n *Network) Next(state, arc uint32) uint32 {
	if !n.isSpecial(n.Arc(state)) {
		return arc
	}
	i := sort.Search(len(n.overrides), func(i int) bool {
		o := &n.overrides[i]
		return o.State > state || o.State == state && o.Arc >= arc
	})
	if i < len(n.overrides) && n.overrides[i].State == state && n.overrides[i].Arc == arc {
		return n.overrides[i].Next
	}
	return arc
}

// Turn returns the milliseconds that the turn from one arc to the next takes, false when it is not
// allowed. The second arc must leave the head of the first.
func (n *Network) Turn(from, to uint32) (ms uint32, ok bool) {
	v := n.Head(from)
	d := n.First[v+1] - n.First[v]
	t := n.turns[n.turnsAt[v]+uint32(n.Slots[from^1])*d+uint32(n.Slots[to])]
	return uint32(t) * turnUnit, t != noTurn
}

// TurnsOut returns the arcs that leave the head of an arc, and for each the tenths of a second
// that the turn to it takes, NoTurn where it is not allowed.
func (n *Network) TurnsOut(arc uint32) (out []uint32, turns []uint16) {
	v := n.Head(arc)
	first, end := n.First[v], n.First[v+1]
	d := end - first
	row := n.turnsAt[v] + uint32(n.Slots[arc^1])*d
	return n.Out[first:end], n.turns[row : row+d]
}

// TurnsIn returns the opposites of the arcs that arrive at the tail of an arc, and a column of the
// node's table: the turn from out[i]^1 to the arc takes column[i*len(out)] tenths of a second.
func (n *Network) TurnsIn(arc uint32) (out []uint32, column []uint16) {
	v := n.Tail(arc)
	first, end := n.First[v], n.First[v+1]
	d := end - first
	at := n.turnsAt[v] + uint32(n.Slots[arc])
	return n.Out[first:end], n.turns[at : n.turnsAt[v]+d*d]
}

// NoTurn is the entry of turn tables where a turn is not allowed; others are tenths of a second.
const NoTurn = noTurn

// TurnUnit is the milliseconds in one unit of turn tables.
const TurnUnit = turnUnit

// ClassOf returns the class of an arc.
func (n *Network) ClassOf(arc uint32) *Class { return &n.Classes[n.Arcs[arc]] }

// Usable tells whether the mode may use the arc at all.
func (n *Network) Usable(arc uint32) bool { return n.Arcs[arc] != 0 }

// IslandOf returns the island of an edge, None when the mode cannot use it.
func (n *Network) IslandOf(edge uint32) uint32 { return n.islandOf[edge] }
