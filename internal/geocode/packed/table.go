package packed

import (
	"encoding/binary"
	"math/bits"
)

// maxColumns is how many columns a table may have.
const maxColumns = 8

// A Table is rows of numbers. Each column has the bits that its largest number takes above its
// least one. The zero value has no rows.
type Table struct {
	rows   int
	stride uint // bits from row to row
	cols   [maxColumns]column
	data   []byte
}

type column struct {
	least int64
	at    uint // bits from the beginning of the row
	width uint
	mask  uint64
}

// OpenTable reads a table of so many columns from the head of bytes and returns what is behind it.
func OpenTable(b []byte, columns int) (t Table, rest []byte, err error) {
	rows, b := uvarint(b)
	if b == nil || rows > maxRows || columns > maxColumns {
		return t, nil, ErrDamaged
	}
	for i := range columns {
		zig, body := uvarint(b)
		if len(body) == 0 || body[0] > 64 {
			return t, nil, ErrDamaged
		}
		width := uint(body[0])
		t.cols[i] = column{int64(zig>>1) ^ -int64(zig&1), t.stride, width, 1<<width - 1}
		t.stride += width
		b = body[1:]
	}
	size := (rows*uint64(t.stride) + 7) / 8
	if size > uint64(len(b)) {
		return Table{}, nil, ErrDamaged
	}
	t.rows, t.data = int(rows), b[:size:size]
	return t, b[size:], nil
}

// Len returns the number of rows.
func (t *Table) Len() int { return t.rows }

// At returns the number in a row and column, 0 when there is none.
func (t *Table) At(row uint32, col int) int64 {
	if int64(row) >= int64(t.rows) {
		return 0
	}
	c := &t.cols[col]
	bit := uint(row)*t.stride + c.at
	v := load(t.data, bit>>3) >> (bit & 7)
	if c.width > chunk {
		v |= load(t.data, bit>>3+8) << (64 - bit&7)
	}
	return c.least + int64(v&c.mask)
}

// Search returns the first row from which on the numbers of an ascending column are greater than v.
func (t *Table) Search(col int, v int64) uint32 {
	lo, hi := uint32(0), uint32(t.rows)
	for lo < hi {
		mid := lo + (hi-lo)/2
		if t.At(mid, col) <= v {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// Ascending tells whether the numbers of a column never fall and lie between two bounds, included.
func (t *Table) Ascending(col int, least, most int64) bool {
	rows := t.rows
	if t.cols[col].width == 0 {
		rows = min(rows, 1) // all are the same
	}
	for i := range rows {
		v := t.At(uint32(i), col)
		if v < least || v > most {
			return false
		}
		least = v
	}
	return true
}

// AppendTable appends a table whose numbers at tells.
func AppendTable(b []byte, rows, columns int, at func(row, col int) int64) []byte {
	b = binary.AppendUvarint(b, uint64(rows))
	var least [maxColumns]int64
	var width [maxColumns]uint
	for c := range columns {
		var most int64
		for r := range rows {
			v := at(r, c)
			if r == 0 {
				least[c], most = v, v
			}
			least[c], most = min(least[c], v), max(most, v)
		}
		width[c] = uint(bits.Len64(uint64(most) - uint64(least[c])))
		b = append(binary.AppendUvarint(b, Zigzag(least[c])), byte(width[c]))
	}
	var w Writer
	w.data = b
	for r := range rows {
		for c := range columns {
			w.Bits(uint64(at(r, c))-uint64(least[c]), width[c])
		}
	}
	return w.Bytes()
}

// AppendColumn appends a table of one column.
func AppendColumn[T ~int | ~int32 | ~uint8 | ~uint16 | ~uint32 | ~uint64](b []byte, values []T) []byte {
	return AppendTable(b, len(values), 1, func(row, _ int) int64 { return int64(values[row]) })
}
