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
