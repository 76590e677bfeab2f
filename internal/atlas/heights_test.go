package atlas_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/atlas"
	"github.com/footstepd/footstepd/internal/build"
	"github.com/footstepd/footstepd/internal/elevation"
	"github.com/footstepd/footstepd/internal/elevation/elevationtest"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
)

// TestHeights imports Andorra with and without heights and checks that predictions know of the mountains where
// there are some.
func TestHeights(t *testing.T) {
	if testing.Short() {
		t.Skip("importing Andorra twice takes some seconds; not in short mode")
	}
	tiles := t.TempDir()
	for _, name := range []string{"N42E001.hgt", "N41E001.hgt"} {
		// Ranges from west to east, 4 km apart and 1,200 m high.
		elevationtest.HGT(t, tiles, name, 1201, 1201, func(_, row int) int { return 1000 + max(row%48, 48-row%48)*50 })
	}
	const request = `{"area_type": "circle", "center": "42.5562, 1.5332", "radius_m": 3000, "profile": "hiker", "datetime": "2026-03-01T12:00:00Z"}`
	for folder, want := range map[string][]string{
		"":    {"temperate flat", "Heights are not in the region's data"},
		tiles: {"temperate mountain", "Heights within 5.0 km differ by 1.2 km: the land counts as mountain to 100 %"},
	} {
		parts, err := build.Rooms(build.Profiles...)
		if err != nil {
			t.Fatal(err)
		}
		if folder != "" {
			b, err := elevation.NewBuilder(folder)
			if err != nil {
				t.Fatal(err)
			}
			parts = build.WithHeights(parts, b)
		}
		path := filepath.Join(t.TempDir(), "andorra.region")
		if _, err := build.Import(context.Background(), build.Options{Inputs: []string{osmtest.Andorra(t)}, Output: path, Name: "Andorra", Generator: "test", Parts: parts}); err != nil {
			t.Fatal(err)
		}
		a := atlas.New()
		if err := a.Load(context.Background(), []string{path}); err != nil {
			t.Fatal(err)
		}
		answer := run(t, a, "get_prediction", request)
		for _, w := range want {
			if !strings.Contains(string(answer.Structured), w) {
				t.Errorf("no %q in %.1500s", w, answer.Structured)
			}
		}
		a.Close()
	}
}
