package tools

import (
	"github.com/footstepd/footstepd/internal/elevation"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/territory"
	"github.com/paulmach/orb"
)

// Region is one loaded region with its engines.
type Region struct {
	Name      string
	Bound     orb.Bound
	Version   string // changes with the data; part of ids of cached answers
	Router    routing.Engine
	Geocoder  geocode.Geocoder
	Finder    geocode.Finder
	Parser    geocode.Parser
	Predictor predict.Predictor
	Lands     *territory.Map    // tells time zones; nil for region files that were made before there was one
	Heights   *elevation.Source // of the ground; nil where none are loaded
	// Languages lists the languages of routing instructions, as BCP 47 tags without region; others
	// are answered in English.
	Languages []string
}

// Regions gives access to the loaded regions. Regions can be replaced while they are in use, so
// every call must end with release.
type Regions interface {
	// Acquire returns the loaded regions in the order of the configuration, none when nothing is
	// loaded yet, and a function that ends the use.
	Acquire() (regions []*Region, release func())
}
