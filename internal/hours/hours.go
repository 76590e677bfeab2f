// Package hours reads opening hours as OpenStreetMap writes them and tells whether a place is open
// at a time. It knows the common part of that grammar: days of the week, also the nth of a month,
// dates and ranges of dates, years, weeks, several spans a day, spans past midnight, open ends, off,
// additional and fallback rules. What it does not know, such as sunset or school holidays, makes
// the answer Unknown, never a guess. Public holidays are days like others to it.
package hours

import (
	"errors"
	"slices"
	"time"
)

// State tells whether a place is open.
type State int

// The states.
const (
	Unknown State = iota
	Open
	Closed
)

// String returns "open", "closed" or "unknown".
func (s State) String() string {
	switch s {
	case Open:
		return "open"
	case Closed:
		return "closed"
	}
	return "unknown"
}

// ErrSyntax is returned for hours that are not of the grammar that the package knows.
var ErrSyntax = errors.New("hours: not of the known grammar")

// Hours are parsed opening hours.
type Hours struct{ rules []rule }

// rule is one rule: on which days, at which times, and what holds then.
type rule struct {
	join   joint
	days   days
	spans  []span // none means the whole day
	state  State
	opaque bool // on its days, no one can tell
}

// joint says how a rule goes with those before it.
type joint uint8

const (
	overrides joint = iota // ";": replaces what earlier rules say of its days
	adds                   // ","
	falls                  // "||": holds where no earlier rule does
)

// span is a time of day in minutes from midnight; to may lie past 24:00.
type span struct {
	from, to int
	openEnd  bool // "18:00+": how long is not known
}

const day = 24 * 60

// At tells the state at a moment; only its wall clock counts, which must be that of the place.
func (h *Hours) At(t time.Time) State {
	minute := t.Hour()*60 + t.Minute()
	today := h.on(t, minute)
	// A night that began yesterday goes on unless today says something of its own about now.
	if yesterday := h.on(t.AddDate(0, 0, -1), minute+day); yesterday != Closed && today == Closed {
		return yesterday
	}
	return today
}

// on tells what the rules of a day say about a minute counted from that day's midnight, which may be
// past 24:00.
func (h *Hours) on(date time.Time, minute int) State {
	var held []*rule
	for i := range h.rules {
		r := &h.rules[i]
		switch {
		case !r.days.match(date):
		case r.join == falls && len(held) > 0:
			if stateOf(held, minute) == Closed {
				held = append(held, r)
			}
		case r.join == overrides && !(r.state == Closed && len(r.spans) > 0):
			held = append(held[:0], r)
		default:
			held = append(held, r)
		}
	}
	return stateOf(held, minute)
}

// stateOf tells what the rules that hold on a day say about a minute; the last of them that says
// anything decides.
func stateOf(held []*rule, minute int) State {
	for _, r := range slices.Backward(held) {
		if len(r.spans) == 0 {
			if minute < day {
				return r.stateOrUnknown()
			}
			continue
		}
		for _, s := range r.spans {
			switch {
			case minute >= s.from && minute < s.to:
				return r.stateOrUnknown()
			case s.openEnd && minute >= s.to && minute < s.from+day/2:
				return Unknown
			}
		}
	}
	return Closed
}

func (r *rule) stateOrUnknown() State {
	if r.opaque {
		return Unknown
	}
	return r.state
}
