package embedded

import (
	"slices"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// match is where a part stands in the text, how well, and the worst way in which a word differs.
type match struct {
	from, to int
	cost     int
	kind     geocode.CorrectionType // "" when all words are as they should be
}

// alignment is what align has found out for an atom and a word.
type alignment struct {
	match
	matched int
}

// Costs of the ways in which a word of a part may stand in the text.
const (
	costShort   = 1 // abbreviated or written out
	costJoined  = 1 // two words as one, or one as two
	costEdit    = 2 // each typing error
	costMissing = 3
)

// find returns the best place in the text where the words of a value stand; of equal ones the last.
func (p *parser) find(value string) (match, bool) {
	words := text.Split(nil, value)
	p.aligned = map[[2]int]alignment{}
	best, found := match{}, false
	for i := range p.atoms {
		if p.used[i] || len(words) == 0 {
			continue
		}
		m, matched := p.align(i, words, 0)
		if matched*2 < len(words) || matched == 0 || m.cost > costMissing*(len(words)-1)+costEdit*2 {
			continue
		}
		if m.from = i; !found || m.cost <= best.cost {
			best, found = m, true
		}
	}
	return best, found
}

// align matches the words from j on with the atoms from k on, at the least cost. It returns how
// many words stand in the text.
func (p *parser) align(k int, words []text.Atom, j int) (best match, matched int) {
	if j == len(words) {
		return match{to: k}, 0
	}
	if a, known := p.aligned[[2]int{k, j}]; known {
		return a.match, a.matched
	}
	defer func() { p.aligned[[2]int{k, j}] = alignment{best, matched} }()
	found := false
	try := func(atoms, parts, cost int, kind geocode.CorrectionType) {
		rest, n := p.align(k+atoms, words, j+parts)
		rest.cost += cost
		if atoms > 0 {
			n += parts
		}
		if worse(kind, rest.kind) {
			rest.kind = kind
		}
		if !found || rest.cost < best.cost {
			best, matched, found = rest, n, true
		}
	}
	if k < len(p.atoms) && !p.used[k] {
		a := &p.atoms[k]
		if cost, kind, ok := differ(a, words[j].Text); ok {
			try(1, 1, cost, kind)
		}
		if j+1 < len(words) && a.Text == words[j].Text+words[j+1].Text {
			try(1, 2, costJoined, geocode.Reformatted)
		}
		if k+1 < len(p.atoms) && !p.used[k+1] && a.Text+p.atoms[k+1].Text == words[j].Text {
			try(2, 1, costJoined, geocode.Reformatted)
		}
	}
	if !found || best.cost > costMissing {
		try(0, 1, costMissing, geocode.Inferred)
	}
	return best, matched
}

// worse tells whether a way to differ says more than another.
func worse(a, b geocode.CorrectionType) bool {
	order := []geocode.CorrectionType{"", geocode.Reformatted, geocode.Abbreviation, geocode.Inferred, geocode.Typo}
	return slices.Index(order, a) > slices.Index(order, b)
}

// Words from so many letters on may hold one typing error, or two.
const (
	letters1 = 4
	letters2 = 8
)

// differ tells how an atom stands for a word, if it may.
func differ(a *text.Atom, word string) (cost int, kind geocode.CorrectionType, ok bool) {
	if a.Text == word {
		return 0, "", true
	}
	if text.Equivalent(a.Text, word) || text.Equivalent(word, a.Text) {
		return costShort, geocode.Abbreviation, true
	}
	short := false
	text.Compounds(a.Text, true, func(other string) { short = short || other == word })
	if short {
		return costShort, geocode.Abbreviation, true
	}
	most := 0
	switch {
	case a.Number():
	case len(word) >= letters2:
		most = 2
	case len(word) >= letters1:
		most = 1
	}
	if d := edits(a.Text, word, most); d <= most && d > 0 {
		return costEdit * d, geocode.Typo, true
	}
	return 0, "", false
}

// edits returns how many insertions, deletions, exchanges and swaps of neighbours lie between two
// folded words; more than most is told as most+1.
func edits(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most || most == 0 {
		return most + 1
	}
	var rows [3][text.MaxAtomSize + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], most+1)
}
