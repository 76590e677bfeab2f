package index

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/geocode/packed"
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
	RoadOf                     // a road made of several streets of one number; the object is its first way
	numberClasses              // number of classes
)

var classWords = [numberClasses]string{"osm:", "addr:", "addr:street/", "addr:city/", "addr:postcode/", "addr:road/"}

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

// feature returns the identity of the key's object.
func (k Key) feature() osm.FeatureID { return featureID(osm.Member{Type: k.Type(), Ref: k.ID()}) }

// String returns the place id of the key, such as "osm:way/17" or "addr:node/4".
func (k Key) String() string {
	if k.Class() >= numberClasses {
		return ""
	}
	var buf [64]byte
	b := append(append(append(buf[:0], classWords[k.Class()]...), k.Type()...), '/')
	return string(strconv.AppendInt(b, k.ID(), 10))
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

// openKeys reads a section of n keys.
func openKeys(f *region.File, name string, n int) (packed.Keys, error) {
	b, err := f.Section(name)
	if err != nil {
		return packed.Keys{}, err
	}
	k, err := packed.OpenKeys(b)
	if err == nil && k.Len() != n {
		err = fmt.Errorf("%d keys, want %d", k.Len(), n)
	}
	if err != nil {
		return packed.Keys{}, fmt.Errorf("index: section %q: %w", name, err)
	}
	return k, nil
}

// keyValue is a key with its value on its way into a section.
type keyValue struct {
	key   Key
	value uint64
}

// sortKeys sorts keys with their values; one that comes twice keeps its smallest value.
func sortKeys(list []keyValue) []keyValue {
	slices.SortFunc(list, func(a, b keyValue) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.value, b.value)) })
	return slices.CompactFunc(list, func(a, b keyValue) bool { return a.key == b.key })
}

// addKeys writes sorted keys with their values.
func addKeys(w *region.Writer, name string, list []keyValue) error {
	keys, values := make([]Key, len(list)), make([]uint64, len(list))
	for i, kv := range list {
		keys[i], values[i] = kv.key, kv.value
	}
	return w.Add(name, packed.AppendKeys(nil, keys, values))
}
