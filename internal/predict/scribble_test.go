package predict

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// scribble returns a line of n positions anywhere in a square of a side in metres.
func scribble(n int, side float64) orb.LineString {
	rng := rand.New(rand.NewPCG(1, 2))
	ruler := geo.NewRuler(rodney)
	var line orb.LineString
	for range n {
		line = append(line, ruler.Point((rng.Float64()-0.5)*side, (rng.Float64()-0.5)*side))
	}
	return line
}

// TestScribbledPath asks for paths that cross themselves over and over. Each is answered or refused
// in good time, and a call that nobody waits for ends at once.
func TestScribbledPath(t *testing.T) {
	m := fakeModel(t, &fakeSource{})
	start := rodney
	for name, tc := range map[string]struct {
		line    orb.LineString
		buffer  float64
		refused string
	}{
		"longer than any path":         {scribble(2_000, 60_000), 50, "is too long"},
		"as long as may be, far":       {scribble(30, 60_000), 50, ""},
		"far, with a wide buffer":      {scribble(30, 60_000), 500, ""},
		"as many positions as may be":  {scribble(maxPositions, 190), 50, ""},
		"the same with a wide buffer":  {scribble(maxPositions, 190), 500, ""},
		"the same with a tight buffer": {scribble(maxPositions, 190), 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			req := Request{Profile: "hiker", AreaType: Path, Path: tc.line, BufferMetres: tc.buffer, LastKnownPoint: &start, Time: time.Unix(1e9, 0)}
			begin := time.Now()
			_, err := m.Predict(context.Background(), req)
			took := time.Since(begin)
			t.Log(took)
			if took > time.Minute { // half a second on an idle machine; without bounds it would be hours
				t.Errorf("took %v", took)
			}
			var input *InputError
			switch {
			case tc.refused == "" && err != nil:
				t.Fatal(err)
			case tc.refused != "":
				if !errors.As(err, &input) || input.Field != "path" || input.Problem != tc.refused || !strings.Contains(input.Want.(string), "1000 km") {
					t.Errorf("got %#v", err)
				}
				return
			}
			ctx, cancel := context.WithTimeout(context.Background(), took/32)
			defer cancel()
			begin = time.Now()
			if _, err := m.Predict(ctx, req); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("cut short: %v", err)
			}
			if late := time.Since(begin) - took/32; late > max(time.Second, took/2) {
				t.Errorf("ended %v late", late)
			}
		})
	}
}

// TestPiecesOfAStrip compares distances that are found by pieces of a line with those to the line.
func TestPiecesOfAStrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	line := []vec{{-9_000, -7_000}, {8_000, 9_000}, {8_000, 9_001}, {-3_000, 8_000}, {5_000, -9_000}}
	s := newStrip(line, 50)
	if n := len(s.edges.from); n < 100 {
		t.Fatalf("%d pieces", n)
	}
	for range 2_000 {
		p := vec{(rng.Float64() - 0.5) * 20_000, (rng.Float64() - 0.5) * 20_000}
		want := math.Inf(1)
		for i := 1; i < len(line); i++ {
			want = min(want, math.Sqrt(segmentDistance2(p, line[i-1], line[i])))
		}
		if got := s.edges.distance(p, 1e5, 0); math.Abs(got-want) > 1e-6 {
			t.Errorf("distance of %v is %g, want %g", p, got, want)
		}
		if got := s.edges.distance(p, 1e5, 1_000); (got <= 1_000) != (want <= 1_000) || got < want-1e-6 {
			t.Errorf("%v is %g off, within 1000 or not, want %g", p, got, want)
		}
	}
}
