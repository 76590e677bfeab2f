package hierarchy_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
	posm "github.com/paulmach/osm"
)

// A hierarchy that is built while the road graph is in memory is that of the graph in the file, byte
// for byte.
func TestImportIsDeterministic(t *testing.T) {
	ctx := context.Background()
	delawareRouter(t)
	roads, err := graph.NewBuilder(modes...)
	if err != nil {
		t.Fatal(err)
	}
	roads.Climb = graphtest.Hills
	b := hierarchy.NewBuilder(roads)
	src, err := osm.Open(osmtest.Delaware(t))
	if err != nil {
		t.Fatal(err)
	}
	loc, err := osm.Read(ctx, src, nil, roads, b)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "again.region")
	w, err := region.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	report := &region.Report{}
	var last float64
	progress := func(done float64) {
		if done < last || done > 1 {
			t.Errorf("progress goes from %v to %v", last, done)
		}
		last = done
	}
	if err := roads.Finish(ctx, loc, w, report, nil); err != nil {
		t.Fatal(err)
	}
	if err := b.Finish(ctx, loc, w, report, progress); err != nil {
		t.Fatal(err)
	}
	if last != 1 || report.Counts["shortcuts for motor"] == 0 {
		t.Errorf("progress ends with %v, the report has %v", last, report.Counts)
	}
	if err := w.Commit(region.Meta{Name: "again"}); err != nil {
		t.Fatal(err)
	}
	again := graphtest.Open(t, path)
	compared := 0
	for _, s := range state.file.Sections() {
		if !strings.HasPrefix(s.Name, "hier.") {
			continue
		}
		want, err := state.file.Section(s.Name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := again.Section(s.Name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("section %q differs", s.Name)
		}
		compared++
	}
	if compared < 50 {
		t.Errorf("only %d sections", compared)
	}
}

func TestImportIsCancelled(t *testing.T) {
	delawareRouter(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	n := graphtest.FromFile(t, state.roads).Network(routing.Bicycle)
	if _, err := hierarchy.New(ctx, n); !errors.Is(err, context.Canceled) {
		t.Errorf("New with a cancelled context: %v", err)
	}
}

// A hierarchy whose numbers are damaged is refused, or it answers something without leaving its arrays.
func FuzzOpen(f *testing.F) {
	roads := roadsOf(f, randomTown(rand.New(rand.NewPCG(1, 2))))
	path := withHierarchies(f, f.TempDir(), roads)
	whole := graphtest.Open(f, path)
	var sections []region.Section
	for _, s := range whole.Sections() {
		if strings.HasPrefix(s.Name, "hier.") {
			sections = append(sections, s)
		}
	}
	for i := range sections {
		f.Add(uint8(i), uint32(0), uint32(1<<31), false)
		f.Add(uint8(i), uint32(7), uint32(3), false)
		f.Add(uint8(i), uint32(2), uint32(0), true)
	}
	f.Fuzz(func(t *testing.T, section uint8, at, value uint32, cut bool) {
		broken := sections[int(section)%len(sections)].Name
		path := filepath.Join(t.TempDir(), "broken.region")
		w, err := region.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Abort()
		for _, s := range whole.Sections() {
			if s.Name == "meta" {
				continue
			}
			data, err := whole.Section(s.Name)
			if err != nil {
				t.Fatal(err)
			}
			if s.Name == broken {
				data = bytes.Clone(data)
				switch {
				case cut:
					data = data[:len(data)/8*4]
				case len(data) >= 4:
					binary.LittleEndian.PutUint32(data[int(at)%(len(data)/4)*4:], value)
				}
			}
			if err := w.Add(s.Name, data); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Commit(whole.Meta()); err != nil {
			t.Fatal(err)
		}
		file := graphtest.Open(t, path)
		router, err := hierarchy.NewRouter(file, graphtest.FromFile(t, file), hierarchy.DefaultCacheBytes)
		if err != nil {
			if !errors.Is(err, hierarchy.ErrInvalid) && !errors.Is(err, cch.ErrInvalid) && !errors.Is(err, region.ErrDamaged) {
				t.Fatalf("NewRouter: %v", err)
			}
			return
		}
		ctx := context.Background()
		for _, mode := range modes {
			h := router.Hierarchy(mode)
			for _, o := range []routing.Options{{}, {UseFerries: use(0.5)}} {
				m := metricOf(t, h.Network(), o)
				r := rand.New(rand.NewPCG(3, 4))
				for range 3 {
					a, b := []graph.Spot{randomSpot(r, m)}, []graph.Spot{randomSpot(r, m)}
					_, _ = router.Route(ctx, m, a, b)
					_, _, _ = h.Guided(ctx, h.Default(), m, a, b)
					_, _ = router.From(ctx, m, a, dijkstra.Milliseconds, 100_000)
					_, _ = router.To(ctx, m, a, dijkstra.Milliseconds, 100_000)
					_, _ = router.Table(ctx, m, [][]graph.Spot{a, b}, [][]graph.Spot{b})
				}
			}
		}
	})
}

func roadsOf(tb testing.TB, m *osmtest.Map) *region.File {
	tb.Helper()
	path, _ := graphtest.Import(tb, tb.TempDir(), m.PBF(tb), modes...)
	return graphtest.Open(tb, path)
}

// randomTown returns a small map with all that hierarchies know of: streets of all kinds, one way or
// private or both, gates, lights, and turn restrictions at nodes and over ways.
func randomTown(r *rand.Rand) *osmtest.Map {
	cols, rows := 3+r.IntN(5), 3+r.IntN(5)
	m := (&osmtest.Map{}).Grid(1, cols, rows, -75, 39, 0.001+0.01*r.Float64())
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	type street struct {
		id   int64
		a, b int64
	}
	var streets []street
	add := func(a, b int64) {
		if r.IntN(8) == 0 {
			return
		}
		tags := []string{"highway=" + pick("residential", "primary", "service", "footway", "path", "steps", "track", "tertiary")}
		if r.IntN(4) == 0 {
			tags = append(tags, "oneway=yes")
		}
		if r.IntN(5) == 0 {
			tags = append(tags, "access="+pick("private", "destination", "no"))
		}
		if r.IntN(9) == 0 {
			tags = append(tags, "maxheight=2.5")
		}
		s := street{int64(1000 + len(streets)), a, b}
		streets = append(streets, s)
		m.Way(s.id, []int64{a, b}, tags...)
	}
	for y := range rows {
		for x := range cols {
			id := int64(1 + y*cols + x)
			if x+1 < cols {
				add(id, id+1)
			}
			if y+1 < rows {
				add(id, id+int64(cols))
			}
			if r.IntN(12) == 0 && y+1 < rows && x+1 < cols {
				add(id, id+int64(cols)+1)
			}
		}
	}
	// Two nodes at the same place, and a road between them that has no length.
	m.Node(900, -75, 39, pick("highway=traffic_signals", "barrier=gate", "barrier=bollard"))
	m.Way(2000, []int64{1, 900}, "highway=residential")
	m.Way(2001, []int64{900, 2}, "highway="+pick("residential", "footway"))
	m.Node(901, -74.9995, 39.0003, "highway="+pick("turning_circle", "traffic_signals", "stop"))
	m.Way(2002, []int64{int64(cols + 1), 901, 2}, "highway=residential")
	meets := func(s street, node int64) bool { return s.a == node || s.b == node }
	for i := range 8 {
		from := streets[r.IntN(len(streets))]
		via := from.b
		var next []street
		for _, s := range streets {
			if s != from && meets(s, via) {
				next = append(next, s)
			}
		}
		if len(next) == 0 {
			continue
		}
		to := next[r.IntN(len(next))]
		kind := "restriction=" + pick("no_left_turn", "only_straight_on", "no_u_turn")
		if r.IntN(3) == 0 {
			kind = "restriction:foot=" + pick("no_left_turn", "only_straight_on")
		}
		if r.IntN(2) == 0 {
			m.Relation(int64(5000+i), []posm.Member{osmtest.WayMember(from.id, "from"), osmtest.NodeMember(via, "via"), osmtest.WayMember(to.id, "to")}, "type=restriction", kind)
			continue
		}
		end := to.a
		if end == via {
			end = to.b
		}
		for _, last := range streets {
			if last != to && meets(last, end) {
				m.Relation(int64(5000+i), []posm.Member{osmtest.WayMember(from.id, "from"), osmtest.WayMember(to.id, "via"), osmtest.WayMember(last.id, "to")}, "type=restriction", kind)
				break
			}
		}
	}
	return m
}

// In towns where little is as it should be, every lane is right in every mode.
func TestRandomTownsAgainstOracle(t *testing.T) {
	ctx := context.Background()
	towns := 60
	if testing.Short() {
		towns = 10
	}
	copies, layers := 0, 0
	for seed := range uint64(towns) {
		r := rand.New(rand.NewPCG(seed, 17))
		file := graphtest.Open(t, withHierarchies(t, t.TempDir(), roadsOf(t, randomTown(r))))
		router := newRouter(t, file, hierarchy.DefaultCacheBytes)
		for _, mode := range modes {
			h := router.Hierarchy(mode)
			copies += len(h.Network().Copies)
			for _, set := range optionSets {
				if !set.holds(mode) {
					continue
				}
				m := metricOf(t, h.Network(), set.o)
				if !landable(m) {
					continue
				}
				w := weightsOf(t, h, m)
				for range 3 {
					from := randomSpot(r, m)
					x := runOracle(m, from)
					for range 12 {
						to := randomSpot(r, m)
						want := x.to(to)
						for name, find := range map[string]func() (dijkstra.Path, error){
							"hierarchy": func() (dijkstra.Path, error) { return h.Route(w, m, []graph.Spot{from}, []graph.Spot{to}) },
							"guided": func() (dijkstra.Path, error) {
								p, _, err := h.Guided(ctx, h.Default(), m, []graph.Spot{from}, []graph.Spot{to})
								return p, err
							},
							"router": func() (dijkstra.Path, error) { return router.Route(ctx, m, []graph.Spot{from}, []graph.Spot{to}) },
						} {
							p, err := find()
							if errors.Is(err, dijkstra.ErrNoPath) && want == math.MaxUint64 || name != "router" && errors.Is(err, hierarchy.ErrUndecided) {
								continue
							}
							if err != nil || p.Cost != want {
								t.Fatalf("town %d, %s, %s, %s: from %+v to %+v costs %d, %v; want %d", seed, mode, set.name, name, from, to, p.Cost, err, want)
							}
							checkPath(t, m, p, from, to)
							for _, state := range p.States {
								if int(state) >= len(m.Network.Arcs) {
									layers++
								}
							}
						}
					}
				}
			}
		}
	}
	if copies == 0 || layers == 0 {
		t.Errorf("%d copies of arcs, %d of them on paths: the test shows too little", copies, layers)
	}
}

func landable(m *graph.Metric) bool {
	for e := range m.Network.Edges {
		if m.Landable(uint32(e)) {
			return true
		}
	}
	return false
}
