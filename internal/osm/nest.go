package osm

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// nest makes polygons of rings that do not cross one another: a ring that lies inside an even
// number of others is a shell, one inside an odd number is a hole of the smallest ring around it.
func nest(rings []ring) orb.MultiPolygon {
	rings = slices.DeleteFunc(rings, func(r ring) bool { return len(r) < 3 || r.area2() == 0 })
	if len(rings) == 0 {
		return nil
	}
	// Largest first: then whatever contains a ring comes before it.
	slices.SortFunc(rings, func(a, b ring) int {
		if c := cmp.Compare(math.Abs(b.area2()), math.Abs(a.area2())); c != 0 {
			return c
		}
		return slices.CompareFunc(a, b, compareFixed)
	})
	parents := containment(rings)
	depth := make([]int, len(rings))
	shell := make([]int, len(rings)) // polygon of each ring
	var out orb.MultiPolygon
	for i, parent := range parents {
		if parent >= 0 {
			depth[i] = depth[parent] + 1
		}
		if depth[i]%2 == 0 {
			shell[i] = len(out)
			out = append(out, orb.Polygon{rings[i].orb(true)})
		} else {
			shell[i] = shell[parent]
			out[shell[i]] = append(out[shell[i]], rings[i].orb(false))
		}
	}
	return out
}

// containment returns for each ring, sorted by falling area, the smallest ring around it, or -1.
func containment(rings []ring) []int {
	parents := make([]int, len(rings))
	parents[0] = -1
	if len(rings) == 1 {
		return parents
	}
	var segments []segment
	var owner []int
	for i, r := range rings {
		for j := range r {
			segments = append(segments, newSegment(r[j], r[(j+1)%len(r)]))
			owner = append(owner, i)
		}
	}
	index := indexSegments(segments)
	odd := make([]bool, len(rings))
	var seen []int
	for i, r := range rings {
		// Rings may touch in their vertices but not in the middle of a segment.
		x := (float64(r[0].Lon) + float64(r[1].Lon)) / 2
		y := (float64(r[0].Lat) + float64(r[1].Lat)) / 2
		crossings(index, segments, x, y, func(seg uint32) {
			if o := owner[seg]; o < i {
				odd[o] = !odd[o]
				seen = append(seen, o)
			}
		})
		parents[i] = -1
		for _, o := range seen {
			if odd[o] {
				parents[i] = max(parents[i], o)
			}
		}
		for _, o := range seen {
			odd[o] = false
		}
		seen = seen[:0]
	}
	return parents
}
