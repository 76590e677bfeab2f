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

// townReach is how far in metres the houses of a postal town may lie from the place of that name.
const townReach = 20_000

// gatherTowns makes postcodes and postal towns of the house numbers that name them, where no border
// and no place does.
func (b *build) gatherTowns() {
	type member struct {
		key Key
		at  geo.Fixed
	}
	type town struct {
		name    string
		country admin.Country
	}
	cities, postcodes := map[town][]member{}, map[town][]member{}
	note := func(a tagAddress, m member) {
		if a.city == "" && a.postcode == "" {
			return
		}
		country := b.countryOfPoint(m.at)
		if a.city != "" {
			t := town{a.city, country}
			cities[t] = append(cities[t], m)
		}
		if a.postcode != "" {
			t := town{a.postcode, country}
			postcodes[t] = append(postcodes[t], m)
		}
	}
	for _, list := range [][]*entity{b.streets, b.places, b.areas, b.made} {
		for _, e := range list {
			for _, h := range slices.Concat(e.houses, e.twins) {
				note(*h.address, member{h.key.Of(Object), h.at})
			}
		}
	}
	for _, e := range b.venues {
		if e.address.number == "" {
			note(e.address, member{e.key, e.at})
		}
	}
	for _, n := range b.mailNodes {
		note(addressOf(n.Tags), member{NewKey(Object, osm.TypeNode, int64(n.ID)), geo.ToFixed(orb.Point{n.Lon, n.Lat})})
	}
	for _, w := range b.mailWays {
		if p, ok := b.loc.Get(w.Nodes[0].ID); ok {
			note(addressOf(w.Tags), member{NewKey(Object, osm.TypeWay, int64(w.ID)), p})
		}
	}
	known := map[string][]*entity{}
	for _, list := range [][]*entity{b.areas, b.places} {
		for _, e := range list {
			for _, name := range append([]tagName{{"", e.name}}, e.others...) {
				key := admin.FoldName(name.text)
				known[key] = append(known[key], e)
			}
		}
	}
	found := func(groups map[town][]member, class Class, kind Kind, role admin.Role) {
		keys := make([]town, 0, len(groups))
		for t := range groups {
			keys = append(keys, t)
		}
		slices.SortFunc(keys, func(x, y town) int { return cmp.Or(cmp.Compare(x.name, y.name), cmp.Compare(x.country, y.country)) })
		// Spellings that fold alike are one town.
		folded := map[town]*entity{}
		for _, t := range keys {
			list := groups[t]
			slices.SortFunc(list, func(x, y member) int { return cmp.Compare(x.key, y.key) })
			points := make([]geo.Fixed, len(list))
			for i, m := range list {
				points[i] = m.at
			}
			at, box := cluster(points)
			key := admin.FoldName(t.name)
			if key == "" {
				continue
			}
			if i := slices.IndexFunc(known[key], func(e *entity) bool {
				return (e.kind == Postcode) == (kind == Postcode) && e.kind.Area() && boxGap(e.box, at) < townReach
			}); i >= 0 {
				if e := known[key][i]; e.stretch {
					e.at = at
				}
				continue
			}
			if old := folded[town{key, t.country}]; old != nil {
				old.box = old.box.Union(box)
				continue
			}
			e := &entity{
				key: list[0].key.Of(class), kind: kind, role: role, rank: 9, name: t.name, at: at, box: box,
				importance: 84 + int(6*math.Log10(float64(len(list)))), country: t.country,
			}
			if class == CityOf {
				e.rank = 7
			}
			folded[town{key, t.country}] = e
			b.made = append(b.made, e)
		}
	}
	found(postcodes, PostcodeOf, Postcode, admin.PostcodeRole)
	found(cities, CityOf, Locality, admin.LocalityRole)
}

// cluster returns the middle of some points, by the median of each axis and then the nearest
// point, and a box around those that are not far astray.
func cluster(points []geo.Fixed) (geo.Fixed, geo.Box) {
	lons, lats := make([]int32, len(points)), make([]int32, len(points))
	for i, p := range points {
		lons[i], lats[i] = p.Lon, p.Lat
	}
	slices.Sort(lons)
	slices.Sort(lats)
	median := geo.Fixed{Lon: lons[len(lons)/2], Lat: lats[len(lats)/2]}
	gaps := make([]float64, len(points))
	at, best := points[0], math.Inf(1)
	for i, p := range points {
		gaps[i] = fixedDistance(p, median)
		if gaps[i] < best {
			at, best = p, gaps[i]
		}
	}
	sorted := slices.Sorted(slices.Values(gaps))
	limit := 4*sorted[len(sorted)/2] + 2000
	box := geo.BoxOf(at)
	for i, p := range points {
		if gaps[i] <= limit {
			box = box.Extend(p)
		}
	}
	return at, box
}
