package predict

import (
	"context"
	"fmt"
	"math"

	"github.com/paulmach/orb"
)

// A Search is an area that has been searched without a find.
type Search struct {
	Area orb.MultiPolygon
	// POD is the probability that the person would have been found, had they been there: 0 to 1.
	POD float64
}

// maxSearches bounds the searches of a request.
const maxSearches = 50

// searches checks the searched areas and puts them on the plane.
func (t *task) searches(req *Request) error {
	if n := len(req.Searched); n > maxSearches {
		return &InputError{"searched", "has too many entries", n, fmt.Sprintf("at most %d", maxSearches)}
	}
	for i, s := range req.Searched {
		if !(s.POD >= 0 && s.POD <= 1) {
			return &InputError{fmt.Sprintf("searched[%d].pod", i), "is out of range", number(s.POD), "0 to 1"}
		}
		field := fmt.Sprintf("searched[%d].polygon", i)
		polygons, lines, err := gather(field, s.Area)
		if err != nil {
			return err
		}
		placed, reach, err := onRuler(field, t.ruler, lines)
		if err != nil {
			return err
		}
		if !(reach <= 2*maxReach) {
			return &InputError{field, "lies far from the area", fmt.Sprintf("%.0f km from its middle", reach/1000), "an area that was searched within the area asked for"}
		}
		parts, area, err := orient(field, polygons, placed)
		if err != nil {
			return err
		}
		var all [][]vec
		for _, p := range parts {
			all = append(all, p...)
		}
		x := searched{newRings(all, area), s.POD, 0}
		for _, ring := range all {
			for _, p := range ring {
				x.extent = max(x.extent, p.distance(all[0][0]))
			}
		}
		t.searched = append(t.searched, x)
	}
	return nil
}

// searched is a search on the plane.
type searched struct {
	area   *rings
	pod    float64
	extent float64 // metres from its first corner to the farthest
}

// corner tells whether a corner of the search lies in an area.
func (x *searched) corner(area shape) bool {
	for _, ring := range x.area.rings {
		for _, p := range ring {
			if area.relate(p, 0) != outside {
				return true
			}
		}
	}
	return false
}

// search updates the surface by Bayes' rule for searches that found nothing: a place keeps the share
// 1 - POD of its mass for each search of it, and all mass, also that outside of the area, is scaled
// up to 1 again. Nothing is lost.
func (s *surface) search(ctx context.Context) error {
	outside := max(0, 1-s.inside)
	keep := make([]float64, len(s.hexes))
	touched := make([]bool, len(s.task.searched))
	for k := range touched {
		touched[k] = s.task.searched[k].corner(s.task.shape)
	}
	for i := range s.hexes {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if s.parts[i].area > 0 {
			keep[i] = s.unfound(int32(i), touched)
		}
	}
	for k, t := range touched {
		if !t {
			return &InputError{fmt.Sprintf("searched[%d].polygon", k), "does not touch the area", nil, "an area that was searched within the area asked for"}
		}
	}
	left := outside
	for _, i := range s.order {
		left += s.mass[i] * keep[i]
	}
	s.detected = max(0, 1-left)
	if left <= 0 {
		return &NoSignalError{"by the searches given nothing is left anywhere"}
	}
	s.inside = 0
	order := s.order[:0]
	for _, i := range s.order {
		s.mass[i] *= keep[i] / left
		s.inside += s.mass[i]
		if s.mass[i] > 0 {
			order = append(order, i)
		}
	}
	s.order = order
	if s.inside < leastInside {
		return &NoSignalError{"by the searches given fewer than 1 in 200 are left inside the area"}
	}
	return nil
}

// unfound returns the share of a cell's mass that its searches leave: 1 - POD where they covered it
// all, and where an outline runs through it the mean over its part in the area.
func (s *surface) unfound(i int32, touched []bool) float64 {
	h := &s.hexes[i]
	share := 1.0
	var crossed []*searched
	for k := range s.task.searched {
		x := &s.task.searched[k]
		switch x.area.relate(h.centre, h.radius) {
		case inside:
			share *= 1 - x.pod
			touched[k] = true
		case crosses:
			crossed = append(crossed, x)
		}
	}
	if len(crossed) == 0 {
		return share
	}
	c := combed{shape: s.task.shape, radius: h.radius}
	whole := c.shape.relate(h.centre, h.radius) == inside
	for k, a := range h.corners {
		c.triangle(h.centre, a, h.corners[(k+1)%len(h.corners)], share, crossed, whole)
	}
	if c.area == 0 {
		return share
	}
	return c.left / c.area
}

// piece returns the radius of the smallest pieces of a cell that the outline of a search is followed by:
// finer for a search that is smaller than the cell, so that a single garden is seen in a large one.
func (x *searched) piece(cell float64) float64 {
	coarse := cell / combedPieces
	if x.extent > cell {
		return coarse
	}
	return min(coarse, max(cell/finestCombed, math.Sqrt(x.area.area)/searchPieces))
}

const (
	// combedPieces is how many times smaller than a cell pieces on an outline are, finestCombed the same
	// for those of a small search, and searchPieces how many times smaller than the search these are.
	combedPieces, finestCombed, searchPieces = 12, 400, 6
)

// combed sums the part of a cell that lies in the area, and what searches leave of it. It splits the cell
// into triangles until each lies inside or outside of every search, or is the smallest allowed.
type combed struct {
	shape      shape
	radius     float64 // of the cell
	area, left float64
}

func (c *combed) triangle(p, q, r vec, kept float64, crossed []*searched, whole bool) {
	centre := vec{(p.x + q.x + r.x) / 3, (p.y + q.y + r.y) / 3}
	radius := max(p.distance(centre), q.distance(centre), r.distance(centre))
	small := radius <= c.radius/combedPieces
	if !whole {
		about := radius
		if small {
			about = 0
		}
		switch c.shape.relate(centre, about) {
		case outside:
			return
		case inside:
			whole = true
		case crosses:
			whole = small
		}
	}
	var rest []*searched
	for _, x := range crossed {
		about := radius
		if radius <= x.piece(c.radius) {
			about = 0
		}
		switch x.area.relate(centre, about) {
		case inside:
			kept *= 1 - x.pod
		case crosses:
			if about > 0 {
				rest = append(rest, x)
			}
		}
	}
	if whole && len(rest) == 0 {
		area := math.Abs(cross(q.minus(p), r.minus(p))) / 2
		c.area, c.left = c.area+area, c.left+kept*area
		return
	}
	pq, qr, rp := middle(p, q), middle(q, r), middle(r, p)
	c.triangle(p, pq, rp, kept, rest, whole)
	c.triangle(pq, q, qr, kept, rest, whole)
	c.triangle(rp, qr, r, kept, rest, whole)
	c.triangle(qr, rp, pq, kept, rest, whole)
}
