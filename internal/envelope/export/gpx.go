package export

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// The elements of GPX 1.1 that are needed here, in the order of its schema, and the colour of a track from
// Garmin's extensions, version 3.
type gpx struct {
	XMLName   xml.Name   `xml:"http://www.topografix.com/GPX/1/1 gpx"`
	Garmin    string     `xml:"xmlns:gpxx,attr"`
	Version   string     `xml:"version,attr"`
	Creator   string     `xml:"creator,attr"`
	Metadata  metadata   `xml:"metadata"`
	Waypoints []waypoint `xml:"wpt"`
	Tracks    []track    `xml:"trk"`
}

type metadata struct {
	Name      string `xml:"name"`
	Desc      string `xml:"desc,omitempty"`
	Copyright struct {
		Author  string `xml:"author,attr"`
		License string `xml:"license"`
	} `xml:"copyright"`
	Bounds gpxBounds `xml:"bounds"`
}

type gpxBounds struct {
	MinLat string `xml:"minlat,attr"`
	MinLon string `xml:"minlon,attr"`
	MaxLat string `xml:"maxlat,attr"`
	MaxLon string `xml:"maxlon,attr"`
}

type waypoint struct {
	Lat    string `xml:"lat,attr"`
	Lon    string `xml:"lon,attr"`
	Name   string `xml:"name,omitempty"`
	Cmt    string `xml:"cmt,omitempty"` // what units show as the note
	Desc   string `xml:"desc,omitempty"`
	Symbol string `xml:"sym,omitempty"`
	Type   string `xml:"type,omitempty"`
}

type track struct {
	Name     string    `xml:"name"`
	Desc     string    `xml:"desc,omitempty"`
	Type     string    `xml:"type,omitempty"`
	Color    string    `xml:"extensions>gpxx:TrackExtension>gpxx:DisplayColor"`
	Segments []segment `xml:"trkseg"`
}

type segment struct {
	Points []waypoint `xml:"trkpt"`
}

// What a file may hold, by the published limits of GPS units: older ones keep 500 waypoints and tracks of
// 500 points, newer ones 1,000 to 10,000 waypoints and tracks of 10,000 points.
const (
	// maxCellPoints is how many cells of a layer, the best, become waypoints: nobody can tell thousands
	// apart on such screens.
	maxCellPoints = 200
	// maxWaypoints is how many waypoints there are without a word on it.
	maxWaypoints = 500
	// maxOutlinePoints is about how many points the outline of an area has. An outline is to know inside
	// from outside by, and few bends of it matter.
	maxOutlinePoints = 500
	// maxLinePoints is how many points a line has, which is to be followed.
	maxLinePoints = 10_000
	// maxLabel is how many characters the name of a waypoint or track has.
	maxLabel = 30
)

// writeGPX writes points as waypoints and lines as tracks. GPX has no areas: the rings of areas become
// closed tracks, and of the hexagons of a cell layer the best ones waypoints at their centres.
func writeGPX(w io.Writer, a envelope.Answer) error {
	d := gpxWriter{names: map[string]int{}}
	var notes []string
	for _, l := range a.Layers {
		if l.Kind == envelope.KindHeatmap {
			notes = append(notes, l.Label+": left out, spots without names.")
			continue
		}
		look := lookOf(l)
		features := featuresOf(l)
		if l.Kind == envelope.KindCells && len(features) > maxCellPoints {
			notes = append(notes, fmt.Sprintf("%s: the best %d of %d cells as waypoints.", l.Label, maxCellPoints, len(features)))
			features = features[:maxCellPoints]
		}
		for _, f := range features {
			c := look.class(f)
			name := title(l, f)
			p := paper{name: name, text: described(f, name), kind: l.Folder()}
			if l.Kind == envelope.KindCells {
				p.symbol = c.symbol
				d.waypoint(middle(f.Geometry), p)
				continue
			}
			p.symbol, p.color = look.marker.garmin, displayColor(c.color)
			d.draw(f.Geometry, p)
		}
	}
	if n := len(d.doc.Waypoints); n > maxWaypoints {
		notes = append(notes, fmt.Sprintf("%d waypoints: older GPS units hold %d.", n, maxWaypoints))
	}
	if d.thinned {
		notes = append(notes, "Long outlines are thinned for GPS units.")
	}
	doc := &d.doc
	doc.Garmin, doc.Version, doc.Creator = "http://www.garmin.com/xmlschemas/GpxExtensions/v3", "1.1", "footstepd"
	doc.Metadata.Name, doc.Metadata.Desc = named(a), strings.TrimSpace(about(a)+" "+strings.Join(notes, " "))
	doc.Metadata.Copyright.Author = "OpenStreetMap contributors"
	doc.Metadata.Copyright.License = "https://opendatacommons.org/licenses/odbl/1-0/"
	doc.Metadata.Bounds = gpxBounds{degrees(d.bound.Bottom()), gpxLon(d.bound.Left()), degrees(d.bound.Top()), gpxLon(d.bound.Right())}
	return writeXML(w, doc)
}

// gpxWriter gathers a GPX file.
type gpxWriter struct {
	doc     gpx
	names   map[string]int // how often each was taken
	bound   orb.Bound
	some    bool // whether bound holds a point
	thinned bool
}

// paper is what is written on a waypoint or track.
type paper struct{ name, text, kind, symbol, color string }

// draw adds a geometry.
func (d *gpxWriter) draw(g orb.Geometry, p paper) {
	switch g := g.(type) {
	case orb.Point:
		d.waypoint(g, p)
	case orb.LineString:
		d.lines(orb.MultiLineString{g}, p)
	case orb.MultiLineString:
		d.lines(g, p)
	case orb.Polygon:
		d.area(orb.MultiPolygon{g}, p)
	case orb.MultiPolygon:
		d.area(g, p)
	}
}

func (d *gpxWriter) waypoint(at orb.Point, p paper) {
	p = d.label(p)
	w := d.spot(at)
	w.Name, w.Cmt, w.Desc, w.Symbol, w.Type = p.name, p.text, p.text, p.symbol, p.kind
	d.doc.Waypoints = append(d.doc.Waypoints, w)
}

// lines adds lines as one track, each with its share of the points where there are too many.
func (d *gpxWriter) lines(all orb.MultiLineString, p paper) {
	total := 0
	for _, l := range all {
		total += len(l)
	}
	out := make([]orb.LineString, len(all))
	for i, l := range all {
		if total > maxLinePoints {
			d.thinned = true
			l = geo.ThinLine(l, max(2, maxLinePoints*len(l)/total))
		}
		out[i] = l
	}
	d.track(out, p)
}

// area adds the rings of an area as one track.
func (d *gpxWriter) area(area orb.MultiPolygon, p paper) {
	total, rings := 0, []orb.LineString{}
	for _, polygon := range area {
		for _, r := range polygon {
			total += len(r)
		}
	}
	if total > maxOutlinePoints {
		d.thinned = true
		area = geo.ThinArea(area, maxOutlinePoints)
	}
	for _, polygon := range area {
		for _, r := range polygon {
			rings = append(rings, orb.LineString(r))
		}
	}
	d.track(rings, p)
}

func (d *gpxWriter) track(lines []orb.LineString, p paper) {
	p = d.label(p)
	t := track{Name: p.name, Desc: p.text, Type: p.kind, Color: p.color}
	for _, l := range lines {
		s := segment{Points: make([]waypoint, len(l))}
		for i, at := range l {
			s.Points[i] = d.spot(at)
		}
		t.Segments = append(t.Segments, s)
	}
	d.doc.Tracks = append(d.doc.Tracks, t)
}

// label fits a name to GPS units: short, and taken only once in the file, since units write over what has the
// same name. A name that was cut is whole in the text.
func (d *gpxWriter) label(p paper) paper {
	full := envelope.Clean(noArrow(p.name), envelope.MaxName)
	p.name, p.text, p.kind = envelope.Clean(full, maxLabel), noArrow(p.text), noArrow(p.kind)
	if p.name != full {
		p.text = strings.TrimSuffix(full+". "+p.text, ". ")
	}
	for first := p.name; d.names[p.name] > 0; {
		d.names[first]++
		suffix := fmt.Sprintf(" %d", d.names[first])
		p.name = envelope.Clean(full, maxLabel-len(suffix)) + suffix
	}
	d.names[p.name]++
	if p.kind == full { // says no more
		p.kind = ""
	}
	return p
}

// noArrow writes out the arrow between two ends, which Garmin's character set lacks.
func noArrow(s string) string { return strings.ReplaceAll(s, "→", "to") }

func (d *gpxWriter) spot(p orb.Point) waypoint {
	if !d.some {
		d.bound, d.some = p.Bound(), true
	}
	d.bound = d.bound.Extend(p)
	return waypoint{Lat: degrees(p[1]), Lon: gpxLon(p[0])}
}

// gpxLon writes a longitude. GPX ends just before 180.
func gpxLon(lon float64) string {
	return degrees(math.Min(lon, 180-1e-7))
}

// middle returns the centroid of a cell; of one that is cut at the antimeridian, of its larger part.
func middle(g orb.Geometry) orb.Point {
	if parts, ok := g.(orb.MultiPolygon); ok && len(parts) > 0 {
		g = slices.MaxFunc(parts, func(a, b orb.Polygon) int { return cmp.Compare(planar.Area(a), planar.Area(b)) })
	}
	centre, _ := planar.CentroidArea(g)
	return centre
}
