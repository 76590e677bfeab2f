package index

import (
	"fmt"
	"unsafe"

	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/footstepd/footstepd/internal/region"
)

// Names of the sections.
const (
	secHeader      = "geocode/header"
	secTerms       = "geocode/terms"
	secPostings    = "geocode/postings"
	secAliases     = "geocode/aliases"
	secSequences   = "geocode/sequences"
	secNames       = "geocode/names"
	secBearers     = "geocode/bearers"
	secNameWeights = "geocode/name-weights"
	secDocs        = "geocode/docs"
	secDetails     = "geocode/details"
	secWords       = "geocode/words"
	secChains      = "geocode/chains"
	secIDs         = "geocode/ids"
	secOtherIDs    = "geocode/other-ids"
	secStreets     = "geocode/streets"
	secVenues      = "geocode/venues"
	secAreas       = "geocode/areas"
	secBlocks      = "geocode/blocks"
	secAddresses   = "geocode/addresses"
	secAddressIDs  = "geocode/address-ids"
	secRanges      = "geocode/ranges"
)

// header counts what the other sections hold.
type header struct {
	Names, Docs, Chains, OtherIDs, AddressIDs, Reserved uint32
}

// Index is an opened index. It is safe for concurrent use. Its slices lie in the mapped file: an
// Index must not be used after the last reference to the file is released.
type Index struct {
	terms
	names
	docs
	chains
	ids      packed.Keys // of docs, in their order
	otherIDs packed.Keys // with their docs
	streets  leafTree
	venues   leafTree
	areas    leafTree
	addresses
	ranges ranges
}

// Open reads the index of a region file. It checks lengths, offsets and ranges; errors name the
// section at fault and wrap region.ErrNoSection where one is missing.
func Open(f *region.File) (*Index, error) {
	heads, err := region.Slice[header](f, secHeader)
	if err != nil {
		return nil, fmt.Errorf("index: %w", err)
	}
	if len(heads) != 1 {
		return nil, fmt.Errorf("index: section %q has %d bytes, want %d", secHeader, len(heads)*int(unsafe.Sizeof(header{})), unsafe.Sizeof(header{}))
	}
	h, x := heads[0], &Index{}
	for _, open := range []func() error{
		func() error { return x.terms.open(f, int(h.Names)) },
		func() error { return x.names.open(f, int(h.Names), x.terms.n, int(h.Docs)) },
		func() error { return x.docs.open(f, int(h.Docs)) },
		func() error { return x.chains.open(f, int(h.Chains)) },
		func() (err error) { x.ids, err = openKeys(f, secIDs, int(h.Docs)); return err },
		func() (err error) { x.otherIDs, err = openKeys(f, secOtherIDs, int(h.OtherIDs)); return err },
		func() (err error) { x.streets, err = openLeafTree(f, secStreets); return err },
		func() (err error) { x.venues, err = openLeafTree(f, secVenues); return err },
		func() (err error) { x.areas, err = openLeafTree(f, secAreas); return err },
		func() error { return x.addresses.open(f, int(h.AddressIDs), int(h.Docs)) },
		func() error { return x.ranges.open(f, int(h.Docs)) },
	} {
		if err := open(); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// Key returns the identity of a doc.
func (x *Index) Key(doc Doc) Key {
	k, _ := x.ids.At(uint32(doc))
	return Key(k)
}

// Find returns the doc with a key, also by the key of another object that was merged into it.
func (x *Index) Find(k Key) (Doc, bool) {
	if i, _, ok := x.ids.Find(uint64(k)); ok {
		return Doc(i), true
	}
	_, v, ok := x.otherIDs.Find(uint64(k))
	return Doc(v), ok && v < uint64(x.Len())
}

// DocsOf calls visit with the docs that bear a name of the given words, until it returns false.
func (x *Index) DocsOf(name string, visit func(Doc) bool) {
	var terms []Term
	for _, a := range text.Split(nil, name) {
		t, ok := x.Lookup(a.Text)
		if !ok {
			return
		}
		terms = append(terms, t)
	}
	from, to := x.Range(terms, 0, 0)
	for n := from; n < to && len(x.Sequence(nil, n)) == len(terms); n++ {
		on := true
		x.Docs(n, func(doc Doc, _ bool) bool {
			on = visit(doc)
			return on
		})
		if !on {
			return
		}
	}
}
