package envelope

import (
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

// LineLayer shows a line, such as a route. A line across the antimeridian is cut there into a
// MultiLineString. style may be nil.
func LineLayer(label string, line orb.LineString, style *ColorHint) Layer {
	return newLayer(KindLineString, label, &lineContent{parts: splitLine(line)}, hint(style))
}

// hint keeps a nil pointer from becoming a value.
func hint(style *ColorHint) any {
	if style == nil {
		return nil
	}
	return style
}

type lineContent struct {
	parts orb.MultiLineString
}

func (c *lineContent) encode(budget int) (any, int, int) {
	total := 0
	for _, part := range c.parts {
		total += len(part)
	}
	thin, kept := make(orb.MultiLineString, len(c.parts)), 0
	for i, part := range c.parts {
		// Each part gets its share of the budget.
		thin[i] = geo.ThinLine(part, max(2, budget*len(part)/max(total, 1)))
		kept += len(thin[i])
	}
	return newFeature(lineGeometry(thin), nil), kept, total
}

func (c *lineContent) features() []*geojson.Feature {
	if len(c.parts) == 1 {
		return []*geojson.Feature{geojson.NewFeature(c.parts[0])}
	}
	return []*geojson.Feature{geojson.NewFeature(c.parts)}
}

func (c *lineContent) bound(b *bounds) {
	for _, part := range c.parts {
		b.add(part...)
	}
}

// splitLine cuts a line where it crosses the antimeridian (RFC 7946, 3.1.9).
func splitLine(line orb.LineString) orb.MultiLineString {
	parts := orb.MultiLineString{}
	start := 0
	var head orb.LineString // the point on the antimeridian where the present part begins
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		if d := b[0] - a[0]; d >= -180 && d <= 180 {
			continue
		}
		edge := 180.0
		if a[0] < 0 {
			edge = -180
		}
		span := 360 - abs(b[0]-a[0])
		share := 0.0
		if span > 0 {
			share = abs(edge-a[0]) / span
		}
		lat := a[1] + share*(b[1]-a[1])
		part := append(append(orb.LineString{}, head...), line[start:i]...)
		parts = append(parts, append(part, orb.Point{edge, lat}))
		head, start = orb.LineString{{-edge, lat}}, i
	}
	return append(parts, append(append(orb.LineString{}, head...), line[start:]...))
}

func abs(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}
