package query

import (
	"math"
	"math/bits"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// Penalties for a name that is not the first of a place: for another form of it, and, where the text
// says more than the name, for one that has no word in common with it.
const (
	otherName   = 0.02
	foreignName = 0.16
	kindStreet  = 0.3 // for a street of which the text has only the word of a category
	idleWord    = 0.04
	// operatorName is the share of its words that a name loses which only tells who runs the place.
	operatorName = 0.3
)

// What the rank of a hit has besides its match, at most; search.behind counts on it.
const (
	importanceShare = 0.10
	gainShare       = 0.04 // for what the name alone explains
	wholePostcode   = 0.08
	nearShare       = 0.12 // at the focus
	beginning       = 0.1  // of a name that begins as a text does that is being typed
)

// score weighs a reading and keeps it as a hit. number is the house number that the text asks for,
// nil for none, and fit how the reading answers it.
func (s *search) score(h Hit, p *place, other bool, m *nameMatch, number *asked, fit text.Fit) {
	used, gain := m.mask, m.gain
	penalty := m.loss(h.kind) + m.bend
	if other {
		penalty += otherName
		if h.kind == index.Street && m.mask != uint32(1)<<len(s.atoms)-1 && s.aside(p.doc, m.name) && !s.x.ShareWord(m.name, p.record.Name) {
			penalty += foreignName - otherName
		}
		if h.kind == index.Venue && s.x.NamesOperator(p.doc, m.name) {
			penalty += operatorName * s.weightOf(m.mask)
		}
	}
	h.other = other && m.whole
	if number != nil && fit != text.NoFit {
		used |= number.mask
		gain += fitShare(fit) * s.weightOf(number.mask)
	}
	if h.kind == index.Street && !m.whole && m.mask&^s.kindWords() == 0 {
		h.kindOnly = true
		penalty += kindStreet // "airport" is no way to say Airport Road
	}
	clashes, inStreet := uint32(0), false
	for i := range s.contexts {
		c := &s.contexts[i]
		if c.mask&used != 0 {
			continue
		}
		share, clash := s.fit(c, p)
		if share > 0 {
			used |= c.mask
			gain += share * c.gain
			inStreet = inStreet || c.streets != nil
			if s.led != (geo.Fixed{}) && h.street() {
				h.At = s.led
			}
		} else if clash {
			clashes |= c.mask
		}
	}
	all := uint32(1)<<len(s.atoms) - 1
	if inStreet {
		own := s.ownNumber(p.doc, all&^used)
		used |= own
		gain += s.weightOf(own)
	}
	if s.byKind&^used != 0 {
		gain += kindGain * s.weightOf(s.byKind&^used)
		used |= s.byKind
	}
	idle := s.idle(all&^used, m, h.kind, number)
	if s.byKind != 0 {
		idle |= s.besideKind(all &^ used)
	}
	penalty += idleWord * s.weightOf(idle)
	neutral := s.neutral(all&^used, number, fit) | idle
	open := all &^ used &^ neutral
	penalty += 0.3 * s.weightOf(clashes&open)
	if number != nil && fit == text.NoFit && h.kind == index.Street {
		// The number is not there: half a loss, the street is still what was asked for.
		gain += 0.5 * s.weightOf(number.mask&open)
	}
	whole := s.weightOf(all &^ neutral)
	if whole <= 0 {
		return
	}
	h.match = (gain - penalty) / whole
	if h.match < minMatch {
		return
	}
	s.crossed = s.crossed || h.Cross != nil
	if h.match < s.best-s.weaker() {
		return // see distinct
	}
	h.Open, h.edits, h.alone = open, int(m.edits), used == m.mask
	h.exact = m.edits == 0 || bits.OnesCount32(used) > bits.OnesCount32(m.mask) || bits.OnesCount32(m.mask) > int(m.edits)
	imp := float64(p.record.Importance())
	h.rank = float64(h.match) + importanceShare*imp/255 + gainShare*float64(m.gain/whole)
	if h.kind == index.Postcode && m.whole && open == 0 {
		h.rank += wholePostcode // "9490 Vaduz" asks for the postcode
	}
	if s.q.Focus != nil {
		h.near = nearShare / (1 + geo.Distance(s.focus.Point(), h.At.Point())/5000)
	}
	if s.l.prefix && m.from == 0 && s.beginsWith(m) {
		h.rank += beginning
	}
	h.Confidence = s.confidence(&h, number != nil, fit)
	if s.strays(h.kind, used, open) {
		h.Confidence *= strayShare
	}
	if !s.l.prefix && s.vague(m, used, h.Cross != nil || h.Near != nil) {
		h.Confidence = min(h.Confidence, vagueConfidence)
	}
	s.keep(h)
}

// aside tells whether a further name of a doc is one that few use: neither its name in some language,
// nor its number, nor as addresses have it.
func (s *search) aside(doc index.Doc, name index.Name) bool {
	aside := true
	s.x.Variants(doc, func(v index.Variant) bool {
		aside = v.Name != name || !strings.HasPrefix(v.Kind, "name:") && v.Kind != "ref" && v.Kind != "addr" && v.Kind != "alias"
		return aside
	})
	return aside
}

func (s *search) weightOf(mask uint32) float32 {
	w := float32(0)
	for ; mask != 0; mask &= mask - 1 {
		w += s.l.weights[bits.TrailingZeros32(mask)]
	}
	return w
}

// beginsWith tells whether the first atom of the text reads as the first term of a name.
func (s *search) beginsWith(m *nameMatch) bool {
	s.prefixSeq = s.x.Sequence(s.prefixSeq[:0], m.name)
	for i := range s.l.words {
		if w := &s.l.words[i]; w.from == 0 && w.matches(s.prefixSeq, 0) > 0 {
			return true
		}
	}
	return false
}

// neutral returns those of the unexplained atoms that need no explanation: flats and floors beside
// a house number.
func (s *search) neutral(open uint32, number *asked, fit text.Fit) uint32 {
	mask := uint32(0)
	for i := range s.atoms {
		a := &s.atoms[i]
		if open>>i&1 == 0 {
			continue
		}
		switch {
		case a.Text == "&":
			mask |= 1 << i
		case number == nil || fit == text.NoFit:
		case a.Hash, s.is(i, unitWord):
			mask |= 1 << i
			if !a.Hash {
				// "Apt 12" and "4th floor": the value beside the word.
				if j := i + 1; j < len(s.atoms) && open>>j&1 != 0 && short(s.atoms[j].Text) {
					mask |= 1 << j
				}
				if j := i - 1; j >= 0 && open>>j&1 != 0 && short(s.atoms[j].Text) {
					mask |= 1 << j
				}
			}
		case s.postcodes>>i&1 != 0: // "Dorfstrasse 29, 9491"
		case i == number.last+1 && short(a.Text), i == number.last+2 && mask>>(i-1)&1 != 0 && short(a.Text):
			mask |= 1 << i // "22 B 15"
		}
	}
	return mask
}

func short(s string) bool { return len(s) <= 4 && (len(s) == 1 || hasDigit(s)) }

// confidence says how likely a reading is the right one, by what it explains.
func (s *search) confidence(h *Hit, number bool, fit text.Fit) float64 {
	c := math.Min(1, float64(h.match))
	switch {
	case h.Level == geocode.Interpolated:
		c = math.Min(c, 0.8)
	case number && fit == text.NoFit && h.kind == index.Street:
		c = math.Min(c, 0.65)
	}
	if h.Near != nil {
		c = math.Min(c, approachSure-approachLess*h.Near.Metres)
	}
	if h.edits > 0 && !h.exact {
		c *= s.trust(h.edits)
	}
	return c
}

// trust returns what a reading is worth that rests on misspelt words alone: the longer the text and
// the fewer its errors, the less likely another word was meant.
func (s *search) trust(edits int) float64 {
	letters := 0
	for i := range s.atoms {
		letters += len(s.atoms[i].Text)
	}
	switch {
	case edits > 1 || letters < 6:
		return 0.6
	case letters < 8:
		return 0.7
	}
	return 0.9
}
