package envelope_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb"
)

// stepRow is a row of text and numbers such as answers have by the dozen.
type stepRow struct {
	Type        string   `json:"type"`
	Instruction string   `json:"instruction"`
	Distance    float64  `json:"distance_meters"`
	Duration    float64  `json:"duration_seconds"`
	Streets     []string `json:"streets,omitempty"`
	Toll        bool     `json:"toll,omitempty"`
}

// routeAnswer is an answer like that to a question for a route: forty steps, a line of so many points as raw geometry
// and as a layer.
func routeAnswer(line orb.LineString) envelope.Answer {
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Headline("Drive %s from here to there.", "41 km")
	steps := make([]stepRow, 40)
	for i := range steps {
		steps[i] = stepRow{"left", "Turn left onto Market Street.", 123.4, 56.7, []string{"Market Street", "US 13"}, false}
		b.Line("%d. Turn left onto Market Street.", i)
	}
	b.Set("route", struct {
		Shape *envelope.Polyline `json:"shape,omitempty"`
		Steps []stepRow          `json:"steps"`
	}{b.Polyline(line), steps})
	b.Draw(envelope.LineLayer("Route", line, &envelope.ColorHint{Color: "#1a73e8"}))
	return b.Answer(context.Background())
}

func BenchmarkRouteAnswer(b *testing.B) {
	for _, points := range []int{100, 1000, 5000} {
		b.Run(fmt.Sprintf("%d points", points), func(b *testing.B) {
			line := wiggle(points, 1)
			b.ReportAllocs()
			for b.Loop() {
				if a := routeAnswer(line); a.IsError() {
					b.Fatal(a.Cause)
				}
			}
		})
	}
}

// An answer's allocations do not grow with its geometry.
func TestAnswerAllocations(t *testing.T) {
	const budget = 200
	for _, points := range []int{100, 1000, 5000} {
		line := wiggle(points, 1)
		if got := testing.AllocsPerRun(50, func() { routeAnswer(line) }); got > budget {
			t.Errorf("%d points: %v allocations, want at most %d", points, got, budget)
		}
	}
}
