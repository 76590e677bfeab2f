package query

import (
	"cmp"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
)

// keep adds a hit unless the same place is there with a better reading.
func (s *search) keep(h Hit) {
	if h.match > s.best {
		s.best, s.open = h.match, h.Open
	}
	s.front.add(&h, s.best-s.weaker())
	k := hitKey{doc: h.Doc, house: h.Between != nil}
	switch {
	case h.Address != nil:
		k.other, k.house = uint32(h.Address.ID)+1, true
	case h.Cross != nil:
		k.other, k.nth = uint32(h.Cross.Streets[1]), h.Cross.Nth+1
	case h.Near != nil:
		k.other, k.nth = uint32(h.Near.Other), -1
	}
	i, known := s.byKey[k]
	if known && h.rank <= s.hits[i].rank {
		return
	}
	if h.Address != nil {
		a := *h.Address // the caller reuses it
		h.Address = &a
	}
	if known {
		s.hits[i] = h
		return
	}
	s.byKey[k] = len(s.hits)
	s.hits = append(s.hits, h)
}

// wanted tells whether a hit passes the filters of the query. They are asked at the very end, so
// that a filter takes rows away and changes nothing else.
func (s *search) wanted(h *Hit) bool {
	return (len(s.q.Types) == 0 || slices.Contains(s.q.Types, h.Type())) &&
		(len(s.countries) == 0 || h.country != 0 && slices.Contains(s.countries, h.country)) &&
		(s.q.Bound == nil || s.bound.Contains(h.At))
}

// answer sorts the hits and cuts them to size.
func (s *search) answer() Answer {
	hits := s.hits
	// Which of several rows stands for all is not for the focus to say.
	sortHits(hits, false)
	hits = s.distinct(hits)
	if s.q.Focus != nil {
		sortHits(hits, true)
	}
	s.leadByRoad(hits)
	s.leadByLetter(hits)
	s.doubt(hits)
	category := s.asksFor(hits)
	apart := s.apartIn(hits)
	hits = slices.DeleteFunc(hits, func(h Hit) bool { return !s.wanted(&h) })
	a := Answer{Total: len(hits) + s.front.among((s.best-s.weaker())*s.whole), Atoms: slices.Clone(s.atoms), Category: category, Apart: apart}
	a.Hits = slices.Clone(hits[:min(len(hits), s.q.Size)])
	return a
}

// apartIn returns the two streets of the text that do not meet, nil where the best hit is something else that the text
// means. A street alone is then no sure answer.
func (s *search) apartIn(hits []Hit) *Apart {
	if s.apart == nil || len(hits) > 0 && (hits[0].Cross != nil || hits[0].Near != nil || hits[0].Open&(s.apart.masks[0]|s.apart.masks[1]) == 0) {
		return nil
	}
	for i := range hits {
		hits[i].Confidence = min(hits[i].Confidence, apartSure)
	}
	return s.apart
}

// Of so many hits that rank so near the first and explain as much, the one is meant that is called what the text says to
// the letter.
const (
	maxLiteral    = 8
	nearlyLiteral = 0.06
	asWell        = 0.005 // of the match
)

// leadByLetter puts a hit first that has the very letters of the text, up to its first comma, for its name where the first
// has not: "CAP D AIL" is no "Cap d'Ail", and what is called "164 S. College Avenue" is no house of South College Avenue.
func (s *search) leadByLetter(hits []Hit) {
	if len(hits) < 2 || s.q.Autocomplete {
		return
	}
	head, _, _ := strings.Cut(s.q.Text, ",")
	head = strings.TrimSpace(head)
	for i := range hits[:min(len(hits), maxLiteral)] {
		h := &hits[i]
		if hits[0].rank-h.rank > nearlyLiteral {
			return
		}
		if h.other || h.Open != 0 || hits[0].match-h.match > asWell || h.Address != nil || h.Between != nil || h.Cross != nil || h.Near != nil || h.edits > 0 || s.x.Text(h.name) != head {
			continue
		}
		lead(hits, i)
		return
	}
}

// lead puts a hit first, and gives it the rank of the one that was.
func lead(hits []Hit, i int) {
	h := hits[i]
	h.rank, h.near = hits[0].rank, hits[0].near
	copy(hits[1:i+1], hits[:i])
	hits[0] = h
}

// rankNear returns the rank with what the focus adds.
func (h *Hit) rankNear() float64 { return h.rank + h.near }

// sortHits puts the hits of the highest rank first, with or without what the focus adds to it. No two hits are
// equal: the order does not depend on the one that they were found in. (A rank as a function would put every hit
// that is compared on the heap.)
func sortHits(hits []Hit, near bool) {
	slices.SortFunc(hits, func(a, b Hit) int {
		rankA, rankB := a.rank, b.rank
		if near {
			rankA, rankB = a.rankNear(), b.rankNear()
		}
		c := cmp.Or(cmp.Compare(rankB, rankA), cmp.Compare(a.Doc, b.Doc))
		switch {
		case c != 0:
		case a.Address != nil && b.Address != nil:
			c = cmp.Compare(a.Address.ID, b.Address.ID)
		case a.Cross != nil && b.Cross != nil:
			c = cmp.Or(cmp.Compare(a.Cross.Streets[1], b.Cross.Streets[1]), cmp.Compare(a.Cross.Nth, b.Cross.Nth))
		case a.Near != nil && b.Near != nil:
			c = cmp.Compare(a.Near.Other, b.Near.Other)
		default:
			c = cmp.Compare(a.Type(), b.Type())
		}
		return c
	})
}

// A reading is left out when it explains less than the best by this share of the text, or by more
// than the weight of a word of a long one.
const (
	weakerShare  = 0.35
	weakerWeight = 0.9
)

// weaker returns by how much the match of a hit may lie below the best.
func (s *search) weaker() float32 {
	if s.whole <= 0 {
		return weakerShare
	}
	return min(weakerShare, weakerWeight/s.whole)
}

// distinct leaves out hits that are much weaker than the best, and repetitions: the same name of
// the same kind near a better one.
func (s *search) distinct(hits []Hit) []Hit {
	if len(hits) == 0 {
		return nil
	}
	least := s.best - s.weaker()
	kept := hits[:0]
	for i := range hits {
		h := &hits[i]
		if h.match < least {
			continue
		}
		twin := false
		for j := range kept[:min(len(kept), 60)] {
			k := &kept[j]
			if k.kind == h.kind && k.name == h.name && k.Type() == h.Type() && h.Address == nil && h.Cross == nil && h.Near == nil && h.Between == nil &&
				geo.Distance(k.At.Point(), h.At.Point()) < 250 {
				twin = true
				break
			}
		}
		if !twin {
			kept = append(kept, *h)
		}
	}
	return kept
}

// touching is how far apart in metres the boxes of two streets of one name may lie and be one street.
const touching = 50

// continues tells whether a hit is a street that goes on where another one of its name ends.
func (s *search) continues(a, b *Hit) bool {
	if a.kind != index.Street || a.Type() != geocode.Street || b.Type() != geocode.Street || a.name != b.name {
		return false
	}
	s.x.Facts(a.Doc, &s.facts)
	box := s.facts.Box
	s.x.Facts(b.Doc, &s.facts)
	return boxesGap(box, s.facts.Box) < touching
}

// Readings that explain the same and lie farther apart than this leave doubt; crossings are points.
const (
	doubtMetres   = 2000
	doubtCrossing = 300
	doubtRank     = 0.02 // by which their ranks differ at most
)

func doubtfulFrom(t geocode.PlaceType) float64 {
	if t == geocode.Intersection {
		return doubtCrossing
	}
	return doubtMetres
}

// doubt lowers the confidence of the best readings where several explain the text equally well and
// mean different places.
func (s *search) doubt(hits []Hit) {
	if len(hits) < 2 {
		return
	}
	first := &hits[0]
	doubtful := false
	for i := range hits[1:min(len(hits), 40)] {
		h := &hits[i+1]
		if h.kind == first.kind && h.Type() == first.Type() && h.rankNear() > first.rankNear()-doubtRank && geo.Distance(h.At.Point(), first.At.Point()) > doubtfulFrom(first.Type()) && !s.continues(first, h) && !s.ofOneRoad(first, h) {
			doubtful = true
			h.Confidence *= 0.85
		}
	}
	if doubtful {
		first.Confidence *= 0.85
	}
	for i := range hits[1:] {
		hits[i+1].Confidence = min(hits[i+1].Confidence, first.Confidence) // nothing is surer than the best
	}
}
