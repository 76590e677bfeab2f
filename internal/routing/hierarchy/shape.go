package hierarchy

import (
	"errors"
	"fmt"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// A Shape tells how good the order of a hierarchy is: what queries and customisation cost depends on it.
type Shape struct {
	Family     string `json:"family"` // modes that share it: motor, bicycle, pedestrian
	Vertices   int    `json:"vertices"`
	Arcs       int    `json:"arcs"`
	Depth      int    `json:"depth"`      // vertices on the longest way up the elimination tree
	Separators []int  `json:"separators"` // vertices of the largest separator on each of the first levels of the dissection
}

// shapeLevels is how many levels of separators are told of.
const shapeLevels = 8

// Shapes describes the hierarchies of a region file, those of which it holds. It reads the elimination trees
// alone. Errors wrap ErrInvalid or those of package region.
func Shapes(file *region.File) (shapes []Shape, err error) {
	for _, mode := range []routing.Mode{routing.Auto, routing.Bicycle, routing.Pedestrian} { // one of each family
		family := familyOf(mode)
		var h cch.Hierarchy
		err := errors.Join(
			load(file, sectionName(family, sectionParents), &h.Parent),
			load(file, sectionName(family, sectionUp), &h.UpHead),
			load(file, sectionName(family, sectionDown), &h.DownTail),
		)
		switch {
		case errors.Is(err, region.ErrNoSection):
			continue
		case err != nil:
			return nil, fmt.Errorf("hierarchy: %w", err)
		}
		for v, p := range h.Parent {
			if p != graph.None && (p <= uint32(v) || int(p) >= len(h.Parent)) {
				return nil, invalid(family, "parent of vertex %d", v)
			}
		}
		shapes = append(shapes, Shape{family, h.Vertices(), h.Arcs(), h.Depth(), h.Separators(shapeLevels)})
	}
	return shapes, nil
}
