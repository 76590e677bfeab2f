package predict

import (
	"context"
	"testing"

	"github.com/paulmach/orb"
)

func BenchmarkPredict(b *testing.B) {
	m := delaware(b)
	wilmington := sites["Wilmington, Rodney Square"]
	withBearing := circle("despondent", wilmington, 2000)
	withBearing.InitialBearing = ptr(45.0)
	fine := circle("dementia_alzheimers", wilmington, 2800)
	fine.Resolution = 11
	for _, bb := range []struct {
		name string
		req  Request
	}{
		{"circle 2 km", circle("dementia_alzheimers", wilmington, 2000)},
		{"circle 2 km, bearing", withBearing},
		{"circle 2.8 km, 12,000 cells", fine},
		{"circle 7.5 km, 12,000 cells", circle("dementia_alzheimers", wilmington, 7500)},
		{"circle 20 km, 12,000 cells", circle("dementia_alzheimers", sites["Dover"], 20_000)},
		{"path", Request{Profile: "despondent", AreaType: Path, Path: orb.LineString{{-75.76, 39.68}, {-75.74, 39.686}, {-75.73, 39.70}}, BufferMetres: 500, Time: when}},
		{"polygon", Request{Profile: "despondent", AreaType: Polygon, Polygon: orb.MultiPolygon{square(wilmington, 5000)}, Time: when, LastKnownPoint: &wilmington}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			cells := 0
			for b.Loop() {
				s, err := m.Predict(context.Background(), bb.req)
				if err != nil {
					b.Fatal(err)
				}
				cells = len(s.Cells)
			}
			b.ReportMetric(float64(cells), "cells")
		})
	}
}
