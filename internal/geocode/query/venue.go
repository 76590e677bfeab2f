package query

import (
	"context"
	"math/bits"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

const (
	maxStreetContexts = 8  // street names that may tell where a venue is
	maxStreetsOfName  = 64 // streets of one of them
	// besideStreet is how far in metres a venue may stand from the street that the text puts it in, where
	// it has no address.
	besideStreet = 60
	maxBeside    = 24 // venues whose surroundings are looked at
)

// readVenuesAt reads the names of venues once more with the names of streets as what tells where they
// are: "Corner Café, Mill Street". It is asked only where that may explain what is open still.
func (s *search) readVenuesAt(ctx context.Context) {
	if s.best >= goodFit || len(s.atoms) < 2 {
		return
	}
	n := len(s.contexts)
	for i := range s.matches {
		m := &s.matches[i]
		if !m.whole || m.edits > 0 && bits.OnesCount32(m.mask) == 1 {
			continue
		}
		c := where{mask: m.mask, gain: m.gain - m.bend, name: m.name}
		s.x.Docs(m.name, func(doc index.Doc, _ bool) bool {
			if s.x.Record(doc).Kind() == index.Street {
				c.streets = append(c.streets, doc)
			}
			return len(c.streets) < maxStreetsOfName
		})
		if len(c.streets) == 0 {
			continue
		}
		if s.contexts = append(s.contexts, c); len(s.contexts) == n+maxStreetContexts {
			break
		}
	}
	if len(s.contexts) > n {
		s.venuesOnly, s.around, s.docsLeft = true, maxBeside, maxVenues
		s.readDocs(ctx, s.matches)
		s.venuesOnly = false
	}
	s.contexts = s.contexts[:n]
}

// standsAt tells how surely a venue stands in one of the streets of a name, 0 to 1: by its address, or
// where it has none by what is near.
func (s *search) standsAt(c *where, p *place) float32 {
	if p.record.Kind() != index.Venue {
		return 0
	}
	if d := s.detailsOf(p); d.Street != index.NoName {
		if s.alikeOf(c).Has(d.Street) {
			return 1
		}
		return 0
	}
	if s.around--; s.around < 0 {
		return 0
	}
	share := float32(0)
	at := p.at.Point()
	ruler := geo.NewRuler(at)
	s.ring = s.x.SearchStreets(geo.Around(p.at, besideStreet), s.ring, func(street index.Doc, line []geo.Fixed) bool {
		for i := 1; i < len(line) && slices.Contains(c.streets, street); i++ {
			if _, metres, _ := ruler.Project(at, line[i-1].Point(), line[i].Point()); metres <= besideStreet {
				share = 0.9
			}
		}
		return share == 0
	})
	return share
}

// ownNumber returns the atoms that are the house number of a venue, 0 when the text has none.
func (s *search) ownNumber(doc index.Doc, open uint32) uint32 {
	number := text.Number{}
	for i := range s.atoms {
		if open>>i&1 == 0 || !s.atoms[i].Number() {
			continue
		}
		if number.Text == "" {
			if number = text.ParseNumber(s.x.Details(doc).Number); number.Text == "" {
				return 0
			}
		}
		if s.parsed[i].joined.Meets(number) >= text.Part {
			return 3 << i
		}
		if s.parsed[i].alone.Meets(number) >= text.Part {
			return 1 << i
		}
	}
	return 0
}
