package poi

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/index"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
	"github.com/paulmach/osm"
)

// A Builder collects the objects of an extract that have a category, or a name and something to
// tell, and writes the sections in Finish. See build.Builder.
type Builder struct {
	assembler *source.Assembler
	relations []*osm.Relation
	ways      []*osm.Way
	objects   []object
	cats      []Category
}

// object is an object in the making.
type object struct {
	key  index.Key
	at   geo.Fixed
	set  string // categories as a text of ids, for counting equal sets
	tags []Tag
}

// NewBuilder returns a builder for one import.
func NewBuilder() *Builder {
	b := &Builder{}
	b.assembler = source.NewAssembler(func(r *osm.Relation) bool { return source.IsArea(r) && b.wanted(r.Tags) })
	return b
}

// wanted tells whether an object is kept.
func (b *Builder) wanted(tags osm.Tags) bool {
	if len(tags) == 0 {
		return false
	}
	if b.cats = Of(b.cats[:0], tags); len(b.cats) > 0 {
		return true
	}
	return tags.Find("name") != "" && tags.Find("highway") == "" && tags.Find("admin_level") == "" && tags.Find("place") == "" &&
		tags.Find("waterway") == "" && telling(kept(tags))
}

// Relation keeps areas.
func (b *Builder) Relation(r *osm.Relation) error {
	if err := b.assembler.Relation(r); err != nil {
		return err
	}
	if b.assembler.Has(r.ID) {
		b.relations = append(b.relations, r)
	}
	return nil
}

// Way keeps ways.
func (b *Builder) Way(w *osm.Way, need source.Need) error {
	if err := b.assembler.Way(w, need); err != nil {
		return err
	}
	if len(w.Nodes) > 0 && b.wanted(w.Tags) {
		b.ways = append(b.ways, w)
		need.Way(w)
	}
	return nil
}

// Node keeps nodes.
func (b *Builder) Node(n *osm.Node) error {
	if b.wanted(n.Tags) {
		b.add(osm.TypeNode, int64(n.ID), n.Tags, orb.Point{n.Lon, n.Lat})
	}
	return nil
}

func (b *Builder) add(typ osm.Type, id int64, tags osm.Tags, at orb.Point) {
	o := object{key: index.NewKey(index.Object, typ, id), at: geo.ToFixed(at), tags: kept(tags)}
	b.cats = Of(b.cats[:0], tags)
	for _, c := range b.cats {
		o.set += c.ID() + "\n"
	}
	b.objects = append(b.objects, o)
}

// centres gives positions to ways and areas: their centre of gravity.
func (b *Builder) centres(loc *source.Locations) {
	for _, w := range b.ways {
		var line orb.LineString
		for _, n := range w.Nodes {
			if p, ok := loc.Get(n.ID); ok {
				line = append(line, p.Point())
			}
		}
		if at, ok := centre(line); ok {
			b.add(osm.TypeWay, int64(w.ID), w.Tags, at)
		}
	}
	for _, r := range b.relations {
		area, _ := b.assembler.Rings(r.ID, loc)
		if len(area) == 0 {
			continue
		}
		if at, size := planar.CentroidArea(area); size > 0 {
			b.add(osm.TypeRelation, int64(r.ID), r.Tags, at)
		}
	}
}

// centre returns the centre of gravity of a line, or of the area that it closes around.
func centre(line orb.LineString) (orb.Point, bool) {
	if len(line) == 0 {
		return orb.Point{}, false
	}
	if len(line) > 3 && line[0] == line[len(line)-1] {
		if at, size := planar.CentroidArea(orb.Polygon{orb.Ring(line)}); size > 0 {
			return at, true
		}
	}
	if at, length := planar.CentroidArea(line); length > 0 {
		return at, true
	}
	return line[0], true
}

// Finish writes the sections.
func (b *Builder) Finish(ctx context.Context, loc *source.Locations, w *region.Writer, report *region.Report, _ func(float64)) error {
	b.centres(loc)
	if err := ctx.Err(); err != nil {
		return err
	}
	slices.SortFunc(b.objects, func(x, y object) int {
		return cmp.Or(cmp.Compare(geo.HilbertKey(x.at), geo.HilbertKey(y.at)), cmp.Compare(x.key, y.key))
	})
	report.Count("places with a category", len(b.objects))
	return b.write(w)
}

func (b *Builder) write(w *region.Writer) error {
	n := len(b.objects)
	var (
		at       = make([]geo.Fixed, n)
		keys     = make([]index.Key, n)
		sets     = make([]uint16, n)
		tagsAt   = make([]uint32, 0, n+1)
		setOf    = map[string]int{}
		setList  []string
		words    wordWriter
		tags     []byte
		chains   []chain
		bearers  = map[string]int{}
		boxes    []geo.Box
		chainsOf = make([][]Tag, n)
	)
	for i := range b.objects {
		chainsOf[i] = namesOf(b.objects[i].tags)
		for _, name := range chainsOf[i] {
			bearers[name.Value]++
		}
	}
	for i := range b.objects {
		o := &b.objects[i]
		at[i], keys[i] = o.at, o.key
		set, known := setOf[o.set]
		if !known {
			set = len(setList)
			setOf[o.set], setList = set, append(setList, o.set)
		}
		if set > 1<<16-1 {
			return fmt.Errorf("poi: more than %d sets of categories", 1<<16)
		}
		sets[i] = uint16(set)
		tagsAt = append(tagsAt, uint32(len(tags)))
		for _, t := range o.tags {
			tags = binary.AppendUvarint(binary.AppendUvarint(tags, words.number(t.Key)), words.number(t.Value))
		}
		for _, name := range chainsOf[i] {
			if bearers[name.Value] > 1 {
				chains = append(chains, chain{hash(name.Value), uint32(i)})
			}
		}
		if i%groupSize == 0 {
			boxes = append(boxes, geo.BoxOf(o.at))
		}
		boxes[len(boxes)-1] = boxes[len(boxes)-1].Extend(o.at)
	}
	if int64(len(tags)) > 1<<32-1 {
		return fmt.Errorf("poi: tags take %d bytes, more than an offset can hold", len(tags))
	}
	tagsAt = append(tagsAt, uint32(len(tags)))
	byKey := make([]uint32, n)
	for i := range byKey {
		byKey[i] = uint32(i)
	}
	slices.SortFunc(byKey, func(x, y uint32) int { return cmp.Compare(keys[x], keys[y]) })
	slices.SortFunc(chains, func(x, y chain) int {
		return cmp.Or(cmp.Compare(x.Hash, y.Hash), cmp.Compare(x.Object, y.Object))
	})
	tree := geo.BuildRTree(boxes)
	var setWords wordWriter
	for _, s := range setList {
		setWords.append(s)
	}
	for _, err := range []error{
		region.AddSlice(w, secAt, at), region.AddSlice(w, secKeys, keys), region.AddSlice(w, secByKey, byKey),
		region.AddSlice(w, secSets, sets), setWords.write(w, secSetList),
		region.AddSlice(w, secTagsAt, tagsAt), w.Add(secTags, tags), words.write(w, secWords),
		region.AddSlice(w, secChains, chains), region.AddSlice(w, secBoxes, tree.Boxes), region.AddSlice(w, secItems, tree.Items),
	} {
		if err != nil {
			return fmt.Errorf("poi: %w", err)
		}
	}
	return nil
}

// wordWriter makes a section of numbered texts.
type wordWriter struct {
	numbers map[string]uint64
	starts  []uint32
	data    []byte
}

// number returns the number of a text.
func (w *wordWriter) number(s string) uint64 {
	n, ok := w.numbers[s]
	if !ok {
		if w.numbers == nil {
			w.numbers = map[string]uint64{}
		}
		n = uint64(len(w.starts))
		w.numbers[s] = n
		w.append(s)
	}
	return n
}

func (w *wordWriter) append(s string) {
	w.starts = append(w.starts, uint32(len(w.data)))
	w.data = append(w.data, s...)
}

func (w *wordWriter) write(f *region.Writer, name string) error {
	if int64(len(w.data)) > 1<<32-1 {
		return fmt.Errorf("section %q would have %d bytes, more than an offset can hold", name, len(w.data))
	}
	if err := region.AddSlice(f, name+".idx", append(w.starts, uint32(len(w.data)))); err != nil {
		return err
	}
	return f.Add(name, w.data)
}
