package pbf

import (
	"errors"

	"google.golang.org/protobuf/encoding/protowire"
)

var errWire = errors.New("malformed protocol buffer")

// fields steps through the fields of a message.
type fields struct {
	rest  []byte
	num   protowire.Number
	typ   protowire.Type
	value uint64 // of a varint field
	data  []byte // of a length-delimited field
	err   error
}

// next reads the next field; it returns false at the end or with err set.
func (f *fields) next() bool {
	if len(f.rest) == 0 || f.err != nil {
		return false
	}
	num, typ, n := protowire.ConsumeTag(f.rest)
	if n < 0 {
		f.err = errWire
		return false
	}
	f.num, f.typ, f.rest = num, typ, f.rest[n:]
	f.value, f.data = 0, nil
	switch typ {
	case protowire.VarintType:
		f.value, n = protowire.ConsumeVarint(f.rest)
	case protowire.BytesType:
		f.data, n = protowire.ConsumeBytes(f.rest)
	default:
		n = protowire.ConsumeFieldValue(num, typ, f.rest)
	}
	if n < 0 {
		f.err = errWire
		return false
	}
	f.rest = f.rest[n:]
	return true
}

// packed is the content of a packed repeated field.
type packed struct {
	data []byte
	bad  bool // a value was malformed or missing
}

// add takes in one occurrence of the field. Writers give it once and packed, but several times
// and unpacked are legal as well.
func (p *packed) add(f *fields) {
	switch {
	case f.typ == protowire.VarintType:
		p.data = protowire.AppendVarint(p.data[:len(p.data):len(p.data)], f.value)
	case f.typ != protowire.BytesType:
		p.bad = true
	case len(p.data) == 0:
		p.data = f.data
	default:
		p.data = append(p.data[:len(p.data):len(p.data)], f.data...)
	}
}

// more tells whether values are left.
func (p *packed) more() bool { return len(p.data) > 0 && !p.bad }

// count returns the number of values.
func (p *packed) count() int {
	n := 0
	for _, b := range p.data {
		if b < 0x80 {
			n++
		}
	}
	return n
}

// uint returns the next value, 0 with bad set when there is none.
func (p *packed) uint() uint64 {
	if len(p.data) > 0 && p.data[0] < 0x80 {
		v := p.data[0]
		p.data = p.data[1:]
		return uint64(v)
	}
	v, n := protowire.ConsumeVarint(p.data)
	if n < 0 {
		p.bad, p.data = true, nil
		return 0
	}
	p.data = p.data[n:]
	return v
}

// sint returns the next zigzag value.
func (p *packed) sint() int64 { return protowire.DecodeZigZag(p.uint()) }
