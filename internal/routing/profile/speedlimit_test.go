package profile

import (
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestSpeedLimit(t *testing.T) {
	for value, want := range map[string]float64{
		"50":               50,
		" 50 ":             50,
		"50 km/h":          50,
		"50kmh":            50,
		"7.5":              7.5,
		"30 mph":           30 * 1.609344,
		"30mph":            30 * 1.609344,
		"5 knots":          5 * 1.852,
		"1unknown":         1,
		"walk":             7,
		"DE:walk":          7,
		"none":             140,
		"DE:motorway":      140,
		"DE:urban":         50,
		"de:rural":         100,
		"DE:zone:30":       30,
		"DE:zone30":        30,
		"zone:30":          30,
		"FR:zone20":        20,
		"GB:zone20mph":     20 * 1.609344,
		"DE:30":            30,
		"DE:living_street": 7,
		"CH:motorway":      120,
		"RU:urban":         60,
		"XX:rural":         90,
		"gb:nsl_single":    60 * 1.609344,
		"GB:nsl_dual":      70 * 1.609344,
		"BE-VLG:rural":     70,
		"100; 80":          80,
		"80|60|none":       60,
		"50;variable":      50,
		// No fixed limit.
		"":                  0,
		"0":                 0,
		"0.01":              0,
		"signals":           0,
		"variable":          0,
		"implicit":          0,
		"unknown":           0,
		"DE:nonsense":       0,
		"urban":             0,
		"-30":               0,
		"1000":              0,
		"30 @ (22:00-6:00)": 0,
		"NaN":               0,
		"Inf":               0,
		"1e3":               1, // digits up to the first other character
	} {
		if got := speedLimit(value); !near(got, want) {
			t.Errorf("speedLimit(%q) = %v, want %v", value, got, want)
		}
	}
}

func TestCarSpeed(t *testing.T) {
	for _, c := range []struct {
		tags              string
		forward, backward float64
	}{
		{"highway=motorway, oneway=no", 90, 90},
		{"highway=trunk_link", 40, 40},
		{"highway=residential", 25, 25},
		{"highway=footway, motorcar=yes", 10, 10},
		// Four fifths of what is signposted, up and down.
		{"highway=primary, maxspeed=60", 48, 48},
		{"highway=residential, maxspeed=90", 72, 72},
		{"highway=living_street, maxspeed=walk", 5.6, 5.6},
		{"highway=motorway, oneway=no, maxspeed=none", 112, 112},
		{"highway=primary, maxspeed=signals", 65, 65},
		{"highway=primary, maxspeed:forward=30", 24, 65},
		{"highway=primary, maxspeed=50, maxspeed:backward=30", 40, 24},
		{"highway=primary, maxspeed:backward=30, maxspeed=50", 40, 24},
		{"highway=primary, maxspeed=90, maxspeed:advisory=45", 36, 36},
		{"highway=primary, maxspeed:forward=90, maxspeed:advisory:forward=45", 36, 65},
		{"highway=primary, source:maxspeed=FR:urban", 40, 40},
		{"highway=primary, maxspeed=70, source:maxspeed=FR:urban", 56, 56},
		{"highway=primary, maxspeed=variable, maxspeed:type=DE:rural", 80, 80},
		{"highway=residential, zone:maxspeed=DE:30", 24, 24},
		{"highway=residential, zone:traffic=RU:urban", 48, 48},
		{"highway=primary, maxspeed:lanes=60|80, maxspeed:hgv=30, maxspeed:conditional=30 @ wet", 65, 65},
		// Bad roads slow down, whatever is allowed.
		{"highway=primary, surface=asphalt", 65, 65},
		{"highway=primary, surface=gravel", 40, 40},
		{"highway=primary, surface=gravel, maxspeed=100", 40, 40},
		{"highway=primary, surface=mud, maxspeed:forward=100", 10, 10},
		{"highway=primary, tracktype=grade4", 25, 25},
		{"highway=primary, smoothness=very_horrible", 5, 5},
		{"highway=primary, surface=gravel, tracktype=grade5, smoothness=bad", 20, 20},
		{"highway=service, surface=paving_stones", 15, 15},
		{"highway=primary, bridge=movable", 65, 65},
	} {
		w := car.Way(tagsOf(c.tags), Context{})
		if !near(w.Forward.SpeedKPH, c.forward) || !near(w.Backward.SpeedKPH, c.backward) {
			t.Errorf("%s: got %v and %v km/h, want %v and %v", c.tags, w.Forward.SpeedKPH, w.Backward.SpeedKPH, c.forward, c.backward)
		}
	}
}

func TestBicycleSpeed(t *testing.T) {
	for _, c := range []struct {
		tags              string
		forward, backward float64
	}{
		{"highway=cycleway", 15, 15},
		{"highway=track", 12, 12},
		{"highway=residential, maxspeed=10", 10, 10},
		{"highway=residential, maxspeed=50", 15, 15},
		{"highway=residential, maxspeed=DE:urban", 15, 15},
		{"highway=primary, maxspeed:backward=10", 15, 10},
		{"highway=cycleway, surface=gravel", 6, 6},
		{"highway=cycleway, surface=asphalt, smoothness=bad", 10, 10},
		{"highway=footway", 4, 4},
		{"highway=footway, surface=sand", 4, 4}, // pushed: the walker sets the pace
		{"highway=steps", 2, 2},
		{"highway=residential, oneway=yes", 15, 4},
		{"railway=train, bicycle=yes", 10, 10},
	} {
		w := bicycle{}.Way(tagsOf(c.tags), Context{})
		if !near(w.Forward.SpeedKPH, c.forward) || !near(w.Backward.SpeedKPH, c.backward) {
			t.Errorf("%s: got %v and %v km/h, want %v and %v", c.tags, w.Forward.SpeedKPH, w.Backward.SpeedKPH, c.forward, c.backward)
		}
	}
}

func TestFootSpeed(t *testing.T) {
	for tags, want := range map[string]float64{
		"highway=residential, maxspeed=1":       5,
		"highway=footway, surface=gravel":       3.75,
		"highway=footway, surface=mud":          2.5,
		"highway=steps":                         3,
		"highway=steps, conveying=yes":          5,
		"highway=path, sac_scale=hiking":        5,
		"highway=path, sac_scale=alpine_hiking": 2,
	} {
		if got := (foot{}).Way(tagsOf(tags), Context{}).Forward.SpeedKPH; !near(got, want) {
			t.Errorf("%s: got %v km/h, want %v", tags, got, want)
		}
	}
}

func FuzzSpeedLimit(f *testing.F) {
	for _, s := range []string{"50", "30 mph", "DE:zone:30", "100;80", "none", "gb:nsl_single", "5 knots", "zone", ":", "1.2.3", "99999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if kph := speedLimit(s); !(kph == 0 || kph >= minKPH && kph <= maxKPH) {
			t.Errorf("speedLimit(%q) = %v", s, kph)
		}
	})
}
