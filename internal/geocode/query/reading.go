package query

import (
	"context"
	"math/bits"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// readDocs makes hits of the docs of matched names, in their order.
func (s *search) readDocs(ctx context.Context, matches []nameMatch) {
	s.postcodes = 0
	for i := range s.contexts {
		if c := &s.contexts[i]; len(c.areas) > 0 && c.areas[0].kind == index.Postcode && bits.OnesCount32(c.mask) == 1 {
			s.postcodes |= c.mask
		}
	}
	can, outer := s.explainable(), s.outer()
	for i := range matches {
		if s.docsLeft <= 0 || i%64 == 0 && ctx.Err() != nil {
			return
		}
		m := &matches[i]
		// However well the rest of the text is explained, this name leaves too much open or bent.
		if m.worth+s.weightOf(s.besides(m)&^m.mask) < (s.best-s.weaker())*s.whole {
			continue
		}
		if !m.whole && m.mask&^outer == 0 {
			continue
		}
		if s.behind(m, can) {
			if !s.venuesOnly {
				s.front.spare(s.x.Bearers(m.name), m.worth)
			}
			continue
		}
		s.numbersFor(m)
		s.x.Docs(m.name, func(doc index.Doc, other bool) bool {
			s.readDoc(doc, other, m)
			s.spent.docs++
			s.docsLeft--
			return s.docsLeft > 0
		})
	}
}

// besides returns the atoms that may be explained beside a name: a stretch that tells where its place is has none of its.
func (s *search) besides(m *nameMatch) uint32 {
	mask := s.beside.always
	for i := range s.contexts {
		if c := s.contexts[i].mask; c&m.mask == 0 {
			mask |= c
		}
	}
	return mask
}

// explainable returns the atoms that something else than the name of a place may explain.
func (s *search) explainable() uint32 {
	mask := s.explained()
	for i := range s.contexts {
		mask |= s.contexts[i].mask
	}
	return mask
}

// explained returns the atoms of these that do not tell where a place is.
func (s *search) explained() uint32 {
	mask := s.leading(uint32(1)<<len(s.atoms) - 1)
	for i := range s.atoms {
		if a := &s.atoms[i]; a.Number() || a.Hash || a.Text == "&" || short(a.Text) || s.is(i, unitWord) {
			mask |= 1 << i
		}
	}
	return mask
}

// outer returns the atoms at the end of a text that name the state or the country that a place lies in:
// "Dover, DE" asks for no road whose number begins with the letters of the state. It is none where no word
// stands before them, or where the last word may be unfinished.
func (s *search) outer() uint32 {
	named := uint32(0)
	for i := range s.contexts {
		if c := &s.contexts[i]; c.name == index.NoName || len(c.areas) > 0 && c.areas[0].kind >= index.Region {
			named |= c.mask
		}
	}
	mask := uint32(0)
	for i := len(s.atoms) - 1; i >= 0; i-- {
		switch {
		case !s.atoms[i].Number() && s.unfinished(i):
			return 0
		case named>>i&1 != 0:
			mask |= 1 << i
		case !s.atoms[i].Number():
			return mask
		}
	}
	return 0
}

// readDoc makes hits of one doc whose name is in the text.
func (s *search) readDoc(doc index.Doc, other bool, m *nameMatch) {
	r := s.x.Record(doc)
	if s.venuesOnly && r.Kind() != index.Venue || m.road && r.Kind() != index.Street {
		return
	}
	var country admin.Country
	s.links, country = s.x.Chain(s.links[:0], r.Chain())
	p := place{doc: doc, record: r, links: s.links, country: country, at: r.At}
	p.details.Cities, p.details.Postcodes = s.facts.Cities[:0], s.facts.Postcodes[:0] // room
	var number *asked
	if len(s.asked) > 0 && (r.Kind() == index.Street || r.Kind().Area()) {
		if s.detailsOf(&p).Blocks > 0 || r.Kind() == index.Street && s.x.Ranges() > 0 {
			number = s.readHouses(&p, other, m)
		} else if r.Kind() == index.Street {
			number = &s.asked[0]
		}
	}
	h := Hit{Doc: doc, At: r.At, Level: levelOf(r.Kind()), kind: r.Kind(), name: m.name, country: country}
	s.score(h, &p, other, m, number, 0)
	s.facts.Cities, s.facts.Postcodes = p.details.Cities, p.details.Postcodes
}

func levelOf(k index.Kind) geocode.MatchLevel {
	switch k {
	case index.Street:
		return geocode.StreetLevel
	case index.Postcode:
		return geocode.PostcodeLevel
	case index.Venue:
		return geocode.Exact
	case index.County, index.Region, index.Country:
		return geocode.AdminLevel
	}
	return geocode.PlaceLevel
}

// readHouses makes hits of the houses of a street that the text asks for, and returns the number
// that was asked for, nil when there is none.
func (s *search) readHouses(p *place, other bool, m *nameMatch) *asked {
	best, number := s.bestHouses[:0], &s.asked[0]
	for i := range s.asked {
		list := s.findHouse(&p.details, s.asked[i].number)
		if s.asked[i].number.Suffix != "" && (len(list) == 0 || list[0].fit == text.Relative) {
			if _, ok := s.x.BetweenOn(p.doc, s.asked[i].number); ok {
				best, number = best[:0], &s.asked[i] // 12c stands between 12a and 12f, and not at 12
				break
			}
		}
		if len(list) > 0 && (len(best) == 0 || list[0].fit > best[0].fit) {
			best, number = append(best[:0], list...), &s.asked[i]
		}
		if len(best) > 0 && best[0].fit >= text.Part {
			break
		}
	}
	s.bestHouses = best
	for i := range best {
		a := &best[i].address
		q := *p
		q.address, q.at = a, a.At
		h := Hit{Doc: p.doc, Address: a, At: a.At, Level: geocode.Exact, kind: p.record.Kind(), name: m.name, country: p.country}
		if best[i].fit == text.Relative {
			h.Level = geocode.Interpolated
		}
		s.score(h, &q, other, m, number, best[i].fit)
	}
	if len(best) == 0 {
		if b, ok := s.interpolate(p.doc, &p.details, number.number); ok {
			q, between := *p, b
			q.at = b.At
			h := Hit{Doc: p.doc, Between: &between, At: b.At, Level: geocode.Interpolated, kind: p.record.Kind(), name: m.name, country: p.country}
			s.score(h, &q, other, m, number, interpolatedFit)
		}
	}
	return number
}

// interpolatedFit stands for a house that was placed between two others.
const interpolatedFit = text.Fit(100)

// fitShare returns how much of a house number's weight a fit explains.
func fitShare(f text.Fit) float32 {
	switch f {
	case text.Same:
		return 1
	case text.Covered:
		return 0.98
	case text.Part:
		return 0.9
	case text.Other:
		return 0.7
	case interpolatedFit:
		return 0.65
	case text.Relative:
		return 0.6
	}
	return 0
}
