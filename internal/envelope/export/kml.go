package export

import (
	"encoding/xml"
	"fmt"
	"io"
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
	Description string   `xml:"description"`
	Styles      []style  `xml:"Style"`
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
	} `xml:"PolyStyle"`
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
	Line    *coordinates `xml:"LineString,omitempty"`
	Polygon *polygon     `xml:"Polygon,omitempty"`
	Multi   *multi       `xml:"MultiGeometry,omitempty"`
}

type coordinates struct {
	Coordinates string `xml:"coordinates"`
}

type polygon struct {
	Outer boundary   `xml:"outerBoundaryIs"`
	Inner []boundary `xml:"innerBoundaryIs"`
}

type boundary struct {
	Ring coordinates `xml:"LinearRing"`
}

type multi struct {
	Lines    []coordinates `xml:"LineString"`
	Polygons []polygon     `xml:"Polygon"`
}

type extended struct {
	Data []data `xml:"Data"`
}

type data struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value"`
}

// writeKML writes one folder per layer; neighbouring layers of one folder share it.
func writeKML(w io.Writer, a envelope.Answer) error {
	doc := kml{Document: document{Name: a.Headline, Description: about(a)}}
	folders := &doc.Document.Folders
	for _, l := range a.Layers {
		look := lookOf(l)
		if n := len(*folders); n == 0 || (*folders)[n-1].Name != l.Folder() {
			*folders = append(*folders, folder{Name: l.Folder()})
		}
		f := &(*folders)[len(*folders)-1]
		for _, feature := range l.Features() {
			name := title(l, feature)
			f.Placemarks = append(f.Placemarks, placemark{
				Name: name, Description: described(feature, name), StyleURL: "#" + doc.Document.style(look, look.color(feature)),
				Extended: extendedOf(feature), shape: shapeOf(feature.Geometry),
			})
		}
	}
	return writeXML(w, doc)
}

// style returns the id of the style for a colour of a look, which it adds when it is new.
func (d *document) style(k look, color string) string {
	id := k.id + strings.TrimPrefix(color, "#")
	if slices.ContainsFunc(d.Styles, func(s style) bool { return s.ID == id }) {
		return id
	}
	s := style{ID: id}
	s.Icon.Color, s.Line.Color, s.Line.Width = abgr(color, "ff"), abgr(color, "ff"), k.width
	s.Poly.Color = abgr(color, fmt.Sprintf("%02x", int(math.Round(k.fill*255))))
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

// extendedOf writes a feature's properties, sorted by name; nil when there are none.
func extendedOf(f *geojson.Feature) *extended {
	var out extended
	for key, value := range f.Properties {
		if key == "title" || key == "description" {
			continue // the placemark's own
		}
		out.Data = append(out.Data, data{key, plain(value)})
	}
	if out.Data == nil {
		return nil
	}
	slices.SortFunc(out.Data, func(a, b data) int { return strings.Compare(a.Name, b.Name) })
	return &out
}

// plain writes a property as text.
func plain(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
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
		return shape{Line: &coordinates{path(g...)}}
	case orb.MultiLineString:
		var m multi
		for _, l := range g {
			m.Lines = append(m.Lines, coordinates{path(l...)})
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

func polygonOf(p orb.Polygon) polygon {
	var out polygon
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
