package index

import "math/bits"

// bitReader reads signed numbers of a fixed width from bytes, the lowest bits first, in zigzag
// form. Past the end it reads zeros.
type bitReader struct {
	b    []byte
	word uint64
	have uint
}

func (r *bitReader) int(width uint) int64 {
	for r.have < width {
		if len(r.b) > 0 {
			r.word |= uint64(r.b[0]) << r.have
			r.b = r.b[1:]
		}
		r.have += 8
	}
	v := r.word & (1<<width - 1)
	r.word >>= width
	r.have -= width
	return int64(v>>1) ^ -int64(v&1)
}

// bitWriter writes what bitReader reads.
type bitWriter struct {
	b    []byte
	word uint64
	have uint
}

func (w *bitWriter) int(v int64, width uint) {
	w.word |= uint64(v<<1^v>>63) << w.have
	for w.have += width; w.have >= 8; w.have -= 8 {
		w.b = append(w.b, byte(w.word))
		w.word >>= 8
	}
}

func (w *bitWriter) bytes() []byte {
	if w.have > 0 {
		return append(w.b, byte(w.word))
	}
	return w.b
}

// packedWidth returns the bits that a number takes in zigzag form.
func packedWidth(v int32) uint { return uint(bits.Len32(uint32(v<<1 ^ v>>31))) }
