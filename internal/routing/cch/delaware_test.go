package cch

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	fosm "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing/queue"
	"github.com/paulmach/osm"
)

// delaware is the road network of a state, its junctions as vertices, and seconds as weights
// (hundredths) at a made-up speed per class. It is a stand-in for real metrics in benchmarks.
var delaware = sync.OnceValue(func() (d struct {
	g       Graph
	weights []Weight
	x, y    []float32
},
) {
	src, err := fosm.Open(delawarePath)
	if err != nil {
		panic(err)
	}
	c := &roads{uses: map[osm.NodeID]int{}}
	loc, err := fosm.Read(context.Background(), src, nil, c)
	if err != nil {
		panic(err)
	}
	id := map[osm.NodeID]uint32{}
	var at []geo.Fixed
	type edge struct {
		to uint32
		w  Weight
	}
	var out [][]edge
	vertex := func(n osm.NodeID, p geo.Fixed) uint32 {
		v, ok := id[n]
		if !ok {
			v = uint32(len(at))
			id[n] = v
			at = append(at, p)
			out = append(out, nil)
		}
		return v
	}
	for _, w := range c.ways {
		var from uint32 = none
		var metres float64
		var last geo.Fixed
		for i, n := range w.Nodes {
			p, ok := loc.Get(n.ID)
			if !ok {
				from = none
				continue
			}
			if from != none {
				metres += geo.Distance(last.Point(), p.Point())
			}
			last = p
			if i > 0 && i < len(w.Nodes)-1 && c.uses[n.ID] < 2 {
				continue
			}
			v := vertex(n.ID, p)
			if from != none {
				cost := Weight(metres*3.6/50*100) + 1
				out[from] = append(out[from], edge{v, cost})
				if w.Tags.Find("oneway") != "yes" {
					out[v] = append(out[v], edge{from, cost})
				}
			}
			from, metres = v, 0
		}
	}
	d.g.FirstOut = []uint32{0}
	for v := range out {
		for _, e := range out[v] {
			d.g.Head = append(d.g.Head, e.to)
			d.weights = append(d.weights, e.w)
		}
		d.g.FirstOut = append(d.g.FirstOut, uint32(len(d.g.Head)))
		d.x = append(d.x, float32(at[v].Point()[0]*math.Cos(39*math.Pi/180)))
		d.y = append(d.y, float32(at[v].Point()[1]))
	}
	return d
})

var delawarePath string

type roads struct {
	ways []*osm.Way
	uses map[osm.NodeID]int
}

func (c *roads) Relation(*osm.Relation) error { return nil }
func (c *roads) Node(*osm.Node) error         { return nil }
func (c *roads) Way(w *osm.Way, need fosm.Need) error {
	switch w.Tags.Find("highway") {
	case "", "footway", "path", "steps", "cycleway", "proposed", "construction":
		return nil
	}
	c.ways = append(c.ways, w)
	need.Way(w)
	for _, n := range w.Nodes {
		c.uses[n.ID]++
	}
	return nil
}

// expanded is the turn-expanded graph of g: its arcs as vertices, turns as arcs at no cost, U-turns
// at dead ends only.
func expanded(g Graph, weights []Weight) (e Graph, w []Weight) {
	e.FirstOut = []uint32{0}
	tail := make([]uint32, len(g.Head))
	for v := range g.Vertices() {
		for a := g.FirstOut[v]; a < g.FirstOut[v+1]; a++ {
			tail[a] = uint32(v)
		}
	}
	for a, v := range g.Head {
		for b := g.FirstOut[v]; b < g.FirstOut[v+1]; b++ {
			if g.Head[b] != tail[a] || g.FirstOut[v+1]-g.FirstOut[v] == 1 {
				e.Head = append(e.Head, b)
				w = append(w, weights[b])
			}
		}
		e.FirstOut = append(e.FirstOut, uint32(len(e.Head)))
	}
	return e, w
}

// searcher is Dijkstra's algorithm from one vertex to all others.
type searcher struct {
	g       Graph
	weights []Weight
	dist    []Weight
	queue   queue.Queue
}

func (d *searcher) from(source uint32) []Weight {
	d.dist = resize(d.dist, d.g.Vertices())
	for v := range d.dist {
		d.dist[v] = Infinity
	}
	d.dist[source] = 0
	d.queue.Push(queue.Entry{Label: source})
	for len(d.queue) > 0 {
		e := d.queue.Pop()
		at := Weight(e.Key)
		if at != d.dist[e.Label] {
			continue
		}
		for a := d.g.FirstOut[e.Label]; a < d.g.FirstOut[e.Label+1]; a++ {
			if sum, v := at+d.weights[a], d.g.Head[a]; sum < d.dist[v] {
				d.dist[v] = sum
				d.queue.Push(queue.Entry{Key: uint64(sum), Label: v})
			}
		}
	}
	return d.dist
}

func benchmarkHierarchy(b *testing.B, turns bool) {
	delawarePath = osmtest.Delaware(b)
	d := delaware()
	ctx := context.Background()
	g, weights := d.g, d.weights
	find := Order
	if turns {
		find = OrderArcs
	}
	order, err := find(ctx, g, d.x, d.y, 2)
	if err != nil {
		b.Fatal(err)
	}
	if turns {
		g, weights = expanded(g, weights)
	}
	if order, err = Postorder(g, order); err != nil {
		b.Fatal(err)
	}
	g, weights = ranked(b, g, weights, order)
	own := weights
	h, weights := contracted(b, g, weights)
	b.Logf("%d vertices, %d arcs in, %d arcs stored", g.Vertices(), len(g.Head), h.Arcs())
	m, err := h.Customize(ctx, weigher(weights), 0)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("order", func(b *testing.B) {
		for b.Loop() {
			if _, err := find(ctx, d.g, d.x, d.y, 2); err != nil {
				b.Fatal(err)
			}
		}
	})
	sums, err := h.Sum(ctx, m, weights, func(a int) Sum { return Sum{weights[a], 1} })
	if err != nil {
		b.Fatal(err)
	}
	b.Run("contract", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := New(ctx, g); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, workers := range []int{1, 2} {
		b.Run(map[int]string{1: "customize-1", 2: "customize-2"}[workers], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := h.CustomizeInto(ctx, m, weigher(weights), workers); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	n := uint32(g.Vertices())
	b.Run("query", func(b *testing.B) {
		b.ReportAllocs()
		rng := rand.New(rand.NewPCG(1, 2))
		q := h.NewQuery()
		for b.Loop() {
			q.Reset()
			q.AddSource(rng.Uint32N(n), 0)
			q.AddTarget(rng.Uint32N(n), 0)
			q.Run(m)
		}
	})
	b.Run("path", func(b *testing.B) {
		b.ReportAllocs()
		rng := rand.New(rand.NewPCG(1, 2))
		q := h.NewQuery()
		for b.Loop() {
			q.Reset()
			q.AddSource(rng.Uint32N(n), 0)
			q.AddTarget(rng.Uint32N(n), 0)
			q.Run(m)
			q.Path(m)
		}
	})
	// Sources from which most of the graph is reached.
	var sources []uint32
	rng, s := rand.New(rand.NewPCG(1, 2)), h.NewSweep()
	for len(sources) < 200 {
		v := rng.Uint32N(n)
		s.From(m, nil, []End{{Vertex: v}}, Infinity)
		reached := 0
		for _, span := range s.Scanned() {
			reached += int(span.To - span.From)
		}
		if 2*reached > int(n) {
			sources = append(sources, v)
		}
	}
	for _, bench := range []struct {
		name string
		sums *Sums
	}{{"sweep", nil}, {"sweep-with-sums", sums}} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			s, starts := h.NewSweep(), make([]End, 1)
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				starts[0].Vertex = sources[i%len(sources)]
				start := time.Now()
				s.From(m, bench.sums, starts, Infinity)
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(took[0].Seconds()*1e3, "least-ms")
			b.ReportMetric(took[len(took)/2].Seconds()*1e3, "p50-ms")
		})
	}
	// In turn, so that other work of the machine slows both alike.
	b.Run("sweep-against-dijkstra", func(b *testing.B) {
		s, starts, d := h.NewSweep(), make([]End, 1), searcher{g: g, weights: own}
		var swept, searched []time.Duration
		for i := 0; b.Loop(); i++ {
			starts[0].Vertex = sources[i%len(sources)]
			begin := time.Now()
			s.From(m, nil, starts, Infinity)
			middle := time.Now()
			dist := d.from(starts[0].Vertex)
			swept, searched = append(swept, middle.Sub(begin)), append(searched, time.Since(middle))
			for v, want := range dist {
				if got := s.Cost(uint32(v)); got != want {
					b.Fatalf("vertex %d lies at %d by the sweep, at %d by Dijkstra's algorithm", v, got, want)
				}
			}
		}
		slices.Sort(swept)
		slices.Sort(searched)
		b.ReportMetric(searched[len(searched)/2].Seconds()*1e3, "dijkstra-p50-ms")
		b.ReportMetric(float64(searched[len(searched)/2])/float64(swept[len(swept)/2]), "times-faster")
	})
}

func BenchmarkDelawareNodes(b *testing.B) { benchmarkHierarchy(b, false) }
func BenchmarkDelawareTurns(b *testing.B) { benchmarkHierarchy(b, true) }
