// Package export writes the layers of an answer, at full detail, as files for map programs and GPS
// units: GeoJSON, KML and GPX.
package export

import (
	"errors"
	"fmt"
	"io"
	"slices"
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

// Only returns the answer with the layers of some folders, which are told apart without regard to case. One
// that the answer lacks is an error that names those it has.
func Only(a envelope.Answer, folders []string) (envelope.Answer, error) {
	has := Folders(a)
	for _, want := range folders {
		if !slices.ContainsFunc(has, func(f string) bool { return strings.EqualFold(f, want) }) {
			return a, fmt.Errorf("the answer has no folder %q; it has %s", want, strings.Join(has, ", "))
		}
	}
	a.Layers = slices.DeleteFunc(slices.Clone(a.Layers), func(l envelope.Layer) bool {
		return !slices.ContainsFunc(folders, func(f string) bool { return strings.EqualFold(f, l.Folder()) })
	})
	return a, nil
}

// Folders lists the folders of an export, from the lowest layer to the highest.
func Folders(a envelope.Answer) []string {
	var out []string
	for _, l := range a.Layers {
		if !slices.Contains(out, l.Folder()) {
			out = append(out, l.Folder())
		}
	}
	return out
}

// named returns the name of a file's content.
func named(a envelope.Answer) string {
	if a.Title != "" {
		return a.Title
	}
	return a.Headline
}

// about says what a file holds beyond its name, and what must be read with it.
func about(a envelope.Answer) string {
	if a.Title == "" {
		return a.Caption
	}
	return strings.TrimSpace(a.Headline + " " + a.Caption)
}

// maxText bounds a property in characters.
const maxText = 1000

// featuresOf returns a layer's features with texts that are fit to be shown, whoever wrote them.
func featuresOf(l envelope.Layer) []*geojson.Feature {
	features := l.Features()
	for _, f := range features {
		if f.Properties == nil {
			f.Properties = geojson.Properties{}
		}
		for key, value := range f.Properties {
			f.Properties[key] = clean(value)
		}
	}
	return features
}

func clean(value any) any {
	switch v := value.(type) {
	case string:
		return envelope.Clean(v, maxText)
	case []any:
		for i := range v {
			v[i] = clean(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = clean(v[key])
		}
	}
	return value
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
