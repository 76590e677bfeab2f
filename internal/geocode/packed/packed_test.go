package packed_test

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"pgregory.net/rapid"
)

// TestBits writes numbers in a random code each and reads them again.
func TestBits(t *testing.T) {
	type number struct {
		kind  int
		v     uint64
		width uint
	}
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.Custom(func(t *rapid.T) number {
			n := number{rapid.IntRange(0, 2).Draw(t, "kind"), rapid.Uint64().Draw(t, "v") >> rapid.IntRange(0, 63).Draw(t, "shift"), rapid.UintRange(0, 63).Draw(t, "width")}
			if n.kind == 0 {
				n.v &= 1<<n.width - 1
			} else if n.width == 0 && n.v == math.MaxUint64 {
				n.v = 0 // the only number that the code of order 0 lacks
			}
			return n
		})).Draw(t, "numbers")
		var w packed.Writer
		for _, n := range list {
			switch n.kind {
			case 0:
				w.Bits(n.v, n.width)
			case 1:
				w.Golomb(n.v, n.width)
			default:
				w.Signed(int64(n.v>>1), n.width)
			}
		}
		size := w.Len()
		r := packed.NewReader(w.Bytes(), 0)
		for i, n := range list {
			var got, want uint64
			switch n.kind {
			case 0:
				got, want = r.Bits(n.width), n.v
			case 1:
				got, want = r.Golomb(n.width), n.v
			default:
				got, want = uint64(r.Signed(n.width)), n.v>>1
			}
			if got != want || r.Bad() {
				t.Fatalf("number %d is %d, want %d", i, got, want)
			}
		}
		if r.Pos() != size {
			t.Errorf("read %d bits, wrote %d", r.Pos(), size)
		}
	})
}

// TestOrder compares the order of a code with trying all of them.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Uint64Range(0, 1<<40), 1, 20).Draw(t, "values")
		size := func(k uint) uint64 {
			var w packed.Writer
			for _, v := range values {
				w.Golomb(v, k)
			}
			return w.Len()
		}
		got := size(packed.Order(40, values...))
		for k := range uint(41) {
			if size(k) < got {
				t.Errorf("order %d takes %d bits, the chosen one %d", k, size(k), got)
			}
		}
	})
}

func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 8).Draw(t, "columns")
		rows := rapid.SliceOfN(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) int64 {
			return rapid.Int64().Draw(t, "v") >> rapid.IntRange(0, 63).Draw(t, "shift")
		}), columns, columns), 0, 40).Draw(t, "rows")
		b := packed.AppendTable(nil, len(rows), columns, func(r, c int) int64 { return rows[r][c] })
		table, rest, err := packed.OpenTable(append(b, 1, 2, 3), columns)
		if err != nil || len(rest) != 3 || table.Len() != len(rows) {
			t.Fatalf("%d rows, %d bytes behind, error %v", table.Len(), len(rest), err)
		}
		for r := range rows {
			for c, want := range rows[r] {
				if got := table.At(uint32(r), c); got != want {
					t.Fatalf("row %d, column %d is %d, want %d", r, c, got, want)
				}
			}
		}
		if table.At(uint32(len(rows)), 0) != 0 {
			t.Error("a row behind the last one is not 0")
		}
	})
}

func TestSearchTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.Uint64Range(0, 60)).Draw(t, "list")
		slices.Sort(list)
		table, _, err := packed.OpenTable(packed.AppendColumn(nil, list), 1)
		if err != nil {
			t.Fatal(err)
		}
		v := rapid.Uint64Range(0, 61).Draw(t, "v")
		want := slices.IndexFunc(list, func(x uint64) bool { return x > v })
		if want < 0 {
			want = len(list)
		}
		if got := table.Search(0, int64(v)); int(got) != want {
			t.Errorf("%d is greater than %d from %d on, want %d", v, list, got, want)
		}
		if !table.Ascending(0, 0, 60) || len(list) > 1 && list[0] != list[len(list)-1] && table.Ascending(0, 0, int64(list[len(list)-1])-1) {
			t.Error("order or bounds are told wrongly")
		}
	})
}

// TestTree compares the leaves of a query with a look at all boxes: none may be missing, and a leaf's box
// holds its own and little more.
func TestTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := rapid.Custom(func(t *rapid.T) geo.Box {
			p := func() geo.Fixed {
				scale := rapid.SampledFrom([]int32{30, 20_000, 1_800_000_000}).Draw(t, "scale")
				return geo.Fixed{Lon: rapid.Int32Range(-scale, scale).Draw(t, "lon"), Lat: rapid.Int32Range(-scale/2, scale/2).Draw(t, "lat")}
			}
			return geo.BoxOf(p(), p())
		})
		boxes := rapid.SliceOfN(box, 0, 300).Draw(t, "boxes")
		built := packed.BuildTree(boxes)
		tree, rest, err := packed.OpenTree(append(built.Append(nil), 7))
		if err != nil || len(rest) != 1 || tree.Len() != len(boxes) {
			t.Fatalf("%d leaves, %d bytes behind, error %v", tree.Len(), len(rest), err)
		}
		stored := tree.Boxes()
		if !slices.Equal(stored, built.Boxes()) || len(stored) != len(boxes) {
			t.Fatal("the boxes are not those that were built")
		}
		for i, b := range stored {
			if b.Union(boxes[i]) != b {
				t.Fatalf("box %d is %v, which does not hold %v", i, b, boxes[i])
			}
		}
		query := box.Draw(t, "query")
		var got, want []uint32
		tree.Search(query, func(leaf uint32, b geo.Box) bool {
			if b != stored[leaf] {
				t.Fatalf("leaf %d comes with %v, want %v", leaf, b, stored[leaf])
			}
			got = append(got, leaf)
			return true
		})
		for i, b := range stored {
			if b.Intersects(query) {
				want = append(want, uint32(i))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v meets %v, want %v", query, got, want)
		}
		if len(want) > 1 {
			n := 0
			tree.Search(query, func(uint32, geo.Box) bool { n++; return false })
			if n != 1 {
				t.Errorf("%d leaves after false", n)
			}
		}
	})
}

func TestKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfDistinct(rapid.Custom(func(t *rapid.T) uint64 {
			return rapid.Uint64Range(0, 1<<63-1).Draw(t, "key") >> rapid.SampledFrom([]int{0, 30, 54}).Draw(t, "shift")
		}), func(k uint64) uint64 { return k }).Draw(t, "keys")
		slices.Sort(keys)
		var values []uint64
		if rapid.Bool().Draw(t, "values") {
			values = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) uint64 {
				return uint64(rapid.Uint32().Draw(t, "value")) >> rapid.SampledFrom([]int{0, 20, 31}).Draw(t, "shift")
			}), len(keys), len(keys)).Draw(t, "list")
		}
		list, err := packed.OpenKeys(packed.AppendKeys(nil, keys, values))
		if err != nil || list.Len() != len(keys) {
			t.Fatalf("%d keys, error %v", list.Len(), err)
		}
		for i, key := range keys {
			want := uint64(0)
			if values != nil {
				want = values[i]
			}
			if k, v := list.At(uint32(i)); k != key || v != want {
				t.Fatalf("key %d is %d with %d, want %d with %d", i, k, v, key, want)
			}
			if j, v, ok := list.Find(key); !ok || int(j) != i || v != want {
				t.Fatalf("key %d is found at %d with %d, %t; want %d with %d", key, j, v, ok, i, want)
			}
			if _, has := slices.BinarySearch(keys, key+1); !has {
				if _, _, ok := list.Find(key + 1); ok {
					t.Fatalf("%d is found and not there", key+1)
				}
			}
		}
	})
}

func TestTexts(t *testing.T) {
	words := rapid.SampledFrom([]string{"Street", "https://www.", ".org/", "Main ", "Šiška", "\x00\xff", "", "north", "Mo-Fr 08:00-18:00", "x"})
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOf(rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(words, 0, 30).Draw(t, "words"), "") + rapid.String().Draw(t, "more")
		})).Draw(t, "texts")
		if rapid.Bool().Draw(t, "sorted") {
			slices.SortFunc(texts, cmp.Compare[string])
		}
		list, err := packed.OpenTexts(packed.AppendTexts(nil, texts))
		if err != nil || list.Len() != len(texts) {
			t.Fatalf("%d texts, error %v", list.Len(), err)
		}
		for i, want := range texts {
			if got := list.At(uint32(i)); got != want {
				t.Fatalf("text %d is %q, want %q", i, got, want)
			}
		}
		if got := list.At(uint32(len(texts))); got != "" {
			t.Errorf("the text behind the last one is %q", got)
		}
	})
}

// TestSymbolsShorten packs names and compares their size.
func TestSymbolsShorten(t *testing.T) {
	var texts [][]byte
	size := 0
	for _, first := range []string{"North", "South", "East", "West", "Upper", "Lower"} {
		for _, name := range []string{"Market", "Church", "Station", "Garden", "Chestnut"} {
			for _, kind := range []string{"Street", "Avenue", "Boulevard", "Square"} {
				texts = append(texts, []byte(first+" "+name+" "+kind))
				size += len(texts[len(texts)-1])
			}
		}
	}
	s := packed.TrainSymbols(texts)
	coded := 0
	for _, text := range texts {
		codes := s.Encode(nil, text)
		coded += len(codes)
		if got := string(s.Decode(nil, codes)); got != string(text) {
			t.Fatalf("%q became %q", text, got)
		}
	}
	if 3*coded > size {
		t.Errorf("%d bytes became %d, want a third", size, coded)
	}
}

// FuzzOpen opens bytes as everything and reads all of it.
func FuzzOpen(f *testing.F) {
	f.Add(packed.AppendTexts(nil, []string{"one", "once", "two"}))
	f.Add(packed.AppendKeys(nil, []uint64{1, 5, 1 << 40, 1<<62 + 9}, []uint64{4, 4, 9, 1}))
	f.Add(packed.AppendColumn(nil, []uint32{1, 2, 1 << 31}))
	boxes := make([]geo.Box, 40)
	for i := range boxes {
		boxes[i] = geo.BoxOf(geo.Fixed{Lon: int32(i) * 1000, Lat: int32(i*i) * 1000})
	}
	tree := packed.BuildTree(boxes)
	f.Add(tree.Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if texts, err := packed.OpenTexts(b); err == nil {
			for i := range min(texts.Len(), 200) {
				texts.At(uint32(i))
			}
		}
		if keys, err := packed.OpenKeys(b); err == nil {
			for i := range min(keys.Len(), 200) {
				k, _ := keys.At(uint32(i))
				keys.Find(k)
			}
		}
		for columns := range 9 {
			if table, _, err := packed.OpenTable(b, columns); err == nil && columns > 0 {
				for i := range min(table.Len(), 200) {
					table.At(uint32(i), columns-1)
				}
			}
		}
		if tree, _, err := packed.OpenTree(b); err == nil {
			for _, q := range []geo.Box{packed.All, {}, {MinLon: 1000, MaxLon: 20_000, MinLat: -5, MaxLat: 90_000}} {
				n := 0
				tree.Search(q, func(uint32, geo.Box) bool { n++; return n < 1000 })
			}
		}
		r := packed.NewReader(b, 3)
		for i := uint(0); i < 200; i++ {
			r.Golomb(i % 64)
			r.Bits(i % 65)
			r.Count(i % 64)
		}
	})
}
