package index

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/osm"
	"pgregory.net/rapid"
)

// TestAddressRoundTrip writes blocks of addresses and reads them as they were.
func TestAddressRoundTrip(t *testing.T) {
	name := func(t *rapid.T, label string) Name { return Name(rapid.Uint32Range(0, 5).Draw(t, label)) - 1 }
	path := filepath.Join(t.TempDir(), "addresses.region")
	rapid.Check(t, func(t *rapid.T) {
		var blocks []blockOfHouses
		id := int64(0)
		for street := range rapid.IntRange(0, 5).Draw(t, "streets") {
			for range rapid.IntRange(1, 3).Draw(t, "blocks") {
				var block blockOfHouses
				value := uint32(0)
				for range rapid.IntRange(1, blockSize).Draw(t, "addresses") {
					value += rapid.SampledFrom([]uint32{0, 1, 2, 40, 90_000_000}).Draw(t, "step")
					id += rapid.SampledFrom([]int64{1, 2, 1000, 1 << 40}).Draw(t, "id step")
					k := NewKey(rapid.SampledFrom([]Class{Object, AddressOf}).Draw(t, "class"), rapid.SampledFrom([]osm.Type{osm.TypeNode, osm.TypeWay, osm.TypeRelation}).Draw(t, "type"), id)
					a := Address{
						Street: Doc(street), Value: value, Rest: rapid.SampledFrom([]string{"", "", "a", "b", "-3", "Ünusual"}).Draw(t, "rest") + rapid.StringN(0, 2, 8).Draw(t, "more"),
						At: toVertex(fixedIn(t, "at")).fixed(), Postcode: name(t, "postcode"), City: name(t, "city"), Written: name(t, "written"),
					}
					if rapid.Bool().Draw(t, "outline") {
						for _, p := range lineFrom(t, rapid.IntRange(1, 9).Draw(t, "vertices")) {
							a.Ring = append(a.Ring, toVertex(p).fixed())
						}
					}
					block.list, block.keys, block.last = append(block.list, a), append(block.keys, k), value+7
				}
				blocks = append(blocks, block)
			}
		}
		var w addressWriter
		for i := range blocks {
			w.count(&blocks[i])
		}
		lists := w.lists(nil)
		for i := range blocks {
			w.add(&blocks[i])
		}
		out, err := region.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer out.Abort()
		n, err := w.write(out, lists)
		if err != nil {
			t.Fatal(err)
		}
		if err := out.Commit(region.Meta{}); err != nil {
			t.Fatal(err)
		}
		f, err := region.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		x := &Index{}
		if err := x.addresses.open(f, n, 5); err != nil {
			t.Fatal(err)
		}
		if x.Blocks() != len(blocks) {
			t.Fatalf("%d blocks, want %d", x.Blocks(), len(blocks))
		}
		near := map[uint32]bool{}
		x.SearchBlocks(geo.Box{MinLon: -1 << 31, MinLat: -1 << 31, MaxLon: 1<<31 - 1, MaxLat: 1<<31 - 1}, func(b uint32) bool { near[b] = true; return true })
		var buf []geo.Fixed
		for b, block := range blocks {
			want := block.list
			head := Block{want[0].Street, want[0].Value, block.last}
			if got := x.Block(uint32(b)); got != head || !near[uint32(b)] {
				t.Fatalf("block %d is %+v, want %+v; in the tree: %t", b, got, head, near[uint32(b)])
			}
			i := 0
			buf = x.Addresses(uint32(b), buf, func(a *Address) bool {
				if i >= len(want) || !slices.Equal(a.Ring, want[i].Ring) {
					t.Fatalf("address %d of block %d has the outline %v", i, b, a.Ring)
				}
				got, w := *a, want[i]
				got.Ring, w.Ring = nil, nil
				if x.HouseKey(got.ID) != block.keys[i] || got.Street != w.Street || got.Number() != w.Number() || got.Value != w.Value || got.At != w.At || got.Postcode != w.Postcode || got.City != w.City || got.Written != w.Written {
					t.Fatalf("address %d of block %d is %+v, want %+v", i, b, got, w)
				}
				if at, id, ok := x.AddressOf(block.keys[i]); !ok || int(at) != b || id != a.ID {
					t.Fatalf("%s is found in block %d, %t; want %d", block.keys[i], at, ok, b)
				}
				i++
				return true
			})
			if i != len(want) {
				t.Fatalf("block %d has %d addresses, want %d", b, i, len(want))
			}
		}
	})
}
