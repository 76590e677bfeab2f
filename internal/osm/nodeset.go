package osm

import (
	"math/bits"
	"slices"
)

// nodeSet is a set of node ids that can number its members. Ids of an extract lie scattered over
// billions, thick in some places and thin in most, so the set is kept in pages of 65,536 ids, each
// a sorted list as long as it is short and a bitmap after that.
type nodeSet struct {
	pages map[int64]*nodePage
	last  *nodePage // of the latest add: refs of a way are mostly neighbours
	lastK int64
}

type nodePage struct {
	list  []uint16 // sorted members; nil once there is a bitmap
	words []uint64 // 1,024 of them, or nil
	ranks []uint16 // members of the page before each word; filled by index
	first int      // members before the page; filled by index
}

// maxList is the length of a list from which on a bitmap takes less memory or not much more.
const maxList = 2048

func newNodeSet() *nodeSet { return &nodeSet{pages: map[int64]*nodePage{}} }

func (s *nodeSet) add(id int64) {
	key := id >> 16
	p := s.last
	if p == nil || s.lastK != key {
		if p = s.pages[key]; p == nil {
			p = &nodePage{}
			s.pages[key] = p
		}
		s.last, s.lastK = p, key
	}
	p.add(uint16(id))
}

func (p *nodePage) add(low uint16) {
	if p.words != nil {
		p.words[low>>6] |= 1 << (low & 63)
		return
	}
	n := len(p.list)
	if n == 0 || p.list[n-1] < low {
		p.list = append(p.list, low)
	} else if i, found := slices.BinarySearch(p.list, low); !found {
		p.list = slices.Insert(p.list, i, low)
	}
	if len(p.list) > maxList {
		p.words = make([]uint64, 1024)
		for _, v := range p.list {
			p.words[v>>6] |= 1 << (v & 63)
		}
		p.list = nil
	}
}

// index numbers the members in the order of ids and returns how many there are. No id may be
// added afterwards.
func (s *nodeSet) index() int {
	total := 0
	for _, key := range sortedKeys(s.pages) {
		p := s.pages[key]
		p.first = total
		if p.words == nil {
			p.list = slices.Clip(p.list)
			total += len(p.list)
			continue
		}
		p.ranks = make([]uint16, len(p.words))
		n := 0
		for i, w := range p.words {
			p.ranks[i] = uint16(n)
			n += bits.OnesCount64(w)
		}
		total += n
	}
	s.last = nil
	return total
}

// slot returns the number of a member. It changes nothing, so that it is safe for concurrent use
// after index.
func (s *nodeSet) slot(id int64) (int, bool) {
	p := s.pages[id>>16]
	if p == nil {
		return 0, false
	}
	low := uint16(id)
	if p.words == nil {
		i, found := slices.BinarySearch(p.list, low)
		return p.first + i, found
	}
	word, bit := p.words[low>>6], uint64(1)<<(low&63)
	if word&bit == 0 {
		return 0, false
	}
	return p.first + int(p.ranks[low>>6]) + bits.OnesCount64(word&(bit-1)), true
}
