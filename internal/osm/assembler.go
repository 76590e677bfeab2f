package osm

import (
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// An Assembler collects the ways of multipolygon and boundary relations during the passes and
// makes areas of them afterwards. It is a Consumer; a consumer of its own can also hand its calls
// on to it.
//
// After the passes its methods may be called concurrently.
type Assembler struct {
	keep      func(*osm.Relation) bool
	relations map[osm.RelationID][]osm.WayID
	ways      map[osm.WayID][]osm.NodeID // nil until the way was seen
}

// NewAssembler returns an assembler for the relations that keep accepts. Whether the type tag says
// multipolygon or boundary is for keep to check; see IsArea.
func NewAssembler(keep func(*osm.Relation) bool) *Assembler {
	return &Assembler{
		keep:      keep,
		relations: map[osm.RelationID][]osm.WayID{},
		ways:      map[osm.WayID][]osm.NodeID{},
	}
}

// IsArea tells whether a relation stands for an area: whether its type is multipolygon or boundary.
func IsArea(r *osm.Relation) bool {
	kind := r.Tags.Find("type")
	return kind == "multipolygon" || kind == "boundary"
}

// Relation notes the member ways of a relation to keep.
func (a *Assembler) Relation(r *osm.Relation) error {
	if !a.keep(r) {
		return nil
	}
	var ways []osm.WayID
	for _, m := range r.Members {
		if m.Type == osm.TypeWay && !slices.Contains(notAreaRoles, m.Role) {
			ways = append(ways, osm.WayID(m.Ref))
			a.ways[osm.WayID(m.Ref)] = nil
		}
	}
	// A way that is listed twice still bounds the area once.
	slices.Sort(ways)
	a.relations[r.ID] = slices.Compact(ways)
	return nil
}

// notAreaRoles are roles of member ways that do not bound the area, in boundary relations mostly.
var notAreaRoles = []string{"label", "admin_centre", "subarea", "collection"}

// Way keeps the nodes of a way that a kept relation is made of.
func (a *Assembler) Way(w *osm.Way, need Need) error {
	if _, ok := a.ways[w.ID]; ok {
		nodes := make([]osm.NodeID, len(w.Nodes))
		for i, n := range w.Nodes {
			nodes[i] = n.ID
		}
		a.ways[w.ID] = nodes
		need.Way(w)
	}
	return nil
}

// Node does nothing; it makes an Assembler a Consumer.
func (a *Assembler) Node(*osm.Node) error { return nil }

// Relations returns the ids of the kept relations in ascending order.
func (a *Assembler) Relations() []osm.RelationID { return sortedKeys(a.relations) }

// Has tells whether a relation was kept.
func (a *Assembler) Has(id osm.RelationID) bool { _, ok := a.relations[id]; return ok }

// HasWay tells whether a way is a member of a kept relation, known once the relations have passed.
func (a *Assembler) HasWay(id osm.WayID) bool { _, ok := a.ways[id]; return ok }

// AreaReport tells what an area was lacking.
type AreaReport struct {
	MissingWays  int // member ways that the extract does not hold
	MissingNodes int // nodes of member ways that it does not hold
	OpenSegments int // pieces between two nodes that bound nothing, since their ring does not close
}

// Complete tells whether nothing was lacking.
func (r AreaReport) Complete() bool { return r == AreaReport{} }

// Rings assembles the area of a kept relation. Only geometry counts, not the roles: what lies
// inside an odd number of rings is inside. Rings may be made of several ways in any order and
// direction and may touch one another; pieces that two ways share cancel out. What does not close
// is left out and reported.
//
// The answer is in degrees, shells counter-clockwise and holes clockwise, largest polygon first,
// each ring beginning at its westernmost point. It is nil when no ring closes or the relation was
// not kept.
func (a *Assembler) Rings(id osm.RelationID, loc *Locations) (orb.MultiPolygon, AreaReport) {
	var report AreaReport
	var segments []segment
	for _, way := range a.relations[id] {
		nodes := a.ways[way]
		if nodes == nil {
			report.MissingWays++
			continue
		}
		segments = appendSegments(segments, len(nodes), func(i int) osm.NodeID { return nodes[i] }, loc, &report)
	}
	return assemble(segments, &report), report
}

// Box returns a box around what is known of a relation's border, false when nothing is.
func (a *Assembler) Box(id osm.RelationID, loc *Locations) (geo.Box, bool) {
	var box geo.Box
	known := false
	for _, way := range a.relations[id] {
		for _, node := range a.ways[way] {
			p, ok := loc.Get(node)
			switch {
			case !ok:
			case known:
				box = box.Union(geo.BoxOf(p))
			default:
				box, known = geo.BoxOf(p), true
			}
		}
	}
	return box, known
}

// WayArea makes an area of a single closed way, split where the way touches itself; see
// Assembler.Rings for the form of the answer. It is nil when the way is not closed or bounds
// nothing. The way's nodes must have been asked for.
func WayArea(nodes osm.WayNodes, loc *Locations) (orb.MultiPolygon, AreaReport) {
	var report AreaReport
	if len(nodes) < 4 || nodes[0].ID != nodes[len(nodes)-1].ID {
		report.OpenSegments = max(0, len(nodes)-1)
		return nil, report
	}
	segments := appendSegments(nil, len(nodes), func(i int) osm.NodeID { return nodes[i].ID }, loc, &report)
	return assemble(segments, &report), report
}

// appendSegments breaks a way into segments between positions. A segment with a missing end is
// left out, one without length too.
func appendSegments(out []segment, n int, node func(int) osm.NodeID, loc *Locations, report *AreaReport) []segment {
	var last geo.Fixed
	have := false
	for i := range n {
		p, ok := loc.Get(node(i))
		if !ok {
			report.MissingNodes++
		}
		if ok && have && p != last {
			out = append(out, newSegment(last, p))
		}
		last, have = p, ok
	}
	return out
}
