package graph

import (
	"fmt"
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
}

// Priced is a class with its prices.
type Priced struct {
	Choose Price // 0 when forbidden
	Time   Price
	Access profile.Access
}

// avoidance is how many times dearer a road is that a request wants to avoid altogether (0); a
// request for 0.5 makes it half as much dearer. It is a wish, not a ban: excluding is that.
const avoidance = 15

// NewMetric prices a network. The error is a *routing.OptionError.
func NewMetric(n *Network, o routing.Options) (*Metric, error) {
	scale, err := speedFactors(n.Mode, o)
	if err != nil {
		return nil, err
	}
	wishes, err := avoided(n.Mode, o)
	if err != nil {
		return nil, err
	}
	m := &Metric{Network: n, Classes: make([]Priced, len(n.Classes)), Turns: !o.Shortest}
	for i := range n.Classes {
		c := &n.Classes[i]
		if c.Access == profile.No || c.Features&o.Exclude != 0 {
			continue
		}
		perMM := 3.6 / (c.SpeedKPH * scale[c.Travel])
		choose := perMM * math.Max(1, float64(c.Penalty))
		if o.Shortest {
			choose = 1
		}
		for _, w := range wishes {
			if c.Features&w.feature != 0 {
				choose *= w.factor
			}
		}
		m.Classes[i] = Priced{Choose: price(choose), Time: price(perMM), Access: c.Access}
	}
	return m, nil
}

func price(perMM float64) Price {
	return Price(math.Max(1, math.Min(maxPrice, math.Round(perMM*(1<<fraction)))))
}

// OfArc returns the prices of an arc.
func (m *Metric) OfArc(arc uint32) *Priced { return &m.Classes[m.Network.Arcs[arc]] }

// TurnCost returns what a search has to add for a turn of the given tenths of a second.
func (m *Metric) TurnCost(tenths uint16) uint64 {
	if !m.Turns {
		return 0
	}
	return uint64(tenths) * turnUnit
}

type wish struct {
	feature routing.Feature
	factor  float64
}

func avoided(mode routing.Mode, o routing.Options) ([]wish, error) {
	var wishes []wish
	for _, w := range []struct {
		name    string
		use     *float64
		feature routing.Feature
		motor   bool
	}{
		{"use_highways", o.UseHighways, routing.Highway, true},
		{"use_tolls", o.UseTolls, routing.Toll, true},
		{"use_ferries", o.UseFerries, routing.Ferry, false},
	} {
		switch {
		case w.use == nil:
		case w.motor && (mode == routing.Bicycle || mode == routing.Pedestrian):
			return nil, &routing.OptionError{Field: w.name, Problem: fmt.Sprintf("is not an option of %s", mode)}
		case !(*w.use >= 0 && *w.use <= 1):
			return nil, &routing.OptionError{Field: w.name, Problem: fmt.Sprintf("is %v and must lie between 0 and 1", *w.use)}
		case *w.use < 1:
			wishes = append(wishes, wish{w.feature, 1 + (1-*w.use)*(avoidance-1)})
		}
	}
	return wishes, nil
}

// Ranges of the speeds that a request may ask for, in km/h.
const (
	MinWalkingSpeed, MaxWalkingSpeed = 0.5, 25
	MinCyclingSpeed, MaxCyclingSpeed = 5, 60
)

// speedFactors returns by how much each way of travelling is faster than the profile says.
func speedFactors(mode routing.Mode, o routing.Options) (f [travels]float64, err error) {
	for i := range f {
		f[i] = 1
	}
	for _, s := range []struct {
		name      string
		asked     float64
		mode      routing.Mode
		travel    Travel
		usual     float64
		low, high float64
	}{
		{"walking_speed", o.WalkingSpeed, routing.Pedestrian, Walk, profile.WalkingKPH, MinWalkingSpeed, MaxWalkingSpeed},
		{"cycling_speed", o.CyclingSpeed, routing.Bicycle, Cycle, profile.CyclingKPH, MinCyclingSpeed, MaxCyclingSpeed},
	} {
		switch {
		case s.asked == 0:
		case mode != s.mode:
			return f, &routing.OptionError{Field: s.name, Problem: fmt.Sprintf("is not an option of %s", mode)}
		case !(s.asked >= s.low && s.asked <= s.high):
			return f, &routing.OptionError{Field: s.name, Problem: fmt.Sprintf("is %v and must lie between %v and %v", s.asked, s.low, s.high)}
		default:
			f[s.travel] = s.asked / s.usual
		}
	}
	return f, nil
}

// Landable tells whether a trip may begin or end on an edge: on any that the metric allows but
// ferries.
func (m *Metric) Landable(edge uint32) bool {
	n := m.Network
	for arc := 2 * edge; arc <= 2*edge+1; arc++ {
		if c := n.Arcs[arc]; m.Classes[c].Choose > 0 && n.Classes[c].Travel != Boat {
			return true
		}
	}
	return false
}

// Complete tells whether the metric allows everything that the network does, so that what is
// connected in the network is connected by the metric.
func (m *Metric) Complete() bool {
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
