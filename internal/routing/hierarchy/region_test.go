package hierarchy_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
)

// withHierarchies writes a copy of a region file of roads with the hierarchies of all its modes.
func withHierarchies(tb testing.TB, dir string, roads *region.File) (path string) {
	tb.Helper()
	g := graphtest.FromFile(tb, roads)
	path = filepath.Join(dir, "hierarchies.region")
	w, err := region.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer w.Abort()
	for _, s := range roads.Sections() {
		if s.Name == "meta" {
			continue
		}
		data, err := roads.Section(s.Name)
		if err != nil {
			tb.Fatal(err)
		}
		if err := w.Add(s.Name, data); err != nil {
			tb.Fatal(err)
		}
	}
	b := hierarchy.NewBuilder(finished{g})
	if err := b.Finish(context.Background(), nil, w, &region.Report{}, nil); err != nil {
		tb.Fatal(err)
	}
	if err := w.Commit(roads.Meta()); err != nil {
		tb.Fatal(err)
	}
	return path
}

// finished is a road graph that is built.
type finished struct{ g *graph.Graph }

func (f finished) Graph() *graph.Graph { return f.g }

// modes are those that tests are run for: three that share a topology, one with a topology of turns of
// its own, one with a topology of nodes.
var modes = []routing.Mode{routing.Auto, routing.Truck, routing.Bus, routing.Bicycle, routing.Pedestrian}

var state struct {
	sync.Mutex
	roads, file *region.File // without and with hierarchies
	router      *hierarchy.Router
}

// delawareRouter returns a router over Delaware that is built once for all tests.
func delawareRouter(tb testing.TB) *hierarchy.Router {
	tb.Helper()
	state.Lock()
	defer state.Unlock()
	if state.router == nil {
		dir, err := os.MkdirTemp("", "footstepd-test-")
		if err != nil {
			tb.Fatal(err)
		}
		defer os.RemoveAll(dir) // the mappings outlive the names
		path, _ := graphtest.ImportHills(tb, dir, osmtest.Delaware(tb), graphtest.Hills, modes...)
		if state.roads, err = region.Open(path); err != nil {
			tb.Fatal(err)
		}
		if state.file, err = region.Open(withHierarchies(tb, dir, state.roads)); err != nil {
			tb.Fatal(err)
		}
		state.router = newRouter(tb, state.file, hierarchy.DefaultCacheBytes)
	}
	return state.router
}

func newRouter(tb testing.TB, file *region.File, cacheBytes int64) *hierarchy.Router {
	tb.Helper()
	r, err := hierarchy.NewRouter(file, graphtest.FromFile(tb, file), cacheBytes)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// delaware returns the hierarchy of a mode over Delaware's roads.
func delaware(tb testing.TB, mode routing.Mode) *hierarchy.Hierarchy {
	tb.Helper()
	return delawareRouter(tb).Hierarchy(mode)
}
