package index

import (
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode/packed"
	"pgregory.net/rapid"
)

// readBearers opens what packBearers makes.
func readBearers(b []byte, n, docs int) (out bearers, err error) {
	out.n, out.width = n, termBits(2*docs)
	out.starts, out.data, err = openStarts(b, secBearers, (n+bearerGroup-1)/bearerGroup, 8)
	return out, err
}

// TestBearers packs docs of names and reads them as they were, and as far as they are asked for.
func TestBearers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.SampledFrom([]int{1, 2, 50, 1 << 20}).Draw(t, "docs")
		lists := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []uint64 {
			size := rapid.SampledFrom([]int{1, 1, 1, 0, 2, 40}).Draw(t, "size")
			list := rapid.SliceOfN(rapid.Uint64Range(0, uint64(2*docs-1)), 0, size).Draw(t, "list")
			slices.Sort(list)
			return slices.Compact(list)
		}), 0, 70).Draw(t, "lists")
		b, err := readBearers(packBearers(lists, docs), len(lists), docs)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range lists {
			var got []uint64
			most := rapid.IntRange(1, 50).Draw(t, "most")
			b.visit(uint32(name), func(doc Doc, other bool) bool {
				v := uint64(doc) << 1
				if other {
					v |= 1
				}
				got = append(got, v)
				return len(got) < most
			})
			if want = want[:min(len(want), most)]; !slices.Equal(got, want) {
				t.Fatalf("name %d is borne by %d, want %d", name, got, want)
			}
		}
		b.visit(uint32(len(lists)), func(Doc, bool) bool { t.Fatal("a name behind the last one has docs"); return false })
	})
}

// FuzzBearers reads bytes as the docs of names: there are never more than the bytes can hold.
func FuzzBearers(f *testing.F) {
	f.Add(packBearers([][]uint64{{3}, nil, {1, 4, 9}, {8}}, 5), uint16(4), uint16(5))
	f.Add([]byte{}, uint16(0), uint16(0))
	f.Fuzz(func(t *testing.T, data []byte, n, docs uint16) {
		b, err := readBearers(data, int(n), int(docs))
		if err != nil {
			return
		}
		for name := range uint32(n) {
			seen := 0
			b.visit(name, func(Doc, bool) bool { seen++; return true })
			if seen > 8*len(data)+1 {
				t.Fatalf("%d docs of %d bytes", seen, len(data))
			}
		}
	})
}

// FuzzAddressBlock reads bytes as a block of house numbers.
func FuzzAddressBlock(f *testing.F) {
	var w packed.Writer
	w.Bits(2, sizeBits)
	line := rowOf([][2]int64{{100, 30}, {90, 33}})
	line.writeHead(&w)
	for i := range 3 {
		w.Golomb(0, flagOrder)
		if i > 0 {
			ids := idRuns{}
			ids.write(&w, HouseID(i), 5)
			line.write(&w, [2]int64{100, 30})
		}
	}
	f.Add(w.Bytes(), []byte{1, 3, 4, 8, 16, 32, 63})
	f.Add([]byte{0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 1}, []byte{0xff})
	blocks := packed.AppendTable(nil, 1, blockColumns, func(_, col int) int64 { return int64(col) * int64(col&1) })
	f.Fuzz(func(t *testing.T, data, flags []byte) {
		x := &Index{}
		table, _, err := packed.OpenTable(blocks, blockColumns)
		if err != nil {
			t.Fatal(err)
		}
		x.addresses.blocks, x.addresses.flags, x.addresses.data, x.addresses.idBits = table, flags, data, 5
		n := 0
		x.Addresses(0, nil, func(a *Address) bool {
			if len(a.Ring) > 8*len(data)+1 || len(a.Rest) > maxRest {
				t.Fatalf("%d vertices and %d letters of %d bytes", len(a.Ring), len(a.Rest), len(data))
			}
			x.HouseKey(a.ID)
			n++
			return true
		})
		if n > 1<<sizeBits {
			t.Fatalf("%d addresses", n)
		}
	})
}
