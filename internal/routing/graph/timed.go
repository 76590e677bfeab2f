package graph

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/footstepd/footstepd/internal/hours"
	"github.com/footstepd/footstepd/internal/routing/profile"
)

// timedClasses replaces the classes of a way's two directions by such that tell what the way is at
// times, where that is something else.
func (b *networkBuilder) timedClasses(at placed, classes [2]uint16, lines map[uint32]uint64) ([2]uint16, error) {
	uses := b.ways.timed[b.mode][at]
	if len(uses) == 0 {
		return classes, nil
	}
	var list [2][]timed
	for _, u := range uses {
		others, err := b.classes(at.way, b.ways.kinds[b.mode].list[u.use], lines)
		if err != nil {
			return classes, err
		}
		for i, class := range others {
			list[i] = append(list[i], timed{Hours: u.hours, Class: class})
		}
	}
	for i := range classes {
		differs := func(t timed) bool { return t.Class != classes[i] }
		if !slices.ContainsFunc(list[i], differs) {
			continue
		}
		c := b.n.Classes[classes[i]]
		if classes[i] == 0 {
			c = b.n.Classes[list[i][slices.IndexFunc(list[i], differs)].Class]
			c.Shut = 1
		}
		var err error
		if c.When, err = b.rule(list[i]); err != nil {
			return classes, err
		}
		if classes[i], err = b.number(c); err != nil {
			return classes, err
		}
	}
	return classes, nil
}

// rule stores timed classes that belong together and returns 1 + their place.
func (b *networkBuilder) rule(list []timed) (uint16, error) {
	list[len(list)-1].Last = 1
	key := fmt.Sprint(list)
	if at, ok := b.rules[key]; ok {
		return at, nil
	}
	if len(b.n.timed)+len(list) > math.MaxUint16 {
		return 0, invalid("more than %d rules that hold at times for %s", math.MaxUint16, b.n.Mode)
	}
	at := uint16(len(b.n.timed) + 1)
	b.n.timed = append(b.n.timed, list...)
	b.rules[key] = at
	return at, nil
}

// fitTimed checks the numbers of what holds at times.
func (n *Network) fitTimed(arcs uint32) error {
	texts := uint32(len(n.textEnds))
	for i, t := range n.timed {
		if t.Hours >= texts || int(t.Class) >= len(n.Classes) || n.Classes[t.Class].When != 0 {
			return invalid("timed class %d", i)
		}
	}
	if k := len(n.timed); k > 0 && n.timed[k-1].Last == 0 {
		return invalid("timed classes without an end")
	}
	for i := range n.Classes {
		if c := &n.Classes[i]; int(c.When) > len(n.timed) || c.Shut > 1 || c.Shut == 1 && c.When == 0 || i == 0 && c.When != 0 {
			return invalid("times of class %d", i)
		}
	}
	for i, x := range n.bans {
		if x.From >= uint32(n.States()) || x.To >= arcs || x.Hours >= texts || i > 0 && compareBans(n.bans[i-1], x) >= 0 {
			return invalid("timed turn %d", i)
		}
	}
	for i, t := range n.afoot {
		if t.From >= arcs || t.To >= arcs || i > 0 && compareAfoot(n.afoot[i-1], t) >= 0 {
			return invalid("turn on foot %d", i)
		}
	}
	return nil
}

func compareBans(a, b ban) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Hours, b.Hours))
}

// clock tells which hours hold at a time, each of which it reads once.
type clock struct {
	n     *Network
	at    time.Time
	known map[uint32]bool
}

// holds tells whether hours are known to hold. What cannot be told, such as hours that depend on the
// sun or on school holidays, does not.
func (c *clock) holds(text uint32) bool {
	holds, ok := c.known[text]
	if !ok {
		h, err := hours.Parse(c.n.Text(text))
		holds = err == nil && h.At(c.at) == hours.Open
		c.known[text] = holds
	}
	return holds
}

// at returns what a class is at the time of the clock: itself, another, or nil for closed. A nil clock
// stands for a time at which nothing special holds.
func (n *Network) at(class uint16, c *clock) *Class {
	own := &n.Classes[class]
	now := own
	if own.Shut == 1 {
		now = nil
	}
	if own.When == 0 || c == nil {
		return now
	}
	for _, t := range n.timed[own.When-1:] {
		if c.holds(t.Hours) {
			now = &n.Classes[t.Class]
			if t.Class == 0 {
				now = nil
			}
		}
		if t.Last == 1 {
			break
		}
	}
	return now
}

// closeTurns takes note of the turns that are not allowed at the time of the clock.
func (m *Metric) closeTurns(c *clock) {
	for _, x := range m.Network.bans {
		if c.holds(x.Hours) {
			m.bans = append(m.bans, uint64(x.From)<<32|uint64(x.To))
		}
	}
	m.bans = slices.Compact(m.bans)
}

// Bans tells whether the turn from a state to an arc is not allowed at the time of the metric, whatever
// turn tables and overrides say.
func (m *Metric) Bans(state, to uint32) bool {
	if len(m.bans) == 0 {
		return false
	}
	_, found := slices.BinarySearch(m.bans, uint64(state)<<32|uint64(to))
	return found
}

// Plain tells whether a metric has rules that hold at its time only and that neither prices nor closed
// edges can tell of: turns that are not allowed, roads that are restricted. Only searches that ask Bans
// and go by the access of the metric find its paths.
func (m *Metric) Plain() bool { return len(m.bans) > 0 || m.Restricts() }

// Restricts tells whether a road is restricted at the time of the metric that is open at others, so that
// searches have to go by the access of the metric.
func (m *Metric) Restricts() bool { return m.restricts }

// restrictAtTimes returns the paths that restrictions forbid at times.
func (b *networkBuilder) restrictAtTimes() (banned []timedSequence) {
	for _, r := range b.t.restrictions {
		for _, t := range r.timed[b.mode] {
			usable := b.usableSequences(r.sequences)
			if len(usable) > 1 && t.kind != profile.ProhibitedEntry && t.kind != profile.ProhibitedExit {
				b.report.Skip(skipAmbiguous+" ("+string(b.n.Mode)+")", 1)
				continue
			}
			for _, s := range usable {
				if t.kind != profile.Mandatory {
					banned = append(banned, timedSequence{s, t.hours})
					continue
				}
				via := s[:len(s)-1]
				for _, out := range b.n.Leaving(b.n.Head(via[len(via)-1])) {
					if out != s[len(s)-1] && b.n.Usable(out) {
						banned = append(banned, timedSequence{append(slices.Clone(via), out), t.hours})
					}
				}
			}
		}
	}
	return banned
}

// Timed tells whether an arc is another at certain hours.
func (n *Network) Timed(arc uint32) bool { return n.ClassOf(arc).When > 0 }

// TimedTurn tells whether the turn from a state to an arc is not allowed at certain hours.
func (n *Network) TimedTurn(state, to uint32) bool {
	i, _ := slices.BinarySearchFunc(n.bans, ban{From: state, To: to}, compareBans)
	return i < len(n.bans) && n.bans[i].From == state && n.bans[i].To == to
}
