package index

import (
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// Geometry returns the shape of a doc as it is stored: the polygons of an area, the lines of a
// street, the outline or line of a venue, or its point.
func (x *Index) Geometry(doc Doc) orb.Geometry {
	r, d := x.Record(doc), x.Details(doc)
	box := geo.BoxOf(r.At)
	if d.HasBox {
		box = d.Box
	}
	var lines orb.MultiLineString
	var rings []orb.Ring
	switch k := r.Kind(); {
	case k == Street:
		x.SearchStreets(box, nil, func(street Doc, line []geo.Fixed) bool {
			if street == doc && len(line) > 1 {
				lines = append(lines, lineString(line))
			}
			return true
		})
		lines = joined(lines)
	case k.Area():
		rings = x.areaRings(doc, box)
	default:
		x.SearchVenues(box, nil, func(venue Doc, kind ShapeKind, shape []geo.Fixed) bool {
			switch {
			case venue != doc || len(shape) < 2:
			case kind == RingShape:
				rings = append(rings, closed(shape))
			case kind == LineShape:
				lines = append(lines, lineString(shape))
			}
			return true
		})
	}
	switch {
	case len(rings) > 0:
		if area := polygons(rings); len(area) == 1 {
			return area[0]
		} else if len(area) > 1 {
			return area
		}
	case len(lines) == 1:
		return lines[0]
	case len(lines) > 1:
		return lines
	}
	return r.At.Point()
}

// areaRings decodes the rings of an area, each polygon's shell before its holes.
func (x *Index) areaRings(doc Doc, box geo.Box) []orb.Ring {
	var rings []orb.Ring
	x.areas.tree.Search(box, func(leaf uint32) bool {
		c := x.areas.leaves.at(leaf)
		if Doc(c.uint32()) != doc {
			return true
		}
		from := origin(x.areas.tree.Boxes[leaf])
		for n := c.count(3); n > 0 && !c.bad; n-- {
			if ring := c.ring(from); len(ring) > 2 {
				rings = append(rings, closed(ring))
			}
		}
		return true
	})
	return rings
}

// ring reads a ring as appendRing writes it, without its closing point.
func (c *cursor) ring(from vertex) []geo.Fixed {
	at := c.next(from)
	var out []geo.Fixed
	for chunks := c.count(7); chunks > 0 && !c.bad; chunks-- {
		end := c.next(at)
		for range 4 { // the box of the chunk
			c.uint32()
		}
		body := c.record()
		out = append(out, at.fixed())
		for len(body.b) > 0 && !body.bad {
			if at = body.next(at); !body.bad {
				out = append(out, at.fixed())
			}
		}
		at = end
	}
	return out
}

func lineString(line []geo.Fixed) orb.LineString {
	out := make(orb.LineString, len(line))
	for i, p := range line {
		out[i] = p.Point()
	}
	return out
}

func closed(ring []geo.Fixed) orb.Ring {
	out := orb.Ring(lineString(ring))
	if out[0] != out[len(out)-1] {
		out = append(out, out[0])
	}
	return out
}

// polygons groups rings: one that lies inside of an earlier shell is a hole of it.
func polygons(rings []orb.Ring) orb.MultiPolygon {
	var out orb.MultiPolygon
next:
	for _, ring := range rings {
		if len(ring) < 4 {
			continue
		}
		for i := range out {
			if holds(out[i][0], ring[0]) {
				out[i] = append(out[i], ring)
				continue next
			}
		}
		out = append(out, orb.Polygon{ring})
	}
	return out
}

// holds tells whether a point lies inside of a ring.
func holds(ring orb.Ring, p orb.Point) bool {
	odd := false
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0]+(p[1]-a[1])/(b[1]-a[1])*(b[0]-a[0]) {
			odd = !odd
		}
	}
	return odd
}

// joined puts pieces that share their ends together.
func joined(pieces orb.MultiLineString) orb.MultiLineString {
	for again := true; again; {
		again = false
		starts := map[orb.Point]int{}
		for i, l := range pieces {
			starts[l[0]] = i
		}
		for i := range pieces {
			l := pieces[i]
			if l == nil {
				continue
			}
			for {
				j, ok := starts[l[len(l)-1]]
				if !ok || j == i || pieces[j] == nil {
					break
				}
				delete(starts, pieces[j][0])
				l = append(l, pieces[j][1:]...)
				pieces[j], again = nil, true
			}
			pieces[i] = l
		}
		kept := pieces[:0]
		for _, l := range pieces {
			if l != nil {
				kept = append(kept, l)
			}
		}
		pieces = kept
	}
	return pieces
}
