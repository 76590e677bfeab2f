//go:build unix

// Package peer_test puts Valhalla, another open router, beside the engine: the same extract, the same questions, one machine,
// one run. scripts/peer_valhalla.sh fetches Valhalla and runs it; docs/performance.md and docs/routing.md have what
// came of it.
package peer_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/build"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/embedded"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/paulmach/orb"
)

var (
	packageFlag = flag.String("valhalla", "", "folder of the npm package @valhallajs/valhallajs; without it there is nothing to compare with")
	extractFlag = flag.String("extract", "", "extract to compare over; Delaware when there is none")
	regionFlag  = flag.String("region", "", "region file of the extract; it is imported when there is none")
	tilesFlag   = flag.String("tiles", "", "configuration of Valhalla's tiles of the extract; they are built when there is none")
	pairsFlag   = flag.Int("pairs", 200, "pairs of places to compare for each mode")
	seedFlag    = flag.Uint64("seed", 1, "seed of the places")
	outFlag     = flag.String("out", "", "file for each compared pair, as lines of JSON")
)

// modes are the travel modes that both know, by Valhalla's names, which ours are too.
var modes = []routing.Mode{routing.Auto, routing.Truck, routing.Bicycle, routing.Pedestrian}

// sides are the two routers over the same extract.
type sides struct {
	path   string // of the region file
	graph  *graph.Graph
	engine *embedded.Engine
	theirs *valhalla
}

// both opens both sides, or skips the test.
func both(tb testing.TB) *sides {
	tb.Helper()
	needPackage(tb)
	path := *regionFlag
	if path == "" {
		path = importRegion(tb)
	}
	f, err := region.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { f.Close() })
	s := &sides{path: path}
	if s.graph, err = graph.Open(f); err != nil {
		tb.Fatal(err)
	}
	if s.engine, err = embedded.New(f); err != nil {
		tb.Fatal(err)
	}
	config := *tilesFlag
	if config == "" {
		config, _ = buildTiles(tb)
	}
	s.theirs = startValhalla(tb, config)
	return s
}

func needPackage(tb testing.TB) {
	tb.Helper()
	if *packageFlag == "" {
		tb.Skip("compares with Valhalla, which -valhalla names: see scripts/peer_valhalla.sh")
	}
}

// extract is the path of the extract that both sides read.
func extract(tb testing.TB) string {
	if *extractFlag != "" {
		return *extractFlag
	}
	return osmtest.Delaware(tb)
}

func importRegion(tb testing.TB) string {
	tb.Helper()
	parts, err := build.Rooms(build.Profiles...)
	if err != nil {
		tb.Fatal(err)
	}
	path := filepath.Join(tb.TempDir(), "peer.region")
	o := build.Options{Inputs: []string{extract(tb)}, Output: path, Parts: parts}
	if _, err := build.Import(context.Background(), o); err != nil {
		tb.Fatal(err)
	}
	return path
}

// places draws points on the roads of a mode's largest network, each road as likely as any other.
func (s *sides) places(tb testing.TB, mode routing.Mode, seed uint64, count int) []orb.Point {
	tb.Helper()
	m, err := graph.NewMetric(s.graph.Network(mode), routing.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	n := m.Network
	largest := uint32(0)
	for _, island := range n.Islands {
		largest = max(largest, island.Core)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	var list []orb.Point
	for len(list) < count {
		edge := uint32(r.IntN(len(n.Edges)))
		if !m.Landable(edge) || n.Islands[n.IslandOf(edge)].Core != largest {
			continue
		}
		mm := uint32(r.Float64() * float64(n.Edges[edge].Length))
		list = append(list, s.graph.AppendPart(nil, 2*edge, mm, n.Edges[edge].Length)[0])
	}
	return list
}

// where writes a point as Valhalla wants it.
func where(p orb.Point) object { return object{"lat": p.Lat(), "lon": p.Lon()} }
