package graph

import (
	"context"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// Touching returns the edges that have a point within an area or on its border, ascending. Holes are
// no part of it. An area must not cross the antimeridian. The error is the context's.
func (g *Graph) Touching(ctx context.Context, area orb.MultiPolygon) ([]uint32, error) {
	var all []uint32
	for _, polygon := range area {
		bound := polygon.Bound()
		box := geo.BoxOf(geo.ToFixed(bound.Min), geo.ToFixed(bound.Max))
		looked := 0
		var err error
		g.tree.Search(box, func(edge uint32) bool {
			if looked++; looked%checkEvery == 0 {
				if err = ctx.Err(); err != nil {
					return false
				}
			}
			if g.touches(edge, polygon, bound) {
				all = append(all, edge)
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(all)
	return slices.Compact(all), ctx.Err()
}

// touches tells whether an edge has a point in a polygon: its first point, or one where it crosses a ring.
func (g *Graph) touches(edge uint32, polygon orb.Polygon, bound orb.Bound) bool {
	last := g.Point(edge, 0)
	if planar.PolygonContains(polygon, last) {
		return true
	}
	for i := 1; i < g.Points(edge); i++ {
		next := g.Point(edge, i)
		if math.Abs(next[0]-last[0]) > 180 { // across the antimeridian, where no area goes
			if planar.PolygonContains(polygon, next) {
				return true
			}
		} else if crosses(last, next, polygon, bound) {
			return true
		}
		last = next
	}
	return false
}

// crosses tells whether a segment has a point in common with any ring.
func crosses(a, b orb.Point, polygon orb.Polygon, bound orb.Bound) bool {
	box := orb.Bound{Min: a, Max: a}.Extend(b)
	if !bound.Intersects(box) {
		return false
	}
	for _, ring := range polygon {
		for i := 1; i < len(ring); i++ {
			if box.Intersects(orb.Bound{Min: ring[i-1], Max: ring[i-1]}.Extend(ring[i])) && meet(a, b, ring[i-1], ring[i]) {
				return true
			}
		}
	}
	return false
}

// meet tells whether two segments, whose boxes meet, have a point in common.
func meet(a, b, c, d orb.Point) bool {
	side := func(p, q, r orb.Point) float64 { return (q[0]-p[0])*(r[1]-p[1]) - (q[1]-p[1])*(r[0]-p[0]) }
	return side(a, b, c)*side(a, b, d) <= 0 && side(c, d, a)*side(c, d, b) <= 0
}
