package index

import (
	"cmp"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/paulmach/osm"
)

// house is an object with a house number. There may be millions: what many have in common is shared.
type house struct {
	key     Key
	at      geo.Fixed
	ring    []geo.Fixed
	number  *houseNumber
	address *tagAddress // shared by houses of one street, without the number
	written bool        // the house has the name of its street or place in its own way
}

// houseNumber is a number as houses bear it.
type houseNumber struct {
	value  uint32 // leading digits
	rest   string // what follows them
	normal text.Number
}

func parseHouseNumber(s string) *houseNumber {
	n := &houseNumber{normal: text.ParseNumber(s)}
	n.value, n.rest = splitNumber(s)
	if n.normal.First < n.value && strings.ContainsAny(n.normal.Text, ",/") {
		n.value, n.rest = 0, s // "1234/12" is 12 in its street, too: it must not stand behind 12
	}
	return n
}

// last returns the last number that is covered.
func (n *houseNumber) last() uint32 {
	if v := n.normal; v.Last > n.value && (v.Last-n.value <= text.MaxSpan || strings.ContainsAny(v.Text, ",/")) {
		return v.Last
	}
	return n.value
}

// name returns the name of the street or place that the house says to stand in.
func (h *house) name() string { return cmp.Or(h.address.street, h.address.place) }

// spelling returns that name where it is not the one of the street or place, else "".
func (h *house) spelling() string {
	if h.written {
		return h.name()
	}
	return ""
}

// chunkHouses is how many houses are allocated together.
const chunkHouses = 1 << 10

// houses is a list of houses in little room. The zero value is empty.
type houses struct {
	chunks    [][]house
	numbers   map[string]*houseNumber
	addresses map[tagAddress]*tagAddress
}

// add adds the house of an address, which must have a number.
func (l *houses) add(key Key, a tagAddress, at geo.Fixed, ring []geo.Fixed) *house {
	if n := len(l.chunks); n == 0 || len(l.chunks[n-1]) == chunkHouses {
		l.chunks = append(l.chunks, make([]house, 0, chunkHouses))
	}
	last := &l.chunks[len(l.chunks)-1]
	number := l.number(a.number)
	a.number = ""
	*last = append(*last, house{key: key, at: at, ring: ring, number: number, address: l.address(a)})
	return &(*last)[len(*last)-1]
}

func (l *houses) number(s string) *houseNumber {
	n, ok := l.numbers[s]
	if !ok {
		if l.numbers == nil {
			l.numbers = map[string]*houseNumber{}
		}
		n = parseHouseNumber(s)
		l.numbers[s] = n
	}
	return n
}

// address returns the shared one of equal addresses.
func (l *houses) address(a tagAddress) *tagAddress {
	p, ok := l.addresses[a]
	if !ok {
		if l.addresses == nil {
			l.addresses = map[tagAddress]*tagAddress{}
		}
		p = &a
		l.addresses[a] = p
	}
	return p
}

// all returns the houses.
func (l *houses) all() []*house {
	out := make([]*house, 0, len(l.chunks)*chunkHouses)
	for _, c := range l.chunks {
		for i := range c {
			out = append(out, &c[i])
		}
	}
	return out
}

// onlyHouse tells whether an object is of no use to the index but for its house number.
func onlyHouse(tags osm.Tags) bool {
	for _, t := range tags {
		switch t.Key {
		case "name", "addr:housename", "place", "boundary", "highway":
			return false
		}
		if strings.HasPrefix(t.Key, "name:") {
			return false
		}
	}
	return true
}

// plot is a house whose outline has no positions yet.
type plot struct {
	house *house
	nodes []osm.NodeID
}

func newPlot(h *house, way osm.WayNodes) plot {
	p := plot{h, make([]osm.NodeID, len(way))}
	for i, n := range way {
		p.nodes[i] = n.ID
	}
	return p
}

// way appends the nodes of the outline to buf.
func (p *plot) way(buf osm.WayNodes) osm.WayNodes {
	for _, id := range p.nodes {
		buf = append(buf, osm.WayNode{ID: id})
	}
	return buf
}
