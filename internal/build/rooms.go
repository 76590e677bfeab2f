package build

import (
	"fmt"

	"github.com/footstepd/footstepd/internal/elevation"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/poi"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
	"github.com/footstepd/footstepd/internal/territory"
	"github.com/paulmach/orb"
)

// Profiles are the travel modes that a region is built for when nothing else is asked for.
var Profiles = []routing.Mode{routing.Auto, routing.Truck, routing.Bus, routing.Bicycle, routing.Pedestrian}

// Rooms returns the parts that make a complete region for the given travel modes.
func Rooms(modes ...routing.Mode) ([]Part, error) {
	roads, err := graph.NewBuilder(modes...)
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	lands, names := territory.NewBuilder(), index.NewBuilder()
	roads.Lands, names.Lands = lands.Map, lands.Map
	return []Part{
		{"countries", lands}, // first, since others ask it
		{"road graph", roads},
		{"road hierarchies", hierarchy.NewBuilder(roads)},
		{"geocoder index", names},
		{"places by category", poi.NewBuilder()},
		{"land cover", places.NewBuilder()},
	}, nil
}

// WithHeights adds the part that stores heights to those of Rooms. It is the first, so that files which are
// not there are missed at once, and since the road graph asks it how hilly roads are.
func WithHeights(parts []Part, heights *elevation.Builder) []Part {
	for _, p := range parts {
		if roads, ok := p.Builder.(*graph.Builder); ok {
			roads.Climb = func(line orb.LineString, aloft bool) (along, against float64) {
				return heights.Source().Climb(line, aloft)
			}
		}
	}
	return append([]Part{{"heights", heights}}, parts...)
}

// Checks returns what the rooms assert about a complete region.
func Checks() []Check {
	return []Check{
		{"countries", territory.Check},
		{"road graph", graph.Check},
		{"road hierarchies", hierarchy.Check},
		{"geocoder index", index.Check},
		{"places by category", poi.Check},
		{"land cover", places.Check},
		{"heights", elevation.Check},
	}
}
