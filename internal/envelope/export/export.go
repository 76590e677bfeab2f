// Package export writes the layers of an answer, at full detail, as files for map programs and GPS
// units: GeoJSON, KML and GPX.
package export

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb/geojson"
)

// Formats lists the formats, in the order in which help texts should show them.
func Formats() []string { return []string{"geojson", "kml", "gpx"} }

// ErrFailure is returned for an answer that is a failure and has nothing to export.
var ErrFailure = errors.New("the tool failed; there is nothing to export")

// ErrNoLayers is returned for an answer that draws nothing.
var ErrNoLayers = errors.New("the answer has no map layers to export")

// Write writes the layers of a in a format of Formats. The same answer gives the same bytes.
func Write(w io.Writer, format string, a envelope.Answer) error {
	var write func(io.Writer, envelope.Answer) error
	switch format {
	case "geojson":
		write = writeGeoJSON
	case "kml":
		write = writeKML
	case "gpx":
		write = writeGPX
	default:
		return fmt.Errorf("export: format %q is not one of %s", format, strings.Join(Formats(), ", "))
	}
	switch {
	case a.IsError():
		return fmt.Errorf("export: %w", ErrFailure)
	case len(a.Layers) == 0:
		return fmt.Errorf("export: %w", ErrNoLayers)
	}
	if err := write(w, a); err != nil {
		return fmt.Errorf("export: %s: %w", format, err)
	}
	return nil
}

// about says what a file holds: what must be read with it, and whose data it is.
func about(a envelope.Answer) string {
	return strings.TrimSpace(a.Caption + " " + envelope.Attribution)
}

// title names a feature: by its own name where it has one, by its value, else by its layer.
func title(l envelope.Layer, f *geojson.Feature) string {
	for _, key := range []string{"title", "name", "label"} {
		if s, ok := f.Properties[key].(string); ok && s != "" {
			return s
		}
	}
	if v, ok := f.Properties["value"].(float64); ok && l.Kind != envelope.KindPolygon {
		return l.Label + " " + strconv.FormatFloat(v, 'f', -1, 64)
	}
	return l.Label
}

// described says what else there is to know of a feature of that title, "" when nothing.
func described(f *geojson.Feature, title string) string {
	for _, key := range []string{"description", "label"} {
		if s, ok := f.Properties[key].(string); ok && s != "" && s != title {
			return s
		}
	}
	return ""
}
