// Package guide turns a path through the road network into steps: it finds the manoeuvres by the
// shape of each junction, then writes the sentences. It knows nothing of graphs; an engine hands
// it a Path.
package guide

import (
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// Path is one leg as guidance sees it: roads one after the other, and what else meets between them.
type Path struct {
	Roads     []Road     // at least one
	Junctions []Junction // between Roads[i] and Roads[i+1]; one fewer than Roads
	Shape     orb.LineString
	LeftHand  bool // traffic keeps left
	Mode      routing.Mode
	// Origin and Destination are the points asked for, which can lie beside the road.
	Origin, Destination orb.Point
	// DestinationName is the name of the last stop where the request gave one, else "".
	DestinationName string

	room *room // for what is needed while the path is told
}

// Road is a stretch of one way between two junctions, in the direction of travel.
type Road struct {
	Street      *Street // nil when the road has neither name nor number
	Class       string  // OSM highway value; "ferry" for ferries
	Link        bool    // a ramp or slip road
	Roundabout  bool    // part of a roundabout or circle
	OneWay      bool    // in the direction of travel, for this mode
	Destination string  // where it leads to as signposted (destination, destination:ref), "" when not tagged
	Exit        string  // junction:ref or the ref of the motorway junction node it starts at
	Features    routing.Feature
	Travel      routing.TravelMode
	Length      float64 // metres
	Duration    float64 // seconds
	From, To    int     // indexes of its first and last point in Path.Shape
	Kind        string  // "steps", "elevator", "escalator", "corridor" or "" for foot passages
}

// Junction is the end of one road and the beginning of the next, with all roads that meet there.
type Junction struct {
	Point    orb.Point
	Branches []Branch // all roads at the junction except the one arrived by and the one taken
	Signals  bool
	Mini     bool // a mini-roundabout
	Afoot    bool // a bicycle may not be ridden through here, but pushed
	// In and Out are bearings in degrees of travel just before and just after the junction, taken
	// over some 10 to 20 metres so that a kink in the mapping does not count.
	In, Out float64
}

// Branch is another road at a junction.
type Branch struct {
	Street     *Street // nil when the road has neither name nor number
	Class      string
	Link       bool
	Roundabout bool
	Bearing    float64 // degrees, leaving the junction
	Enterable  bool    // the mode may leave the junction by it
	Public     bool    // open to motor traffic in general or named: counts as a roundabout exit
	Oneway     bool    // carries traffic in one direction only
	// Travel is how the mode would travel it leaving the junction, "" where that is not known. A
	// branch along which a bicycle would have to be pushed is no exit of a roundabout and no rival.
	Travel routing.TravelMode
}

// Steps finds the manoeuvres along the path and writes their sentences in the given language
// (BCP 47; English where the language is not at hand). Distances in sentences are in miles and feet
// when miles is set. The first step is a start, the last a destination. Every step but the last runs from
// its manoeuvre to the next one, so that steps cover the path without gaps. A path without roads or
// shape has no steps. Steps of roads that are known alike share one list of streets, which must not be changed.
func Steps(p Path, language string, miles bool) []routing.Step { return steps(p, language, miles) }

// street returns how the road is known.
func (r *Road) street() *Street { return r.Street.orUnnamed() }

// street returns how a road of the path is known.
func (p *Path) street(road int) *Street { return p.Roads[road].street() }
