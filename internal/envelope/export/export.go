// Package export writes the layers of an answer, at full detail, as files for map programs and GPS
// units: GeoJSON, KML and GPX.
package export

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
)

// Formats lists the formats, in the order in which help texts should show them.
func Formats() []string { return []string{"geojson", "kml", "gpx"} }

// ErrFailure is returned for an answer that is a failure and has nothing to export.
var ErrFailure = errors.New("the tool failed; there is nothing to export")

// ErrNoLayers is returned for an answer that draws nothing.
var ErrNoLayers = errors.New("the answer has no map layers to export")

// Write writes the layers of a in a format of Formats. The same answer gives the same bytes.
func Write(w io.Writer, format string, a envelope.Answer) error {
	var write func(io.Writer, []envelope.Layer) error
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
	if err := write(w, a.Layers); err != nil {
		return fmt.Errorf("export: %s: %w", format, err)
	}
	return nil
}
