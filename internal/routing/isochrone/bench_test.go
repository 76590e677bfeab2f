package isochrone

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/paulmach/orb"
)

// The network has some 50,000 roads over 28 km, as much as a car reaches in a quarter of an hour in a
// city and its surroundings.
func BenchmarkAreas(b *testing.B) {
	n := newNetwork(rand.New(rand.NewPCG(1, 2)), orb.Point{-75.5, 39.7}, 167, 170, 14)
	reached := n.reached(167*83 + 83)
	for _, limits := range [][]float64{{900}, {300, 600, 900, 1200}} {
		b.Run(fmt.Sprint(len(limits)), func(b *testing.B) {
			b.ReportAllocs()
			points := 0
			for b.Loop() {
				areas, err := Areas(context.Background(), reached, limits, Options{Origin: n.nodes[167*83+83], OffRoad: 0.8, Denoise: 0.5})
				if err != nil {
					b.Fatal(err)
				}
				points = 0
				for _, p := range areas[len(areas)-1] {
					for _, r := range p {
						points += len(r)
					}
				}
			}
			b.ReportMetric(float64(len(reached)), "roads")
			b.ReportMetric(float64(points), "points")
		})
	}
}
