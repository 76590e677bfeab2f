package poi

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/packed"
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
	slices.SortFunc(b.objects, func(x, y object) int { return cmp.Compare(x.key, y.key) })
	report.Count("places with a category", len(b.objects))
	return b.write(w)
}

func (b *Builder) write(w *region.Writer) error {
	sets, setOf := b.sets()
	n := len(b.objects)
	keys, curve := make([]index.Key, n), make([]uint32, n)
	along := make([]uint64, n)
	for i := range b.objects {
		keys[i], curve[i], along[i] = b.objects[i].key, uint32(i), geo.HilbertKey(b.objects[i].at)
	}
	slices.SortFunc(curve, func(x, y uint32) int { return cmp.Or(cmp.Compare(along[x], along[y]), cmp.Compare(x, y)) })
	boxes := make([]geo.Box, 0, n/groupSize+1)
	for i, o := range curve {
		at := b.objects[o].at
		if i%groupSize == 0 {
			boxes = append(boxes, geo.BoxOf(at))
		}
		boxes[len(boxes)-1] = boxes[len(boxes)-1].Extend(at)
	}
	objects := packed.AppendTable(nil, n, objectColumns, func(row, col int) int64 {
		o := &b.objects[row]
		return [objectColumns]int64{objectLon: int64(o.at.Lon), objectLat: int64(o.at.Lat), objectSet: int64(setOf[o.set])}[col]
	})
	tree := packed.BuildTree(boxes)
	chains := b.chains()
	tags, texts := packTags(b.objects)
	for _, s := range []struct {
		name string
		data []byte
	}{
		{secObjects, packed.AppendKeys(tree.Append(packed.AppendColumn(objects, curve)), keys, nil)},
		{secSets, packed.AppendTexts(nil, sets)},
		{secTags, tags},
		{secTexts, texts},
		{secChains, packed.AppendTable(nil, len(chains), chainColumns, func(row, col int) int64 { return chains[row][col] })},
	} {
		if err := w.Add(s.name, s.data); err != nil {
			return fmt.Errorf("poi: %w", err)
		}
	}
	return nil
}

// sets returns the sets of categories that objects are of, the most frequent first, and their numbers.
func (b *Builder) sets() (list []string, number map[string]int) {
	counts := map[string]int{}
	for i := range b.objects {
		counts[b.objects[i].set]++
	}
	list, number = counted(counts), map[string]int{}
	for i, s := range list {
		number[s] = i
	}
	return list, number
}

// chains returns the hashes of the names that several objects bear, with the objects.
func (b *Builder) chains() (list [][chainColumns]int64) {
	bearers := map[string]int{}
	for i := range b.objects {
		for _, name := range namesOf(b.objects[i].tags) {
			bearers[name.Value]++
		}
	}
	for i := range b.objects {
		for _, name := range namesOf(b.objects[i].tags) {
			if bearers[name.Value] > 1 {
				list = append(list, [chainColumns]int64{chainHash: hash(name.Value), chainObject: int64(i)})
			}
		}
	}
	slices.SortFunc(list, func(x, y [chainColumns]int64) int { return slices.Compare(x[:], y[:]) })
	return list
}
