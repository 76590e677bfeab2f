package index

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"pgregory.net/rapid"
)

func TestCursorNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		us := rapid.SliceOf(rapid.Uint64()).Draw(t, "unsigned")
		is := rapid.SliceOf(rapid.Int64()).Draw(t, "signed")
		var b []byte
		for _, u := range us {
			b = binary.AppendUvarint(b, u)
		}
		for _, i := range is {
			b = appendInt(b, i)
		}
		c := cursor{b: b}
		for _, u := range us {
			if got := c.uint(); got != u {
				t.Fatalf("got %d, want %d", got, u)
			}
		}
		for _, i := range is {
			if got := c.int(); got != i {
				t.Fatalf("got %d, want %d", got, i)
			}
		}
		if c.bad || len(c.b) > 0 {
			t.Fatalf("bad %v with %d bytes left", c.bad, len(c.b))
		}
		if c.uint(); !c.bad {
			t.Fatal("reading past the end is not bad")
		}
	})
}

// fixedIn draws a position not nearer to the edge of the world than shapes can be told.
func fixedIn(t *rapid.T, name string) geo.Fixed {
	return geo.Fixed{Lon: rapid.Int32Range(-179e7, 179e7).Draw(t, name+".lon"), Lat: rapid.Int32Range(-89e7, 89e7).Draw(t, name+".lat")}
}

// lineFrom draws a line: steps of any size, small ones mostly.
func lineFrom(t *rapid.T, n int) []geo.Fixed {
	p := fixedIn(t, "start")
	line := []geo.Fixed{p}
	for len(line) < n {
		step := rapid.SampledFrom([]int32{30, 3000, 100_000, 90_000_000}).Draw(t, "step")
		p.Lon = max(-179e7, min(179e7, p.Lon+rapid.Int32Range(-step, step).Draw(t, "dx")))
		p.Lat = max(-89e7, min(89e7, p.Lat+rapid.Int32Range(-step, step).Draw(t, "dy")))
		line = append(line, p)
	}
	return line
}

// A line comes back with each vertex within half a unit of where it was, whichever way it is
// written, and reads no byte too many.
func TestLineRoundTrip(t *testing.T) {
	packed, plain := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		line := lineFrom(t, rapid.IntRange(1, 40).Draw(t, "n"))
		from := toVertex(fixedIn(t, "origin"))
		b := append(appendLine(nil, line, from), 0xaa)
		if b[0]&1 == 1 {
			packed++
		} else {
			plain++
		}
		c := cursor{b: b}
		got := c.line(nil, from)
		if c.bad || !bytes.Equal(c.b, []byte{0xaa}) || len(got) != len(line) {
			t.Fatalf("got %d of %d vertices, bad %v, %d bytes left", len(got), len(line), c.bad, len(c.b))
		}
		for i := range line {
			if math.Abs(float64(got[i].Lon)-float64(line[i].Lon)) > shapeUnit/2 || math.Abs(float64(got[i].Lat)-float64(line[i].Lat)) > shapeUnit/2 {
				t.Fatalf("vertex %d: got %v, want %v", i, got[i], line[i])
			}
		}
	})
	if packed == 0 || plain == 0 {
		t.Errorf("%d packed and %d plain lines: one way was never taken", packed, plain)
	}
}

func FuzzLine(f *testing.F) {
	f.Add([]byte{}, int32(0), int32(0))
	f.Add(appendLine(nil, []geo.Fixed{{Lon: 1000, Lat: 1000}, {Lon: 2000, Lat: 3000}, {Lon: 2500, Lat: 3500}}, vertex{}), int32(0), int32(0))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1, 30}, int32(179e7), int32(-89e7))
	f.Fuzz(func(t *testing.T, b []byte, x, y int32) {
		c := cursor{b: b}
		line := c.line(nil, toVertex(geo.Fixed{Lon: x, Lat: y}))
		if len(line) > 8*len(b)+1 {
			t.Fatalf("%d vertices of %d bytes", len(line), len(b))
		}
		d := cursor{b: b}
		d.ringHolds(vertex{}, vertex{x / 10, y / 10})
		for len(d.b) > 0 {
			d.record()
		}
	})
}

func TestHeap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 300), 0, 60).Draw(t, "records")
		var w heapWriter
		for _, r := range records {
			w.add(r)
		}
		h := heap(w)
		for i, want := range records {
			if got := h.at(uint32(i)); got.bad || !bytes.Equal(got.b, want) {
				t.Fatalf("record %d: got %x, bad %v, want %x", i, got.b, got.bad, want)
			}
		}
		if got := h.at(uint32(len(records))); !got.bad {
			t.Fatal("a record beyond the last is not bad")
		}
	})
}

func TestKeyList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfDistinct(rapid.Uint64Range(0, 1<<62), rapid.ID[uint64]).Draw(t, "keys")
		slices.Sort(keys)
		w := keyWriter{bare: rapid.Bool().Draw(t, "bare")}
		for i, k := range keys {
			w.add(Key(k), uint64(i)*7)
		}
		l := keyList{heads: w.heads, starts: w.starts, data: w.data, n: w.n, bare: w.bare}
		for i, k := range keys {
			value := uint64(i) * 7
			if w.bare {
				value = 0
			}
			if got, v := l.at(uint32(i)); got != Key(k) || v != value {
				t.Fatalf("key %d: got %d, %d, want %d, %d", i, got, v, k, value)
			}
			if at, v, ok := l.find(Key(k)); !ok || at != uint32(i) || v != value {
				t.Fatalf("find %d: got %d, %d, %v, want %d", k, at, v, ok, i)
			}
			if _, found := slices.BinarySearch(keys, k+1); !found {
				if at, _, ok := l.find(Key(k + 1)); ok {
					t.Fatalf("found %d at %d, which is not there", k+1, at)
				}
			}
		}
	})
}

func TestKeys(t *testing.T) {
	for _, id := range []string{
		"osm:node/1", "osm:way/4294967296", "osm:relation/0", "osm:node/-5", "addr:node/7", "addr:street/way/8", "addr:city/node/9", "addr:postcode/relation/10",
	} {
		k, ok := ParseKey(id)
		if !ok || k.String() != id {
			t.Errorf("ParseKey(%q) = %v, %v, which is %q", id, k, ok, k.String())
		}
	}
	for _, id := range []string{"", "osm:", "osm:node", "osm:node/", "osm:area/1", "osm:node/x", "osm:node/01", "osm:node/1/2", "addr:foo/1", "node/1", "osm:way/99999999999999999999", "osm:node/+1"} {
		if k, ok := ParseKey(id); ok {
			t.Errorf("ParseKey(%q) = %v, want none", id, k)
		}
	}
	if a, b := NewKey(Object, "way", 5), NewKey(AddressOf, "way", 5); a.Of(AddressOf) != b || b.Of(Object) != a || a >= b {
		t.Errorf("keys of one object: %v and %v", a, b)
	}
}

func FuzzParseKey(f *testing.F) {
	f.Add("osm:node/1")
	f.Add("addr:postcode/way/-3")
	f.Fuzz(func(t *testing.T, id string) {
		if k, ok := ParseKey(id); ok && k.String() != id {
			t.Fatalf("ParseKey(%q) writes %q", id, k.String())
		}
	})
}
