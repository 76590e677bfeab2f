package pbf

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/paulmach/osm"
	"google.golang.org/protobuf/encoding/protowire"
	"pgregory.net/rapid"
)

// sample returns objects with whatever the format can express.
func sample() []osm.Object {
	var m osmtest.Map
	for i := range int64(500) {
		m.Node(1+i, float64(i*1000)/1e4-80, float64(i*333)/1e4-30)
	}
	objects := m.
		Node(900, -180, 90, "name=Ü", "place=town").Node(901, 180, -90).
		Way(7, []int64{1, 2, 3, 1}, "highway=residential", "name=A").Way(8, nil, "name=A").
		Relation(9, []osm.Member{osmtest.WayMember(7, "outer"), osmtest.NodeMember(1, ""), osmtest.RelationMember(1<<40, "sub")}, "type=x").
		Relation(10, nil).Objects()
	objects[3].(*osm.Node).Timestamp = time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	objects[4].(*osm.Node).Visible = false
	objects[502].(*osm.Way).Timestamp = time.Date(2021, 1, 2, 3, 4, 5, 0, time.UTC)
	return objects
}

func packZstd(raw []byte) (protowire.Number, []byte) {
	w, _ := zstd.NewWriter(nil)
	return 7, w.EncodeAll(raw, nil)
}

// packLZ4 is a plain greedy lz4 compressor.
func packLZ4(raw []byte) (protowire.Number, []byte) {
	var out []byte
	more := func(n int) {
		for n -= 15; n >= 255; n -= 255 {
			out = append(out, 255)
		}
		if n >= 0 {
			out = append(out, byte(n))
		}
	}
	sequence := func(literals []byte, back, match int) {
		out = append(out, byte(min(len(literals), 15)<<4|min(max(match-4, 0), 15)))
		more(len(literals))
		out = append(out, literals...)
		if match > 0 {
			out = append(out, byte(back), byte(back>>8))
			more(match - 4)
		}
	}
	seen := map[[4]byte]int{}
	anchor := 0
	for i := 0; i+12 < len(raw); {
		key := [4]byte(raw[i:])
		at, ok := seen[key]
		seen[key] = i
		if !ok || i-at > 0xffff {
			i++
			continue
		}
		n := 4
		for i+n < len(raw)-5 && raw[at+n] == raw[i+n] {
			n++
		}
		sequence(raw[anchor:i], i-at, n)
		i += n
		anchor = i
	}
	sequence(raw[anchor:], 0, 0)
	return 6, out
}

func TestVariants(t *testing.T) {
	for _, tc := range []struct {
		name   string
		writer osmtest.PBF
	}{
		{"usual", osmtest.PBF{}},
		{"one object to a block", osmtest.PBF{BlockSize: 1}},
		{"plain nodes", osmtest.PBF{PlainNodes: true}},
		{"raw", osmtest.PBF{Compress: osmtest.Raw}},
		{"zstd", osmtest.PBF{Compress: packZstd, BlockSize: 100}},
		{"lz4", osmtest.PBF{Compress: packLZ4, BlockSize: 100}},
		{"granularity", osmtest.PBF{Granularity: 1000}},
		{"required locations", osmtest.PBF{Required: []string{"LocationsOnWays"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			want := sample()
			got, err := scanAll(context.Background(), mustOpen(t, write(t, tc.writer.Encode(want...))), Nodes|Ways|Relations)
			if err != nil || len(got) != len(want) {
				t.Fatalf("%d objects, want %d; %v", len(got), len(want), err)
			}
			for i := range got {
				if !sameObject(got[i], want[i]) {
					t.Errorf("got %+v\nwant %+v", got[i], want[i])
				}
			}
		})
	}
}

func TestWithoutInfo(t *testing.T) {
	got, err := scanAll(context.Background(), mustOpen(t, write(t, osmtest.PBF{NoInfo: true}.Encode(sample()...))), Nodes)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range got {
		if n := o.(*osm.Node); !n.Visible || n.Version != 0 || !n.Timestamp.IsZero() {
			t.Fatalf("got %+v", n)
		}
	}
}

func TestLocatedWays(t *testing.T) {
	w := &osm.Way{ID: 1, Visible: true, Nodes: osm.WayNodes{{ID: 1, Lon: -75.5, Lat: 39.25}, {ID: 2, Lon: -75.25, Lat: 39.5}}}
	got, err := scanAll(context.Background(), mustOpen(t, write(t, osmtest.PBF{Located: true}.Encode(w))), Ways)
	if err != nil || len(got) != 1 || !sameObject(got[0], w) {
		t.Fatalf("got %+v, %v", got, err)
	}
}

func TestHeader(t *testing.T) {
	at := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	bounds := &osm.Bounds{MinLon: 170, MaxLon: -170, MinLat: -20, MaxLat: -10}
	h := mustOpen(t, write(t, osmtest.PBF{Bounds: bounds, Timestamp: at}.Encode())).Header()
	if h.Bounds == nil || *h.Bounds != *bounds || !h.Timestamp.Equal(at) || h.Program != "osmtest" || h.Located() {
		t.Errorf("got %+v, %+v", h, h.Bounds)
	}
	h = mustOpen(t, write(t, osmtest.PBF{}.Encode())).Header()
	if h.Bounds != nil || !h.Timestamp.IsZero() {
		t.Errorf("got %+v", h)
	}
}

// The converter of another library is the oracle: what packLZ4 writes is lz4.
func TestLZ4(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SliceOfN(rapid.ByteRange(0, byte(rapid.SampledFrom([]int{0, 1, 3, 255}).Draw(t, "alphabet"))), 0, 3000).Draw(t, "raw")
		_, packed := packLZ4(raw)
		got := make([]byte, len(raw))
		if err := unlz4(got, packed); err != nil || !bytes.Equal(got, raw) {
			t.Fatalf("round trip: %v", err)
		}
		var c s2.LZ4Converter
		if len(raw) > 0 {
			if _, n, err := c.ConvertBlock(make([]byte, 0, 2*len(raw)+100), packed); err != nil || n != len(raw) {
				t.Fatalf("not lz4: %d of %d, %v", n, len(raw), err)
			}
		}
		if len(raw) > 0 && (unlz4(make([]byte, len(raw)-1), packed) == nil || unlz4(make([]byte, len(raw)+1), packed) == nil) {
			t.Fatal("a wrong length went unnoticed")
		}
	})
}

func FuzzLZ4(f *testing.F) {
	_, packed := packLZ4(bytes.Repeat([]byte("abcabcd"), 50))
	f.Add(packed, 350)
	f.Add([]byte{0xf0, 255, 255}, 10)
	f.Fuzz(func(t *testing.T, in []byte, n int) {
		_ = unlz4(make([]byte, max(0, min(n, 1<<16))), in)
	})
}
