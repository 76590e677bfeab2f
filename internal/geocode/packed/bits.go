package packed

import (
	"encoding/binary"
	"math/bits"
)

// A Reader reads numbers from bits, the lowest bit of each byte first. Past the end it reads zeros
// and Bad tells so.
type Reader struct {
	data []byte
	pos  uint // in bits
	bad  bool
}

// NewReader returns a reader of bytes that begins at a bit.
func NewReader(data []byte, bit uint64) Reader {
	if bit > uint64(len(data))*8 {
		return Reader{bad: true}
	}
	return Reader{data: data, pos: uint(bit)}
}

// Bad tells whether more was read than there is, or a number that none can be.
func (r *Reader) Bad() bool { return r.bad || r.pos > uint(len(r.data))*8 }

// Pos returns the bit that is read next.
func (r *Reader) Pos() uint64 { return uint64(r.pos) }

// load returns 64 bits that begin at a byte, zeros for those beyond the end.
func load(b []byte, at uint) uint64 {
	if at+8 <= uint(len(b)) {
		return binary.LittleEndian.Uint64(b[at:])
	}
	v := uint64(0)
	for i := uint(0); i < 8 && at+i < uint(len(b)); i++ {
		v |= uint64(b[at+i]) << (8 * i)
	}
	return v
}

// chunk is how many bits load gives at least wherever they begin.
const chunk = 57

// Bits reads a number of so many bits, at most 64.
func (r *Reader) Bits(width uint) uint64 {
	v := load(r.data, r.pos>>3) >> (r.pos & 7)
	if width > chunk {
		v = v&(1<<chunk-1) | load(r.data, (r.pos+chunk)>>3)>>((r.pos+chunk)&7)<<chunk
	}
	r.pos += width
	return v & (1<<width - 1)
}

// Golomb reads a number in the exponential Golomb code of order k, at most 63: small numbers take
// few bits, those below 2^k take k+1.
func (r *Reader) Golomb(k uint) uint64 {
	v := load(r.data, r.pos>>3) >> (r.pos & 7)
	n := uint(bits.TrailingZeros64(v))
	if total := 2*n + 1 + k; total <= chunk { // n zeros, a one, n bits, k bits
		r.pos += total
		v >>= n + 1
		return (v&(1<<n-1)+1<<n-1)<<k | v>>n&(1<<k-1)
	}
	return r.longGolomb(k)
}

func (r *Reader) longGolomb(k uint) uint64 {
	n := uint(0)
	for r.Bits(1) == 0 {
		if n++; n > 63 {
			r.fail()
			return 0
		}
	}
	q := r.Bits(n) + 1<<n - 1
	return q<<k | r.Bits(k)
}

// Signed reads a signed number: one in zigzag form in a Golomb code.
func (r *Reader) Signed(k uint) int64 {
	v := r.Golomb(k)
	return int64(v>>1) ^ -int64(v&1)
}

// Count reads a number of things that take at least one bit each.
func (r *Reader) Count(k uint) int {
	n := r.Golomb(k)
	if r.bad || r.pos > uint(len(r.data))*8 || n > uint64(uint(len(r.data))*8-r.pos) {
		r.fail()
		return 0
	}
	return int(n)
}

// Align goes on at the next byte.
func (r *Reader) Align() { r.pos = (r.pos + 7) &^ 7 }

// Bytes returns so many bytes of the data, none when there are fewer. The reader must be aligned.
func (r *Reader) Bytes(n int) []byte {
	from := uint64(r.pos >> 3)
	if r.bad || n < 0 || from > uint64(len(r.data)) || uint64(n) > uint64(len(r.data))-from {
		r.fail()
		return nil
	}
	r.pos += uint(n) * 8
	return r.data[from : from+uint64(n) : from+uint64(n)]
}

// Skip leaves out so many bits.
func (r *Reader) Skip(bits uint64) {
	if bits > uint64(uint(len(r.data))*8) {
		r.fail()
		return
	}
	r.pos += uint(bits)
}

func (r *Reader) fail() { r.data, r.pos, r.bad = nil, 0, true }

// A Writer writes what Reader reads. The zero value is ready.
type Writer struct {
	data []byte
	last uint64 // bits that fill no byte yet
	have uint
}

// Len returns the number of bits written.
func (w *Writer) Len() uint64 { return uint64(len(w.data))*8 + uint64(w.have) }

// Bytes returns what was written; the last byte is filled up with zeros.
func (w *Writer) Bytes() []byte {
	if w.have > 0 {
		return append(w.data, byte(w.last))
	}
	return w.data
}

// Align goes on at the next byte.
func (w *Writer) Align() { w.Bits(0, -w.have&7) }

// Bits writes the lowest bits of a number, at most 64.
func (w *Writer) Bits(v uint64, width uint) {
	for width > 32 {
		w.Bits(v&(1<<32-1), 32)
		v, width = v>>32, width-32
	}
	w.last |= v & (1<<width - 1) << w.have
	for w.have += width; w.have >= 8; w.have -= 8 {
		w.data = append(w.data, byte(w.last))
		w.last >>= 8
	}
}

// Golomb writes a number in the exponential Golomb code of order k.
func (w *Writer) Golomb(v uint64, k uint) {
	q := v>>k + 1
	if q == 0 {
		panic("packed: a number is too large for its code")
	}
	n := uint(bits.Len64(q)) - 1
	w.Bits(0, n)
	w.Bits(1, 1)
	w.Bits(q, n)
	w.Bits(v, k)
}

// SizeGolomb returns how many bits Golomb writes.
func SizeGolomb(v uint64, k uint) uint { return 2*uint(bits.Len64(v>>k+1)) - 1 + k }

// Signed writes a signed number.
func (w *Writer) Signed(v int64, k uint) { w.Golomb(Zigzag(v), k) }

// Zigzag returns the number that stands for a signed one in Signed: 0, -1, 1, -2, … are 0, 1, 2, 3, …
func Zigzag(v int64) uint64 { return uint64(v<<1 ^ v>>63) }

// Order returns the order of the Golomb code, at most most, that takes the fewest bits for some numbers.
func Order(most uint, values ...uint64) uint {
	best, least := uint(0), ^uint64(0)
	for k := uint(0); k <= most; k++ {
		size := uint64(0)
		for _, v := range values {
			size += uint64(SizeGolomb(v, k))
		}
		if size < least {
			best, least = k, size
		}
	}
	return best
}
