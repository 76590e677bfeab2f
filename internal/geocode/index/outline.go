package index

import (
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
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
		parts := x.RoadParts(doc, box)
		x.SearchStreets(box, nil, func(street Doc, line []geo.Fixed) bool {
			if (street == doc || slices.Contains(parts, street)) && len(line) > 1 {
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

// RoadParts returns the streets that the road of a number leads over, none where a doc is no such road.
func (x *Index) RoadParts(doc Doc, box geo.Box) (parts []Doc) {
	name := x.Record(doc).Name
	var d Details
	x.Docs(name, func(other Doc, further bool) bool {
		if !further || x.Record(other).Kind() != Street {
			return true
		}
		if x.Facts(other, &d); !d.Box.Intersects(box) {
			return true
		}
		x.Variants(other, func(v Variant) bool {
			if v.Name == name && v.Kind == "ref" {
				parts = append(parts, other)
			}
			return v.Name != name
		})
		return true
	})
	return parts
}

// areaRings decodes the rings of an area, each polygon's shell before its holes.
func (x *Index) areaRings(doc Doc, box geo.Box) []orb.Ring {
	var rings []orb.Ring
	x.areas.search(box, func(n int, r *packed.Reader, f *frame) bool {
		for ; n > 0 && !r.Bad(); n-- {
			mine := Doc(r.Bits(x.areas.docBits)) == doc
			for k := r.Count(countOrder); k > 0 && !r.Bad(); k-- {
				if ring := readRing(r, f); mine && len(ring) > 2 {
					rings = append(rings, closed(ring))
				}
			}
		}
		return true
	})
	return rings
}

// readRing reads a ring as writeRing writes it, without its closing point.
func readRing(r *packed.Reader, f *frame) []geo.Fixed {
	at := f.read(r)
	var out []geo.Fixed
	for chunks := r.Count(countOrder); chunks > 0 && !r.Bad(); chunks-- {
		c := readChunk(r, at)
		out = append(out, at.fixed())
		if c.vertices > 0 {
			order := uint(r.Bits(orderBits))
			for ; c.vertices > 0 && !r.Bad(); c.vertices-- {
				at = readVertex(r, at, order)
				out = append(out, at.fixed())
			}
		}
		at = c.end
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
