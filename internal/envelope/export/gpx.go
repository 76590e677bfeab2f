package export

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

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
		Desc      string `xml:"desc,omitempty"`
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
	Desc     string    `xml:"desc,omitempty"`
	Type     string    `xml:"type,omitempty"`
	Segments []segment `xml:"trkseg"`
}

type segment struct {
	Points []waypoint `xml:"trkpt"`
}

// maxCellPoints is how many cells of a layer, the best, become waypoints: GPS units hold between some 500
// and a few thousand in all, and nobody can tell thousands apart on their screens.
const maxCellPoints = 200

// writeGPX writes points as waypoints and lines as tracks. GPX has no areas: the rings of areas become
// closed tracks, and of the hexagons of a cell layer the best ones waypoints at their centres.
func writeGPX(w io.Writer, a envelope.Answer) error {
	doc := gpx{Version: "1.1", Creator: "footstepd"}
	doc.Metadata.Name, doc.Metadata.Desc = a.Headline, a.Caption
	doc.Metadata.Copyright.Author = "OpenStreetMap contributors"
	doc.Metadata.Copyright.License = "https://opendatacommons.org/licenses/odbl/1-0/"
	for _, l := range a.Layers {
		features := l.Features()
		if l.Kind == envelope.KindCells && len(features) > maxCellPoints {
			doc.Metadata.Desc = strings.TrimSpace(fmt.Sprintf("%s %s: the best %d of %d cells as waypoints.", doc.Metadata.Desc, l.Label, maxCellPoints, len(features)))
			features = features[:maxCellPoints]
		}
		for _, f := range features {
			name := title(l, f)
			text := described(f, name)
			if l.Kind == envelope.KindCells {
				doc.Waypoints = append(doc.Waypoints, spot(middle(f.Geometry), name, text, l.Label))
				continue
			}
			switch g := f.Geometry.(type) {
			case orb.Point:
				doc.Waypoints = append(doc.Waypoints, spot(g, name, text, l.Folder()))
			case orb.LineString:
				doc.Tracks = append(doc.Tracks, trackOf(name, text, l.Folder(), g))
			case orb.MultiLineString:
				doc.Tracks = append(doc.Tracks, trackOf(name, text, l.Folder(), g...))
			case orb.Polygon:
				doc.Tracks = append(doc.Tracks, trackOf(name, text, l.Folder(), ringsOf(g)...))
			case orb.MultiPolygon:
				doc.Tracks = append(doc.Tracks, trackOf(name, text, l.Folder(), ringsOf(g...)...))
			}
		}
	}
	return writeXML(w, doc)
}

// middle returns the centroid of a cell; of one that is cut at the antimeridian, of its larger part.
func middle(g orb.Geometry) orb.Point {
	if parts, ok := g.(orb.MultiPolygon); ok && len(parts) > 0 {
		g = slices.MaxFunc(parts, func(a, b orb.Polygon) int { return cmp.Compare(planar.Area(a), planar.Area(b)) })
	}
	centre, _ := planar.CentroidArea(g)
	return centre
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

func trackOf(name, text, kind string, lines ...orb.LineString) track {
	t := track{Name: name, Desc: text, Type: unlike(kind, name)}
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
	lon := p[0]
	if lon >= 180 { // GPX ends just before
		lon = 180 - 1e-7
	}
	return waypoint{degrees(p[1]), degrees(lon), name, desc, unlike(kind, name)}
}

// unlike returns the kind of a feature unless it says no more than the name.
func unlike(kind, name string) string {
	if kind == name {
		return ""
	}
	return kind
}
