package export

import (
	"encoding/json"
	"io"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

// writeGeoJSON writes one FeatureCollection. Each feature's properties say which layer it belongs to and
// how it looks, in the names of the simplestyle convention, version 1.1; class is what CalTopo sorts
// markers and shapes by.
func writeGeoJSON(w io.Writer, a envelope.Answer) error {
	all := geojson.NewFeatureCollection()
	all.ExtraMembers = geojson.Properties{"attribution": envelope.Attribution}
	if a.Caption != "" {
		all.ExtraMembers["description"] = a.Caption
	}
	for _, l := range a.Layers {
		look := lookOf(l)
		for _, f := range l.Features() {
			if f.Properties == nil {
				f.Properties = geojson.Properties{}
			}
			name, color := title(l, f), look.color(f)
			text := described(f, name)
			p := f.Properties
			p["title"], p["layer"], p["folder"], p["kind"] = name, l.Label, l.Folder(), l.Kind
			if text != "" {
				p["description"] = text
			}
			dimensions := f.Geometry.Dimensions()
			if dimensions == 0 {
				p["class"], p["marker-color"] = "Marker", color
			} else {
				p["class"], p["stroke"], p["stroke-width"], p["stroke-opacity"] = "Shape", color, look.width, 1
			}
			if dimensions == 2 {
				p["fill"], p["fill-opacity"] = color, look.fill
			}
			f.Geometry = orb.Round(orb.Clone(f.Geometry), 1e7) // OpenStreetMap's own precision
			all.Append(f)
		}
	}
	return json.NewEncoder(w).Encode(all)
}
