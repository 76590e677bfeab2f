package envelope

import (
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/clip"
)

// Geometry that crosses the antimeridian is cut there into parts that do not (RFC 7946, 3.1.9),
// since many map programs would otherwise draw it the long way round the world.

// splitLine cuts a line at the antimeridian. One that does not cross it is its only part.
func splitLine(line orb.LineString) orb.MultiLineString {
	parts := orb.MultiLineString{}
	start := 0
	var head orb.LineString // the point on the antimeridian where the present part begins
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		if !jumps(a, b) {
			continue
		}
		edge := math.Copysign(180, a[0])
		lat := a[1]
		if span := 360 - math.Abs(b[0]-a[0]); span > 0 {
			lat += math.Abs(edge-a[0]) / span * (b[1] - a[1])
		}
		part := append(append(orb.LineString{}, head...), line[start:i]...)
		parts = append(parts, append(part, orb.Point{edge, lat}))
		head, start = orb.LineString{{-edge, lat}}, i
	}
	if start == 0 {
		return append(parts, line)
	}
	return append(parts, append(append(orb.LineString{}, head...), line[start:]...))
}

// jumps tells whether the way from a to b crosses the antimeridian.
func jumps(a, b orb.Point) bool { return math.Abs(b[0]-a[0]) > 180 }

// splitArea cuts an area at the antimeridian. An area that does not cross it is returned as it is.
func splitArea(area orb.MultiPolygon) orb.MultiPolygon {
	var out orb.MultiPolygon
	for i, p := range area {
		if !crosses(p) {
			if out != nil {
				out = append(out, p)
			}
			continue
		}
		if out == nil {
			out = append(orb.MultiPolygon{}, area[:i]...)
		}
		out = append(out, splitPolygon(p)...)
	}
	if out == nil {
		return area
	}
	return out
}

func crosses(p orb.Polygon) bool {
	for _, r := range p {
		for i := 1; i < len(r); i++ {
			if jumps(r[i-1], r[i]) {
				return true
			}
		}
	}
	return false
}

// splitPolygon lays a polygon out without jumps, cuts it at the edges of the world and moves the
// pieces back.
func splitPolygon(p orb.Polygon) orb.MultiPolygon {
	flat := make(orb.Polygon, len(p))
	for i, r := range p {
		flat[i] = unwrap(r)
		if i > 0 && len(r) > 0 { // holes lie where their shell does
			shift(flat[i], 360*math.Round((flat[0].Bound().Center()[0]-flat[i].Bound().Center()[0])/360))
		}
	}
	var out orb.MultiPolygon
	box := flat[0].Bound()
	for world := math.Floor((box.Min[0] + 180) / 360); world*360-180 < box.Max[0]; world++ {
		window := orb.Bound{Min: orb.Point{world*360 - 180, -90}, Max: orb.Point{world*360 + 180, 90}}
		if piece := clip.Polygon(window, flat.Clone()); len(piece) > 0 {
			for _, r := range piece {
				shift(r, -360*world)
			}
			out = append(out, piece)
		}
	}
	return out
}

// unwrap returns a copy of a ring whose longitudes go on past 180 degrees instead of jumping.
func unwrap(r orb.Ring) orb.Ring {
	out := make(orb.Ring, len(r))
	turns := 0.0
	for i, p := range r {
		if i > 0 && jumps(r[i-1], p) {
			turns -= math.Copysign(360, p[0]-r[i-1][0])
		}
		out[i] = orb.Point{p[0] + turns, p[1]}
	}
	return out
}

func shift(r orb.Ring, degrees float64) {
	for i := range r {
		r[i][0] += degrees
	}
}
