package predict_test

import (
	"context"
	"fmt"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/paulmach/orb"
)

// bare is land without anything mapped.
type bare struct{}

func (bare) Search(geo.Box, func(*places.Feature) bool) {}
func (bare) AtSea(orb.Point) bool                       { return false }

func Example() {
	model, err := predict.New(bare{}, orb.Bound{Min: orb.Point{-76, 38}, Max: orb.Point{-75, 40}})
	if err != nil {
		fmt.Println(err)
		return
	}
	surface, err := model.Predict(context.Background(), predict.Request{
		Profile:      "dementia_alzheimers",
		AreaType:     predict.Circle,
		Center:       &orb.Point{-75.5466, 39.7459},
		RadiusMetres: 2400,
		Time:         time.Date(2026, 3, 1, 21, 30, 0, 0, time.UTC),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range surface.Rings {
		fmt.Printf("%2.0f %% within %5.0f m\n", r.Percent, r.Radius)
	}
	fmt.Printf("%.0f %% inside the area, confidence %s\n", 100*surface.MassInside, surface.Confidence)
	fmt.Println(surface.Cells[0].Score, surface.Cells[0].Drivers)
	// Output:
	// 25 % within   300 m
	// 50 % within   800 m
	// 75 % within  2400 m
	// 95 % within 12800 m
	// 75 % inside the area, confidence low
	// 30 [at the last known point]
}
