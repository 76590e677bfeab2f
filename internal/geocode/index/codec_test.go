package index

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"pgregory.net/rapid"
)

func TestCursorNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		us := rapid.SliceOf(rapid.Uint64()).Draw(t, "unsigned")
		var b []byte
		for _, u := range us {
			b = binary.AppendUvarint(b, u)
		}
		c := cursor{b: b}
		for _, u := range us {
			if got := c.uint(); got != u {
				t.Fatalf("got %d, want %d", got, u)
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

// A line comes back with each vertex within half a unit of where it was, and no bit too many is read.
func TestLineRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := lineFrom(t, rapid.IntRange(1, 40).Draw(t, "n"))
		f := frameOf(geo.BoxOf(append(lineFrom(t, 2), line...)...))
		var w packed.Writer
		f.write(&w, toVertex(line[0]))
		writeLine(&w, line)
		r := packed.NewReader(w.Bytes(), 0)
		got := readLine(&r, nil, f.read(&r))
		if r.Bad() || r.Pos() != w.Len() || len(got) != len(line) {
			t.Fatalf("got %d of %d vertices, bad %v, read %d of %d bits", len(got), len(line), r.Bad(), r.Pos(), w.Len())
		}
		for i := range line {
			if math.Abs(float64(got[i].Lon)-float64(line[i].Lon)) > shapeUnit/2 || math.Abs(float64(got[i].Lat)-float64(line[i].Lat)) > shapeUnit/2 {
				t.Fatalf("vertex %d: got %v, want %v", i, got[i], line[i])
			}
		}
	})
}

// A ring comes back as it was, chunk by chunk.
func TestRingRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ring := lineFrom(t, rapid.IntRange(3, 200).Draw(t, "n"))
		for i := range ring {
			ring[i] = toVertex(ring[i]).fixed()
		}
		f := frameOf(geo.BoxOf(ring...))
		var w packed.Writer
		writeRing(&w, &f, ring)
		r := packed.NewReader(w.Bytes(), 0)
		if got := readRing(&r, &f); !slices.Equal(got, ring) || r.Bad() || r.Pos() != w.Len() {
			t.Fatalf("got %d vertices, bad %v, read %d of %d bits", len(got), r.Bad(), r.Pos(), w.Len())
		}
		r = packed.NewReader(w.Bytes(), 0)
		if ringHolds(&r, &f, toVertex(fixedIn(t, "p"))); r.Bad() || r.Pos() != w.Len() {
			t.Fatalf("a look at a point: bad %v, read %d of %d bits", r.Bad(), r.Pos(), w.Len())
		}
	})
}

func FuzzShapes(f *testing.F) {
	f.Add([]byte{}, int32(0), int32(0))
	var w packed.Writer
	writeLine(&w, []geo.Fixed{{Lon: 1000, Lat: 1000}, {Lon: 2000, Lat: 3000}, {Lon: 2500, Lat: 3500}})
	f.Add(w.Bytes(), int32(0), int32(0))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1, 30}, int32(179e7), int32(-89e7))
	f.Fuzz(func(t *testing.T, b []byte, x, y int32) {
		at := toVertex(geo.Fixed{Lon: x, Lat: y})
		r := packed.NewReader(b, 0)
		if line := readLine(&r, nil, at); len(line) > 8*len(b)+1 {
			t.Fatalf("%d vertices of %d bytes", len(line), len(b))
		}
		frame := frameOf(geo.BoxOf(geo.Fixed{Lon: x, Lat: y}, geo.Fixed{}))
		r = packed.NewReader(b, 0)
		ringHolds(&r, &frame, at)
		r = packed.NewReader(b, 0)
		if ring := readRing(&r, &frame); len(ring) > 16*len(b)+1 {
			t.Fatalf("%d vertices of %d bytes", len(ring), len(b))
		}
		_, _ = readLeafTree(b, "fuzz")
		c := cursor{b: b}
		for len(c.b) > 0 {
			c.record()
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
		h, err := readHeap(w.append(nil), "heap", len(records))
		if err != nil {
			t.Fatal(err)
		}
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
