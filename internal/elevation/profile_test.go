package elevation

import (
	"math"
	"slices"
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// ground returns a source of a degree at 3 arc seconds around 10° E, 45° N whose heights are those of a
// function of the metres east and north of the middle.
func ground(t testing.TB, height func(x, y float64) float64) *Source {
	t.Helper()
	r := Raster{West: 9.5, North: 45.5, PerLon: 1200, PerLat: 1200, Columns: 1201, Rows: 1201}
	for row := range r.Rows {
		for col := range r.Columns {
			r.Heights = append(r.Heights, float32(math.Round(10*height((float64(col)-600)/1200*kx, (600-float64(row))/1200*ky))/10))
		}
	}
	s, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// metres in a degree of longitude and latitude there.
const kx, ky = 78_626, 111_195

// east is a line of points at the given metres east of the middle.
func east(xs ...float64) orb.LineString {
	var line orb.LineString
	for _, x := range xs {
		line = append(line, orb.Point{10 + x/kx, 45})
	}
	return line
}

func near(got, want, by float64) bool { return math.Abs(got-want) <= by }

func TestEvenSlope(t *testing.T) {
	s := ground(t, func(x, y float64) float64 { return 1000 + 0.06*x })
	p := s.Along(east(-5000, 0, 5000), nil)
	got := p.Terrain()
	if !near(got.Ascent, 600, 2) || got.Descent != 0 || !near(got.Lowest, 700, 1) || !near(got.Highest, 1300, 1) ||
		!near(got.MeanGrade, 6, 0.1) || !near(got.SteepestGrade, 6, 0.3) || got.Difficulty != Mountainous || p.Known() != 1 {
		t.Errorf("%+v", got)
	}
	samples := p.Samples(3000)
	if len(samples) != 5 || samples[3].Distance != 9000 || !near(samples[3].Height, 1240, 2) || !near(samples[4].Distance, 10_000, 30) {
		t.Errorf("%v", samples)
	}
	line := east(-5000, 5000)
	slices.Reverse(line)
	if back := s.Along(line, nil).Terrain(); !near(back.Descent, got.Ascent, 1) || back.Ascent != 0 || back.Difficulty != Mountainous {
		t.Errorf("back: %+v", back)
	}
}

// A tunnel through a ridge, a bridge over a gorge and a ferry do not follow the ground.
func TestAloft(t *testing.T) {
	s := ground(t, func(x, y float64) float64 {
		switch d := math.Abs(x); {
		case d < 1000:
			return 500 + 0.4*(1000-d) // a ridge
		case x > 3000 && x < 3400:
			return 300 // a gorge
		}
		return 500
	})
	line := east(-4000, -1000, 1000, 3000, 3400, 5000)
	ridge := s.Along(line, nil).Terrain()
	if ridge.Ascent < 500 || ridge.Descent < 500 || ridge.Difficulty != Mountainous {
		t.Errorf("over the ridge: %+v", ridge)
	}
	level := s.Along(line, [][2]int{{1, 2}, {3, 4}}).Terrain()
	if level.Ascent > 0 || level.Descent > 0 || level.SteepestGrade > 1 || level.Difficulty != Flat || !near(level.Highest, 500, 3) {
		t.Errorf("through and over: %+v", level)
	}
	// Lines that begin or end within, or lie within as a whole.
	for name, tc := range map[string]struct {
		line  orb.LineString
		aloft [][2]int
	}{
		"begins in a tunnel": {east(0, 1000, 2000), [][2]int{{0, 1}}},
		"ends in a tunnel":   {east(-2000, -1000, 0), [][2]int{{1, 2}}},
	} {
		if got := s.Along(tc.line, tc.aloft).Terrain(); got.Ascent+got.Descent > 0 || !near(got.Highest, 500, 3) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := s.Along(east(-2000, 2000), [][2]int{{0, 1}}).Terrain(); got.Ascent > 0 || got.Highest > 501 {
		t.Errorf("a tunnel alone: %+v", got)
	}
	// Indexes that are none of the line's are passed over.
	if got := s.Along(east(-2000, 2000), [][2]int{{-1, 1}, {0, 9}, {1, 1}, {1, 0}}).Terrain(); !near(got.Highest, 900, 60) {
		t.Errorf("odd indexes: %+v", got)
	}
}

// A railway trail along a slope with noise of some metres neither climbs nor falls.
func TestNoiseIsNoClimb(t *testing.T) {
	noise := func(x, y float64) float64 { return 2 * math.Sin(x/37+y/53) * math.Cos(x/71) }
	s := ground(t, func(x, y float64) float64 { return 800 + 0.3*y + noise(x, y) })
	var line orb.LineString
	for x := -20_000.0; x <= 20_000; x += 150 {
		line = append(line, orb.Point{10 + x/kx, 45 + 3*math.Sin(x/300)/ky})
	}
	got := s.Along(line, nil).Terrain()
	if got.Ascent > 0 || got.Descent > 0 || got.Difficulty != Flat {
		t.Errorf("%+v", got)
	}
}

func TestUnknownHeights(t *testing.T) {
	s := ground(t, func(x, y float64) float64 {
		if x > 0 && x < 3000 || x > 9000 {
			return math.NaN()
		}
		return 400 + max(0, min(x-0, 3000))/30
	})
	p := s.Along(east(-5000, 5000), nil)
	if got := p.Terrain(); !near(p.Known(), 0.7, 0.02) || !near(got.Ascent, 100, 3) || !near(got.SteepestGrade, 3.3, 0.5) {
		t.Errorf("%g, %+v", p.Known(), got)
	}
	if p := s.Along(east(9500, 12_000), nil); p != nil {
		t.Errorf("nothing is known there: %+v", p.Terrain())
	}
	if p := (*Source)(nil).Along(east(0, 1), nil); p != nil {
		t.Error("no source")
	}
	if p := s.Along(east(-100), nil); p != nil {
		t.Error("no line")
	}
	// A line without length.
	p = s.Along(east(-100, -100), nil)
	if got := p.Terrain(); got.Difficulty != Flat || got.Highest != 400 || got.MeanGrade != 0 || got.SteepestGrade != 0 || len(p.Samples(10)) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestAcrossTheAntimeridian(t *testing.T) {
	r := Raster{West: 179, North: 1, PerLon: 100, PerLat: 100, Columns: 201, Rows: 201}
	for range r.Rows {
		for col := range r.Columns {
			r.Heights = append(r.Heights, float32(col))
		}
	}
	s, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	got := s.Along(orb.LineString{{179.5, 0}, {-179.5, 0}}, nil)
	if terrain := got.Terrain(); got.Known() != 1 || !near(terrain.Ascent, 100, 1) || terrain.Descent != 0 {
		t.Errorf("%+v", terrain)
	}
}

// swingsPlainly drops the smallest swing below the limit until there is none.
func swingsPlainly(heights []float64, limit float64) (up, down float64) {
	turns := slices.Clone(heights)
	for {
		// Only the turning points.
		for i := 1; i < len(turns)-1; {
			if a, b, c := turns[i-1], turns[i], turns[i+1]; (b-a)*(c-b) >= 0 {
				turns = slices.Delete(turns, i, i+1)
			} else {
				i++
			}
		}
		least := -1
		for i := 1; i < len(turns); i++ {
			if d := math.Abs(turns[i] - turns[i-1]); d < limit && (least < 0 || d < math.Abs(turns[least]-turns[least-1])) {
				least = i
			}
		}
		switch {
		case least < 0:
			for i := 1; i < len(turns); i++ {
				up, down = up+max(0, turns[i]-turns[i-1]), down+max(0, turns[i-1]-turns[i])
			}
			return up, down
		case least == 1:
			turns = turns[1:]
		case least == len(turns)-1:
			turns = turns[:least]
		default:
			turns = slices.Delete(turns, least-1, least+1)
		}
	}
}

func TestSwings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		heights := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 30), func(n int) float64 { return float64(n) }), 1, 40).Draw(t, "heights")
		limit := float64(rapid.IntRange(1, 12).Draw(t, "limit"))
		up, down := swings(heights, limit)
		if wantUp, wantDown := swingsPlainly(heights, limit); up != wantUp || down != wantDown {
			t.Fatalf("%v: up %g, down %g; want %g, %g", heights, up, down, wantUp, wantDown)
		}
		back := slices.Clone(heights)
		slices.Reverse(back)
		if backUp, backDown := swings(back, limit); backUp != down || backDown != up {
			t.Fatalf("%v: up %g, down %g, but back %g, %g", heights, up, down, backUp, backDown)
		}
	})
}

func TestDifficulty(t *testing.T) {
	for _, tc := range []struct {
		climb, length float64 // one even climb over a length
		want          Difficulty
	}{
		{0, 10_000, Flat},
		{40, 10_000, Flat},
		{60, 10_000, Rolling},
		{200, 10_000, Hilly},
		{400, 10_000, Mountainous},
	} {
		s := ground(t, func(x, y float64) float64 { return 100 + tc.climb*(x+tc.length/2)/tc.length })
		if got := s.Along(east(-tc.length/2, tc.length/2), nil).Terrain(); got.Difficulty != tc.want {
			t.Errorf("%g m in %g m: %+v", tc.climb, tc.length, got)
		}
	}
	// A steep ramp on a flat way.
	for _, tc := range []struct {
		grade float64
		want  Difficulty
	}{{0.03, Flat}, {0.08, Rolling}, {0.3, Hilly}} {
		s := ground(t, func(x, y float64) float64 { return 100 + tc.grade*max(0, min(x, 300)) })
		if got := s.Along(east(-18_000, 18_000), nil).Terrain(); got.Difficulty != tc.want {
			t.Errorf("a ramp of %g: %+v", tc.grade, got)
		}
	}
}

func BenchmarkAlong(b *testing.B) {
	s := ground(b, func(x, y float64) float64 { return 500 + 200*math.Sin(x/3000) })
	var xs []float64
	for x := -10_000.0; x <= 10_000; x += 50 {
		xs = append(xs, x)
	}
	line := east(xs...)
	b.ReportAllocs()
	for b.Loop() {
		s.Along(line, [][2]int{{10, 20}}).Terrain()
	}
}
