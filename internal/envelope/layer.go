package envelope

import (
	"bytes"
	"encoding/json"
	"maps"

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
	folder  string
	note    Note
	mark    Mark
	aside   bool
	backing Backing
}

// Note is what exports say of a feature.
type Note struct {
	Title string // short
	Text  string // a sentence
	Facts any    // a struct or map whose members become properties, nil for none
}

// write adds the note to a feature's properties.
func (n Note) write(f *geojson.Feature) {
	if f.Properties == nil {
		f.Properties = geojson.Properties{}
	}
	if n.Facts != nil {
		maps.Copy(f.Properties, properties(n.Facts))
	}
	if n.Title != "" {
		f.Properties["title"] = n.Title
	}
	if n.Text != "" {
		f.Properties["description"] = n.Text
	}
}

// Features returns what the layer shows as GeoJSON features at full detail, for exports. Kinds that
// have no geometry of their own, such as arcs, are turned into the lines and points they stand for.
// Features with a name of their own have it as their title, and what is to be said of them as their
// description.
func (l Layer) Features() []*geojson.Feature {
	if l.content == nil {
		return nil
	}
	features := l.content.features()
	if l.note != (Note{}) {
		for _, f := range features {
			l.note.write(f)
		}
	}
	return features
}

// Noted returns the layer with what exports say of its feature: a short name where the label is long, a
// sentence, and facts.
func (l Layer) Noted(n Note) Layer {
	l.note = Note{Clean(n.Title, MaxName), Clean(n.Text, maxWarning), n.Facts}
	return l
}

// In returns the layer in a folder, which exports share out among neighbouring layers of that folder.
func (l Layer) In(folder string) Layer {
	l.folder = Clean(folder, MaxName)
	return l
}

// Folder returns the name of the layer's folder: its label unless In gave another.
func (l Layer) Folder() string {
	if l.folder == "" {
		return l.Label
	}
	return l.folder
}

// Backing is how much exports hide of what lies below an area.
type Backing int

// The backings.
const (
	Tinted Backing = iota
	Faint          // next to nothing, where other areas lie below or above
	Hollow         // nothing: the outline only
)

// Backed returns the layer with areas of that backing.
func (l Layer) Backed(b Backing) Layer {
	l.backing = b
	return l
}

// Backing tells how much exports hide of what lies below.
func (l Layer) Backing() Backing { return l.backing }

// Mark is what the points of a layer stand for, which exports choose symbols by.
type Mark int

// The marks.
const (
	PlaceMark  Mark = iota
	StartMark       // where something began
	AccessMark      // where a car gets to
)

// Marked returns the layer with points that stand for something.
func (l Layer) Marked(m Mark) Layer {
	l.mark = m
	return l
}

// Mark tells what the points stand for.
func (l Layer) Mark() Mark { return l.mark }

// Aside returns the layer for exports only: the answer itself does not show it.
func (l Layer) Aside() Layer {
	l.aside = true
	return l
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

// layerList is the list of layers on the wire.
type layerList []Layer

func (list layerList) writeJSON(to *bytes.Buffer) error {
	to.WriteByte('[')
	for i := range list {
		if i > 0 {
			to.WriteByte(',')
		}
		if err := list[i].writeJSON(to); err != nil {
			return err
		}
	}
	to.WriteByte(']')
	return nil
}

// writeJSON writes the layer, whose data is JSON already.
func (l *Layer) writeJSON(to *bytes.Buffer) error {
	if err := writeMembers(to, literal(`{"kind":`), l.Kind, literal(`,"label":`), l.Label, literal(`,"data":`)); err != nil {
		return err
	}
	to.Write(l.Data)
	if err := writeMembers(to, literal(`,"bbox":`), l.BBox); err != nil {
		return err
	}
	if l.Style != nil {
		if err := writeMembers(to, literal(`,"style_hints":`), l.Style); err != nil {
			return err
		}
	}
	to.WriteByte('}')
	return nil
}

// feature is a GeoJSON feature on the wire, keys in the usual order.
type feature struct {
	geometry   geometry
	properties any
}

func (f feature) writeJSON(to *bytes.Buffer) error {
	to.WriteString(`{"type":"Feature","geometry":`)
	geometry, err := f.geometry.appendJSON(to.AvailableBuffer())
	if err != nil {
		return err
	}
	to.Write(geometry)
	return writeMembers(to, literal(`,"properties":`), f.properties, literal("}"))
}

// collection is a GeoJSON FeatureCollection on the wire.
type collection []feature

func (c collection) writeJSON(to *bytes.Buffer) error {
	to.WriteString(`{"type":"FeatureCollection","features":[`)
	for i, f := range c {
		if i > 0 {
			to.WriteByte(',')
		}
		if err := f.writeJSON(to); err != nil {
			return err
		}
	}
	to.WriteString("]}")
	return nil
}

type noProperties struct{}

func newFeature(g geometry, properties any) feature {
	if properties == nil {
		properties = noProperties{}
	}
	return feature{g, properties}
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
	features := make(collection, len(c))
	for i, p := range c {
		features[i] = newFeature(pointGeometry(p.Point), p.Properties)
	}
	return features, len(c), len(c)
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
