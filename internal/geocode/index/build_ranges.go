package index

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/paulmach/osm"
)

// stretch is a Range in the making.
type stretch struct {
	Range
	line           []geo.Fixed // from First to Last
	postcode, city string
}

// Numbers between the ends of a stretch, at most; more are a slip of the mapper.
const maxStretch = 1000

// What keeps a part of an interpolation way from being used.
const (
	noEnds     = "interpolation ways without two house numbers"
	noSense    = "stretches of interpolation ways whose numbers make no sense"
	noHome     = "stretches of interpolation ways without a street"
	twoStreets = "stretches of interpolation ways between two streets"
)

// interpolates tells whether a way stands for the house numbers along it.
func interpolates(w *osm.Way) bool {
	return w.Tags.Find("addr:interpolation") != "" && w.Tags.Find("addr:housenumber") == ""
}

// lendStreets lets the houses at the nodes of interpolation ways stand in the street that the way names,
// where they name none.
func (b *build) lendStreets() {
	for _, w := range b.interpolations {
		street := cmp.Or(addressOf(w.Tags).street, b.streetOf[w.FeatureID()])
		for _, n := range w.Nodes {
			for _, id := range b.numberedAt(n.ID) {
				if _, ok := b.streetOf[id]; street != "" && !ok {
					b.streetOf[id] = street
				}
			}
		}
	}
}

// numberedAt returns what may have the house number at a node: the node, and buildings that it is of.
func (b *build) numberedAt(id osm.NodeID) []osm.FeatureID {
	if b.touching == nil {
		b.touching = map[osm.NodeID][]osm.FeatureID{}
		for _, w := range b.interpolations {
			for _, n := range w.Nodes {
				b.touching[n.ID] = nil
			}
		}
		touch := func(n osm.NodeID, way osm.FeatureID) {
			if list, ok := b.touching[n]; ok && !slices.Contains(list, way) {
				b.touching[n] = append(list, way)
			}
		}
		for _, w := range b.ways {
			if w.Tags.Find("addr:housenumber") == "" {
				continue
			}
			for _, n := range w.Nodes {
				touch(n.ID, w.FeatureID())
			}
		}
		for i := range b.plots {
			for _, n := range b.plots[i].nodes {
				touch(n, b.plots[i].house.key.feature())
			}
		}
		for _, list := range b.touching {
			slices.Sort(list)
		}
	}
	return append([]osm.FeatureID{id.FeatureID()}, b.touching[id]...)
}

// standing is a house and the street or place that it was hung on.
type standing struct {
	house *house
	home  *entity
}

// gatherRanges makes the stretches of the interpolation ways, by where the houses at their nodes stand.
func (b *build) gatherRanges(byName map[string][]*entity, homes map[Key]standing) {
	made := 0
	for _, w := range b.interpolations {
		var line []geo.Fixed
		var last standing
		ends := 0
		for _, n := range w.Nodes {
			p, ok := b.loc.Get(n.ID)
			if !ok {
				continue
			}
			if line = append(line, p); len(line) > 1 && line[len(line)-2] == p {
				line = line[:len(line)-1]
			}
			at := b.numberOf(n.ID, homes)
			if at.house == nil {
				continue
			}
			if ends++; ends > 1 {
				if reason := b.addStretch(w, last, at, line, byName); reason != "" {
					b.report.Skip(reason, 1)
				} else {
					made++
				}
			}
			last, line = at, []geo.Fixed{p}
		}
		if ends < 2 {
			b.report.Skip(noEnds, 1)
		}
	}
	if len(b.interpolations) > 0 {
		b.report.Count("stretches of interpolated house numbers", made)
	}
}

// numberOf returns the house at a node of an interpolation way: the node's own number, else that of a
// building there.
func (b *build) numberOf(id osm.NodeID, homes map[Key]standing) standing {
	for _, f := range b.numberedAt(id) {
		if s, ok := homes[NewKey(Object, f.Type(), f.Ref())]; ok {
			return s
		}
	}
	return standing{}
}

// addStretch adds the stretch between two houses along a line to its street, or says what is wrong.
func (b *build) addStretch(w *osm.Way, from, to standing, line []geo.Fixed, byName map[string][]*entity) string {
	s := &stretch{line: thin(line, streetTolerance, nil)}
	own := addressOf(w.Tags)
	share := func(way, a, b string) string {
		if way == "" && a == b {
			return a
		}
		return way
	}
	s.postcode, s.city = share(own.postcode, from.house.address.postcode, to.house.address.postcode), share(own.city, from.house.address.city, to.house.address.city)
	if !s.setNumbers(w.Tags.Find("addr:interpolation"), from.house.number, to.house.number) || len(line) < 2 {
		return noSense
	}
	home := from.home
	if home != to.home {
		street := cmp.Or(own.street, b.streetOf[w.FeatureID()])
		switch a, c := from.house.name(), to.house.name(); {
		case street != "":
			home = nearestNamed(byName, street, nameKeys(street), middle(line), false)
		case a != "" && c != "" && admin.FoldName(a) != admin.FoldName(c):
			return twoStreets
		case a == "" && c == "":
			home = b.nearestStreet(middle(line))
		case a == "":
			home = to.home
		}
	}
	if home == nil {
		return noHome
	}
	home.stretches = append(home.stretches, s)
	return ""
}

// setNumbers takes over what a way of some kind has between two houses, false where that makes no sense.
// The line is turned where the numbers fall.
func (s *stretch) setNumbers(kind string, from, to *houseNumber) bool {
	kind = strings.ToLower(strings.TrimSpace(kind))
	if from.value > to.value || from.value == to.value && from.normal.Suffix > to.normal.Suffix {
		from, to = to, from
		s.line = slices.Clone(s.line)
		slices.Reverse(s.line)
	}
	s.First, s.Last = from.last(), to.value
	if s.First == 0 || s.Last == 0 {
		return false
	}
	if kind == "alphabetic" {
		s.Low, s.High = letterOf(from.normal.Suffix), letterOf(to.normal.Suffix)
		return s.sound()
	}
	switch kind {
	case "all":
		s.Step = 1
	case "odd", "even":
		s.Step = 2
		want := uint32(0)
		if kind == "odd" {
			want = 1
		}
		if s.First%2 != want && s.Last%2 != want {
			return false // the ends deny it
		}
		s.Low = uint8((s.First + want) % 2)
	default:
		n, err := strconv.ParseUint(kind, 10, 16)
		if err != nil || n == 0 || uint32(n) >= s.Last-s.First {
			return false
		}
		s.Step = uint16(n)
	}
	return s.sound() && s.Last-s.First <= maxStretch
}
