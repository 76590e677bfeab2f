package tools

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb"
)

// TestContoursShownAsDrawn fills an answer with as many outlines as a call may ask for: each must be
// shown with all of its points, since outlines that are thinned by themselves stick out of one another.
func TestContoursShownAsDrawn(t *testing.T) {
	circle := func(n int, radius float64) orb.MultiPolygon {
		ring := make(orb.Ring, n)
		for i := range n - 1 {
			a := 2 * math.Pi * float64(i) / float64(n-1)
			ring[i] = orb.Point{-75.111111 + radius*math.Cos(a), 39.111111 + radius*math.Sin(a)}
		}
		ring[n-1] = ring[0]
		return orb.MultiPolygon{{ring}}
	}
	for n := 1; n <= 4; n++ {
		for _, raw := range []bool{false, true} {
			f := envelope.Flags{IncludeGeometry: &raw}
			if f.Geometry() != raw {
				t.Fatalf("raw geometry is %v", f.Geometry())
			}
			b := envelope.New(f, "")
			points := contourPoints(n, raw)
			var rows []ContourRow
			for i := range n {
				radius := 0.1 * float64(i+1)
				area := envelope.NewArea(circle(3000, radius)).Outlined(circle(points, radius))
				rows = append(rows, ContourRow{"time", float64(10 * i), 123_456_789, b.Surface(area)})
				b.Line("a line of the text")
				b.Draw(envelope.PolygonLayer("On foot within 10 min", area, envelope.Measure{Metric: "time", Value: 10}, nil))
			}
			b.Headline("Contours.")
			b.Set("contours", rows)
			a := b.Answer(context.Background())
			var answer struct {
				Contours []struct {
					Geometry struct{ Coordinates [][][]float64 }
				}
				Render []struct {
					Data struct {
						Geometry struct{ Coordinates [][][]float64 }
					}
				}
			}
			if err := json.Unmarshal(a.Structured, &answer); err != nil || a.IsError() {
				t.Fatal(err, a.Text)
			}
			if len(a.Structured) > envelope.SoftLimit {
				t.Errorf("%d contours, raw %v: %d bytes", n, raw, len(a.Structured))
			}
			if len(answer.Render) != n {
				t.Errorf("%d layers for %d contours", len(answer.Render), n)
			}
			for i := range answer.Render {
				if g := answer.Render[i].Data.Geometry.Coordinates; len(g) != 1 || len(g[0]) != points {
					t.Errorf("%d contours, raw %v: layer %d has %d points, want %d", n, raw, i, len(g[0]), points)
				}
			}
			for i := range answer.Contours {
				if g := answer.Contours[i].Geometry.Coordinates; raw && (len(g) != 1 || len(g[0]) != points) {
					t.Errorf("%d contours: %d has %d points, want %d", n, i, len(g[0]), points)
				}
			}
		}
	}
}
