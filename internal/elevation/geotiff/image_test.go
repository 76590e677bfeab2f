package geotiff

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/elevation/elevationtest"
	"pgregory.net/rapid"
)

func open(data []byte) (*Image, error) { return Open(bytes.NewReader(data), int64(len(data))) }

// Every form of a file gives every window of its heights.
func TestForms(t *testing.T) {
	type kind struct{ format, bits int }
	rapid.Check(t, func(rt *rapid.T) {
		k := rapid.SampledFrom([]kind{{1, 16}, {2, 16}, {1, 32}, {2, 32}, {3, 32}, {3, 64}}).Draw(rt, "kind")
		f := elevationtest.TIFF{
			Columns: rapid.IntRange(1, 40).Draw(rt, "columns"), Rows: rapid.IntRange(1, 40).Draw(rt, "rows"),
			West: 9.5, North: 48.25, Step: 1.0 / 1200,
			Point:       rapid.Bool().Draw(rt, "point"),
			Order:       rapid.SampledFrom([]binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian}).Draw(rt, "order"),
			Big:         rapid.Bool().Draw(rt, "big"),
			Tile:        rapid.SampledFrom([]int{0, 16, 32}).Draw(rt, "tile"),
			Compression: rapid.SampledFrom([]int{1, 5, 8, 32946, 32773}).Draw(rt, "compression"),
			Predictor:   rapid.SampledFrom([]int{1, 2, 3}).Draw(rt, "predictor"),
			Format:      k.format, Bits: k.bits,
			NoData: rapid.SampledFrom([]string{"", "7", "nan", "-3.4028234663852886e+38"}).Draw(rt, "no data"),
		}
		if f.Predictor == 3 && f.Format != 3 {
			f.Predictor = 2
		}
		seed := rapid.IntRange(1, 1000).Draw(rt, "seed")
		f.Height = func(col, row int) float64 {
			h := (col*seed+row*row*7)%60 + 7
			switch {
			case f.Format == 3:
				return float64(h) / 4
			case f.Format == 2:
				return float64(h - 30)
			}
			return float64(h)
		}
		m, err := open(f.Bytes(t))
		if err != nil {
			rt.Fatal(err)
		}
		half := 0.5 / 1200
		if f.Point {
			half = 0
		}
		if m.Columns != f.Columns || m.Rows != f.Rows || m.PerLon != 1200 || m.PerLat != 1200 || m.Whole != (f.Format != 3) ||
			math.Abs(m.West-9.5-half) > 1e-9 || math.Abs(m.North-48.25+half) > 1e-9 {
			rt.Fatalf("%+v", m)
		}
		col, row := rapid.IntRange(0, f.Columns-1).Draw(rt, "column"), rapid.IntRange(0, f.Rows-1).Draw(rt, "row")
		columns, rows := rapid.IntRange(1, f.Columns-col).Draw(rt, "wide"), rapid.IntRange(1, f.Rows-row).Draw(rt, "high")
		got, err := m.Window(context.Background(), col, row, columns, rows)
		if err != nil || len(got) != columns*rows {
			rt.Fatal(len(got), err)
		}
		for i, h := range got {
			want := f.Height(col+i%columns, row+i/columns)
			if f.NoData == "7" && want == 7 {
				want = math.NaN()
			}
			if float64(h) != want && !(h != h && want != want) {
				rt.Fatalf("%d: %g, want %g", i, h, want)
			}
		}
	})
}

func TestRefused(t *testing.T) {
	good := elevationtest.TIFF{Columns: 20, Rows: 20, West: 1, North: 43, Step: 0.01, Height: func(col, row int) float64 { return float64(col) }}
	if _, err := open(good.Bytes(t)); err != nil {
		t.Fatal(err)
	}
	gone := uint32(math.MaxUint32)
	for _, tc := range []struct {
		change func(*elevationtest.TIFF)
		want   string
	}{
		{func(f *elevationtest.TIFF) { f.Keys = []uint16{1024, 0, 1, 1, 3072, 0, 1, 32631} }, "projected coordinates; convert it first: gdalwarp -t_srs EPSG:4326"},
		{func(f *elevationtest.TIFF) { f.Keys = []uint16{1024, 0, 1, 2, 2048, 0, 1, 4267} }, "(EPSG:4267) are not those of WGS 84"},
		{func(f *elevationtest.TIFF) { f.Keys = []uint16{1024, 0, 1, 2, 2048, 0, 1, 4326, 2054, 0, 1, 9105} }, "not in degrees"},
		{func(f *elevationtest.TIFF) { f.Keys = []uint16{1024, 0, 1, 2, 2048, 0, 1, 4326, 4099, 0, 1, 9003} }, "not in metres"},
		{func(f *elevationtest.TIFF) { f.Spoil = map[int]uint32{34735: gone} }, "does not say in which coordinates"},
		{func(f *elevationtest.TIFF) { f.Spoil = map[int]uint32{33550: gone} }, "does not say where it lies"},
		{func(f *elevationtest.TIFF) { f.Step = -1 }, "do not run from west to east"},
		{func(f *elevationtest.TIFF) { f.North = 4_700_000 }, "does not lie on the earth"},
		{func(f *elevationtest.TIFF) { f.Spoil = map[int]uint32{277: 3} }, "3 bands"},
		{func(f *elevationtest.TIFF) { f.Spoil = map[int]uint32{259: 50000} }, "packed by method 50000; convert it first: gdal_translate"},
		{func(f *elevationtest.TIFF) { f.Spoil = map[int]uint32{258: 8} }, "samples are of 8 bits"},
		{func(f *elevationtest.TIFF) { f.Spoil = map[int]uint32{317: 3} }, "predictor 3"},
		{func(f *elevationtest.TIFF) { f.Spoil = map[int]uint32{256: 0} }, "0 columns"},
		{func(f *elevationtest.TIFF) { f.Spoil = map[int]uint32{257: 1 << 30} }, "rows, not 1 to"},
		{func(f *elevationtest.TIFF) { f.Spoil = map[int]uint32{257: 200} }, "3 strips or tiles, not 25"},
		{func(f *elevationtest.TIFF) {
			f.Tile = 16
			f.Spoil = map[int]uint32{322: 1 << 20, 323: 1 << 20}
		}, "strips or tiles of 1048576 by 1048576"},
		{func(f *elevationtest.TIFF) { f.NoData = "none" }, `"none", no number`},
		{func(f *elevationtest.TIFF) { f.Metadata = `<Item name="x" role="scale">2</Item>` }, "have to be scaled"},
	} {
		f := good
		tc.change(&f)
		if _, err := open(f.Bytes(t)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%v; want %q", err, tc.want)
		}
	}
	for _, data := range []string{"", "II", "PK\x03\x04 something", "II\x2b\x00", "II\x2a\x00\xff\xff\xff\x7f"} {
		if _, err := open([]byte(data)); err == nil {
			t.Errorf("%q was opened", data)
		}
	}
}

// What is found out when samples are read: blocks that are not there, cut or bombs.
func TestBlocks(t *testing.T) {
	f := elevationtest.TIFF{Columns: 20, Rows: 20, West: 1, North: 43, Step: 0.01, Compression: 8, Height: func(col, row int) float64 { return float64(col) }}
	for spoil, want := range map[[2]uint32]string{
		{273, 1 << 30}: "cut short", {279, 10}: "cannot be unpacked", {279, 1 << 20}: "packed into 1048576 bytes", {273, 4}: "cannot be unpacked",
	} {
		f.Spoil = map[int]uint32{int(spoil[0]): spoil[1]}
		m, err := open(f.Bytes(t))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Window(context.Background(), 0, 0, 20, 20); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v; want %q", spoil, err, want)
		}
	}
	f.Spoil = map[int]uint32{279: 0} // sparse
	m, err := open(f.Bytes(t))
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.Window(context.Background(), 0, 0, 20, 20)
	if err != nil || got[0] == got[0] {
		t.Errorf("sparse: %v, %v", got[:1], err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := m.Window(ctx, 0, 0, 20, 20); err == nil {
		t.Error("a cancelled reading went on")
	}
}

// Whatever a file holds, it is refused or read within bounds.
func FuzzOpen(f *testing.F) {
	for i, compression := range []int{1, 5, 8, 32773} {
		seed := elevationtest.TIFF{
			Columns: 17, Rows: 19, West: 1, North: 43, Step: 0.01, Compression: compression, Big: i%2 == 1, Tile: 16 * (i / 2),
			Predictor: 1 + i%2, NoData: "-32768", Height: func(col, row int) float64 { return float64(col * row) },
		}
		f.Add(seed.Bytes(f))
	}
	seed := elevationtest.TIFF{Columns: 17, Rows: 19, West: 1, North: 43, Step: 0.01, Compression: 8, Format: 3, Bits: 32, Predictor: 3, Order: binary.BigEndian, Height: func(col, row int) float64 { return float64(col) / 8 }}
	f.Add(seed.Bytes(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := open(data)
		if err != nil {
			return
		}
		columns, rows := min(m.Columns, 64), min(m.Rows, 64)
		got, err := m.Window(context.Background(), m.Columns-columns, m.Rows-rows, columns, rows)
		if err == nil && len(got) != columns*rows {
			t.Error(fmt.Sprint(len(got), " samples"))
		}
	})
}
