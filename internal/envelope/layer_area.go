package envelope

import (
	"github.com/footstepd/footstepd/internal/geo"
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
func PolygonLayer(label string, area orb.MultiPolygon, measure Measure, style *ColorHint) Layer {
	return newLayer(KindPolygon, label, &areaContent{area: area, measure: measure}, hint(style))
}

type areaContent struct {
	area    orb.MultiPolygon
	measure Measure
}

func (c *areaContent) encode(budget int) (any, int, int) {
	thin, kept, total := thinArea(c.area, budget)
	return newFeature(areaGeometry(thin), c.measure), kept, total
}

func (c *areaContent) features() []*geojson.Feature {
	var f *geojson.Feature
	if len(c.area) == 1 {
		f = geojson.NewFeature(c.area[0])
	} else {
		f = geojson.NewFeature(c.area)
	}
	f.Properties = properties(c.measure)
	return []*geojson.Feature{f}
}

func (c *areaContent) bound(b *bounds) {
	for _, p := range c.area {
		for _, r := range p {
			b.add(r...)
		}
	}
}

// thinArea rounds an area to the wire's precision, so that rounding cannot undo what thinning kept
// in order, and thins it.
func thinArea(area orb.MultiPolygon, budget int) (thin orb.MultiPolygon, kept, total int) {
	rounded := make(orb.MultiPolygon, 0, len(area))
	for _, p := range area {
		var q orb.Polygon
		for j, r := range p {
			total += len(r)
			if s := roundRing(r); s != nil {
				q = append(q, s)
			} else if j == 0 {
				break // the shell vanished, and its holes with it
			}
		}
		if q != nil {
			rounded = append(rounded, q)
		}
	}
	thin = geo.ThinArea(rounded, budget)
	for _, p := range thin {
		for _, r := range p {
			kept += len(r)
		}
	}
	return thin, kept, total
}

// roundRing rounds a ring's positions and leaves out repeated ones; nil when nothing is left that
// encloses an area.
func roundRing(r orb.Ring) orb.Ring {
	out := make(orb.Ring, 0, len(r))
	for _, p := range r {
		p = orb.Point{Round(p[0], decimals), Round(p[1], decimals)}
		if len(out) == 0 || out[len(out)-1] != p {
			out = append(out, p)
		}
	}
	if len(out) < 4 || out[0] != out[len(out)-1] {
		return nil
	}
	return out
}
