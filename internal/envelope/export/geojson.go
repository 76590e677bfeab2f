package export

import (
	"encoding/json"
	"io"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb/geojson"
)

// writeGeoJSON writes one FeatureCollection. Each feature's properties say which layer it belongs
// to and how it should look, in the names of the simplestyle convention.
func writeGeoJSON(w io.Writer, layers []envelope.Layer) error {
	all := geojson.NewFeatureCollection()
	all.ExtraMembers = geojson.Properties{"attribution": envelope.Attribution}
	for _, l := range layers {
		look := lookOf(l)
		for _, f := range l.Features() {
			if f.Properties == nil {
				f.Properties = geojson.Properties{}
			}
			f.Properties["layer"] = l.Label
			f.Properties["kind"] = l.Kind
			color := look.color(f)
			switch f.Geometry.Dimensions() {
			case 0:
				f.Properties["marker-color"] = color
			case 1:
				f.Properties["stroke"] = color
			default:
				f.Properties["stroke"] = color
				f.Properties["fill"] = color
			}
			all.Append(f)
		}
	}
	return json.NewEncoder(w).Encode(all)
}
