package query

import "github.com/footstepd/footstepd/internal/geocode/index"

// Crossings returns where two streets meet, from south to north, then west to east.
func Crossings(x *index.Index, a, b index.Doc) []Crossing { return crossings(x, a, b) }
