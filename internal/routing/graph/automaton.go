package graph

import (
	"cmp"
	"slices"
)

// follow makes the copies and overrides that keep paths from completing any of the banned
// sequences of arcs. It is the automaton of Aho and Corasick over arcs: a copy stands for "the last
// arcs of the path are the first arcs of a banned sequence", and the longest such beginning
// counts. So restrictions that overlap, or lie within each other, all hold. Sequences that are banned at
// times are followed likewise, but their last arc stays open: that a copy, or any other state, may not
// go on over it while certain hours last becomes one of the network's timed bans.
func (n *Network) follow(banned []sequence, timed []timedSequence) {
	t := &trie{n: n, children: map[step]uint32{}, timed: map[uint32][]timedEnd{}}
	for _, s := range banned {
		place := t.insert(s)
		if e, last := t.entry(place), s[len(s)-1]; !slices.Contains(e.banned, last) {
			e.banned = append(e.banned, last)
		}
	}
	for _, s := range timed {
		place := t.insert(s.sequence)
		t.timed[place] = append(t.timed[place], timedEnd{s.sequence[len(s.sequence)-1], s.hours})
	}
	t.link()
	t.store()
}

// timedSequence is a sequence of arcs that no path may complete while certain hours last.
type timedSequence struct {
	sequence
	hours uint32 // text
}

// timedEnd is the last arc of such a sequence.
type timedEnd struct{ arc, hours uint32 }

// A trie holds the beginnings of banned sequences. Beginnings of one arc are not entries: they are
// the states of the arcs themselves. Places are numbered: arcs first, then the entries.
type trie struct {
	n        *Network
	entries  []trieEntry
	children map[step]uint32
	timed    map[uint32][]timedEnd // by place: arcs that would complete a sequence which is banned at times
}

type trieEntry struct {
	arc    uint32   // the last one
	depth  int      // arcs in the beginning, 2 or more
	parent uint32   // place
	fail   uint32   // place of the longest other beginning that ends the same
	banned []uint32 // arcs that would complete a sequence
}

// step is a place and the arc that comes next.
type step struct{ place, arc uint32 }

func (t *trie) arcs() uint32 { return uint32(2 * len(t.n.Edges)) }

func (t *trie) entry(place uint32) *trieEntry { return &t.entries[place-t.arcs()] }

// insert adds the beginning of a sequence, all but its last arc, and returns its place.
func (t *trie) insert(s sequence) (place uint32) {
	place = s[0]
	for i, arc := range s[1 : len(s)-1] {
		next, ok := t.children[step{place, arc}]
		if !ok {
			next = t.arcs() + uint32(len(t.entries))
			t.entries = append(t.entries, trieEntry{arc: arc, depth: i + 2, parent: place})
			t.children[step{place, arc}] = next
		}
		place = next
	}
	return place
}

// link finds the fallback of each entry, shallow ones first.
func (t *trie) link() {
	order := make([]uint32, len(t.entries))
	for i := range order {
		order[i] = t.arcs() + uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(t.entry(a).depth, t.entry(b).depth) })
	for _, place := range order {
		e := t.entry(place)
		e.fail = e.arc
		if e.depth > 2 {
			e.fail = t.after(t.entry(e.parent).fail, e.arc)
		}
		t.timed[place] = append(t.timed[place], t.timed[e.fail]...)
		for _, arc := range t.bannedAt(e.fail) {
			if !slices.Contains(e.banned, arc) {
				e.banned = append(e.banned, arc)
			}
		}
	}
}

func (t *trie) bannedAt(place uint32) []uint32 {
	if place < t.arcs() {
		return nil
	}
	return t.entry(place).banned
}

// after returns the place that follows over an arc, whether that is banned or not.
func (t *trie) after(place, arc uint32) uint32 {
	for {
		if next, ok := t.children[step{place, arc}]; ok {
			return next
		}
		if place < t.arcs() {
			return arc
		}
		place = t.entry(place).fail
	}
}

// store writes the copies, sorted by their arcs, and the overrides.
func (t *trie) store() {
	order := make([]uint32, len(t.entries)) // entry of each copy
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(t.entries[a].arc, t.entries[b].arc) })
	state := make([]uint32, len(t.entries)) // of each entry
	t.n.Copies = make([]uint32, len(order))
	for i, e := range order {
		state[e] = t.arcs() + uint32(i)
		t.n.Copies[i] = t.entries[e].arc
	}
	stateOf := func(place uint32) uint32 {
		if place < t.arcs() {
			return place
		}
		return state[place-t.arcs()]
	}
	var overrides []Override
	for s, place := range t.children {
		if s.place < t.arcs() {
			overrides = append(overrides, Override{s.place, s.arc, stateOf(place)})
		}
	}
	for i := range t.entries {
		e := &t.entries[i]
		place := t.arcs() + uint32(i)
		for _, out := range t.n.Leaving(t.n.Head(e.arc)) {
			switch next := t.after(place, out); {
			case slices.Contains(e.banned, out):
				overrides = append(overrides, Override{state[i], out, None})
			case next != out:
				overrides = append(overrides, Override{state[i], out, stateOf(next)})
			}
		}
	}
	for place, ends := range t.timed {
		for _, x := range ends {
			t.n.bans = append(t.n.bans, ban{stateOf(place), x.arc, x.hours})
		}
	}
	slices.SortFunc(t.n.bans, compareBans)
	t.n.bans = slices.Compact(t.n.bans)
	slices.SortFunc(overrides, func(a, b Override) int {
		return cmp.Or(cmp.Compare(a.State, b.State), cmp.Compare(a.Arc, b.Arc))
	})
	t.n.overrides = overrides
}
