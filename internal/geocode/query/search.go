package query

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// Hit is one reading of a text.
type Hit struct {
	Doc        index.Doc
	Address    *index.Address // a house of the street Doc, nil when none is meant
	Number     string         // of an interpolated house, as asked
	Cross      *Crossing      // nil unless the reading is a crossing
	At         geo.Fixed
	Level      geocode.MatchLevel
	Confidence float64
	Open       uint32 // atoms that the reading does not explain

	match   float32 // share of the text that is explained, less penalties
	rank    float64
	edits   int
	exact   bool // some atom is explained as it is written
	kind    index.Kind
	name    index.Name
	country admin.Country
}

// Type returns the place type of the hit.
func (h *Hit) Type() geocode.PlaceType {
	switch {
	case h.Cross != nil:
		return geocode.Intersection
	case h.Address != nil || h.Number != "":
		return geocode.Address
	}
	return h.kind.Type()
}

// Answer is what a search found.
type Answer struct {
	Hits  []Hit
	Total int
	Atoms []text.Atom // of the text
}

// Bounds of one search.
const (
	maxDocs  = 3000 // docs looked at in one pass
	maxWork  = 4000 // blocks of house numbers read
	maxPass  = 2
	goodFit  = 0.93 // of the text explained: no later pass is needed
	minMatch = 0.22
)

// search is the state of one search; it is reused.
type search struct {
	x         *index.Index
	q         *geocode.Query
	l         lattice
	aligner   aligner
	names     []index.Name
	matches   []nameMatch
	contexts  []where
	asked     []asked
	found     []found
	prefixSeq []index.Term
	links     []index.Link
	ring      []geo.Fixed
	atoms     []text.Atom
	hits      []Hit
	byKey     map[hitKey]int
	postcodes uint32 // atoms that only a postcode would be
	work      int
	countries []admin.Country
	focus     geo.Fixed
	bound     geo.Box
	types     [256]bool
}

type hitKey struct {
	doc   index.Doc
	key   index.Key // of a house, or the other street of a crossing
	house bool
	nth   int // of crossings, from 1
}

var searches = sync.Pool{New: func() any { return &search{byKey: map[hitKey]int{}} }}

// Search reads the text of a query against an index. Hits come best first; their order does not
// depend on anything but the index and the query.
func Search(ctx context.Context, x *index.Index, q *geocode.Query) (Answer, error) {
	s := searches.Get().(*search)
	defer searches.Put(s)
	s.reset(x, q)
	s.atoms = prepare(text.Split(s.atoms[:0], q.Text))
	if len(s.atoms) == 0 {
		return Answer{}, ctx.Err()
	}
	s.l.build(x, s.atoms, q.Autocomplete && !endsBroken(q.Text))
	for pass := 0; ; pass++ {
		if err := ctx.Err(); err != nil {
			return Answer{}, err
		}
		s.work = maxWork
		s.l.sort()
		s.findNames()
		s.findContexts()
		s.readDocs(ctx)
		s.readCrossings(ctx)
		open, more := s.openAtoms()
		if pass == maxPass || !more {
			break
		}
		before := len(s.l.words)
		for i := range s.atoms {
			if open>>i&1 != 0 {
				s.l.fuzzy(x, i, pass+1)
			}
		}
		if len(s.l.words) == before && pass+1 == maxPass {
			break
		}
	}
	return s.answer(), ctx.Err()
}

func (s *search) reset(x *index.Index, q *geocode.Query) {
	s.x, s.q = x, q
	s.hits = nil
	clear(s.byKey)
	s.countries = s.countries[:0]
	for _, c := range q.Countries {
		s.countries = append(s.countries, admin.ParseCountry(c))
	}
	if q.Focus != nil {
		s.focus = geo.ToFixed(*q.Focus)
	}
	if q.Bound != nil {
		s.bound = geo.BoxOf(geo.ToFixed(q.Bound.Min), geo.ToFixed(q.Bound.Max))
	}
}

// prepare takes the four extra digits off American postcodes.
func prepare(atoms []text.Atom) []text.Atom {
	for i := range atoms {
		if a := &atoms[i]; len(a.Text) == 10 && a.Text[5] == '-' {
			if n := text.ParseNumber(a.Text[:5]); n.Suffix == "" && n.First > 0 || a.Text[0] == '0' {
				a.Text = a.Text[:5]
			}
		}
	}
	return atoms
}

// endsBroken tells whether the last word of a text is finished, since something stands behind it.
func endsBroken(s string) bool {
	return len(s) > 0 && (s[len(s)-1] == ',' || s[len(s)-1] == ' ')
}

// readDocs makes hits of the docs of the matched names, best names first.
func (s *search) readDocs(ctx context.Context) {
	s.postcodes = 0
	for i := range s.contexts {
		if c := &s.contexts[i]; len(c.areas) > 0 && c.areas[0].kind == index.Postcode && bits.OnesCount32(c.mask) == 1 {
			s.postcodes |= c.mask
		}
	}
	left := maxDocs
	for i := range s.matches {
		if i%64 == 0 && ctx.Err() != nil {
			return
		}
		m := &s.matches[i]
		s.x.Docs(m.name, func(doc index.Doc, other bool) bool {
			s.readDoc(doc, other, m)
			left--
			return left > 0
		})
		if left <= 0 {
			return
		}
	}
}

// readDoc makes hits of one doc whose name is in the text.
func (s *search) readDoc(doc index.Doc, other bool, m *nameMatch) {
	r := s.x.Record(doc)
	var country admin.Country
	s.links, country = s.x.Chain(s.links[:0], r.Chain())
	if len(s.countries) > 0 && !slices.Contains(s.countries, country) {
		return
	}
	d := s.x.Details(doc)
	p := place{doc: doc, record: r, details: &d, links: s.links, country: country, at: r.At}
	var number *asked
	if d.Blocks > 0 {
		number = s.readHouses(&p, other, m)
	} else if r.Kind() == index.Street {
		if list := s.numbersFor(m); len(list) > 0 {
			number = &list[0]
		}
	}
	h := Hit{Doc: doc, At: r.At, Level: levelOf(r.Kind()), kind: r.Kind(), name: m.name, country: country}
	s.score(h, &p, other, m, number, 0)
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
	numbers := s.numbersFor(m)
	if len(numbers) == 0 {
		return nil
	}
	var best []found
	number := numbers[0]
	for _, n := range numbers {
		list := s.findHouse(p.details, n.number)
		if len(list) > 0 && (len(best) == 0 || list[0].fit > best[0].fit) {
			best, number = slices.Clone(list), n
		}
		if len(best) > 0 && best[0].fit >= text.Part {
			break
		}
	}
	for i := range best {
		a := &best[i].address
		q := *p
		q.address, q.at = a, a.At
		h := Hit{Doc: p.doc, Address: a, At: a.At, Level: geocode.Exact, kind: p.record.Kind(), name: m.name, country: p.country}
		if best[i].fit == text.Relative {
			h.Level = geocode.Interpolated
		}
		s.score(h, &q, other, m, &number, best[i].fit)
	}
	if len(best) == 0 {
		if at, ok := s.interpolate(p.details, numbers[0].number); ok {
			q := *p
			q.at = at
			h := Hit{Doc: p.doc, Number: s.l.atoms[bits.TrailingZeros32(numbers[0].mask)].Text, At: at, Level: geocode.Interpolated, kind: p.record.Kind(), name: m.name, country: p.country}
			s.score(h, &q, other, m, &numbers[0], interpolatedFit)
		}
	}
	return &number
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
	case interpolatedFit, text.Relative:
		return 0.5
	}
	return 0
}

// score weighs a reading and keeps it as a hit. number is the house number that the text asks for,
// nil for none, and fit how the reading answers it.
func (s *search) score(h Hit, p *place, other bool, m *nameMatch, number *asked, fit text.Fit) {
	used, gain := m.mask, m.gain
	penalty := missingShare*m.missing + m.bend
	if other {
		penalty += 0.02
	}
	if number != nil && fit != text.NoFit {
		used |= number.mask
		gain += fitShare(fit) * s.weightOf(number.mask)
	}
	clashes := uint32(0)
	for i := range s.contexts {
		c := &s.contexts[i]
		if c.mask&used != 0 {
			continue
		}
		share, clash := s.fit(c, p)
		if share > 0 {
			used |= c.mask
			gain += share * c.gain
		} else if clash {
			clashes |= c.mask
		}
	}
	all := uint32(1)<<len(s.atoms) - 1
	neutral := s.neutral(all&^used, number, fit)
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
	h.Open, h.edits = open, int(m.edits)
	h.exact = m.edits == 0 || bits.OnesCount32(used) > bits.OnesCount32(m.mask) || bits.OnesCount32(m.mask) > int(m.edits)
	imp := float64(p.record.Importance())
	h.rank = float64(h.match) + 0.10*imp/255 + 0.04*float64(m.gain/whole)
	if h.kind == index.Postcode && m.whole && open == 0 {
		h.rank += 0.08 // "9490 Vaduz" asks for the postcode
	}
	if s.q.Focus != nil {
		h.rank += 0.12 / (1 + geo.Distance(s.focus.Point(), h.At.Point())/5000)
	}
	if s.l.prefix && m.from == 0 && s.beginsWith(m) {
		h.rank += 0.1
	}
	h.Confidence = s.confidence(&h, number != nil, fit)
	s.keep(h)
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
		case a.Hash, text.UnitWord(a.Text):
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
	if h.edits > 0 && !h.exact {
		c *= 0.7
	}
	return c
}

// keep adds a hit unless the same place is there with a better reading, and filters.
func (s *search) keep(h Hit) {
	if len(s.q.Types) > 0 && !slices.Contains(s.q.Types, h.Type()) {
		return
	}
	if s.q.Bound != nil && !s.bound.Contains(h.At) {
		return
	}
	k := hitKey{doc: h.Doc, house: h.Number != ""}
	if h.Address != nil {
		k.key, k.house = h.Address.Key, true
	}
	if h.Cross != nil {
		k.key, k.nth = index.Key(h.Cross.Streets[1]), h.Cross.Nth+1
	}
	if i, ok := s.byKey[k]; ok {
		if h.rank > s.hits[i].rank {
			s.hits[i] = h
		}
		return
	}
	s.byKey[k] = len(s.hits)
	s.hits = append(s.hits, h)
}

// openAtoms returns the atoms that the best reading leaves open or bends, and whether another pass
// is worth its while.
func (s *search) openAtoms() (uint32, bool) {
	all := uint32(1)<<len(s.atoms) - 1
	if len(s.hits) == 0 {
		return all, true
	}
	best := s.hits[0].match
	for i := range s.hits {
		best = max(best, s.hits[i].match)
	}
	return all, best < goodFit
}

// answer sorts the hits and cuts them to size.
func (s *search) answer() Answer {
	hits := s.hits
	slices.SortFunc(hits, func(a, b Hit) int {
		c := cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.Doc, b.Doc))
		if c == 0 && a.Address != nil && b.Address != nil {
			c = cmp.Compare(a.Address.Key, b.Address.Key)
		}
		return c
	})
	hits = s.distinct(hits)
	a := Answer{Total: len(hits), Atoms: slices.Clone(s.atoms)}
	s.doubt(hits)
	a.Hits = hits[:min(len(hits), s.q.Size)]
	return a
}

// weaker is by how much a reading may explain less than the best before it is left out.
const weaker = 0.4

// distinct leaves out hits that are much weaker than the best, and repetitions: the same name of
// the same kind near a better one.
func (s *search) distinct(hits []Hit) []Hit {
	if len(hits) == 0 {
		return nil
	}
	best := hits[0].match
	for i := range hits {
		best = max(best, hits[i].match)
	}
	kept := hits[:0:0]
	for i := range hits {
		h := &hits[i]
		if h.match < best-weaker {
			continue
		}
		twin := false
		for j := range kept[:min(len(kept), 60)] {
			k := &kept[j]
			if k.kind == h.kind && k.name == h.name && k.Type() == h.Type() && h.Address == nil && h.Cross == nil && h.Number == "" &&
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

// Readings that explain the same and lie farther apart than this leave doubt.
const doubtMetres = 2000

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
		if h.kind == first.kind && h.Type() == first.Type() && h.rank > first.rank-0.02 && geo.Distance(h.At.Point(), first.At.Point()) > doubtMetres {
			doubtful = true
			h.Confidence *= 0.85
		}
	}
	if doubtful {
		first.Confidence *= 0.85
	}
}
