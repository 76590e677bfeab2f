package index

import (
	"encoding/binary"
	"fmt"

	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/region"
)

// Link is one area of a chain and the field of an address that it fills.
type Link struct {
	Role admin.Role
	Area Doc
}

// chains are the distinct lists of areas that hold docs.
type chains struct{ data heap }

func (c *chains) open(f *region.File, n int) (err error) {
	c.data, err = openHeap(f, secChains, n)
	return err
}

// Chain appends the areas of a chain to dst, the smallest first, and returns the country.
func (c *chains) Chain(dst []Link, chain uint32) ([]Link, admin.Country) {
	r := c.data.at(chain)
	country := admin.Country(r.uint())
	for len(r.b) > 0 {
		l := Link{admin.Role(r.uint()), Doc(r.uint32())}
		if r.bad {
			break
		}
		dst = append(dst, l)
	}
	return dst, country
}

// CountryOf returns the country of a chain.
func (c *chains) CountryOf(chain uint32) admin.Country {
	r := c.data.at(chain)
	return admin.Country(r.uint())
}

// chainWriter makes the chain sections; equal chains are stored once.
type chainWriter struct {
	heap  heapWriter
	index map[string]uint32
}

func (c *chainWriter) add(country admin.Country, links []Link) (uint32, error) {
	b := binary.AppendUvarint(nil, uint64(country))
	for _, l := range links {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(l.Role)), uint64(l.Area))
	}
	if i, ok := c.index[string(b)]; ok {
		return i, nil
	}
	if c.heap.n == maxChains {
		return 0, fmt.Errorf("index: more than %d different chains of areas", maxChains)
	}
	if c.index == nil {
		c.index = map[string]uint32{}
	}
	i := uint32(c.heap.n)
	c.index[string(b)] = i
	c.heap.add(b)
	return i, nil
}
