// Package bench_test measures the engines over a whole region: Delaware, or any that -region names. What it
// prints is explained in docs/performance.md.
package bench_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/build"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/paulmach/orb"
)

var regionPath = flag.String("region", "", "region file to measure; Delaware is imported when there is none")

var opened struct {
	sync.Once
	folder string // of the import, "" when there was none
	path   string
	file   *region.File
	err    error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if opened.folder != "" {
		os.RemoveAll(opened.folder)
	}
	os.Exit(code)
}

// open returns the region, which stays open.
func open(b *testing.B) *region.File {
	b.Helper()
	opened.Do(func() {
		opened.path = *regionPath
		if opened.path == "" {
			if opened.err = importDelaware(b); opened.err != nil {
				return
			}
		}
		opened.file, opened.err = region.Open(opened.path)
	})
	if opened.err != nil {
		b.Fatal(opened.err)
	}
	return opened.file
}

func importDelaware(b *testing.B) (err error) {
	input := osmtest.Delaware(b)
	if opened.folder, err = os.MkdirTemp("", "footstepd-bench-"); err != nil {
		return err
	}
	opened.path = filepath.Join(opened.folder, "delaware.region")
	parts, err := build.Rooms(build.Profiles...)
	if err != nil {
		return err
	}
	_, err = build.Import(context.Background(), build.Options{Inputs: []string{input}, Output: opened.path, Parts: parts})
	return err
}

// roads opens the region's road graph.
func roads(b *testing.B) *graph.Graph {
	b.Helper()
	g, err := graph.Open(open(b))
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// spots returns places on the roads of a mode, each as likely as any other along the roads of the
// region's largest network, in an order that is the same each time.
func spots(m *graph.Metric, seed uint64, count int) []graph.Spot {
	n := m.Network
	largest := uint32(0)
	for _, island := range n.Islands {
		largest = max(largest, island.Core)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	var list []graph.Spot
	for len(list) < count {
		edge := uint32(r.IntN(len(n.Edges)))
		if !m.Landable(edge) || n.Islands[n.IslandOf(edge)].Core != largest {
			continue
		}
		mm := uint32(r.Float64() * float64(n.Edges[edge].Length))
		list = append(list, graph.Spot{Edge: edge, Offset: mm, Point: point(n.Graph, edge, mm)})
	}
	return list
}

func point(g *graph.Graph, edge, mm uint32) orb.Point {
	line := g.AppendPart(nil, 2*edge, mm, g.Edges[edge].Length)
	return line[0]
}

// modes are those that are measured.
var modes = []routing.Mode{routing.Auto, routing.Bicycle, routing.Pedestrian}

// times are the durations of single calls, and the processor time of all of them, which does not grow
// with what else the machine has to do.
type times struct {
	list []time.Duration
	cpu  time.Duration
}

func newTimes() *times { return &times{cpu: cpuTime()} }

func (t *times) add(d time.Duration) { t.list = append(t.list, d) }

// report gives the middle one, and the one that a hundredth of them exceeds, under a name.
func (t *times) report(b *testing.B, name string) (middle time.Duration) {
	if cpu := cpuTime() - t.cpu; cpu > 0 && name == "" {
		b.ReportMetric(float64(cpu)/1e6/float64(len(t.list)), "cpu-ms")
	}
	slices.Sort(t.list)
	at := func(share float64) time.Duration { return t.list[int(share*float64(len(t.list)-1))] }
	b.ReportMetric(float64(at(0.5))/1e6, name+"p50-ms")
	b.ReportMetric(float64(at(0.99))/1e6, name+"p99-ms")
	return at(0.5)
}

// percentiles gives the middle one and those that a twentieth and a hundredth exceed, and the processor
// time of one, in microseconds.
func (t *times) percentiles(b *testing.B) {
	if cpu := cpuTime() - t.cpu; cpu > 0 {
		b.ReportMetric(float64(cpu)/1e3/float64(len(t.list)), "cpu-us")
	}
	slices.Sort(t.list)
	for _, p := range []struct {
		share float64
		unit  string
	}{{0.5, "p50-us"}, {0.95, "p95-us"}, {0.99, "p99-us"}} {
		b.ReportMetric(float64(t.list[int(p.share*float64(len(t.list)-1))])/1e3, p.unit)
	}
}
