package index

import (
	"encoding/binary"
	"fmt"

	"github.com/footstepd/footstepd/internal/region"
)

// heapGroup is the number of records that share one offset in a heap.
const heapGroup = 16

// heap is a list of records of varying length: data holds them one behind another, each behind its
// length, and starts has the offset of each sixteenth.
type heap struct {
	starts []uint32
	data   []byte
	n      int
}

func openHeap(f *region.File, name string, n int) (heap, error) {
	starts, err := region.Slice[uint32](f, name+".idx")
	if err != nil {
		return heap{}, err
	}
	data, err := f.Section(name)
	if err != nil {
		return heap{}, err
	}
	h := heap{starts, data, n}
	if want := (n + heapGroup - 1) / heapGroup; len(starts) != want {
		return heap{}, fmt.Errorf("index: section %q has %d groups for %d records, want %d", name, len(starts), n, want)
	}
	last := uint32(0)
	for _, s := range starts {
		if s < last || int64(s) > int64(len(data)) {
			return heap{}, fmt.Errorf("index: section %q has an offset out of order", name)
		}
		last = s
	}
	return h, nil
}

// at returns record i, an empty bad cursor when there is none.
func (h *heap) at(i uint32) cursor {
	if int64(i) >= int64(h.n) {
		return cursor{bad: true}
	}
	at := int(h.starts[i/heapGroup])
	for skip := i % heapGroup; ; skip-- {
		if at >= len(h.data) {
			return cursor{bad: true}
		}
		n, width := uint64(h.data[at]), 1
		if n >= 0x80 {
			if n, width = binary.Uvarint(h.data[at:]); width <= 0 {
				return cursor{bad: true}
			}
		}
		at += width
		if n > uint64(len(h.data)-at) {
			return cursor{bad: true}
		}
		if skip == 0 {
			return cursor{b: h.data[at : at+int(n)]}
		}
		at += int(n)
	}
}

// heapWriter makes a heap.
type heapWriter struct {
	starts []uint32
	data   []byte
	n      int
}

func (h *heapWriter) add(record []byte) {
	if h.n%heapGroup == 0 {
		h.starts = append(h.starts, uint32(len(h.data)))
	}
	h.data = appendRecord(h.data, record)
	h.n++
}

func (h *heapWriter) write(w *region.Writer, name string) error {
	if int64(len(h.data)) > 1<<32-1 {
		return fmt.Errorf("index: section %q would have %d bytes, more than an offset can hold", name, len(h.data))
	}
	if err := region.AddSlice(w, name+".idx", h.starts); err != nil {
		return err
	}
	return w.Add(name, h.data)
}

// lists is a list of number lists of varying length with an offset for each: list i is
// data[starts[i]:starts[i+1]] as varints.
type lists struct {
	starts []uint32
	data   []byte
}

func openLists(f *region.File, name string, n int) (lists, error) {
	starts, err := region.Slice[uint32](f, name+".idx")
	if err != nil {
		return lists{}, err
	}
	data, err := f.Section(name)
	if err != nil {
		return lists{}, err
	}
	if len(starts) != n+1 {
		return lists{}, fmt.Errorf("index: section %q has %d offsets, want %d", name, len(starts), n+1)
	}
	last := uint32(0)
	for _, s := range starts {
		if s < last || int64(s) > int64(len(data)) {
			return lists{}, fmt.Errorf("index: section %q has an offset out of order", name)
		}
		last = s
	}
	return lists{starts, data}, nil
}

func (l *lists) len() int { return max(0, len(l.starts)-1) }

func (l *lists) at(i uint32) cursor {
	if int64(i) >= int64(l.len()) {
		return cursor{bad: true}
	}
	return cursor{b: l.data[l.starts[i]:l.starts[i+1]]}
}

// listWriter makes lists. The zero value is ready.
type listWriter struct {
	starts []uint32
	data   []byte
}

func (l *listWriter) end() { l.starts = append(l.starts, uint32(len(l.data))) }

// lists returns what was written so far.
func (l *listWriter) lists() lists { return lists{append([]uint32{0}, l.starts...), l.data} }

func (l *lists) write(w *region.Writer, name string) error {
	if int64(len(l.data)) > 1<<32-1 {
		return fmt.Errorf("index: section %q would have %d bytes, more than an offset can hold", name, len(l.data))
	}
	if err := region.AddSlice(w, name+".idx", l.starts); err != nil {
		return err
	}
	return w.Add(name, l.data)
}
