package index

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/osm"
)

// Address is one house number.
type Address struct {
	Key            Key
	Street         Doc    // the street or place that it belongs to
	Value          uint32 // leading digits of the number
	Rest           string // what follows them, as written
	At             geo.Fixed
	Ring           []geo.Fixed // outline of the building, nil for a point; valid until the next read
	Postcode, City Name        // NoName when unknown
	Written        Name        // the street as the house has it, NoName when it is the name of Street
}

// Number returns the house number as written.
func (a *Address) Number() string {
	if a.Value == 0 {
		return a.Rest
	}
	return strconv.FormatUint(uint64(a.Value), 10) + a.Rest
}

// blockSize is the number of addresses in a block.
const blockSize = 24

// Block is the head of a block of addresses of one street, in ascending order of number.
type Block struct {
	Start       uint32 // offset in the addresses section
	Street      Doc
	First, Last uint32 // numbers that it covers, ranges included
}

type addresses struct {
	blocks []Block
	data   []byte
	tree   *geo.RTree // items are blocks
	ids    keyList    // to blocks
}

func (a *addresses) open(f *region.File, n, docs int) (err error) {
	if a.blocks, err = region.Slice[Block](f, secBlocks); err != nil {
		return err
	}
	if a.data, err = f.Section(secAddresses); err != nil {
		return err
	}
	last := uint32(0)
	for _, b := range a.blocks {
		if b.Start < last || int64(b.Start) > int64(len(a.data)) || int(b.Street) >= docs {
			return fmt.Errorf("index: section %q is out of order or range", secBlocks)
		}
		last = b.Start
	}
	if a.tree, err = openTree(f, secAddresses); err != nil {
		return err
	}
	if a.tree.Len() != len(a.blocks) {
		return fmt.Errorf("index: section %q covers %d blocks of %d", secAddresses, a.tree.Len(), len(a.blocks))
	}
	a.ids, err = openKeyList(f, secAddressIDs, n, false)
	return err
}

const (
	addrTypeBits = 3
	addrVenue    = 1 << (iota + 1)
	addrRest
	addrRing
	addrPostcode
	addrCity
	addrWritten
)

// Addresses calls visit with the addresses of a block until it returns false. The Address and its
// Ring are reused: they hold only during the call. buf serves for the ring; it is returned.
func (x *Index) Addresses(block uint32, buf []geo.Fixed, visit func(a *Address) bool) []geo.Fixed {
	if int64(block) >= int64(len(x.addresses.blocks)) {
		return buf
	}
	head := x.addresses.blocks[block]
	end := uint32(len(x.addresses.data))
	if int(block)+1 < len(x.addresses.blocks) {
		end = x.addresses.blocks[block+1].Start
	}
	c := cursor{b: x.addresses.data[head.Start:end]}
	a := Address{Street: head.Street, Postcode: NoName, City: NoName, Written: NoName}
	var at vertex
	id, value := int64(0), int64(0)
	for len(c.b) > 0 {
		flags := c.uint()
		value += c.int()
		id += c.int()
		at = c.next(at)
		class := Object
		if flags&addrVenue != 0 {
			class = AddressOf
		}
		a.Key = NewKey(class, [4]osm.Type{osm.TypeNode, osm.TypeWay, osm.TypeRelation}[flags&addrTypeBits], id)
		a.Value, a.At, a.Rest, a.Ring = uint32(value), at.fixed(), "", nil
		if flags&addrRest != 0 {
			a.Rest = string(c.record().b)
		}
		if flags&addrRing != 0 {
			buf = c.line(buf[:0], at)
			a.Ring = buf
		}
		if flags&addrPostcode != 0 {
			a.Postcode = Name(c.uint32() - 1)
		}
		if flags&addrCity != 0 {
			a.City = Name(c.uint32() - 1)
		}
		if flags&addrWritten != 0 {
			a.Written = Name(c.uint32() - 1)
		}
		if c.bad || !visit(&a) {
			break
		}
	}
	return buf
}

// Block returns the head of a block, the zero Block when there is none.
func (x *Index) Block(i uint32) Block {
	if int64(i) >= int64(len(x.addresses.blocks)) {
		return Block{}
	}
	return x.addresses.blocks[i]
}

// SearchBlocks calls visit with the blocks of addresses that may meet a box, until it returns
// false.
func (x *Index) SearchBlocks(box geo.Box, visit func(block uint32) bool) {
	x.addresses.tree.Search(box, visit)
}

// AddressOf returns the block that holds the address with a key.
func (x *Index) AddressOf(k Key) (block uint32, ok bool) {
	_, v, ok := x.addresses.ids.find(k)
	return uint32(v), ok && v < uint64(len(x.addresses.blocks))
}

// addressWriter makes the address sections. Blocks are added street by street.
type addressWriter struct {
	blocks []Block
	boxes  []geo.Box
	data   []byte
	ids    []keyValue
}

type keyValue struct {
	key   Key
	value uint64
}

// add writes one block: at most blockSize addresses of one street, sorted by number, and the last
// number that any of them covers.
func (w *addressWriter) add(street Doc, list []Address, last uint32) {
	b := Block{Start: uint32(len(w.data)), Street: street, First: list[0].Value, Last: last}
	box := geo.BoxOf(list[0].At)
	postcode, city, written := NoName, NoName, NoName
	var at vertex
	id, value := int64(0), int64(0)
	for i := range list {
		a := &list[i]
		var flags uint64
		switch a.Key.Type() {
		case osm.TypeWay:
			flags = 1
		case osm.TypeRelation:
			flags = 2
		}
		set := func(flag uint64, is bool) {
			if is {
				flags |= flag
			}
		}
		set(addrVenue, a.Key.Class() == AddressOf)
		set(addrRest, a.Rest != "")
		set(addrRing, len(a.Ring) > 0)
		set(addrPostcode, a.Postcode != postcode)
		set(addrCity, a.City != city)
		set(addrWritten, a.Written != written)
		w.data = binary.AppendUvarint(w.data, flags)
		w.data = appendInt(w.data, int64(a.Value)-value)
		w.data = appendInt(w.data, a.Key.ID()-id)
		v := toVertex(a.At)
		w.data = appendVertex(w.data, v, at)
		if flags&addrRest != 0 {
			w.data = appendRecord(w.data, []byte(a.Rest))
		}
		if flags&addrRing != 0 {
			w.data = appendLine(w.data, a.Ring, v)
		}
		if flags&addrPostcode != 0 {
			w.data = binary.AppendUvarint(w.data, uint64(a.Postcode+1))
		}
		if flags&addrCity != 0 {
			w.data = binary.AppendUvarint(w.data, uint64(a.City+1))
		}
		if flags&addrWritten != 0 {
			w.data = binary.AppendUvarint(w.data, uint64(a.Written+1))
		}
		value, id, at, postcode, city, written = int64(a.Value), a.Key.ID(), v, a.Postcode, a.City, a.Written
		box = box.Union(geo.BoxOf(append(a.Ring[:len(a.Ring):len(a.Ring)], a.At)...))
		w.ids = append(w.ids, keyValue{a.Key, uint64(len(w.blocks))})
	}
	w.blocks = append(w.blocks, b)
	w.boxes = append(w.boxes, box)
}

func (w *addressWriter) write(out *region.Writer) (int, error) {
	if int64(len(w.data)) > 1<<32-1 {
		return 0, fmt.Errorf("index: section %q would have %d bytes, more than an offset can hold", secAddresses, len(w.data))
	}
	if err := region.AddSlice(out, secBlocks, w.blocks); err != nil {
		return 0, err
	}
	if err := out.Add(secAddresses, w.data); err != nil {
		return 0, err
	}
	if err := writeTree(out, secAddresses, geo.BuildRTree(w.boxes)); err != nil {
		return 0, err
	}
	return writeKeys(out, secAddressIDs, w.ids)
}
