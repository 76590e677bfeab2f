package geotiff

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"golang.org/x/image/tiff/lzw"
)

// unpackers undo the methods of packing that are known, by their numbers. They return as many bytes as
// are there, up to limit.
var unpackers = map[uint64]func(packed []byte, limit int) ([]byte, error){
	1:     func(packed []byte, limit int) ([]byte, error) { return packed[:min(limit, len(packed))], nil },
	5:     unpackLZW,
	8:     unpackDeflate,
	32946: unpackDeflate, // an older number of the same
	32773: unpackBits,
}

func unpackLZW(packed []byte, limit int) ([]byte, error) {
	r := lzw.NewReader(bytes.NewReader(packed), lzw.MSB, 8)
	defer r.Close()
	return readUpTo(r, limit)
}

func unpackDeflate(packed []byte, limit int) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return readUpTo(r, limit)
}

// readUpTo reads up to limit bytes; memory grows with what is there, not with what should be.
func readUpTo(r io.Reader, limit int) ([]byte, error) {
	var out bytes.Buffer
	_, err := io.CopyN(&out, r, int64(limit))
	if err == io.EOF {
		err = nil
	}
	return out.Bytes(), err
}

// unpackBits undoes PackBits: a length n of 0 to 127 stands before n+1 bytes, one of 129 to 255 before a
// byte that is repeated 257-n times.
func unpackBits(packed []byte, limit int) ([]byte, error) {
	var out []byte
	for len(packed) > 1 && len(out) < limit {
		n := int(packed[0])
		packed = packed[1:]
		switch {
		case n < 128:
			n = min(n+1, len(packed))
			out = append(out, packed[:n]...)
			packed = packed[n:]
		case n > 128:
			out = append(out, bytes.Repeat(packed[:1], 257-n)...)
			packed = packed[1:]
		}
	}
	return out[:min(limit, len(out))], nil
}

// packedSlack is what a packed block may be longer than twice the unpacked one.
const packedSlack = 4096

// block appends the samples of a strip or tile, blockColumns to a row.
func (m *Image) block(out []float32, bx, by int) ([]float32, error) {
	n := by*m.across() + bx
	rows := m.blockRows
	if !m.tiled { // the last strip may be short
		rows = min(rows, m.Rows-by*rows)
	}
	if m.lengths[n] == 0 { // sparse: nothing but samples without a height
		for range rows * m.blockColumns {
			out = append(out, float32(math.NaN()))
		}
		return out, nil
	}
	want := m.blockBytes(rows)
	if m.lengths[n] > uint64(2*want+packedSlack) {
		return nil, fmt.Errorf("its strip or tile %d is packed into %d bytes, but holds %d; fetch it again", n, m.lengths[n], want)
	}
	packed, err := m.file.bytes(m.offsets[n], m.lengths[n])
	if err != nil {
		return nil, err
	}
	raw, err := unpackers[m.compression](packed, want)
	if err != nil {
		return nil, fmt.Errorf("its strip or tile %d cannot be unpacked (%w); fetch it again", n, err)
	}
	if len(raw) < want {
		return nil, fmt.Errorf("its strip or tile %d holds %d of %d bytes; fetch it again", n, len(raw), want)
	}
	order := m.file.order
	stride := m.blockBytes(1)
	for y := range rows {
		line := raw[y*stride : (y+1)*stride]
		switch m.predictor {
		case 2:
			m.sumSamples(line)
		case 3:
			line, order = m.joinBytes(line), binary.BigEndian
		}
		out = m.decode(out, line, order)
	}
	return out, nil
}

// sumSamples undoes the predictor for whole numbers: each sample is the difference from the one before.
func (m *Image) sumSamples(line []byte) {
	order := m.file.order
	switch m.bits {
	case 16:
		for i := 2; i < len(line); i += 2 {
			order.PutUint16(line[i:], order.Uint16(line[i:])+order.Uint16(line[i-2:]))
		}
	case 32:
		for i := 4; i < len(line); i += 4 {
			order.PutUint32(line[i:], order.Uint32(line[i:])+order.Uint32(line[i-4:]))
		}
	case 64:
		for i := 8; i < len(line); i += 8 {
			order.PutUint64(line[i:], order.Uint64(line[i:])+order.Uint64(line[i-8:]))
		}
	}
}

// joinBytes undoes the predictor for floating-point numbers: the highest bytes of all samples of a row
// stand first, then the next ones, each byte as the difference from the one before. The result is
// big-endian.
func (m *Image) joinBytes(line []byte) []byte {
	for i := 1; i < len(line); i++ {
		line[i] += line[i-1]
	}
	size := m.bits / 8
	n := len(line) / size
	out := make([]byte, len(line))
	for k := range size {
		for i := range n {
			out[i*size+k] = line[k*n+i]
		}
	}
	return out
}

// decode appends the samples of a row.
func (m *Image) decode(out []float32, line []byte, order binary.ByteOrder) []float32 {
	size := m.bits / 8
	for ; len(line) > 0; line = line[size:] {
		var v float64
		switch {
		case m.bits == 16 && m.signed:
			v = float64(int16(order.Uint16(line)))
		case m.bits == 16:
			v = float64(order.Uint16(line))
		case m.bits == 32 && m.floating:
			v = float64(math.Float32frombits(order.Uint32(line)))
		case m.bits == 32 && m.signed:
			v = float64(int32(order.Uint32(line)))
		case m.bits == 32:
			v = float64(order.Uint32(line))
		default:
			v = math.Float64frombits(order.Uint64(line))
		}
		if m.hasNoData && (v == m.noData || float32(v) == float32(m.noData)) {
			v = math.NaN()
		}
		out = append(out, float32(v))
	}
	return out
}
