package atlas

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/region"
)

// Each way in which a region file can be wrong is said in plain words, with what to do next.
func TestExplain(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	extract := write("delaware-latest.osm.pbf", strings.Repeat("\x00OSMHeader", 100))
	for _, test := range []struct{ name, path, want string }{
		{"missing", filepath.Join(dir, "x.region"), "does not exist; make it of an extract: footstepd import EXTRACT.osm.pbf -o "},
		{"an extract", extract, "is an extract, and no region file yet; import it first: footstepd import " + extract + " -o delaware-latest.region"},
		{"something else", write("notes.txt", strings.Repeat("notes", 1000)), "is no region file; give a file that footstepd import has made"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := region.Open(test.path)
			if err == nil {
				t.Fatal("opened")
			}
			f := Explain(test.path, err)
			if !strings.Contains(f.Error(), test.want) || !errors.Is(f, err) {
				t.Errorf("got %v, want %s", f, test.want)
			}
			if strings.Contains(f.Problem, dir) || strings.Count(f.Error(), "region file "+test.path) != 1 {
				t.Errorf("the path is in %q, %v", f.Problem, f)
			}
		})
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{fs.ErrPermission, "may not be read"},
		{region.ErrVersion, "made by another version of footstepd; import"},
		{region.ErrDamaged, "is damaged; import the extract again, or copy"},
		{errors.New("odd"), "cannot be opened (odd)"},
	} {
		if f := Explain("x.region", test.err); !strings.Contains(f.Error(), test.want) {
			t.Errorf("got %v, want %s", f, test.want)
		}
	}
}
