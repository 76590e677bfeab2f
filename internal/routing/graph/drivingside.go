package graph

import "github.com/footstepd/footstepd/internal/geo"

// keepsLeft tells whether traffic keeps left at a place.
func keepsLeft(geo.Fixed) bool { return false }
