package predict

import (
	"context"
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/elevation"
	"github.com/paulmach/orb"
)

// hills returns heights of Delaware at every third second of arc, as a region file holds them.
func hills(tb testing.TB) *elevation.Source {
	tb.Helper()
	r := elevation.Raster{West: -76, North: 40, PerLon: 1200, PerLat: 1200, Columns: 1201, Rows: 2401}
	for i := range r.Columns * r.Rows {
		x, y := float64(i%r.Columns), float64(i/r.Columns)
		r.Heights = append(r.Heights, float32(math.Round(300+200*math.Sin(x/14)*math.Cos(y/11)+5*math.Sin(x*y))))
	}
	s, err := elevation.New(r)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func BenchmarkPredict(b *testing.B) {
	flat := delaware(b)
	hilly := flat.WithHeights(hills(b))
	wilmington := sites["Wilmington, Rodney Square"]
	withBearing := circle("despondent", wilmington, 2000)
	withBearing.InitialBearing = ptr(45.0)
	fine := circle("dementia_alzheimers", wilmington, 2800)
	fine.Resolution = 11
	for _, bb := range []struct {
		name  string
		model *Model
		req   Request
	}{
		{"circle 2 km", flat, circle("dementia_alzheimers", wilmington, 2000)},
		{"circle 2 km, bearing", flat, withBearing},
		{"circle 2.8 km, 12,000 cells", flat, fine},
		{"circle 7.5 km, 12,000 cells", flat, circle("dementia_alzheimers", wilmington, 7500)},
		{"circle 20 km, 12,000 cells", flat, circle("dementia_alzheimers", sites["Dover"], 20_000)},
		{"path", flat, Request{Profile: "despondent", AreaType: Path, Path: orb.LineString{{-75.76, 39.68}, {-75.74, 39.686}, {-75.73, 39.70}}, BufferMetres: 500, Time: when}},
		{"polygon", flat, Request{Profile: "despondent", AreaType: Polygon, Polygon: orb.MultiPolygon{square(wilmington, 5000)}, Time: when, LastKnownPoint: &wilmington}},
		{"circle 2 km, heights", hilly, circle("dementia_alzheimers", wilmington, 2000)},
		{"circle 2 km, bearing, heights", hilly, withBearing},
		{"circle 2.8 km, 12,000 cells, heights", hilly, fine},
		{"circle 7.5 km, 12,000 cells, heights", hilly, circle("dementia_alzheimers", wilmington, 7500)},
		{"circle 20 km, 12,000 cells, heights", hilly, circle("dementia_alzheimers", sites["Dover"], 20_000)},
		{"circle 2 km, slope", hilly.With(Slope), circle("dementia_alzheimers", wilmington, 2000)},
		{"circle 7.5 km, 12,000 cells, slope", hilly.With(Slope), circle("dementia_alzheimers", wilmington, 7500)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			cells := 0
			for b.Loop() {
				s, err := bb.model.Predict(context.Background(), bb.req)
				if err != nil {
					b.Fatal(err)
				}
				cells = len(s.Cells)
			}
			b.ReportMetric(float64(cells), "cells")
		})
	}
}
