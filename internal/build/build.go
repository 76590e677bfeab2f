// Package build makes a region file of extracts: it runs the passes over them and lets each room's
// builder write its sections.
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
