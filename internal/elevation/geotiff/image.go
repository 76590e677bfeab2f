package geotiff

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// An Image is an open file with one band of heights.
type Image struct {
	Columns, Rows  int
	West, North    float64 // where the first sample stands (its middle), in degrees
	PerLon, PerLat float64 // samples per degree
	Whole          bool    // samples are whole numbers

	file             *file
	blockColumns     int
	blockRows        int
	tiled            bool
	offsets, lengths []uint64
	compression      uint64
	predictor        uint64
	bits             int
	signed, floating bool
	noData           float64
	hasNoData        bool
}

// Bounds of what a file may claim.
const (
	maxSide  = 1 << 20
	maxBlock = 256 << 20 // bytes of a strip or tile when unpacked
)

const convert = "convert it first: gdal_translate -ot Float32 -co TILED=YES -co COMPRESS=DEFLATE IN.tif OUT.tif"

// Open reads the header of a file of so many bytes, which must stay open for Window.
func Open(r io.ReaderAt, size int64) (*Image, error) {
	f, d, err := openFile(r, size)
	if err != nil {
		return nil, err
	}
	m := &Image{file: f}
	for _, step := range []func(*file, directory) error{m.layout, m.samples, m.georeference} {
		if err := step(f, d); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// layout finds the strips or tiles.
func (m *Image) layout(f *file, d directory) error {
	numbers := map[uint16]uint64{tagColumns: 0, tagRows: 0, tagTileColumns: 0, tagTileRows: 0, tagRowsPerStrip: math.MaxUint32}
	for tag, otherwise := range numbers {
		v, err := f.number(d, tag, otherwise)
		if err != nil {
			return err
		}
		numbers[tag] = v
	}
	columns, rows := numbers[tagColumns], numbers[tagRows]
	if columns == 0 || rows == 0 || columns > maxSide || rows > maxSide {
		return fmt.Errorf("it has %d columns and %d rows, not 1 to %d; cut it first: gdal_translate -projwin WEST NORTH EAST SOUTH IN.tif OUT.tif", columns, rows, maxSide)
	}
	m.Columns, m.Rows = int(columns), int(rows)
	_, m.tiled = d[tagTileOffsets]
	wide, high := columns, min(rows, numbers[tagRowsPerStrip])
	offsets, lengths := uint16(tagStripOffsets), uint16(tagStripLengths)
	if m.tiled {
		wide, high, offsets, lengths = numbers[tagTileColumns], numbers[tagTileRows], tagTileOffsets, tagTileLengths
	}
	if wide == 0 || high == 0 || wide > maxSide || high > maxSide || wide*high*8 > 2*maxBlock {
		return fmt.Errorf("it has strips or tiles of %d by %d; %s", wide, high, convert)
	}
	m.blockColumns, m.blockRows = int(wide), int(high)
	var err error
	if m.offsets, err = f.whole(d, offsets); err != nil {
		return err
	}
	if m.lengths, err = f.whole(d, lengths); err != nil {
		return err
	}
	if n := m.across() * ((m.Rows + m.blockRows - 1) / m.blockRows); len(m.offsets) != n || len(m.lengths) != n {
		return fmt.Errorf("it has %d strips or tiles, not %d; fetch it again", len(m.offsets), n)
	}
	return nil
}

// across returns the number of blocks in a row.
func (m *Image) across() int { return (m.Columns + m.blockColumns - 1) / m.blockColumns }

// samples finds out how heights are written.
func (m *Image) samples(f *file, d directory) error {
	numbers := map[uint16]uint64{tagBits: 1, tagCompression: 1, tagBands: 1, tagPredictor: 1, tagFormat: 1}
	for tag, otherwise := range numbers {
		v, err := f.number(d, tag, otherwise)
		if err != nil {
			return err
		}
		numbers[tag] = v
	}
	if n := numbers[tagBands]; n != 1 {
		return fmt.Errorf("it has %d bands, not one of heights; take it out first: gdal_translate -b 1 IN.tif OUT.tif", n)
	}
	m.bits, m.compression, m.predictor = int(numbers[tagBits]), numbers[tagCompression], numbers[tagPredictor]
	format := numbers[tagFormat]
	m.signed, m.floating = format == 2, format == 3
	m.Whole = !m.floating
	switch {
	case format < 1 || format > 3, m.bits != 16 && m.bits != 32 && m.bits != 64, m.floating && m.bits == 16, !m.floating && m.bits == 64:
		return fmt.Errorf("its samples are of %d bits and kind %d; %s", m.bits, format, convert)
	case m.predictor < 1 || m.predictor > 3 || m.predictor == 3 && !m.floating:
		return fmt.Errorf("it has predictor %d; %s", m.predictor, convert)
	}
	if _, ok := unpackers[m.compression]; !ok {
		return fmt.Errorf("it is packed by method %d; %s", m.compression, convert)
	}
	if m.blockBytes(m.blockRows) > maxBlock {
		return fmt.Errorf("it has strips or tiles of %d by %d; %s", m.blockColumns, m.blockRows, convert)
	}
	text, err := f.text(d, tagGDALNoData)
	if err != nil {
		return err
	}
	if text = strings.TrimSpace(text); text != "" {
		if m.noData, err = strconv.ParseFloat(text, 64); err != nil && !errors.Is(err, strconv.ErrRange) {
			return fmt.Errorf("its value for no data is %q, no number; set one: gdal_edit.py -a_nodata -9999 FILE.tif", text)
		}
		m.hasNoData = true
	}
	if text, err = f.text(d, tagGDALMetadata); err != nil {
		return err
	}
	if scaled(text) {
		return errors.New("its heights have to be scaled; do so first: gdal_translate -unscale -ot Float32 IN.tif OUT.tif")
	}
	return nil
}

// blockBytes returns the bytes of so many rows of a block when unpacked.
func (m *Image) blockBytes(rows int) int { return m.blockColumns * rows * m.bits / 8 }

// Window returns samples row by row from the north, NaN where there is no height: those of columns and
// rows from the first ones on, which must lie in the image.
func (m *Image) Window(ctx context.Context, col, row, columns, rows int) ([]float32, error) {
	out := make([]float32, columns*rows)
	var samples []float32
	for by := row / m.blockRows; by*m.blockRows < row+rows; by++ {
		for bx := col / m.blockColumns; bx*m.blockColumns < col+columns; bx++ {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			var err error
			if samples, err = m.block(samples[:0], bx, by); err != nil {
				return nil, err
			}
			left, right := max(col, bx*m.blockColumns), min(col+columns, (bx+1)*m.blockColumns)
			for y := max(row, by*m.blockRows); y < min(row+rows, (by+1)*m.blockRows); y++ {
				from := samples[(y-by*m.blockRows)*m.blockColumns:]
				copy(out[(y-row)*columns+left-col:], from[left-bx*m.blockColumns:right-bx*m.blockColumns])
			}
		}
	}
	return out, nil
}
