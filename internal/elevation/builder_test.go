package elevation

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/elevation/elevationtest"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// square is a map of a road around a box of west, south, east, north.
func square(west, south, east, north float64) *osmtest.Map {
	return new(osmtest.Map).
		Node(1, west, south).Node(2, east, south).Node(3, east, north).Node(4, west, north).
		Way(1, []int64{1, 2, 3, 4, 1}, "highway=track")
}

// roads asks for the positions of ways, as the road graph does.
type roads struct{ *Builder }

func (roads) Way(w *osm.Way, need source.Need) error {
	need.Way(w)
	return nil
}

// imported makes a region of a map with the heights of a folder.
func imported(ctx context.Context, t testing.TB, m *osmtest.Map, folder string) (string, *Builder, *region.Report, error) {
	t.Helper()
	b, err := NewBuilder(folder)
	if err != nil {
		return "", nil, nil, err
	}
	src, err := source.Open(m.PBF(t))
	if err != nil {
		t.Fatal(err)
	}
	loc, err := source.Read(context.Background(), src, nil, b, roads{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.region")
	w, err := region.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	var report region.Report
	if err := b.Finish(ctx, loc, w, &report, func(float64) {}); err != nil {
		return "", b, &report, err
	}
	return path, b, &report, w.Commit(region.Meta{})
}

// openedOver returns the heights that a map gets from a folder.
func openedOver(t testing.TB, m *osmtest.Map, folder string) (*Source, *region.Report) {
	t.Helper()
	path, _, report, err := imported(context.Background(), t, m, folder)
	if err != nil {
		t.Fatal(err)
	}
	f, err := region.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	if err := Check(context.Background(), f); err != nil {
		t.Fatal(err)
	}
	s, err := Open(f)
	if err != nil {
		t.Fatal(err)
	}
	return s, report
}

// slope is a plane that rises to the east and the north: bilinear heights of it are exact.
func slope(west, south float64, columns, rows int) func(col, row int) int {
	return func(col, row int) int {
		return int(math.Round(plane(west+float64(col)/float64(columns-1), south+1-float64(row)/float64(rows-1))))
	}
}

func plane(lon, lat float64) float64 { return 1200*(lon-math.Floor(lon/10)*10) + 30*lat }

// Tiles of every packing join without a seam, and what is stored reaches beyond the extract.
func TestTilesJoin(t *testing.T) {
	dir := t.TempDir()
	for _, tile := range []struct {
		name        string
		west, south float64
	}{{"N42E001.hgt", 1, 42}, {"n42e002.SRTMGL3.hgt.gz", 2, 42}, {"N41E001.hgt.zip", 1, 41}, {"N41E002.hgt", 2, 41}, {"N50E010.hgt", 10, 50}} {
		elevationtest.HGT(t, dir, tile.name, 1201, 1201, slope(tile.west, tile.south, 1201, 1201))
	}
	if err := os.WriteFile(filepath.Join(dir, "readme.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, report := openedOver(t, square(1.95, 41.95, 2.05, 42.05), dir)
	for lon := 1.9; lon < 2.1; lon += 0.0037 {
		for lat := 41.9; lat < 42.1; lat += 0.0037 {
			p := orb.Point{lon, lat}
			if got, ok := s.At(p); !ok || math.Abs(got-plane(lon, lat)) > 0.51 {
				t.Fatalf("%v: %g, %v; want %g", p, got, ok, plane(lon, lat))
			}
		}
	}
	if h, ok := s.At(orb.Point{1.5, 41.5}); ok {
		t.Errorf("far outside: %g", h)
	}
	a := s.About()
	low, high := math.Round(plane(1.95, 41.95)), math.Round(plane(2.05, 42.05))
	if a.Covered != 100 || a.Unknown != 0 || a.Filled != 0 || len(a.Files) != 4 || math.Abs(a.Lowest-low) > 1 || math.Abs(a.Highest-high) > 1 {
		t.Errorf("%+v, want %g to %g", a, low, high)
	}
	for _, f := range a.Files {
		if len(f.SHA256) != 64 || f.LatSeconds != 3 || f.LonSeconds != 3 || f.Bytes == 0 {
			t.Errorf("%+v", f)
		}
	}
	if report.Skipped["height files that do not meet the extract"] != 1 {
		t.Errorf("skipped %v", report.Skipped)
	}
}

func TestAntimeridianAndPoles(t *testing.T) {
	dir := t.TempDir()
	for _, tile := range []struct {
		name        string
		west, south float64
	}{{"S17E179.hgt", 179, -17}, {"S17W180.hgt", -180, -17}, {"N89E010.hgt", 10, 89}, {"S90E010.hgt", 10, -90}} {
		elevationtest.HGT(t, dir, tile.name, 1201, 1201, func(col, row int) int {
			lon := tile.west + float64(col)/1200
			if lon < 0 {
				lon += 360
			}
			return int(math.Round(lon*20)) + row
		})
	}
	s, _ := openedOver(t, square(179.9, -16.6, -179.9, -16.4), dir)
	for x := 179.86; x < 180.14; x += 0.0029 {
		lon := x
		if lon > 180 {
			lon -= 360
		}
		want := x*20 + 600
		if got, ok := s.At(orb.Point{lon, -16.5}); !ok || math.Abs(got-want) > 0.51 {
			t.Errorf("%g: %g, %v; want %g", lon, got, ok, want)
		}
	}
	s, _ = openedOver(t, square(10.1, 89.6, 10.9, 89.99), dir)
	if got, ok := s.At(orb.Point{10.5, 90}); !ok || got != 210 {
		t.Errorf("north pole: %g, %v", got, ok)
	}
	s, _ = openedOver(t, square(10.1, -89.99, 10.9, -89.5), dir)
	if got, ok := s.At(orb.Point{10.5, -90}); !ok || got != 210+1200 {
		t.Errorf("south pole: %g, %v", got, ok)
	}
}

// Small holes are filled from all sides, large ones and the edges of tiles are not; what covers an
// extract in part says so.
func TestHoles(t *testing.T) {
	dir := t.TempDir()
	elevationtest.HGT(t, dir, "N42E001.hgt", 1201, 1201, func(col, row int) int {
		switch {
		case col >= 600 && col < 606 && row >= 600 && row < 606, // 6 by 6
			col >= 700 && col < 740 && row >= 600 && row < 640, // 40 by 40
			row == 1200 && col == 600:                          // at the edge
			return elevationtest.Void
		}
		return col
	})
	s, _ := openedOver(t, square(1.4, 41.9, 1.7, 42.6), dir)
	if got, ok := s.At(orb.Point{1 + 603.0/1200, 43 - 603.0/1200}); !ok || math.Abs(got-603) > 1 {
		t.Errorf("small hole: %g, %v", got, ok)
	}
	if got, ok := s.At(orb.Point{1 + 720.0/1200, 43 - 620.0/1200}); ok {
		t.Errorf("large hole: %g", got)
	}
	if got, ok := s.At(orb.Point{1.5, 42}); ok {
		t.Errorf("hole at the edge: %g", got)
	}
	if a := s.About(); a.Covered != 50 || a.Filled != 36 || a.Unknown == 0 {
		t.Errorf("%+v", a)
	}
}

func TestFolderFaults(t *testing.T) {
	whole := make([]byte, 2*1201*1201)
	for _, tc := range []struct {
		file string
		data []byte
		want string
	}{
		{"", nil, "holds no height files; put SRTM tiles there"},
		{"notes.txt", nil, "holds no height files"},
		{"somewhere.hgt", whole, "somewhere.hgt does not say where it lies; name it after its south-western corner, such as N42E001.hgt"},
		{"N42E200.hgt", whole, "N42E200.hgt lies off the earth"},
		{"N42E001.hgt", whole[:1000], "N42E001.hgt holds 1000 bytes of heights"},
		{"N42E001.hgt", append(whole, 0), "cut short or is no SRTM tile"},
		{"N42E001.hgt.gz", []byte("no"), "cannot be read as gzip"},
		{"N42E001.hgt.gz", elevationtest.Pack(t, ".gz", whole[:77]), "holds 77 bytes"},
		{"N42E001.hgt.zip", []byte("no zip archive"), "cannot be read as a zip archive"},
		{"N42E001.hgt.zip", elevationtest.Pack(t, "readme.txt.zip", whole), "holds no .hgt file"},
		{"N42E001.hgt.zip", elevationtest.Pack(t, "N42E001.hgt.zip", whole[:99]), "holds 99 bytes"},
		{"N42E001.hgt.zip", elevationtest.Pack(t, "N42E001.hgt.zip", make([]byte, maxHGT+1)), "more than any SRTM tile"},
		{"N10E001.hgt", whole, "none of the 1 height files in"},
	} {
		dir := t.TempDir()
		if tc.file != "" {
			if err := os.WriteFile(filepath.Join(dir, tc.file), tc.data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, _, _, err := imported(context.Background(), t, square(1.4, 42.4, 1.7, 42.6), dir)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s of %d bytes: %v; want %q", tc.file, len(tc.data), err, tc.want)
		}
	}
	if _, err := NewBuilder(filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "there is no folder") {
		t.Error(err)
	}
	// A bomb is not unpacked to its end, whatever its trailer claims.
	dir := t.TempDir()
	bomb := elevationtest.Pack(t, ".gz", make([]byte, maxHGT+4096))
	binary.LittleEndian.PutUint32(bomb[len(bomb)-4:], 2*1201*1201)
	if err := os.WriteFile(filepath.Join(dir, "N42E001.hgt.gz"), bomb, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := imported(context.Background(), t, square(1.4, 42.4, 1.7, 42.6), dir); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("more than %d bytes", maxHGT)) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	elevationtest.HGT(t, dir, "N42E001.hgt.gz", 1201, 1201, slope(1, 42, 1201, 1201))
	if _, _, _, err := imported(ctx, t, square(1.4, 42.4, 1.7, 42.6), dir); err == nil || !strings.Contains(err.Error(), context.Canceled.Error()) {
		t.Error(err)
	}
}

// GeoTIFF tiles whose samples are areas share no edge and join all the same; beside coarser tiles the
// finer ones count.
func TestGeoTIFFTilesJoin(t *testing.T) {
	dir := t.TempDir()
	for i, west := range []float64{1, 2} {
		for k, north := range []float64{43, 42} {
			f := elevationtest.TIFF{
				Columns: 600, Rows: 600, West: west, North: north, Step: 1.0 / 600, Format: 3, Bits: 32, Compression: 8, Predictor: 3, Tile: 64,
				NoData: "-32768", Height: func(col, row int) float64 {
					return plane(west+(float64(col)+0.5)/600, north-(float64(row)+0.5)/600)
				},
			}
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d-%d.tif", i, k)), f.Bytes(t), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	elevationtest.HGT(t, dir, "N42E001.hgt", 1201, 1201, func(col, row int) int { return 5000 })
	s, _ := openedOver(t, square(1.95, 41.95, 2.05, 42.05), dir)
	for lon := 1.9; lon < 2.1; lon += 0.0037 {
		for lat := 41.9; lat < 42.1; lat += 0.0037 {
			want := plane(lon, lat)
			if lon < 2 && lat > 42 {
				want = 5000
			}
			got, ok := s.At(orb.Point{lon, lat})
			if near := lon < 2.0005 && lat > 41.9995; near && want != 5000 {
				continue // the finer tile reaches half a cell beyond its edge
			}
			if !ok || math.Abs(got-want) > 0.11 {
				t.Fatalf("%g, %g: %g, %v; want %g", lon, lat, got, ok, want)
			}
		}
	}
	if a := s.About(); a.Covered != 100 || len(a.Files) != 5 || a.Files[0].Name != "N42E001.hgt" || a.Files[1].LatSeconds != 6 {
		t.Errorf("%+v", a)
	}
	if err := os.WriteFile(filepath.Join(dir, "x.TIF"), []byte("this is no image"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := NewBuilder(dir); err == nil || !strings.Contains(err.Error(), "x.TIF: it is no TIFF file") {
		t.Error(err)
	}
}

// A folder may be a link, and its files may be.
func TestLinkedFolder(t *testing.T) {
	dir := t.TempDir()
	tile := elevationtest.HGT(t, t.TempDir(), "N45E010.hgt", 1201, 1201, func(int, int) int { return 100 })
	folder, link := filepath.Join(dir, "folder"), filepath.Join(dir, "link")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for to, from := range map[string]string{filepath.Join(folder, "N45E010.hgt"): tile, link: folder, filepath.Join(folder, "loop"): folder} {
		if err := os.Symlink(from, to); err != nil {
			t.Fatal(err)
		}
	}
	s, _ := openedOver(t, square(10.4, 45.4, 10.6, 45.6), link)
	if h, ok := s.At(orb.Point{10.5, 45.5}); !ok || h != 100 {
		t.Errorf("%v, %v, want 100", h, ok)
	}
}
