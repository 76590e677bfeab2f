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
		t.searched = append(t.searched, searched{newRings(all, area), s.POD})
	}
	return nil
}

// searched is a search on the plane.
type searched struct {
	area *rings
	pod  float64
}

// search updates the surface by Bayes' rule for searches that found nothing: a place keeps the share
// 1 - POD of its mass for each search of it, and all mass, also that outside of the area, is scaled
// up to 1 again. Nothing is lost.
func (s *surface) search(ctx context.Context) error {
	outside := max(0, 1-s.inside)
	keep := make([]float64, len(s.hexes))
	touched := make([]bool, len(s.task.searched))
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
	s.detected = 1 - left
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
// all, and over an outline the mean over points spread evenly over the part of the cell in the area.
func (s *surface) unfound(i int32, touched []bool) float64 {
	h := &s.hexes[i]
	share, crossed := 1.0, false
	for k := range s.task.searched {
		x := &s.task.searched[k]
		switch x.area.relate(h.centre, h.radius) {
		case inside:
			share *= 1 - x.pod
			touched[k] = true
		case crosses:
			crossed = true
		}
	}
	if !crossed {
		return share
	}
	var sum, points float64
	step := math.Sqrt(h.area / searchPoints)
	n := int(math.Ceil(h.radius / step))
	outline := newRings([][]vec{h.corners}, h.area)
	for y := -n; y <= n; y++ {
		for x := -n; x <= n; x++ {
			p := vec{h.centre.x + (float64(x)+0.5)*step, h.centre.y + (float64(y)+0.5)*step}
			if !outline.edges.odd(p) || s.task.shape.relate(p, 0) == outside {
				continue
			}
			kept := 1.0
			for k := range s.task.searched {
				if a := &s.task.searched[k]; a.area.relate(p, 0) == inside {
					kept *= 1 - a.pod
					touched[k] = true
				}
			}
			sum, points = sum+kept, points+1
		}
	}
	if points == 0 {
		return share
	}
	return sum / points
}

// searchPoints is about how many points of a cell are looked at where an outline crosses it.
const searchPoints = 200
