package atlas_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
)

// TestManySegments checks that answers of any number of segments keep to the ordinary size, and say what they leave out: the
// rows that are there are the densest, with cells and outlines as far as there is room.
func TestManySegments(t *testing.T) {
	a := delaware(t)
	for _, radius := range []int{1500, 8000} {
		for _, n := range []int{2, 12, 30, 31, 50} {
			answer := run(t, a, "get_prediction", fmt.Sprintf(
				`{"area_type": "circle", "center": "39.6837, -75.7497", "radius_m": %d, "profile": "hiker", "datetime": "2026-03-01T12:00:00-05:00", "segments": %d}`, radius, n))
			var got struct {
				Segments []struct {
					Name    string   `json:"name"`
					Density float64  `json:"density_per_square_kilometer"`
					Hexes   []string `json:"hexes"`
				} `json:"segments"`
				Count     int      `json:"segments_count"`
				Truncated bool     `json:"truncated"`
				Warnings  []string `json:"warnings"`
			}
			if err := json.Unmarshal(answer.Structured, &got); err != nil {
				t.Fatal(err)
			}
			if len(answer.Structured) > envelope.SoftLimit+200 { // what varies from run to run is not counted
				t.Errorf("%d segments in %d m: %d bytes", n, radius, len(answer.Structured))
			}
			said := strings.Join(got.Warnings, " ")
			if got.Count != n || len(got.Segments) > n || len(got.Segments) < min(n, 10) || len(got.Segments) < n != strings.Contains(said, "segments_count counts all") {
				t.Errorf("%d segments in %d m: %d of %d listed; %s", n, radius, len(got.Segments), got.Count, said)
			}
			without := 0
			for i, s := range got.Segments {
				if i > 0 && s.Density > got.Segments[i-1].Density {
					t.Errorf("%d segments in %d m: %s is denser than the one before", n, radius, s.Name)
				}
				if len(s.Hexes) == 0 {
					without++
				} else if without > 0 {
					t.Errorf("%d segments in %d m: %s lists its cells, one before does not", n, radius, s.Name)
				}
			}
			if (without > 0) != strings.Contains(said, "Segments list their cells only as far") {
				t.Errorf("%d segments in %d m: %d without cells; %s", n, radius, without, said)
			}
		}
	}
}
