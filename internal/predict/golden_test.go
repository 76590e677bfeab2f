package predict

import (
	"context"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/paulmach/orb"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden compares the head of some surfaces with files. A change here is a change of the model:
// look at it, then raise Version.
func TestGolden(t *testing.T) {
	m := delaware(t)
	bearing := circle("despondent", sites["White Clay Creek"], 1500)
	bearing.InitialBearing, bearing.AgeYears = ptr(135.0), ptr(70.0)
	for name, req := range map[string]Request{
		"circle":  circle("dementia_alzheimers", sites["Rehoboth Beach"], 2000),
		"bearing": bearing,
		"path":    {Profile: "hiker", AreaType: Path, Path: orb.LineString{{-75.76, 39.68}, {-75.74, 39.686}, {-75.73, 39.70}}, BufferMetres: 200, Time: when, LastKnownPoint: &orb.Point{-75.75, 39.683}},
		"polygon": {Profile: "despondent", AreaType: Polygon, Polygon: orb.MultiPolygon{square(sites["Lewes"], 1500)}, Time: when},
	} {
		s, err := m.Predict(context.Background(), req)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		// Enough digits to see a change, few enough for every processor.
		round := func(v float64) float64 { return math.Round(v*1e6) / 1e6 }
		total := len(s.Cells)
		s.Cells, s.Area, s.MassInside = s.Cells[:12], nil, round(s.MassInside)
		for i := range s.Cells {
			c := &s.Cells[i]
			c.Probability = round(c.Probability)
			c.Center = orb.Point{round(c.Center[0]), round(c.Center[1])}
		}
		for i := range s.Rings {
			s.Rings[i].Radius = math.Round(s.Rings[i].Radius)
		}
		if s.Anchor != nil {
			s.Anchor = &orb.Point{round(s.Anchor[0]), round(s.Anchor[1])}
		}
		got, err := json.MarshalIndent(struct {
			Total int
			*Surface
		}{total, s}, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, '\n')
		file := filepath.Join("testdata", name+".golden.json")
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s differs from %s:\n%s", name, file, got)
		}
	}
}
