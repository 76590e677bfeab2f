package index

import (
	"cmp"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/paulmach/osm"
)

// streetTolerance is by how many metres stored streets may differ from mapped ones.
const streetTolerance = 1.5

// gatherStreets makes an entity of the ways of one name in one place: ways that lie in the same
// town and touch or nearly do are one street.
func (b *build) gatherStreets() error {
	used := make([]uint8, b.loc.Slots()) // by how many roads
	var roads []*osm.Way
	for _, w := range b.ways {
		if _, ok := roadImportance(w.Tags.Find("highway")); !ok {
			continue
		}
		roads = append(roads, w)
		for _, n := range w.Nodes {
			if s, ok := b.loc.Slot(n.ID); ok && used[s] < 255 {
				used[s]++
			}
		}
	}
	groups := map[string][]*entity{}
	var ways []*entity // that have a number
	for i, w := range roads {
		if i%1024 == 0 {
			if err := b.ctx.Err(); err != nil {
				return err
			}
		}
		e := b.roadEntity(w, used)
		if e == nil || b.taken[e.key] {
			continue
		}
		b.taken[e.key] = true
		if slices.ContainsFunc(e.others, func(o tagName) bool { return o.kind == "ref" }) {
			way := *e // merging changes streets
			ways = append(ways, &way)
		}
		if !e.numbered {
			groups[admin.FoldName(e.name)] = append(groups[admin.FoldName(e.name)], e)
		}
	}
	for _, name := range sortedKeys(groups) {
		b.streets = append(b.streets, b.mergeStreets(groups[name])...)
	}
	owners := map[Key]*entity{}
	for _, s := range b.streets {
		owners[s.key] = s
		for _, k := range s.merged {
			owners[k] = s
		}
	}
	b.streets = append(b.streets, b.gatherRoads(ways, owners)...)
	for _, s := range b.streets {
		s.lines = joinLines(s.lines)
	}
	return nil
}

// roadEntity makes an entity of one way, nil when it has no name or no length.
func (b *build) roadEntity(w *osm.Way, used []uint8) *entity {
	name, others := objectName(w.Tags)
	importance, _ := roadImportance(w.Tags.Find("highway"))
	others = without(others, operatorKind)
	numbered := name == ""
	if name == "" {
		for _, o := range others {
			if o.kind == "ref" && name == "" && importance >= minRoad {
				name = o.text
			}
		}
		if name == "" {
			return nil
		}
	}
	e := &entity{
		key: NewKey(Object, osm.TypeWay, int64(w.ID)), kind: Street, name: name, others: others, numbered: numbered,
		importance: importance, address: tagAddress{postcode: addressOf(w.Tags).postcode}, country: countryOf(w.Tags),
	}
	var line []geo.Fixed
	var keep []bool
	for _, n := range w.Nodes {
		s, ok := b.loc.Slot(n.ID)
		p, have := b.loc.Get(n.ID)
		if !ok || !have {
			continue
		}
		line = append(line, p)
		keep = append(keep, used[s] > 1)
	}
	if len(line) < 2 {
		return nil
	}
	e.at = middle(line)
	e.lines = [][]geo.Fixed{thin(line, streetTolerance, func(i int) bool { return keep[i] })}
	e.box = geo.BoxOf(line...)
	return e
}

// Ways of one name are one street when they are no farther apart than this, in metres: in one
// town, and where no town is known.
const (
	townGap = 300
	openGap = 1000
	// touchGap is how far apart in metres ways end that are one road all the same.
	touchGap = 30
)

// mergeStreets merges the ways of one name.
func (b *build) mergeStreets(ways []*entity) []*entity {
	towns := map[*entity][]*entity{}
	var order []*entity
	for _, e := range ways {
		var town *entity
		for _, l := range b.chainOf(e.at).links {
			if l.role == admin.LocalityRole && l.area.polygons != nil {
				town = l.area
			}
		}
		if town != nil && towns[town] == nil {
			order = append(order, town)
		}
		towns[town] = append(towns[town], e)
	}
	out := mergeLines(towns[nil], openGap)
	for _, town := range order {
		out = append(out, mergeLines(towns[town], townGap)...)
	}
	return b.mergeLabels(out)
}

// mergeLabels merges streets that touch and would be told apart by nothing in their labels, as where
// one goes on beyond the border of its town.
func (b *build) mergeLabels(streets []*entity) []*entity {
	type place struct{ town, county *entity }
	groups := map[place][]*entity{}
	var order []place
	for _, e := range streets {
		var p place
		for _, l := range b.chainOf(e.at).links {
			switch l.role {
			case admin.LocalityRole:
				p.town = l.area
			case admin.CountyRole:
				p.county = l.area
			}
		}
		if groups[p] == nil {
			order = append(order, p)
		}
		groups[p] = append(groups[p], e)
	}
	var out []*entity
	for _, p := range order {
		if len(groups[p]) == 1 {
			out = append(out, groups[p][0])
			continue
		}
		out = append(out, mergeLines(groups[p], touchGap)...)
	}
	return out
}

// mergeLines merges entities of lines that are at most gap metres apart, over any number of steps.
// The one with the smallest key takes the others in.
func mergeLines(list []*entity, gap float64) []*entity {
	slices.SortFunc(list, func(a, b *entity) int { return cmp.Compare(a.key, b.key) })
	group := make([]int, len(list))
	for i := range group {
		group[i] = i
	}
	root := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	boxes := make([]geo.Box, len(list))
	for i, e := range list {
		boxes[i] = e.box
	}
	tree := geo.BuildRTree(boxes)
	for i, e := range list {
		tree.Search(e.box.Grow(gap), func(j uint32) bool {
			if int(j) > i && root(i) != root(int(j)) && linesNear(e, list[j], gap) {
				a, c := root(i), root(int(j))
				group[max(a, c)] = min(a, c)
			}
			return true
		})
	}
	var out []*entity
	longest := make([]float64, len(list))
	for i, e := range list {
		r := root(i)
		length := 0.0
		for _, l := range e.lines {
			for k := 1; k < len(l); k++ {
				length += fixedDistance(l[k-1], l[k])
			}
		}
		if r == i {
			longest[i] = length
			out = append(out, e)
			continue
		}
		o := list[r]
		o.merged = append(append(o.merged, e.key), e.merged...)
		o.lines = append(o.lines, e.lines...)
		o.others = mergeNames(o.others, e.others)
		o.box = o.box.Union(e.box)
		o.importance = max(o.importance, e.importance)
		if o.country == 0 {
			o.country = e.country
		}
		if length > longest[r] {
			longest[r], o.at = length, e.at
		}
	}
	return out
}

// joinLines joins lines that end where another one begins or ends, so that a street has fewer and
// longer ones. The order and direction of lines mean nothing.
func joinLines(lines [][]geo.Fixed) [][]geo.Fixed {
	ends := map[geo.Fixed][]int{} // lines by their ends, as far as they are not taken
	for i, l := range lines {
		ends[l[0]] = append(ends[l[0]], i)
		ends[l[len(l)-1]] = append(ends[l[len(l)-1]], i)
	}
	taken := make([]bool, len(lines))
	// extend adds to the far end of a line whatever goes on from there.
	extend := func(line []geo.Fixed) []geo.Fixed {
		for {
			at, next := line[len(line)-1], -1
			for _, i := range ends[at] {
				if !taken[i] {
					next = i
					break
				}
			}
			if next < 0 {
				return line
			}
			taken[next] = true
			more := lines[next]
			if more[0] != at {
				more = slices.Clone(more)
				slices.Reverse(more)
			}
			line = append(line, more[1:]...)
		}
	}
	var out [][]geo.Fixed
	for i, l := range lines {
		if taken[i] {
			continue
		}
		taken[i] = true
		line := extend(slices.Clone(l))
		slices.Reverse(line)
		out = append(out, extend(line))
	}
	return out
}

// linesNear tells whether a vertex of one entity lies within gap metres of a line of the other.
func linesNear(a, b *entity, gap float64) bool {
	near := func(a, b *entity) bool {
		for _, l := range a.lines {
			for _, p := range []geo.Fixed{l[0], l[len(l)-1]} {
				if lineDistance(p, b.lines) <= gap {
					return true
				}
			}
		}
		return false
	}
	return near(a, b) || near(b, a)
}

// lineDistance returns the least distance of a point from some lines in metres.
func lineDistance(p geo.Fixed, lines [][]geo.Fixed) float64 {
	best := 1e12
	cos := cosLat(p)
	for _, l := range lines {
		for i := 1; i < len(l); i++ {
			best = min(best, offset(p, l[i-1], l[i], cos)*0.0111319)
		}
	}
	return best
}
