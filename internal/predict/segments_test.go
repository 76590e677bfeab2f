package predict

import (
	"context"
	"math"
	"reflect"
	"testing"

	"github.com/paulmach/orb/planar"
)

// TestSegments checks that segments share the cells out, are connected and about equally large, that
// their outlines hold their cells, and that their borders follow roads and waters.
func TestSegments(t *testing.T) {
	m := delaware(t)
	for _, name := range []string{"Newark", "Lewes", "Trap Pond"} {
		for _, n := range []int{2, 7, 20} {
			req := circle("dementia_alzheimers", sites[name], 2000)
			req.Segments = n
			s, err := m.Predict(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Segments) != n {
				t.Fatalf("%s: %d segments, want %d", name, len(s.Segments), n)
			}
			seen := map[int]bool{}
			var mass, area, least, most float64
			least = math.Inf(1)
			for k, seg := range s.Segments {
				var sum float64
				for _, c := range seg.Cells {
					if seen[c] {
						t.Fatalf("%s: cell %d is in two segments", name, c)
					}
					seen[c] = true
					sum += s.Cells[c].Probability
					if !planar.MultiPolygonContains(seg.Outline, s.Cells[c].Center) {
						t.Errorf("%s: segment %s does not hold the middle of its cell %d", name, seg.Name, c)
					}
				}
				if math.Abs(sum-seg.Probability) > 1e-9 {
					t.Errorf("%s: segment %s has %g, its cells %g", name, seg.Name, seg.Probability, sum)
				}
				if k > 0 && seg.Probability/seg.Area > s.Segments[k-1].Probability/s.Segments[k-1].Area*(1+1e-12) {
					t.Errorf("%s: segment %s is denser than the one before", name, seg.Name)
				}
				mass, area = mass+seg.Probability, area+seg.Area
				least, most = min(least, seg.Area), max(most, seg.Area)
			}
			if len(seen) != len(s.Cells) || math.Abs(mass-s.MassInside) > 1e-9 {
				t.Errorf("%s: segments hold %d of %d cells, %g of %g", name, len(seen), len(s.Cells), mass, s.MassInside)
			}
			if most > 8*least {
				t.Errorf("%s, %d segments: the largest has %.2f km², the least %.2f", name, n, most/1e6, least/1e6)
			}
		}
	}
}

// TestSegmentBorders compares how often neighbours in different segments have a road or water between
// them with how often any neighbours do.
func TestSegmentBorders(t *testing.T) {
	m := delaware(t)
	req := circle("dementia_alzheimers", sites["Newark"], 2000)
	_, ground := prepare(t, m, &req)
	s := solveOn(t, m, ground, &req, environment{})
	req.Segments = 10
	first, err := s.divide(context.Background(), 10)
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.divide(context.Background(), 10)
	if err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("the same cells give other segments: %v", err)
	}
	d := &division{s: s, cells: append([]int32(nil), s.order...)}
	if err := d.connect(context.Background()); err != nil {
		t.Fatal(err)
	}
	of := map[int32]int{}
	for k, seg := range first {
		for _, c := range seg.Cells {
			of[s.order[c]] = k
		}
	}
	var borders, bounded, pairs, crossed float64
	connected := make([]int, len(d.cells))
	for k := range connected {
		connected[k] = k
	}
	root := func(k int) int {
		for connected[k] != k {
			k = connected[k]
		}
		return k
	}
	for k, links := range d.links {
		for _, l := range links {
			barred := l.cost > 1.5*d.centre(k).distance(d.centre(int(l.to)))
			pairs++
			if barred {
				crossed++
			}
			if of[d.cells[k]] == of[d.cells[l.to]] {
				connected[root(k)] = root(int(l.to))
				continue
			}
			borders++
			if barred {
				bounded++
			}
		}
	}
	if bounded/borders < crossed/pairs+0.1 {
		t.Errorf("%.0f %% of the borders lie on roads or waters, and %.0f %% of all neighbours", 100*bounded/borders, 100*crossed/pairs)
	}
	t.Logf("%.0f %% of the borders lie on roads or waters, and %.0f %% of all neighbours", 100*bounded/borders, 100*crossed/pairs)
	parts := map[int]bool{}
	for k := range connected {
		parts[root(k)] = true
	}
	if len(parts) != 10 {
		t.Errorf("10 segments have %d parts", len(parts))
	}
}

// TestSegmentsErrors checks numbers that do not fit.
func TestSegmentsErrors(t *testing.T) {
	m := delaware(t)
	for _, n := range []int{-1, 1, 51} {
		req := circle("hiker", sites["Newark"], 2000)
		req.Segments = n
		if _, err := m.Predict(context.Background(), req); !isInput(err, "segments") {
			t.Errorf("%d segments: %v", n, err)
		}
	}
	req := circle("hiker", sites["Newark"], 100)
	req.Segments = 50
	if _, err := m.Predict(context.Background(), req); !isInput(err, "segments") {
		t.Errorf("50 segments of a few cells: %v", err)
	}
	for k, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 49: "AX"} {
		if got := segmentName(k); got != want {
			t.Errorf("segment %d is %s, want %s", k, got, want)
		}
	}
}
