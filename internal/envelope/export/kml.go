package export

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

// The elements of KML 2.2 (OGC 07-147r2) that are needed here, in the order of its schema.
type kml struct {
	XMLName  xml.Name `xml:"http://www.opengis.net/kml/2.2 kml"`
	Document document `xml:"Document"`
}

type document struct {
	Name        string   `xml:"name"`
	Open        int      `xml:"open"`
	Description string   `xml:"description"`
	Styles      []style  `xml:"Style"`
	Schemas     []schema `xml:"Schema"`
	Folders     []folder `xml:"Folder"`
}

type style struct {
	ID   string `xml:"id,attr"`
	Icon struct {
		Color string `xml:"color"`
	} `xml:"IconStyle"`
	Line struct {
		Color string `xml:"color"`
		Width int    `xml:"width"`
	} `xml:"LineStyle"`
	Poly struct {
		Color string `xml:"color"`
		Fill  int    `xml:"fill"`
	} `xml:"PolyStyle"`
}

// schema says which properties the features of a folder have, and of which types.
type schema struct {
	ID     string  `xml:"id,attr"`
	Name   string  `xml:"name,attr"`
	Fields []field `xml:"SimpleField"`
}

type field struct {
	Type string `xml:"type,attr"`
	Name string `xml:"name,attr"`
}

type folder struct {
	Name       string      `xml:"name"`
	Placemarks []placemark `xml:"Placemark"`
}

type placemark struct {
	Name        string    `xml:"name"`
	Description string    `xml:"description,omitempty"`
	StyleURL    string    `xml:"styleUrl"`
	Extended    *extended `xml:"ExtendedData,omitempty"`
	shape
}

// shape is one of the geometries; the others are nil.
type shape struct {
	Point   *coordinates `xml:"Point,omitempty"`
	Line    *lineString  `xml:"LineString,omitempty"`
	Polygon *polygon     `xml:"Polygon,omitempty"`
	Multi   *multi       `xml:"MultiGeometry,omitempty"`
}

type coordinates struct {
	Coordinates string `xml:"coordinates"`
}

type lineString struct {
	Tessellate int `xml:"tessellate"` // 1: follows the ground instead of cutting through hills
	coordinates
}

type polygon struct {
	Tessellate int        `xml:"tessellate"`
	Outer      boundary   `xml:"outerBoundaryIs"`
	Inner      []boundary `xml:"innerBoundaryIs"`
}

type boundary struct {
	Ring coordinates `xml:"LinearRing"`
}

type multi struct {
	Lines    []lineString `xml:"LineString"`
	Polygons []polygon    `xml:"Polygon"`
}

type extended struct {
	Data schemaData `xml:"SchemaData"`
}

type schemaData struct {
	Schema string `xml:"schemaUrl,attr"`
	Data   []data `xml:"SimpleData"`
}

type data struct {
	Name  string `xml:"name,attr"`
	Value string `xml:",chardata"`
}

// writeKML writes one folder per layer; neighbouring layers of one folder share it.
func writeKML(w io.Writer, a envelope.Answer) error {
	doc := kml{Document: document{Name: named(a), Open: 1, Description: balloon(strings.TrimSpace(about(a) + " " + envelope.Attribution))}}
	d := &doc.Document
	for _, l := range a.Layers {
		look := lookOf(l)
		if n := len(d.Folders); n == 0 || d.Folders[n-1].Name != l.Folder() {
			d.Folders = append(d.Folders, folder{Name: l.Folder()})
			d.Schemas = append(d.Schemas, schema{ID: fmt.Sprintf("properties%d", n+1), Name: l.Folder()})
		}
		f, s := &d.Folders[len(d.Folders)-1], &d.Schemas[len(d.Schemas)-1]
		for _, feature := range featuresOf(l) {
			name := title(l, feature)
			f.Placemarks = append(f.Placemarks, placemark{
				Name: name, Description: balloon(described(feature, name)), StyleURL: "#" + d.style(look, look.class(feature)),
				Extended: s.extended(feature), shape: shapeOf(feature.Geometry),
			})
		}
	}
	return writeXML(w, doc)
}

// balloon writes text as KML has it: in balloons it is HTML, and what names of map features hold must not
// become tags.
func balloon(text string) string { return strings.ReplaceAll(text, "<", "&lt;") }

// style returns the id of the style for a class of a look, which it adds when it is new.
func (d *document) style(k look, c class) string {
	id := k.id + strings.TrimPrefix(c.color, "#")
	if slices.ContainsFunc(d.Styles, func(s style) bool { return s.ID == id }) {
		return id
	}
	s := style{ID: id}
	s.Icon.Color, s.Line.Color, s.Line.Width = abgr(c.color, "ff"), abgr(c.color, "ff"), k.width
	s.Poly.Color = abgr(c.color, fmt.Sprintf("%02x", int(math.Round(c.fill*255))))
	if c.fill > 0 {
		s.Poly.Fill = 1
	}
	d.Styles = append(d.Styles, s)
	return id
}

// abgr turns #rrggbb into KML's order, alpha first.
func abgr(color, alpha string) string {
	c := strings.TrimPrefix(color, "#")
	if len(c) != 6 {
		return alpha + "000000"
	}
	return alpha + c[4:6] + c[2:4] + c[0:2]
}

// extended returns a feature's properties, sorted by name, which it adds to the schema; nil when there are none.
func (s *schema) extended(f *geojson.Feature) *extended {
	out := extended{schemaData{Schema: "#" + s.ID}}
	for _, key := range slices.Sorted(maps.Keys(f.Properties)) {
		if key == "title" || key == "name" || key == "description" {
			continue // the placemark's own, which readers would take these for
		}
		kind := "string"
		switch f.Properties[key].(type) {
		case float64, int:
			kind = "double"
		case bool:
			kind = "bool"
		}
		s.add(field{kind, key})
		out.Data.Data = append(out.Data.Data, data{key, plain(f.Properties[key])})
	}
	if out.Data.Data == nil {
		return nil
	}
	return &out
}

// add adds a field. One of several types is text.
func (s *schema) add(f field) {
	for i := range s.Fields {
		if known := &s.Fields[i]; known.Name == f.Name {
			if known.Type != f.Type {
				known.Type = "string"
			}
			return
		}
	}
	s.Fields = append(s.Fields, f)
}

// plain writes a property as text.
func plain(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		parts := make([]string, len(v))
		for i, part := range v {
			parts[i] = plain(part)
		}
		return strings.Join(parts, "; ")
	case map[string]any:
		var parts []string
		for key, part := range v {
			parts = append(parts, key+"="+plain(part))
		}
		slices.Sort(parts)
		return strings.Join(parts, " ")
	}
	return fmt.Sprint(value)
}

func shapeOf(g orb.Geometry) shape {
	switch g := g.(type) {
	case orb.Point:
		return shape{Point: &coordinates{path(g)}}
	case orb.LineString:
		l := lineOf(g)
		return shape{Line: &l}
	case orb.MultiLineString:
		var m multi
		for _, l := range g {
			m.Lines = append(m.Lines, lineOf(l))
		}
		return shape{Multi: &m}
	case orb.Polygon:
		p := polygonOf(g)
		return shape{Polygon: &p}
	case orb.MultiPolygon:
		var m multi
		for _, p := range g {
			m.Polygons = append(m.Polygons, polygonOf(p))
		}
		return shape{Multi: &m}
	}
	return shape{}
}

func lineOf(l orb.LineString) lineString { return lineString{1, coordinates{path(l...)}} }

func polygonOf(p orb.Polygon) polygon {
	out := polygon{Tessellate: 1}
	for i, r := range p {
		b := boundary{coordinates{path(r...)}}
		if i == 0 {
			out.Outer = b
		} else {
			out.Inner = append(out.Inner, b)
		}
	}
	return out
}

// path writes positions as KML does: longitude,latitude with spaces between.
func path(points ...orb.Point) string {
	var b strings.Builder
	for i, p := range points {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(degrees(p[0]))
		b.WriteByte(',')
		b.WriteString(degrees(p[1]))
	}
	return b.String()
}

// degrees writes a coordinate with seven decimals, OpenStreetMap's own precision.
func degrees(v float64) string {
	return strconv.FormatFloat(envelope.Round(v, 7), 'f', -1, 64)
}

// writeXML writes a document with its head and a closing line break.
func writeXML(w io.Writer, doc any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", " ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
