package isochrone

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/paulmach/orb"
)

// FuzzAreas draws whatever the bytes make: an error is fine, an invalid area is not.
func FuzzAreas(f *testing.F) {
	f.Add(0.0, 0.0, 300.0, 600.0, 1.0, 0.5, []byte("a few bytes of roads, sixteen or so for each of them"))
	f.Add(179.999, -85.0, 1.0, 1e6, 0.001, 0.0, []byte{0, 1, 2, 3, 250, 251, 252, 253, 0, 0, 0, 0, 128, 128, 128, 128})
	f.Add(-75.5, 39.7, 1e-9, 1e9, 1e9, 1.0, []byte(nil))
	f.Fuzz(func(t *testing.T, lon, lat, first, second, offRoad, denoise float64, data []byte) {
		origin := orb.Point{lon, lat}
		var reached []Reached
		for len(data) >= 8 && len(reached) < 200 {
			word := func(i int) float64 { return float64(int16(binary.LittleEndian.Uint16(data[2*i:]))) }
			a := orb.Point{lon + word(0)*1e-5, lat + word(1)*1e-5}
			r := Reached{
				Shape:    orb.LineString{a, {a[0] + word(2)*1e-6, a[1] + word(3)*1e-6}},
				FromCost: math.Abs(word(0)), ToCost: math.Abs(word(1)), Forward: math.Abs(word(2)), Backward: math.Abs(word(3)),
			}
			if data[0] == 255 {
				r.Shape[1][0] *= -1e3
				r.Forward = math.Inf(1)
			}
			reached = append(reached, r)
			data = data[5:]
		}
		limits := []float64{first, second}
		areas, err := Areas(context.Background(), reached, limits, Options{Origin: origin, OffRoad: offRoad, Denoise: denoise})
		if err != nil {
			return
		}
		if first == second {
			areas = areas[:1]
		} else if !slices.IsSorted(limits) {
			slices.Reverse(areas)
		}
		if err := checkAreas(areas); err != nil {
			t.Fatal(err)
		}
		if len(areas[0]) == 0 {
			t.Fatal("the area is empty")
		}
	})
}
