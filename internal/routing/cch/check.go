package cch

import (
	"errors"
	"fmt"
)

// ErrInvalid is returned for hierarchies whose arrays contradict each other.
var ErrInvalid = errors.New("contraction hierarchy is invalid")

func invalid(format string, args ...any) error {
	return fmt.Errorf("cch: %w: "+format, append([]any{ErrInvalid}, args...)...)
}

// Fit checks that arrays which come from elsewhere have the sizes that belong together. It looks at
// a few of their values only.
func (h *Hierarchy) Fit() error {
	n := len(h.Parent)
	for _, list := range [...]struct {
		name         string
		first, other []uint32
	}{{"upward", h.UpFirst, h.UpHead}, {"downward", h.DownFirst, h.DownTail}, {"outward", h.OutFirst, h.Out}, {"inward", h.InFirst, h.In}} {
		switch {
		case len(list.first) != n+1:
			return invalid("%d vertices have %d %s lists", n, len(list.first)-1, list.name)
		case list.first[0] != 0 || int(list.first[n]) != len(list.other):
			return invalid("%s lists cover arcs %d to %d of %d", list.name, list.first[0], list.first[n], len(list.other))
		}
	}
	if len(h.Out) != len(h.DownTail) || len(h.In) != len(h.UpHead) {
		return invalid("lists from both ends differ in length")
	}
	if h.Arcs() > int(none-1) {
		return invalid("%d arcs", h.Arcs())
	}
	return nil
}

// Check looks at every value: after it no search can leave its arrays or run forever. Fit must have
// passed.
func (h *Hierarchy) Check() error {
	n := uint32(len(h.Parent))
	for v, p := range h.Parent {
		if p != none && (p <= uint32(v) || p >= n) {
			return invalid("parent of vertex %d", v)
		}
	}
	if v, ok := ascending(h.UpFirst, h.UpHead, true); !ok {
		return invalid("upward list of vertex %d", v)
	}
	if v, ok := ascending(h.DownFirst, h.DownTail, true); !ok {
		return invalid("downward list of vertex %d", v)
	}
	if v, ok := ascending(h.OutFirst, h.Out, false); !ok {
		return invalid("outward list of vertex %d", v)
	}
	if v, ok := ascending(h.InFirst, h.In, false); !ok {
		return invalid("inward list of vertex %d", v)
	}
	arcs := uint32(h.Arcs())
	for i, p := range h.Place {
		if p >= arcs && p != none || i > 0 && p < h.Place[i-1] {
			return invalid("place of arc %d", i)
		}
	}
	return nil
}

// ascending tells whether all lists are in order and hold only vertices above (or below) their own,
// or else which one is not.
func ascending(first, list []uint32, above bool) (bad int, ok bool) {
	n := uint32(len(first) - 1)
	for v := range n {
		from, to := first[v], first[v+1]
		if from > to || int(to) > len(list) {
			return int(v), false
		}
		low, high := uint32(0), v // of what may come next
		if above {
			low, high = v+1, n
		}
		for _, w := range list[from:to] {
			if w < low || w >= high {
				return int(v), false
			}
			low = w + 1
		}
	}
	return 0, true
}

// CheckMetric tells whether a metric that comes from elsewhere fits the hierarchy, and readies it for
// use.
func (h *Hierarchy) CheckMetric(m *Metric) error {
	if len(m.Up) != len(h.UpHead) || len(m.Down) != len(h.DownTail) {
		return invalid("%d and %d arcs have %d and %d weights", len(h.UpHead), len(h.DownTail), len(m.Up), len(m.Down))
	}
	m.longest = max(longest(m.Up), longest(m.Down))
	for _, list := range [2][]Weight{m.Up, m.Down} {
		for i, w := range list {
			if w > Infinity {
				return invalid("weight %d", i)
			}
		}
	}
	return nil
}
