package query

import (
	"math"
	"slices"
	"sync"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// maxRoadNumber is the most bytes that the number of a road has.
const maxRoadNumber = 6

// roads reads what people call a road by its number as its number on the map: "Interstate 95" as "I 95", "Route 1" as
// "DE 1" or "US 1", "Valtatie 4" as "4"; and leaves out what is said twice, as in "autobahn A 5".
func (l *lattice) roads(x *index.Index) {
	for i := range l.atoms {
		n, letters := text.RoadSystems(l.atoms[i:])
		if n == 0 || i+n >= len(l.atoms) {
			continue
		}
		at := i + n // of the number
		if j := at + 1; j < len(l.atoms) && slices.Contains(letters, l.atoms[at].Text) && roadNumber(&l.atoms[j]) {
			l.road(x, i, j+1, l.atoms[at].Text, l.atoms[j].Text)
			continue
		}
		if !roadNumber(&l.atoms[at]) {
			for _, system := range letters { // "autobahn A5"
				if a := l.atoms[at].Text; system != text.BareNumber && len(a) > len(system) && a[:len(system)] == system && hasDigit(a[len(system):len(system)+1]) {
					l.road(x, i, at+1, system, a[len(system):])
				}
			}
			continue
		}
		for _, system := range letters {
			if system != text.StateCode {
				l.road(x, i, at+1, system, l.atoms[at].Text)
				continue
			}
			for _, code := range stateCodes() {
				l.road(x, i, at+1, code, l.atoms[at].Text)
			}
		}
	}
}

func roadNumber(a *text.Atom) bool { return a.Number() && len(a.Text) <= maxRoadNumber && !a.Comma }

// road adds the number of a road in a system, parted from its letters or not, if a name begins with it.
func (l *lattice) road(x *index.Index, from, to int, system, number string) {
	second, ok := x.Lookup(number)
	if ok && system == text.BareNumber {
		l.add(word{from: uint8(from), to: uint8(to), first: second, end: second + 1, road: true, cost: costShort})
		return
	}
	if ok {
		if first, ok := x.Lookup(system); ok {
			if lo, hi := x.Range([]index.Term{first, second}, 0, 0); lo < hi {
				l.add(word{from: uint8(from), to: uint8(to), first: first, end: first + 1, second: second, split: true, road: true, cost: costShort})
			}
		}
	}
	if first, ok := x.Lookup(system + number); ok {
		l.add(word{from: uint8(from), to: uint8(to), first: first, end: first + 1, road: true, cost: costShort})
	}
}

// By how much the rank of a road may lie below that of a street which is a part of it: to stand first, and for the text
// to mean the road all the same.
const (
	nearlyRoad = 0.04
	sameRoad   = 0.12
)

// leadByRoad puts the road that a text names by its number before the streets that it leads over: of all that are
// called Interstate 95, the whole of it is meant. What the text adds tells them apart, as in "Interstate 95, Wilmington".
func (s *search) leadByRoad(hits []Hit) {
	s.road = index.NoName
	if len(hits) == 0 || !slices.ContainsFunc(s.atoms, func(a text.Atom) bool { return hasDigit(a.Text) }) {
		return
	}
	first := &hits[0]
	if !first.street() {
		return
	}
	for i := range hits[:min(len(hits), maxRoadHits)] {
		h := &hits[i]
		if first.rank-h.rank > sameRoad {
			return
		}
		if name := s.x.Record(h.Doc).Name; h.street() && h.name == name && s.numbers(name) && (i == 0 || s.partOf(first.Doc, name)) {
			s.road = name
			if h.alone && first.rank-h.rank < nearlyRoad {
				lead(hits, i)
			}
			return
		}
	}
}

// maxRoadHits is how many hits may stand before a road that is put first.
const maxRoadHits = 40

// street tells whether a hit is a street as a whole.
func (h *Hit) street() bool {
	return h.kind == index.Street && h.Type() == geocode.Street && h.Near == nil
}

// numbers tells whether streets have a name for their number.
func (s *search) numbers(name index.Name) bool {
	found := false
	s.x.Docs(name, func(doc index.Doc, other bool) bool {
		found = other && s.partOf(doc, name)
		return !found
	})
	return found
}

// partOf tells whether a doc has a name for its number.
func (s *search) partOf(doc index.Doc, name index.Name) bool {
	part := false
	s.x.Variants(doc, func(v index.Variant) bool {
		part = v.Name == name && v.Kind == "ref"
		return v.Name != name
	})
	return part
}

// ofOneRoad tells whether two hits are parts of the road that the text names by its number.
func (s *search) ofOneRoad(a, b *Hit) bool {
	in := func(h *Hit) bool { return s.x.Record(h.Doc).Name == s.road || s.partOf(h.Doc, s.road) }
	return s.road != index.NoName && a.street() && b.street() && in(a) && in(b)
}

// longStreet is the extent in metres from which a box says little of where a street leads.
const longStreet = 10_000

// maxPassages is how many streets are followed to see whether they lead through an area.
const maxPassages = 16

// leads returns where a street that may come from afar is nearest to the middle of an area, false where it keeps
// farther from the area than one speaks of it.
func (s *search) leads(street index.Doc, own geo.Box, area *areaRef) (at geo.Fixed, ok bool) {
	if s.passages--; s.passages < 0 {
		return at, false
	}
	parts := s.x.RoadParts(street, own)
	middle := s.x.Record(area.doc).At.Point()
	ruler, best := geo.NewRuler(middle), math.Inf(1)
	for _, reach := range [...]float64{0, area.reach} {
		s.ring = s.x.SearchStreets(area.box.Grow(reach).Intersection(own), s.ring, func(piece index.Doc, line []geo.Fixed) bool {
			if piece != street && !slices.Contains(parts, piece) {
				return true
			}
			for i := 1; i < len(line); i++ {
				if p, metres, _ := ruler.Project(middle, line[i-1].Point(), line[i].Point()); metres < best {
					at, best = geo.ToFixed(p), metres
				}
			}
			return true
		})
		if !math.IsInf(best, 1) {
			return at, true
		}
	}
	return at, false
}

// stateCodes are the folded codes of states that the numbers of their roads begin with.
var stateCodes = sync.OnceValue(func() []string {
	var out []string
	for _, r := range admin.Regions() {
		if r.Country == admin.ParseCountry("US") {
			out = append(out, admin.FoldName(r.Codes[0]))
		}
	}
	return out
})
