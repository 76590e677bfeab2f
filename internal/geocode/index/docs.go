package index

import (
	"encoding/binary"
	"fmt"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
)

// Doc is the number of a place in the index, in the order of ids.
type Doc uint32

// NoDoc stands for no doc.
const NoDoc = ^Doc(0)

// Kind is the kind of a doc.
type Kind uint8

// The kinds of docs.
const (
	Venue Kind = iota
	Street
	Neighbourhood
	Postcode
	Locality
	County
	Region
	Country
	numKinds
)

var kindTypes = [numKinds]geocode.PlaceType{
	geocode.Venue, geocode.Street, geocode.Neighbourhood, geocode.Postcode,
	geocode.Locality, geocode.County, geocode.Region, geocode.Country,
}

// Type returns the place type of the kind.
func (k Kind) Type() geocode.PlaceType {
	if k < numKinds {
		return kindTypes[k]
	}
	return geocode.Venue
}

// Area tells whether docs of the kind are areas or populated places.
func (k Kind) Area() bool { return k >= Neighbourhood && k < numKinds }

// Record is what the ranking needs to know of a doc.
type Record struct {
	At   geo.Fixed // where a person would be sent
	Name Name
	meta uint32 // kind 4 bits, importance 8, chain 20, from the lowest bit on
}

const maxChains = 1 << 20

func newRecord(at geo.Fixed, name Name, kind Kind, importance uint8, chain uint32) Record {
	return Record{at, name, uint32(kind) | uint32(importance)<<4 | chain<<12}
}

// Kind returns the kind of the doc.
func (r Record) Kind() Kind { return Kind(r.meta & 15) }

// Importance returns how likely the doc is meant by its name alone, 0 to 255.
func (r Record) Importance() uint8 { return uint8(r.meta >> 4) }

// Chain returns the number of the chain of areas that hold the doc.
func (r Record) Chain() uint32 { return r.meta >> 12 }

// Variant is a further name of a doc.
type Variant struct {
	Kind string // tag key without a trailing number: "name:fi", "alt_name", "ref"
	Name Name
}

// Details is what an answer tells of a doc beyond its record.
type Details struct {
	Box      geo.Box
	HasBox   bool
	Category string // of venues
	Role     admin.Role
	Rank     int // of areas and places, 1 for the largest; see admin.PlaceRank
	Level    int // admin_level of boundaries, 0 for none
	Variants []Variant
	// Address of a venue. Street is NoName when it has none.
	Street, Postcode, City Name
	Number                 string
	// FirstBlock and Blocks delimit the house numbers of a street or place.
	FirstBlock, Blocks uint32
	// Cities and Postcodes are those of the house numbers, the most frequent first.
	Cities, Postcodes []Name
}

// NoName stands for no name.
const NoName = ^Name(0)

const (
	hasBox = 1 << iota
	hasCategory
	hasRole
	hasVariants
	hasAddress
	hasBlocks
)

// Columns of the docs.
const (
	docLon = iota
	docLat
	docName
	docMeta // row of the metas
	docColumns
)

type docs struct {
	table   packed.Table
	metas   packed.Table // kind, importance and chain, as in Record
	details heap
	words   []string // categories and variant kinds
}

func (d *docs) open(f *region.File, n int) (err error) {
	b, err := f.Section(secDocs)
	if err != nil {
		return err
	}
	if d.metas, b, err = packed.OpenTable(b, 1); err == nil {
		d.table, _, err = packed.OpenTable(b, docColumns)
	}
	if err != nil {
		return fmt.Errorf("index: section %q: %w", secDocs, err)
	}
	if d.table.Len() != n {
		return fmt.Errorf("index: section %q has %d records, want %d", secDocs, d.table.Len(), n)
	}
	if d.details, err = openHeap(f, secDetails, n); err != nil {
		return err
	}
	if b, err = f.Section(secWords); err != nil {
		return err
	}
	c := cursor{b: b}
	for len(c.b) > 0 {
		r := c.record()
		d.words = append(d.words, string(r.b))
	}
	if c.bad {
		return fmt.Errorf("index: section %q is cut short", secWords)
	}
	return nil
}

// Len returns the number of docs.
func (d *docs) Len() int { return d.table.Len() }

// Record returns the record of a doc, the zero Record when there is none.
func (d *docs) Record(doc Doc) Record {
	t, i := &d.table, uint32(doc)
	return Record{
		At: d.point(doc), Name: Name(t.At(i, docName)), meta: uint32(d.metas.At(uint32(t.At(i, docMeta)), 0)),
	}
}

// point returns where a doc is.
func (d *docs) point(doc Doc) geo.Fixed {
	return geo.Fixed{Lon: int32(d.table.At(uint32(doc), docLon)), Lat: int32(d.table.At(uint32(doc), docLat))}
}

func (d *docs) word(i uint64) string {
	if i >= uint64(len(d.words)) {
		return ""
	}
	return d.words[i]
}

// Details returns the details of a doc.
func (d *docs) Details(doc Doc) Details {
	var out Details
	d.decode(doc, &out, everything)
	return out
}

// Facts decodes the details of a doc apart from its category and its further names into out, whose
// slices it reuses.
func (d *docs) Facts(doc Doc, out *Details) { d.decode(doc, out, facts) }

// FactsAndWords decodes the details of a doc apart from its further names into out, whose slices it reuses.
func (d *docs) FactsAndWords(doc Doc, out *Details) { d.decode(doc, out, factsAndWords) }

// A depth says what of the details is decoded.
type depth uint8

const (
	facts         depth = iota
	factsAndWords       // the category and the house number, too
	everything
)

// Variants calls visit with the further names of a doc until it returns false.
func (d *docs) Variants(doc Doc, visit func(Variant) bool) {
	c := d.details.at(uint32(doc))
	flags := c.uint()
	if flags&hasVariants == 0 {
		return
	}
	for _, f := range [...]struct {
		flag    uint64
		numbers int
	}{{hasBox, 4}, {hasCategory, 1}, {hasRole, 3}} {
		for n := f.numbers; flags&f.flag != 0 && n > 0; n-- {
			c.uint()
		}
	}
	for n := c.count(2); n > 0 && !c.bad; n-- {
		kind := c.uint()
		if !visit(Variant{d.word(kind), Name(c.uint32())}) {
			return
		}
	}
}

// Category returns the category of a venue, "" when it has none.
func (d *docs) Category(doc Doc) string {
	c := d.details.at(uint32(doc))
	flags := c.uint()
	if flags&hasCategory == 0 {
		return ""
	}
	for n := 4; flags&hasBox != 0 && n > 0; n-- {
		c.uint()
	}
	return d.word(c.uint())
}

func (d *docs) decode(doc Doc, out *Details, deep depth) {
	*out = Details{Street: NoName, Postcode: NoName, City: NoName, Cities: out.Cities[:0], Postcodes: out.Postcodes[:0]}
	out.Box = geo.BoxOf(d.point(doc))
	c := d.details.at(uint32(doc))
	flags := c.uint()
	if flags&hasBox != 0 {
		out.HasBox = true
		out.Box.MinLon -= dequantise(c.uint())
		out.Box.MinLat -= dequantise(c.uint())
		out.Box.MaxLon += dequantise(c.uint())
		out.Box.MaxLat += dequantise(c.uint())
	}
	if flags&hasCategory != 0 {
		if word := c.uint(); deep >= factsAndWords {
			out.Category = d.word(word)
		}
	}
	if flags&hasRole != 0 {
		out.Role = admin.Role(c.uint())
		out.Rank, out.Level = int(c.uint32()), int(c.uint32())
	}
	if flags&hasVariants != 0 {
		n := c.count(2)
		if deep == everything {
			out.Variants = make([]Variant, 0, n)
		}
		for ; n > 0; n-- {
			kind, name := c.uint(), Name(c.uint32())
			if deep == everything {
				out.Variants = append(out.Variants, Variant{d.word(kind), name})
			}
		}
	}
	if flags&hasAddress != 0 {
		out.Street, out.Postcode, out.City = Name(c.uint32()-1), Name(c.uint32()-1), Name(c.uint32()-1)
		if number := c.record(); deep >= factsAndWords {
			out.Number = string(number.b)
		}
	}
	if flags&hasBlocks != 0 {
		out.FirstBlock, out.Blocks = c.uint32(), c.uint32()
		out.Cities = c.names(out.Cities)
		out.Postcodes = c.names(out.Postcodes)
	}
}

func (c *cursor) names(dst []Name) []Name {
	for n := c.count(1); n > 0; n-- {
		dst = append(dst, Name(c.uint32()))
	}
	return dst
}

// boxUnit is the precision of the boxes of docs in fixed-point units: some 2 m.
const boxUnit = 200

func dequantise(v uint64) int32 { return int32(min(v, 18_000_000) * boxUnit) }

// docWriter makes the doc sections.
type docWriter struct {
	records []Record
	details heapWriter
	words   map[string]uint64
	list    []string
	buf     []byte
}

func (d *docWriter) word(s string) uint64 {
	i, ok := d.words[s]
	if !ok {
		if d.words == nil {
			d.words = map[string]uint64{}
		}
		i = uint64(len(d.list))
		d.words[s] = i
		d.list = append(d.list, s)
	}
	return i
}

func (d *docWriter) add(r Record, t Details) {
	flags := uint64(0)
	set := func(flag uint64, is bool) {
		if is {
			flags |= flag
		}
	}
	set(hasBox, t.HasBox)
	set(hasCategory, t.Category != "")
	set(hasRole, t.Role != 0 || t.Rank != 0)
	set(hasVariants, len(t.Variants) > 0)
	set(hasAddress, t.Street != NoName || t.Number != "" || t.Postcode != NoName || t.City != NoName)
	set(hasBlocks, t.Blocks > 0)
	b := binary.AppendUvarint(d.buf[:0], flags)
	if flags&hasBox != 0 {
		// Rounded outwards, so that the box still holds what it held.
		for _, side := range [4]int64{
			int64(r.At.Lon) - int64(t.Box.MinLon), int64(r.At.Lat) - int64(t.Box.MinLat),
			int64(t.Box.MaxLon) - int64(r.At.Lon), int64(t.Box.MaxLat) - int64(r.At.Lat),
		} {
			b = binary.AppendUvarint(b, uint64(max(0, side+boxUnit-1)/boxUnit))
		}
	}
	if flags&hasCategory != 0 {
		b = binary.AppendUvarint(b, d.word(t.Category))
	}
	if flags&hasRole != 0 {
		b = append(binary.AppendUvarint(b, uint64(t.Role)), byte(t.Rank), byte(t.Level))
	}
	if flags&hasVariants != 0 {
		b = binary.AppendUvarint(b, uint64(len(t.Variants)))
		for _, v := range t.Variants {
			b = binary.AppendUvarint(binary.AppendUvarint(b, d.word(v.Kind)), uint64(v.Name))
		}
	}
	if flags&hasAddress != 0 {
		for _, field := range []Name{t.Street, t.Postcode, t.City} {
			b = binary.AppendUvarint(b, uint64(field+1)) // NoName becomes 0
		}
		b = appendRecord(b, []byte(t.Number))
	}
	if flags&hasBlocks != 0 {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(t.FirstBlock)), uint64(t.Blocks))
		for _, list := range [][]Name{t.Cities, t.Postcodes} {
			b = binary.AppendUvarint(b, uint64(len(list)))
			for _, n := range list {
				b = binary.AppendUvarint(b, uint64(n))
			}
		}
	}
	d.buf = b
	d.records = append(d.records, r)
	d.details.add(b)
}

func (d *docWriter) write(w *region.Writer) error {
	metas := map[uint32]int64{}
	var list []uint32
	for _, r := range d.records {
		if _, ok := metas[r.meta]; !ok {
			metas[r.meta] = int64(len(list))
			list = append(list, r.meta)
		}
	}
	b := packed.AppendTable(packed.AppendColumn(nil, list), len(d.records), docColumns, func(row, col int) int64 {
		r := &d.records[row]
		return [docColumns]int64{docLon: int64(r.At.Lon), docLat: int64(r.At.Lat), docName: int64(r.Name), docMeta: metas[r.meta]}[col]
	})
	if err := w.Add(secDocs, b); err != nil {
		return err
	}
	if err := d.details.write(w, secDetails); err != nil {
		return err
	}
	var words []byte
	for _, s := range d.list {
		words = appendRecord(words, []byte(s))
	}
	return w.Add(secWords, words)
}

// NamesOperator tells whether a further name of a doc only tells who runs it.
func (x *Index) NamesOperator(doc Doc, name Name) bool {
	operator := false
	x.Variants(doc, func(v Variant) bool {
		operator = v.Name == name && v.Kind == operatorKind
		return v.Name != name
	})
	return operator
}
