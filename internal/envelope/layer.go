package envelope

import "encoding/json"

// Layer is a render layer. Later layers of an answer lie over earlier ones.
type Layer struct {
	Kind  string          `json:"kind"`
	Label string          `json:"label"`
	Data  json.RawMessage `json:"data"`
	BBox  []float64       `json:"bbox"` // west, south, east, north; west > east across the antimeridian
	Style any             `json:"style_hints,omitempty"`
}
