package predict

import (
	"context"
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// TestSpread compares the buckets with a search that relaxes every step until nothing changes.
func TestSpread(t *testing.T) {
	f, err := loadFigures()
	if err != nil {
		t.Fatal(err)
	}
	prices, slopes := f.Access.prices(), f.Slope.grades()
	rapid.Check(t, func(t *rapid.T) {
		g := &terrain{}
		width, height := rapid.IntRange(1, 12).Draw(t, "width"), rapid.IntRange(1, 12).Draw(t, "height")
		g.reset(geo.NewRuler(rodney), vec{}, 15, width, height)
		g.metres = make([]float32, width*height)
		for i := range g.points {
			g.points[i] = ground(rapid.IntRange(0, int(grounds)-1).Draw(t, "ground"))
			g.metres[i] = float32(math.Inf(1))
		}
		var grades grades // nil for flat land
		if rapid.Bool().Draw(t, "steep") {
			grades = slopes
			for range g.points {
				h := rapid.Float32Range(-50, 50).Draw(t, "height")
				if h > 45 {
					h = float32(math.NaN())
				}
				g.heights = append(g.heights, h)
			}
		}
		for range rapid.IntRange(0, 4).Draw(t, "seeds") {
			g.metres[rapid.IntRange(0, len(g.metres)-1).Draw(t, "at")] = float32(rapid.Float64Range(0, 300).Draw(t, "metres"))
		}
		want := append([]float32(nil), g.metres...)
		for changed := true; changed; {
			changed = false
			for i := range want {
				for j := range want {
					dx, dy := j%width-i%width, j/width-i/width
					if i == j || max(dx, -dx) > 1 || max(dy, -dy) > 1 || math.IsInf(float64(prices[g.points[j]]), 1) {
						continue
					}
					length := float32(g.step)
					if dx != 0 && dy != 0 {
						if g.points[i+dx] == openWater && g.points[i+dy*width] == openWater {
							continue
						}
						length = float32(g.step * math.Sqrt2)
					}
					price := prices[g.points[j]]
					if ground := g.points[j]; grades != nil && ground != road && ground != linear {
						price *= slopes.of(g.heights[j]-g.heights[i], length)
					}
					if to := want[i] + length*price; to < want[j] {
						want[j], changed = to, true
					}
				}
			}
		}
		if err := g.spread(context.Background(), &prices, grades); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if g.metres[i] != want[i] && math.Abs(float64(g.metres[i]-want[i])) > 1e-3 {
				t.Fatalf("point %d: %g m, want %g", i, g.metres[i], want[i])
			}
		}
	})
}

// river is open land with a river 300 m to the east of rodney, and a bridge 1,000 m to the north.
func river() *fakeSource {
	r := geo.NewRuler(rodney)
	return &fakeSource{features: []places.Feature{
		{Class: places.Water, Kind: "natural=water", Polygon: orb.Polygon{{r.Point(300, -9000), r.Point(380, -9000), r.Point(380, 9000), r.Point(300, 9000), r.Point(300, -9000)}}},
		{Class: places.Linear, Kind: "highway=path", Line: orb.LineString{r.Point(-2000, 1000), r.Point(2000, 1000)}},
	}}
}

// TestRiver checks that what lies across a river far from its bridge weighs less than what lies
// across by the bridge, and that it never weighs nothing.
func TestRiver(t *testing.T) {
	m := fakeModel(t, river())
	req := circle("dementia_alzheimers", rodney, 2000)
	_, ground := prepare(t, m, &req)
	s := solveOn(t, m, ground, &req, environment{})
	weight := func(x, y float64) float64 {
		best, at := math.Inf(1), -1
		for i := range s.hexes {
			if d := s.hexes[i].centre.distance(vec{x, y}); d < best {
				best, at = d, i
			}
		}
		return s.reach[at].access
	}
	opposite, byBridge, home := weight(450, -300), weight(450, 1000), weight(-450, -300)
	if !(opposite < 0.5 && byBridge > 0.9 && home > 0.99 && opposite >= 0.05) {
		t.Errorf("opposite bank %.3f, by the bridge %.3f, on this side %.3f", opposite, byBridge, home)
	}
	without := solveOn(t, m.Without(Access), ground, &req, environment{})
	if got, want := s.inside, without.inside; math.Abs(got-want) > 1e-9 {
		t.Errorf("access moves mass over the rings: %g inside, want %g", got, want)
	}
	// A point in the river walks from its banks.
	req.Center = ptr(geo.NewRuler(rodney).Point(340, 0))
	_, ground = prepare(t, m, &req)
	s = solveOn(t, m, ground, &req, environment{})
	if s.cutOff > len(s.order)/20 {
		t.Errorf("from within the river %d of %d cells are cut off", s.cutOff, len(s.order))
	}
}

// walkers is a network of given stretches.
type walkers []routing.Stretch

func (w walkers) Walk(context.Context, orb.Point, float64) ([]routing.Stretch, error) { return w, nil }

// TestNetwork checks that a path that only the network knows, as through an underpass, opens what lies
// behind a barrier.
func TestNetwork(t *testing.T) {
	r := geo.NewRuler(rodney)
	source := river()
	source.features = source.features[:1]
	m := fakeModel(t, source)
	req := circle("dementia_alzheimers", rodney, 1500)
	_, ground := prepare(t, m, &req)
	if s := solveOn(t, m, ground, &req, environment{}); s.cutOff == 0 {
		t.Error("nothing is cut off by a river without a bridge")
	}
	m = m.WithWalker(walkers{{Shape: orb.LineString{r.Point(0, 0), r.Point(600, 0)}, From: 0, To: math.Inf(1), Length: 700}})
	s := solveOn(t, m, ground, &req, environment{})
	if s.cutOff != 0 {
		t.Errorf("%d cells are cut off in spite of a tunnel", s.cutOff)
	}
	for i := range s.hexes {
		if h := &s.hexes[i]; h.centre.distance(vec{600, 0}) < 40 {
			if got := s.reach[i].metres[samples/2]; math.Abs(got-700) > 120 {
				t.Errorf("it is %.0f m through the tunnel, want about 700", got)
			}
		}
	}
}

// TestAccessCancelled checks that measuring walks stops with its context.
func TestAccessCancelled(t *testing.T) {
	m := fakeModel(t, river())
	req := circle("dementia_alzheimers", rodney, 2000)
	_, s := prepare(t, m, &req)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.walk(ctx); err == nil {
		t.Error("a cancelled walk goes on")
	}
}
