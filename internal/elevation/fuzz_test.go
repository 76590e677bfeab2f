package elevation

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/elevation/elevationtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/region/regiontest"
	"github.com/paulmach/orb"
)

// Whatever a packed file holds, it is unpacked within bounds or refused.
func FuzzUnpack(f *testing.F) {
	raw := []byte("heights, heights")
	for _, name := range []string{"N42E001.hgt", "N42E001.hgt.gz", "N42E001.hgt.zip"} {
		f.Add(elevationtest.Pack(f, name, raw), name)
	}
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		path := filepath.Join(t.TempDir(), "N42E001.hgt")
		for _, form := range forms {
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			o, err := open(path, form)
			if err != nil {
				continue
			}
			got, sum, err := o.unpack(context.Background())
			if err == nil && (int64(len(got)) != o.size || len(got) > maxPacked || len(sum) != 64) {
				t.Errorf("%d bytes of %d", len(got), o.size)
			}
			tile, err := openHGT(path, o)
			if err != nil {
				continue
			}
			if _, _, err := tile.read(context.Background(), window{0, 0, tile.columns, tile.rows}); err == nil && int64(len(got)) != o.size {
				t.Error("read although it cannot be unpacked")
			}
		}
		if west, south, err := hgtCorner(name); err == nil && (west < -180 || west > 179 || south < -90 || south > 89) {
			t.Errorf("%q: %d, %d", name, west, south)
		}
	})
}

// Every window of a tile holds the heights that stand in the bytes.
func FuzzDecodeHGT(f *testing.F) {
	f.Add([]byte{0, 1, 0x80, 0, 0xff, 0xff, 0, 9}, uint8(2), uint8(0), uint8(1))
	f.Fuzz(func(t *testing.T, raw []byte, columns, col, row uint8) {
		n := int(columns)
		if n == 0 || int(col) >= n || len(raw)/2/n <= int(row) {
			t.Skip()
		}
		w := window{int(col), int(row), n - int(col), len(raw)/2/n - int(row)}
		got := decodeHGT(raw, n, w)
		for i, h := range got {
			at := 2 * ((w.row+i/w.columns)*n + w.col + i%w.columns)
			want := int16(raw[at])<<8 | int16(raw[at+1])
			if known(float32(want)) != (h == h) || h == h && h != float32(want) {
				t.Fatalf("%d: %g, want %d", i, h, want)
			}
		}
	})
}

// Whatever the stored sections hold, they are refused or read without a panic.
func FuzzSections(f *testing.F) {
	dir := f.TempDir()
	elevationtest.HGT(f, dir, "N42E001.hgt", 1201, 1201, func(col, row int) int {
		if col%50 == 0 {
			return elevationtest.Void
		}
		return col * row % 3000
	})
	path, _, _, err := imported(context.Background(), f, square(1.5, 42.5, 1.51, 42.51), dir)
	if err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	file, err := region.Open(path)
	if err != nil {
		f.Fatal(err)
	}
	sections := file.Sections()
	file.Close()
	f.Add(uint8(0), uint32(3), []byte{1, 2})
	f.Add(uint8(1), uint32(0), []byte{0xff, 0xff, 0xff, 0xff})
	f.Add(uint8(2), uint32(0), []byte{0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, which uint8, at uint32, patch []byte) {
		bad := bytes.Clone(good)
		s := sections[int(which)%len(sections)]
		start := s.Offset + uint64(at)%max(1, s.Length)
		copy(bad[start:s.Offset+s.Length], patch)
		regiontest.Reseal(bad)
		path := filepath.Join(t.TempDir(), "bad.region")
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := region.Open(path)
		if err != nil {
			return
		}
		defer file.Close()
		_ = Check(context.Background(), file)
		if s, err := Open(file); err == nil {
			for lon := 1.4; lon < 1.6; lon += 0.01 {
				s.At(orb.Point{lon, 42.5})
			}
		}
	})
}
