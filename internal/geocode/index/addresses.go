package index

import (
	"fmt"
	"strconv"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
)

// HouseID is the number of a house number in the order of keys; see HouseKey.
type HouseID uint32

// Address is one house number.
type Address struct {
	ID             HouseID
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
	Street      Doc
	First, Last uint32 // numbers that it covers, ranges included
}

// Columns of the blocks. Of the first address they tell what the others are told from.
const (
	blockBit = iota // where the addresses begin
	blockStreet
	blockFirst
	blockSpan // from the first number to the last
	blockX    // of the first address
	blockY
	blockID   // of the first address
	blockMail // postcode and city of the first address
	blockColumns
)

type addresses struct {
	blocks packed.Table
	tree   packed.Tree
	leaves packed.Table // block of each leaf of the tree
	mails  packed.Table // pairs of postcode and city, each 1 + name, 0 for none
	flags  []byte       // the sets of flags with the step of the number, the most frequent first
	rests  []string     // what often follows the digits of a number
	data   []byte
	ids    packed.Keys // with their blocks
	idBits uint        // of a HouseID
}

func (a *addresses) open(f *region.File, n, docs int) error {
	b, err := f.Section(secBlocks)
	if err != nil {
		return err
	}
	if err := a.openBlocks(b); err != nil {
		return fmt.Errorf("index: section %q: %w", secBlocks, err)
	}
	if b, err = f.Section(secAddresses); err != nil {
		return err
	}
	if err := a.openRows(b); err != nil {
		return fmt.Errorf("index: section %q: %w", secAddresses, err)
	}
	if !a.blocks.Ascending(blockBit, 0, int64(len(a.data))*8) || !a.blocks.Ascending(blockStreet, 0, int64(docs)-1) {
		return fmt.Errorf("index: section %q is out of order or range", secBlocks)
	}
	a.ids, err = openKeys(f, secAddressIDs, n)
	a.idBits = idWidth(n)
	return err
}

func (a *addresses) openBlocks(b []byte) (err error) {
	if a.blocks, b, err = packed.OpenTable(b, blockColumns); err != nil {
		return err
	}
	if a.tree, b, err = packed.OpenTree(b); err != nil {
		return err
	}
	if a.leaves, _, err = packed.OpenTable(b, 1); err != nil {
		return err
	}
	if n := a.blocks.Len(); a.tree.Len() != n || a.leaves.Len() != n {
		return fmt.Errorf("%d leaves for %d blocks", a.tree.Len(), n)
	}
	return nil
}

func (a *addresses) openRows(b []byte) (err error) {
	if a.mails, b, err = packed.OpenTable(b, 2); err != nil {
		return err
	}
	if a.flags, b, err = packed.CutBytes(b); err != nil {
		return err
	}
	rests, data, err := packed.CutBytes(b)
	for len(rests) > 0 && err == nil {
		var rest []byte
		rest, rests, err = packed.CutBytes(rests)
		a.rests = append(a.rests, string(rest))
	}
	a.data = data
	return err
}

// Flags of an address, above the two bits of the step from the number before it.
const (
	addrRest = 1 << (iota + 2)
	addrRing
	addrMail // postcode and city are not those of the address before it
	addrWritten

	addrStep = 3 // or more
)

// Orders of the codes of addresses.
const (
	flagOrder    = 0
	stepOrder    = 2
	restOrder    = 2
	mailOrder    = 4
	writtenOrder = 12
	cornerOrder  = 8
	sizeBits     = 5 // of a block's number of addresses
)

// maxRests is how many endings of numbers have a code of their own, and maxRest how long others may be.
const (
	maxRests = 1000
	maxRest  = 255
)

// Addresses calls visit with the addresses of a block until it returns false. The Address and its
// Ring are reused: they hold only during the call. buf serves for the ring; it is returned.
func (x *Index) Addresses(block uint32, buf []geo.Fixed, visit func(a *Address) bool) []geo.Fixed {
	t := &x.addresses.blocks
	if int64(block) >= int64(t.Len()) {
		return buf
	}
	a := Address{Street: Doc(t.At(block, blockStreet)), Postcode: NoName, City: NoName, Written: NoName}
	x.setMail(&a, uint64(t.At(block, blockMail)))
	value := uint64(t.At(block, blockFirst))
	ids := idRuns{HouseID(t.At(block, blockID)), HouseID(t.At(block, blockID))}
	r := packed.NewReader(x.addresses.data, uint64(t.At(block, blockBit)))
	n, line := r.Bits(sizeBits), readRow(&r)
	sides := sidesAt(value, vertex{int32(t.At(block, blockX)), int32(t.At(block, blockY))})
	for i := uint64(0); i <= n; i++ {
		var flags byte
		if k := r.Golomb(flagOrder); k < uint64(len(x.addresses.flags)) {
			flags = x.addresses.flags[k]
		}
		if i > 0 {
			step := uint64(flags & addrStep)
			if step == addrStep {
				step += r.Golomb(stepOrder)
			}
			value += step
			ids.read(&r, x.addresses.idBits)
			sides.add(value, line.read(&r, sides.before(value)))
		}
		a.ID, a.Value, a.At, a.Rest, a.Ring = ids.this, uint32(value), sides.at.fixed(), "", nil
		if flags&addrRest != 0 {
			a.Rest = x.readRest(&r)
		}
		if flags&addrRing != 0 {
			buf = readLine(&r, buf[:0], readVertex(&r, sides.at, cornerOrder))
			a.Ring = buf
		}
		if flags&addrMail != 0 {
			x.setMail(&a, r.Golomb(mailOrder))
		}
		if flags&addrWritten != 0 {
			a.Written = Name(r.Golomb(writtenOrder)) - 1
		}
		if r.Bad() || !visit(&a) {
			break
		}
	}
	return buf
}

// setMail sets the postcode and the city of an address.
func (x *Index) setMail(a *Address, pair uint64) {
	i := uint32(min(pair, 1<<32-1))
	a.Postcode, a.City = Name(x.addresses.mails.At(i, 0)-1), Name(x.addresses.mails.At(i, 1)-1)
}

// readRest reads what follows the digits of a number: one that is frequent, or its letters.
func (x *Index) readRest(r *packed.Reader) string {
	code := r.Golomb(restOrder)
	if code > 0 {
		if code <= uint64(len(x.addresses.rests)) {
			return x.addresses.rests[code-1]
		}
		return ""
	}
	var b [maxRest]byte
	n := r.Bits(8)
	for i := range n {
		b[i] = byte(r.Bits(8))
	}
	return string(b[:n])
}

// Blocks returns the number of blocks of house numbers.
func (x *Index) Blocks() int { return x.addresses.blocks.Len() }

// Block returns the head of a block, the zero Block when there is none.
func (x *Index) Block(i uint32) Block {
	t := &x.addresses.blocks
	first := uint32(t.At(i, blockFirst))
	return Block{Doc(t.At(i, blockStreet)), first, first + uint32(t.At(i, blockSpan))}
}

// SearchBlocks calls visit with the blocks of addresses that may meet a box, until it returns
// false.
func (x *Index) SearchBlocks(box geo.Box, visit func(block uint32) bool) {
	x.addresses.tree.Search(box, func(leaf uint32, _ geo.Box) bool { return visit(uint32(x.addresses.leaves.At(leaf, 0))) })
}

// AddressOf returns the block that holds the address with a key, and which of its addresses it is.
func (x *Index) AddressOf(k Key) (block uint32, id HouseID, ok bool) {
	i, v, ok := x.addresses.ids.Find(uint64(k))
	return uint32(v), HouseID(i), ok && v < uint64(x.Blocks())
}

// HouseKey returns the key of an address, 0 when there is none.
func (x *Index) HouseKey(id HouseID) Key {
	k, _ := x.addresses.ids.At(uint32(id))
	return Key(k)
}
