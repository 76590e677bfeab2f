package predict

import (
	"context"
	"math"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
)

// lookAlong in metres is how much of a line is looked along at once, so that boxes stay small.
const lookAlong = 500

// starts tells how much each place along a line counts as the one where a person left it: twice near
// junctions of paths on it, where most go wrong. Nil when all count alike.
func (s *surface) starts(ctx context.Context, line *strip) (func(vec) float64, error) {
	if !s.model.has(Junctions) {
		return nil, nil
	}
	f := &s.model.figures.Junctions
	e := &edgeIndex{}
	known := map[vec]bool{}
	for _, p := range pieces(line, nil) {
		n := math.Ceil(p.from.distance(p.to) / lookAlong)
		for k := 0.0; k < n; k++ {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, box := range s.task.boxes(p.from.along(p.to, k/n), p.from.along(p.to, (k+1)/n), f.Line) {
				s.model.features.Search(box, func(feature *places.Feature) bool {
					if feature.Kind == places.Junction && feature.Point != nil {
						x, y := s.task.ruler.XY(*feature.Point)
						at := vec{x, y}
						if !known[at] && line.edges.distance(at, f.Line, f.Line) <= f.Line {
							known[at] = true
							e.add(at, at)
						}
					}
					return true
				})
			}
		}
	}
	if len(known) == 0 {
		return nil, nil
	}
	e.build()
	return func(p vec) float64 {
		if e.distance(p, f.Metres, f.Metres) <= f.Metres {
			return f.Weight
		}
		return 1
	}, nil
}

// boxes returns a box in degrees around two positions with a margin: two across the antimeridian.
func (t *task) boxes(a, b vec, margin float64) []geo.Box {
	lo := t.ruler.Point(min(a.x, b.x)-margin, min(a.y, b.y)-margin)
	hi := t.ruler.Point(max(a.x, b.x)+margin, max(a.y, b.y)+margin)
	return boundBoxes(orb.Bound{Min: lo, Max: hi})
}

// piece is a straight part of a line that the prior looks at as one.
type piece struct {
	from, to vec
	weight   float64 // of its places as starting places
}

// pieces cuts a line, thinned, into pieces that are alike as starting places, by looking at parts of its
// length over maxPriorPoints. Without start only corners cut it.
func pieces(s *strip, start func(vec) float64) []piece {
	line := thin(s.line, false, maxPriorPoints)
	longest := s.length() / maxPriorPoints
	var out []piece
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		if start == nil {
			out = append(out, piece{a, b, 1})
			continue
		}
		n := math.Ceil(a.distance(b) / longest)
		for k := 0.0; k < n; k++ {
			p := piece{from: a.along(b, k/n), to: a.along(b, (k+1)/n)}
			const looks = 16
			for j := range looks {
				p.weight += start(p.from.along(p.to, (float64(j)+0.5)/looks)) / looks
			}
			if last := len(out) - 1; k > 0 && out[last].weight == p.weight {
				out[last].to = p.to
				continue
			}
			out = append(out, p)
		}
	}
	return out
}
