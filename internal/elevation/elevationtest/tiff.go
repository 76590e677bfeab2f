package elevationtest

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"math"
	"slices"
	"testing"
)

// TIFF describes a GeoTIFF file to be written. The zero values of what it may leave out stand for
// little-endian strips of 8 rows, of 16-bit whole numbers, plain, in degrees of WGS 84.
type TIFF struct {
	Columns, Rows int
	Height        func(col, row int) float64

	// West and North are the corner of the first sample, or the sample itself with Point.
	West, North, Step float64
	Point             bool

	Order       binary.AppendByteOrder
	Big         bool // BigTIFF
	Tile        int  // side of tiles; 0 for strips
	Format      int  // 1 unsigned, 2 signed, 3 floating; 0 for 2
	Bits        int  // 0 for 16
	Compression int  // 1 none, 5 LZW, 8 Deflate, 32773 PackBits; 0 for 1
	Predictor   int
	NoData      string
	Metadata    string
	Keys        []uint16       // four for each; nil for WGS 84
	Spoil       map[int]uint32 // values to put in place of right ones, by tag; the tag is left out for MaxUint32
}

type tag struct {
	id, kind int
	count    int
	data     []byte
}

// Bytes returns the file.
func (f TIFF) Bytes(tb testing.TB) []byte {
	tb.Helper()
	f.Order = cmp.Or[binary.AppendByteOrder](f.Order, binary.LittleEndian)
	f.Format, f.Bits, f.Compression, f.Predictor = cmp.Or(f.Format, 2), cmp.Or(f.Bits, 16), cmp.Or(f.Compression, 1), cmp.Or(f.Predictor, 1)
	wide, high := f.Columns, 8
	if f.Tile > 0 {
		wide, high = f.Tile, f.Tile
	}
	out := []byte("II")
	if f.Order.(binary.ByteOrder) == binary.BigEndian {
		out = []byte("MM")
	}
	if f.Big {
		out = f.Order.AppendUint16(f.Order.AppendUint16(f.Order.AppendUint16(out, 43), 8), 0)
		out = f.Order.AppendUint64(out, 0)
	} else {
		out = f.Order.AppendUint32(f.Order.AppendUint16(out, 42), 0)
	}
	var offsets, lengths []uint64
	for top := 0; top < f.Rows; top += high {
		for left := 0; left < f.Columns; left += wide {
			block := f.pack(tb, f.block(left, top, wide, high))
			offsets, lengths = append(offsets, uint64(len(out))), append(lengths, uint64(len(block)))
			out = append(out, block...)
		}
	}
	directory := len(out)
	out = append(out, f.directory(directory, wide, high, offsets, lengths)...)
	if f.Big {
		f.Order.(binary.ByteOrder).PutUint64(out[8:], uint64(directory))
	} else {
		f.Order.(binary.ByteOrder).PutUint32(out[4:], uint32(directory))
	}
	return out
}

// block returns the samples of a strip or tile, with the predictor applied.
func (f TIFF) block(left, top, wide, high int) []byte {
	var out []byte
	for row := top; row < top+high && (f.Tile > 0 || row < f.Rows); row++ {
		var line []byte
		last := uint64(0)
		for col := left; col < left+wide; col++ {
			h := 0.0
			if col < f.Columns && row < f.Rows {
				h = f.Height(col, row)
			}
			u := uint64(int64(h))
			switch {
			case f.Format == 3 && f.Bits == 32:
				u = uint64(math.Float32bits(float32(h)))
			case f.Format == 3:
				u = math.Float64bits(h)
			}
			if f.Predictor == 2 {
				u, last = u-last, u
			}
			line = f.sample(line, u)
		}
		if f.Predictor == 3 {
			line = f.spread(line)
		}
		out = append(out, line...)
	}
	return out
}

func (f TIFF) sample(b []byte, u uint64) []byte {
	order := f.Order
	if f.Predictor == 3 {
		order = binary.BigEndian
	}
	switch f.Bits {
	case 16:
		return order.AppendUint16(b, uint16(u))
	case 32:
		return order.AppendUint32(b, uint32(u))
	}
	return order.AppendUint64(b, u)
}

// spread applies the predictor for floating-point numbers to a row of big-endian samples.
func (f TIFF) spread(line []byte) []byte {
	size := f.Bits / 8
	n := len(line) / size
	out := make([]byte, len(line))
	for i, b := range line {
		out[i%size*n+i/size] = b
	}
	for i := len(out) - 1; i > 0; i-- {
		out[i] -= out[i-1]
	}
	return out
}

func (f TIFF) pack(tb testing.TB, raw []byte) []byte {
	tb.Helper()
	var out bytes.Buffer
	switch f.Compression {
	case 5: // codes of 9 bits alone, cleared before they would grow
		var word, bits uint32
		put := func(code int) {
			word, bits = word<<9|uint32(code), bits+9
			for ; bits >= 8; bits -= 8 {
				out.WriteByte(byte(word >> (bits - 8)))
			}
		}
		for i, b := range raw {
			if i%200 == 0 {
				put(256)
			}
			put(int(b))
		}
		put(257)
		out.WriteByte(byte(word << (8 - bits)))
	case 8, 32946:
		z := zlib.NewWriter(&out)
		if _, err := z.Write(raw); err != nil {
			tb.Fatal(err)
		}
		if err := z.Close(); err != nil {
			tb.Fatal(err)
		}
	case 32773:
		for len(raw) > 0 {
			run := 1
			for run < len(raw) && run < 128 && raw[run] == raw[0] {
				run++
			}
			if run > 1 {
				out.Write([]byte{byte(257 - run), raw[0]})
			} else {
				out.Write([]byte{0, raw[0]})
			}
			raw = raw[run:]
		}
	default:
		return raw
	}
	return out.Bytes()
}

// directory returns the directory that stands at an offset, with the values of its entries behind it.
func (f TIFF) directory(at, wide, high int, offsets, lengths []uint64) []byte {
	var tags []tag
	long := func(id int, values ...uint64) {
		t := tag{id: id, kind: 4, count: len(values)}
		for _, v := range values {
			if s, ok := f.Spoil[id]; ok {
				v = uint64(s)
			}
			t.data = f.Order.AppendUint32(t.data, uint32(v))
		}
		tags = append(tags, t)
	}
	doubles := func(id int, values ...float64) {
		t := tag{id: id, kind: 12, count: len(values)}
		for _, v := range values {
			t.data = f.Order.AppendUint64(t.data, math.Float64bits(v))
		}
		tags = append(tags, t)
	}
	text := func(id int, value string) {
		if value != "" {
			tags = append(tags, tag{id, 2, len(value) + 1, append([]byte(value), 0)})
		}
	}
	long(256, uint64(f.Columns))
	long(257, uint64(f.Rows))
	long(258, uint64(f.Bits))
	long(259, uint64(f.Compression))
	long(277, 1)
	long(317, uint64(f.Predictor))
	long(339, uint64(f.Format))
	if f.Tile > 0 {
		long(322, uint64(wide))
		long(323, uint64(high))
		long(324, offsets...)
		long(325, lengths...)
	} else {
		long(273, offsets...)
		long(278, uint64(high))
		long(279, lengths...)
	}
	doubles(33550, f.Step, f.Step, 0)
	doubles(33922, 0, 0, 0, f.West, f.North, 0)
	keys := f.Keys
	if keys == nil {
		raster := uint16(1)
		if f.Point {
			raster = 2
		}
		keys = []uint16{1024, 0, 1, 2, 1025, 0, 1, raster, 2048, 0, 1, 4326}
	}
	t := tag{id: 34735, kind: 3}
	for _, v := range append([]uint16{1, 1, 0, uint16(len(keys) / 4)}, keys...) {
		t.data = f.Order.AppendUint16(t.data, v)
		t.count++
	}
	tags = append(tags, t)
	text(42112, f.Metadata)
	text(42113, f.NoData)
	tags = slices.DeleteFunc(tags, func(t tag) bool { return f.Spoil[t.id] == math.MaxUint32 })
	slices.SortFunc(tags, func(a, b tag) int { return a.id - b.id })
	return f.entries(at, tags)
}

func (f TIFF) entries(at int, tags []tag) []byte {
	head, entry, inline := 2, 12, 4
	if f.Big {
		head, entry, inline = 8, 20, 8
	}
	behind := at + head + len(tags)*entry + inline
	var out, values []byte
	word := func(v int) {
		if f.Big {
			out = f.Order.AppendUint64(out, uint64(v))
		} else {
			out = f.Order.AppendUint32(out, uint32(v))
		}
	}
	if f.Big {
		word(len(tags))
	} else {
		out = f.Order.AppendUint16(out, uint16(len(tags)))
	}
	for _, t := range tags {
		out = f.Order.AppendUint16(f.Order.AppendUint16(out, uint16(t.id)), uint16(t.kind))
		word(t.count)
		if len(t.data) <= inline {
			out = append(append(out, t.data...), make([]byte, inline-len(t.data))...)
			continue
		}
		word(behind + len(values))
		values = append(values, t.data...)
	}
	word(0) // no further directory
	return append(out, values...)
}
