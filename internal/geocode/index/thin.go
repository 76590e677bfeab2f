package index

import (
	"math"

	"github.com/footstepd/footstepd/internal/geo"
)

// thin returns a line without the points that shape it by less than the tolerance in metres
// (Douglas and Peucker, 1973). Its ends and the points that keep names stay.
func thin(line []geo.Fixed, metres float64, keep func(i int) bool) []geo.Fixed {
	if len(line) < 3 {
		return line
	}
	cos := math.Cos(float64(line[0].Lat) / geo.Scale * math.Pi / 180)
	tolerance := metres / 0.0111319 // fixed-point units of latitude
	stay := make([]bool, len(line))
	type span struct{ from, to int }
	stack := []span{}
	last := 0
	stay[0] = true
	for i := 1; i < len(line); i++ {
		if i == len(line)-1 || keep != nil && keep(i) {
			stay[i] = true
			stack = append(stack, span{last, i})
			last = i
		}
	}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		worst, at := tolerance, -1
		for i := s.from + 1; i < s.to; i++ {
			if d := offset(line[i], line[s.from], line[s.to], cos); d > worst {
				worst, at = d, i
			}
		}
		if at >= 0 {
			stay[at] = true
			stack = append(stack, span{s.from, at}, span{at, s.to})
		}
	}
	out := make([]geo.Fixed, 0, 8)
	for i, p := range line {
		if stay[i] {
			out = append(out, p)
		}
	}
	return out
}

// offset returns the distance of p from the segment ab in fixed-point units of latitude.
func offset(p, a, b geo.Fixed, cos float64) float64 {
	dx, dy := float64(b.Lon-a.Lon)*cos, float64(b.Lat-a.Lat)
	px, py := float64(p.Lon-a.Lon)*cos, float64(p.Lat-a.Lat)
	t := 0.0
	if l2 := dx*dx + dy*dy; l2 > 0 {
		t = math.Max(0, math.Min(1, (px*dx+py*dy)/l2))
	}
	return math.Hypot(px-t*dx, py-t*dy)
}

// thinRing thins a closed ring given without its closing point. It keeps at least three points.
func thinRing(ring []geo.Fixed, metres float64) []geo.Fixed {
	if len(ring) < 5 {
		return ring
	}
	far, best := 0, -1.0
	for i, p := range ring {
		if d := math.Hypot(float64(p.Lon-ring[0].Lon), float64(p.Lat-ring[0].Lat)); d > best {
			far, best = i, d
		}
	}
	closed := append(ring[:len(ring):len(ring)], ring[0])
	out := thin(closed, metres, func(i int) bool { return i == far })
	out = out[:len(out)-1]
	if len(out) < 3 {
		return ring
	}
	return out
}
