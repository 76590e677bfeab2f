package pbf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"google.golang.org/protobuf/encoding/protowire"
)

// field appends a length-delimited field.
func field(b []byte, num protowire.Number, data []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, num, protowire.BytesType), data)
}

func varints(v ...uint64) []byte {
	var b []byte
	for _, x := range v {
		b = protowire.AppendVarint(b, x)
	}
	return b
}

// block returns a primitive block with two strings and one group of one field.
func block(num protowire.Number, object []byte) []byte {
	table := field(field(field(nil, 1, nil), 1, []byte("k")), 1, []byte("v"))
	return field(field(nil, 1, table), 2, field(nil, num, object))
}

func TestDamage(t *testing.T) {
	w := osmtest.PBF{}
	good := w.Encode(sample()...)
	head := len(w.Encode())
	file := func(data []byte) []byte { return append(w.Encode(), w.FileBlock("OSMData", data)...) }
	packed := func(num protowire.Number) []byte {
		return append(w.Encode(), osmtest.PBF{Compress: func(raw []byte) (protowire.Number, []byte) { return num, raw }}.FileBlock("OSMData", nil)...)
	}
	dense := func(fields ...any) []byte {
		var b []byte
		for i := 0; i < len(fields); i += 2 {
			b = field(b, protowire.Number(fields[i].(int)), fields[i+1].([]byte))
		}
		return block(2, b)
	}
	at := fmt.Sprintf("block at byte %d", head)
	for _, tc := range []struct {
		name string
		data []byte
		want string // part of the error
	}{
		{"empty", nil, "is empty"},
		{"text", []byte("<html>not here</html>"), "not OSM PBF data"},
		{"zeros", make([]byte, 100), "not OSM PBF data"},
		{"cut in the header", good[:20], "cut short"},
		{"cut in a length", good[:head+2], fmt.Sprintf("ends at byte %d, in the middle of the block that begins at byte %d", head+2, head)},
		{"cut in a blob", good[:head+100], fmt.Sprintf("ends at byte %d, in the middle of the block that begins at byte %d", head+100, head)},
		{"garbage behind", append(bytes.Clone(good), "garbage!"...), fmt.Sprintf("block at byte %d", len(good))},
		{"no header block", w.FileBlock("OSMData", nil), "in place of its header"},
		{"second header", append(bytes.Clone(good), good...), "second header"},
		{"history", osmtest.PBF{Required: []string{"HistoricalInformation"}}.Encode(), "osmium time-filter"},
		{"unknown feature", osmtest.PBF{Required: []string{"Frobnication"}}.Encode(), `feature "Frobnication"`},
		{"lzma", packed(4), "lzma"},
		{"bzip2", packed(5), "bzip2"},
		{"no compression known", packed(15), "no content"},
		{"bad zlib", packed(3), at},
		{"bad lz4", append(w.Encode(), osmtest.PBF{Compress: func(raw []byte) (protowire.Number, []byte) { return 6, []byte{0, 1, 2, 3} }}.FileBlock("OSMData", []byte("1"))...), "lz4"},
		{"bad zstd", append(w.Encode(), osmtest.PBF{Compress: func(raw []byte) (protowire.Number, []byte) { return 7, []byte{0, 1, 2, 3} }}.FileBlock("OSMData", []byte("1"))...), at},
		{"longer than it says", append(w.Encode(), osmtest.PBF{Compress: func(raw []byte) (protowire.Number, []byte) {
			return osmtest.Zlib(append(bytes.Clone(raw), 0))
		}}.FileBlock("OSMData", []byte("1"))...), "longer than it says"},
		{"not a message", file([]byte{0xff, 0xff}), "malformed"},
		{"string out of range", file(block(3, field(field(nil, 2, varints(3)), 3, varints(1)))), "string number"},
		{"key without value", file(block(3, field(field(nil, 2, varints(1, 1)), 3, varints(2)))), "differ in length"},
		{"value without key", file(block(3, field(field(nil, 2, varints(1)), 3, varints(2, 2)))), "differ in length"},
		{"dense without latitudes", file(dense(1, varints(2, 2), 9, varints(2, 2))), "differ in length"},
		{"dense with a latitude too many", file(dense(1, varints(2), 8, varints(2, 2), 9, varints(2))), "differ in length"},
		{"dense tags run out", file(dense(1, varints(2), 8, varints(2), 9, varints(2), 10, varints(1))), "differ in length"},
		{"dense tag out of range", file(dense(1, varints(2), 8, varints(2), 9, varints(2), 10, varints(1, 77, 0))), "string number"},
		{"unfinished varint", file(dense(1, []byte{0x80}, 8, varints(2), 9, varints(2))), "differ in length"},
		{"member of no type", file(block(4, field(field(field(nil, 8, varints(1)), 9, varints(2)), 10, varints(3)))), "neither node"},
		{"member without role", file(block(4, field(field(nil, 9, varints(2)), 10, varints(1)))), "differ in length"},
		{"blows up", file(block(3, field(nil, 8, make([]byte, 20<<20)))), "MiB of objects"},
		{"many empty strings", file(field(block(3, nil), 1, bytes.Repeat([]byte{0x0a, 0}, 10<<20))), "MiB of objects"},
		{"huge block", append(w.Encode(), 0, 0, 0, 14, 0x0a, 7, 'O', 'S', 'M', 'D', 'a', 't', 'a', 0x18, 0xff, 0xff, 0xff, 0x7f), "more than the"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := Open(write(t, tc.data))
			if err == nil {
				_, err = scanAll(context.Background(), f, Nodes|Ways|Relations)
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got error %v, want one with %q", err, tc.want)
			}
		})
	}
}

func TestChangedFile(t *testing.T) {
	path := write(t, osmtest.PBF{}.Encode(sample()...))
	f := mustOpen(t, path)
	if err := os.WriteFile(path, osmtest.PBF{}.Encode(sample()[1:]...), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := scanAll(context.Background(), f, Nodes); err == nil || !strings.Contains(err.Error(), "changed") {
		t.Errorf("got %v", err)
	}
}

// Whatever single bytes of a file are changed and wherever it is cut: no panic, no hang, and a cut
// is always noticed.
func TestRandomDamage(t *testing.T) {
	good := osmtest.PBF{BlockSize: 50, Compress: osmtest.Raw}.Encode(sample()...)
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for range rounds {
		bad := bytes.Clone(good)
		for range 1 + rng.IntN(3) {
			bad[rng.IntN(len(bad))] ^= byte(1 << rng.IntN(8))
		}
		readAll(bad)
	}
	whole := map[int]bool{0: true}
	for at := 0; at < len(good); {
		fr, err := readFrame(bytes.NewReader(good[at:]), int64(at), nil)
		if err != nil {
			t.Fatal(err)
		}
		at += int(fr.size)
		whole[at] = true
	}
	for n := 0; n < len(good); n += 3000 / rounds {
		if err := readAll(good[:n]); !whole[n] && !errors.Is(err, ErrCut) {
			t.Fatalf("cut at %d: %v", n, err)
		}
	}
}

// readAll decodes a file in memory, all kinds.
func readAll(data []byte) error {
	r := bytes.NewReader(data)
	var z inflater
	defer z.close()
	for offset := int64(0); ; {
		fr, err := readFrame(r, offset, nil)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		offset += fr.size
		raw, err := z.unpack(fr.blob)
		if err != nil {
			return err
		}
		if fr.kind == "OSMHeader" {
			_, err = decodeHeader(raw)
		} else {
			err = decodeBlock(raw, Nodes|Ways|Relations, &Block{})
		}
		if err != nil {
			return err
		}
	}
}

func FuzzFile(f *testing.F) {
	for _, w := range []osmtest.PBF{{}, {Compress: osmtest.Raw}, {PlainNodes: true, Compress: osmtest.Raw}, {Compress: packLZ4}, {Compress: packZstd}} {
		f.Add(w.Encode(sample()[495:]...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = readAll(data)
	})
}

func FuzzDecodeBlock(f *testing.F) {
	w := osmtest.PBF{Compress: osmtest.Raw}
	for _, objects := range [][2]int{{498, 502}, {502, 504}, {504, 506}} {
		data := w.Encode(sample()[objects[0]:objects[1]]...)
		r := bytes.NewReader(data[len(w.Encode()):])
		fr, err := readFrame(r, 0, nil)
		if err != nil {
			f.Fatal(err)
		}
		var z inflater
		raw, err := z.unpack(fr.blob)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var all, some Block
		err := decodeBlock(data, Nodes|Ways|Relations, &all)
		if err != nil {
			return
		}
		// What a scan leaves out must not change what it returns.
		if err := decodeBlock(data, Ways, &some); err != nil || len(some.Ways) != len(all.Ways) || some.kind != all.kind {
			t.Errorf("ways alone: %d, want %d; %v", len(some.Ways), len(all.Ways), err)
		}
	})
}
