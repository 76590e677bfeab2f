package osm

import (
	"context"

	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// A Consumer takes part in an import. Read calls its methods in three passes: Relation for
// every relation, then Way for every way, then Node for every node, each in the order of ids.
// Objects may be kept; their content must not be changed, since all consumers get the same ones.
type Consumer interface {
	// Relation sees every relation of the extract.
	Relation(r *osm.Relation) error
	// Way sees every way. A consumer that will want the positions of the way's nodes says so by
	// need.Way(w) (or need.Node for single ones).
	Way(w *osm.Way, need Need) error
	// Node sees every node, tagged or not. Needed positions are stored by Read itself.
	Node(n *osm.Node) error
}

// Need collects the nodes whose positions consumers want.
type Need struct{ set *nodeSet }

// Node asks for the position of one node.
func (n Need) Node(id osm.NodeID) { n.set.add(int64(id)) }

// Way asks for the positions of all nodes of a way.
func (n Need) Way(w *osm.Way) {
	for _, node := range w.Nodes {
		n.set.add(int64(node.ID))
	}
}

// Progress is told how far a pass has come: bytes read of the total in this pass, compressed.
// A nil Progress is never called.
type Progress func(pass string, done, total int64)

// Read runs the three passes over src and returns the positions that were asked for. Errors name
// the file and the object or byte offset at fault.
func Read(ctx context.Context, src *Source, progress Progress, consumers ...Consumer) (*Locations, error) {
	src.progress = progress
	for r, err := range src.Relations(ctx) {
		if err != nil {
			return nil, err
		}
		for _, c := range consumers {
			if err := c.Relation(r); err != nil {
				return nil, err
			}
		}
	}
	need := Need{newNodeSet()}
	for w, err := range src.Ways(ctx) {
		if err != nil {
			return nil, err
		}
		for _, c := range consumers {
			if err := c.Way(w, need); err != nil {
				return nil, err
			}
		}
	}
	loc := newLocations(need.set)
	loc.box = src.Box
	for n, err := range src.Nodes(ctx) {
		if err != nil {
			return nil, err
		}
		loc.put(n.ID, orb.Point{n.Lon, n.Lat})
		for _, c := range consumers {
			if err := c.Node(n); err != nil {
				return nil, err
			}
		}
	}
	if src.located() && loc.Found() < loc.Slots() {
		return loc, src.locate(ctx, loc)
	}
	return loc, nil
}

// locate fills in positions that stand on the ways, for extracts that leave out nodes without tags.
func (s *Source) locate(ctx context.Context, loc *Locations) error {
	counted := s.stats
	defer func() { s.stats = counted }()
	for w, err := range s.Ways(ctx) {
		if err != nil {
			return err
		}
		for _, n := range w.Nodes {
			// Zeros stand for no position.
			p := orb.Point{n.Lon, n.Lat}
			if _, have := loc.Get(n.ID); !have && p != (orb.Point{}) && onEarth(p) {
				loc.put(n.ID, p)
				s.cover(p)
			}
		}
	}
	return nil
}
