package predict

import "strings"

// Terms are the parts of the model beside the distance, as a set.
type Terms uint32

// The terms. Bearing, Classes, Access, GivenWeather, Relief, Ridges, HighPoints and Junctions are in use from the start; the others do not help on
// simulated walkers or cannot be told by them, so they are off until With turns them on (see
// docs/prediction.md).
const (
	Bearing      Terms = 1 << iota // the initial bearing, when it is given
	Classes                        // published shares of find locations and terrain multipliers
	Access                         // how far cells are on foot, against the straight distance
	GivenWeather                   // what the weather makes of find locations, when it is given
	Darkness                       // what the dark makes of find locations, by the sun at datetime
	Hours                          // places open or closed at datetime

	// Affinities, in the order of the marks that they stand for.
	Crossings
	Trails
	Streams
	Shores
	Peaks
	DeadEnds
	WoodEdges
	Viewpoints
	Bridges
	Piers
	Cliffs
	Quarries
	Reservoirs
	Barriers
	Ridges // these by heights, in regions that have them
	HighPoints
	LowPoints

	// What heights tell, in regions that have them.
	Relief // the figures for mountains, by the relief around the initial planning point
	Slope  // steep ground off the paths makes walks longer

	// Junctions makes people leave a path at junctions rather than elsewhere, when no point is known.
	Junctions

	// Affinities are all of them: features that draw people beside the class of their ground.
	Affinities = Crossings | Trails | Streams | Shores | Peaks | DeadEnds | WoodEdges | Viewpoints | Bridges |
		Piers | Cliffs | Quarries | Reservoirs | Barriers | Ridges | HighPoints | LowPoints
	// standard are the terms of a new model.
	standard = Bearing | Classes | Access | GivenWeather | Relief | Ridges | HighPoints | Junctions
)

// termNames are the names of the terms, in their order.
var termNames = [...]string{
	"bearing", "classes", "access", "weather", "darkness", "hours", "crossings", "trails", "streams", "shores",
	"peaks", "dead ends", "wood edges", "viewpoints", "bridges", "piers", "cliffs", "quarries", "reservoirs", "barriers",
	"ridges", "high points", "low points",
	"relief", "slope", "junctions",
}

// String names the terms of the set.
func (t Terms) String() string {
	var list []string
	for i, name := range termNames {
		if t&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, ", ")
}

// With returns the model with further terms. It is there to judge what each of them is worth, not for
// searches.
func (m *Model) With(t Terms) *Model {
	more := *m
	more.on |= t
	return &more
}

// Without returns the model without some of its terms, likewise.
func (m *Model) Without(t Terms) *Model {
	less := *m
	less.on &^= t
	return &less
}

// has tells whether any of the terms is in use.
func (m *Model) has(t Terms) bool { return m.on&t != 0 }
