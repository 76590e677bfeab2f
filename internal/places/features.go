package places

import (
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// Class is what a feature counts as for the prediction.
type Class uint8

// The feature classes of reference tables of find locations.
const (
	Structure Class = iota // buildings
	Road                   // drivable roads
	Linear                 // paths, tracks, railways, walls, hedges, power lines
	Woods
	OpenGround // farmland, grass, parks, pitches, bare ground
	Water      // lakes, rivers, the sea's edge
	Drainage   // streams, ditches, drains
	Scrub      // scrub, heath, wetland
	Urban      // built-up land: residential, commercial, industrial
	Spot       // what draws people or holds them up beside its ground: see Kind and spots.go
	NumClasses
)

// String returns the name of the class in lower case.
func (c Class) String() string {
	if c < NumClasses {
		return classNames[c]
	}
	return "unknown"
}

var classNames = [NumClasses]string{
	"structure", "road", "linear", "woods", "open", "water", "drainage", "scrub", "urban", "spot",
}

// Feature is one mapped object. Exactly one of the geometries is set.
type Feature struct {
	Class   Class
	Kind    string // OSM key=value that made it, such as "natural=wood"
	Line    orb.LineString
	Polygon orb.Polygon // closed rings; shell counter-clockwise, holes clockwise
	Point   *orb.Point
	Area    float64 // of a building that is given as its centre, in square metres; else 0
}

// A Source gives the features of a region. It is safe for concurrent use.
type Source interface {
	// Search calls visit for each feature whose box meets the query, in a fixed order, until it
	// returns false. The feature is valid during the call only.
	Search(box geo.Box, visit func(*Feature) bool)
	// AtSea tells whether p lies on the seaward side of the nearest coastline. Without any
	// coastline everything is land.
	AtSea(p orb.Point) bool
}
