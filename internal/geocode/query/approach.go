package query

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
)

// Approach is where a street comes nearest to another one that it does not meet, or to a square or a venue.
type Approach struct {
	Street, Other index.Doc
	At            geo.Fixed // on Street
	Metres        float64   // to Other; 0 where one leads over the other
}

// approachReach is how near in metres a street must come to what a text puts it at the corner of.
const approachReach = 200

// Bounds of the search for approaches.
const (
	maxApproaches = 24  // pairs that are measured, in one pass
	maxPieces     = 400 // pieces of each of two streets that are
)

// nearPrefix begins the ids of approaches.
const nearPrefix = "addr:near/"

// ID returns the place id of an approach, such as "addr:near/way/17/way/99".
func (a *Approach) ID(x *index.Index) string {
	return nearPrefix + streetID(x, a.Street) + "/" + streetID(x, a.Other)
}

// FindApproach returns the approach with an id, nil when there is none.
func FindApproach(x *index.Index, id string) *Approach {
	rest, ok := strings.CutPrefix(id, nearPrefix)
	parts := strings.Split(rest, "/")
	if !ok || len(parts) != 4 {
		return nil
	}
	var docs [2]index.Doc
	for i := range docs {
		k, ok := streetKey(parts[2*i] + "/" + parts[2*i+1])
		if !ok {
			return nil
		}
		if docs[i], ok = x.Find(k); !ok {
			return nil
		}
	}
	if x.Record(docs[0]).Kind() != index.Street || !cornered(x.Record(docs[1]).Kind()) || len(Crossings(x, docs[0], docs[1])) > 0 {
		return nil
	}
	if a, ok := approach(x, docs[0], docs[1]); ok && a.ID(x) == id {
		return &a
	}
	return nil
}

// cornered tells whether a street may have a corner with things of a kind.
func cornered(k index.Kind) bool { return k == index.Street || k == index.Venue }

// approach measures how near a street comes to another one or to a venue, false where it is farther than approachReach.
func approach(x *index.Index, street, other index.Doc) (Approach, bool) {
	out := Approach{Street: street, Other: other, Metres: math.Inf(1)}
	da, db := x.Details(street), x.Details(other)
	box := da.Box.Grow(approachReach).Intersection(db.Box.Grow(approachReach))
	if street == other || box.MinLon > box.MaxLon || box.MinLat > box.MaxLat {
		return out, false
	}
	of := piecesOf(x, box, street, other)
	if x.Record(other).Kind() != index.Street {
		of[1] = []piece{{box: db.Box, line: []geo.Fixed{x.Record(other).At}}}
	}
	ruler := geo.NewRuler(box.Middle().Point())
	for _, a := range of[0] {
		for _, b := range of[1] {
			if boxesGap(a.box, b.box) > min(approachReach, out.Metres) {
				continue
			}
			out.measure(ruler, a.line, b.line)
		}
	}
	if !math.IsInf(out.Metres, 1) && x.Record(other).Kind() != index.Street {
		out.Metres = boxGap(db.Box, out.At)
	}
	return out, out.Metres <= approachReach
}

// beside tells whether an approach is at the corner of another one, as where a road is several streets of the map.
func (a *Approach) beside(at geo.Fixed) bool {
	return geo.NewRuler(at.Point()).Distance(at.Point(), a.At.Point()) <= approachReach
}

// piece is a part of a street.
type piece struct {
	box  geo.Box
	line []geo.Fixed
}

// piecesOf returns the pieces of two streets in a box, at most maxPieces of each.
func piecesOf(x *index.Index, box geo.Box, a, b index.Doc) (of [2][]piece) {
	x.SearchStreets(box, nil, func(street index.Doc, line []geo.Fixed) bool {
		for i, doc := range [...]index.Doc{a, b} {
			if street == doc && len(of[i]) < maxPieces {
				of[i] = append(of[i], piece{geo.BoxOf(line...), slices.Clone(line)})
			}
		}
		return len(of[0]) < maxPieces || len(of[1]) < maxPieces
	})
	return of
}

// measure takes the nearest points of two lines if they are nearer than what is known.
func (a *Approach) measure(r geo.Ruler, line, other []geo.Fixed) {
	try := func(p, q, from, to geo.Fixed, onOther bool) {
		at, metres, _ := r.Project(p.Point(), from.Point(), to.Point())
		if metres < a.Metres {
			if a.Metres, a.At = metres, p; onOther {
				a.At = geo.ToFixed(at)
			}
		}
	}
	for i := 1; i < len(line); i++ {
		if len(other) == 1 {
			try(other[0], other[0], line[i-1], line[i], true)
		}
		for j := 1; j < len(other); j++ {
			if at, ok := meet(line[i-1], line[i], other[j-1], other[j]); ok {
				a.At, a.Metres = at, 0
				return
			}
			for k := range 2 {
				try(line[i-k], other[j], other[j-1], other[j], false)
				try(other[j-k], line[i], line[i-1], line[i], true)
			}
		}
	}
}

// meet returns where two segments cross.
func meet(a, b, c, d geo.Fixed) (geo.Fixed, bool) {
	ux, uy := float64(b.Lon)-float64(a.Lon), float64(b.Lat)-float64(a.Lat)
	vx, vy := float64(d.Lon)-float64(c.Lon), float64(d.Lat)-float64(c.Lat)
	wx, wy := float64(c.Lon)-float64(a.Lon), float64(c.Lat)-float64(a.Lat)
	det := ux*vy - uy*vx
	if det == 0 {
		return geo.Fixed{}, false
	}
	s, t := (wx*vy-wy*vx)/det, (wx*uy-wy*ux)/det
	if s < 0 || s > 1 || t < 0 || t > 1 {
		return geo.Fixed{}, false
	}
	return geo.Fixed{Lon: a.Lon + int32(math.Round(s*ux)), Lat: a.Lat + int32(math.Round(s*uy))}, true
}

// Apart are two streets that a text puts at one corner and that are not known to meet.
type Apart struct {
	Names [2]index.Name
	masks [2]uint32 // atoms that each is named by
}

// Costs and confidences of what is found where two streets do not meet.
const (
	bendApart    = 0.12  // share of the names' weight
	approachSure = 0.65  // confidence of an approach at most, less
	approachLess = 0.001 // for each metre
	apartSure    = 0.45  // of one of two streets that come nowhere near
)

// readApproaches makes hits of where two streets that the text puts at one corner come nearest to each other, and of
// streets at a square or a venue, while no crossing is found.
func (s *search) readApproaches(ctx context.Context) {
	if s.crossed || s.best >= goodFit {
		return
	}
	left := maxApproaches
	for _, j := range s.joints {
		if left <= 0 || ctx.Err() != nil {
			return
		}
		before := s.sidesOf(nil, true, func(m *nameMatch) bool { return int(m.to) == j.from && m.missing <= m.unturned })
		if len(before) == 0 {
			continue
		}
		behind := s.sidesOf(nil, true, func(m *nameMatch) bool { return int(m.from) == j.to && m.missing <= m.unturned })
		if len(behind) == 0 {
			continue
		}
		var found []geo.Fixed
		for _, p := range s.nearPairs(before, behind) {
			if left--; left < 0 || ctx.Err() != nil {
				break
			}
			s.spent.approaches++
			a, ok := approach(s.x, p.a.doc, p.b.doc)
			if ok && !slices.ContainsFunc(found, a.beside) {
				found = append(found, a.At)
				s.scoreApproach(a, p, j)
			}
		}
		if a, b := firstStreet(before), firstStreet(behind); len(found) == 0 && s.apart == nil && a != nil && b != nil {
			s.apart = &Apart{[2]index.Name{a.m.name, b.m.name}, [2]uint32{a.m.mask, b.m.mask}}
		}
	}
}

// firstStreet returns the likeliest street of some sides, nil when there is none.
func firstStreet(sides []side) *side {
	i := slices.IndexFunc(sides, func(o side) bool { return o.kind == index.Street })
	if i < 0 {
		return nil
	}
	return &sides[i]
}

// nearPairs returns the pairs of two sides that may lie near each other, the likeliest first, a street before what is none.
func (s *search) nearPairs(before, behind []side) []pair {
	var pairs []pair
	for a := range before {
		grown := before[a].box.Grow(approachReach)
		for b := range behind {
			p := pair{&before[a], &behind[b], before[a].m.worth + behind[b].m.worth}
			if p.a.kind != index.Street {
				p.a, p.b = p.b, p.a
			}
			if p.a.doc != p.b.doc && p.a.kind == index.Street && grown.Intersects(behind[b].box) {
				pairs = append(pairs, p)
			}
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int { return cmp.Compare(q.value, p.value) })
	return pairs
}

// scoreApproach weighs an approach like a crossing, but less.
func (s *search) scoreApproach(a Approach, p pair, j joint) {
	m := s.bothNames(p, j)
	m.bend += bendApart * m.gain * float32(1+a.Metres/approachReach)
	h, pl := s.corner(a.Street, a.At)
	h.Near, h.Level, h.name = &a, geocode.StreetLevel, m.name
	s.score(h, &pl, false, &m, nil, 0)
}
