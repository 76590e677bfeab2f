package geo

import (
	"math"

	"github.com/paulmach/orb"
)

// ThinCoverage returns areas that border on one another with at most n positions in all their rings together, as far
// as their topology allows. A border between two areas is thinned once for both, so that they neither come to
// overlap nor part; places where three borders meet stay, and so do all rings. Positions that agree to some
// decimetres are one. The areas must be valid, and none may overlap another; they are not changed, and are returned as
// they are when they are small enough.
func ThinCoverage(areas []orb.MultiPolygon, n int) []orb.MultiPolygon {
	total := 0
	for _, a := range areas {
		total += positions(a)
	}
	if total <= n {
		return areas
	}
	c := newCoverage(areas, total)
	if c == nil {
		return areas
	}
	vertices := 0
	for i := range c.arcs {
		vertices += len(c.arcs[i].vertices)
	}
	t := newThinner(vertices)
	defer thinners.Put(t)
	for i := range c.arcs {
		c.arcs[i].first = len(t.vertices)
		t.addArc(&c.arcs[i], c.points)
	}
	t.buildIndex()
	t.alive = total
	t.run(n)
	out, next := make([]orb.MultiPolygon, len(areas)), 0
	for i, a := range areas {
		for _, p := range a {
			q := make(orb.Polygon, len(p))
			for k := range p {
				q[k] = c.ring(t, next)
				next++
			}
			out[i] = append(out[i], q)
		}
	}
	return out
}

// A coverage is the borders of some areas as a graph: arcs between the places where more than two borders meet.
type coverage struct {
	points []orb.Point        // the vertices
	at     map[[2]int32]int32 // vertices by position, in samePlace
	around [][]int32          // neighbours of each vertex
	arcs   []arc
	arcOf  map[[2]int32]use // by its first step, in either direction
	rings  [][]use          // of the areas, in their order
}

// An arc is a line between two junctions, or a whole ring where there are none.
type arc struct {
	vertices []int32
	closed   bool // without its closing vertex
	least    int  // vertices, ends not counted, that it keeps
	first    int  // its first vertex in the thinner
	uses     int  // rings that it is in
}

// use is an arc as a part of a ring.
type use struct {
	arc      int32
	backward bool
}

// samePlace is the size in degrees up to which positions are one.
const samePlace = 2e-6

// newCoverage returns nil where a ring encloses nothing.
func newCoverage(areas []orb.MultiPolygon, total int) *coverage {
	c := &coverage{at: make(map[[2]int32]int32, total), arcOf: map[[2]int32]use{}}
	var rings [][]int32
	for _, a := range areas {
		for _, p := range a {
			for _, r := range p {
				var ring []int32
				for _, q := range r[:len(r)-1] {
					if v := c.vertex(q); len(ring) == 0 || ring[len(ring)-1] != v {
						ring = append(ring, v)
					}
				}
				if len(ring) > 0 && ring[0] == ring[len(ring)-1] {
					ring = ring[1:]
				}
				if len(ring) < 3 {
					return nil
				}
				rings = append(rings, ring)
				for i, v := range ring {
					c.join(v, ring[(i+1)%len(ring)])
				}
			}
		}
	}
	for _, r := range rings {
		c.rings = append(c.rings, c.divide(r))
	}
	// Two arcs between the same junctions must not both become straight.
	ends := map[[2]int32]int{}
	for pass := range 2 {
		for i := range c.arcs {
			a := &c.arcs[i]
			from, to := a.vertices[0], a.vertices[len(a.vertices)-1]
			key := [2]int32{min(from, to), max(from, to)}
			switch {
			case a.closed:
				a.least = 3
			case from == to:
				a.least = 2
			case pass == 0:
				ends[key]++
			case ends[key] > 1:
				a.least = 1
			}
		}
	}
	return c
}

// vertex returns the number of the vertex at a position.
func (c *coverage) vertex(p orb.Point) int32 {
	x, y := int32(math.Floor(p[0]/samePlace)), int32(math.Floor(p[1]/samePlace))
	for dx := int32(-1); dx <= 1; dx++ {
		for dy := int32(-1); dy <= 1; dy++ {
			if v, ok := c.at[[2]int32{x + dx, y + dy}]; ok && math.Abs(c.points[v][0]-p[0]) < samePlace && math.Abs(c.points[v][1]-p[1]) < samePlace {
				return v
			}
		}
	}
	v := int32(len(c.points))
	c.points, c.around = append(c.points, p), append(c.around, nil)
	c.at[[2]int32{x, y}] = v
	return v
}

// join notes that a border runs between two vertices.
func (c *coverage) join(a, b int32) {
	for _, v := range c.around[a] {
		if v == b {
			return
		}
	}
	c.around[a], c.around[b] = append(c.around[a], b), append(c.around[b], a)
}

// junction tells whether more than two borders meet at a vertex.
func (c *coverage) junction(v int32) bool { return len(c.around[v]) > 2 }

// divide returns the arcs that a ring is made of, and adds those that are new.
func (c *coverage) divide(ring []int32) []use {
	start := -1
	for i, v := range ring {
		if c.junction(v) {
			start = i
			break
		}
	}
	at := func(i int) int32 { return ring[i%len(ring)] }
	if start < 0 {
		// No junction: both sides of the ring begin at the same vertex.
		start = 0
		for i, v := range ring {
			if v < ring[start] {
				start = i
			}
		}
		line := make([]int32, len(ring))
		for i := range line {
			line[i] = at(start + i)
		}
		return []use{c.use(line, true)}
	}
	var out []use
	line := []int32{at(start)}
	for i := start + 1; i <= start+len(ring); i++ {
		if line = append(line, at(i)); c.junction(at(i)) {
			out = append(out, c.use(line, false))
			line = []int32{at(i)}
		}
	}
	return out
}

// use returns the arc along a line, in its direction or against it.
func (c *coverage) use(line []int32, closed bool) use {
	last := len(line) - 1
	back := [2]int32{line[last], line[last-1]}
	if closed {
		back = [2]int32{line[0], line[last]}
	}
	if u, ok := c.arcOf[[2]int32{line[0], line[1]}]; ok {
		c.arcs[u.arc].uses++
		return u
	}
	k := int32(len(c.arcs))
	c.arcs = append(c.arcs, arc{vertices: line, closed: closed, uses: 1})
	c.arcOf[[2]int32{line[0], line[1]}] = use{k, false}
	c.arcOf[back] = use{k, true}
	return use{k, false}
}

// addArc adds the vertices of an arc.
func (t *thinner) addArc(a *arc, points []orb.Point) {
	line := make(orb.LineString, len(a.vertices))
	for i, v := range a.vertices {
		line[i] = points[v]
	}
	t.addRing(line, a.closed)
	if a.closed {
		t.limits[len(t.limits)-1].counts = a.uses
		return
	}
	for i := a.first; i < len(t.vertices); i++ {
		t.vertices[i].ring = int32(len(t.limits))
	}
	t.limits = append(t.limits, limit{len(line) - 2, a.least, a.uses})
}

// ring puts a ring together from what is left of its arcs.
func (c *coverage) ring(t *thinner, k int) orb.Ring {
	var out orb.Ring
	for _, u := range c.rings[k] {
		a := &c.arcs[u.arc]
		points := t.points(a.first, a.first+len(a.vertices))
		if a.closed {
			points = append(points, points[0])
		}
		if u.backward {
			for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
				points[i], points[j] = points[j], points[i]
			}
		}
		out = append(out, points[:len(points)-1]...)
	}
	return append(out, out[0])
}
