package synthetic_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/synthetic"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/paulmach/osm"
)

func newWorld(tb testing.TB, nodes int, seed uint64) *synthetic.World {
	tb.Helper()
	w, err := synthetic.New(nodes, seed)
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

func encoded(tb testing.TB, w *synthetic.World) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := w.Write(&b); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func TestWorldsAreTheSameEachTime(t *testing.T) {
	sum := func(seed uint64) string {
		s := sha256.Sum256(encoded(t, newWorld(t, 20_000, seed)))
		return hex.EncodeToString(s[:])
	}
	first := sum(1)
	if again := sum(1); again != first {
		t.Error("the same size and seed give another file the second time")
	}
	if first == sum(2) {
		t.Error("another seed gives the same file")
	}
}

// More houses add nodes with addresses and change nothing else.
func TestHouses(t *testing.T) {
	const nodes = 20_000
	count := func(houses int) (numbers, ways int) {
		w, err := synthetic.NewDense(nodes, 2, houses)
		if err != nil {
			t.Fatal(err)
		}
		postcodes := map[string]bool{}
		if err := w.Objects(func(o osm.Object) error {
			switch o := o.(type) {
			case *osm.Node:
				if o.Tags.HasTag("addr:housenumber") {
					numbers++
				}
				postcodes[o.Tags.Find("addr:postcode")] = true
			case *osm.Way:
				ways++
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if houses > 0 && len(postcodes) < 2 {
			t.Errorf("%d houses: no postcodes", houses)
		}
		return numbers, ways
	}
	few, _ := count(0)
	if many, _ := count(10); many < 2*few || many < nodes/2 {
		t.Errorf("%d house numbers of %d nodes where there were %d", many, nodes, few)
	}
}

// The objects are sorted, name only what there is, and restrictions have ways that meet.
func TestObjects(t *testing.T) {
	w := newWorld(t, 60_000, 3)
	var lastNode osm.NodeID
	var lastWay osm.WayID
	ways := map[osm.WayID]osm.WayNodes{}
	kinds := map[string]int{}
	relations := 0
	err := w.Objects(func(o osm.Object) error {
		switch o := o.(type) {
		case *osm.Node:
			if o.ID != lastNode+1 || len(ways) > 0 {
				t.Fatalf("node %d after node %d and %d ways", o.ID, lastNode, len(ways))
			}
			lastNode = o.ID
		case *osm.Way:
			if o.ID != lastWay+1 || relations > 0 || len(o.Nodes) < 2 {
				t.Fatalf("way %d of %d nodes after way %d and %d relations", o.ID, len(o.Nodes), lastWay, relations)
			}
			lastWay = o.ID
			for i, n := range o.Nodes {
				if n.ID < 1 || n.ID > lastNode || i > 0 && n.ID == o.Nodes[i-1].ID {
					t.Fatalf("way %d has node %d of %d", o.ID, n.ID, lastNode)
				}
			}
			ways[o.ID] = o.Nodes
			kinds[o.Tags.Find("highway")+o.Tags.Find("waterway")]++
			if o.Tags.HasTag("bridge") {
				kinds["bridge"]++
			}
		case *osm.Relation:
			relations++
			from, to, via := ways[osm.WayID(o.Members[0].Ref)], ways[osm.WayID(o.Members[2].Ref)], osm.NodeID(o.Members[1].Ref)
			if len(from) == 0 || len(to) == 0 || from[len(from)-1].ID != via || to[0].ID != via {
				t.Fatalf("restriction %d: from %v via %d to %v", o.ID, from, via, to)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if lastNode < 60_000 {
		t.Errorf("%d nodes, want at least 60000", lastNode)
	}
	if relations == 0 {
		t.Error("no restrictions")
	}
	for _, kind := range []string{"motorway", "motorway_link", "primary", "secondary", "tertiary", "unclassified", "residential", "service", "footway", "track", "river", "bridge"} {
		if kinds[kind] == 0 {
			t.Errorf("no %s", kind)
		}
	}
}

// Nearly all roads of each mode belong to one network.
func TestWorldsAreConnected(t *testing.T) {
	path := filepath.Join(t.TempDir(), "world.osm.pbf")
	if err := os.WriteFile(path, encoded(t, newWorld(t, 30_000, 5)), 0o644); err != nil {
		t.Fatal(err)
	}
	file, _ := graphtest.Import(t, t.TempDir(), path, routing.Auto, routing.Pedestrian)
	for _, n := range graphtest.FromFile(t, graphtest.Open(t, file)).Networks() {
		largest, all := uint32(0), uint32(0)
		for _, island := range n.Islands {
			largest, all = max(largest, island.Core), all+island.Arcs
		}
		if float64(largest) < 0.9*float64(all) {
			t.Errorf("%s: %d of %d arcs are in the largest network", n.Mode, largest, all)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, nodes := range []int{0, -1, synthetic.MaxNodes + 1} {
		if _, err := synthetic.New(nodes, 1); err == nil {
			t.Errorf("New(%d) gives no error", nodes)
		}
	}
	if _, err := synthetic.NewDense(1, 1, synthetic.MaxHouses+1); err == nil {
		t.Error("too many houses give no error")
	}
	small := newWorld(t, 1, 1)
	if small.Side() <= 0 {
		t.Errorf("side %v", small.Side())
	}
}
