package elevation

import (
	"context"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// hgtShapes are the columns and rows of the tiles of one degree that are in use: 3, 1 and ½ seconds of
// arc, and 1 second with 2 between columns, as far from the equator. Edges are shared by neighbours.
var hgtShapes = [][2]int{{1201, 1201}, {3601, 3601}, {1801, 3601}, {7201, 7201}}

// maxHGT is the length of the longest tile in bytes.
const maxHGT = 2 * 7201 * 7201

// hgtName matches the name of a tile up to its first point: the south-western corner. Some sources add
// more behind a point or an underscore.
var hgtName = regexp.MustCompile(`^([NS])([0-9]{2})([EW])([0-9]{3})(?:[._].*)?$`)

// hgtCorner reads the south-western corner of a tile from its file's name.
func hgtCorner(path string) (west, south int, err error) {
	m := hgtName.FindStringSubmatch(strings.ToUpper(filepath.Base(path)))
	if m == nil {
		return 0, 0, fmt.Errorf("%s does not say where it lies; name it after its south-western corner, such as N42E001.hgt", path)
	}
	south, _ = strconv.Atoi(m[2])
	west, _ = strconv.Atoi(m[4])
	if m[1] == "S" {
		south = -south
	}
	if m[3] == "W" {
		west = -west
	}
	if south < -90 || south > 89 || west < -180 || west > 179 {
		return 0, 0, fmt.Errorf("%s lies off the earth; name it after its south-western corner, such as N42E001.hgt", path)
	}
	return west, south, nil
}

// hgtShape tells the columns and rows of a tile of so many bytes.
func hgtShape(path string, size int64) (columns, rows int, err error) {
	for _, s := range hgtShapes {
		if size == 2*int64(s[0])*int64(s[1]) {
			return s[0], s[1], nil
		}
	}
	return 0, 0, fmt.Errorf("%s holds %d bytes of heights, but a tile of 3 arc seconds has %d and one of 1 arc second %d; it was cut short or is no SRTM tile: fetch it again",
		path, size, 2*1201*1201, 2*3601*3601)
}

// openHGT describes a tile by its name and the number of its bytes when it is unpacked.
func openHGT(path string, o *opened) (*tile, error) {
	west, south, err := hgtCorner(path)
	if err != nil {
		return nil, err
	}
	columns, rows, err := hgtShape(path, o.size)
	if err != nil {
		return nil, err
	}
	return &tile{
		path: path, bytes: o.bytes,
		west: float64(west), north: float64(south + 1),
		perLon: float64(columns - 1), perLat: float64(rows - 1),
		columns: columns, rows: rows, whole: true,
		read: func(ctx context.Context, w window) ([]float32, string, error) {
			raw, sum, err := o.unpack(ctx)
			if err != nil {
				return nil, "", err
			}
			return decodeHGT(raw, columns, w), sum, nil
		},
	}, nil
}

// decodeHGT returns the heights of a window of a tile of so many columns.
func decodeHGT(raw []byte, columns int, w window) []float32 {
	out := make([]float32, 0, w.columns*w.rows)
	for row := w.row; row < w.row+w.rows; row++ {
		line := raw[2*(row*columns+w.col):]
		for i := range w.columns {
			h := float32(int16(binary.BigEndian.Uint16(line[2*i:])))
			if !known(h) { // such as -32768, what the radar has not seen
				h = void
			}
			out = append(out, h)
		}
	}
	return out
}
