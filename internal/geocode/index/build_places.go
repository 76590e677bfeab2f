package index

import (
	"cmp"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// gatherPlaces makes entities of place nodes. A node that stands for an area of the same name
// becomes part of it.
func (b *build) gatherPlaces() {
	byKey := map[osm.RelationID]*entity{}
	byName := map[string][]*entity{}
	for _, e := range b.areas {
		if e.key.Type() == osm.TypeRelation {
			byKey[osm.RelationID(e.key.ID())] = e
		}
		byName[admin.FoldName(e.name)] = append(byName[admin.FoldName(e.name)], e)
	}
	for _, n := range b.nodes {
		rank, role, reach := admin.PlaceRank(n.Tags.Find("place"))
		if role == admin.NoRole {
			continue
		}
		name, others := objectName(n.Tags)
		if name == "" {
			continue
		}
		if estate(n.Tags, name) {
			rank, role, reach = admin.PlaceRank("neighbourhood")
		}
		e := &entity{
			key: NewKey(Object, osm.TypeNode, int64(n.ID)), kind: roleKind(role), role: role, rank: rank, reach: reach,
			name: name, others: without(others, "ref", operatorKind), at: geo.ToFixed(orb.Point{n.Lon, n.Lat}),
			importance: placeImportance(rank, n.Tags), country: countryOf(n.Tags),
		}
		e.box = geo.BoxOf(e.at)
		e.address.postcode = addressOf(n.Tags).postcode
		b.taken[e.key] = true
		var area *entity
		folded := admin.FoldName(name)
		if linked := byKey[b.centres[n.ID]]; linked != nil && b.centres[n.ID] != 0 && admin.FoldName(linked.name) == folded {
			area = linked
		}
		for _, a := range byName[folded] {
			if area == nil && a.kind != Postcode && meetsRole(a, e) && b.holds(a, e.at) {
				area = a
			}
		}
		if area == nil {
			b.places = append(b.places, e)
			continue
		}
		area.merged = append(area.merged, e.key)
		area.at = e.at
		area.others = mergeNames(area.others, e.others)
		if area.rank == 0 || e.rank < area.rank || area.role == e.role {
			area.rank = e.rank
		}
		area.reach = max(area.reach, e.reach)
		area.importance = max(area.importance, e.importance)
		if area.country == 0 {
			area.country = e.country
		}
	}
	// Two nodes of one place, such as an import beside a survey.
	slices.SortStableFunc(b.places, func(x, y *entity) int {
		return cmp.Or(cmp.Compare(x.rank, y.rank), cmp.Compare(x.key, y.key))
	})
	kept := b.places[:0]
	seen := map[string][]*entity{}
	for _, e := range b.places {
		folded := admin.FoldName(e.name)
		i := slices.IndexFunc(seen[folded], func(o *entity) bool {
			return fixedDistance(o.at, e.at) < 1500 && o.kind == e.kind
		})
		if i >= 0 {
			o := seen[folded][i]
			o.merged = append(o.merged, e.key)
			o.others = mergeNames(o.others, e.others)
			continue
		}
		seen[folded] = append(seen[folded], e)
		kept = append(kept, e)
	}
	b.places = kept
}

// meetsRole tells whether a node and an area of one name may be the same place.
func meetsRole(area, node *entity) bool {
	if area.role == node.role {
		return true
	}
	settled := func(r admin.Role) bool { return r >= admin.LocalityRole && r <= admin.NeighbourhoodRole }
	return settled(area.role) && settled(node.role)
}

func mergeNames(a, b []tagName) []tagName {
	out := append(a[:len(a):len(a)], b...)
	slices.SortFunc(out, func(x, y tagName) int { return cmp.Or(cmp.Compare(x.kind, y.kind), cmp.Compare(x.text, y.text)) })
	return slices.Compact(out)
}

// holds tells whether an area contains a point.
func (b *build) holds(area *entity, p geo.Fixed) bool {
	held := false
	b.locator.containing(p, func(i uint32) bool {
		held = b.located[i] == area
		return !held
	})
	return held
}

// fixedDistance returns the distance of two positions in metres, on a plane: good for short ones.
func fixedDistance(a, b geo.Fixed) float64 {
	cos := math.Cos((float64(a.Lat) + float64(b.Lat)) / 2 / geo.Scale * math.Pi / 180)
	return 0.0111319 * math.Hypot(lonGap(a, b)*cos, float64(a.Lat)-float64(b.Lat))
}

// lonGap returns how far east of a b lies, the shorter way round the earth.
func lonGap(a, b geo.Fixed) float64 {
	const half = 180 * geo.Scale
	switch d := float64(b.Lon) - float64(a.Lon); {
	case d > half:
		return d - 2*half
	case d < -half:
		return d + 2*half
	default:
		return d
	}
}

// gatherVenues makes entities of all other named objects.
func (b *build) gatherVenues() {
	lines := map[string][]*entity{} // waterways and railways, to be merged
	add := func(key Key, tags osm.Tags, shape func(e *entity)) {
		if b.taken[key] {
			return
		}
		name, others := objectName(tags)
		category, importance, ok := categoryOf(tags)
		if name == "" || !ok {
			return
		}
		if fame := tags.Find("wikipedia") + tags.Find("wikidata"); fame != "" {
			importance += 24
		}
		if category != "aerodrome" {
			others = without(others, "ref")
		}
		e := &entity{key: key, kind: Venue, name: name, others: others, category: category, importance: min(importance, 200), address: addressOf(tags), country: countryOf(tags)}
		shape(e)
		if e.box == (geo.Box{}) {
			return
		}
		b.taken[key] = true
		if len(e.lines) > 0 && (tags.Find("waterway") != "" || tags.Find("railway") != "") {
			k := category + "\x00" + admin.FoldName(name)
			lines[k] = append(lines[k], e)
			return
		}
		b.venues = append(b.venues, e)
	}
	for _, r := range b.relations {
		add(NewKey(Object, osm.TypeRelation, int64(r.ID)), r.Tags, func(e *entity) {
			area, _ := b.assembler.Rings(r.ID, b.loc)
			e.setShape(area)
		})
	}
	for _, w := range b.ways {
		if _, road := roadImportance(w.Tags.Find("highway")); road {
			continue
		}
		add(NewKey(Object, osm.TypeWay, int64(w.ID)), w.Tags, func(e *entity) { b.wayShape(e, w) })
	}
	for _, n := range b.nodes {
		add(NewKey(Object, osm.TypeNode, int64(n.ID)), n.Tags, func(e *entity) {
			e.at = geo.ToFixed(orb.Point{n.Lon, n.Lat})
			e.box = geo.BoxOf(e.at)
		})
	}
	for _, k := range sortedKeys(lines) {
		b.venues = append(b.venues, mergeLines(lines[k], 500)...)
	}
}

// wayShape gives an entity the shape of a way: an area when it is closed, else a line.
func (b *build) wayShape(e *entity, w *osm.Way) {
	if len(w.Nodes) > 3 && w.Nodes[0].ID == w.Nodes[len(w.Nodes)-1].ID {
		if area, _ := b.wayArea(w); area != nil {
			e.setShape(area)
			return
		}
	}
	var line []geo.Fixed
	for _, n := range w.Nodes {
		if p, ok := b.loc.Get(n.ID); ok {
			line = append(line, p)
		}
	}
	switch {
	case len(line) == 0:
	case len(line) == 1:
		e.at, e.box = line[0], geo.BoxOf(line[0])
	default:
		e.lines = [][]geo.Fixed{thin(line, venueTolerance, nil)}
		e.box = geo.BoxOf(line...)
		e.at = middle(line)
	}
}

// venueTolerance is by how many metres stored outlines of venues may differ from mapped ones.
const venueTolerance = 1

// setShape gives a venue the outline of an area.
func (e *entity) setShape(area orb.MultiPolygon) {
	if e.polygons = rings(area, venueTolerance); len(e.polygons) == 0 {
		e.polygons = nil
		return
	}
	e.box = polygonsBox(e.polygons)
	e.size = boxSize(e.box)
	e.at = centre(e.polygons[0])
}

// centre returns the centre of gravity of a polygon's shell where it lies inside, else a point inside.
func centre(polygon [][]geo.Fixed) geo.Fixed {
	shell := polygon[0]
	var area, x, y float64
	o := shell[0]
	for i, a := range shell {
		c := shell[(i+1)%len(shell)]
		ax, ay := float64(a.Lon-o.Lon), float64(a.Lat-o.Lat)
		cx, cy := float64(c.Lon-o.Lon), float64(c.Lat-o.Lat)
		cross := ax*cy - cx*ay
		area += cross
		x += (ax + cx) * cross
		y += (ay + cy) * cross
	}
	if area != 0 {
		p := geo.Fixed{Lon: o.Lon + int32(math.Round(x/(3*area))), Lat: o.Lat + int32(math.Round(y/(3*area)))}
		inside := false
		for _, ring := range polygon {
			inside = inside != RingHolds(ring, p)
		}
		if inside {
			return p
		}
	}
	return innerPoint(polygon)
}

// middle returns the point half way along a line.
func middle(line []geo.Fixed) geo.Fixed {
	total := 0.0
	for i := 1; i < len(line); i++ {
		total += fixedDistance(line[i-1], line[i])
	}
	rest := total / 2
	for i := 1; i < len(line); i++ {
		d := fixedDistance(line[i-1], line[i])
		if d >= rest && d > 0 {
			t := rest / d
			return geo.Fixed{
				Lon: line[i-1].Lon + int32(math.Round(t*float64(line[i].Lon-line[i-1].Lon))),
				Lat: line[i-1].Lat + int32(math.Round(t*float64(line[i].Lat-line[i-1].Lat))),
			}
		}
		rest -= d
	}
	return line[0]
}
