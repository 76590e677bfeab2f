package index

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/osm"
)

// Key is the identity of a place: an OpenStreetMap object, or something that the index made of one.
// From the highest bit: class 4 bits, type of the object 2, its id 58.
type Key uint64

// Class says what a key stands for.
type Class uint8

// The classes.
const (
	Object        Class = iota // the object itself
	AddressOf                  // the address of an object that is a venue too
	StreetOf                   // a street known from addresses alone; the object is its first address
	CityOf                     // a town known from addresses alone
	PostcodeOf                 // a postcode known from addresses alone
	numberClasses              // number of classes
)

var classWords = [numberClasses]string{"osm:", "addr:", "addr:street/", "addr:city/", "addr:postcode/"}

const idBits = 58

// NewKey makes a key.
func NewKey(class Class, typ osm.Type, id int64) Key {
	t := uint64(0)
	switch typ {
	case osm.TypeWay:
		t = 1
	case osm.TypeRelation:
		t = 2
	}
	return Key(uint64(class)<<60 | t<<idBits | uint64(id)&(1<<idBits-1))
}

// Class returns the class of a key.
func (k Key) Class() Class { return Class(k >> 60) }

// Type returns the type of the key's object.
func (k Key) Type() osm.Type {
	return [4]osm.Type{osm.TypeNode, osm.TypeWay, osm.TypeRelation, ""}[k>>idBits&3]
}

// Of returns the key of the same object in another class.
func (k Key) Of(class Class) Key { return k&(1<<60-1) | Key(class)<<60 }

// ID returns the number of the key's object. Negative ids of hand-made extracts come out as such.
func (k Key) ID() int64 { return int64(k<<(64-idBits)) >> (64 - idBits) }

// String returns the place id of the key, such as "osm:way/17" or "addr:node/4".
func (k Key) String() string {
	if k.Class() >= numberClasses {
		return ""
	}
	return classWords[k.Class()] + string(k.Type()) + "/" + strconv.FormatInt(k.ID(), 10)
}

// ParseKey reads a place id as String writes it.
func ParseKey(id string) (Key, bool) {
	for class := numberClasses - 1; ; class-- {
		if rest, ok := strings.CutPrefix(id, classWords[class]); ok {
			typ, number, _ := strings.Cut(rest, "/")
			n, err := strconv.ParseInt(number, 10, 64)
			t := osm.Type(typ)
			if err != nil || t != osm.TypeNode && t != osm.TypeWay && t != osm.TypeRelation {
				return 0, false
			}
			k := NewKey(class, t, n)
			return k, k.ID() == n && k.String() == id
		}
		if class == 0 {
			return 0, false
		}
	}
}

// keyGroup is the number of keys that share one full value.
const keyGroup = 64

// keyList is an ascending list of keys, each with a value: full keys for the first of each group,
// differences for the rest.
type keyList struct {
	heads  []Key
	starts []uint32
	data   []byte
	n      int
	bare   bool // there are no values
}

func openKeyList(f *region.File, name string, n int, bare bool) (l keyList, err error) {
	l.n, l.bare = n, bare
	if l.heads, err = region.Slice[Key](f, name+".heads"); err != nil {
		return l, err
	}
	if l.starts, err = region.Slice[uint32](f, name+".idx"); err != nil {
		return l, err
	}
	if l.data, err = f.Section(name); err != nil {
		return l, err
	}
	if want := (n + keyGroup - 1) / keyGroup; len(l.heads) != want || len(l.starts) != want {
		return l, fmt.Errorf("index: section %q has %d groups, want %d", name, len(l.heads), want)
	}
	if !slices.IsSorted(l.heads) || !slices.IsSorted(l.starts) || len(l.starts) > 0 && int64(l.starts[len(l.starts)-1]) > int64(len(l.data)) {
		return l, fmt.Errorf("index: section %q is out of order", name)
	}
	return l, nil
}

// at returns key i and its value.
func (l *keyList) at(i uint32) (Key, uint64) {
	if int64(i) >= int64(l.n) {
		return 0, 0
	}
	g := i / keyGroup
	c := cursor{b: l.data[l.starts[g]:]}
	key := l.heads[g]
	for j := g * keyGroup; ; j++ {
		key += Key(c.uint())
		v := uint64(0)
		if !l.bare {
			v = c.uint()
		}
		if j == i {
			return key, v
		}
	}
}

// find returns the place of a key in the list and its value.
func (l *keyList) find(k Key) (i uint32, value uint64, ok bool) {
	g, found := slices.BinarySearch(l.heads, k)
	if !found {
		if g == 0 {
			return 0, 0, false
		}
		g--
	}
	c := cursor{b: l.data[l.starts[g]:]}
	key := l.heads[g]
	for j := g * keyGroup; j < min((g+1)*keyGroup, l.n); j++ {
		key += Key(c.uint())
		v := uint64(0)
		if !l.bare {
			v = c.uint()
		}
		if c.bad || key > k {
			break
		}
		if key == k {
			return uint32(j), v, true
		}
	}
	return 0, 0, false
}

// keyWriter makes a keyList. Keys must be added in ascending order.
type keyWriter struct {
	heads  []Key
	starts []uint32
	data   []byte
	last   Key
	n      int
	bare   bool
}

func (k *keyWriter) add(key Key, value uint64) {
	if k.n%keyGroup == 0 {
		k.heads = append(k.heads, key)
		k.starts = append(k.starts, uint32(len(k.data)))
		k.last = key
	}
	k.data = binary.AppendUvarint(k.data, uint64(key-k.last))
	if !k.bare {
		k.data = binary.AppendUvarint(k.data, value)
	}
	k.last = key
	k.n++
}

func (k *keyWriter) write(w *region.Writer, name string) error {
	if int64(len(k.data)) > 1<<32-1 {
		return fmt.Errorf("index: section %q would have %d bytes, more than an offset can hold", name, len(k.data))
	}
	if err := region.AddSlice(w, name+".heads", k.heads); err != nil {
		return err
	}
	if err := region.AddSlice(w, name+".idx", k.starts); err != nil {
		return err
	}
	return w.Add(name, k.data)
}

// writeKeys sorts keys with their values, writes them and returns their number; a key that comes
// twice keeps its smallest value.
func writeKeys(w *region.Writer, name string, list []keyValue) (int, error) {
	slices.SortFunc(list, func(a, b keyValue) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.value, b.value)) })
	list = slices.CompactFunc(list, func(a, b keyValue) bool { return a.key == b.key })
	var out keyWriter
	for _, kv := range list {
		out.add(kv.key, kv.value)
	}
	return out.n, out.write(w, name)
}
