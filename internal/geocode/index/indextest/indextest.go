// Package indextest builds the geocoder's index of extracts and small maps for tests.
package indextest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode/index"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
)

// Build makes a region file at out that holds nothing but the index of the given extracts.
func Build(ctx context.Context, out string, extracts ...string) (*region.Report, error) {
	src, err := source.Open(extracts...)
	if err != nil {
		return nil, err
	}
	b := index.NewBuilder()
	loc, err := source.Read(ctx, src, nil, b)
	if err != nil {
		return nil, err
	}
	w, err := region.Create(out)
	if err != nil {
		return nil, err
	}
	defer w.Abort()
	report := &region.Report{}
	if err := b.Finish(ctx, loc, w, report, nil); err != nil {
		return nil, err
	}
	return report, w.Commit(region.Meta{Name: "test"})
}

// Open builds the index of extracts in a folder of the test and opens the file.
func Open(tb testing.TB, extracts ...string) *region.File {
	tb.Helper()
	out := filepath.Join(tb.TempDir(), "test.region")
	if _, err := Build(context.Background(), out, extracts...); err != nil {
		tb.Fatal(err)
	}
	f, err := region.Open(out)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(f.Close)
	return f
}

// Map builds the index of a small map.
func Map(tb testing.TB, m *osmtest.Map) *region.File {
	tb.Helper()
	return Open(tb, m.PBF(tb))
}

var delaware struct {
	once sync.Once
	file *region.File
	err  error
}

// Delaware returns the index of the Delaware extract; it is built once and shared by the tests of
// a package.
func Delaware(tb testing.TB) *region.File {
	tb.Helper()
	path := osmtest.Delaware(tb)
	delaware.once.Do(func() { delaware.file, delaware.err = shared(path) })
	if delaware.err != nil {
		tb.Fatal(delaware.err)
	}
	return delaware.file
}

// shared builds an index whose file lives as long as the process maps it.
func shared(extract string) (*region.File, error) {
	dir, err := os.MkdirTemp("", "indextest")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "shared.region")
	if _, err := Build(context.Background(), out, extract); err != nil {
		return nil, fmt.Errorf("building the index of %s: %w", extract, err)
	}
	return region.Open(out)
}
