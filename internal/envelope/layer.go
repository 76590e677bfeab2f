package envelope

import (
	"encoding/json"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

// The kinds of render layers.
const (
	KindLineString = "linestring"
	KindPoint      = "point"
	KindPolygon    = "polygon"
	KindCells      = "h3-cells"
	KindArcs       = "arcs"
	KindTrips      = "trips"
	KindHeatmap    = "heatmap"
)

// Layer is a render layer. Later layers of an answer lie over earlier ones. Make one with
// LineLayer, PointLayer, PolygonLayer, CellLayer, ArcLayer, TripLayer or HeatLayer and give it to
// Builder.Draw; Data is filled when the answer is encoded.
type Layer struct {
	Kind  string          `json:"kind"`
	Label string          `json:"label"`
	Data  json.RawMessage `json:"data"`
	BBox  []float64       `json:"bbox"` // west, south, east, north; west > east across the antimeridian
	Style any             `json:"style_hints,omitempty"`

	content content
}

// Features returns what the layer shows as GeoJSON features at full detail, for exports. Kinds that
// have no geometry of their own, such as arcs, are turned into the lines and points they stand for.
func (l Layer) Features() []*geojson.Feature {
	if l.content == nil {
		return nil
	}
	return l.content.features()
}

// content is what a layer shows, at full detail.
type content interface {
	// encode returns the layer's data with at most budget points a feature, and how many points it
	// kept of how many.
	encode(budget int) (data any, kept, of int)
	features() []*geojson.Feature
	bound(*bounds)
}

// newLayer assembles a layer around its content.
func newLayer(kind, label string, c content, style any) Layer {
	l := Layer{Kind: kind, Label: Clean(label, MaxName), Style: style, content: c}
	l.BBox = l.bbox()
	return l
}

func (l *Layer) bbox() []float64 {
	var b bounds
	l.content.bound(&b)
	return b.bbox()
}

// feature is a GeoJSON feature on the wire, keys in the usual order.
type feature struct {
	Type       string   `json:"type"`
	Geometry   geometry `json:"geometry"`
	Properties any      `json:"properties"`
}

type noProperties struct{}

func newFeature(g geometry, properties any) feature {
	if properties == nil {
		properties = noProperties{}
	}
	return feature{"Feature", g, properties}
}

// PointFeature is one spot of a point layer; Properties is its whole row.
type PointFeature struct {
	Point      orb.Point
	Properties any
}

// PointLayer shows spots, such as places found.
func PointLayer(label string, points []PointFeature) Layer {
	return newLayer(KindPoint, label, pointContent(points), nil)
}

type pointContent []PointFeature

func (c pointContent) encode(int) (any, int, int) {
	features := make([]feature, len(c))
	for i, p := range c {
		features[i] = newFeature(pointGeometry(p.Point), p.Properties)
	}
	return struct {
		Type     string    `json:"type"`
		Features []feature `json:"features"`
	}{"FeatureCollection", features}, len(c), len(c)
}

func (c pointContent) features() []*geojson.Feature {
	out := make([]*geojson.Feature, len(c))
	for i, p := range c {
		out[i] = geojson.NewFeature(p.Point)
		out[i].Properties = properties(p.Properties)
	}
	return out
}

func (c pointContent) bound(b *bounds) {
	for _, p := range c {
		b.add(p.Point)
	}
}

// properties turns a row into GeoJSON properties.
func properties(row any) geojson.Properties {
	out := geojson.Properties{}
	if text, err := encode(row); err == nil {
		_ = json.Unmarshal(text, &out)
	}
	return out
}

// ColorHint is the style of layers that must be told apart.
type ColorHint struct {
	Color string `json:"recommended_color,omitempty"` // #rrggbb
	Mode  string `json:"mode,omitempty"`              // travel mode, where routes are compared
}

// RangeHint is the style of layers whose features carry a value.
type RangeHint struct {
	Range [2]float64 `json:"value_range"` // smallest and largest value
}
