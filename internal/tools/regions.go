package tools

import (
	"fmt"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb"
)

// contains tells whether p lies in a region's bounding box, edges included. A box with west > east
// crosses the antimeridian.
func (r *Region) contains(p orb.Point) bool {
	west, south, east, north := r.Bound.Min[0], r.Bound.Min[1], r.Bound.Max[0], r.Bound.Max[1]
	if p[1] < south || p[1] > north {
		return false
	}
	if west <= east {
		return p[0] >= west && p[0] <= east
	}
	return p[0] >= west || p[0] <= east
}

// meets tells whether a region's bounding box shares a point with a box that does not cross the
// antimeridian.
func (r *Region) meets(box orb.Bound) bool {
	b := r.Bound
	if b.Min[0] <= b.Max[0] {
		return b.Intersects(box)
	}
	west, east := b, b
	west.Max[0], east.Min[0] = 180, -180
	return west.Intersects(box) || east.Intersects(box)
}

// indexed is a point of a request and what the request calls it.
type indexed struct {
	point orb.Point
	field string
}

// regionsWith returns the regions that contain all points, in order. Its error says which point
// lies outside of every region, or that no region holds them all.
func (c *call) regionsWith(points []indexed) ([]*Region, error) {
	var all []*Region
	for _, r := range c.regions {
		if !slices.ContainsFunc(points, func(p indexed) bool { return !r.contains(p.point) }) {
			all = append(all, r)
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	var homes []string
	for _, p := range points {
		home := slices.IndexFunc(c.regions, func(r *Region) bool { return r.contains(p.point) })
		if home < 0 {
			return nil, c.outside(p)
		}
		homes = append(homes, fmt.Sprintf("%s lies in %s", p.field, c.regions[home].Name))
	}
	return nil, c.notJoined(homes, points[len(points)-1].point)
}

type regionBounds struct {
	Name string     `json:"name"`
	BBox [4]float64 `json:"bbox"`
}

type boundsDetails struct {
	Location [2]float64     `json:"location"`
	Regions  []regionBounds `json:"regions"`
}

// bounds lists the loaded regions for details.
func (c *call) bounds() []regionBounds {
	out := make([]regionBounds, len(c.regions))
	for i, r := range c.regions {
		b := r.Bound
		out[i] = regionBounds{r.Name, [4]float64{
			envelope.Round(b.Min[0], 5), envelope.Round(b.Min[1], 5), envelope.Round(b.Max[0], 5), envelope.Round(b.Max[1], 5),
		}}
	}
	return out
}

// outside says that a point lies in no region, and where the regions are.
func (c *call) outside(p indexed) error {
	return c.outsideError(fmt.Sprintf("%s (%s)", p.field, coordinates(p.point)), p.point, nil)
}

// outsideError says that something at a point lies in no region.
func (c *call) outsideError(what string, at orb.Point, cause error) error {
	advice := "; use a point within these bounds, or load a region that covers it"
	if c.swapped(at) {
		advice = "; did you swap lat and lon? The other way round it lies within"
	}
	var areas []string
	for _, r := range c.bounds() {
		areas = append(areas, fmt.Sprintf("%s: lat %g to %g, lon %g to %g", r.Name, r.BBox[1], r.BBox[3], r.BBox[0], r.BBox[2]))
		if len(areas) == maxAreas {
			areas = append(areas, fmt.Sprintf("%d regions in all, see details.regions", len(c.regions)))
			break
		}
	}
	return &envelope.Error{
		Code:    envelope.OutOfBounds,
		Message: fmt.Sprintf("%s lies outside of the loaded map data (%s)%s", what, strings.Join(areas, "; "), advice),
		Details: boundsDetails{envelope.Position(at), c.bounds()},
		Err:     cause,
	}
}

// maxAreas bounds the regions that a message lists.
const maxAreas = 4

// swapped tells whether a point that lies in no region would lie in one with its coordinates the
// other way round.
func (c *call) swapped(p orb.Point) bool {
	other := orb.Point{p[1], p[0]}
	in := func(p orb.Point) func(*Region) bool { return func(r *Region) bool { return r.contains(p) } }
	return !slices.ContainsFunc(c.regions, in(p)) && slices.ContainsFunc(c.regions, in(other))
}
