package index

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// areaTolerance is by how many metres stored borders may differ from mapped ones.
const areaTolerance = 3

// gatherAreas makes entities of the boundaries and place areas, and returns them with the nodes
// that are places of their own.
func (b *build) gatherAreas() {
	labels := map[osm.RelationID][]*osm.Node{}
	nodeAt := map[osm.NodeID]geo.Fixed{}
	for _, n := range b.nodes {
		if r, ok := b.centres[n.ID]; ok {
			labels[r] = append(labels[r], n)
			nodeAt[n.ID] = geo.ToFixed(orb.Point{n.Lon, n.Lat})
		}
	}
	named := map[string]bool{}
	for _, n := range b.nodes {
		named[admin.FoldName(n.Tags.Find("name"))] = true
	}
	bounding := map[osm.RelationID]*entity{}
	for _, r := range b.relations {
		e := b.areaEntity(NewKey(Object, osm.TypeRelation, int64(r.ID)), r.Tags)
		if e == nil {
			continue
		}
		area, report := b.assembler.Rings(r.ID, b.loc)
		if !report.Complete() {
			b.report.Skip("missing pieces of the borders of areas", report.MissingWays+report.MissingNodes)
			b.report.Skip("areas whose borders lack pieces", 1)
		}
		e.setArea(area)
		for _, n := range labels[r.ID] {
			if e.polygons == nil || e.role >= admin.CountyRole || slices.ContainsFunc(r.Members, func(m osm.Member) bool {
				return m.Type == osm.TypeNode && m.Ref == int64(n.ID) && m.Role == "label"
			}) {
				e.at = nodeAt[n.ID]
			}
		}
		switch {
		case e.polygons != nil:
		case len(labels[r.ID]) > 0:
			e.box = geo.BoxOf(e.at)
		default:
			box, ok := b.assembler.Box(r.ID, b.loc)
			if !ok || e.kind == Postcode || named[admin.FoldName(e.name)] {
				b.report.Skip("areas that nothing says the place of", 1)
				continue
			}
			// A stretch of the border at least: it can be found there, but holds nothing.
			e.box, e.at, e.reach, e.stretch = box, box.Middle(), 0, true
		}
		bounding[r.ID] = e
		b.areas = append(b.areas, e)
	}
	for _, w := range b.ways {
		closed := len(w.Nodes) > 3 && w.Nodes[0].ID == w.Nodes[len(w.Nodes)-1].ID
		_, road := roadImportance(w.Tags.Find("highway"))
		if !closed || road && w.Tags.Find("area") != "yes" {
			continue
		}
		e := b.areaEntity(NewKey(Object, osm.TypeWay, int64(w.ID)), w.Tags)
		if e == nil {
			continue
		}
		if outer := bounding[b.outers[w.ID]]; outer != nil && b.outers[w.ID] != 0 && admin.FoldName(outer.name) == admin.FoldName(e.name) {
			outer.merged = append(outer.merged, e.key)
			continue
		}
		area, _ := source.WayArea(w.Nodes, b.loc)
		if e.setArea(area); e.polygons != nil {
			b.areas = append(b.areas, e)
		}
	}
	b.taken = map[Key]bool{}
	for _, e := range b.areas {
		b.taken[e.key] = true
		for _, k := range e.merged {
			b.taken[k] = true
		}
	}
}

// areaEntity returns the entity of an object that is a boundary or a place, nil for others. Its
// role is settled later, once the countries are known.
func (b *build) areaEntity(key Key, tags osm.Tags) *entity {
	boundary := tags.Find("boundary")
	name, others := objectName(tags)
	e := &entity{key: key, name: name, others: without(others, "ref", operatorKind), country: countryOf(tags)}
	rank, role, reach := admin.PlaceRank(tags.Find("place"))
	switch {
	case boundary == "postal_code":
		if code := clean(tags.Find("postal_code")); code != "" {
			e.name = code
		} else if code := clean(tags.Find("addr:postcode")); code != "" {
			e.name = code
		}
		e.kind, e.role, e.rank, e.others = Postcode, admin.PostcodeRole, 9, nil
		if !hasWords(e.name) {
			return nil
		}
		return e
	case name == "":
		return nil
	case boundary == "administrative" && level(tags) >= 2:
		e.level = level(tags)
		e.rank = rank
	case boundary == "administrative" || boundary == "census" || boundary == "place" || boundary == "town":
		// Without a level it is as good as a place of its kind.
		e.role, e.rank = admin.LocalityRole, max(rank, 6)
		if rank > 0 {
			e.role = role
		}
	case role != admin.NoRole:
		e.role, e.rank = role, rank
	default:
		return nil
	}
	e.reach = reach
	e.importance = placeImportance(e.rank, tags)
	e.address.postcode = addressOf(tags).postcode
	return e
}

// setArea takes over the polygons of an area, if there are any, and a point inside the largest.
func (e *entity) setArea(area orb.MultiPolygon) {
	if e.polygons = rings(area, areaTolerance); len(e.polygons) == 0 {
		e.polygons = nil
		return
	}
	e.box = polygonsBox(e.polygons)
	e.size = boxSize(e.box)
	e.at = innerPoint(e.polygons[0])
}

// innerPoint returns a point inside a polygon: the middle of the widest stretch on the line
// through the middle of its box.
func innerPoint(polygon [][]geo.Fixed) geo.Fixed {
	box := geo.BoxOf(polygon[0]...)
	y := int32((int64(box.MinLat) + int64(box.MaxLat)) / 2)
	var cuts []int64
	for _, ring := range polygon {
		for i, a := range ring {
			c := ring[(i+1)%len(ring)]
			if (a.Lat > y) != (c.Lat > y) {
				t := (float64(y) - float64(a.Lat)) / (float64(c.Lat) - float64(a.Lat))
				cuts = append(cuts, int64(a.Lon)+int64(math.Round(t*(float64(c.Lon)-float64(a.Lon)))))
			}
		}
	}
	slices.Sort(cuts)
	best, at := int64(-1), (int64(box.MinLon)+int64(box.MaxLon))/2
	for i := 0; i+1 < len(cuts); i += 2 {
		if w := cuts[i+1] - cuts[i]; w > best {
			best, at = w, (cuts[i]+cuts[i+1])/2
		}
	}
	return geo.Fixed{Lon: int32(at), Lat: y}
}

// placeImportance returns the importance of an area or populated place by its rank, raised by its
// population and by fame.
func placeImportance(rank int, tags osm.Tags) int {
	base := [...]int{100, 250, 226, 190, 176, 156, 138, 110, 120, 108, 100, 84, 70}[min(rank, 12)]
	if p := number(tags.Find("population")); p > 0 && rank >= 4 {
		// 100 people 78, 10,000 people 138, 1,000,000 people 198.
		base = max(base-20, min(210, int(18+30*math.Log10(float64(p)))))
	}
	if tags.Find("wikipedia") != "" || tags.Find("wikidata") != "" {
		base += 8
	}
	if tags.Find("capital") == "yes" {
		base += 12
	}
	return min(base, 255)
}

// UnnamedLevel stands for the level of a boundary that no address names: others of its role, and places
// within their reach, come first.
const UnnamedLevel = 1

// settleRoles gives boundaries with a level their role in their country.
func (b *build) settleRoles() {
	kept := b.areas[:0]
	for _, e := range b.areas {
		if e.level > 0 {
			role := admin.LevelRole(b.countryAt(e), e.level)
			if role == admin.NoRole {
				role = admin.LocalityRole
				if e.level < 8 {
					role = admin.CountyRole
				}
				e.level = UnnamedLevel
			}
			e.role = role
			if e.rank == 0 {
				e.rank = [...]int{0, 1, 2, 3, 6, 8, 10, 9}[role]
				e.importance = max(e.importance, [...]int{100, 250, 226, 190, 136, 118, 104, 120}[role])
			}
		}
		if e.kind != Postcode {
			e.kind = roleKind(e.role)
		}
		if e.polygons != nil || e.role > admin.CountryRole && !e.stretch || e.role > admin.CountyRole {
			kept = append(kept, e)
		}
	}
	b.areas = kept
	for _, e := range b.areas {
		if e.kind == Postcode && e.importance == 0 {
			e.importance = 120
		}
	}
	slices.SortStableFunc(b.areas, func(a, c *entity) int { return cmp.Compare(a.key, c.key) })
}

func roleKind(r admin.Role) Kind {
	switch r {
	case admin.CountryRole:
		return Country
	case admin.RegionRole:
		return Region
	case admin.CountyRole:
		return County
	case admin.LocalityRole:
		return Locality
	case admin.PostcodeRole:
		return Postcode
	}
	return Neighbourhood
}

// trimNames takes the names of larger areas off names that carry them: "Bear, Delaware" is Bear.
func (b *build) trimNames() {
	larger := map[string]bool{}
	for _, e := range b.areas {
		if e.role <= admin.CountyRole && e.role > admin.NoRole {
			larger[admin.FoldName(e.name)] = true
		}
	}
	for _, e := range b.areas {
		head, tail, ok := strings.Cut(e.name, ",")
		if !ok || e.role < admin.CountyRole || e.kind == Postcode {
			continue
		}
		known := true
		for part := range strings.SplitSeq(tail, ",") {
			key := admin.FoldName(part)
			known = known && (larger[key] || larger[key+" county"] || admin.CountryOf(key) != 0)
		}
		if known && hasWords(head) {
			e.others = append(e.others, tagName{"alt_name", e.name})
			e.name = clean(head)
		}
	}
}
