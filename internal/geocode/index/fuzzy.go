package index

import (
	"math/bits"

	"github.com/blevesearch/vellum"
)

// MaxEdits is the largest edit distance that Fuzzy knows.
const MaxEdits = 2

// maxFuzzySteps bounds the transitions that one look-up follows, so that its time does not grow with
// the dictionary: words beyond are not found.
const maxFuzzySteps = 60_000

// maxFuzzyWord is the length in bytes up to which words are looked up with typing errors.
const maxFuzzyWord = 40

// Fuzzy calls visit with the words within the given number of edits of a word and their distance,
// alphabetically, until it returns false. An edit is a letter put in, left out or changed, or two
// neighbours swapped; no letter is edited twice (optimal string alignment). first, when not empty,
// is what the words must begin with.
func (t *terms) Fuzzy(word, first string, edits int, visit func(term Term, word []byte, edits int) bool) {
	defer func() { damaged(recover()) }() // the decoder trusts its input
	if edits < 1 || edits > MaxEdits || len(word) > maxFuzzyWord {
		return
	}
	a := editAutomaton{word: word, most: edits, left: maxFuzzySteps}
	var from, to []byte
	if first != "" {
		from = []byte(first)
		to = append([]byte(first[:len(first)-1]), first[len(first)-1]+1)
	}
	it, err := t.fst.Search(&a, from, to)
	for err == nil {
		key, v := it.Current()
		if v >= uint64(t.n) || !visit(Term(v), key, a.distance(key)) {
			return
		}
		err = it.Next()
	}
}

// editAutomaton accepts the words within some edits of a word. Its states are the positions in
// the word that may have been reached, one set for each number of edits, as bits of an int:
//
//	0-5   bytes consumed, n
//	6-20  positions reached with 0, 1 and 2 edits: five bits each, for n-2 to n+2
//	21-30 positions at which a swap has begun that makes 1 and 2 edits: the second of two
//	      letters was read, the first must follow
//
// All positions lie within two of n, since each byte read without moving on, or the other way
// round, is an edit.
type editAutomaton struct {
	word string
	most int
	left int // steps until it gives up
}

var _ vellum.Automaton = (*editAutomaton)(nil)

const (
	reach     = MaxEdits
	window    = 2*reach + 1
	windowAll = 1<<window - 1
	deadState = 0
)

// reachedAt and swapAt return the shift of a window in a state.
func reachedAt(edits int) uint { return uint(6 + window*edits) }
func swapAt(edits int) uint    { return uint(6 + window*(MaxEdits+edits)) }

// Start returns the state before the first byte.
func (a *editAutomaton) Start() int { return a.skip(1 << reach << reachedAt(0)) }

// skip adds what is reached by leaving out letters of the word.
func (a *editAutomaton) skip(s int) int {
	for e := 0; e < a.most; e++ {
		s |= (s >> reachedAt(e) & windowAll << 1 & windowAll) << reachedAt(e+1)
	}
	return s
}

// Accept reads one byte.
func (a *editAutomaton) Accept(state int, c byte) int {
	n := state & 63
	if a.left--; n == 63 || a.left < 0 {
		return deadState
	}
	next := 0
	put := func(at uint, position int) {
		if k := position - (n + 1) + reach; k >= 0 && k < window && position <= len(a.word) {
			next |= 1 << k << at
		}
	}
	for e := 0; e <= a.most; e++ {
		for set := uint(state >> reachedAt(e) & windowAll); set != 0; set &= set - 1 {
			p := n + bits.TrailingZeros(set) - reach
			if p < 0 || p > len(a.word) {
				continue
			}
			if p < len(a.word) && a.word[p] == c {
				put(reachedAt(e), p+1)
			}
			if e == a.most {
				continue
			}
			put(reachedAt(e+1), p)
			if p < len(a.word) {
				put(reachedAt(e+1), p+1)
			}
			if p+1 < len(a.word) && a.word[p+1] == c {
				put(swapAt(e+1), p)
			}
		}
		if e == 0 {
			continue
		}
		for set := uint(state >> swapAt(e) & windowAll); set != 0; set &= set - 1 {
			if p := n + bits.TrailingZeros(set) - reach; p >= 0 && p < len(a.word) && a.word[p] == c {
				put(reachedAt(e), p+2)
			}
		}
	}
	if next == 0 {
		return deadState
	}
	return a.skip(next) | (n + 1)
}

// IsMatch tells whether what was read is near enough to the whole word.
func (a *editAutomaton) IsMatch(state int) bool { return a.edits(state) <= a.most }

// edits returns the edits with which the end of the word is reached, MaxEdits+1 when it is not.
func (a *editAutomaton) edits(state int) int {
	k := len(a.word) - state&63 + reach
	if state == deadState || k < 0 || k >= window {
		return MaxEdits + 1
	}
	for e := 0; e <= a.most; e++ {
		if state>>reachedAt(e)>>k&1 != 0 {
			return e
		}
	}
	return MaxEdits + 1
}

// CanMatch tells whether more bytes can lead to a match.
func (a *editAutomaton) CanMatch(state int) bool { return state != deadState }

// WillAlwaysMatch is false: a long enough word is always too far.
func (a *editAutomaton) WillAlwaysMatch(int) bool { return false }

// distance returns the edits between the word and another, at most a.most+1.
func (a *editAutomaton) distance(other []byte) int {
	s := a.Start()
	a.left += len(other)
	for _, c := range other {
		if s = a.Accept(s, c); s == deadState {
			return a.most + 1
		}
	}
	return min(a.edits(s), a.most+1)
}
