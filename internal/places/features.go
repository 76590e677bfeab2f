// Package places holds what stands and lies on the ground: land cover, buildings, waters and lines
// that the prediction looks at, with their geometry, in the region file.
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
	Open     // farmland, grass, parks, pitches, bare ground
	Water    // lakes, rivers, the sea's edge
	Drainage // streams, ditches, drains
	Scrub    // scrub, heath, wetland
	Urban    // built-up land: residential, commercial, industrial
	Point    // junctions, viewpoints and other single spots; see Kind
	NumClasses
)

// Feature is one mapped object. Exactly one of the geometries is set.
type Feature struct {
	Class   Class
	Kind    string // OSM key=value that made it, such as "natural=wood"
	Line    orb.LineString
	Polygon orb.Polygon // closed rings; shell counter-clockwise, holes clockwise
	Point   *orb.Point
}

// A Source gives the features of a region.
type Source interface {
	// Search calls visit for each feature whose box meets the query, in a fixed order, until it
	// returns false. The feature is valid during the call only.
	Search(box geo.Box, visit func(*Feature) bool)
}
