package hours

import (
	"strconv"
	"strings"
	"time"
)

// maxSize bounds the text of opening hours in bytes.
const maxSize = 1000

// Parse reads opening hours. It takes common slips: lower-case days, spaces, long dashes, "8.30",
// a colon behind the days.
func Parse(text string) (*Hours, error) {
	if len(text) > maxSize {
		return nil, ErrSyntax
	}
	p := &parser{s: strings.NewReplacer("–", "-", "—", "-", "−", "-", "\u00a0", " ").Replace(text)}
	h := &Hours{}
	join := overrides
	for {
		r, err := p.rule()
		if err != nil {
			return nil, err
		}
		if r != nil {
			r.join = join
			h.rules = append(h.rules, *r)
		}
		p.space()
		switch {
		case p.at == len(p.s):
			if len(h.rules) == 0 {
				return nil, ErrSyntax
			}
			return h, nil
		case p.take("||"):
			join = falls
		case p.take(";"):
			join = overrides
		case p.take(","):
			join = adds
		default:
			return nil, ErrSyntax
		}
	}
}

type parser struct {
	s  string
	at int
}

func (p *parser) space() {
	for p.at < len(p.s) && (p.s[p.at] == ' ' || p.s[p.at] == '\t' || p.s[p.at] == '\n') {
		p.at++
	}
}

// take skips spaces and consumes a sign.
func (p *parser) take(sign string) bool {
	p.space()
	if strings.HasPrefix(p.s[p.at:], sign) {
		p.at += len(sign)
		return true
	}
	return false
}

// word returns the letters that come next, in lower case, without consuming them.
func (p *parser) word() string {
	p.space()
	end := p.at
	for end < len(p.s) && (p.s[end]|0x20 >= 'a' && p.s[end]|0x20 <= 'z') {
		end++
	}
	return strings.ToLower(p.s[p.at:end])
}

// number consumes digits.
func (p *parser) number(most int) (int, bool) {
	p.space()
	end := p.at
	for end < len(p.s) && end-p.at < most && p.s[end] >= '0' && p.s[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(p.s[p.at:end])
	if err != nil {
		return 0, false
	}
	p.at = end
	return n, true
}

// rule reads one rule, nil when there is none before the next separator.
func (p *parser) rule() (*rule, error) {
	r := &rule{state: Open}
	start := p.at
	if p.take("24/7") {
		r.spans = []span{{0, day, false}}
	}
	if err := p.selectors(&r.days); err != nil {
		return nil, err
	}
	p.take(":")
	if err := p.times(r); err != nil {
		return nil, err
	}
	p.modifier(r)
	p.space()
	if strings.TrimSpace(p.s[start:p.at]) == "" {
		return nil, nil
	}
	return r, nil
}

// modifier reads what holds at the times of a rule, and a comment.
func (p *parser) modifier(r *rule) {
	for {
		switch w := p.word(); w {
		case "off", "closed":
			r.state = Closed
			p.at += len(w)
			continue
		case "open":
			r.state = Open
			p.at += len(w)
			continue
		case "unknown":
			r.state = Unknown
			p.at += len(w)
			continue
		}
		if !p.take(`"`) {
			return
		}
		end := strings.IndexByte(p.s[p.at:], '"')
		if end < 0 {
			end = len(p.s) - p.at - 1
		}
		p.at += end + 1
		if r.state == Open { // "by appointment" and the like: what it says, no one can tell
			r.opaque = true
		}
	}
}

var weekdays = map[string]time.Weekday{
	"mo": 1, "mon": 1, "monday": 1, "tu": 2, "tue": 2, "tues": 2, "tuesday": 2, "we": 3, "wed": 3, "wednesday": 3,
	"th": 4, "thu": 4, "thur": 4, "thurs": 4, "thursday": 4, "fr": 5, "fri": 5, "friday": 5,
	"sa": 6, "sat": 6, "saturday": 6, "su": 0, "sun": 0, "sunday": 0,
}

var months = map[string]int{
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
	"january": 1, "february": 2, "march": 3, "april": 4, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
}

// selectors reads the days of a rule.
func (p *parser) selectors(d *days) error {
	for {
		before := p.at
		switch w := p.word(); {
		case w == "week":
			p.at += len(w)
			if err := p.weeks(d); err != nil {
				return err
			}
		case months[w] > 0:
			if err := p.dates(d, 0); err != nil {
				return err
			}
		case w == "ph" || w == "sh":
			if err := p.weekdays(d); err != nil {
				return err
			}
		case w == "easter":
			return ErrSyntax
		default:
			if _, is := weekdays[w]; is {
				if err := p.weekdays(d); err != nil {
					return err
				}
			} else if w == "" && p.year() {
				if err := p.years(d); err != nil {
					return err
				}
			}
		}
		if p.at == before || p.next(",") { // a comma that the lists leave begins another rule
			return nil
		}
	}
}

func (p *parser) next(sign string) bool {
	p.space()
	return strings.HasPrefix(p.s[p.at:], sign)
}

// year tells whether four digits that are no time come next.
func (p *parser) year() bool {
	p.space()
	if len(p.s)-p.at < 4 {
		return false
	}
	for _, c := range []byte(p.s[p.at : p.at+4]) {
		if c < '0' || c > '9' {
			return false
		}
	}
	century := p.s[p.at : p.at+2] // "0800-1800" are times
	return century == "19" || century == "20"
}

// years reads years, or dates that begin with one.
func (p *parser) years(d *days) error {
	for {
		from, ok := p.number(4)
		if !ok || from < 1900 || from > 2100 {
			return ErrSyntax
		}
		if months[p.word()] > 0 {
			return p.dates(d, from)
		}
		s := yearSpan{from, from, 1}
		if p.take("+") {
			s.to = 9999
		} else if p.take("-") {
			if s.to, ok = p.number(4); !ok || s.to < from {
				return ErrSyntax
			}
			if p.take("/") {
				if s.every, ok = p.number(2); !ok || s.every < 1 {
					return ErrSyntax
				}
			}
		}
		d.years = append(d.years, s)
		at := p.at
		if !p.take(",") || !p.year() {
			p.at = at
			return nil
		}
	}
}

// weeks reads week numbers.
func (p *parser) weeks(d *days) error {
	for {
		from, ok := p.number(2)
		if !ok || from < 1 || from > 53 {
			return ErrSyntax
		}
		s := weekSpan{from, from, 1}
		if p.take("-") {
			if s.to, ok = p.number(2); !ok || s.to < from || s.to > 53 {
				return ErrSyntax
			}
			if p.take("/") {
				if s.every, ok = p.number(2); !ok || s.every < 1 {
					return ErrSyntax
				}
			}
		}
		d.weeks = append(d.weeks, s)
		at := p.at
		if !p.take(",") {
			return nil
		}
		if p.space(); p.at == len(p.s) || p.s[p.at] < '0' || p.s[p.at] > '9' || strings.Contains(p.s[p.at:min(p.at+3, len(p.s))], ":") {
			p.at = at
			return nil
		}
	}
}

// dates reads months and days of months; year is that of the first one, 0 for every year.
func (p *parser) dates(d *days, year int) error {
	for {
		from := months[p.word()]
		if from == 0 {
			return ErrSyntax
		}
		p.at += len(p.word())
		s := dateSpan{fromYear: year, toYear: year}
		first, hasDay := p.dayOfMonth()
		if !hasDay {
			first = 0
		}
		s.from, s.to = from*100+max(first, 1), from*100+first
		if !hasDay {
			s.to = from*100 + 31
		}
		if hasDay && p.take("+") {
			s.to = 1231
		} else if p.take("-") {
			if p.year() && year > 0 {
				s.toYear, _ = p.number(4)
			}
			month := from
			if m := months[p.word()]; m > 0 {
				month = m
				p.at += len(p.word())
			} else if !hasDay {
				return ErrSyntax
			}
			last, ok := p.dayOfMonth()
			if !ok {
				if hasDay && month == from {
					return ErrSyntax
				}
				last = 31
			}
			s.to = month*100 + last
			if year > 0 && s.toYear == year && s.to < s.from {
				s.toYear++
			}
		}
		d.dates = append(d.dates, s)
		at := p.at
		if !p.take(",") {
			return nil
		}
		if year = 0; p.year() {
			year, _ = p.number(4)
		}
		if months[p.word()] == 0 {
			p.at = at
			return nil
		}
	}
}

// dayOfMonth reads a day of a month, unless it is the hour of a time.
func (p *parser) dayOfMonth() (int, bool) {
	at := p.at
	n, ok := p.number(2)
	if !ok || n < 1 || n > 31 || p.at < len(p.s) && (p.s[p.at] == ':' || p.s[p.at] == '.' || p.s[p.at] >= '0' && p.s[p.at] <= '9') && p.minutesFollow() {
		p.at = at
		return 0, false
	}
	return n, true
}

// minutesFollow tells whether what comes next makes the number before it an hour: a colon and digits.
func (p *parser) minutesFollow() bool {
	rest := p.s[p.at:]
	return len(rest) > 1 && (rest[0] >= '0' && rest[0] <= '9' || rest[1] >= '0' && rest[1] <= '9')
}

// weekdays reads days of the week and holidays.
func (p *parser) weekdays(d *days) error {
	for {
		w := p.word()
		if w == "ph" || w == "sh" {
			p.at += len(w)
			d.holidays = true
			if p.take("+") || p.take("-") {
				return ErrSyntax // days before and after holidays
			}
		} else {
			from, is := weekdays[w]
			if !is {
				return ErrSyntax
			}
			p.at += len(w)
			day := weekday{from: from, to: from}
			if p.take("-") {
				if day.to, is = weekdays[p.word()]; !is {
					return ErrSyntax
				}
				p.at += len(p.word())
			}
			if p.take("[") {
				if err := p.nth(&day); err != nil {
					return err
				}
			}
			d.weekdays = append(d.weekdays, day)
		}
		at := p.at
		// "Mo, Tu": a list. "PH Mo-Fr" needs both, which only a calendar of holidays could tell.
		if !p.take(",") {
			if _, is := weekdays[p.word()]; is && d.holidays && len(d.weekdays) == 0 {
				return ErrSyntax
			}
			return nil
		}
		if w := p.word(); w != "ph" && w != "sh" {
			if _, is := weekdays[w]; !is {
				p.at = at
				return nil
			}
		}
	}
}

// nth reads the numbers in "Mo[1,3]" and "Fr[-1]".
func (p *parser) nth(d *weekday) error {
	for {
		back := p.take("-")
		n, ok := p.number(1)
		if !ok || n < 1 || n > 5 {
			return ErrSyntax
		}
		last := n
		if !back && p.take("-") {
			if last, ok = p.number(1); !ok || last < n || last > 5 {
				return ErrSyntax
			}
		}
		for ; n <= last; n++ {
			if back {
				d.nth |= 1 << (n + 8)
			} else {
				d.nth |= 1 << n
			}
		}
		switch {
		case p.take("]"):
			return nil
		case !p.take(","):
			return ErrSyntax
		}
	}
}

// times reads the times of day of a rule.
func (p *parser) times(r *rule) error {
	for {
		at := p.at
		from, ok := p.clock()
		if !ok {
			switch p.word() {
			case "sunrise", "sunset", "dawn", "dusk":
				return ErrSyntax
			}
			if p.next("(") {
				return ErrSyntax
			}
			p.at = at
			return nil
		}
		s := span{from: from}
		switch {
		case p.take("-"):
			if s.to, ok = p.clock(); !ok {
				return ErrSyntax
			}
			if s.to <= s.from {
				s.to += day
			}
			s.openEnd = p.take("+")
			if p.take("/") {
				return ErrSyntax // points in time, such as services
			}
		case p.take("+"):
			s.to, s.openEnd = from+1, true
		default:
			return ErrSyntax // a moment, not a span
		}
		if s.to > 2*day || s.from >= day {
			return ErrSyntax
		}
		r.spans = append(r.spans, s)
		at = p.at
		if !p.take(",") {
			return nil
		}
		if p.space(); p.at == len(p.s) || p.s[p.at] < '0' || p.s[p.at] > '9' || p.year() {
			p.at = at // what follows the comma is another rule
			return nil
		}
	}
}

// clock reads a time of day in minutes: "08:30", "8.30", "8", "8:30 pm".
func (p *parser) clock() (int, bool) {
	at := p.at
	hour, ok := p.number(2)
	if !ok {
		return 0, false
	}
	minute := 0
	if p.at+2 < len(p.s) && (p.s[p.at] == ':' || p.s[p.at] == '.' || p.s[p.at] == 'h') {
		p.at++
		if minute, ok = p.number(2); !ok {
			p.at = at
			return 0, false
		}
	} else if p.at < len(p.s) && p.s[p.at] >= '0' && p.s[p.at] <= '9' { // "0830"
		if minute, ok = p.number(2); !ok {
			p.at = at
			return 0, false
		}
	}
	switch w := p.word(); w {
	case "am", "pm":
		if hour < 1 || hour > 12 {
			p.at = at
			return 0, false
		}
		hour %= 12
		if w == "pm" {
			hour += 12
		}
		p.at += len(w)
	}
	if hour > 48 || minute > 59 {
		p.at = at
		return 0, false
	}
	return hour*60 + minute, true
}
