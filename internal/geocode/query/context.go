package query

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/index"
)

// where is a stretch of the text that may tell where a doc lies: the name of areas, a postcode or
// a country.
type where struct {
	mask    uint32
	gain    float32
	name    index.Name  // NoName for a country
	alike   index.Alike // what else is written the name, once that was asked; see search.alikeOf
	areas   []areaRef
	streets []index.Doc // that tell where a venue is; see search.readVenuesAt
	country admin.Country
}

type areaRef struct {
	doc   index.Doc
	kind  index.Kind
	box   geo.Box
	reach float64 // metres around the box where one still speaks of the place
}

const (
	maxContexts = 40
	maxAreas    = 24 // of one name
)

// findContexts picks from the name matches those that name areas as a whole, and finds countries.
func (s *search) findContexts() {
	s.contexts, s.areas = s.contexts[:0], s.areas[:0]
	for i := range s.matches {
		m := &s.matches[i]
		if !m.whole || m.road || len(s.contexts) == maxContexts {
			continue
		}
		c := where{mask: m.mask, gain: m.gain - m.bend, name: m.name}
		from := len(s.areas)
		s.x.Docs(m.name, func(doc index.Doc, other bool) bool {
			if r := s.x.Record(doc); r.Kind().Area() {
				s.areas = append(s.areas, s.areaOf(doc, r.Kind()))
			}
			return len(s.areas)-from < maxAreas
		})
		if c.areas = s.areas[from:len(s.areas):len(s.areas)]; len(c.areas) > 0 {
			s.contexts = append(s.contexts, c)
		}
	}
	s.findCountries()
	slices.SortStableFunc(s.contexts, func(a, b where) int {
		return cmp.Or(cmp.Compare(b.gain, a.gain), cmp.Compare(a.mask, b.mask), cmp.Compare(a.name, b.name))
	})
}

func (s *search) areaOf(doc index.Doc, kind index.Kind) areaRef {
	d := &s.facts
	s.x.Facts(doc, d)
	a := areaRef{doc: doc, kind: kind, box: d.Box, reach: 1500}
	switch {
	case kind == index.Postcode:
		a.reach = 2500
	case kind == index.County || kind == index.Region:
		a.reach = 3000
	case kind == index.Locality:
		switch d.Rank {
		case 4:
			a.reach = 12000
		case 5:
			a.reach = 7000
		case 6:
			a.reach = 5000
		default:
			a.reach = 4000
		}
	}
	return a
}

// findCountries adds the stretches of the text that name a country.
func (s *search) findCountries() {
	for from := range s.l.atoms {
		begins := admin.BeginsCountry(s.l.atoms[from].Text)
		s.name = s.name[:0]
		for to := from + 1; to <= min(from+4, len(s.l.atoms)); to++ {
			if to > from+1 {
				s.name = append(s.name, ' ')
			}
			s.name = append(s.name, s.l.atoms[to-1].Text...)
			c := admin.Country(0)
			if begins {
				c = admin.CountryOf(s.name)
			}
			if c == 0 && to == from+1 && to < len(s.l.atoms) && s.l.atoms[to].Close && s.l.atoms[to].Number() {
				c = admin.CountryOfPlate(s.l.atoms[from].Text)
			}
			if !begins && c == 0 {
				break
			}
			if c == 0 {
				continue
			}
			gain := float32(0)
			for i := from; i < to; i++ {
				gain += s.l.weights[i]
			}
			s.contexts = append(s.contexts, where{mask: uint32(1)<<to - uint32(1)<<from, gain: gain, name: index.NoName, country: c})
		}
	}
}

// place is where a reading of the text would lie.
type place struct {
	doc     index.Doc
	record  index.Record
	details index.Details // see search.detailsOf
	decoded bool
	links   []index.Link
	country admin.Country
	at      geo.Fixed
	address *index.Address // nil when no house is meant
	spot    bool           // the place is the point, not all of its street
}

// fit tells how well a context fits a place, 0 to 1. clash says that the context names areas and
// all of them lie elsewhere.
func (s *search) fit(c *where, p *place) (share float32, clash bool) {
	s.led = geo.Fixed{}
	if c.streets != nil {
		return s.standsAt(c, p), false
	}
	if c.name == index.NoName {
		if p.country == c.country {
			return 1, false
		}
		// Two letters may be anything; a whole name of another country is a clash.
		return 0, p.country != 0 && bits.OnesCount32(c.mask) > 1
	}
	for i := range c.areas {
		a := &c.areas[i]
		if a.doc == p.doc {
			continue
		}
		clash = true
		for _, l := range p.links {
			if l.Area == a.doc {
				return 1, false
			}
		}
	}
	if !clash {
		return 0, false
	}
	near := math.Inf(1)
	for i := range c.areas {
		a := &c.areas[i]
		if a.doc == p.doc || p.record.Kind().Area() && p.address == nil && a.kind < p.record.Kind() && a.kind != index.Postcode {
			continue // a larger area is not near a smaller one, it holds it
		}
		gap := boxGap(a.box, p.at)
		if gap > 0 && gap < maxStreet && p.record.Kind() == index.Street && p.address == nil && !p.spot {
			box := s.detailsOf(p).Box
			switch long := box.Diagonal() > longStreet; {
			case long && boxesGap(a.box, box) <= a.reach:
				if at, ok := s.leads(p.doc, box, a); ok {
					s.led, gap = at, boxGap(a.box, at)
				}
			case gap > a.reach:
				gap = boxesGap(a.box, box)
			}
		}
		near = min(near, gap)
		if gap <= a.reach {
			share = max(share, float32(0.92-0.35*gap/a.reach))
		}
	}
	if near < maxStreet && s.namesIt(s.alikeOf(c), p) {
		return 1, false
	}
	return share, share == 0
}

// maxStreet is how far in metres from the middle of a street its ends and its houses are looked for
// when they might lie in an area.
const maxStreet = 60_000

// alikeOf returns what else is written the name of a context.
func (s *search) alikeOf(c *where) index.Alike {
	if c.alike == (index.Alike{}) {
		c.alike = s.x.Alike(c.name)
	}
	return c.alike
}

// detailsOf returns the details of a place, which are decoded when first needed.
func (s *search) detailsOf(p *place) *index.Details {
	if !p.decoded {
		s.x.Facts(p.doc, &p.details)
		p.decoded = true
	}
	return &p.details
}

// namesIt tells whether a place is said to be in the town or postcode of a name by addresses.
func (s *search) namesIt(n index.Alike, p *place) bool {
	if p.address != nil {
		return n.Has(p.address.City) || n.Has(p.address.Postcode)
	}
	d := s.detailsOf(p)
	if n.Has(d.City) || n.Has(d.Postcode) {
		return true
	}
	return slices.ContainsFunc(d.Cities, n.Has) || slices.ContainsFunc(d.Postcodes, n.Has)
}

// boxGap returns the distance of a point from a box in metres, 0 inside.
func boxGap(b geo.Box, p geo.Fixed) float64 { return boxesGap(b, geo.BoxOf(p)) }

// boxesGap returns the distance between two boxes in metres, 0 where they meet.
func boxesGap(a, b geo.Box) float64 {
	p := geo.Fixed{Lon: nearest(a.MinLon, a.MaxLon, b.MinLon), Lat: nearest(a.MinLat, a.MaxLat, b.MinLat)}
	q := geo.Fixed{Lon: nearest(b.MinLon, b.MaxLon, p.Lon), Lat: nearest(b.MinLat, b.MaxLat, p.Lat)}
	p = geo.Fixed{Lon: nearest(a.MinLon, a.MaxLon, q.Lon), Lat: nearest(a.MinLat, a.MaxLat, q.Lat)}
	if p == q {
		return 0 // as most
	}
	return geo.Distance(p.Point(), q.Point())
}

func nearest(lo, hi, v int32) int32 { return max(lo, min(hi, v)) }
