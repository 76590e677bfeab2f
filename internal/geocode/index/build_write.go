package index

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/footstepd/footstepd/internal/region"
)

// write numbers everything and writes the sections.
func (b *build) write(w *region.Writer) error {
	all := slices.Concat(b.areas, b.places, b.streets, b.venues, b.made)
	slices.SortFunc(all, func(x, y *entity) int { return cmp.Compare(x.key, y.key) })
	for i, e := range all {
		if i > 0 && all[i-1].key == e.key {
			return fmt.Errorf("index: two places with the id %s", e.key)
		}
		e.doc = Doc(i)
	}
	b.countDocs(all)
	book := newNameBook()
	for _, e := range all {
		book.addEntity(e, b)
	}
	if err := b.ctx.Err(); err != nil {
		return err
	}
	terms, names := book.number()
	if err := terms.write(w); err != nil {
		return err
	}
	if err := names.write(w, len(terms.words), len(all)); err != nil {
		return err
	}
	blocks, err := b.writeDocs(w, all, book)
	if err != nil {
		return err
	}
	if err := b.ctx.Err(); err != nil {
		return err
	}
	if err := writeShapes(w, all); err != nil {
		return err
	}
	if err := writeRanges(w, all, book); err != nil {
		return err
	}
	keys := make([]Key, len(all))
	var merged []keyValue
	for i, e := range all {
		keys[i] = e.key
		for _, k := range e.merged {
			merged = append(merged, keyValue{k, uint64(e.doc)})
		}
	}
	if err := w.Add(secIDs, packed.AppendKeys(nil, keys, nil)); err != nil {
		return err
	}
	merged = sortKeys(merged)
	if err := addKeys(w, secOtherIDs, merged); err != nil {
		return err
	}
	return region.AddSlice(w, secHeader, []header{{
		Names: uint32(len(names.importance)), Docs: uint32(len(all)), Chains: uint32(b.chains), OtherIDs: uint32(len(merged)), AddressIDs: uint32(blocks),
	}})
}

func (b *build) countDocs(all []*entity) {
	for _, e := range all {
		switch {
		case e.kind == Street:
			b.report.Count("streets", 1)
		case e.kind == Venue:
			b.report.Count("places of interest", 1)
		default:
			b.report.Count("areas and settlements", 1)
		}
	}
}

// writeDocs writes docs, chains and addresses and returns the number of address keys.
func (b *build) writeDocs(w *region.Writer, all []*entity, book *nameBook) (int, error) {
	var docs docWriter
	var chains chainWriter
	var addresses addressWriter
	var block blockOfHouses // reused
	for _, e := range all {
		book.blocks(e, &block, addresses.count)
	}
	lists := addresses.lists(nil)
	for i, e := range all {
		if i%1024 == 0 {
			if err := b.ctx.Err(); err != nil {
				return 0, err
			}
		}
		links := make([]Link, len(e.links))
		for i, l := range e.links {
			links[i] = Link{l.role, l.area.doc}
		}
		chain, err := chains.add(e.country, links)
		if err != nil {
			return 0, err
		}
		t := Details{
			Box: e.box, HasBox: e.box != geo.BoxOf(e.at), Category: e.category, Role: e.role, Rank: e.rank, Level: min(max(e.level, 0), 15),
			Street: book.find(e.address.street), Number: e.address.number, Postcode: book.find(e.address.postcode), City: book.find(e.address.city),
			FirstBlock: uint32(len(addresses.blocks)),
		}
		for _, v := range e.others {
			if n := book.find(v.text); n != NoName && v.text != e.name {
				t.Variants = append(t.Variants, Variant{v.kind, n})
			}
		}
		book.blocks(e, &block, addresses.add)
		t.Blocks = uint32(len(addresses.blocks)) - t.FirstBlock
		for _, c := range e.cities {
			t.Cities = append(t.Cities, book.find(c))
		}
		for _, c := range e.postcodes {
			t.Postcodes = append(t.Postcodes, book.find(c))
		}
		docs.add(newRecord(e.at, book.find(e.name), e.kind, uint8(e.importance), chain), t)
	}
	b.chains = chains.heap.n
	if err := docs.write(w); err != nil {
		return 0, err
	}
	if err := chains.heap.write(w, secChains); err != nil {
		return 0, err
	}
	return addresses.write(w, lists)
}

// blockOfHouses is a block of house numbers in the making.
type blockOfHouses struct {
	list []Address
	keys []Key  // of the addresses, which have no ids yet
	last uint32 // number that any of them covers
}

// blocks calls visit with the houses of an entity, block by block.
func (n *nameBook) blocks(e *entity, b *blockOfHouses, visit func(*blockOfHouses)) {
	for houses := range slices.Chunk(e.houses, blockSize) {
		b.list, b.keys, b.last = b.list[:0], b.keys[:0], 0
		for _, h := range houses {
			b.keys = append(b.keys, h.key)
			b.list = append(b.list, Address{
				Street: e.doc, Value: h.number.value, Rest: h.number.rest, At: h.at, Ring: h.ring,
				Postcode: n.find(h.address.postcode), City: n.find(h.address.city), Written: n.find(h.spelling()),
			})
			b.last = max(b.last, h.number.last())
		}
		visit(b)
	}
}

// writeShapes writes the trees over streets, venues and areas.
func writeShapes(w *region.Writer, all []*entity) error {
	var streets, venues, areas []leafEntry
	for _, e := range all {
		switch {
		case e.kind == Street:
			for _, l := range e.lines {
				cutLine(l, func(piece []geo.Fixed) { streets = append(streets, streetPiece(e.doc, piece)) })
			}
		case e.kind == Venue:
			venues = append(venues, venueShapes(e)...)
		}
		if e.kind.Area() {
			for _, rings := range e.polygons {
				areas = append(areas, areaShape(uint32(e.doc), rings))
			}
		}
	}
	for _, t := range []struct {
		name    string
		entries []leafEntry
	}{{secStreets, streets}, {secVenues, venues}, {secAreas, areas}} {
		if err := w.Add(t.name, packLeaves(t.entries)); err != nil {
			return err
		}
	}
	return nil
}

// venueRing bounds the vertices of a venue's outline: what is larger is thinned further.
const venueRing = 200

func venueShapes(e *entity) []leafEntry {
	var out []leafEntry
	for _, rings := range e.polygons {
		shell := rings[0]
		for metres := 2.0 * venueTolerance; len(shell) > venueRing; metres *= 2 {
			shell = thinRing(shell, metres)
			if metres > 1e6 {
				break
			}
		}
		out = append(out, venueShape(e.doc, RingShape, shell))
	}
	for _, l := range e.lines {
		cutLine(l, func(piece []geo.Fixed) { out = append(out, venueShape(e.doc, LineShape, piece)) })
	}
	if len(out) == 0 {
		out = append(out, venueShape(e.doc, PointShape, []geo.Fixed{e.at}))
	}
	return out
}

// nameBook collects the distinct names and numbers them.
type nameBook struct {
	names map[string]*nameEntry
}

type nameEntry struct {
	text       string
	words      []string
	aliases    []string // another spelling of each word, "" where there is none
	terms      []Term
	docs       []uint64 // doc<<1|other
	importance uint8
	number     Name
}

func newNameBook() *nameBook { return &nameBook{map[string]*nameEntry{}} }

// entry returns the entry of a text, nil when it holds nothing to search for.
func (n *nameBook) entry(s string) *nameEntry {
	if e, ok := n.names[s]; ok {
		return e
	}
	atoms := text.Split(nil, s)
	if len(atoms) == 0 {
		n.names[s] = nil
		return nil
	}
	e := &nameEntry{text: s, words: make([]string, len(atoms)), aliases: make([]string, len(atoms))}
	for i, a := range atoms {
		e.words[i] = a.Text
	}
	if two, ok := text.Digraphs(s); ok {
		if other := text.Split(nil, two); len(other) == len(atoms) {
			for i, a := range other {
				if a.Text != e.words[i] {
					e.aliases[i] = a.Text
				}
			}
		}
	}
	n.names[s] = e
	return e
}

func (n *nameBook) add(s string, doc Doc, other bool, importance int) {
	e := n.entry(s)
	if e == nil {
		return
	}
	v := uint64(doc) << 1
	if other {
		v |= 1
		importance -= 10
	}
	if !slices.Contains(e.docs, v&^1) && !slices.Contains(e.docs, v) {
		e.docs = append(e.docs, v)
	}
	e.importance = max(e.importance, uint8(max(0, importance)))
}

// addEntity notes all names of an entity and those that its address is made of.
func (n *nameBook) addEntity(e *entity, b *build) {
	n.add(e.name, e.doc, false, e.importance)
	e.others = append(e.others, b.codes(e)...)
	for _, v := range e.others {
		importance := e.importance
		if v.kind == operatorKind {
			importance -= operatorLoss
		}
		n.add(v.text, e.doc, true, importance)
	}
	for _, s := range []string{e.address.street, e.address.city, e.address.postcode} {
		n.entry(s)
	}
	for _, h := range e.houses {
		n.entry(h.address.city)
		n.entry(h.address.postcode)
	}
	for _, s := range e.stretches {
		n.entry(s.city)
		n.entry(s.postcode)
	}
}

// codes returns the short names of an area that its tags lack: "DE" for Delaware, and a postcode
// without its space.
func (b *build) codes(e *entity) (out []tagName) {
	switch {
	case e.kind == Region:
		if r := admin.RegionOf(e.country, e.name); r != nil {
			for _, c := range r.Codes {
				out = append(out, tagName{codeKind, c})
			}
		}
	case e.kind == Postcode && strings.ContainsAny(e.name, " -"):
		out = append(out, tagName{codeKind, strings.NewReplacer(" ", "", "-", "").Replace(e.name)})
	}
	return out
}

// find returns the number of a text, NoName when it is empty or holds nothing to search for.
func (n *nameBook) find(s string) Name {
	if e := n.names[s]; e != nil {
		return e.number
	}
	return NoName
}

// number numbers words and names and returns the writers of their sections.
func (n *nameBook) number() (*termWriter, *nameWriter) {
	words := map[string]Term{}
	var entries []*nameEntry
	for _, s := range sortedKeys(n.names) {
		e := n.names[s]
		if e == nil {
			continue
		}
		entries = append(entries, e)
		for i, w := range e.words {
			words[w] = 0
			if a := e.aliases[i]; a != "" {
				words[a] = 0
			}
		}
	}
	tw := &termWriter{words: sortedKeys(words), names: len(entries)}
	for i, w := range tw.words {
		words[w] = Term(i)
	}
	for _, e := range entries {
		for i, w := range e.words {
			e.terms = append(e.terms, words[w])
			if a := e.aliases[i]; a != "" {
				tw.aliases = append(tw.aliases, Alias{words[a], words[w]})
			}
		}
	}
	slices.SortFunc(tw.aliases, func(x, y Alias) int { return cmp.Or(cmp.Compare(x.Term, y.Term), cmp.Compare(x.Of, y.Of)) })
	tw.aliases = slices.Compact(tw.aliases)
	slices.SortFunc(entries, func(x, y *nameEntry) int {
		return cmp.Or(slices.Compare(x.terms, y.terms), cmp.Compare(x.text, y.text))
	})
	nw := &nameWriter{}
	tw.postings, tw.firsts = make([][]Name, len(tw.words)), make([]Name, len(tw.words))
	for i, e := range entries {
		e.number = Name(i)
		slices.Sort(e.docs)
		nw.add(e.terms, e.text, e.docs, e.importance)
		tw.firsts[e.terms[0]]++
		for _, t := range e.terms {
			if list := tw.postings[t]; len(list) == 0 || list[len(list)-1] != Name(i) {
				tw.postings[t] = append(list, Name(i))
			}
		}
	}
	return tw, nw
}
