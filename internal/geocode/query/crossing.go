package query

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
)

// Crossing is where two streets meet: they share a node there, so that a bridge over a road is
// none. Streets are in the order of their docs.
type Crossing struct {
	Streets [2]index.Doc
	Nth     int // streets may meet several times; counted from south to north, then west to east
	At      geo.Fixed
}

// crossingPrefix begins the ids of crossings.
const crossingPrefix = "xing:"

// ID returns the place id of a crossing, such as "xing:way/17/way/99" or, for the second place
// where the two meet, "xing:way/17/way/99/2".
func (c *Crossing) ID(x *index.Index) string {
	id := crossingPrefix + streetID(x, c.Streets[0]) + "/" + streetID(x, c.Streets[1])
	if c.Nth > 0 {
		id += "/" + strconv.Itoa(c.Nth+1)
	}
	return id
}

// roadPrefix marks the roads of a number that have the id of a street for theirs.
const roadPrefix = "road:"

func streetID(x *index.Index, doc index.Doc) string {
	k := x.Key(doc)
	id := string(k.Type()) + "/" + strconv.FormatInt(k.ID(), 10)
	if k.Class() == index.RoadOf {
		return roadPrefix + id
	}
	return id
}

// streetKey reads what streetID writes.
func streetKey(id string) (index.Key, bool) {
	if id, road := strings.CutPrefix(id, roadPrefix); road {
		k, ok := index.ParseKey("osm:" + id)
		return k.Of(index.RoadOf), ok
	}
	return index.ParseKey("osm:" + id)
}

// FindCrossing returns the crossing with an id, nil when there is none.
func FindCrossing(x *index.Index, id string) *Crossing {
	rest, ok := strings.CutPrefix(id, crossingPrefix)
	parts := strings.Split(rest, "/")
	if !ok || len(parts) != 4 && len(parts) != 5 {
		return nil
	}
	var streets [2]index.Doc
	for i := range streets {
		k, ok := streetKey(parts[2*i] + "/" + parts[2*i+1])
		if !ok {
			return nil
		}
		if streets[i], ok = x.Find(k); !ok || x.Record(streets[i]).Kind() != index.Street {
			return nil
		}
	}
	nth := 0
	if len(parts) == 5 {
		n, err := strconv.Atoi(parts[4])
		if err != nil || n < 2 {
			return nil
		}
		nth = n - 1
	}
	list := Crossings(x, streets[0], streets[1])
	if nth >= len(list) || list[nth].ID(x) != id {
		return nil
	}
	return &list[nth]
}

// connectives part the two streets of a crossing, in the languages of the abbreviation files.
const connectives = `& and at near by und og och ja et y e en i a x with amb con com mit med ved vid hoek
	corner cnr ecke hjornet hornet angle esquina cantonada angolo rog roh kulma naroznik`

// cornerWords may stand before the streets of a crossing, between them besides a connective, and
// behind them.
const cornerWords = `corner cnr of the intersection junction crossing crossroads between
	ecke kreuzung hjornet af krydset hornet korsningen coin angle l a de du des la carrefour croisement
	esquina con entre cruce cantonada angolo incrocio tra esquina cruzamento rog skrzyzowanie roh krizovatka
	kulma risteys risteyksessa av van von kruispunt hoek krysset hjorne`

// Bounds of the search for crossings.
const (
	maxSides     = 120 // streets on each side of a connective
	maxCrossings = 80  // pairs of streets whose geometry is looked at, twice in a pass
)

// terse is the share of what a missing word else costs where two streets that meet are named: "King &
// 4th" says enough.
const terse = 0.5

// side is a street that one side of a connective may name.
type side struct {
	doc index.Doc
	m   *nameMatch
	box geo.Box
	// other tells that the street is only known by that name too.
	other bool
	kind  index.Kind
}

type pair struct {
	a, b  *side
	value float32
}

// maxJoints bounds the ways to part a text in two streets that are tried.
const maxJoints = 12

// joint is what stands between two streets: atoms from from to to, none where only a sign does.
type joint struct{ from, to int }

// findJoints finds where the text may part in two streets: at a connective and the words of corners
// around it, at a stroke, and where a corner is announced at the front anywhere.
func (s *search) findJoints() {
	out := s.joints[:0]
	announced := 0
	for announced < len(s.atoms) && s.is(announced, cornerWord) {
		announced++
	}
	for i := 1; i < len(s.atoms) && len(out) < maxJoints; i++ {
		if s.atoms[i].Stroke || announced > 0 && i > announced && !s.is(i, connective) {
			out = append(out, joint{i, i})
		}
		if !s.is(i, connective) {
			continue
		}
		for j := i + 1; j < len(s.atoms); j++ {
			out = append(out, joint{i, j})
			if !s.is(j, connective|cornerWord) {
				break
			}
		}
	}
	s.joints = out[:min(len(out), maxJoints)]
	s.sides = s.sides[:0]
	for _, j := range s.joints {
		s.sides = append(s.sides, uint32(1)<<j.from-1, uint32(1)<<len(s.atoms)-uint32(1)<<j.to)
	}
}

// readCrossings makes hits of crossings of two streets with a joint between them.
func (s *search) readCrossings(ctx context.Context) {
	left := maxCrossings
	for _, j := range s.joints {
		if left <= 0 || ctx.Err() != nil {
			return
		}
		before := s.sidesOf(s.atJoint[0][:0], false, func(m *nameMatch) bool { return int(m.to) == j.from && m.named() })
		if s.atJoint[0] = before; len(before) == 0 {
			continue
		}
		behind := s.sidesOf(s.atJoint[1][:0], false, func(m *nameMatch) bool { return int(m.from) == j.to && m.named() })
		s.atJoint[1], s.pairs = behind, s.pairs[:0]
		for a := range before {
			for b := range behind {
				p, q := &before[a], &behind[b]
				if p.doc != q.doc && p.box.Intersects(q.box) {
					s.pairs = append(s.pairs, pair{p, q, p.m.worth + q.m.worth})
				}
			}
		}
		slices.SortStableFunc(s.pairs, func(p, q pair) int { return cmp.Compare(q.value, p.value) })
		for _, p := range s.pairs[:min(len(s.pairs), left)] {
			if ctx.Err() != nil { // streets may be as long as a state
				return
			}
			left--
			s.spent.crossings++
			for _, c := range s.meeting.of(s.x, [2]index.Doc{p.a.doc, p.b.doc}, p.a.box.Intersection(p.b.box)) {
				s.scoreCrossing(c, p, j)
			}
		}
	}
}

// named tells whether no more of a name is missing than the text has of it. Nobody says at a corner which half of the
// street it is.
func (m *nameMatch) named() bool { return m.missing-m.unturned <= m.gain }

// sidesOf appends streets, and venues too where they may be meant, with a name that fits to out, best names first.
func (s *search) sidesOf(out []side, venues bool, fits func(*nameMatch) bool) []side {
	for i := range s.matches {
		m := &s.matches[i]
		if !fits(m) || len(out) >= maxSides {
			continue
		}
		s.x.Docs(m.name, func(doc index.Doc, other bool) bool {
			kind := s.x.Record(doc).Kind()
			if (kind == index.Street || venues && cornered(kind)) && !slices.ContainsFunc(out, func(o side) bool { return o.doc == doc }) {
				s.x.Facts(doc, &s.facts)
				out = append(out, side{doc, m, s.facts.Box, other, kind})
			}
			return len(out) < maxSides
		})
	}
	return out
}

// scoreCrossing weighs a crossing like any other reading, with both names as one.
func (s *search) scoreCrossing(c Crossing, p pair, j joint) {
	m := s.bothNames(p, j)
	h, pl := s.corner(c.Streets[0], c.At)
	h.Cross, h.Level, h.name = &c, geocode.IntersectionLevel, m.name
	s.score(h, &pl, false, &m, nil, 0)
}

// bothNames makes one match of the names of two streets and what stands between and around them.
func (s *search) bothNames(p pair, j joint) nameMatch {
	first, last := p.a.m, p.b.m
	if first.from > last.from {
		first, last = last, first
	}
	m := *first
	m.mask |= last.mask
	m.gain += last.gain
	explain := func(i int) {
		m.mask |= 1 << i
		m.gain += s.l.weights[i]
	}
	for i := j.from; i < j.to; i++ {
		explain(i)
	}
	m.kindless += last.kindless
	m.unturned += last.unturned
	m.missing = m.unturned + terse*(m.missing+last.missing-m.unturned)
	m.bend += last.bend
	for _, side := range []*side{p.a, p.b} {
		if side.other {
			m.bend += otherName
		}
	}
	m.edits += last.edits
	m.to = last.to
	for i := int(m.from) - 1; i >= 0 && s.is(i, cornerWord); i-- {
		explain(i)
		m.from = uint8(i)
	}
	for i := int(m.to); i < len(s.atoms) && s.is(i, cornerWord) && !s.atoms[i].Comma; i++ {
		explain(i)
		m.to = uint8(i + 1)
	}
	return m
}

// corner makes a hit of a street at a point of it, and the place of it.
func (s *search) corner(street index.Doc, at geo.Fixed) (Hit, place) {
	r := s.x.Record(street)
	var pl place
	s.links, pl.country = s.x.Chain(s.links[:0], r.Chain())
	pl.doc, pl.record, pl.links, pl.at, pl.spot = street, r, s.links, at, true
	return Hit{Doc: street, At: at, kind: index.Street, country: pl.country}, pl
}
