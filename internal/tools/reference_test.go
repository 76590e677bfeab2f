package tools_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/tools"
)

// TestReference checks that docs/tools.md is what the schemas say; -update writes it.
func TestReference(t *testing.T) {
	got, err := tools.Reference(tools.Registry(tools.Deps{}))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("..", "..", "docs", "tools.md")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/tools.md is not up to date; run the test with -update")
	}
	for _, piece := range []string{
		"| **`text`** | string |",
		"| `size` | integer (1 to 40) | Rows at most; default `5` |",
		"| **`locations`** | list of location (2 to 50 rows) |",
		"| `contours[].time` | number (over 0, up to 1440) | Minutes |",
		"| **`coordinates`** | `{lat, lng}` |",
		"| `results` | list of [place](#place) | Best first |",
		"| **`legs[].steps[].travel_mode`** | `drive`, `pedestrian`, `bicycle`, `ferry` |",
	} {
		if !strings.Contains(string(got), piece) {
			t.Errorf("the reference lacks %s", piece)
		}
	}
}
