package pbf

import (
	"errors"
	"fmt"
	"time"

	"github.com/paulmach/osm"
)

// Kinds is a set of object types.
type Kinds uint8

// The object types.
const (
	Nodes Kinds = 1 << iota
	Ways
	Relations
)

// A Block is a run of objects in file order, of the kinds that were asked for.
type Block struct {
	Offset    int64 // of the block in the file
	Nodes     []*osm.Node
	Ways      []*osm.Way
	Relations []*osm.Relation

	size int64
	kind Kinds // that it holds, asked for or not
}

// maxDecoded bounds the memory in bytes that the objects of a block may take, since a few bytes of
// a file can stand for many. What real writers put in a block stays below a hundredth of it.
const maxDecoded = 128 << 20

var (
	errTooMuch = fmt.Errorf("it holds more than %d MiB of objects", maxDecoded>>20)
	errString  = errors.New("a string number is out of range")
	errLengths = errors.New("lists that belong together differ in length")
	errMember  = errors.New("a relation member is neither node, way nor relation")
)

// blockDecoder decodes the content of one block.
type blockDecoder struct {
	want    Kinds
	block   *Block
	raw     [][]byte // string table
	strings []string // the entries used so far, so that what is kept pins no more than itself
	budget  int

	granularity, latOffset, lonOffset int64
	dateGranularity                   int64
}

// decodeBlock fills b with the objects of the wanted kinds. It does not keep data.
func decodeBlock(data []byte, want Kinds, b *Block) error {
	d := blockDecoder{want: want, block: b, budget: maxDecoded, granularity: 100, dateGranularity: 1000}
	var table []byte
	f := fields{rest: data}
	for f.next() {
		switch f.num {
		case 1:
			table = f.data
		case 2:
			b.kind |= kindsOf(f.data)
		case 17:
			d.granularity = int64(int32(f.value))
		case 18:
			d.dateGranularity = int64(int32(f.value))
		case 19:
			d.latOffset = int64(f.value)
		case 20:
			d.lonOffset = int64(f.value)
		}
	}
	if f.err != nil {
		return f.err
	}
	if b.kind&want == 0 {
		return nil
	}
	if err := d.stringTable(table); err != nil {
		return err
	}
	// Only now, since what the groups need may come after them.
	f = fields{rest: data}
	for f.next() {
		if f.num == 2 {
			if err := d.group(f.data); err != nil {
				return err
			}
		}
	}
	return nil
}

// kindsOf tells what a group holds.
func kindsOf(group []byte) Kinds {
	var k Kinds
	f := fields{rest: group}
	for f.next() {
		switch f.num {
		case 1, 2:
			k |= Nodes
		case 3:
			k |= Ways
		case 4:
			k |= Relations
		}
	}
	return k
}

func (d *blockDecoder) group(data []byte) error {
	f := fields{rest: data}
	for f.next() {
		var err error
		switch {
		case f.num == 1 && d.want&Nodes != 0:
			err = d.node(f.data)
		case f.num == 2 && d.want&Nodes != 0:
			err = d.dense(f.data)
		case f.num == 3 && d.want&Ways != 0:
			err = d.way(f.data)
		case f.num == 4 && d.want&Relations != 0:
			err = d.relation(f.data)
		}
		if err != nil {
			return err
		}
	}
	return f.err
}

// spend takes n values of size bytes off the budget.
func (d *blockDecoder) spend(n, size int) error {
	if n > d.budget/size {
		return errTooMuch
	}
	d.budget -= n * size
	return nil
}

func (d *blockDecoder) stringTable(data []byte) error {
	n := 0
	f := fields{rest: data}
	for f.next() {
		if f.num == 1 {
			n++
		}
	}
	if f.err != nil {
		return f.err
	}
	if err := d.spend(n, 40); err != nil {
		return err
	}
	d.raw, d.strings = make([][]byte, 0, n), make([]string, n)
	f = fields{rest: data}
	for f.next() {
		if f.num == 1 {
			d.raw = append(d.raw, f.data)
		}
	}
	return f.err
}

// string returns an entry of the string table.
func (d *blockDecoder) string(i uint64) (string, error) {
	if i >= uint64(len(d.raw)) {
		return "", errString
	}
	if d.strings[i] == "" && len(d.raw[i]) > 0 {
		d.strings[i] = string(d.raw[i])
	}
	return d.strings[i], nil
}

// tags makes tags of two lists of string numbers.
func (d *blockDecoder) tags(keys, values packed) (osm.Tags, error) {
	n := keys.count()
	if n == 0 {
		return nil, nil
	}
	if err := d.spend(n, 32); err != nil {
		return nil, err
	}
	tags := make(osm.Tags, 0, n)
	for keys.more() {
		k, err := d.string(keys.uint())
		if err != nil {
			return nil, err
		}
		v, err := d.string(values.uint())
		if err != nil {
			return nil, err
		}
		tags = append(tags, osm.Tag{Key: k, Value: v})
	}
	if keys.bad || values.bad || values.more() {
		return nil, errLengths
	}
	return tags, nil
}

// info is the metadata of an object.
type info struct {
	version int
	at      time.Time
	visible bool
}

func (d *blockDecoder) info(data []byte) (info, error) {
	in := info{visible: true}
	f := fields{rest: data}
	for f.next() {
		switch f.num {
		case 1:
			in.version = int(int32(f.value))
		case 2:
			in.at = d.time(int64(f.value))
		case 6:
			in.visible = f.value != 0
		}
	}
	return in, f.err
}

// time returns a time stamp of the block; hostile values give some time or other.
func (d *blockDecoder) time(v int64) time.Time {
	if v == 0 {
		return time.Time{}
	}
	return time.UnixMilli(v * d.dateGranularity).UTC()
}

// degrees returns a coordinate. The division rounds correctly, so that the number is the same as
// its decimal text would give.
func (d *blockDecoder) degrees(offset, v int64) float64 {
	return float64(offset+d.granularity*v) / 1e9
}
