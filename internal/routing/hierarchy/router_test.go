package hierarchy_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
)

// Many requests at a time with many options, and a cache that holds only a few of them, get what a
// plain search finds.
func TestRouterUnderLoad(t *testing.T) {
	ctx := context.Background()
	file := graphtest.Open(t, withHierarchies(t, t.TempDir(), roadsOf(t, randomTown(rand.New(rand.NewPCG(5, 5))))))
	g := graphtest.FromFile(t, file)
	router, err := hierarchy.NewRouter(file, g, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for worker := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			r := rand.New(rand.NewPCG(uint64(worker), 1))
			for range 300 {
				n := g.Network(modes[r.IntN(len(modes))])
				m, err := graph.NewMetric(n, routing.Options{UseFerries: use(float64(r.IntN(4)) / 4), Shortest: r.IntN(3) == 0})
				if err != nil {
					t.Error(err)
					return
				}
				if r.IntN(3) == 0 {
					m.Close([]uint32{uint32(r.IntN(len(n.Edges)))})
				}
				if !landable(m) {
					continue
				}
				from, to := []graph.Spot{randomSpot(r, m)}, []graph.Spot{randomSpot(r, m)}
				want, wantErr := dijkstra.Route(ctx, m, from, to)
				got, gotErr := router.Route(ctx, m, from, to)
				if !errors.Is(gotErr, wantErr) || got.Cost != want.Cost {
					t.Errorf("%s: route costs %d, %v; want %d, %v", n.Mode, got.Cost, gotErr, want.Cost, wantErr)
				}
				rows, err := router.Table(ctx, m, [][]graph.Spot{from, to}, [][]graph.Spot{to})
				if err != nil || rows[0][0].Cost != want.Cost && wantErr == nil || wantErr != nil && rows[0][0].Cost != dijkstra.Unreachable {
					t.Errorf("%s: table costs %v, %v; want %d, %v", n.Mode, rows, err, want.Cost, wantErr)
				}
				if _, err := router.From(ctx, m, from, dijkstra.Milliseconds, 100_000); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	group.Wait()
}

// Roads that a request closes one by one are not used, by whatever lane it goes, and no other request
// notices.
func TestClosedRoads(t *testing.T) {
	ctx := context.Background()
	router := delawareRouter(t)
	for _, mode := range modes {
		t.Run(string(mode), func(t *testing.T) {
			n := router.Hierarchy(mode).Network()
			usual := metricOf(t, n, routing.Options{})
			list := trips(usual, 20)
			changed := 0
			for _, trip := range list {
				before, err := router.Route(ctx, usual, trip[0], trip[1])
				if err != nil {
					continue
				}
				m := metricOf(t, n, routing.Options{})
				var closed []uint32
				for i := 1; i < len(before.States)-1; i += 1 + len(before.States)/4 {
					closed = append(closed, n.Arc(before.States[i])>>1)
				}
				m.Close(closed)
				x := runOracle(m, trip[0][0])
				want := x.to(trip[1][0])
				after, err := router.Route(ctx, m, trip[0], trip[1])
				if errors.Is(err, dijkstra.ErrNoPath) && want == math.MaxUint64 {
					continue
				}
				if err != nil || after.Cost != want {
					t.Fatalf("with roads closed the route costs %d, %v; want %d", after.Cost, err, want)
				}
				checkPath(t, m, after, trip[0][0], trip[1][0])
				rows, err := router.Table(ctx, m, [][]graph.Spot{trip[0]}, [][]graph.Spot{trip[1]})
				if err != nil || rows[0][0].Cost != want {
					t.Fatalf("with roads closed the table says %+v, %v; want %d", rows, err, want)
				}
				if after.Cost != before.Cost {
					changed++
				}
				again, err := router.Route(ctx, usual, trip[0], trip[1])
				if err != nil || again.Cost != before.Cost {
					t.Fatalf("the usual route costs %d, %v; want %d", again.Cost, err, before.Cost)
				}
			}
			if changed == 0 {
				t.Error("closing roads changes nothing: the test shows nothing")
			}
		})
	}
}

// Where costs are too large for weights, a plain search answers.
func TestCostsTooLargeForWeights(t *testing.T) {
	ctx := context.Background()
	router := delawareRouter(t)
	n := router.Hierarchy(routing.Pedestrian).Network()
	m := metricOf(t, n, routing.Options{WalkingSpeed: graph.MinWalkingSpeed, UseLit: use(1), UseFerries: use(0)})
	for i := range m.Classes {
		m.Classes[i].Choose *= 60 // so that a day on foot costs more than a weight holds
	}
	h := router.Hierarchy(routing.Pedestrian)
	w := weightsOf(t, h, m)
	undecided := 0
	for i, trip := range trips(m, 12) {
		want, wantErr := dijkstra.Route(ctx, m, trip[0], trip[1])
		got, err := h.Route(w, m, trip[0], trip[1])
		switch {
		case errors.Is(err, hierarchy.ErrUndecided):
			undecided++
		case !errors.Is(err, wantErr) || got.Cost != want.Cost:
			t.Errorf("trip %d costs %d, %v; want %d, %v", i, got.Cost, err, want.Cost, wantErr)
		}
		if got, err := router.Route(ctx, m, trip[0], trip[1]); !errors.Is(err, wantErr) || got.Cost != want.Cost {
			t.Errorf("trip %d costs %d, %v by the router; want %d, %v", i, got.Cost, err, want.Cost, wantErr)
		}
	}
	if undecided == 0 {
		t.Error("all costs fit: the test shows nothing")
	}
}

// A file of any size leaves room for the measures of all of its modes, without which tables and isochrones go
// by plain searches.
func TestCacheHoldsMeasuresOfAllModes(t *testing.T) {
	if testing.Short() {
		t.Skip("the hierarchies of Delaware take some seconds; not in short mode")
	}
	router := delawareRouter(t)
	size := state.file.Size()
	total := int64(0)
	for _, mode := range modes {
		h := router.Hierarchy(mode)
		m := metricOf(t, h.Network(), routing.Options{})
		x, err := h.Measure(context.Background(), h.Default(), m)
		if err != nil {
			t.Fatal(err)
		}
		total += x.Bytes()
	}
	if total > size {
		t.Errorf("measures take %d bytes, the file %d", total, size)
	}
	if got := hierarchy.CacheBytes(state.file); got != max(hierarchy.DefaultCacheBytes, size) {
		t.Errorf("metrics over a file of %d bytes may take %d", size, got)
	}
}
