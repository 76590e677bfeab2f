package query

import (
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// frontSize is as many rows as anybody who types is shown. Fewer rows are looked for no less, so that they are
// told to be the first of as many.
const frontSize = 40

// front holds the best hits of as many different places and names as rows may be asked for: a name that can give
// no better ones need not be read. A text that is being typed begins hundreds of names.
type front struct {
	size   int     // 0 for a search that needs all hits
	slack  float64 // by how much less a hit may rank than the best and count by what it is
	hits   []frontHit
	spared []spared // names that were not read
}

type spared struct {
	docs  int
	worth float32 // of the name by itself
}

type frontHit struct {
	doc   index.Doc
	name  index.Name
	rank  float64
	match float32
}

// reset begins a search.
func (f *front) reset(size int, slack float64) {
	*f = front{size: size, slack: slack, hits: f.hits[:0], spared: f.spared[:0]}
}

// resetFront begins a search of which the atoms are known. Filters leave any hits, so that none is spared.
func (s *search) resetFront() {
	size, slack := 0, doubtRank
	if s.q.Autocomplete && s.q.Size <= frontSize && !s.full && len(s.q.Types) == 0 && len(s.q.Countries) == 0 && s.q.Bound == nil {
		size = frontSize
	}
	if slices.ContainsFunc(s.atoms, func(a text.Atom) bool { return hasDigit(a.Text) }) {
		slack = sameRoad // see leadByRoad
	}
	s.front.reset(size, slack)
}

// add notes a hit. least is the match below which hits are left out of an answer.
func (f *front) add(h *Hit, least float32) {
	one := frontHit{h.Doc, h.name, h.rankNear(), h.match}
	if f.size == 0 || one.rank <= f.least() {
		return
	}
	for i := range f.hits {
		if same := &f.hits[i]; (same.doc == one.doc || same.name == one.name) && same.rank >= one.rank {
			return
		}
	}
	f.hits = slices.DeleteFunc(f.hits, func(o frontHit) bool { return o.doc == one.doc || o.name == one.name || o.match < least })
	i := len(f.hits)
	for i > 0 && f.hits[i-1].rank < one.rank {
		i--
	}
	f.hits = slices.Insert(f.hits, i, one)
	f.hits = f.hits[:min(len(f.hits), f.size)]
}

// least returns the rank that a hit must exceed to be among them, or to count beside the first.
func (f *front) least() float64 {
	if f.size == 0 || len(f.hits) < f.size {
		return math.Inf(-1)
	}
	return min(f.hits[f.size-1].rank, f.hits[0].rank-f.slack)
}

// spare notes a name that is not read, and how many docs bear it.
func (f *front) spare(docs int, worth float32) { f.spared = append(f.spared, spared{docs, worth}) }

// among returns how many of the docs that were not read would be answered, too, by the worth of their names.
func (f *front) among(least float32) (docs int) {
	for i := range f.spared {
		if f.spared[i].worth >= least {
			docs += f.spared[i].docs
		}
	}
	return docs
}

// behind tells whether no hit of a name can be among the best: not if the name stands where the text begins, is
// that of the most important place, and all that something else may explain is explained. can are these atoms.
func (s *search) behind(m *nameMatch, can uint32) bool {
	least := s.front.least()
	if math.IsInf(least, -1) || s.whole <= 0 {
		return false
	}
	all := uint32(1)<<len(s.atoms) - 1
	match := float64(min(1, (m.worth+s.weightOf(all&can&^m.mask))/s.whole))
	rank := match + importanceShare*float64(s.x.Weight(m.name))/255 + gainShare + roundedRank
	if m.whole {
		rank += wholePostcode
	}
	if s.q.Focus != nil {
		rank += nearShare
	}
	if m.from == 0 {
		rank += beginning
	}
	return rank < least && float32(match) <= s.best
}

// roundedRank is more than ranks differ by because of how they are summed up.
const roundedRank = 1e-6
