package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/elevation/elevationtest"
)

// A folder of height files gives a region heights; the report and region info tell where they come from
// and how far they reach.
func TestImportHeights(t *testing.T) {
	dir, output := t.TempDir(), filepath.Join(t.TempDir(), "x.region")
	// The road ends 2 km beyond a tile's edge that has no neighbour.
	input := crossing().Node(4, -75.0001, 39.5).Node(5, -74.98, 39.5).Way(2, []int64{3, 4, 5}, "highway=track").PBF(t)
	elevationtest.HGT(t, dir, "N39W076.hgt.zip", 1201, 1201, func(col, row int) int { return 100 + col/10 + row/100 })
	elevationtest.HGT(t, dir, "N10W076.hgt", 1201, 1201, func(col, row int) int { return 7 })
	status, out, errs := command(t, "import", input, "-o", output, "--elevation", dir)
	if status != exitOK || !strings.Contains(errs, "heights: done") {
		t.Fatalf("status %d: %s", status, errs)
	}
	for _, want := range []string{
		"heights   N39W076.hgt.zip, ", ", one each 3″\n", "of 80.0 % of the mapped positions, from 166 m to 226 m\n",
		"1 height files that do not meet the extract", " heights\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("report lacks %q:\n%s", want, out)
		}
	}
	if status, out, _ = command(t, "region", "info", output); status != exitOK || !strings.Contains(out, "of 80.0 % of the mapped positions") || !strings.Contains(out, "B in the region file") {
		t.Errorf("info: status %d\n%s", status, out)
	}
	var info struct {
		Heights struct {
			Files []struct {
				Name, SHA256 string
				Seconds      float64 `json:"lat_arc_seconds"`
			}
			Covered float64 `json:"covered_percent"`
			Lowest  float64 `json:"lowest_metres"`
			Highest float64 `json:"highest_metres"`
			Bytes   int
		}
	}
	_, out, _ = command(t, "region", "info", "--json", output)
	if err := json.Unmarshal([]byte(out), &info); err != nil {
		t.Fatal(err)
	}
	if h := info.Heights; len(h.Files) != 1 || h.Files[0].Name != "N39W076.hgt.zip" || h.Files[0].Seconds != 3 || len(h.Files[0].SHA256) != 64 ||
		h.Covered != 80 || h.Lowest != 166 || h.Highest != 226 || h.Bytes < 1000 {
		t.Errorf("%+v", h)
	}
	if status, out, errs = command(t, "region", "verify", output); status != exitOK {
		t.Errorf("verify: %s%s", out, errs)
	}

	// Without heights info says so, and a folder without height files is refused at once.
	if status, _, errs = command(t, "import", input, "-o", output); status != exitOK {
		t.Fatal(errs)
	}
	if _, out, _ = command(t, "region", "info", output); !strings.Contains(out, "heights   none\n") {
		t.Error(out)
	}
	if _, out, _ = command(t, "region", "info", "--json", output); strings.Contains(out, "covered_percent") {
		t.Error(out)
	}
	before, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	status, _, errs = command(t, "import", input, "-o", output, "--elevation", t.TempDir())
	after, err := os.ReadFile(output)
	if status != exitFailure || !strings.Contains(errs, "holds no height files") || err != nil || string(before) != string(after) {
		t.Errorf("status %d, %v: %s", status, err, errs)
	}
	if status, _, errs = command(t, "region", "download", "x", "--no-import", "--elevation", dir); status != exitUsage {
		t.Errorf("status %d: %s", status, errs)
	}
}
