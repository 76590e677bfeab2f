package index

import (
	"encoding/binary"
)

// cursor reads varints of a byte slice. Reading past the end gives zeros and sets bad.
type cursor struct {
	b   []byte
	bad bool
}

func (c *cursor) uint() uint64 {
	if len(c.b) > 0 && c.b[0] < 0x80 { // most values are small
		v := c.b[0]
		c.b = c.b[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(c.b)
	if n <= 0 {
		c.fail()
		return 0
	}
	c.b = c.b[n:]
	return v
}

func (c *cursor) uint32() uint32 {
	v := c.uint()
	if v > 1<<32-1 {
		c.fail()
		return 0
	}
	return uint32(v)
}

// count reads a number of things that take at least size bytes each.
func (c *cursor) count(size int) int {
	v := c.uint()
	if v > uint64(len(c.b)/size) {
		c.fail()
		return 0
	}
	return int(v)
}

func (c *cursor) bytes(n int) []byte {
	if n < 0 || n > len(c.b) {
		c.fail()
		return nil
	}
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

// record reads a length and returns the bytes that it spans as a cursor of their own.
func (c *cursor) record() cursor { return cursor{b: c.bytes(c.count(1))} }

func (c *cursor) fail() { c.b, c.bad = nil, true }

func appendRecord(b, record []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(record))), record...)
}
