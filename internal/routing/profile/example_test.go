package profile_test

import (
	"fmt"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/profile"
	"github.com/paulmach/osm"
)

func Example() {
	tags := osm.Tags{
		{Key: "highway", Value: "residential"},
		{Key: "oneway", Value: "yes"},
		{Key: "maxspeed", Value: "30"},
	}
	for _, mode := range []routing.Mode{routing.Auto, routing.Bicycle, routing.Pedestrian} {
		p, _ := profile.For(mode)
		way := p.Way(tags, profile.Context{})
		fmt.Printf("%s: %v km/h, back %v km/h\n", mode, way.Forward.SpeedKPH, way.Backward.SpeedKPH)
	}
	// Output:
	// auto: 24 km/h, back 0 km/h
	// bicycle: 15 km/h, back 4 km/h
	// pedestrian: 5 km/h, back 5 km/h
}
