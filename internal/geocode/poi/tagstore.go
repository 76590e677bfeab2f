package poi

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/footstepd/footstepd/internal/geocode/packed"
)

// tagStore holds the tags of all objects: keys by their number, the most frequent first, and values by
// their number in the texts. What has a frequent value takes few bits.
type tagStore struct {
	keys     []string
	frequent uint32 // the first texts, the most frequent first; the others are in alphabetical order
	starts   packed.Table
	data     []byte
	texts    packed.Texts
}

// Orders of the codes of tags.
const (
	countOrder = 0
	keyOrder   = 2
	valueOrder = 3 // of a frequent value
)

// maxFrequent is how many values have a code of their own.
const maxFrequent = 256

func (t *tagStore) openTexts(b []byte) (err error) {
	t.texts, err = packed.OpenTexts(b)
	return err
}

func (t *tagStore) open(b []byte, objects int) error {
	keys, b, err := packed.CutBytes(b)
	for len(keys) > 0 && err == nil {
		var key []byte
		key, keys, err = packed.CutBytes(keys)
		t.keys = append(t.keys, string(key))
	}
	if err != nil {
		return err
	}
	head, b, err := packed.OpenTable(b, 1)
	if err != nil {
		return err
	}
	t.frequent = uint32(head.At(0, 0))
	if t.starts, t.data, err = packed.OpenTable(b, 1); err != nil {
		return err
	}
	if want := (objects + groupSize - 1) / groupSize; t.starts.Len() != want || !t.starts.Ascending(0, 0, int64(len(t.data))*8) {
		return fmt.Errorf("%d offsets or not ascending, want %d", t.starts.Len(), want)
	}
	return nil
}

// each calls visit with the tags of an object, of the value its number, until it returns false.
func (t *tagStore) each(o Object, visit func(key string, value uint32) bool) {
	if int64(o)/groupSize >= int64(t.starts.Len()) {
		return
	}
	r := packed.NewReader(t.data, uint64(t.starts.At(uint32(o)/groupSize, 0)))
	wide := t.wide()
	for skip := o % groupSize; ; skip-- {
		for n := r.Count(countOrder); n > 0; n-- {
			key := r.Golomb(keyOrder)
			var value uint32
			if r.Bits(1) == 0 {
				value = uint32(r.Golomb(valueOrder))
			} else {
				value = t.frequent + uint32(r.Bits(wide))
			}
			if r.Bad() || skip == 0 && (key >= uint64(len(t.keys)) || !visit(t.keys[key], value)) {
				return
			}
		}
		if skip == 0 || r.Bad() {
			return
		}
	}
}

// wide returns the bits of the number of a value that is not frequent.
func (t *tagStore) wide() uint { return uint(bits.Len(uint(t.texts.Len()))) }

var errTag = errors.New("a tag is empty or out of range")

// check reads the tags of an object.
func (t *tagStore) check(o Object) (err error) {
	t.each(o, func(key string, value uint32) bool {
		if key == "" || t.texts.At(value) == "" {
			err = errTag
		}
		return err == nil
	})
	return err
}

// counted returns what was counted, the most frequent first.
func counted(counts map[string]int) []string {
	var out []string
	for s := range counts {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	return out
}

// packTags makes the sections of the tags and of the texts.
func packTags(objects []object) (tags, texts []byte) {
	keyCounts, valueCounts := map[string]int{}, map[string]int{}
	for i := range objects {
		for _, t := range objects[i].tags {
			keyCounts[t.Key]++
			valueCounts[t.Value]++
		}
	}
	keys, values := counted(keyCounts), counted(valueCounts)
	frequent := 0
	for frequent < min(len(values), maxFrequent) && valueCounts[values[frequent]] > 1 {
		frequent++
	}
	slices.Sort(values[frequent:])
	keyOf, valueOf := map[string]uint64{}, map[string]int{}
	for i, k := range keys {
		keyOf[k] = uint64(i)
	}
	for i, v := range values {
		valueOf[v] = i
	}
	wide := uint(bits.Len(uint(len(values))))
	var w packed.Writer
	var starts []uint64
	for i := range objects {
		if i%groupSize == 0 {
			starts = append(starts, w.Len())
		}
		w.Golomb(uint64(len(objects[i].tags)), countOrder)
		for _, t := range objects[i].tags {
			w.Golomb(keyOf[t.Key], keyOrder)
			if v := valueOf[t.Value]; v < frequent {
				w.Bits(0, 1)
				w.Golomb(uint64(v), valueOrder)
			} else {
				w.Bits(1, 1)
				w.Bits(uint64(v-frequent), wide)
			}
		}
	}
	var list []byte
	for _, k := range keys {
		list = packed.AppendBytes(list, []byte(k))
	}
	tags = packed.AppendColumn(packed.AppendColumn(packed.AppendBytes(nil, list), []int{frequent}), starts)
	return append(tags, w.Bytes()...), packed.AppendTexts(nil, values)
}
