package tools

import (
	"testing"

	"github.com/paulmach/orb"
)

func TestReachesEdge(t *testing.T) {
	square := func(west, south, east, north float64) orb.MultiPolygon {
		return orb.MultiPolygon{{{{west, south}, {east, south}, {east, north}, {west, north}, {west, south}}}}
	}
	region := orb.Bound{Min: orb.Point{-76, 38}, Max: orb.Point{-75, 40}}
	fiji := orb.Bound{Min: orb.Point{177, -20}, Max: orb.Point{-178, -15}}
	for name, c := range map[string]struct {
		area   orb.MultiPolygon
		region orb.Bound
		want   bool
	}{
		"none":                        {nil, region, false},
		"inside":                      {square(-75.9, 38.1, -75.1, 39.9), region, false},
		"west":                        {square(-75.995, 38.1, -75.1, 39.9), region, true},
		"north":                       {square(-75.9, 38.1, -75.1, 39.995), region, true},
		"second part":                 {append(square(-75.9, 38.1, -75.8, 38.2), square(-75.5, 38.1, -74.99, 38.2)...), region, true},
		"inside, across antimeridian": {append(square(179, -18, 180, -17), square(-180, -18, -179, -17)...), fiji, false},
		"beyond, across antimeridian": {append(square(179, -18, 180, -17), square(-180, -18, -177.995, -17)...), fiji, true},
	} {
		if got := reachesEdge(c.area, c.region); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
