package graph

import "github.com/footstepd/footstepd/internal/routing/profile"

// behind holds what a metric makes of open roads behind roads that it restricts and the network does not:
// for goods that may only be delivered along a road, or in the hours of a sign. As at the import, they are
// restricted, too, or nothing could be brought there.
type behind struct {
	classes []Priced // as those of the metric, but restricted
	arcs    []uint64 // bit per arc
}

func (b *behind) holds(arc uint32) bool { return b.arcs[arc>>6]&(1<<(arc&63)) != 0 }

// enclose finds the roads behind those that the metric restricts.
func (m *Metric) enclose() {
	n := m.Network
	open := func(arc uint32) bool {
		p := &m.Classes[n.Arcs[arc]]
		return p.Choose > 0 && p.Access == profile.Open
	}
	arcs := n.cutOff(open, func(uint32) bool { return true })
	if len(arcs) == 0 {
		return
	}
	b := &behind{classes: make([]Priced, len(m.Classes)), arcs: make([]uint64, (len(n.Arcs)+63)/64)}
	for i, p := range m.Classes {
		p.Access = min(p.Access, profile.Restricted)
		b.classes[i] = p
	}
	for _, arc := range arcs {
		b.arcs[arc>>6] |= 1 << (arc & 63)
	}
	m.behind = b
}
