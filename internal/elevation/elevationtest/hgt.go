// Package elevationtest makes height files for tests.
package elevationtest

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Void is what stands for an unknown height in SRTM tiles.
const Void = -32768

// HGT writes an SRTM tile of so many columns and rows into a folder and returns its path. What the
// name ends on says how it is packed: .hgt, .hgt.gz or .hgt.zip. Rows count from the north.
func HGT(tb testing.TB, dir, name string, columns, rows int, height func(col, row int) int) string {
	tb.Helper()
	raw := make([]byte, 0, 2*columns*rows)
	for row := range rows {
		for col := range columns {
			raw = binary.BigEndian.AppendUint16(raw, uint16(int16(height(col, row))))
		}
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, Pack(tb, name, raw), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

// Pack packs the bytes of a tile as the name's ending says.
func Pack(tb testing.TB, name string, raw []byte) []byte {
	tb.Helper()
	var out bytes.Buffer
	var err error
	switch lower := strings.ToLower(name); {
	case strings.HasSuffix(lower, ".gz"):
		z := gzip.NewWriter(&out)
		_, err = z.Write(raw)
		if err == nil {
			err = z.Close()
		}
	case strings.HasSuffix(lower, ".zip"):
		z := zip.NewWriter(&out)
		w, failed := z.Create(name[:len(name)-len(".zip")])
		if err = failed; err == nil {
			_, err = w.Write(raw)
		}
		if err == nil {
			err = z.Close()
		}
	default:
		return raw
	}
	if err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}
