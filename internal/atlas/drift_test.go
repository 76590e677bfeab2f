package atlas

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What happens to a region's file while it is in use is seen: whether it is cut, written to, replaced
// or taken away.
func TestDrift(t *testing.T) {
	for _, test := range []struct {
		name              string
		do                func(t *testing.T, path string) error
		changed, replaced []string
	}{
		{"nothing", func(*testing.T, string) error { return nil }, nil, nil},
		{"read", func(_ *testing.T, path string) error { _, err := os.ReadFile(path); return err }, nil, nil},
		{"cut", func(_ *testing.T, path string) error {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			return os.Truncate(path, info.Size()-1)
		}, []string{"Town"}, nil},
		{"written to", func(_ *testing.T, path string) error {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(path, data, 0o644) // in place
		}, []string{"Town"}, nil},
		{"replaced", func(t *testing.T, path string) error { write(t, path, "Other", "two"); return nil }, nil, []string{"Town"}},
		{"removed", func(_ *testing.T, path string) error { return os.Remove(path) }, nil, []string{"Town"}},
		{"replaced and cut", func(t *testing.T, path string) error {
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			write(t, path, "Other", "two")
			return f.Truncate(5000)
		}, []string{"Town"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := write(t, filepath.Join(dir, "town.region"), "Town", "one")
			other := write(t, filepath.Join(dir, "other.region"), "Other", "one")
			// Clocks of file systems are coarse.
			if err := os.Chtimes(path, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
				t.Fatal(err)
			}
			a := &Atlas{engines: readers(new(sync.Map))}
			defer a.Close()
			if changed, replaced := a.Drift(); changed != nil || replaced != nil {
				t.Errorf("an empty atlas: %v, %v", changed, replaced)
			}
			if err := a.Load(context.Background(), []string{other, path}); err != nil {
				t.Fatal(err)
			}
			if err := test.do(t, path); err != nil {
				t.Fatal(err)
			}
			changed, replaced := a.Drift()
			if d := cmp.Diff([][]string{test.changed, test.replaced}, [][]string{changed, replaced}); d != "" {
				t.Errorf("changed and replaced (-want +got):\n%s", d)
			}
		})
	}
}
