package packed

import "encoding/binary"

// keyGroup is how many keys lie behind each other; the first is found without reading others.
const keyGroup = 64

// Columns of a group of keys.
const (
	groupKey   = iota // the first key
	groupValue        // and its value
	groupBit          // where the others begin
	groupOrder        // of the differences of keys
	groupSteps        // of the differences of values
	groupColumns
)

// Keys are ascending numbers below 2^63, each with a value: the differences in Golomb codes, of
// values behind a bit that tells whether there is any. The zero value has none.
type Keys struct {
	n      int
	bare   bool // there are no values
	groups Table
	data   []byte
}

// OpenKeys reads keys.
func OpenKeys(b []byte) (k Keys, err error) {
	head, b := uvarint(b)
	if b == nil || head>>1 > maxRows {
		return k, ErrDamaged
	}
	k.n, k.bare = int(head>>1), head&1 != 0
	if k.groups, k.data, err = OpenTable(b, groupColumns); err != nil {
		return Keys{}, err
	}
	if k.groups.Len() != (k.n+keyGroup-1)/keyGroup || !k.groups.Ascending(groupKey, 0, 1<<63-1) || !k.groups.Ascending(groupBit, 0, int64(len(k.data))*8) {
		return Keys{}, ErrDamaged
	}
	return k, nil
}

// Len returns the number of keys.
func (k *Keys) Len() int { return k.n }

// cursor walks over the keys of a group.
type cursor struct {
	key, value   uint64
	r            Reader
	order, steps uint
	bare         bool
	left         int
}

// group returns a cursor before the first key of a group.
func (k *Keys) group(g uint32) cursor {
	return cursor{
		key: uint64(k.groups.At(g, groupKey)), value: uint64(k.groups.At(g, groupValue)),
		order: uint(k.groups.At(g, groupOrder)) & 63, steps: uint(k.groups.At(g, groupSteps)) & 63,
		r: NewReader(k.data, uint64(k.groups.At(g, groupBit))), bare: k.bare, left: min(keyGroup, k.n-int(g)*keyGroup) - 1,
	}
}

// next goes on to the next key, false when there is none.
func (c *cursor) next() bool {
	if c.left <= 0 {
		return false
	}
	c.left--
	c.key += 1 + c.r.Golomb(c.order)
	if !c.bare && c.r.Bits(1) != 0 {
		c.value += uint64(c.r.Signed(c.steps))
	}
	return !c.r.Bad()
}

// At returns key i and its value, zeros when there is none.
func (k *Keys) At(i uint32) (key, value uint64) {
	if int64(i) >= int64(k.n) {
		return 0, 0
	}
	c := k.group(i / keyGroup)
	for skip := i % keyGroup; skip > 0; skip-- {
		if !c.next() {
			return 0, 0
		}
	}
	return c.key, c.value
}

// Find returns the place of a key and its value.
func (k *Keys) Find(key uint64) (i uint32, value uint64, ok bool) {
	g := k.groups.Search(groupKey, int64(key))
	if g == 0 || key >= 1<<63 {
		return 0, 0, false
	}
	c := k.group(g - 1)
	for i = (g - 1) * keyGroup; c.key < key; i++ {
		if !c.next() {
			return 0, 0, false
		}
	}
	return i, c.value, c.key == key
}

// AppendKeys appends ascending, distinct keys with their values; without values when there are none.
func AppendKeys[K ~uint64](b []byte, keys []K, values []uint64) []byte {
	bare := uint64(0)
	if values == nil {
		bare, values = 1, make([]uint64, len(keys))
	}
	b = binary.AppendUvarint(b, uint64(len(keys))<<1|bare)
	var w Writer
	rows := make([][groupColumns]int64, 0, len(keys)/keyGroup+1)
	for from := 0; from < len(keys); from += keyGroup {
		to := min(from+keyGroup, len(keys))
		var gaps, steps []uint64
		for i := from + 1; i < to; i++ {
			gaps = append(gaps, uint64(keys[i]-keys[i-1])-1)
			if d := int64(values[i] - values[i-1]); d != 0 {
				steps = append(steps, Zigzag(d))
			}
		}
		order, stepOrder := Order(40, gaps...), Order(40, steps...)
		rows = append(rows, [groupColumns]int64{int64(keys[from]), int64(values[from]), int64(w.Len()), int64(order), int64(stepOrder)})
		for i := from + 1; i < to; i++ {
			w.Golomb(gaps[i-from-1], order)
			if bare == 1 {
				continue
			}
			if d := int64(values[i] - values[i-1]); d != 0 {
				w.Bits(1, 1)
				w.Signed(d, stepOrder)
			} else {
				w.Bits(0, 1)
			}
		}
	}
	b = AppendTable(b, len(rows), groupColumns, func(row, col int) int64 { return rows[row][col] })
	return append(b, w.Bytes()...)
}
