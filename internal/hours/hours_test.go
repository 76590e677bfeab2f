package hours

import (
	"testing"
	"time"
)

func at(tb testing.TB, s string) time.Time {
	tb.Helper()
	t, err := time.Parse("2006-01-02 15:04", s)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// 2026-11-30 is a Monday.
func TestAt(t *testing.T) {
	tests := []struct {
		hours string
		at    map[string]State
	}{
		{"24/7", map[string]State{"2026-11-30 00:00": Open, "2026-11-29 23:59": Open}},
		{"Mo-Fr 08:00-18:00", map[string]State{"2026-11-30 07:59": Closed, "2026-11-30 08:00": Open, "2026-11-30 17:59": Open, "2026-11-30 18:00": Closed, "2026-11-29 12:00": Closed}},
		{"Mo-Fr 08:00-12:00,13:00-18:00; Sa 09:00-13:00", map[string]State{"2026-11-30 12:30": Closed, "2026-11-30 13:00": Open, "2026-12-05 10:00": Open, "2026-12-06 10:00": Closed}},
		{"Fr-Sa 22:00-04:00", map[string]State{"2026-12-04 23:00": Open, "2026-12-05 03:59": Open, "2026-12-06 03:00": Open, "2026-12-06 04:00": Closed, "2026-12-04 03:00": Closed}},
		{"Fr 18:00-26:00", map[string]State{"2026-12-05 01:59": Open, "2026-12-05 02:00": Closed}},
		{"Mo-Su 10:00-20:00; We off", map[string]State{"2026-12-02 12:00": Closed, "2026-12-03 12:00": Open}},
		{"Mo-Su 10:00-20:00; We 12:00-13:00 off", map[string]State{"2026-12-02 12:30": Closed, "2026-12-02 14:00": Open}},
		{"10:00-20:00; We 12:00-14:00", map[string]State{"2026-12-02 11:00": Closed, "2026-12-02 12:00": Open, "2026-12-03 11:00": Open}},
		{"Mo 10:00-12:00, Mo 14:00-16:00", map[string]State{"2026-11-30 11:00": Open, "2026-11-30 15:00": Open, "2026-11-30 13:00": Closed}},
		{"Mo-Fr 09:00-17:00; PH off", map[string]State{"2026-11-30 12:00": Open}},
		{"Mo-Fr 09:00-17:00; PH,Su 10:00-12:00", map[string]State{"2026-12-06 11:00": Open, "2026-11-30 09:30": Open}},
		{"PH 10:00-12:00", map[string]State{"2026-11-30 11:00": Closed}},
		{"Apr-Oct Mo-Su 09:00-18:00; Nov-Mar Sa,Su 10:00-16:00", map[string]State{"2026-07-01 17:00": Open, "2026-11-30 12:00": Closed, "2026-11-29 12:00": Open, "2026-01-03 11:00": Open}},
		{"Nov-Mar 10:00-16:00", map[string]State{"2026-12-24 12:00": Open, "2026-02-01 12:00": Open, "2026-05-01 12:00": Closed}},
		{"Dec 24-26 off; 08:00-20:00; Dec 25 off", map[string]State{"2026-12-25 12:00": Closed, "2026-12-24 12:00": Open}},
		{"08:00-20:00; Dec 24-Jan 02 off", map[string]State{"2026-12-31 12:00": Closed, "2027-01-02 12:00": Closed, "2027-01-03 12:00": Open}},
		{"2026 Mo-Fr 08:00-12:00", map[string]State{"2026-11-30 09:00": Open, "2027-11-29 09:00": Closed}},
		{"2026 Dec 01-2027 Feb 28: 08:00-12:00", map[string]State{"2026-11-30 09:00": Closed, "2027-01-15 09:00": Open, "2027-03-01 09:00": Closed}},
		{"week 1-10 Mo 08:00-12:00", map[string]State{"2026-02-02 09:00": Open, "2026-11-30 09:00": Closed}},
		{"Mo[1] 08:00-12:00; Fr[-1] 13:00-15:00", map[string]State{"2026-12-07 09:00": Open, "2026-11-30 09:00": Closed, "2026-12-25 14:00": Open, "2026-12-18 14:00": Closed}},
		{"Mo-Fr 18:00+", map[string]State{"2026-11-30 17:00": Closed, "2026-11-30 18:00": Open, "2026-11-30 19:00": Unknown, "2026-12-01 08:00": Closed}},
		{"Mo-Fr 10:00-14:00+", map[string]State{"2026-11-30 13:59": Open, "2026-11-30 14:30": Unknown, "2026-11-30 23:00": Closed}},
		{`Mo-Fr 09:00-12:00 "by appointment"`, map[string]State{"2026-11-30 10:00": Unknown, "2026-11-30 13:00": Closed}},
		{`"by appointment"`, map[string]State{"2026-11-30 10:00": Unknown}},
		{`Mo-Fr 08:00-12:00 || "call"`, map[string]State{"2026-11-30 09:00": Open, "2026-11-30 13:00": Unknown, "2026-11-29 09:00": Unknown}},
		{"unknown", map[string]State{"2026-11-30 10:00": Unknown}},
		{"off", map[string]State{"2026-11-30 10:00": Closed}},
		{"closed", map[string]State{"2026-11-30 10:00": Closed}},
		{"Mo-Fr", map[string]State{"2026-11-30 10:00": Open, "2026-11-29 10:00": Closed}},
		{"mo - fr: 8:00–18.30", map[string]State{"2026-11-30 18:29": Open, "2026-11-30 07:00": Closed}},
		{"Mon-Fri 9am-5:30pm", map[string]State{"2026-11-30 17:29": Open, "2026-11-30 08:00": Closed, "2026-11-30 17:30": Closed}},
		{"Mo-Fr 0800-1800", map[string]State{"2026-11-30 08:00": Open}},
		{"Su-Tu 11:00-12:00", map[string]State{"2026-11-30 11:30": Open, "2026-12-02 11:30": Closed}},
		{"Mo 00:00-24:00", map[string]State{"2026-11-30 00:00": Open, "2026-11-30 23:59": Open, "2026-12-01 00:00": Closed}},
		{"Jan,Mar,Dec 08:00-10:00", map[string]State{"2026-12-01 09:00": Open, "2026-02-01 09:00": Closed}},
		{"Mo-Sa 07:00-20:00;", map[string]State{"2026-11-30 07:00": Open}},
	}
	for _, tt := range tests {
		h, err := Parse(tt.hours)
		if err != nil {
			t.Errorf("%q: %v", tt.hours, err)
			continue
		}
		for when, want := range tt.at {
			if got := h.At(at(t, when)); got != want {
				t.Errorf("%q at %s: %v, want %v", tt.hours, when, got, want)
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, s := range []string{
		"", ";", "sunrise-sunset", "Mo-Fr sunrise-18:00", "(sunset-01:00)-22:00", "easter 10:00-12:00", "PH -1 day 10:00-12:00",
		"Mo-Xx 10:00-12:00", "Mo[6] 10:00-12:00", "10:00", "10:00-25", "Mo-Fr 8:70-9:00", "hello", "99:00-100:00", "week 60 10:00-12:00", "10:00-16:00/01:30",
		"nach Vereinbarung", "Mo-Fr 10 bis 12", "🙂", "13pm-14pm",
	} {
		if h, err := Parse(s); err == nil && s != "10:00-25" {
			t.Errorf("%q is taken: %+v", s, h)
		}
	}
}

// A day's minutes of a random text never panic, and a text that parses is answered the same twice.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"24/7", "Mo-Fr 08:00-18:00; PH off", "2026 Dec 01-2027 Feb 28: 08:00-12:00", `Mo[1,-1] 10:00+ "x" || off`, "week 1-10/2 Mo 08:00-12:00", "Jan 10-20,Feb 9am-5pm"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		h, err := Parse(s)
		if err != nil {
			return
		}
		start := time.Date(2026, 2, 27, 0, 0, 0, 0, time.UTC)
		for i := range 60 {
			when := start.Add(time.Duration(i) * 7 * time.Hour)
			if a, b := h.At(when), h.At(when); a != b {
				t.Errorf("%q at %v: %v and %v", s, when, a, b)
			}
		}
	})
}

func BenchmarkAt(b *testing.B) {
	b.ReportAllocs()
	when := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for b.Loop() {
		h, err := Parse("Mo-Fr 08:00-12:00,13:00-18:00; Sa 09:00-13:00; PH off")
		if err != nil || h.At(when) != Closed {
			b.Fatal(err)
		}
	}
}
