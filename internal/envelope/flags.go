package envelope

import (
	"reflect"
	"strings"
)

// Flags are the switches that every tool with geometry accepts. The zero value means the defaults:
// everything but the height profile, kilometres, English.
type Flags struct {
	IncludeRender           *bool  `json:"include_render,omitempty"`
	IncludeGeometry         *bool  `json:"include_geometry,omitempty"`
	IncludeHexes            *bool  `json:"include_hexes,omitempty"`
	IncludeElevationSamples *bool  `json:"include_elevation_samples,omitempty"`
	Compact                 bool   `json:"compact,omitempty"`
	Units                   Units  `json:"units,omitempty"`
	Language                string `json:"language,omitempty"`
}

// Render tells whether the answer carries render layers.
func (f Flags) Render() bool { return f.on(f.IncludeRender, true) }

// Geometry tells whether the answer carries raw geometry.
func (f Flags) Geometry() bool { return f.on(f.IncludeGeometry, true) }

// Hexes tells whether a prediction carries its list of cells.
func (f Flags) Hexes() bool { return f.on(f.IncludeHexes, true) }

// ElevationSamples tells whether a route carries its height profile.
func (f Flags) ElevationSamples() bool { return f.on(f.IncludeElevationSamples, false) }

// on settles a switch: compact turns all of them off, whatever they say.
func (f Flags) on(flag *bool, fallback bool) bool {
	switch {
	case f.Compact:
		return false
	case flag != nil:
		return *flag
	}
	return fallback
}

// flagNames are the arguments that Flags takes.
var flagNames = func() map[string]bool {
	names := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Flags]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names[name] = true
	}
	return names
}()

// IsFlag tells whether an argument is one of the flags, which all tools take.
func IsFlag(name string) bool { return flagNames[name] }
