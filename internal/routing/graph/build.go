package graph

import (
	"context"
	"math"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing/profile"
)

// networkBuilder makes the network of one mode.
type networkBuilder struct {
	*Builder
	t       *topology
	n       *Network
	mode    int // index among the builder's modes
	profile profile.Profile
	report  *region.Report
	numbers map[Class]uint16
	rules   map[string]uint16 // timed classes that belong together: their place, by how they are written
}

// network builds the network of the mode of the given index.
func (b *Builder) network(ctx context.Context, t *topology, mode int, report *region.Report) (*Network, error) {
	nb := &networkBuilder{
		Builder: b, t: t, mode: mode, profile: b.profiles[mode], report: report,
		n:       &Network{Graph: t.Graph, Mode: b.modes[mode], Classes: []Class{{}}},
		numbers: map[Class]uint16{}, rules: map[string]uint16{},
	}
	if err := nb.classify(ctx); err != nil {
		return nil, err
	}
	if err := nb.alignTwins(); err != nil {
		return nil, err
	}
	if err := nb.makeTurns(ctx); err != nil {
		return nil, err
	}
	patterns := nb.restrict()
	nb.getOff()
	timed := nb.restrictAtTimes()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	nb.findIslands()
	if err := nb.enclose(); err != nil {
		return nil, err
	}
	nb.n.follow(patterns, timed)
	nb.n.markSpecial()
	nb.n.findCores()
	nb.n.packTurns()
	return nb.n, ctx.Err()
}

// roads returns how many edges the mode can use.
func (n *Network) roads() (count int) {
	for e := range n.Edges {
		if n.Usable(uint32(2*e)) || n.Usable(uint32(2*e+1)) {
			count++
		}
	}
	return count
}

// classify gives each arc its class.
func (b *networkBuilder) classify(ctx context.Context) error {
	kinds := b.ways.kinds[b.mode].list
	uses, there := b.ways.uses[b.mode], b.ways.there[b.mode]
	// The classes of a way's two directions are the same for all its edges, which mostly lie one
	// after the other.
	done := make([][2]uint16, len(b.t.Ways))
	known := make([]bool, len(b.t.Ways))
	b.n.Arcs = make([]uint16, 2*len(b.t.Edges))
	shared := b.lineLengths()
	for e := range b.t.Edges {
		way := b.t.Edges[e].Way
		if !known[way] {
			use, at := uses[way], placed{way, b.ways.varies[way] & b.t.settings[b.t.Edges[e].From]}
			if at.here != 0 {
				use = there[at]
			}
			classes, err := b.classes(way, kinds[use], shared)
			if err == nil {
				classes, err = b.timedClasses(at, classes, shared)
			}
			if err != nil {
				return err
			}
			done[way], known[way] = classes, true
		}
		b.n.Arcs[2*e], b.n.Arcs[2*e+1] = done[way][0], done[way][1]
	}
	if err := b.limitGateways(); err != nil {
		return err
	}
	return b.climb(ctx)
}

// limitGateways gives the edges beside a node with limits classes that have them, for vehicles.
func (b *networkBuilder) limitGateways() error {
	if profile.VehicleOf(b.n.Mode) == (profile.Vehicle{}) {
		return nil
	}
	for e := range b.t.Edges {
		limits, ok := b.t.gateways[uint32(e)]
		if !ok {
			continue
		}
		for _, arc := range [2]int{2 * e, 2*e + 1} {
			if b.n.Arcs[arc] == 0 {
				continue
			}
			c := *b.n.ClassOf(uint32(arc))
			c.Limits = c.Limits.And(limits)
			number, err := b.number(c)
			if err != nil {
				return err
			}
			b.n.Arcs[arc] = number
		}
	}
	return nil
}

// lineLengths returns the length over which the time of a ferry line is spread, for ways that take
// their time from a relation; 0 when the extract does not hold the whole line.
func (b *networkBuilder) lineLengths() map[uint32]uint64 {
	lengths := map[uint32]uint64{}
	for i, ways := range b.ferries.ways {
		total, whole := uint64(0), !b.ferries.mixed[i]
		for _, w := range ways {
			total += b.t.lengths[w].mm
			whole = whole && !b.t.lengths[w].cut
		}
		for _, w := range ways {
			lengths[w] = 0
			if whole {
				lengths[w] = total
			}
		}
	}
	return lengths
}

// classes returns the classes of a way's two directions.
func (b *networkBuilder) classes(way uint32, use profile.Way, lines map[uint32]uint64) (classes [2]uint16, err error) {
	mm, line := lines[way]
	if !line && !b.t.lengths[way].cut {
		mm = b.t.lengths[way].mm
	}
	for i, d := range [2]profile.Direction{use.Forward, use.Backward} {
		if d.Access == profile.No {
			continue
		}
		speed := use.Speed(d, float64(mm)/1000)
		c := Class{
			SpeedKPH: math.Max(minSpeed, math.Min(maxSpeed, math.Round(speed*1e4)/1e4)),
			Penalty:  float32(math.Max(1, math.Min(maxPenalty, d.Penalty))),
			Access:   d.Access, Travel: travelOf(d.Travel),
			Features: b.t.Ways[way].Features, Road: b.t.Ways[way].Road,
			Limits: d.Limits, Traits: use.Traits,
		}
		if d.Traffic {
			c.Traffic = 1
		}
		if classes[i], err = b.number(c); err != nil {
			return classes, err
		}
	}
	return classes, nil
}

// number returns the number of a class, a new one where needed.
func (b *networkBuilder) number(c Class) (uint16, error) {
	if n, ok := b.numbers[c]; ok {
		return n, nil
	}
	if len(b.n.Classes) > math.MaxUint16 {
		return 0, invalid("the roads for %s differ in more than %d ways", b.n.Mode, math.MaxUint16)
	}
	n := uint16(len(b.n.Classes))
	b.n.Classes = append(b.n.Classes, c)
	b.numbers[c] = n
	return n, nil
}

// changeSeconds is what a change between ways of travelling takes.
func (b *networkBuilder) changeSeconds(from, to Travel) float64 {
	if from == to {
		return 0
	}
	return b.profile.ModeChange(from.Mode(), to.Mode())
}
