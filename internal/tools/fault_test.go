//go:build unix

package tools_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// cutMapping returns mapped memory whose file is gone, so that reading it is a fault.
func cutMapping(tb testing.TB) []byte {
	tb.Helper()
	f, err := os.Create(filepath.Join(tb.TempDir(), "region"))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	size := os.Getpagesize()
	if err := f.Truncate(int64(size)); err != nil {
		tb.Fatal(err)
	}
	mapped, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := syscall.Munmap(mapped); err != nil {
			tb.Error(err)
		}
	})
	if err := f.Truncate(0); err != nil {
		tb.Fatal(err)
	}
	return mapped
}

// TestBatchOnCutRegion lets a row read a region file that was cut short: the row fails, the process
// lives.
func TestBatchOnCutRegion(t *testing.T) {
	w := delaware(t)
	mapped := cutMapping(t)
	w.gazetteer.faults = map[string]func() error{"cut": func() error {
		if mapped[0] != 0 {
			return errors.New("not zero")
		}
		return nil
	}}
	out, _ := batch(t, context.Background(), w, "Rodney Square", "cut", "Wilmington", "cut")
	want := []string{"osm:way/2", "unknown", "osm:node/1", "unknown"}
	for i, r := range out.Results {
		if got := r.ID + r.Error; got != want[i] {
			t.Errorf("row %d is %q, want %q", i, got, want[i])
		}
	}
}
