package hours

import "time"

// days says on which days a rule holds. Without any selector it holds on all.
type days struct {
	years    []yearSpan
	weeks    []weekSpan
	dates    []dateSpan
	weekdays []weekday
	holidays bool // "PH" or "SH" stands among the weekdays
}

type yearSpan struct{ from, to, every int }

type weekSpan struct{ from, to, every int }

// dateSpan is a span of days of the year, each as month × 100 + day; it may go past the end of the
// year. With years, it is one span of time.
type dateSpan struct {
	from, to         int
	fromYear, toYear int // 0 for every year
}

// weekday is a span of days of the week, which may go past Saturday; nth is a set of bits for the nth
// such day of a month, from the front 1 to 5 and from the back 9 to 13 for -1 to -5.
type weekday struct {
	from, to time.Weekday
	nth      uint16
}

// match tells whether the rule holds on a day. Days that are only known as holidays never match: the
// package has no calendar of them.
func (d *days) match(t time.Time) bool {
	return d.inYears(t) && d.inWeeks(t) && d.inDates(t) && d.onWeekday(t)
}

func (d *days) inYears(t time.Time) bool {
	for _, y := range d.years {
		if year := t.Year(); year >= y.from && year <= y.to && (year-y.from)%y.every == 0 {
			return true
		}
	}
	return len(d.years) == 0
}

func (d *days) inWeeks(t time.Time) bool {
	_, week := t.ISOWeek()
	for _, w := range d.weeks {
		if week >= w.from && week <= w.to && (week-w.from)%w.every == 0 {
			return true
		}
	}
	return len(d.weeks) == 0
}

func (d *days) inDates(t time.Time) bool {
	at := int(t.Month())*100 + t.Day()
	for _, s := range d.dates {
		switch {
		case s.fromYear > 0:
			if v := t.Year()*10_000 + at; v >= s.fromYear*10_000+s.from && v <= s.toYear*10_000+s.to {
				return true
			}
		case s.from <= s.to && at >= s.from && at <= s.to, s.from > s.to && (at >= s.from || at <= s.to):
			return true
		}
	}
	return len(d.dates) == 0
}

func (d *days) onWeekday(t time.Time) bool {
	for _, w := range d.weekdays {
		if (t.Weekday()-w.from+7)%7 > (w.to-w.from+7)%7 {
			continue
		}
		if w.nth == 0 {
			return true
		}
		last := time.Date(t.Year(), t.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day()
		front, back := (t.Day()-1)/7+1, (last-t.Day())/7+1
		if w.nth>>front&1 != 0 || w.nth>>(back+8)&1 != 0 {
			return true
		}
	}
	return len(d.weekdays) == 0 && !d.holidays
}
