package dijkstra_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
)

// spotOn returns a spot on an edge.
func spotOn(g *graph.Graph, edge uint32, share float64) graph.Spot {
	return graph.Spot{Edge: edge, Offset: uint32(share * float64(g.Edges[edge].Length))}
}

func randomSpot(r *rand.Rand, m *graph.Metric) graph.Spot {
	n := m.Network
	for {
		e := uint32(r.IntN(len(n.Edges)))
		if m.OfArc(2*e).Choose > 0 || m.OfArc(2*e+1).Choose > 0 {
			return spotOn(n.Graph, e, r.Float64())
		}
	}
}

func TestDelaware(t *testing.T) {
	start := time.Now()
	g := graphtest.FromFile(t, graphtest.Delaware(t))
	fmt.Println("built in", time.Since(start), len(g.Nodes), len(g.Edges))
	for _, n := range g.Networks() {
		m, err := graph.NewMetric(n, routing.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		none := 0
		start = time.Now()
		const N = 200
		for range N {
			_, err := dijkstra.Route(context.Background(), m, []graph.Spot{randomSpot(r, m)}, []graph.Spot{randomSpot(r, m)})
			if errors.Is(err, dijkstra.ErrNoPath) {
				none++
			} else if err != nil {
				t.Fatal(err)
			}
		}
		fmt.Println(n.Mode, len(n.Classes), len(n.Copies), len(n.Islands), time.Since(start)/N, "none", none)
	}
}
