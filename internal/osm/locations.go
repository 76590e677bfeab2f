package osm

import (
	"math/bits"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// Locations holds the positions of the nodes that consumers asked for, 8 bytes each.
type Locations struct {
	set    *nodeSet
	points []geo.Fixed
	have   []uint64 // bit per slot: the extract held the node
	count  int
}

func newLocations(set *nodeSet) *Locations {
	n := set.index()
	return &Locations{set: set, points: make([]geo.Fixed, n), have: make([]uint64, (n+63)/64)}
}

func (l *Locations) put(n *osm.Node) {
	if slot, ok := l.set.slot(int64(n.ID)); ok {
		l.points[slot] = geo.ToFixed(orb.Point{n.Lon, n.Lat})
		if l.have[slot/64]&(1<<(slot%64)) == 0 {
			l.have[slot/64] |= 1 << (slot % 64)
			l.count++
		}
	}
}

// Get returns the position of a node, false when it was not asked for or the extract lacks it.
func (l *Locations) Get(id osm.NodeID) (geo.Fixed, bool) {
	slot, ok := l.set.slot(int64(id))
	if !ok || l.have[slot/64]&(1<<(slot%64)) == 0 {
		return geo.Fixed{}, false
	}
	return l.points[slot], true
}

// Slot returns a small dense number for a node that was asked for, 0 to Slots()-1, false for
// others. Builders use it to index arrays of their own.
func (l *Locations) Slot(id osm.NodeID) (int, bool) { return l.set.slot(int64(id)) }

// At returns the position in a slot; it is zero where the extract lacks the node.
func (l *Locations) At(slot int) geo.Fixed { return l.points[slot] }

// Slots returns how many nodes were asked for.
func (l *Locations) Slots() int { return len(l.points) }

// Found returns how many of them the extract held.
func (l *Locations) Found() int { return l.count }

// nodeSet is a set of node ids that can number its members: a bitmap in pages of 65,536 ids.
type nodeSet struct {
	pages map[int64]*nodePage
	last  *nodePage
	lastK int64
}

type nodePage struct {
	words [1024]uint64
	rank  [1024]uint32 // members before each word, overall; filled by index
}

func newNodeSet() *nodeSet { return &nodeSet{pages: map[int64]*nodePage{}} }

func (s *nodeSet) page(key int64) *nodePage {
	if s.last != nil && s.lastK == key {
		return s.last
	}
	return s.pages[key]
}

func (s *nodeSet) add(id int64) {
	key := id >> 16
	p := s.page(key)
	if p == nil {
		p = &nodePage{}
		s.pages[key] = p
	}
	s.last, s.lastK = p, key
	p.words[id>>6&1023] |= 1 << (id & 63)
}

// index numbers the members in the order of ids and returns how many there are. No id may be
// added afterwards.
func (s *nodeSet) index() int {
	total := uint32(0)
	for _, key := range sortedKeys(s.pages) {
		p := s.pages[key]
		for i, w := range p.words {
			p.rank[i] = total
			total += uint32(bits.OnesCount64(w))
		}
	}
	s.last = nil
	return int(total)
}

// slot returns the number of a member. It does not touch the cache of add, so that it is safe
// for concurrent use.
func (s *nodeSet) slot(id int64) (int, bool) {
	p := s.pages[id>>16]
	if p == nil {
		return 0, false
	}
	word, bit := id>>6&1023, uint64(1)<<(id&63)
	if p.words[word]&bit == 0 {
		return 0, false
	}
	return int(p.rank[word]) + bits.OnesCount64(p.words[word]&(bit-1)), true
}
