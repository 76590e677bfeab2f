package eval

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/paulmach/orb"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, want %v within %v", what, got, want, within)
	}
}

// TestCurve checks that the curve goes through its quantiles and that its density integrates to it.
func TestCurve(t *testing.T) {
	c := newPublished([4]float64{300, 1100, 3200, 12_600})
	for i, m := range []float64{50, 300, 1100, 3200, 12_600} {
		near(t, "share", c.share(m), shares[i], 1e-9)
		near(t, "radius", c.radius(shares[i]), m, 0.01)
	}
	var sum float64
	for r := 0.5; r < 3200; r++ {
		sum += c.density(r) * 2 * math.Pi * r
	}
	near(t, "integral", sum, 0.75, 1e-3)
}

// TestScore scores a map of four cells that is not symmetric.
func TestScore(t *testing.T) {
	g := &grid{area: []float64{1e6, 2e6, 1e6, 1e6}, total: 5e6}
	m := newMap(g, []float64{0.1, 0.4, 0.3, 0}) // densities 0.1, 0.2, 0.3, 0 per km²
	for i, want := range []Score{
		{Log: math.Log(0.1), R: (0.5 - 3.5/5) / 0.5, Hit50: 1, PIT: 0.75/0.8 - 0.0},
		{Log: math.Log(0.2), R: (0.5 - 2.0/5) / 0.5, Hit50: 1, PIT: (0.3 + 0.2) / 0.8},
		{Log: math.Log(0.3), R: (0.5 - 0.5/5) / 0.5, Hit50: 1, Hit20: 1, PIT: 0.15 / 0.8},
		{Log: math.Log(leastDensity), R: (0.5 - 4.5/5) / 0.5, Hit50: 1, PIT: 1},
	} {
		got := m.score(i, 0.5)
		near(t, "log score", got.Log, want.Log, 1e-12)
		near(t, "R", got.R, want.R, 1e-12)
		near(t, "PIT", got.PIT, want.PIT, 1e-12)
		if got.Hit50 != want.Hit50 || got.Hit20 != want.Hit20 {
			t.Errorf("cell %d: got %+v, want %+v", i, got, want)
		}
	}
}

// TestKolmogorov tells even scores from uneven ones.
func TestKolmogorov(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, tc := range map[string]struct {
		power float64
		even  bool
	}{"even": {1, true}, "too sure": {0.7, false}, "too shy": {1.5, false}} {
		p := Place{}
		var scores []Score
		for range 1000 {
			p.Finds = append(p.Finds, Find{Weight: 1})
			scores = append(scores, Score{PIT: math.Pow(rng.Float64(), tc.power)})
		}
		p.Scores = [][]Score{scores}
		rep := Report{Names: []string{"map"}, Places: []Place{p}}
		if d, prob := rep.Kolmogorov("map"); (prob > 0.01) != tc.even {
			t.Errorf("%s: difference %v, probability %v", name, d, prob)
		}
	}
}

// plain is bare land with a river to the east of the origin and a bridge over it.
type plain struct{}

func (plain) AtSea(orb.Point) bool { return false }
func (plain) Search(_ geo.Box, visit func(*places.Feature) bool) {
	r := geo.NewRuler(orb.Point{10, 50})
	visit(&places.Feature{Class: places.Water, Kind: "natural=water", Polygon: orb.Polygon{{
		r.Point(300, -2000), r.Point(400, -2000), r.Point(400, 2000), r.Point(300, 2000), r.Point(300, -2000),
	}}})
	visit(&places.Feature{Class: places.Linear, Kind: "highway=path", Line: orb.LineString{r.Point(0, 0), r.Point(1000, 0)}})
}

// TestWalkers checks that agents never end in the water and cross it over the bridge alone.
func TestWalkers(t *testing.T) {
	r := newRaster(plain{}, orb.Point{10, 50}, 1000)
	rng := rand.New(rand.NewPCG(3, 4))
	across := 0
	for range 2000 {
		f, ok := r.walk(mobilities["hiker"], longestWalk, rng)
		if !ok {
			continue
		}
		if i, _ := r.index(f.X, f.Y); blocked(r.cells[i]) {
			t.Fatalf("an agent ends in the water at %v, %v", f.X, f.Y)
		}
		if f.X > 400 {
			across++
		}
	}
	if across == 0 {
		t.Error("no agent crosses the bridge")
	}
	length := r.travel()
	far, _ := r.index(500, 900)
	// To the bridge's far end at 1, then 900 m north at 1.5 with a stretch of diagonals.
	if got := length[far]; !(got > 400+900*1.4 && got < 2200) {
		t.Errorf("it is %.0f m to the far bank", got)
	}
}

// TestRun judges a model on bare land, where it can know no more than the rings.
func TestRun(t *testing.T) {
	m, err := predict.New(plain{}, orb.Bound{Min: orb.Point{9, 49}, Max: orb.Point{11, 51}})
	if err != nil {
		t.Fatal(err)
	}
	sites := []Site{{Name: "plain", Point: orb.Point{10, 50}, Source: plain{}, Variants: []Variant{{Name: "model", Predictor: m}}}}
	o := Options{Profile: "dementia_alzheimers", Radius: 1000, Agents: 40, Seed: 7}
	first, err := Run(context.Background(), sites, o)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Run(context.Background(), sites, o)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first, again) {
		t.Error("the same run gives two reports")
	}
	var sum float64
	for _, f := range first.Places[0].Finds {
		sum += f.Weight
	}
	near(t, "sum of weights", sum, 1, 1e-9)
	if g := first.Gain("model", string(Uniform)); g.Low <= 0 {
		t.Errorf("the model does not beat an even map: %+v", g)
	}
	var text strings.Builder
	if err := first.Write(&text, first.Names...); err != nil || !strings.Contains(text.String(), "| rings × terrain") {
		t.Errorf("%v\n%s", err, text.String())
	}
	if _, err := Run(context.Background(), sites, Options{Profile: "hunter"}); err == nil {
		t.Error("a profile without mobility is judged")
	}
}
