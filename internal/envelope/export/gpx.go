package export

import (
	"encoding/xml"
	"io"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// The elements of GPX 1.1 that are needed here, in the order of its schema.
type gpx struct {
	XMLName  xml.Name `xml:"http://www.topografix.com/GPX/1/1 gpx"`
	Version  string   `xml:"version,attr"`
	Creator  string   `xml:"creator,attr"`
	Metadata struct {
		Name      string `xml:"name"`
		Copyright struct {
			Author  string `xml:"author,attr"`
			License string `xml:"license"`
		} `xml:"copyright"`
	} `xml:"metadata"`
	Waypoints []waypoint `xml:"wpt"`
	Tracks    []track    `xml:"trk"`
}

type waypoint struct {
	Lat  string `xml:"lat,attr"`
	Lon  string `xml:"lon,attr"`
	Name string `xml:"name,omitempty"`
	Desc string `xml:"desc,omitempty"`
	Type string `xml:"type,omitempty"`
}

type track struct {
	Name     string    `xml:"name"`
	Type     string    `xml:"type,omitempty"`
	Segments []segment `xml:"trkseg"`
}

type segment struct {
	Points []waypoint `xml:"trkpt"`
}

// writeGPX writes points as waypoints and lines as tracks. GPX has no areas: the rings of areas
// become tracks, and each hexagon of a cell layer, of which there are many, a waypoint at its
// centre.
func writeGPX(w io.Writer, layers []envelope.Layer) error {
	doc := gpx{Version: "1.1", Creator: "footstepd"}
	doc.Metadata.Name = layers[0].Label
	doc.Metadata.Copyright.Author = "OpenStreetMap contributors"
	doc.Metadata.Copyright.License = "https://opendatacommons.org/licenses/odbl/1-0/"
	for _, l := range layers {
		for _, f := range l.Features() {
			name := title(l, f)
			if p, ok := f.Geometry.(orb.Polygon); ok && l.Kind == envelope.KindCells {
				centre, _ := planar.CentroidArea(p)
				hex, _ := f.Properties["hex"].(string)
				doc.Waypoints = append(doc.Waypoints, spot(centre, name, hex, l.Label))
				continue
			}
			switch g := f.Geometry.(type) {
			case orb.Point:
				desc, _ := f.Properties["label"].(string)
				doc.Waypoints = append(doc.Waypoints, spot(g, name, desc, l.Label))
			case orb.LineString:
				doc.Tracks = append(doc.Tracks, trackOf(name, l.Label, g))
			case orb.MultiLineString:
				doc.Tracks = append(doc.Tracks, trackOf(name, l.Label, g...))
			case orb.Polygon:
				doc.Tracks = append(doc.Tracks, trackOf(name, l.Label, ringsOf(g)...))
			case orb.MultiPolygon:
				doc.Tracks = append(doc.Tracks, trackOf(name, l.Label, ringsOf(g...)...))
			}
		}
	}
	return writeXML(w, doc)
}

func ringsOf(area ...orb.Polygon) []orb.LineString {
	var out []orb.LineString
	for _, p := range area {
		for _, r := range p {
			out = append(out, orb.LineString(r))
		}
	}
	return out
}

func trackOf(name, kind string, lines ...orb.LineString) track {
	t := track{Name: name, Type: unlike(kind, name)}
	for _, l := range lines {
		s := segment{Points: make([]waypoint, len(l))}
		for i, p := range l {
			s.Points[i] = spot(p, "", "", "")
		}
		t.Segments = append(t.Segments, s)
	}
	return t
}

func spot(p orb.Point, name, desc, kind string) waypoint {
	return waypoint{degrees(p[1]), degrees(p[0]), name, desc, unlike(kind, name)}
}

// unlike returns the kind of a feature unless it says no more than the name.
func unlike(kind, name string) string {
	if kind == name {
		return ""
	}
	return kind
}
