package isochrone_test

import (
	"context"
	"fmt"

	"github.com/footstepd/footstepd/internal/routing/isochrone"
	"github.com/paulmach/orb"
)

// A street of 1,000 m, walked from its western end at 1 m/s: what lies within five minutes?
func ExampleAreas() {
	origin, end := orb.Point{9.5, 47.1}, orb.Point{9.51317, 47.1}
	street := isochrone.Reached{
		Shape:    orb.LineString{origin, end},
		FromCost: 0, ToCost: 1000,
		Forward: 1000, Backward: 1000,
	}
	areas, err := isochrone.Areas(context.Background(), []isochrone.Reached{street}, []float64{300, 600},
		isochrone.Options{Origin: origin, OffRoad: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, area := range areas {
		fmt.Printf("%d polygon, %.1f hectares\n", len(area), isochrone.SquareMetres(area)/1e4)
	}
	// Output:
	// 1 polygon, 1.4 hectares
	// 1 polygon, 5.5 hectares
}
