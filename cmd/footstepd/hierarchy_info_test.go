package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
)

// region info tells how well the roads of each kind of traffic can be divided.
func TestInfoOfHierarchies(t *testing.T) {
	m := new(osmtest.Map).Grid(1, 8, 8, 10, 50, 0.001)
	for i := range int64(8) {
		var row, column []int64
		for j := range int64(8) {
			row, column = append(row, 1+8*i+j), append(column, 1+8*j+i)
		}
		m.Way(100+i, row, "highway=residential").Way(200+i, column, "highway=residential")
	}
	output := filepath.Join(t.TempDir(), "grid.region")
	if status, _, errs := command(t, "import", m.PBF(t), "-o", output, "--profiles", "auto,truck,pedestrian"); status != exitOK {
		t.Fatalf("import: %d, %s", status, errs)
	}
	status, out, errs := command(t, "region", "info", "--json", output)
	var info struct {
		Hierarchies []struct {
			Family                string
			Vertices, Arcs, Depth int
			Separators            []int
		}
	}
	if err := json.Unmarshal([]byte(out), &info); status != exitOK || err != nil {
		t.Fatalf("status %d, %v, %s", status, err, errs)
	}
	if len(info.Hierarchies) != 2 || info.Hierarchies[0].Family != "motor" || info.Hierarchies[1].Family != "pedestrian" {
		t.Fatalf("hierarchies %+v", info.Hierarchies)
	}
	// A grid of 8×8 corners has 224 arcs between them; it is cut along a line of some eight.
	for _, h := range info.Hierarchies {
		if h.Vertices < 64 || h.Arcs < h.Vertices || h.Depth < 8 || h.Depth >= h.Vertices || len(h.Separators) < 2 {
			t.Errorf("%+v", h)
		}
		for _, s := range h.Separators {
			if s < 1 || s > h.Depth {
				t.Errorf("%s: separators %v within a depth of %d", h.Family, h.Separators, h.Depth)
			}
		}
	}
	status, out, _ = command(t, "region", "info", output)
	if status != exitOK || !strings.Contains(out, "hierarchy motor: ") || !strings.Contains(out, "\n          pedestrian: ") || !strings.Contains(out, ", depth ") || !strings.Contains(out, ", separators ") {
		t.Errorf("status %d\n%s", status, out)
	}
}
