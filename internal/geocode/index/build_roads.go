package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/admin"
)

// roadGap is how far apart in metres the ways of one number may lie in one state and still be one road: far
// enough for a stretch that lacks the number, near enough to part the roads of two counties that have the same.
const roadGap = 10_000

// minRoad is the least importance of roads that go by their number: those of through traffic.
const minRoad = 80

// numberOf is what tells one numbered road from another: its number, and the state or country that it lies in.
type numberOf struct {
	ref  string
	area *entity
}

// gatherRoads makes a road of the ways of one number in one state: those without a name lend it their lines. Those
// with a name stay the streets that they are, known by the number too; where all of them are one street, it is the
// road. Ways are read before streets are merged, and owners tells the street that each became a part of.
func (b *build) gatherRoads(ways []*entity, owners map[Key]*entity) []*entity {
	groups := map[numberOf][]*entity{}
	var order []numberOf
	for _, e := range ways {
		n := numberOf{area: b.stateOf(e.at)}
		for _, o := range e.others {
			if n.ref = o.text; o.kind != "ref" || e.importance < minRoad || strings.HasPrefix(n.ref, "(") {
				continue // in brackets: a number of the owner's that stands on no sign
			}
			if groups[n] == nil {
				order = append(order, n)
			}
			groups[n] = append(groups[n], e)
		}
	}
	var out []*entity
	for _, n := range order {
		for _, list := range clusters(groups[n], roadGap) {
			if road := b.road(n.ref, list, owners); road != nil {
				out = append(out, road)
			}
		}
	}
	return out
}

// stateOf returns the state that a point lies in, else the country, nil where no border tells.
func (b *build) stateOf(p geo.Fixed) *entity {
	var out *entity
	for _, l := range b.chainOf(p).links {
		if l.role == admin.RegionRole || l.role == admin.CountryRole && out == nil {
			out = l.area
		}
	}
	return out
}

// longRoad is the extent in metres from which a road is one that has a name everywhere: the streets that a shorter one
// leads over tell enough.
const longRoad = 10_000

// road makes a road of ways of a number, nil where the streets that it leads over say as much.
func (b *build) road(ref string, ways []*entity, owners map[Key]*entity) *entity {
	slices.SortFunc(ways, func(a, b *entity) int { return cmp.Compare(a.key, b.key) })
	e := &entity{kind: Street, name: ref, numbered: true, box: ways[0].box}
	streets := map[*entity]bool{}
	for _, w := range ways {
		e.box = e.box.Union(w.box)
		e.importance = max(e.importance, w.importance)
		if e.country == 0 {
			e.country = w.country
		}
		if !w.numbered {
			streets[owners[w.key]] = true
			continue
		}
		e.lines = append(e.lines, w.lines...)
		e.others = mergeNames(e.others, without(slices.Clone(w.others), "ref"))
		switch {
		case w.name != ref: // the first of its numbers
		case e.key == 0:
			e.key = w.key
		default:
			e.merged = append(e.merged, w.key)
		}
	}
	if e.key == 0 {
		// Roads that share ways have different ones for their ids.
		i := slices.IndexFunc(ways, func(w *entity) bool { return !b.taken[w.key.Of(RoadOf)] })
		if len(e.lines) == 0 && (len(streets) == 1 || e.box.Diagonal() < longRoad) || i < 0 {
			return nil
		}
		e.key = ways[i].key.Of(RoadOf)
		b.taken[e.key] = true
	}
	e.at = heart(ways, e.importance)
	e.importance += min(mostLength, int(e.box.Diagonal()/10_000))
	e.within = b.common(ways)
	return e
}

// mostLength is what length adds to the importance of a road at most, one for each 10 km: of roads of one number the
// longest is meant, rather than the end of another state's.
const mostLength = 6

// heart returns the middle of the way that lies most in the middle of a road, of the ways of the highest class.
func heart(ways []*entity, importance int) geo.Fixed {
	box, first := geo.Box{}, true
	for _, w := range ways {
		if w.importance == importance {
			if first {
				box, first = w.box, false
			}
			box = box.Union(w.box)
		}
	}
	middle := box.Middle()
	best, distance := ways[0].at, 1e12
	for _, w := range ways {
		if d := fixedDistance(w.at, middle); w.importance == importance && d < distance {
			best, distance = w.at, d
		}
	}
	return best
}

// common returns the areas that all of some ways lie in.
func (b *build) common(ways []*entity) map[*entity]bool {
	count := map[*entity]int{}
	for _, w := range ways {
		for _, l := range b.chainOf(w.at).links {
			count[l.area]++
		}
	}
	out := map[*entity]bool{}
	for area, n := range count {
		if n == len(ways) {
			out[area] = true
		}
	}
	return out
}

// clusters parts entities in groups whose boxes are at most gap metres apart, over any number of steps.
func clusters(list []*entity, gap float64) [][]*entity {
	boxes := make([]geo.Box, len(list))
	for i, e := range list {
		boxes[i] = e.box
	}
	tree := geo.BuildRTree(boxes)
	taken := make([]bool, len(list))
	var out [][]*entity
	for i := range list {
		if taken[i] {
			continue
		}
		taken[i] = true
		group := []*entity{list[i]}
		for k := 0; k < len(group); k++ {
			tree.Search(group[k].box.Grow(gap), func(j uint32) bool {
				if !taken[j] {
					taken[j] = true
					group = append(group, list[j])
				}
				return true
			})
		}
		out = append(out, group)
	}
	return out
}
