// Package graphtest builds road graphs for tests.
package graphtest

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/paulmach/orb"
)

// Modes are those that tests build by default.
var Modes = []routing.Mode{routing.Auto, routing.Bicycle, routing.Pedestrian}

// Import builds a region file that holds nothing but roads and returns its path, in the given folder. It knows
// no heights.
func Import(tb testing.TB, dir, extract string, modes ...routing.Mode) (path string, report *region.Report) {
	tb.Helper()
	return ImportHills(tb, dir, extract, nil, modes...)
}

// Hills is a made-up answer of graph.Builder.Climb: roads that run to the north climb, those to the south
// fall, all the more the farther west they lie.
func Hills(line orb.LineString, aloft bool) (along, against float64) {
	a, b := line[0], line[len(line)-1]
	north := geo.Distance(orb.Point{a[0], a[1]}, orb.Point{a[0], b[1]}) / max(1, geo.Length(line))
	steep := north * (1 + math.Abs(math.Remainder(a[0]*100, 20)))
	switch {
	case aloft:
		return 0, 0
	case b[1] > a[1]:
		return steep, steep / 5
	}
	return steep / 5, steep
}

// ImportHills is Import where Climb tells how hilly roads are.
func ImportHills(tb testing.TB, dir, extract string, climb func(orb.LineString, bool) (float64, float64), modes ...routing.Mode) (path string, report *region.Report) {
	tb.Helper()
	if len(modes) == 0 {
		modes = Modes
	}
	ctx := context.Background()
	b, err := graph.NewBuilder(modes...)
	if err != nil {
		tb.Fatal(err)
	}
	b.Climb = climb
	src, err := osm.Open(extract)
	if err != nil {
		tb.Fatal(err)
	}
	loc, err := osm.Read(ctx, src, nil, b)
	if err != nil {
		tb.Fatal(err)
	}
	path = filepath.Join(dir, filepath.Base(extract)+".region")
	w, err := region.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer w.Abort()
	report = &region.Report{}
	if err := b.Finish(ctx, loc, w, report, nil); err != nil {
		tb.Fatal(err)
	}
	if err := w.Commit(region.Meta{Name: "test"}); err != nil {
		tb.Fatal(err)
	}
	return path, report
}

// Open opens a region file until the test ends.
func Open(tb testing.TB, path string) *region.File {
	tb.Helper()
	file, err := region.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(file.Close)
	return file
}

// Graph builds the graph of a small map.
func Graph(tb testing.TB, m *osmtest.Map, modes ...routing.Mode) *graph.Graph {
	tb.Helper()
	path, _ := Import(tb, tb.TempDir(), m.PBF(tb), modes...)
	return FromFile(tb, Open(tb, path))
}

// FromFile opens the graph of a region file.
func FromFile(tb testing.TB, file *region.File) *graph.Graph {
	tb.Helper()
	g, err := graph.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

var delaware struct {
	sync.Mutex
	file *region.File
}

// Delaware returns a region file of Delaware's roads, which is built once for all tests of a
// program and stays open.
func Delaware(tb testing.TB) *region.File {
	tb.Helper()
	delaware.Lock()
	defer delaware.Unlock()
	if delaware.file == nil {
		dir, err := os.MkdirTemp("", "footstepd-test-")
		if err != nil {
			tb.Fatal(err)
		}
		defer os.RemoveAll(dir) // the mapping outlives the name
		path, _ := Import(tb, dir, osmtest.Delaware(tb))
		if delaware.file, err = region.Open(path); err != nil {
			tb.Fatal(err)
		}
	}
	return delaware.file
}
