package envelope

import (
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

// LineLayer shows a line, such as a route. A line across the antimeridian is cut there into a
// MultiLineString. style may be nil.
func LineLayer(label string, line orb.LineString, style *ColorHint) Layer {
	return newLayer(KindLineString, label, newLineContent(line), hint(style))
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
	thin  []*[]thinned[orb.LineString] // of each part
	total int                          // points of all parts
}

func newLineContent(line orb.LineString) *lineContent {
	c := &lineContent{parts: splitLine(line)}
	for _, part := range c.parts {
		c.total += len(part)
		c.thin = append(c.thin, &[]thinned[orb.LineString]{{1 << 30, part}})
	}
	return c
}

func (c *lineContent) encode(budget int) (any, int, int) {
	thin, kept := make(orb.MultiLineString, len(c.parts)), 0
	for i, part := range c.parts {
		// Each part gets its share of the budget.
		thin[i] = thinTo(c.thin[i], max(2, budget*len(part)/max(c.total, 1)), geo.ThinLine)
		kept += len(thin[i])
	}
	return newFeature(lineGeometry(thin), nil), kept, c.total
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
