package geotiff

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Tags of TIFF and GeoTIFF that are read.
const (
	tagColumns      = 256
	tagRows         = 257
	tagBits         = 258
	tagCompression  = 259
	tagStripOffsets = 273
	tagBands        = 277
	tagRowsPerStrip = 278
	tagStripLengths = 279
	tagPredictor    = 317
	tagTileColumns  = 322
	tagTileRows     = 323
	tagTileOffsets  = 324
	tagTileLengths  = 325
	tagFormat       = 339
	tagPixelScale   = 33550
	tagTiePoints    = 33922
	tagTransform    = 34264
	tagGeoKeys      = 34735
	tagGDALMetadata = 42112
	tagGDALNoData   = 42113
)

// Bounds of what a directory may claim.
const (
	maxEntries = 1 << 12
	maxValues  = 1 << 22 // of an entry
)

// errTruncated tells that a file ends before what it should hold.
var errTruncated = errors.New("it is cut short; fetch it again")

// sizes are the bytes of the types of values.
var sizes = map[uint16]uint64{1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8}

// file is an open TIFF file.
type file struct {
	r     io.ReaderAt
	size  int64
	order binary.ByteOrder
	big   bool // 64-bit offsets
}

// entry is one of a directory: its type, the number of its values and their bytes.
type entry struct {
	kind  uint16
	count uint64
	where uint64 // offset of the bytes
}

// directory is the first image directory, by tag.
type directory map[uint16]entry

// bytes reads so many bytes.
func (f *file) bytes(at, n uint64) ([]byte, error) {
	if n > uint64(f.size) || at > uint64(f.size)-n {
		return nil, errTruncated
	}
	b := make([]byte, n)
	if read, err := f.r.ReadAt(b, int64(at)); read < len(b) {
		if err == io.EOF {
			err = errTruncated
		}
		return nil, err
	}
	return b, nil
}

// openFile reads the header and the first directory.
func openFile(r io.ReaderAt, size int64) (*file, directory, error) {
	f := &file{r: r, size: size}
	head, err := f.bytes(0, 8)
	if err != nil {
		return nil, nil, err
	}
	switch string(head[:2]) {
	case "II":
		f.order = binary.LittleEndian
	case "MM":
		f.order = binary.BigEndian
	default:
		return nil, nil, errors.New("it is no TIFF file")
	}
	at := uint64(f.order.Uint32(head[4:]))
	switch f.order.Uint16(head[2:]) {
	case 42:
	case 43:
		f.big = true
		more, err := f.bytes(8, 8)
		if err != nil {
			return nil, nil, err
		}
		at = f.order.Uint64(more)
	default:
		return nil, nil, errors.New("it is no TIFF file")
	}
	d, err := f.directory(at)
	return f, d, err
}

func (f *file) directory(at uint64) (directory, error) {
	countSize, entrySize, inline := uint64(2), uint64(12), uint64(4)
	if f.big {
		countSize, entrySize, inline = 8, 20, 8
	}
	b, err := f.bytes(at, countSize)
	if err != nil {
		return nil, err
	}
	n := uint64(f.order.Uint16(b))
	if f.big {
		n = f.order.Uint64(b)
	}
	if n > maxEntries {
		return nil, fmt.Errorf("it has a directory of %d entries; fetch it again", n)
	}
	if b, err = f.bytes(at+countSize, n*entrySize); err != nil {
		return nil, err
	}
	d := directory{}
	for i := range n {
		raw := b[i*entrySize:]
		e := entry{kind: f.order.Uint16(raw[2:]), where: at + countSize + i*entrySize + entrySize - inline}
		if f.big {
			e.count = f.order.Uint64(raw[4:])
		} else {
			e.count = uint64(f.order.Uint32(raw[4:]))
		}
		size, ok := sizes[e.kind]
		if !ok || e.count > maxValues {
			continue // of no tag that is read, or refused as missing
		}
		if size*e.count > inline {
			value, err := f.bytes(e.where, inline)
			if err != nil {
				return nil, err
			}
			if f.big {
				e.where = f.order.Uint64(value)
			} else {
				e.where = uint64(f.order.Uint32(value))
			}
		}
		d[f.order.Uint16(raw)] = e
	}
	return d, nil
}

// raw returns the bytes of an entry, none where there is no such entry.
func (f *file) raw(d directory, tag uint16) ([]byte, entry, error) {
	e, ok := d[tag]
	if !ok {
		return nil, e, nil
	}
	b, err := f.bytes(e.where, sizes[e.kind]*e.count)
	return b, e, err
}

// whole returns the whole numbers of an entry.
func (f *file) whole(d directory, tag uint16) ([]uint64, error) {
	b, e, err := f.raw(d, tag)
	if err != nil || b == nil {
		return nil, err
	}
	out := make([]uint64, e.count)
	for i := range out {
		switch e.kind {
		case 1:
			out[i] = uint64(b[i])
		case 3:
			out[i] = uint64(f.order.Uint16(b[2*i:]))
		case 4, 13:
			out[i] = uint64(f.order.Uint32(b[4*i:]))
		case 16, 18:
			out[i] = f.order.Uint64(b[8*i:])
		default:
			return nil, fmt.Errorf("its tag %d has values of type %d; fetch it again", tag, e.kind)
		}
	}
	return out, nil
}

// number returns the first whole number of an entry, or another one where there is none.
func (f *file) number(d directory, tag uint16, otherwise uint64) (uint64, error) {
	v, err := f.whole(d, tag)
	if err != nil || len(v) == 0 {
		return otherwise, err
	}
	return v[0], nil
}

// floats returns the floating-point numbers of an entry.
func (f *file) floats(d directory, tag uint16) ([]float64, error) {
	b, e, err := f.raw(d, tag)
	if err != nil || b == nil {
		return nil, err
	}
	if e.kind != 12 {
		return nil, fmt.Errorf("its tag %d has values of type %d; fetch it again", tag, e.kind)
	}
	out := make([]float64, e.count)
	for i := range out {
		out[i] = math.Float64frombits(f.order.Uint64(b[8*i:]))
	}
	return out, nil
}

// text returns the text of an entry.
func (f *file) text(d directory, tag uint16) (string, error) {
	b, _, err := f.raw(d, tag)
	for len(b) > 0 && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return string(b), err
}
