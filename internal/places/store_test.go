package places

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
)

// importRegion builds a region that holds the places of an extract.
func importRegion(tb testing.TB, paths ...string) (*region.File, *region.Report) {
	tb.Helper()
	ctx := context.Background()
	src, err := osm.Open(paths...)
	if err != nil {
		tb.Fatal(err)
	}
	b := NewBuilder()
	loc, err := osm.Read(ctx, src, nil, b)
	if err != nil {
		tb.Fatal(err)
	}
	path := filepath.Join(tb.TempDir(), "test.region")
	w, err := region.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer w.Abort()
	report := &region.Report{}
	if err := b.Finish(ctx, loc, w, report, func(float64) {}); err != nil {
		tb.Fatal(err)
	}
	if err := w.Commit(region.Meta{Name: "test"}); err != nil {
		tb.Fatal(err)
	}
	file, err := region.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(file.Close)
	return file, report
}

func TestDelaware(t *testing.T) {
	file, report := importRegion(t, osmtest.Delaware(t))
	if err := Check(context.Background(), file); err != nil {
		t.Fatal(err)
	}
	for _, s := range file.Sections() {
		t.Log(s.Name, s.Length)
	}
	t.Log(report.Counts, report.Skipped)
	s, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	s.Search(world, func(f *Feature) bool { counts[f.Class.String()+" "+f.Kind]++; return true })
	for k, n := range counts {
		t.Log(k, n)
	}
}

var world = geo.Box{MinLon: -180 * geo.Scale, MinLat: -90 * geo.Scale, MaxLon: 180 * geo.Scale, MaxLat: 90 * geo.Scale}
