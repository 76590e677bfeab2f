package query

import (
	"context"
	"sync"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/poi"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// Hit is one reading of a text.
type Hit struct {
	Doc        index.Doc
	Address    *index.Address // a house of the street Doc, nil when none is meant
	Between    *index.Between // an interpolated house of the street Doc, nil when none is meant
	Cross      *Crossing      // nil unless the reading is a crossing
	Near       *Approach      // nil unless the reading is a corner of two streets that do not meet
	At         geo.Fixed
	Level      geocode.MatchLevel
	Confidence float64
	Open       uint32 // atoms that the reading does not explain

	alone    bool    // the name explains all that is explained
	match    float32 // share of the text that is explained, less penalties
	rank     float64 // but for the focus
	near     float64 // what the focus adds to the rank
	edits    int
	other    bool // the name is not the first of the place, and all of it is in the text
	kindOnly bool // of a street's name the text has only the word of a category
	exact    bool // some atom is explained as it is written
	kind     index.Kind
	name     index.Name
	country  admin.Country
}

// Type returns the place type of the hit.
func (h *Hit) Type() geocode.PlaceType {
	switch {
	case h.Cross != nil:
		return geocode.Intersection
	case h.Address != nil || h.Between != nil:
		return geocode.Address
	}
	return h.kind.Type()
}

// Misspelt tells whether the text differs from the name of the hit by typing errors.
func (h *Hit) Misspelt() bool { return h.edits > 0 }

// OtherName returns the name by which the place was found where that is not its first one.
func (h *Hit) OtherName(x *index.Index) (string, bool) {
	if !h.other || h.Cross != nil || h.Near != nil {
		return "", false
	}
	return x.Text(h.name), true
}

// Answer is what a search found.
type Answer struct {
	Hits  []Hit
	Total int
	Atoms []text.Atom // of the text
	// Category is that of the places which the text asks for by a word, such as "gas station", beside
	// the name of a place; "" where it does not.
	Category string
	// Apart are two streets of the text that are not known to meet, nil unless the hits lack one of them.
	Apart *Apart
}

// Bounds of one search.
const (
	maxDocs   = 3000 // docs looked at in one pass, and venues besides
	maxVenues = 1000
	maxWork   = 4000 // blocks of house numbers read
	maxPass   = 2
	goodFit   = 0.93 // of the text explained: no later pass is needed
	poorFit   = 0.65 // below it one is, though no word is left open: a misspelt street may be the short form of a kiosk
	minMatch  = 0.22
)

// search is the state of one search; it is reused.
type search struct {
	x          *index.Index
	q          *geocode.Query
	l          lattice
	aligner    aligner
	reader     index.Reader // of names
	spellings  []spelling   // by word of the lattice
	begun      []stretchOfNames
	chosen     []index.Name // that are looked at next
	laid       []index.Name // that were laid over the text, ascending
	namesLeft  int
	partial    []partial // names that were measured
	least      limits    // see leastMissing
	beside     beside
	matches    []nameMatch // best first
	order      []matchKey
	unsorted   []nameMatch
	contexts   []where
	areas      []areaRef // of contexts
	asked      []asked
	found      []found
	bestHouses []found
	prefixSeq  []index.Term
	links      []index.Link
	ring       []geo.Fixed
	atoms      []text.Atom
	uses       []wordUse // of the atoms
	hits       []Hit
	front      front
	full       bool // all names are read, also those behind the front; for tests
	byKey      map[hitKey]int
	best       float32 // match of the best hit
	whole      float32 // weight of all atoms
	open       uint32  // the atoms that it leaves open
	name       []byte
	facts      index.Details
	parsed     []parsedNumber // by atom
	numbered   uint32         // atoms that may be a house number
	joints     []joint
	sides      []uint32  // atoms before and behind each of them
	atJoint    [2][]side // streets that may be meant before and behind one
	pairs      []pair
	meeting    meeting
	crossed    bool // there is a hit that is a crossing
	apart      *Apart
	road       index.Name // that the text names by its number, NoName for none; see leadByRoad
	led        geo.Fixed  // where a street from afar leads through the area of the last fit
	passages   int        // streets that may still be followed; see leads
	venuesOnly bool       // of the docs that are read; see readVenuesAt
	around     int        // venues whose surroundings may still be looked at
	postcodes  uint32     // atoms that only a postcode would be
	kinds      uint32     // atoms that are words of a category; see kindWords
	kindsRead  bool
	byKind     uint32       // the words of a category that the docs which are read are of; see readKinds
	category   poi.Category // of these, if there are any
	work       int          // blocks of house numbers that may still be read
	docsLeft   int          // docs that may still be looked at
	spent      effort
	plain      bool // no name is left out for what it can explain; for comparison
	countries  []admin.Country
	focus      geo.Fixed
	bound      geo.Box
}

// effort counts what a search looked at.
type effort struct{ passes, names, docs, blocks, crossings, approaches int }

type hitKey struct {
	doc   index.Doc
	other uint32 // 1 + id of a house, or the other street of a crossing
	house bool
	nth   int // of crossings, from 1; -1 for an approach
}

var searches = sync.Pool{New: func() any { return &search{byKey: map[hitKey]int{}} }}

// Search reads the text of a query against an index. Hits come best first; their order does not
// depend on anything but the index and the query.
func Search(ctx context.Context, x *index.Index, q *geocode.Query) (Answer, error) {
	s := searches.Get().(*search)
	defer searches.Put(s)
	return s.run(ctx, x, q)
}

func (s *search) run(ctx context.Context, x *index.Index, q *geocode.Query) (Answer, error) {
	s.reset(x, q)
	s.atoms = prepare(text.Split(s.atoms[:0], q.Text))
	if len(s.atoms) == 0 {
		return Answer{}, ctx.Err()
	}
	s.findUses()
	s.parseNumbers()
	s.findJoints()
	s.resetFront()
	s.kindsRead = false
	s.l.build(x, s.atoms, q.Autocomplete && !endsBroken(q.Text))
	s.whole = s.weightOf(uint32(1)<<len(s.atoms) - 1)
	for pass := 0; ; {
		if err := ctx.Err(); err != nil {
			return Answer{}, err
		}
		s.work, s.docsLeft, s.passages = maxWork, maxDocs, maxPassages
		s.front.spared = s.front.spared[:0]
		s.spent.passes++
		s.l.sort()
		s.spell()
		s.layNames()
		s.readDocs(ctx, s.matches)
		s.readCrossings(ctx)
		if rest := s.layRest(); len(rest) > 0 {
			s.readDocs(ctx, rest)
			s.sortMatches(s.matches)
			s.readCrossings(ctx)
		}
		s.readApproaches(ctx)
		s.readVenuesAt(ctx)
		s.readKinds(ctx)
		before := len(s.l.words)
		for ; pass < maxPass && len(s.l.words) == before && s.more(); pass++ {
			s.l.misspell(x, pass+1)
		}
		if len(s.l.words) == before {
			break
		}
	}
	return s.answer(), ctx.Err()
}

func (s *search) reset(x *index.Index, q *geocode.Query) {
	s.x, s.q = x, q
	s.reader.Reset(x)
	s.hits, s.best, s.open, s.spent = s.hits[:0], 0, 0, effort{}
	s.crossed, s.apart = false, nil
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

// more tells whether another pass is worth its while: whether the best reading is poor, or leaves words open.
// Numbers that it leaves open are simply not there.
func (s *search) more() bool {
	if len(s.hits) == 0 {
		return true
	}
	if s.best >= goodFit {
		return false
	}
	if s.best < poorFit {
		return true
	}
	for i := range s.atoms {
		if s.open>>i&1 != 0 && !s.atoms[i].Number() {
			return true
		}
	}
	return false
}
