package osm

import (
	"cmp"
	"maps"
	"slices"

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
	box    func() ([4]float64, bool) // Source.Box
}

func newLocations(set *nodeSet) *Locations {
	n := set.index()
	return &Locations{set: set, points: make([]geo.Fixed, n), have: make([]uint64, (n+63)/64)}
}

func (l *Locations) put(id osm.NodeID, p orb.Point) {
	if slot, ok := l.set.slot(int64(id)); ok {
		l.points[slot] = geo.ToFixed(p)
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

// Box returns the area that the extracts cover as west, south, east, north; west is greater than east
// when it lies across the antimeridian. It is false when they hold no node.
func (l *Locations) Box() (box [4]float64, ok bool) { return l.box() }

// Found returns how many of them the extract held.
func (l *Locations) Found() int { return l.count }

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
