package query

import (
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"pgregory.net/rapid"
)

// The nearest points of two lines are as near as any that are looked for along them step by step, and lie on the first.
func TestMeasureAgainstSteps(t *testing.T) {
	const steps = 40
	point := rapid.Custom(func(t *rapid.T) geo.Fixed {
		return geo.Fixed{Lon: 10*geo.Scale + int32(rapid.IntRange(0, 400).Draw(t, "x"))*100, Lat: 50*geo.Scale + int32(rapid.IntRange(0, 400).Draw(t, "y"))*100}
	})
	along := func(a, b geo.Fixed, i int) geo.Fixed {
		f := float64(i) / steps
		return geo.Fixed{Lon: a.Lon + int32(math.Round(f*float64(b.Lon-a.Lon))), Lat: a.Lat + int32(math.Round(f*float64(b.Lat-a.Lat)))}
	}
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SliceOfN(point, 2, 5).Draw(t, "line")
		other := rapid.SliceOfN(point, 1, 5).Draw(t, "other")
		ruler := geo.NewRuler(line[0].Point())
		a := Approach{Metres: math.Inf(1)}
		a.measure(ruler, line, other)

		best, slack := math.Inf(1), 0.1
		onLine := math.Inf(1)
		for i := 1; i < len(line); i++ {
			_, metres, _ := ruler.Project(a.At.Point(), line[i-1].Point(), line[i].Point())
			onLine = math.Min(onLine, metres)
			slack = math.Max(slack, 2*ruler.Distance(line[i-1].Point(), line[i].Point())/steps)
			for k := range steps + 1 {
				p := along(line[i-1], line[i], k).Point()
				for j := 1; j < len(other); j++ {
					_, metres, _ := ruler.Project(p, other[j-1].Point(), other[j].Point())
					best = math.Min(best, metres)
				}
				if len(other) == 1 {
					best = math.Min(best, ruler.Distance(p, other[0].Point()))
				}
			}
		}
		if a.Metres > best+0.1 || a.Metres < best-slack || onLine > 0.1 {
			t.Fatalf("got %v, %g m off the line; by steps %g m", a, onLine, best)
		}
	})
}
