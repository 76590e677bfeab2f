package graph_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
)

// The metre beside a node with limits is a metre, however long the road is, and the pieces have the lengths
// that they are said to have.
func TestGatewayLengths(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	m := new(osmtest.Map)
	id := int64(1)
	for range 60 {
		lon, lat := 360*r.Float64()-180, 140*r.Float64()-70
		for k := range int64(3) {
			var tags []string
			if k != 1 {
				tags = []string{"barrier=height_restrictor", "maxheight=2"}
			}
			m.Node(id+k, lon, lat, tags...)
			lon, lat = lon+0.05*(r.Float64()-0.5), lat+0.05*(r.Float64()-0.5)
		}
		m.Way(id, []int64{id, id + 1, id + 2}, "highway=residential")
		id += 3
	}
	path, _ := graphtest.Import(t, t.TempDir(), m.PBF(t), routing.Auto)
	file := graphtest.Open(t, path)
	if err := graph.Check(context.Background(), file); err != nil {
		t.Fatal(err)
	}
	g, cuts := graphtest.FromFile(t, file), 0
	for e := range g.Edges {
		if g.NodeIDs[g.Edges[e].From] != 0 && g.NodeIDs[g.Edges[e].To] != 0 || g.Points(uint32(e)) != 2 || g.Edges[e].Length > 2000 {
			continue
		}
		cuts++
		if d := geo.Distance(g.Point(uint32(e), 0), g.Point(uint32(e), 1)); math.Abs(d-1) > 0.01 {
			t.Errorf("edge %d is %.3f m long", e, d)
		}
	}
	if cuts != 120 {
		t.Errorf("%d pieces of a metre", cuts)
	}
}
