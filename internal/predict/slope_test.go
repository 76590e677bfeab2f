package predict

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// shaped is ground of a made-up form around a point: the height in metres at so many metres east and north.
type shaped struct {
	at     orb.Point
	height func(x, y float64) float64 // NaN where it is not known
}

func (l shaped) At(p orb.Point) (float64, bool) {
	h := l.height(geo.NewRuler(l.at).XY(p))
	return h, !math.IsNaN(h)
}

func plane(east, north float64) func(x, y float64) float64 {
	return func(x, y float64) float64 { return 500 + east*x + north*y }
}

func cone(height, radius float64) func(x, y float64) float64 {
	return func(x, y float64) float64 { return height * max(0, 1-math.Hypot(x, y)/radius) }
}

// TestTobler compares the factors of slopes with speeds of Tobler's function that were worked out by hand.
func TestTobler(t *testing.T) {
	f, err := loadFigures()
	if err != nil {
		t.Fatal(err)
	}
	g := f.Slope.grades()
	flat := 5.0367 // km/h
	for slope, speed := range map[float64]float64{0: flat, -0.05: 6, 0.10: 3.5493, -0.15: 4.2281, 0.5: 0.8752, -0.5: 1.2420, 1: 0.1521, 3: 0.1521, -3: 0.2158} {
		got := float64(g.of(float32(slope*20), 20))
		if want := flat / speed; math.Abs(got/want-1) > 0.01 {
			t.Errorf("slope %g: a metre counts as %.4f, want %.4f", slope, got, want)
		}
	}
	if got := g.of(float32(math.NaN()), 15); got != 1 {
		t.Errorf("where heights are not known a metre counts as %g", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		rise, length := rapid.Float32().Draw(t, "rise"), rapid.Float32Range(1, 500).Draw(t, "length")
		got := float64(g.of(rise, length))
		want := f.Slope.factor(max(-1, min(1, float64(rise)/float64(length))))
		if math.Abs(got/want-1) > 0.01 {
			t.Fatalf("rise %g over %g: %g, want %g", rise, length, got, want)
		}
	})
}

// walkOver measures walks from rodney over bare land.
func walkOver(t *testing.T, height func(x, y float64) float64, features ...places.Feature) func(x, y float64) float64 {
	t.Helper()
	m := fakeModel(t, &fakeSource{features: features}).WithHeights(shaped{rodney, height}).With(Slope)
	req := circle("hiker", rodney, 1500)
	_, s := prepare(t, m, &req)
	g, err := s.walk(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return func(x, y float64) float64 { return g.distance(vec{x, y}) }
}

// TestSlopes checks walks over ground of known form: up, down and along a plane, and over a ridge with and without a
// path.
func TestSlopes(t *testing.T) {
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got/want-1) > 0.03 {
			t.Errorf("%s: %.0f m, want %.0f", what, got, want)
		}
	}
	const open = 1.3 // a metre over open ground
	tilted := walkOver(t, plane(0.2, 0))
	near("up", tilted(1200, 0), 1200*open*math.Exp(3.5*0.2))
	near("down", tilted(-1200, 0), 1200*open*math.Exp(3.5*0.1))
	near("along", tilted(0, 1200), 1200*open)
	unknown := walkOver(t, func(x, _ float64) float64 {
		if x > 0 {
			return math.NaN()
		}
		return 0.2 * x
	})
	near("over unknown heights", unknown(1200, 0), 1200*open)

	// A ridge of 50 m, 400 m wide, from south to north: not so steep that it pays to zigzag.
	ridge := func(x, _ float64) float64 { return 50 * max(0, 1-math.Abs(x-600)/200) }
	r := geo.NewRuler(rodney)
	path := places.Feature{Class: places.Linear, Kind: "highway=path", Line: orb.LineString{r.Point(0, 0), r.Point(1400, 0)}}
	over := 1200*open - 400*open + 200*open*(math.Exp(3.5*0.25)+math.Exp(3.5*0.15))
	near("over a ridge", walkOver(t, ridge)(1200, 0), over)
	near("over a ridge by a path", walkOver(t, ridge, path)(1200, 0), 1200)
}

// TestCliffs checks that cliffs are walked around, or over by a path.
func TestCliffs(t *testing.T) {
	r := geo.NewRuler(rodney)
	cliff := places.Feature{Class: places.Spot, Kind: "natural=cliff", Line: orb.LineString{r.Point(300, -600), r.Point(300, 600)}}
	path := places.Feature{Class: places.Linear, Kind: "highway=path", Line: orb.LineString{r.Point(0, 0), r.Point(600, 0)}}
	flat := plane(0, 0)
	if got, straight := walkOver(t, flat, cliff)(600, 0), walkOver(t, flat)(600, 0); got < 2*straight {
		t.Errorf("around a cliff it is %.0f m, straight %.0f", got, straight)
	}
	if got := walkOver(t, flat, cliff, path)(600, 0); math.Abs(got-600) > 30 {
		t.Errorf("by a path over a cliff it is %.0f m", got)
	}
}

// TestRelief checks the mountain share and what is said of it.
func TestRelief(t *testing.T) {
	flat := fakeModel(t, river())
	req := circle("hiker", rodney, 2000)
	for name, test := range map[string]struct {
		height        func(x, y float64) float64
		mountain      float64
		relief, known float64
		words, note   string
	}{
		"plain":    {height: plane(0, 0), words: "temperate flat", known: 1, note: "differ by 0 m: the land counts as mountain to 0 %"},
		"rise":     {height: plane(0.01, 0), relief: 100, words: "temperate flat", known: 1, note: "differ by 100 m: the land counts as mountain to 0 %"},
		"hill":     {height: cone(300, 4000), relief: 300, mountain: 0.5, words: "temperate mountain, 50 % mountain", known: 1, note: "differ by 300 m: the land counts as mountain to 50 %"},
		"mountain": {height: cone(1500, 6000), relief: 1250, mountain: 1, words: "temperate mountain", known: 1, note: "counts as mountain to 100 %"},
		"edge": {height: func(x, _ float64) float64 {
			if x > -1500 {
				return math.NaN()
			}
			return x / 5
		}, relief: 680, mountain: 1, known: 0.31, words: "temperate mountain", note: "known for only 31 % of the land within"},
		"beyond": {height: func(float64, float64) float64 { return math.NaN() }, words: "temperate flat", note: "No heights are known within 5.0 km: the land is taken as flat"},
	} {
		m := flat.WithHeights(shaped{rodney, test.height})
		task, err := m.check(&req)
		if err != nil {
			t.Fatal(err)
		}
		e := m.environmentAt(task)
		if math.Abs(e.mountain-test.mountain) > 0.02 || math.Abs(e.relief.metres-test.relief) > max(1, 0.01*test.relief) || math.Abs(e.relief.known-test.known) > 0.01 {
			t.Errorf("%s: %+v", name, e)
		}
		s, err := m.Predict(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(s.Environment, test.words) || !strings.Contains(strings.Join(s.Notes, "\n"), test.note) {
			t.Errorf("%s: %q, %q", name, s.Environment, s.Notes)
		}
		// The rings lie between those of flat land and of mountains, and are exact.
		want := math.Exp(math.Log(1800)*(1-e.mountain) + math.Log(3100)*e.mountain)
		if got := s.Rings[1].Radius; math.Abs(got-want) > 1e-6*want && e.urban == 0 {
			t.Errorf("%s: half within %.1f m, want %.1f", name, got, want)
		}
	}
	// Relief only ever grows with the ground, and its share with it.
	f := &flat.figures.Relief
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(0, 5000).Draw(t, "a")
		b := rapid.Float64Range(a, 5000).Draw(t, "b")
		if x, y := f.share(a), f.share(b); x > y || x < 0 || y > 1 {
			t.Fatalf("%g m: %g, %g m: %g", a, x, b, y)
		}
	})
}

// TestFlatHeights checks that heights of land that is level change nothing but the note.
func TestFlatHeights(t *testing.T) {
	m := delaware(t)
	req := circle("dementia_alzheimers", sites["Newark"], 1500)
	req.LastSeen = ptr(when.Add(-3600e9))
	want, err := m.Predict(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.WithHeights(shaped{rodney, plane(0, 0)}).With(Slope).Predict(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Cells) != len(want.Cells) || got.MassInside != want.MassInside || got.Environment != want.Environment {
		t.Fatalf("%d cells, %g inside, %s", len(got.Cells), got.MassInside, got.Environment)
	}
	for i, c := range got.Cells {
		if w := want.Cells[i]; c.Hex != w.Hex || c.Probability != w.Probability {
			t.Fatalf("cell %d: %+v, want %+v", i, c, w)
		}
	}
}
