package poi

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
)

// Names of the sections; see docs/region-format.md.
const (
	secObjects = "poi/objects"
	secSets    = "poi/sets"
	secTags    = "poi/tags"
	secTexts   = "poi/texts"
	secChains  = "poi/chains"
)

// groupSize is the number of neighbouring objects that share a leaf of the R-tree, and of objects in a row
// that share the beginning of their tags.
const groupSize = 16

// Columns of the objects, and of the chains.
const (
	objectLon = iota
	objectLat
	objectSet
	objectColumns

	chainHash    = 0 // of the folded name
	chainObject  = 1 // that bears it, as others do
	chainColumns = 2
)

// hashBits is what is kept of a hash: names are compared after all.
const hashBits = 24

func hash(folded string) int64 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(folded)) // never fails
	return int64(h.Sum32() & (1<<hashBits - 1))
}

// Object is the number of an object in a store, in the order of keys.
type Object uint32

// Store is the opened sections. It is safe for concurrent use. It lies in the mapped file: a Store
// must not be used after the last reference to the file is released.
type Store struct {
	objects packed.Table
	keys    packed.Keys
	curve   packed.Table // the objects along a Hilbert curve
	tree    packed.Tree  // over groups of these
	of      [][]Category // by set
	tags    tagStore
	chains  packed.Table
}

// Open reads the sections of a region file. It checks lengths, offsets and ranges; errors name the
// section at fault and wrap region.ErrNoSection where one is missing.
func Open(f *region.File) (*Store, error) {
	s := &Store{}
	for _, section := range []struct {
		name string
		open func(b []byte) error
	}{
		{secObjects, s.openObjects},
		{secSets, s.openSets},
		{secTexts, s.tags.openTexts},
		{secTags, func(b []byte) error { return s.tags.open(b, s.Len()) }},
		{secChains, func(b []byte) (err error) { s.chains, _, err = packed.OpenTable(b, chainColumns); return err }},
	} {
		b, err := f.Section(section.name)
		if err == nil {
			if err = section.open(b); err != nil {
				err = fmt.Errorf("section %q: %w", section.name, err)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("poi: %w", err)
		}
	}
	return s, nil
}

func (s *Store) openObjects(b []byte) (err error) {
	if s.objects, b, err = packed.OpenTable(b, objectColumns); err != nil {
		return err
	}
	if s.curve, b, err = packed.OpenTable(b, 1); err != nil {
		return err
	}
	if s.tree, b, err = packed.OpenTree(b); err != nil {
		return err
	}
	if s.keys, err = packed.OpenKeys(b); err != nil {
		return err
	}
	if n := s.Len(); s.keys.Len() != n || s.curve.Len() != n || s.tree.Len() != (n+groupSize-1)/groupSize {
		return fmt.Errorf("%d keys, %d on the curve and %d groups of %d objects", s.keys.Len(), s.curve.Len(), s.tree.Len(), n)
	}
	return nil
}

// openSets reads the sets of categories: texts of ids with a line break behind each.
func (s *Store) openSets(b []byte) error {
	sets, err := packed.OpenTexts(b)
	if err != nil {
		return err
	}
	for i := range sets.Len() {
		var list []Category
		for id := range strings.SplitSeq(sets.At(uint32(i)), "\n") {
			if c, ok := ByID(id); ok { // a category that the program no longer knows is none
				list = append(list, c)
			}
		}
		slices.Sort(list)
		s.of = append(s.of, list)
	}
	return nil
}

// Len returns the number of objects.
func (s *Store) Len() int { return s.objects.Len() }

// At returns where an object is: its centre of gravity.
func (s *Store) At(o Object) geo.Fixed {
	return geo.Fixed{Lon: int32(s.objects.At(uint32(o), objectLon)), Lat: int32(s.objects.At(uint32(o), objectLat))}
}

// Key returns the identity of an object.
func (s *Store) Key(o Object) index.Key {
	k, _ := s.keys.At(uint32(o))
	return index.Key(k)
}

// Categories returns the categories of an object, ascending.
func (s *Store) Categories(o Object) []Category {
	if set := uint64(s.objects.At(uint32(o), objectSet)); set < uint64(len(s.of)) {
		return s.of[set]
	}
	return nil
}

// Tags returns the tags of an object, in the order of keptTags.
func (s *Store) Tags(o Object) []Tag {
	var out []Tag
	s.tags.each(o, func(key string, value uint32) bool {
		out = append(out, Tag{key, s.tags.texts.At(value)})
		return true
	})
	return out
}

// Tag returns the value of a tag of an object, "" when it has none.
func (s *Store) Tag(o Object, key string) (value string) {
	s.tags.each(o, func(k string, v uint32) bool {
		if k == key {
			value = s.tags.texts.At(v)
		}
		return k != key
	})
	return value
}

// Find returns the object with a key.
func (s *Store) Find(k index.Key) (Object, bool) {
	i, _, ok := s.keys.Find(uint64(k))
	return Object(i), ok && int(i) < s.Len()
}

// Search calls visit with the objects in a box until it returns false, in an order that is always
// the same.
func (s *Store) Search(box geo.Box, visit func(Object) bool) {
	s.near(box, func(o Object) bool { return !box.Contains(s.At(o)) || visit(o) })
}

// near calls visit with objects that may lie in a box, until it returns false.
func (s *Store) near(box geo.Box, visit func(Object) bool) {
	s.tree.Search(box, func(group uint32, _ geo.Box) bool {
		first := int(group) * groupSize
		for i := first; i < min(first+groupSize, s.Len()); i++ {
			if !visit(s.along(i)) {
				return false
			}
		}
		return true
	})
}

// along returns object i on the curve.
func (s *Store) along(i int) Object { return Object(s.curve.At(uint32(i), 0)) }

// OfCategory calls visit with the objects of a category in a box, until it returns false.
func (s *Store) OfCategory(box geo.Box, c Category, visit func(Object) bool) {
	wanted := make([]bool, len(s.of))
	for i, list := range s.of {
		wanted[i] = slices.Contains(list, c)
	}
	s.near(box, func(o Object) bool { // few are of the category: where they are is read last
		set := uint64(s.objects.At(uint32(o), objectSet))
		return set >= uint64(len(wanted)) || !wanted[set] || !box.Contains(s.At(o)) || visit(o)
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
	for i := s.chains.Search(chainHash, h-1); int(i) < s.chains.Len() && s.chains.At(i, chainHash) == h; i++ {
		o := Object(s.chains.At(i, chainObject))
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
	boxes := s.tree.Boxes()
	last := index.Key(0)
	seen := make([]bool, s.Len())
	for i := range s.Len() {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		k, o := s.Key(Object(i)), s.along(i)
		if int(o) >= s.Len() || seen[o] || i > 0 && k <= last || k.String() == "" {
			return fmt.Errorf("poi: section %q is out of order at %d", secObjects, i)
		}
		last, seen[o] = k, true
		if set := s.objects.At(uint32(i), objectSet); set < 0 || set >= int64(len(s.of)) {
			return fmt.Errorf("poi: section %q names set %d of %d", secObjects, set, len(s.of))
		}
		if err := s.tags.check(Object(i)); err != nil {
			return fmt.Errorf("poi: section %q: object %d: %w", secTags, i, err)
		}
		if !boxes[i/groupSize].Contains(s.At(o)) {
			return fmt.Errorf("poi: the tree in section %q does not hold object %d", secObjects, o)
		}
	}
	for i := range s.chains.Len() {
		row := uint32(i)
		if o := s.chains.At(row, chainObject); o < 0 || o >= int64(s.Len()) || i > 0 && s.chains.At(row, chainHash) < s.chains.At(row-1, chainHash) {
			return fmt.Errorf("poi: section %q is out of order at %d", secChains, i)
		}
	}
	return nil
}
