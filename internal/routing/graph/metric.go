package graph

import (
	"math"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/profile"
)

// Limits of what a class may hold, so that no sum of costs can overflow.
const (
	minSpeed   = 0.05 // km/h
	maxSpeed   = 1000
	maxPenalty = 100
)

// fraction is the number of binary places of a Price.
const fraction = 24

// A Price is what a millimetre costs: milliseconds with 24 binary places. 0 stands for what must
// not be used.
type Price uint64

// Over returns what a stretch of the given millimetres costs, rounded.
func (p Price) Over(mm uint32) uint64 {
	return (uint64(mm)*uint64(p) + 1<<(fraction-1)) >> fraction
}

// maxPrice keeps Over within 64 bits for every length.
const maxPrice = 1<<32 - 1

// A Metric prices the classes of a network for one set of options. There are two prices: Choose is
// what a search minimises, Time is what is reported.
type Metric struct {
	Network *Network
	Classes []Priced
	// Turns tells that turns cost time; a metric of distances has none.
	Turns bool

	bans      []uint64 // turns that are not allowed, from and to in one number, ascending
	restricts bool     // a class has less access than in the network
	behind    *behind  // what lies behind the roads that have; nil when there are none

	closed []uint64 // bit per edge that must not be used; nil when there is none
}

// Priced is a class with its prices.
type Priced struct {
	Choose Price // 0 when forbidden
	Time   Price
	Access profile.Access
}

// NewMetric prices a network. The error is a *routing.OptionError. Places to avoid are not part of a
// metric; see Closed.
func NewMetric(n *Network, o routing.Options) (*Metric, error) {
	t, err := newTaste(n.Mode, o)
	if err != nil {
		return nil, err
	}
	m := &Metric{Network: n, Classes: make([]Priced, len(n.Classes)), Turns: !o.Shortest}
	var now *clock
	if !o.DepartAt.IsZero() {
		now = &clock{n, o.DepartAt, map[uint32]bool{}}
		m.closeTurns(now)
	}
	for i := range n.Classes {
		c := n.at(uint16(i), now)
		if c == nil || c.Access == profile.No || t.forbids(c) || t.forbids(&n.Classes[i]) {
			continue
		}
		access := min(c.Access, n.Classes[i].Access) // roads behind gates stay restricted
		if o.Hazmat && c.Limits.Hazmat == profile.HazmatDelivery {
			access = profile.Restricted
		}
		m.restricts = m.restricts || access != n.Classes[i].Access
		perMM := 3.6 / (c.SpeedKPH * t.speed(c))
		choose := perMM * math.Max(1, float64(c.Penalty))
		if o.Shortest {
			choose = 1
		}
		m.Classes[i] = Priced{Choose: price(choose * t.factor(c, n.Classes[i].Climb)), Time: price(perMM), Access: access}
	}
	if m.restricts {
		m.enclose()
	}
	return m, nil
}

func price(perMM float64) Price {
	return Price(math.Max(1, math.Min(maxPrice, math.Round(perMM*(1<<fraction)))))
}

// OfArc returns the prices of an arc.
func (m *Metric) OfArc(arc uint32) *Priced {
	if m.closed != nil && m.closed[arc>>7]&(1<<(arc>>1&63)) != 0 {
		return &forbidden
	}
	if m.behind != nil && m.behind.holds(arc) {
		return &m.behind.classes[m.Network.Arcs[arc]]
	}
	return &m.Classes[m.Network.Arcs[arc]]
}

var forbidden Priced

// Close forbids edges on top of what the classes say.
func (m *Metric) Close(edges []uint32) {
	if len(edges) > 0 && m.closed == nil {
		m.closed = make([]uint64, (len(m.Network.Edges)+63)/64)
	}
	for _, e := range edges {
		m.closed[e>>6] |= 1 << (e & 63)
	}
}

// Closes tells whether edges are forbidden by themselves, so that the prices of the classes do not say
// all there is to say.
func (m *Metric) Closes() bool { return m.closed != nil }

// TurnCost returns what a search has to add for a turn of the given tenths of a second.
func (m *Metric) TurnCost(tenths uint16) uint64 {
	if !m.Turns {
		return 0
	}
	return uint64(tenths) * turnUnit
}

// Landable tells whether a trip may begin or end on an edge: on any that the metric allows but
// ferries.
func (m *Metric) Landable(edge uint32) bool {
	n := m.Network
	for arc := 2 * edge; arc <= 2*edge+1; arc++ {
		if m.OfArc(arc).Choose > 0 && n.ClassOf(arc).Travel != Boat {
			return true
		}
	}
	return false
}

// Complete tells whether the metric allows everything that the network does, everywhere, so that what is
// connected in the network is connected by the metric.
func (m *Metric) Complete() bool {
	if m.Closes() || m.Plain() {
		return false
	}
	for i := range m.Classes {
		if m.Classes[i].Choose == 0 && m.Network.Classes[i].Access != profile.No {
			return false
		}
	}
	return true
}

// SpeedKPH returns the speed of a class in km/h, 0 when it must not be used.
func (p *Priced) SpeedKPH() float64 {
	if p.Time == 0 {
		return 0
	}
	return math.Round(3.6*(1<<fraction)/float64(p.Time)*10) / 10
}
