package profile

import "testing"

func TestSeconds(t *testing.T) {
	for value, want := range map[string]float64{
		"25":       25 * 60,
		"0:10":     10 * 60,
		"1:00":     3600,
		"02:15":    2*3600 + 15*60,
		"24:00":    24 * 3600,
		"96:00":    96 * 3600,
		"00:01:00": 60,
		"01:02:03": 3723,
		"PT1H30M":  5400,
		"pt1h30m":  5400,
		"PT20M":    1200,
		"PT90S":    90,
		"PT1.5H":   5400,
		"PT1,5H":   5400,
		"P5D":      5 * 86400,
		"P1DT2H":   86400 + 7200,
		"P1W":      7 * 86400,
		// Not durations.
		"":           0,
		"0":          0,
		"0:00":       0,
		"1:60":       0,
		"1:00:60":    0,
		"-5":         0,
		"5 min":      0,
		"1:2:3:4":    0,
		":30":        0,
		"1:":         0,
		"P":          0,
		"PT":         0,
		"P1Y":        0,
		"P1M":        0,
		"PT1M1H":     0,
		"PT1H1H":     0,
		"P1DT":       0,
		"PTT1H":      0,
		"PT1":        0,
		"PTH":        0,
		"PT1..5H":    0,
		"P99W":       0,
		"9999999":    0,
		"1h30":       0,
		"P1DT2H3M4S": 86400 + 2*3600 + 3*60 + 4,
	} {
		if got := seconds(value); got != want {
			t.Errorf("seconds(%q) = %v, want %v", value, got, want)
		}
	}
}

func FuzzSeconds(f *testing.F) {
	for _, s := range []string{"25", "1:00", "00:01:00", "PT1H30M", "P1DT2H", "P5D", "PTT", "P1T1", "1:2:3:4", "99999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := seconds(s); !(got >= 0 && got <= maxDuration) {
			t.Errorf("seconds(%q) = %v", s, got)
		}
	})
}
