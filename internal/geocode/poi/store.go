package poi

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/region"
)

// Names of the sections; see docs/region-format.md. One with ".idx" behind it holds offsets.
const (
	secAt      = "poi/at"
	secKeys    = "poi/keys"
	secByKey   = "poi/by-key"
	secSets    = "poi/sets"
	secSetList = "poi/set-list"
	secTagsAt  = "poi/tags.idx"
	secTags    = "poi/tags"
	secWords   = "poi/words"
	secChains  = "poi/chains"
	secBoxes   = "poi/groups.boxes"
	secItems   = "poi/groups.items"
)

// groupSize is the number of neighbouring objects that share a leaf of the R-tree.
const groupSize = 16

// chain says that an object bears a name that others bear too.
type chain struct {
	Hash   uint32 // of the folded name
	Object uint32
}

func hash(folded string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(folded)) // never fails
	return h.Sum32()
}

// Object is the number of an object in a store, along a Hilbert curve.
type Object uint32

// Store is the opened sections. It is safe for concurrent use. Its slices lie in the mapped file: a
// Store must not be used after the last reference to the file is released.
type Store struct {
	at     []geo.Fixed
	keys   []index.Key
	byKey  []uint32
	sets   []uint16
	of     [][]Category // by set
	tagsAt []uint32
	tags   []byte
	words  words
	chains []chain
	tree   *geo.RTree
}

// words are numbered texts.
type words struct {
	starts []uint32
	data   []byte
}

func (w *words) at(i uint64) string {
	if i+1 >= uint64(len(w.starts)) {
		return ""
	}
	return string(w.data[w.starts[i]:w.starts[i+1]])
}

// Open reads the sections of a region file. It checks lengths, offsets and ranges; errors name the
// section at fault and wrap region.ErrNoSection where one is missing.
func Open(f *region.File) (*Store, error) {
	s := &Store{}
	if err := s.open(f); err != nil {
		return nil, fmt.Errorf("poi: %w", err)
	}
	return s, nil
}

func (s *Store) open(f *region.File) error {
	var boxes []geo.Box
	var items []uint32
	var sets words
	for _, read := range []func() error{
		func() (err error) { s.at, err = region.Slice[geo.Fixed](f, secAt); return err },
		func() (err error) { s.keys, err = slice[index.Key](f, secKeys, len(s.at)); return err },
		func() (err error) { s.byKey, err = slice[uint32](f, secByKey, len(s.at)); return err },
		func() (err error) { s.sets, err = slice[uint16](f, secSets, len(s.at)); return err },
		func() (err error) { sets, err = openWords(f, secSetList); return err },
		func() (err error) { s.tags, err = f.Section(secTags); return err },
		func() (err error) { s.tagsAt, err = offsets(f, secTagsAt, len(s.at), len(s.tags)); return err },
		func() (err error) { s.words, err = openWords(f, secWords); return err },
		func() (err error) { s.chains, err = region.Slice[chain](f, secChains); return err },
		func() (err error) { boxes, err = region.Slice[geo.Box](f, secBoxes); return err },
		func() (err error) {
			items, err = slice[uint32](f, secItems, (len(s.at)+groupSize-1)/groupSize)
			return err
		},
		func() (err error) { s.tree, err = geo.OpenRTree(boxes, items); return err },
	} {
		if err := read(); err != nil {
			return err
		}
	}
	for i := range max(0, len(sets.starts)-1) {
		var list []Category
		for id := range strings.SplitSeq(sets.at(uint64(i)), "\n") {
			if c, ok := ByID(id); ok { // a category that the program no longer knows is none
				list = append(list, c)
			}
		}
		slices.Sort(list)
		s.of = append(s.of, list)
	}
	return nil
}

// slice reads a section of n values.
func slice[T any](f *region.File, name string, n int) ([]T, error) {
	v, err := region.Slice[T](f, name)
	if err == nil && len(v) != n {
		err = fmt.Errorf("section %q has %d values, want %d", name, len(v), n)
	}
	return v, err
}

// offsets reads the offsets of n records in size bytes.
func offsets(f *region.File, name string, n, size int) ([]uint32, error) {
	v, err := slice[uint32](f, name, n+1)
	if err != nil {
		return nil, err
	}
	last := uint32(0)
	for _, at := range v {
		if at < last || int64(at) > int64(size) {
			return nil, fmt.Errorf("section %q has an offset out of order", name)
		}
		last = at
	}
	return v, nil
}

func openWords(f *region.File, name string) (w words, err error) {
	if w.data, err = f.Section(name); err != nil {
		return w, err
	}
	starts, err := region.Slice[uint32](f, name+".idx")
	if err != nil {
		return w, err
	}
	w.starts, err = offsets(f, name+".idx", max(0, len(starts)-1), len(w.data))
	return w, err
}

// Len returns the number of objects.
func (s *Store) Len() int { return len(s.at) }

// At returns where an object is: its centre of gravity.
func (s *Store) At(o Object) geo.Fixed { return s.at[o] }

// Key returns the identity of an object.
func (s *Store) Key(o Object) index.Key { return s.keys[o] }

// Categories returns the categories of an object, ascending.
func (s *Store) Categories(o Object) []Category {
	if set := int(s.sets[o]); set < len(s.of) {
		return s.of[set]
	}
	return nil
}

// Tags returns the tags of an object, in the order of keptTags.
func (s *Store) Tags(o Object) []Tag {
	var out []Tag
	b := s.tags[s.tagsAt[o]:s.tagsAt[o+1]]
	for len(b) > 0 {
		key, n := binary.Uvarint(b)
		if n <= 0 {
			break
		}
		value, m := binary.Uvarint(b[n:])
		if m <= 0 {
			break
		}
		out = append(out, Tag{s.words.at(key), s.words.at(value)})
		b = b[n+m:]
	}
	return out
}

// Tag returns the value of a tag of an object, "" when it has none.
func (s *Store) Tag(o Object, key string) string {
	for _, t := range s.Tags(o) {
		if t.Key == key {
			return t.Value
		}
	}
	return ""
}

// Find returns the object with a key.
func (s *Store) Find(k index.Key) (Object, bool) {
	i, ok := slices.BinarySearchFunc(s.byKey, k, func(o uint32, k index.Key) int {
		if int64(o) >= int64(len(s.keys)) {
			return 1
		}
		return cmp.Compare(s.keys[o], k)
	})
	if !ok {
		return 0, false
	}
	return Object(s.byKey[i]), true
}

// Search calls visit with the objects in a box until it returns false, in an order that is always
// the same.
func (s *Store) Search(box geo.Box, visit func(Object) bool) {
	if s.tree == nil {
		return
	}
	s.tree.Search(box, func(group uint32) bool {
		first := int(group) * groupSize
		for o := first; o < min(first+groupSize, len(s.at)); o++ {
			if box.Contains(s.at[o]) && !visit(Object(o)) {
				return false
			}
		}
		return true
	})
}

// OfCategory calls visit with the objects of a category in a box, until it returns false.
func (s *Store) OfCategory(box geo.Box, c Category, visit func(Object) bool) {
	wanted := make([]bool, len(s.of))
	for i, list := range s.of {
		wanted[i] = slices.Contains(list, c)
	}
	s.Search(box, func(o Object) bool {
		if set := int(s.sets[o]); set >= len(wanted) || !wanted[set] {
			return true
		}
		return visit(o)
	})
}

// OfChain calls visit with the objects whose name, brand or operator is the given one, when several
// bear it, and with the first of these keys that holds it, until visit returns false.
func (s *Store) OfChain(name string, visit func(o Object, key string) bool) {
	folded := Fold(name)
	if folded == "" {
		return
	}
	h := hash(folded)
	i, _ := slices.BinarySearchFunc(s.chains, h, func(c chain, h uint32) int { return cmp.Compare(c.Hash, h) })
	for ; i < len(s.chains) && s.chains[i].Hash == h; i++ {
		o := Object(s.chains[i].Object)
		if int64(o) >= int64(len(s.at)) {
			continue
		}
		for _, n := range namesOf(s.Tags(o)) {
			if n.Value == folded && !visit(o, n.Key) {
				return
			}
		}
	}
}

// Check tests what Open takes on trust: that the numbers in the sections are in range and in order.
func Check(ctx context.Context, f *region.File) error {
	s, err := Open(f)
	if err != nil {
		return err
	}
	boxes := make([]geo.Box, s.tree.Len())
	for i, group := range s.tree.Items {
		if int64(group) >= int64(len(boxes)) {
			return fmt.Errorf("poi: section %q has item %d of %d", secItems, group, len(boxes))
		}
		boxes[group] = s.tree.Boxes[i]
	}
	last := index.Key(0)
	for i, o := range s.byKey {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if int64(o) >= int64(len(s.keys)) || i > 0 && s.keys[o] <= last {
			return fmt.Errorf("poi: section %q is out of order at %d", secByKey, i)
		}
		last = s.keys[o]
		if int(s.sets[i]) >= len(s.of) {
			return fmt.Errorf("poi: section %q names set %d of %d", secSets, s.sets[i], len(s.of))
		}
		for _, t := range s.Tags(Object(i)) {
			if t.Key == "" || t.Value == "" {
				return fmt.Errorf("poi: section %q has an empty tag of object %d", secTags, i)
			}
		}
		if !boxes[i/groupSize].Contains(s.at[i]) {
			return fmt.Errorf("poi: section %q does not hold object %d", secBoxes, i)
		}
	}
	for i, c := range s.chains {
		if int64(c.Object) >= int64(len(s.at)) || i > 0 && c.Hash < s.chains[i-1].Hash {
			return fmt.Errorf("poi: section %q is out of order at %d", secChains, i)
		}
	}
	return nil
}
