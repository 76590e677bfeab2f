package eval

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestPublishedTurns checks the knots: pooled ones as published, a profile's own mixed in by its cases.
func TestPublishedTurns(t *testing.T) {
	pooled := publishedTurns("hunter") // not in the table
	for i, d := range []float64{0, 10, 30, 78, 144, 180} {
		near(t, "share", pooled.at(d), []float64{0, 0.25, 0.50, 0.75, 0.95, 1}[i], 1e-12)
	}
	// Hikers, 134 cases: 64° and 132° hold 75 and 95 %, so 78° hold 0.75 + 0.2·14/68.
	w := 134.0 / 164
	near(t, "hikers' share at 78°", publishedTurns("hiker").at(78), (1-w)*0.75+w*(0.75+0.2*14/68), 1e-12)
	last := 0.0
	for d := 0.0; d <= 180; d++ {
		s := publishedTurns("despondent").at(d)
		if s < last {
			t.Fatalf("share falls to %g at %g°", s, d)
		}
		last = s
	}
}

// TestWeightTurns weights ends that lie anywhere around: afterwards their turns are as published at any
// distance, and their distances are what they were.
func TestWeightTurns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	turns := publishedTurns("dementia_alzheimers")
	places := make([]Place, 20)
	for i := range places {
		for k := range 240 {
			sin, cos := math.Sincos(rng.Float64() * 2 * math.Pi)
			r := 300 + 100*float64(k%weightBands)
			places[i].Finds = append(places[i].Finds, Find{X: r * cos, Y: r * sin, Heading: 15 * float64(rng.IntN(24)), Weight: 1.0 / 240, band: k % weightBands})
		}
	}
	weightTurns(places, turns)
	for _, degrees := range []float64{10, 30, 60, 90, 144} {
		for group := range turnGroups {
			var within, all float64
			for i := range places {
				for _, f := range places[i].Finds {
					if f.band*turnGroups/weightBands != group {
						continue
					}
					turn := math.Abs(math.Remainder(90-math.Atan2(f.Y, f.X)*180/math.Pi-f.Heading, 360))
					if all += f.TurnWeight; turn <= degrees {
						within += f.TurnWeight
					}
				}
			}
			near(t, "share of turns", within/all, turns.at(degrees), 0.03)
		}
	}
	for i := range places {
		var band [weightBands]float64
		for _, f := range places[i].Finds {
			band[f.band] += f.TurnWeight
		}
		for _, b := range band {
			near(t, "weight of a ring", b, 1.0/weightBands, 1e-9)
		}
	}
}

// TestTurnLevel checks that the published angles set in between 50 and 200 m.
func TestTurnLevel(t *testing.T) {
	turns := publishedTurns("hunter")
	if _, ok := turns.level(&Find{X: 30, Y: 30}); ok {
		t.Error("a find at the point has a direction")
	}
	// Due east, told north: a turn of 90°.
	for r, fade := range map[float64]float64{65: 0.1, 125: 0.5, 200: 1, 5000: 1} {
		got, ok := turns.level(&Find{X: r})
		if !ok {
			t.Fatalf("no direction at %g m", r)
		}
		near(t, "level", got, fade*turns.at(90)+(1-fade)*0.5, 1e-12)
	}
}
