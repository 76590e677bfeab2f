package atlas

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/paulmach/orb"
)

// write makes a region file that holds one word.
func write(t *testing.T, path, name, word string) string {
	t.Helper()
	w, err := region.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Add("word", []byte(word)); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(region.Meta{Name: name, BBox: [4]float64{1, 2, 3, 4}}); err != nil {
		t.Fatal(err)
	}
	return path
}

// reader stands in for an engine: it reads the mapped word.
type reader struct {
	tools.Region
	word []byte
}

// readers makes engines that read the word; files with the word "bad" cannot be opened.
func readers(all *sync.Map) func(*region.File) (*tools.Region, error) {
	return func(f *region.File) (*tools.Region, error) {
		word, err := f.Section("word")
		if err != nil {
			return nil, err
		}
		if string(word) == "bad" {
			return nil, errors.New("no good word")
		}
		r := &reader{word: word}
		all.Store(&r.Region, r)
		return &r.Region, nil
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	first := write(t, filepath.Join(dir, "first.region"), "First", "one")
	second := write(t, filepath.Join(dir, "second.region"), "Second", "two")
	var all sync.Map
	a := &Atlas{engines: readers(&all)}
	if regions, release := a.Acquire(); len(regions) != 0 {
		t.Fatal("an empty atlas has regions")
	} else {
		release()
	}
	if err := a.Load(context.Background(), []string{second, first, second}); err != nil {
		t.Fatal(err)
	}
	regions, release := a.Acquire()
	defer release()
	var names []string
	for _, r := range regions {
		names = append(names, r.Name)
		if r.Bound != (orb.Bound{Min: orb.Point{1, 2}, Max: orb.Point{3, 4}}) || len(r.Version) != 16 {
			t.Errorf("bound %v, version %q", r.Bound, r.Version)
		}
	}
	if got := strings.Join(names, " "); got != "Second First Second" {
		t.Errorf("regions %s, want those of the paths in their order", got)
	}
	if regions[0].Version == regions[1].Version || regions[0].Version != regions[2].Version {
		t.Error("versions do not tell the data apart")
	}
}

func TestLoadErrors(t *testing.T) {
	dir := t.TempDir()
	good := write(t, filepath.Join(dir, "good.region"), "Good", "one")
	bad := write(t, filepath.Join(dir, "bad.region"), "Bad", "bad")
	text := filepath.Join(dir, "text.region")
	if err := os.WriteFile(text, []byte(strings.Repeat("no region ", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(dir, "broken.region")
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	data[4096] ^= 1 // in the first section
	if err := os.WriteFile(broken, data, 0o644); err != nil {
		t.Fatal(err)
	}
	var all sync.Map
	a := &Atlas{engines: readers(&all)}
	if err := a.Load(context.Background(), []string{good}); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, path string
		is         error
		message    string
	}{
		{"missing", filepath.Join(dir, "none.region"), os.ErrNotExist, "footstepd import EXTRACT"},
		{"not a region", text, region.ErrNotRegion, "text.region"},
		{"damaged", broken, region.ErrDamaged, "copy the file again"},
		{"engine", bad, nil, "bad.region cannot be opened (no good word)"},
		{"folder", dir, region.ErrNotRegion, dir},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := a.Load(context.Background(), []string{good, tt.path})
			if err == nil || !strings.Contains(err.Error(), tt.message) || tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("error %v, want %v with %q", err, tt.is, tt.message)
			}
			regions, release := a.Acquire()
			defer release()
			if len(regions) != 1 || regions[0].Name != "Good" {
				t.Error("the regions loaded before are gone")
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := a.Load(ctx, []string{good}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled load returns %v", err)
	}
	// Failed loads do not count for Reload.
	if err := a.Reload(context.Background()); err != nil {
		t.Error(err)
	}
	a.Close()
	a.Close()
	if regions, _ := a.Acquire(); len(regions) != 0 {
		t.Error("a closed atlas has regions")
	}
	if err := a.Load(context.Background(), []string{good}); !errors.Is(err, ErrClosed) {
		t.Errorf("load after close: %v", err)
	}
}

// TestReloadUnderLoad replaces a region file over and over while readers look at the mapped memory;
// a region that is unmapped too early ends the test with a fault.
func TestReloadUnderLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.region")
	write(t, path, "A", strings.Repeat("a", 1<<16))
	var all sync.Map
	a := &Atlas{engines: readers(&all)}
	if err := a.Load(context.Background(), []string{path}); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				regions, release := a.Acquire()
				if len(regions) != 1 {
					t.Errorf("%d regions, want 1", len(regions))
				}
				for _, r := range regions {
					e, _ := all.Load(r)
					word := e.(*reader).word
					for _, c := range word {
						if c != word[0] {
							t.Error("a region changed while it was in use")
							break
						}
					}
				}
				release()
				release() // a second release does nothing
			}
		})
	}
	for i := range 50 {
		write(t, path, "A", strings.Repeat(string(rune('b'+i%20)), 1<<16))
		if err := a.Reload(context.Background()); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	wg.Wait()
	s := a.current.Load()
	a.Close()
	if n := s.refs.Load(); n != 0 {
		t.Errorf("%d references are left", n)
	}
	for _, f := range s.files {
		if f.Acquire() {
			t.Error("a file is still open")
		}
	}
}
