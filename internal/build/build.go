// Package build makes a region file of extracts: it runs the passes over them and lets each room's
// builder write its sections. It also checks region files, since it knows which rooms they hold.
package build

import (
	"context"

	"github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/region"
)

// A Builder is a room's part in an import: it consumes the passes, then writes its sections.
type Builder interface {
	osm.Consumer
	// Finish writes the builder's sections. progress is called with 0 to 1 as work proceeds.
	Finish(ctx context.Context, loc *osm.Locations, w *region.Writer, report *region.Report, progress func(float64)) error
}

// A Part is a builder with the name that progress is told under, such as "road graph".
type Part struct {
	Name    string
	Builder Builder
}

// Progress is told how far an import has come: the present phase and how much of it is done, 0 to
// 1. Phases follow one another and each ends with 1.
type Progress func(phase string, done float64)
