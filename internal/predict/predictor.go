// Package predict ranks where to search for a missing person first: published distance
// statistics, spread within each distance ring by bearing, reach and map features, on an H3 grid.
// It is the only package that knows H3. The method and its sources are described in
// docs/prediction.md; every figure lies in a data file beside its source.
package predict

import (
	"context"
	"time"

	"github.com/paulmach/orb"
)

// A Predictor computes search surfaces over one region. Predictors are safe for concurrent use,
// deterministic, and honour cancellation.
type Predictor interface {
	// Predict computes a surface. Errors: *InputError, *UnsupportedError, *OutsideError,
	// *NoSignalError, and the context's own.
	Predict(ctx context.Context, req Request) (*Surface, error)
	// Profiles lists the profiles with published figures, sorted.
	Profiles() []string
}

// AreaType is the shape of the area asked for.
type AreaType string

// The area types.
const (
	Circle  AreaType = "circle"
	Polygon AreaType = "polygon"
	Path    AreaType = "path"
)

// Request asks for a surface.
type Request struct {
	Profile        string
	AreaType       AreaType
	Center         *orb.Point // of a circle
	RadiusMetres   float64    // of a circle
	Polygon        orb.MultiPolygon
	Path           orb.LineString
	BufferMetres   float64 // around a path; 0 is the default, 50
	Time           time.Time
	ZoneAssumed    bool // Time came without a zone
	AgeYears       *float64
	InitialBearing *float64 // degrees
	LastKnownPoint *orb.Point
	LastSeen       *time.Time // nil when unknown; at or before Time
	Searched       []Search
	Weather        *Weather // nil when unknown
	Resolution     int      // H3; 0 chooses
	Segments       int      // 2 to 50; 0 for none
	// Distance writes a distance in metres for the notes; nil writes metres and kilometres.
	Distance func(metres float64) string
}

// Surface is the answer: every cell of the area, best first.
type Surface struct {
	ModelVersion string
	Profile      string
	Environment  string // in words, such as "temperate flat, 60 % urban"
	Resolution   int
	Cells        []Cell // best first, ties by cell index
	MassInside   float64
	Rings        []Ring // 25, 50, 75, 95 %
	Anchor       *orb.Point
	Area         orb.MultiPolygon // as asked for, circles and buffers drawn out
	Confidence   string           // high, medium, low
	Segments     []Segment        // densest first; as many as asked for
	Notes        []string         // what a planner must know of the data behind the answer
}

// Cell is one hexagon.
type Cell struct {
	Hex         string // H3 index in hexadecimal
	Center      orb.Point
	Score       int     // 0 to 30
	Probability float64 // of the person being in it, out of 1 for the whole world
	Drivers     []string
}

// Ring is a distance of the published statistics.
type Ring struct {
	Percent float64
	Radius  float64 // metres
}

// InputError says that the request contradicts itself or lies outside what is accepted.
type InputError struct {
	Field, Problem string
	Got, Want      any
}

func (e *InputError) Error() string { return "predict: " + e.Field + " " + e.Problem }

// UnsupportedError says that inputs are missing that the others make necessary, or that no
// published figures reach so far.
type UnsupportedError struct {
	Missing []string
	Reason  string
}

func (e *UnsupportedError) Error() string { return "predict: unsupported: " + e.Reason }

// OutsideError says that the area lies wholly outside the region's map data.
type OutsideError struct {
	Location orb.Point // the middle of the area
	Bound    orb.Bound // of the region
}

func (e *OutsideError) Error() string { return "predict: the area lies outside the loaded map data" }

// NoSignalError says that the result would rank nothing.
type NoSignalError struct{ Reason string }

func (e *NoSignalError) Error() string { return "predict: no signal: " + e.Reason }
