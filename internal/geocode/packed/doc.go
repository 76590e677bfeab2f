// Package packed holds arrays that take few bits and are read where they lie, in a mapped region
// file: tables of columns, streams of numbers, lists of keys, trees of boxes and lists of texts.
//
// Each is appended to bytes by a writer and opened from bytes. Opening checks lengths and offsets in
// constant or cheap linear time; reading never panics and never loops without end, whatever the bytes
// are: odd content gives odd values.
package packed

import (
	"encoding/binary"
	"errors"
)

// ErrDamaged is returned for bytes that no writer has made.
var ErrDamaged = errors.New("packed: damaged or cut short")

// maxRows bounds what one array may hold: 2^32-1, so that a number of a row fits into 32 bits.
const maxRows = 1<<32 - 1

// uvarint reads a number from the head of bytes and returns the rest, nil when there is none.
func uvarint(b []byte) (uint64, []byte) {
	v, n := binary.Uvarint(b)
	if n <= 0 {
		return 0, nil
	}
	return v, b[n:]
}

// AppendPair appends two numbers that are mostly less than 15, which then take a byte.
func AppendPair(b []byte, x, y int) []byte {
	b = append(b, byte(min(x, 15)<<4|min(y, 15)))
	for _, v := range [2]int{x, y} {
		if v >= 15 {
			b = binary.AppendUvarint(b, uint64(v-15))
		}
	}
	return b
}

// CutPair returns two numbers that AppendPair wrote and what is behind them, nil when there are none.
func CutPair(b []byte) (x, y uint64, rest []byte) {
	if len(b) == 0 {
		return 0, 0, nil
	}
	x, y, b = uint64(b[0]>>4), uint64(b[0]&15), b[1:]
	for _, v := range [2]*uint64{&x, &y} {
		if *v == 15 {
			var more uint64
			if more, b = uvarint(b); b == nil {
				return 0, 0, nil
			}
			*v = 15 + min(more, maxRows)
		}
	}
	return x, y, b
}

// AppendBytes appends bytes behind their length.
func AppendBytes(dst, b []byte) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(b))), b...)
}

// CutBytes returns bytes that AppendBytes wrote, and what is behind them.
func CutBytes(b []byte) (head, rest []byte, err error) {
	n, b := uvarint(b)
	if b == nil || n > uint64(len(b)) {
		return nil, nil, ErrDamaged
	}
	return b[:n:n], b[n:], nil
}
