package index

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/text"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// streetReach is how far in metres a house may lie from the street that it is told to stand in.
const streetReach = 2000

// gatherAddresses hangs every house number on its street or place.
func (b *build) gatherAddresses() error {
	b.nameStreets()
	b.lendStreets()
	houses := b.allHouses()
	byName := map[string][]*entity{}
	for _, list := range [][]*entity{b.streets, b.places, b.areas} {
		for _, e := range list {
			for _, key := range addressKeys(e) {
				byName[key] = append(byName[key], e)
			}
		}
	}
	homes := map[Key]standing{}
	stand := func(h *house, e *entity) {
		if len(b.interpolations) > 0 {
			homes[h.key.Of(Object)] = standing{h, e}
		}
	}
	keys := map[string][2]string{} // of the names that houses have
	lost := map[string][]*house{}  // by street name: no such street near
	for i, h := range houses {
		if i%1024 == 0 {
			if err := b.ctx.Err(); err != nil {
				return err
			}
		}
		name := h.name()
		if name == "" {
			if s := b.nearestStreet(h.at); s != nil {
				s.addHouse(h)
				stand(h, s)
			} else {
				b.report.Skip("house numbers without a street", 1)
			}
			continue
		}
		own, known := keys[name]
		if !known {
			own = nameKeys(name)
			keys[name] = own
		}
		if s := nearestNamed(byName, name, own, h.at, h.address.street == ""); s != nil {
			s.addHouse(h)
			stand(h, s)
			continue
		}
		lost[admin.FoldName(name)] = append(lost[admin.FoldName(name)], h)
	}
	for _, name := range sortedKeys(lost) {
		made := madeStreets(lost[name])
		for _, e := range made {
			for _, h := range e.houses {
				stand(h, e)
			}
		}
		b.made = append(b.made, made...)
	}
	b.gatherRanges(byName, homes)
	b.ways, b.relations, b.streetOf = nil, nil, nil
	count := 0
	for _, list := range [][]*entity{b.streets, b.places, b.areas, b.made} {
		for _, e := range list {
			e.sortHouses()
			slices.SortStableFunc(e.stretches, func(a, b *stretch) int { return cmp.Compare(a.First, b.First) })
			count += len(e.houses)
		}
	}
	b.report.Count("house numbers", count)
	return nil
}

// allHouses returns all objects with a house number, plain ones before venues, each kind in the order
// of keys.
func (b *build) allHouses() []*house {
	for _, h := range b.houses.all() {
		if h.address.street == "" { // else it stands where it says
			if street := b.streetOf[h.key.feature()]; street != "" {
				a := *h.address
				a.street = street
				h.address = b.houses.address(a)
			}
		}
	}
	add := func(key Key, id osm.FeatureID, tags osm.Tags, shape func() (geo.Fixed, []geo.Fixed, bool)) {
		a := addressOf(tags)
		if a.number == "" {
			return
		}
		if a.street == "" {
			a.street = b.streetOf[id]
		}
		at, ring, ok := shape()
		if !ok {
			return
		}
		if b.taken[key] {
			key = key.Of(AddressOf)
		}
		b.houses.add(key, a, at, ring)
	}
	area := func(area orb.MultiPolygon) (geo.Fixed, []geo.Fixed, bool) {
		polygons := rings(area, venueTolerance)
		if len(polygons) == 0 {
			return geo.Fixed{}, nil, false
		}
		return centre(polygons[0]), polygons[0][0], true
	}
	outline := func(way osm.WayNodes) (geo.Fixed, []geo.Fixed, bool) {
		rings, _ := source.WayArea(way, b.loc)
		if at, ring, ok := area(rings); ok {
			return at, ring, true
		}
		p, ok := b.someNode(way)
		return p, nil, ok
	}
	for _, n := range b.nodes {
		add(NewKey(Object, osm.TypeNode, int64(n.ID)), n.FeatureID(), n.Tags, func() (geo.Fixed, []geo.Fixed, bool) {
			return geo.ToFixed(orb.Point{n.Lon, n.Lat}), nil, true
		})
	}
	b.nodes = nil // houses are the last that is made of them
	var buf osm.WayNodes
	homeless := map[*house]bool{}
	for i := range b.plots {
		p := &b.plots[i]
		var ok bool
		buf = p.way(buf[:0])
		p.house.at, p.house.ring, ok = outline(buf)
		if !ok {
			homeless[p.house] = true
		}
	}
	b.plots = nil
	for _, w := range b.ways {
		add(NewKey(Object, osm.TypeWay, int64(w.ID)), w.FeatureID(), w.Tags, func() (geo.Fixed, []geo.Fixed, bool) { return outline(w.Nodes) })
	}
	for _, r := range b.relations {
		add(NewKey(Object, osm.TypeRelation, int64(r.ID)), r.FeatureID(), r.Tags, func() (geo.Fixed, []geo.Fixed, bool) {
			rings, _ := b.assembler.Rings(r.ID, b.loc)
			return area(rings)
		})
	}
	out := slices.DeleteFunc(b.houses.all(), func(h *house) bool { return homeless[h] })
	slices.SortFunc(out, func(a, b *house) int { return cmp.Compare(a.key, b.key) })
	b.houses = houses{} // the maps have served
	return out
}

// someNode returns the node of a way that is the nearest to its middle of those that the extract holds: a
// house at its edge may be cut.
func (b *build) someNode(way osm.WayNodes) (geo.Fixed, bool) {
	n := len(way)
	for i := range n {
		step := (i + 1) / 2
		if i%2 == 0 {
			step = -step
		}
		if p, ok := b.loc.Get(way[(n/2+step+n)%n].ID); ok {
			return p, true
		}
	}
	return geo.Fixed{}, false
}

// addressKeys returns the keys under which houses may look for a street or place; see nameKeys.
func addressKeys(e *entity) []string {
	own := nameKeys(e.name)
	keys := own[:]
	for _, o := range slices.Concat(e.others, routeNames(e.others)) {
		if o.kind != "ref" && o.kind != "brand" && o.kind != operatorKind {
			more := nameKeys(o.text)
			keys = append(keys, more[:]...)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// nameKeys returns two keys of a name: its folded words without spaces, and the families of its
// words. Names with the same first key are the same; with the same second one they may be.
func nameKeys(name string) [2]string {
	var a, b strings.Builder
	for _, atom := range text.Split(nil, name) {
		a.WriteString(atom.Text)
		b.WriteByte(' ')
		b.WriteString(text.Family(atom.Text))
	}
	return [2]string{a.String(), b.String()}
}

// sameName tells whether one of the names of an entity is a name but for short forms.
func sameName(e *entity, name string) bool {
	words := text.Split(nil, name)
	same := func(other string) bool {
		return slices.EqualFunc(words, text.Split(nil, other), func(a, b text.Atom) bool { return text.Equivalent(a.Text, b.Text) })
	}
	return same(e.name) || slices.ContainsFunc(slices.Concat(e.others, routeNames(e.others)), func(o tagName) bool { return same(o.text) })
}

// nearestNamed returns the nearest street or place of a name, with its keys, within reach, nil when there is none.
// Places are asked only where the house names no street, or none of the streets will do.
func nearestNamed(byName map[string][]*entity, name string, keys [2]string, p geo.Fixed, place bool) *entity {
	var best *entity
	distance := math.Inf(1)
	for _, key := range keys {
		for _, e := range byName[key] {
			if key == keys[1] && !sameName(e, name) {
				continue
			}
			d := 0.0
			switch {
			case e.kind == Street && place, e.kind == Postcode, e.kind >= County:
				continue
			case e.kind == Street:
				if gap := boxGap(e.box, p); gap > streetReach || gap > distance {
					continue
				}
				d = lineDistance(p, e.lines)
			default:
				if d = boxGap(e.box, p); !place {
					d += streetReach / 2 // a street of the name is the better answer
				}
			}
			if d <= streetReach && (d < distance || d == distance && best != nil && e.key < best.key) {
				best, distance = e, d
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// boxGap returns the distance of a point from a box in metres, 0 inside.
func boxGap(b geo.Box, p geo.Fixed) float64 {
	q := geo.Fixed{Lon: max(b.MinLon, min(b.MaxLon, p.Lon)), Lat: max(b.MinLat, min(b.MaxLat, p.Lat))}
	return fixedDistance(p, q)
}

// nearestStreet returns the street nearest to a point, within 200 m.
func (b *build) nearestStreet(p geo.Fixed) *entity {
	if b.streetTree == nil {
		var boxes []geo.Box
		for _, s := range b.streets {
			for _, l := range s.lines {
				cutLine(l, func(piece []geo.Fixed) {
					boxes = append(boxes, geo.BoxOf(piece...))
					b.streetPieces = append(b.streetPieces, pieceOf{s, piece})
				})
			}
		}
		b.streetTree = geo.BuildRTree(boxes)
	}
	var best *entity
	distance := 200.0
	b.streetTree.Search(geo.Around(p, distance), func(i uint32) bool {
		piece := b.streetPieces[i]
		if d := lineDistance(p, [][]geo.Fixed{piece.line}); d < distance || d == distance && best != nil && piece.street.key < best.key {
			best, distance = piece.street, d
		}
		return true
	})
	return best
}

// pieceOf is a piece of a street's lines.
type pieceOf struct {
	street *entity
	line   []geo.Fixed
}

// addHouse hangs a house on a street or place. Where the house spells the name in its own way, the
// spelling becomes a further name.
func (e *entity) addHouse(h *house) {
	e.houses = append(e.houses, h)
	name := h.name()
	h.written = name != "" && name != e.name
	if h.written && !slices.ContainsFunc(e.others, func(o tagName) bool { return o.text == name }) {
		e.others = append(e.others, tagName{addressKind, name})
	}
}

// splitNumber parts a house number into its leading digits and the rest.
func splitNumber(s string) (uint32, string) {
	v, i := uint32(0), 0
	for i < len(s) && i < 9 && '0' <= s[i] && s[i] <= '9' {
		v = v*10 + uint32(s[i]-'0')
		i++
	}
	// "0", "007" and longer rows of digits would not come out as they were.
	if v == 0 || s[0] == '0' || i < len(s) && '0' <= s[i] && s[i] <= '9' {
		return 0, s
	}
	return v, s[i:]
}

// sameDoor is how far apart in metres two objects with one number in one street are one house.
const sameDoor = 4

// sortHouses sorts the houses of an entity by number and leaves out repeated ones: of objects with
// the same number near each other the first stays, which is a plain house where there is one.
func (e *entity) sortHouses() {
	slices.SortFunc(e.houses, func(a, b *house) int {
		return cmp.Or(cmp.Compare(a.number.value, b.number.value), cmp.Compare(a.number.normal.Text, b.number.normal.Text), cmp.Compare(a.key, b.key))
	})
	var kept []*house
	cities, postcodes := map[string]int{}, map[string]int{}
	for _, h := range e.houses {
		cities[h.address.city]++
		postcodes[h.address.postcode]++
		var twin *house
		for j := len(kept) - 1; j >= 0 && kept[j].number.normal.Text == h.number.normal.Text; j-- {
			if fixedDistance(kept[j].at, h.at) <= sameDoor {
				twin = kept[j]
			}
		}
		if twin == nil {
			kept = append(kept, h)
			continue
		}
		if t := twin.address; t.city == "" && h.address.city != "" || t.postcode == "" && h.address.postcode != "" {
			a := *t
			a.city, a.postcode = cmp.Or(a.city, h.address.city), cmp.Or(a.postcode, h.address.postcode)
			twin.address = &a
		}
		if t := twin.address; h.address.city != "" && t.city != h.address.city || h.address.postcode != "" && t.postcode != h.address.postcode {
			e.twins = append(e.twins, h)
		}
	}
	e.houses = kept
	e.cities, e.postcodes = frequent(cities, 6), frequent(postcodes, 8)
}

// frequent returns the keys of a count, the most frequent first, without the empty one.
func frequent(counts map[string]int, most int) []string {
	delete(counts, "")
	keys := sortedKeys(counts)
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	return keys[:min(len(keys), most)]
}

// madeStreets makes streets of houses whose street is not mapped near them: one for each cluster.
func madeStreets(houses []*house) []*entity {
	var out []*entity
	for _, h := range houses {
		var home *entity
		for _, e := range out {
			if boxGap(e.box, h.at) < townGap {
				home = e
				break
			}
		}
		if home == nil {
			home = &entity{key: h.key.Of(StreetOf), kind: Street, name: h.name(), at: h.at, box: geo.BoxOf(h.at), importance: 50}
			out = append(out, home)
		}
		home.addHouse(h)
		home.box = home.box.Extend(h.at)
	}
	return out
}

func cosLat(p geo.Fixed) float64 { return math.Cos(float64(p.Lat) / geo.Scale * math.Pi / 180) }
