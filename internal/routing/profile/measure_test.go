package profile

import "testing"

func TestMetres(t *testing.T) {
	for value, want := range map[string]float64{
		"3":                3,
		"3.5":              3.5,
		"3,5":              3.5,
		"3.5 m":            3.5,
		"3.5m":             3.5,
		"350 cm":           3.5,
		"0.1 km":           100,
		"14 ft":            14 * 0.3048,
		"15.5feet":         15.5 * 0.3048,
		"80 in":            80 * 0.0254,
		"8'":               8 * 0.3048,
		"13'7\"":           13*0.3048 + 7*0.0254,
		"13' 7\"":          13*0.3048 + 7*0.0254,
		"13'7''":           13*0.3048 + 7*0.0254,
		"13'7":             13*0.3048 + 7*0.0254,
		"13 ft 7 in":       13*0.3048 + 7*0.0254,
		"13ft7in":          13*0.3048 + 7*0.0254,
		"13 ft. 7 in.":     13*0.3048 + 7*0.0254,
		"13 feet 7 inches": 13*0.3048 + 7*0.0254,
	} {
		if got, ok := metres(value); !ok || !near(got, want) {
			t.Errorf("metres(%q) = %v, %v, want %v", value, got, ok, want)
		}
	}
	for _, value := range []string{"", "default", "none", "unsigned", "below_default", "no_sign", "-3", "3 parsecs", "13'x", "13'7 ft", "narrow", "'", "."} {
		if got, ok := metres(value); ok {
			t.Errorf("metres(%q) = %v, want none", value, got)
		}
	}
}

func TestTonnes(t *testing.T) {
	for value, want := range map[string]float64{
		"3.5": 3.5, "3,5": 3.5, "7.5 t": 7.5, "7.5t": 7.5, "3500 kg": 3.5, "10 st": 9.0718474, "18 tons": 18 * 0.90718474, "10000 lbs": 4.5359237,
		"10,000 lbs": 4.5359237, "3,500 kg": 3.5, "3,5 kg": 0.0035, "1 tonne": 1,
	} {
		if got, ok := tonnes(value); !ok || !near(got, want) {
			t.Errorf("tonnes(%q) = %v, %v, want %v", value, got, ok, want)
		}
	}
	for _, value := range []string{"", "none", "unsigned", "3 stone", "-1"} {
		if got, ok := tonnes(value); ok {
			t.Errorf("tonnes(%q) = %v, want none", value, got)
		}
	}
}

func FuzzMeasures(f *testing.F) {
	for _, s := range []string{"3.5 m", "13'7\"", "8'", "3500 kg", "10 st", "1,5", "''", "9999999999999999"} {
		f.Add(s)
	}
	f.Add("14 ft. 6 in.")
	f.Add("12,000 lbs")
	f.Fuzz(func(t *testing.T, s string) {
		if v, ok := metres(s); ok && !(v >= 0 && v < 1e20) {
			t.Errorf("metres(%q) = %v", s, v)
		}
		if v, ok := tonnes(s); ok && !(v >= 0 && v < 1e20) {
			t.Errorf("tonnes(%q) = %v", s, v)
		}
	})
}
