package export

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

// writeGeoJSON writes one FeatureCollection. Each feature's properties say which layer it belongs to and
// how it looks, in the names of the simplestyle convention, version 1.1. The rest is as CalTopo writes its own
// maps: class sorts features into markers, shapes and folders, a folder is a feature without a geometry that the
// others name in folderId, and a shape is of one piece, so that features of several become one feature each.
func writeGeoJSON(w io.Writer, a envelope.Answer) error {
	all := geojson.NewFeatureCollection()
	all.ExtraMembers = geojson.Properties{"attribution": envelope.Attribution}
	if text := about(a); text != "" {
		all.ExtraMembers["description"] = text
	}
	folders := appendFolders(all, a)
	for _, l := range a.Layers {
		look := lookOf(l)
		for _, f := range featuresOf(l) {
			look.style(f)
			name, p := title(l, f), f.Properties
			if text := described(f, name); text != "" {
				p["description"] = text
			}
			p["title"], p["layer"], p["folder"], p["kind"] = name, l.Label, l.Folder(), l.Kind
			if id := folders[l.Folder()]; id != "" {
				p["folderId"] = id
			}
			appendPieces(all, f)
		}
	}
	return json.NewEncoder(w).Encode(all)
}

// style adds how a feature looks.
func (k look) style(f *geojson.Feature) {
	p, c := f.Properties, k.class(f)
	switch f.Geometry.Dimensions() {
	case 0:
		p["class"], p["marker-color"], p["marker-symbol"] = "Marker", k.marker.color, k.marker.caltopo
		return
	case 2:
		p["fill"], p["fill-opacity"] = c.color, c.fill
	}
	p["class"], p["stroke"], p["stroke-width"], p["stroke-opacity"] = "Shape", c.color, k.width, 1
}

// appendFolders adds the folders of an answer that has several, and returns their ids by name.
func appendFolders(to *geojson.FeatureCollection, a envelope.Answer) map[string]string {
	ids := map[string]string{}
	var folders []*geojson.Feature
	for _, l := range a.Layers {
		name := l.Folder()
		if ids[name] != "" {
			continue
		}
		f := geojson.NewFeature(nil)
		ids[name] = idOf(a.Title, a.Headline, name, fmt.Sprint(l.BBox))
		f.ID, f.Properties = ids[name], geojson.Properties{"class": "Folder", "title": name, "folder": name}
		folders = append(folders, f)
	}
	if len(folders) < 2 {
		return nil
	}
	for _, f := range folders {
		to.Append(f)
	}
	return ids
}

// idOf returns an id in the form of a UUID, version 8, that belongs to the words: the same for the same export,
// and another for another, so that folders of two imports into one map stay apart.
func idOf(words ...string) string {
	h := sha256.New()
	for _, w := range words {
		fmt.Fprintf(h, "%d:%s", len(w), w)
	}
	b := h.Sum(nil)
	b[6], b[8] = b[6]&0x0f|0x80, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:16])
}

// appendPieces adds a feature, one of several pieces as a feature for each, which part and parts tell.
func appendPieces(to *geojson.FeatureCollection, f *geojson.Feature) {
	pieces := piecesOf(orb.Round(orb.Clone(f.Geometry), 1e7)) // OpenStreetMap's own precision
	for i, g := range pieces {
		piece := geojson.NewFeature(g)
		piece.Properties = f.Properties
		if len(pieces) > 1 {
			piece.Properties = f.Properties.Clone()
			piece.Properties["part"], piece.Properties["parts"] = i+1, len(pieces)
			piece.Properties["title"] = fmt.Sprintf("%s (%d of %d)", f.Properties["title"], i+1, len(pieces))
		}
		to.Append(piece)
	}
}

// piecesOf returns the geometries of a geometry that is of one piece or several.
func piecesOf(g orb.Geometry) []orb.Geometry {
	var out []orb.Geometry
	switch g := g.(type) {
	case orb.MultiLineString:
		for _, l := range g {
			out = append(out, l)
		}
	case orb.MultiPolygon:
		for _, p := range g {
			out = append(out, p)
		}
	default:
		out = append(out, g)
	}
	return out
}
