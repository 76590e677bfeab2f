package query

import (
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// A name need not be laid over the text if no reading by it can be among the answers, even if everything else that
// may be explained is, and where it is: the words that are missing cost what they cost at least, and a street of a
// crossing that lacks more than the text has of it is none.

// partial is a name with what of it is in the text.
type partial struct {
	name    index.Name
	named   uint32     // atoms that may be words of it
	missing [3]float32 // weight of its words that are not in the text, by role
	laid    bool
}

func (p *partial) whole() bool { return p.missing == [3]float32{} }

// measure tells what of the name that was read is in the text, and where.
func (s *search) measure(name index.Name) partial {
	p, al := partial{name: name}, &s.aligner
	al.terms = al.terms[:0]
	for i, t := range al.seq {
		mask, from, to := s.l.covers(t)
		weight, role := s.x.TermWeight(t), s.x.RoleOf(t)
		al.terms = append(al.terms, termOfName{weight, role, uint16(from), uint16(to)})
		switch {
		case mask != 0:
			p.named |= mask
		case !s.l.prefix:
			p.missing[role] += weight
		case i == 0:
			p.missing[text.Plain] += weight
		default:
			p.missing[text.Plain] += (1 - comingShare) * weight
		}
	}
	return p
}

// beside is what may explain the atoms that a name does not.
type beside struct {
	always uint32   // atoms that are explained whatever name is read
	wholes []uint32 // stretches that tell where a place is, if its name has no atom of them
	outer  uint32   // atoms that a name which is not there as a whole must have others besides; see search.outer
}

// findBeside finds what may explain atoms beside any name.
func (s *search) findBeside() {
	s.beside = beside{always: s.explained() | s.idleWords(), wholes: s.beside.wholes[:0]}
	if len(s.joints) == 0 {
		s.beside.outer = s.outer()
	}
	for i := range s.contexts {
		s.beside.add(s.contexts[i].mask)
	}
}

// add adds a stretch.
func (b *beside) add(mask uint32) {
	if !slices.Contains(b.wholes, mask) {
		b.wholes = append(b.wholes, mask)
	}
}

// of returns the atoms that may be explained beside a name that is not there as a whole and has some atoms at most: since
// it has one of them, no stretch that holds them all tells where its place is.
func (b *beside) of(named uint32) uint32 {
	mask := b.always
	for _, whole := range b.wholes {
		if named&^(whole|b.outer) != 0 {
			mask |= whole
		}
	}
	return mask
}

// fitting returns the weight that a reading must explain to stay beside one with a match.
func (s *search) fitting(match float32) float32 {
	const rounding = 1e-3
	if s.plain {
		return -maxNames
	}
	return (match-s.weaker())*s.whole - rounding
}

// fits tells whether a name may be read so that it explains a weight.
func (s *search) fits(p *partial, weight float32) bool {
	can := s.beside.of(p.named)
	plain, direction, designator := p.missing[text.Plain], p.missing[text.Direction], p.missing[text.Designator]
	all := uint32(1)<<len(s.atoms) - 1
	loss := min(plain+direction+designatorShare*designator, plain+directionShare*direction+designator)
	if s.weightOf(p.named|can)-missingShare*loss >= weight || p.named == all && (1-entireShare)*s.whole >= weight {
		return true
	}
	for _, side := range s.sides {
		if plain+designator <= s.weightOf(p.named&side) &&
			s.weightOf(p.named|can|all&^side)-missingShare*(directionShare*direction+terse*(plain+designator)) >= weight {
			return true
		}
	}
	return false
}

// limits are the most that a missing word may weigh, by its role, less than zero when none may be missing.
type limits [3]float32

// none tells whether every word weighs more that may be missing.
func (l *limits) none(least *limits) bool {
	return l[text.Plain] < least[text.Plain] && l[text.Direction] < least[text.Direction] && l[text.Designator] < least[text.Designator]
}

// limits returns what the first word of a name may weigh, where it is missing, so that the name may be read like
// in fits; all that it may have are some atoms.
func (s *search) limits(named uint32, weight float32, sides []uint32) limits {
	can := s.beside.of(named)
	all := uint32(1)<<len(s.atoms) - 1
	inf := float32(math.Inf(1))
	if named == all {
		return limits{inf, inf, inf}
	}
	l := limits{-1, -1, -1}
	if left := s.weightOf(named|can) - weight; left >= 0 {
		left /= missingShare
		l = limits{text.Plain: left, text.Direction: left / directionShare, text.Designator: left / designatorShare}
	}
	for _, side := range sides {
		left := s.weightOf(named|can|all&^side) - weight
		if left < 0 {
			continue
		}
		left /= missingShare
		most := min(left/terse, s.weightOf(named&side))
		l[text.Plain], l[text.Designator] = max(l[text.Plain], most), max(l[text.Designator], most)
		l[text.Direction] = max(l[text.Direction], left/directionShare)
	}
	return l
}

// leastMissing returns what a word tells at least that is not in the text, by its role.
func (s *search) leastMissing() limits {
	least := limits{text.Direction: s.x.LeastWeight(text.Direction), text.Designator: s.x.LeastWeight(text.Designator)}
	for _, t := range s.x.Common() {
		least[text.Plain] = s.x.TermWeight(t)
		if mask, _, _ := s.l.covers(t); mask == 0 {
			break
		}
	}
	if s.l.prefix {
		return limits{} // it may come yet
	}
	return least
}
