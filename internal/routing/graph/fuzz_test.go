package graph_test

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/paulmach/orb"
)

// FuzzOpen damages sections in ways that no checksum tells: each six bytes of the input are a
// section, a place in it and a value. A graph that opens in spite of it must be safe to use.
func FuzzOpen(f *testing.F) {
	town := graphtest.RandomTown(3).Restrict(3, 20, "no_left_turn", "only_straight_on")
	for i := range town.Restrictions {
		if i%2 == 0 && len(town.Restrictions[i].Via) == 0 {
			town.Restrictions[i].Hours = "Mo-Fr 07:00-09:00"
		}
	}
	town.Ways[0].Tags = append(town.Ways[0].Tags, "access:conditional=no @ (07:00-09:00); destination @ (Su)", "maxheight=1.8")
	town.Nodes[3].Tags = append(town.Nodes[3].Tags, "maxwidth=1.7")
	path, _ := graphtest.Import(f, f.TempDir(), town.Map().PBF(f))
	file, err := region.Open(path)
	if err != nil {
		f.Fatal(err)
	}
	defer file.Close()
	f.Add([]byte{})
	for i := range len(file.Sections()) {
		f.Add([]byte{byte(i), 0, 0, 0, 0, 0xff})
		f.Add([]byte{byte(i), 0, 7, 0, 0, 0x80, byte(i), 0, 4, 0, 0, 1})
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, damage []byte) {
		damaged := filepath.Join(dir, "damaged.region")
		defer os.Remove(damaged)
		w, err := region.Create(damaged)
		if err != nil {
			t.Skip(err)
		}
		defer w.Abort()
		for i, s := range file.Sections() {
			data, err := file.Section(s.Name)
			if err != nil {
				t.Fatal(err)
			}
			data = append([]byte(nil), data...)
			for rest := damage; len(rest) >= 6; rest = rest[6:] {
				if at := int(binary.BigEndian.Uint32(rest[1:])); int(rest[0]) == i && len(data) > 0 {
					data[at%len(data)] ^= rest[5]
				}
			}
			if len(damage)%6 == 1 && int(damage[len(damage)-1]) == i { // cut short
				data = data[:len(data)/2]
			}
			if s.Name == "meta" {
				continue
			}
			if err := w.Add(s.Name, data); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Commit(region.Meta{}); err != nil {
			t.Skip(err)
		}
		broken, err := region.Open(damaged)
		if err != nil {
			t.Fatal(err)
		}
		defer broken.Close()
		g, err := graph.Open(broken)
		if err != nil {
			return
		}
		use(t, g)
		_ = graph.Check(context.Background(), broken)
	})
}

// use calls whatever reads the graph.
func use(t *testing.T, g *graph.Graph) {
	t.Helper()
	ctx := context.Background()
	for e := range uint32(len(g.Edges)) {
		g.AppendPart(g.AppendShape(nil, 2*e), 2*e+1, 1, 2)
		g.Bearing(2 * e)
		g.Name(g.Edges[e].Way, "de")
		g.ExitAt(g.Edges[e].From)
		_ = g.Way(2 * e).RoadClass()
	}
	for _, n := range g.Networks() {
		m, err := graph.NewMetric(n, routing.Options{DepartAt: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)})
		if err != nil {
			continue
		}
		if edges, err := g.Touching(ctx, orb.MultiPolygon{{{{10, 0}, {10.001, 0}, {10, 0.001}, {10, 0}}}}); err == nil {
			m.Close(edges)
		}
		var spots []graph.Spot
		g.Nearest(orb.Point{10.003, 0.003}, 1e5, m.Landable, func(s graph.Spot) bool {
			spots = append(spots, s)
			return len(spots) < 5
		})
		for _, s := range spots {
			_ = n.Islands[n.IslandOf(s.Edge)]
			_, _ = dijkstra.Route(ctx, m, spots[:1], []graph.Spot{s})
		}
		_, _ = dijkstra.From(ctx, m, spots, dijkstra.Milliseconds, dijkstra.MaxLimit)
		_, _ = dijkstra.To(ctx, m, spots, dijkstra.Millimetres, dijkstra.MaxLimit)
	}
}
