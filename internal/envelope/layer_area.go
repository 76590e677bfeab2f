package envelope

import (
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

// Measure is what the edge of an area stands for, such as {"time", 10} for ten minutes.
type Measure struct {
	Metric string  `json:"metric"`
	Value  float64 `json:"value"`
}

// PolygonLayer shows an area, such as a contour of an isochrone. Layers of an answer go from the
// largest to the smallest, so that smaller ones lie on top. style may be nil.
func PolygonLayer(label string, area *Area, measure Measure, style *ColorHint) Layer {
	return newLayer(KindPolygon, label, &areaContent{area, measure}, hint(style))
}

type areaContent struct {
	area    *Area
	measure Measure
}

func (c *areaContent) encode(budget int) (any, int, int) {
	thin, kept := c.area.within(budget)
	return newFeature(areaGeometry(thin), c.measure), kept, c.area.total
}

func (c *areaContent) features() []*geojson.Feature {
	f := areaFeature(c.area.full)
	f.Properties = properties(c.measure)
	return []*geojson.Feature{f}
}

// areaFeature returns a Polygon for one polygon and a MultiPolygon for none or more.
func areaFeature(area orb.MultiPolygon) *geojson.Feature {
	if len(area) == 1 {
		return geojson.NewFeature(area[0])
	}
	return geojson.NewFeature(area)
}

func (c *areaContent) bound(b *bounds) {
	for _, p := range c.area.full {
		for _, r := range p {
			b.add(r...)
		}
	}
}
