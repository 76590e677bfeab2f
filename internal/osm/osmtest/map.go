package osmtest

import (
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/paulmach/osm"
)

// A Map is a small map for a test. Objects may be added in any order; they are written sorted.
// The zero value is an empty map.
//
// Tags are given as one string each, "key=value"; a string without "=" panics, since it is a
// mistake of the test.
type Map struct {
	nodes     []*osm.Node
	ways      []*osm.Way
	relations []*osm.Relation
}

// Node adds a node.
func (m *Map) Node(id int64, lon, lat float64, tags ...string) *Map {
	m.nodes = append(m.nodes, &osm.Node{ID: osm.NodeID(id), Lon: lon, Lat: lat, Visible: true, Version: 1, Tags: tagsOf(tags)})
	return m
}

// Way adds a way through the given nodes.
func (m *Map) Way(id int64, nodes []int64, tags ...string) *Map {
	w := &osm.Way{ID: osm.WayID(id), Visible: true, Version: 1, Tags: tagsOf(tags), Nodes: make(osm.WayNodes, len(nodes))}
	for i, n := range nodes {
		w.Nodes[i].ID = osm.NodeID(n)
	}
	m.ways = append(m.ways, w)
	return m
}

// Relation adds a relation; see NodeMember, WayMember and RelationMember.
func (m *Map) Relation(id int64, members []osm.Member, tags ...string) *Map {
	m.relations = append(m.relations, &osm.Relation{ID: osm.RelationID(id), Visible: true, Version: 1, Tags: tagsOf(tags), Members: members})
	return m
}

// Grid adds cols×rows nodes in rows from south to north, step degrees apart, beginning at the
// given id and south-west corner: node (c, r) has id first+r*cols+c.
func (m *Map) Grid(first int64, cols, rows int, west, south, step float64) *Map {
	for r := range rows {
		for c := range cols {
			m.Node(first+int64(r*cols+c), west+float64(c)*step, south+float64(r)*step)
		}
	}
	return m
}

// NodeMember returns a member of type node.
func NodeMember(ref int64, role string) osm.Member {
	return osm.Member{Type: osm.TypeNode, Ref: ref, Role: role}
}

// WayMember returns a member of type way.
func WayMember(ref int64, role string) osm.Member {
	return osm.Member{Type: osm.TypeWay, Ref: ref, Role: role}
}

// RelationMember returns a member of type relation.
func RelationMember(ref int64, role string) osm.Member {
	return osm.Member{Type: osm.TypeRelation, Ref: ref, Role: role}
}

// Objects returns all objects: nodes, ways, then relations, each sorted by id.
func (m *Map) Objects() []osm.Object {
	slices.SortStableFunc(m.nodes, func(a, b *osm.Node) int { return int(a.ID - b.ID) })
	slices.SortStableFunc(m.ways, func(a, b *osm.Way) int { return int(a.ID - b.ID) })
	slices.SortStableFunc(m.relations, func(a, b *osm.Relation) int { return int(a.ID - b.ID) })
	var all []osm.Object
	for _, n := range m.nodes {
		all = append(all, n)
	}
	for _, w := range m.ways {
		all = append(all, w)
	}
	for _, r := range m.relations {
		all = append(all, r)
	}
	return all
}

// PBF writes the map to a PBF file in a folder of the test and returns its path.
func (m *Map) PBF(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "map.osm.pbf")
	WritePBF(tb, path, m.Objects()...)
	return path
}

// XML writes the map to an XML file in a folder of the test and returns its path.
func (m *Map) XML(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "map.osm")
	WriteXML(tb, path, m.Objects()...)
	return path
}

func tagsOf(tags []string) osm.Tags {
	var out osm.Tags
	for _, t := range tags {
		i := slices.Index([]byte(t), '=')
		if i < 0 {
			panic("osmtest: tag " + strconv.Quote(t) + " has no =")
		}
		out = append(out, osm.Tag{Key: t[:i], Value: t[i+1:]})
	}
	return out
}
