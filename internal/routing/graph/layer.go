package graph

import "github.com/footstepd/footstepd/internal/routing/profile"

// A trip may use restricted roads first, then open ones, then restricted ones again, and no other
// order: what is private or for residents is not for through traffic. So a search keeps, beside the
// state, a layer:
//
//	layer 0  on restricted roads since the start, or on open ones
//	layer 1  on restricted roads after open ones
//
// A label is a state in a layer: state + layer·states.

// Layer returns the layer in which a path continues from a road in a layer onto the next road, false
// where it may not.
func Layer(access profile.Access, layer uint32, next profile.Access) (uint32, bool) {
	if next == profile.Open {
		return 0, layer == 0
	}
	if access == profile.Open {
		return 1, true
	}
	return layer, true
}
