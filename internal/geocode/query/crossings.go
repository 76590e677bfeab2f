package query

import (
	"cmp"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/index"
)

// sameCrossing is how far apart in metres two shared nodes may lie and still be one crossing, as
// where one of the streets has two carriageways.
const sameCrossing = 60

// Crossings returns where two streets meet, from south to north, then west to east.
func Crossings(x *index.Index, a, b index.Doc) []Crossing {
	var da, db index.Details
	x.Facts(a, &da)
	x.Facts(b, &db)
	var m meeting
	return m.of(x, [2]index.Doc{a, b}, da.Box.Intersection(db.Box))
}

// meeting finds where two streets meet; it is reused.
type meeting struct {
	vertices [2][]geo.Fixed // of the streets
	line     []geo.Fixed
	shared   []sharedNode
	firsts   []geo.Fixed // shared nodes, of each crossing
	nodes    []int       // of each crossing
	out      []Crossing
}

// sharedNode is a node of two streets, at one of their crossings.
type sharedNode struct {
	at  geo.Fixed
	nth int
}

// of returns where two streets meet in a box, which may be that in which their boxes meet. The answer is valid until the
// next call. Of the nodes of a crossing the middle one tells where it is.
func (m *meeting) of(x *index.Index, streets [2]index.Doc, box geo.Box) []Crossing {
	if streets[0] > streets[1] {
		streets[0], streets[1] = streets[1], streets[0]
	}
	if streets[0] == streets[1] || box.MinLon > box.MaxLon || box.MinLat > box.MaxLat {
		return nil
	}
	m.vertices[0], m.vertices[1] = m.vertices[0][:0], m.vertices[1][:0]
	m.line = x.SearchStreets(box, m.line, func(street index.Doc, line []geo.Fixed) bool {
		switch street {
		case streets[0]:
			m.vertices[0] = append(m.vertices[0], line...)
		case streets[1]:
			m.vertices[1] = append(m.vertices[1], line...)
		}
		return true
	})
	m.share()
	m.out = m.out[:0]
	for nth, n := range m.nodes {
		m.out = append(m.out, Crossing{Streets: streets, Nth: nth})
		m.nodes[nth] = n / 2 // before the middle
	}
	for _, n := range m.shared {
		if m.nodes[n.nth]--; m.nodes[n.nth] == -1 {
			m.out[n.nth].At = n.at
		}
	}
	return m.out
}

// share finds the nodes that are vertices of both streets, and at which crossing they lie.
func (m *meeting) share() {
	m.shared, m.firsts, m.nodes = m.shared[:0], m.firsts[:0], m.nodes[:0]
	for i := range m.vertices {
		slices.SortFunc(m.vertices[i], southWest)
	}
	other := m.vertices[1]
	for i, p := range m.vertices[0] {
		if i > 0 && p == m.vertices[0][i-1] {
			continue
		}
		for len(other) > 0 && southWest(other[0], p) < 0 {
			other = other[1:]
		}
		if len(other) == 0 || other[0] != p {
			continue
		}
		nth := slices.IndexFunc(m.firsts, func(first geo.Fixed) bool { return geo.Distance(first.Point(), p.Point()) <= sameCrossing })
		if nth < 0 {
			nth = len(m.firsts)
			m.firsts, m.nodes = append(m.firsts, p), append(m.nodes, 0)
		}
		m.nodes[nth]++
		m.shared = append(m.shared, sharedNode{p, nth})
	}
}

// southWest orders points from south to north, then west to east.
func southWest(p, q geo.Fixed) int {
	if p.Lat != q.Lat {
		return cmp.Compare(p.Lat, q.Lat)
	}
	return cmp.Compare(p.Lon, q.Lon)
}
