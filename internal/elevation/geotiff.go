package elevation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"github.com/footstepd/footstepd/internal/elevation/geotiff"
)

// openGeoTIFF describes a GeoTIFF file.
func openGeoTIFF(path string) (*tile, error) {
	var t *tile
	err := withGeoTIFF(path, func(m *geotiff.Image, f *os.File, size int64) error {
		if max(m.PerLon, m.PerLat) > maxPerDegree {
			return fmt.Errorf("it has %.6g heights in a degree, more than %d; thin it first: gdalwarp -tr 0.00005 0.00005 -r average IN.tif OUT.tif", max(m.PerLon, m.PerLat), maxPerDegree)
		}
		t = &tile{
			path: path, bytes: size, west: m.West, north: m.North, perLon: m.PerLon, perLat: m.PerLat,
			columns: m.Columns, rows: m.Rows, whole: m.Whole,
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sum := ""
	t.read = func(ctx context.Context, w window) ([]float32, string, error) {
		var heights []float32
		err := withGeoTIFF(path, func(m *geotiff.Image, f *os.File, size int64) (err error) {
			if m.Columns != t.columns || m.Rows != t.rows || size != t.bytes {
				return fmt.Errorf("it was changed while it was read")
			}
			if sum == "" {
				if sum, err = digest(ctx, f); err != nil {
					return err
				}
			}
			heights, err = m.Window(ctx, w.col, w.row, w.columns, w.rows)
			return err
		})
		for i, h := range heights {
			if !known(h) {
				heights[i] = void
			}
		}
		return heights, sum, err
	}
	return t, nil
}

// withGeoTIFF opens a file for the time of a call. Errors name it.
func withGeoTIFF(path string, use func(m *geotiff.Image, f *os.File, size int64) error) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	m, err := geotiff.Open(f, info.Size())
	if err == nil {
		err = use(m, f, info.Size())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// digest returns the SHA-256 of a file in hexadecimal.
func digest(ctx context.Context, f *os.File) (string, error) {
	h := sha256.New()
	for at := int64(0); ; {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		n, err := io.Copy(h, io.NewSectionReader(f, at, 16<<20))
		if err != nil {
			return "", err
		}
		if n == 0 {
			return hex.EncodeToString(h.Sum(nil)), nil
		}
		at += n
	}
}
